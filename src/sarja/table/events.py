"""What happened at a table, numbered from 1: the rows of the store, and the only source of a table.

A game's own events (`sarja.rules.events`) stand inside `GameEvent`. What is secret in an event is
named here case by case in `redact`.
"""

from typing import Any, Final, assert_never

import msgspec
from msgspec import Struct

from sarja.rules import events as game_events
from sarja.rules.chance import CutRound
from sarja.rules.events import Event, SeenEvent
from sarja.rules.events import redact as redact_game_event
from sarja.table.actions import Saying, Settings, Spectators, Wish


class TableEvent(Struct, tag_field="type", frozen=True):
    """One of the events below."""


class TableOpened(TableEvent, frozen=True):
    """A table was opened; `code` is what people type to find it."""

    code: str
    settings: Settings
    lesson: bool = False
    """Whether it belongs to a lesson: a teacher leads it."""


class SettingsChanged(TableEvent, frozen=True):
    """The table plays something else from now on."""

    settings: Settings


class SpectatorsChanged(TableEvent, frozen=True):
    """From now on spectators are let in, or they are not."""

    spectators: Spectators


class SeatTaken(TableEvent, frozen=True):
    """A person sat down. Secret: `token_hash`, by which the seat is known again."""

    seat: int
    name: str
    token_hash: str


class SeatRenamed(TableEvent, frozen=True):
    """The person at the seat has another name."""

    seat: int
    name: str


class SeatVacated(TableEvent, frozen=True):
    """The seat is open."""

    seat: int


class SeatsSwapped(TableEvent, frozen=True):
    """Who sat at one seat sits at the other."""

    first: int
    second: int


class BotSeated(TableEvent, frozen=True):
    """A bot sat down."""

    seat: int
    bot: str


class StandInSeated(TableEvent, frozen=True):
    """A bot plays for the person at the seat from now on."""

    seat: int
    bot: str


class StandInLeft(TableEvent, frozen=True):
    """The person at the seat plays again."""

    seat: int


class ClockCharged(TableEvent, frozen=True):
    """So many milliseconds of its turn the seat has used so far."""

    seat: int
    charged: int


class ClockRanOut(TableEvent, frozen=True):
    """The time of the seat's turn is up; `bot` plays the turn, or nobody does."""

    seat: int
    bot: str | None


class RequestMade(TableEvent, frozen=True):
    """Somebody asks all to pause, to go on, or to end the game."""

    seat: int
    what: Wish


class RequestAgreed(TableEvent, frozen=True):
    """Somebody agrees."""

    seat: int


class RequestDropped(TableEvent, frozen=True):
    """Somebody does not agree, or asks no longer."""

    seat: int


class GamePaused(TableEvent, frozen=True):
    """All have agreed: nobody plays until they agree to go on."""


class GameResumed(TableEvent, frozen=True):
    """The game goes on."""


class GameCalledOff(TableEvent, frozen=True):
    """All have agreed to end the game, which nobody wins."""


class TalkCalled(TableEvent, frozen=True):
    """The seat says that a team has talked at the table; the seats in `asked` judge it (R16)."""

    seat: int
    team: int
    asked: tuple[int, ...]


class TalkJudged(TableEvent, frozen=True):
    """One of them agrees, or does not."""

    seat: int
    agrees: bool


class TalkDropped(TableEvent, frozen=True):
    """Too few agree with the seat that has called it, or are left; or it has taken that back."""

    seat: int
    team: int


class Said(TableEvent, frozen=True):
    """The person at the seat says a set phrase, or makes a sign."""

    seat: int
    what: Saying
    person: int = 0
    """The number of the person at this table; 0 in what was stored before it was noted."""


class TokenAdded(TableEvent, frozen=True):
    """The person's seat is known by another token too, on another device. Secret: the hash."""

    seat: int
    token_hash: str


class ScreenAdded(TableEvent, frozen=True):
    """A device is a table screen from now on. Secret: the hash of its token."""

    token_hash: str


class ScreensRemoved(TableEvent, frozen=True):
    """There is no table screen any more."""


class GameStarted(TableEvent, frozen=True):
    """A game began; the cut, if there was one, is in `cut` (R4)."""

    number: int
    dealer: int
    cut: tuple[CutRound, ...]
    wins: tuple[int, ...] = ()
    """By team, in the games of the series before this one."""
    played: int = 0
    """Games of the series before this one."""
    deal: int = 1
    """How often this deal has been dealt, this time included."""


class DeckCommitted(TableEvent, frozen=True):
    """The order of the deck that comes next is settled, and this commits to it. Secret: the salt.

    What the two are is in `sarja.rules.commitments`.
    """

    hash: str
    salt: str


class MoveMade(TableEvent, frozen=True):
    """A move was made, in notation; what it made happen follows."""

    seat: int | None
    move: str
    stand_in: bool = False
    """Whether a bot made it for the person at the seat."""


class GameEvent(TableEvent, frozen=True):
    """Something happened in the game."""

    event: dict[str, Any]


class LobbyEntered(TableEvent, frozen=True):
    """The game is cleared away, and seats and settings can be chosen."""


AnyTableEvent = (
    TableOpened
    | SettingsChanged
    | SpectatorsChanged
    | SeatTaken
    | SeatRenamed
    | SeatVacated
    | SeatsSwapped
    | BotSeated
    | StandInSeated
    | StandInLeft
    | ClockCharged
    | ClockRanOut
    | RequestMade
    | RequestAgreed
    | RequestDropped
    | GamePaused
    | GameResumed
    | GameCalledOff
    | TalkCalled
    | TalkJudged
    | TalkDropped
    | Said
    | TokenAdded
    | ScreenAdded
    | ScreensRemoved
    | GameStarted
    | DeckCommitted
    | MoveMade
    | GameEvent
    | LobbyEntered
)


class SeatTakenSeen(TableEvent, frozen=True, tag="SeatTaken"):
    """A person sat down, as everybody saw it."""

    seat: int
    name: str


class ScreenAddedSeen(TableEvent, frozen=True, tag="ScreenAdded"):
    """A device is a table screen from now on, as everybody saw it."""


class DeckCommittedSeen(TableEvent, frozen=True, tag="DeckCommitted"):
    """The order of the deck that comes next is settled, and this commits to it."""

    hash: str


class GameEventSeen(TableEvent, frozen=True, tag="GameEvent"):
    """Something happened in the game, as one viewer saw it; spaces by name."""

    event: dict[str, Any]


SeenTableEvent = (
    TableOpened
    | SettingsChanged
    | SpectatorsChanged
    | SeatTakenSeen
    | SeatRenamed
    | SeatVacated
    | SeatsSwapped
    | BotSeated
    | StandInSeated
    | StandInLeft
    | ScreenAddedSeen
    | ScreensRemoved
    | ClockCharged
    | ClockRanOut
    | RequestMade
    | RequestAgreed
    | RequestDropped
    | GamePaused
    | GameResumed
    | GameCalledOff
    | TalkCalled
    | TalkJudged
    | TalkDropped
    | Said
    | GameStarted
    | DeckCommittedSeen
    | MoveMade
    | GameEventSeen
    | LobbyEntered
)

_DECODE: Final = msgspec.json.Decoder(list[AnyTableEvent])
_GAME_EVENTS: Final[dict[str, type[Any]]] = {
    name: value
    for name, value in vars(game_events).items()
    if isinstance(value, type) and hasattr(value, "__dataclass_fields__")
}


def encode_events(events: list[AnyTableEvent]) -> bytes:
    """The events as the store keeps them."""
    return msgspec.json.encode(events)


def decode_events(stored: bytes) -> list[AnyTableEvent]:
    """The events that the store has kept."""
    return _DECODE.decode(stored)


def game_event(event: Event) -> GameEvent:
    """The event of a game as an event of its table."""
    return GameEvent({"type": type(event).__name__, **msgspec.to_builtins(event)})


def event_of_game(event: GameEvent) -> Event:
    """The event of the game that an event of its table holds."""
    fields = dict(event.event)
    made: Event = msgspec.convert(fields, _GAME_EVENTS[fields.pop("type")])
    return made


def redact(event: AnyTableEvent, seat: int | None, names: tuple[str, ...]) -> SeenTableEvent | None:
    """The event as the seat may see it, as a spectator may without one; None for nothing at all.

    `names` are the names of the board's spaces.
    """
    match event:
        case SeatTaken():
            return SeatTakenSeen(event.seat, event.name)
        case ScreenAdded():
            return ScreenAddedSeen()
        case TokenAdded():
            return None
        case DeckCommitted():
            return DeckCommittedSeen(event.hash)
        case GameEvent():
            seen = redact_game_event(event_of_game(event), seat)
            return GameEventSeen(seen_data(seen, names))
        case (
            TableOpened()
            | SettingsChanged()
            | SpectatorsChanged()
            | SeatRenamed()
            | SeatVacated()
            | SeatsSwapped()
            | BotSeated()
            | StandInSeated()
            | StandInLeft()
            | ScreensRemoved()
            | ClockCharged()
            | ClockRanOut()
            | RequestMade()
            | RequestAgreed()
            | RequestDropped()
            | GamePaused()
            | GameResumed()
            | GameCalledOff()
            | TalkCalled()
            | TalkJudged()
            | TalkDropped()
            | Said()
            | GameStarted()
            | MoveMade()
            | LobbyEntered()
        ):
            return event
        case _:
            assert_never(event)


def seen_data(event: SeenEvent, names: tuple[str, ...]) -> dict[str, Any]:
    """A game's event for the wire: `type`, and its fields with spaces by name."""
    data: dict[str, Any] = {"type": type(event).__name__.removesuffix("Seen")}
    for key, value in msgspec.to_builtins(event).items():
        match key:
            case "space":
                data[key] = names[value]
            case "spaces":
                data[key] = [names[space] for space in value]
            case "choice":
                data["space"] = names[value["space"]]
            case _:
                data[key] = value
    return data
