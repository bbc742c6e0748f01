"""What the referee knows, what everybody knows, and what one seat knows.

`State = Position + hands + deck` and `View = Position + own hand`: a hand that gets out is then
an error of type, not a thing somebody forgot to delete.
"""

from dataclasses import dataclass
from typing import Final, Literal

from sarja.rules.board import Line
from sarja.rules.variant import Setup, Variant

OPEN: Final = 0
"""What `Position.chips` holds for a space without a chip; teams are 1, 2 and 3."""
CORNER: Final = 9
"""What `Position.chips` holds for a free corner."""

DrawMode = Literal["auto", "manual"]
TalkMode = Literal["off", "penalty"]
Phase = Literal["play", "choose", "forfeit", "over"]
Reason = Literal["sequences", "blocked"]


@dataclass(frozen=True, slots=True)
class Game:
    """What is settled before the first card: variant, seating, dealer, and the table's choices."""

    variant: Variant
    setup: Setup
    dealer: int
    draw: DrawMode = "auto"
    table_talk: TalkMode = "off"

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.setup.seats

    @property
    def teams(self) -> int:
        """How many teams there are."""
        return self.setup.teams

    @property
    def first_seat(self) -> int:
        """The seat at the dealer's left, which plays first (R5)."""
        return self.after(self.dealer)

    def after(self, seat: int) -> int:
        """The next seat clockwise (R2, R5)."""
        return seat % self.seats + 1

    def team_of(self, seat: int) -> int:
        """The team of a seat (R2)."""
        return (seat - 1) % self.teams + 1

    def seats_of(self, team: int) -> range:
        """The seats of a team in order (R2)."""
        return range(team, self.seats + 1, self.teams)


@dataclass(frozen=True, slots=True)
class Sequence:
    """A finished line and the team that finished it (R18)."""

    team: int
    spaces: Line


@dataclass(frozen=True, slots=True)
class Choice:
    """The chip just laid makes more lines than may count: the seat must choose (R22).

    `directions` (indices into `board.DIRECTIONS`) are those still open, the one asked now first.
    """

    space: int
    directions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning team, or None for a draw; sequences by team (R23, R24)."""

    winner: int | None
    reason: Reason
    sequences: tuple[int, ...]


@dataclass(frozen=True)
class Position:
    """All that everyone at the table may know."""

    game: Game
    ply: int
    """Moves made so far, draws by hand and table talk included."""
    turn: int
    """The seat whose turn it is, also while others give up cards, and after the end."""
    chips: bytes
    """For each space `OPEN`, `CORNER`, or the team that has a chip there."""
    locked: frozenset[int]
    """Spaces whose chips lie in a sequence (R19); free corners are never among them."""
    sequences: tuple[Sequence, ...]
    """In the order of claiming."""
    discards: tuple[tuple[str, ...], ...]
    """Each seat's discard pile, the last card on top."""
    hand_sizes: tuple[int, ...]
    deck_size: int
    reshuffles: int
    """How often the discards have become the deck (R15)."""
    owed: tuple[int, ...]
    """Seats that may still draw by hand, the oldest play first (R14)."""
    exchanges: int
    """Dead cards exchanged in this turn (R12)."""
    passes: int
    """Passes since the last play (R24)."""
    choice: Choice | None
    """The choice of a line that is due (R22)."""
    giving_up: tuple[int, ...]
    """Seats that must still give up a card for table talk, in order (R16)."""
    outcome: Outcome | None

    @property
    def phase(self) -> Phase:
        """What is to be done now."""
        if self.outcome is not None:
            return "over"
        if self.choice is not None:
            return "choose"
        return "forfeit" if self.giving_up else "play"

    @property
    def to_act(self) -> int | None:
        """The seat that must move, or None when the game is over."""
        if self.outcome is not None:
            return None
        return self.giving_up[0] if self.giving_up else self.turn

    def count_sequences(self, team: int) -> int:
        """How many sequences the team has."""
        return sum(sequence.team == team for sequence in self.sequences)


@dataclass(frozen=True, slots=True)
class State:
    """Everything: for the referee's eyes only."""

    position: Position
    hands: tuple[tuple[str, ...], ...]
    """Each seat's cards in the order they came."""
    deck: tuple[str, ...]
    """The cards to draw, the top card first."""

    def hand(self, seat: int) -> tuple[str, ...]:
        """The cards of a seat."""
        return self.hands[seat - 1]

    def view(self, seat: int | None) -> "View":
        """What the seat may know; without a seat, what a spectator may."""
        return View(self.position, seat, () if seat is None else self.hand(seat))


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know, or a spectator, who has neither seat nor hand."""

    position: Position
    seat: int | None
    hand: tuple[str, ...]


def new_position(game: Game) -> Position:
    """The table before the deal: an empty board, no cards out."""
    board = game.variant.board
    return Position(
        game=game,
        ply=0,
        turn=game.first_seat,
        chips=bytes(CORNER if s in board.corners else OPEN for s in range(len(board.labels))),
        locked=frozenset(),
        sequences=(),
        discards=((),) * game.seats,
        hand_sizes=(0,) * game.seats,
        deck_size=len(game.variant.deck),
        reshuffles=0,
        owed=(),
        exchanges=0,
        passes=0,
        choice=None,
        giving_up=(),
        outcome=None,
    )


def evolve(position: Position, **changes: object) -> Position:
    """The position with some fields changed; `dataclasses.replace` in a seventh of the time.

    Every event of every game comes through here (docs/decisions/0001-positions-have-a-dict.md).
    """
    changed: Position = object.__new__(Position)
    object.__setattr__(changed, "__dict__", position.__dict__ | changes)
    return changed
