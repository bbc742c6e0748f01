"""Names for the slots of rows and layouts, and the types of all arrays.

A row is a 1-D array of 16-bit integers and holds one whole game, the referee's knowledge included.
Its first slots mean the same in every game and have names here; where the rest begins depends on
variant and seating and stands in the layout, a frozen 1-D array of 32-bit integers, as do the
variant's tables. Compiled functions read nothing else, so one compilation serves all games.
"""

from typing import Annotated, Final, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt


class Slots(Protocol):
    """A 1-D array as compiled code sees it: what is read from it is a plain integer."""

    def __getitem__(self, slot: int, /) -> int: ...
    def __setitem__(self, slot: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Table(Protocol):
    """A 2-D array as compiled code sees it."""

    def __getitem__(self, row: int, /) -> Slots: ...
    def __len__(self) -> int: ...


# The types of parameters (see `jit.signature_of`): numba must also know the type of the numbers,
# and how many dimensions there are.
Row: TypeAlias = Annotated[Slots, np.int16, 1]
"""One game: the row is the state."""
Rows: TypeAlias = Annotated[Table, np.int16, 2]
"""Many games of one layout, a row each."""
Layout: TypeAlias = Annotated[Slots, np.int32, 1]
"""The frozen description of one variant and seating; made by `layout_of` only."""
Longs: TypeAlias = Annotated[Slots, np.int64, 1]
"""Moves, or seeds."""
Flags: TypeAlias = Annotated[Table, np.bool_, 2]
"""For each row, which moves are legal."""

RowArray: TypeAlias = npt.NDArray[np.int16]
"""A row as Python has it, or rows."""
LayoutArray: TypeAlias = npt.NDArray[np.int32]
"""A layout as Python has it."""

# The first slots of every row.
TURN: Final = 0
"""The seat whose turn it is, from 1."""
PHASE: Final = 1
PLY: Final = 2
"""Moves made so far: two slots, see `status.read_long`."""
RESHUFFLES: Final = 4
"""How often the discards have become the deck (R15): two slots."""
EXCHANGES: Final = 6
"""Dead cards exchanged in this turn (R12)."""
PASSES: Final = 7
"""Passes since the last play (R24)."""
WINNER: Final = 8
"""The team that has won, or 0."""
REASON: Final = 9
"""How the game ended: 0 while it is not over."""
GIVERS: Final = 10
"""Seats that must still give up a card (R16): bit 0 for seat 1, and so on."""
CHOICE_SPACE: Final = 11
"""The chip whose line must be chosen (R22), or `NONE`."""
CHOICE_DIRECTIONS: Final = 12
"""Four slots: the directions still open, the one asked now first, then `NONE`."""
OPEN_SPACES: Final = 16
"""How many spaces have no chip."""
LOOSE_CHIPS: Final = 17
"""Three slots: chips of each team that are not locked."""
SEQUENCE_COUNTS: Final = 20
"""Three slots: sequences of each team."""
SEQUENCES: Final = 23
"""Sequences of all teams together."""
DECK_SIZE: Final = 24
SEED: Final = 25
"""Four slots of 15 bits: what the coming reshuffles follow from."""
HEADER: Final = 29

NONE: Final = -1
"""What stands in a slot that holds nothing; so equal games are equal rows."""
LOCKED: Final = 4
"""Added to the team where a chip is locked (R19): spaces hold `OPEN`, 1 to 3, 5 to 7, `CORNER`."""
MOST_TEAMS: Final = 3

# Phases.
PLAY: Final = 0
CHOOSE: Final = 1
FORFEIT: Final = 2
OVER: Final = 3

# Reasons.
BY_SEQUENCES: Final = 1
BLOCKED: Final = 2

# The first slots of every layout. Names in _AT are slots of a row, those in _TABLE slots of the
# layout itself, and those in _MOVE or _MOVES the first number of a kind of moves.
SEATS: Final = 0
TEAMS: Final = 1
TARGET: Final = 2
"""Sequences that win (R23)."""
SPACES: Final = 3
CARDS: Final = 4
"""Kinds of cards; a card's number is its place in `layout.card_codes`."""
WILD_CARDS: Final = 5
"""The first wild card (R9); those before it place."""
REMOVING_CARDS: Final = 6
"""The first removing card (R10); so are all that follow."""
MOST_PLACES: Final = 7
"""The most spaces that one placing card has."""
LINES: Final = 8
LINE_LENGTH: Final = 9
SHARED_SPACES: Final = 10
EXCHANGES_PER_TURN: Final = 11
DEALT: Final = 12
"""Cards dealt to each seat (R5)."""
HAND_ROOM: Final = 13
"""The most cards that a hand can come to hold (see `layout.hand_room`)."""
DECK_ROOM: Final = 14
"""Cards of the whole deck."""
SEQUENCE_ROOM: Final = 15

HAND_SIZES_AT: Final = 16
HANDS_AT: Final = 17
"""`HAND_ROOM` slots for each seat."""
PILE_SIZES_AT: Final = 18
CHIPS_AT: Final = 19
"""A slot for each space, and one that is always `NONE`: what lies beyond the edge."""
SEQUENCE_TEAMS_AT: Final = 20
SEQUENCE_LINES_AT: Final = 21
DECK_AT: Final = 22
"""The deck from its bottom; the top card is the last."""
PILES_AT: Final = 23
"""`DECK_ROOM` slots for each seat's discards."""
ROW_SIZE: Final = 24

EXCHANGE_MOVES: Final = 25
LOCK_MOVES: Final = 26
PASS_MOVE: Final = 27
GIVE_UP_MOVES: Final = 28
MOVE_COUNT: Final = 29
MOST_MOVES: Final = 30
"""Room for the legal moves of any state."""

TEAM_TABLE: Final = 31
"""The team of each seat (R2), from seat 1; nothing sits at 0."""
BOX_TABLE: Final = 32
"""Every card of the deck, in order."""
PLACES_TABLE: Final = 33
"""For each card the slot of the layout where its spaces begin; one more closes the last.

They are the spaces that it may place on (R8, R9) or remove from (R10).
"""
EMPTY_BOARD_TABLE: Final = 34
RAY_TABLE: Final = 35
"""[space, direction, before or after, step]: as `board.rays`, filled up with the slot beyond."""
LINE_TABLE: Final = 36
"""[line, step]: the spaces of each line, in reading order."""
LINE_DIRECTION_TABLE: Final = 37
LINE_START_TABLE: Final = 38
"""[space, direction]: the line whose first space that is, or `NONE`."""
LAYOUT_HEADER: Final = 39
