"""What a client reads of the server's messages; what it does not know it passes over."""

from typing import Any, Literal

from msgspec import Struct, field

Data = dict[str, Any]


class SeatShown(Struct, frozen=True):
    """A seat of the table."""

    seat: int
    team: int
    kind: Literal["open", "person", "bot"]
    name: str = ""
    bot: str | None = None
    away: bool = False
    stand_in: str | None = None


class RequestShown(Struct, frozen=True):
    """What all are asked for."""

    what: str
    seat: int
    agreed: list[int]


class ClockShown(Struct, frozen=True):
    """The clock of the turn, its `left` in milliseconds."""

    seat: int
    seconds: int
    left: int
    runs: bool


class VoteShown(Struct, frozen=True):
    """Table talk that is being judged."""

    seat: int
    team: int
    asked: list[int]
    agreed: list[int]
    declined: list[int]


class OutcomeShown(Struct, frozen=True):
    """How a game ended."""

    winner: int | None
    reason: Literal["sequences", "blocked"]
    sequences: tuple[int, ...]


class SequenceShown(Struct, frozen=True):
    """A sequence, its spaces by name."""

    team: int
    spaces: list[str]


class GameShown(Struct, frozen=True):
    """The game as this viewer may see it."""

    number: int
    dealer: int
    ply: int
    phase: Literal["play", "choose", "forfeit", "over"]
    turn: int | None
    owed: tuple[int, ...]
    board: list[str]
    locked: list[str]
    sequences: list[SequenceShown]
    discards: tuple[tuple[str, ...], ...]
    hand_sizes: tuple[int, ...]
    deck: int
    outcome: OutcomeShown | None
    log: list[tuple[int | None, str]]
    hand: tuple[str, ...]
    may: list[str]
    review: str | None = None
    hands: list[list[str]] = field(default_factory=list)


class TableShown(Struct, frozen=True):
    """The table as this viewer may see it."""

    table: str
    code: str
    version: int
    stage: Literal["lobby", "playing", "over"]
    variant: str
    teams: int
    help: Literal["spaces", "none"]
    draw: Literal["auto", "manual"]
    table_talk: Literal["off", "penalty"]
    seats: list[SeatShown]
    host: int | None
    you: int | None
    paused: bool = False
    lesson: bool = False
    request: RequestShown | None = None
    vote: VoteShown | None = None
    clock: ClockShown | None = None
    game: GameShown | None = None

    def seat(self, number: int) -> SeatShown:
        """The seat of that number."""
        return self.seats[number - 1]


class Numbered(Struct, frozen=True):
    """An event and its number; without an event where the viewer may see nothing of it."""

    number: int
    event: Data | None = None


class Shown(Struct, frozen=True):
    """A `table` or an `update`."""

    view: TableShown
    events: list[Numbered] = field(default_factory=list)


class PresenceShown(Struct, frozen=True):
    """Who is here has changed; of that the clock is read, which may stand or go on by it."""

    table: str
    clock: ClockShown | None = None


class Done(Struct, frozen=True):
    """It is done, and stored."""

    id: str
    table: str
    version: int
    seat: int | None = None
    token: str | None = None


class Refused(Struct, frozen=True):
    """It was not done, and why."""

    id: str | None
    code: str
    params: dict[str, str | int] = field(default_factory=dict)
    rule: str | None = None
