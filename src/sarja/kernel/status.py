"""Counting in the slots of a row, and small questions about the game in it."""

from typing import Final

from sarja.kernel.jit import inlined, jitted, spliced
from sarja.kernel.slots import FORFEIT, GIVERS, OVER, PHASE, TEAM_TABLE, TURN, WINNER, Layout, Row

_LOW: Final = 0x7FFF


@spliced
def read_long(row: Row, at: int) -> int:
    """The count in the two slots from there, the low 15 bits first."""
    return int(row[at]) | int(row[at + 1]) << 15


@jitted
def copy_row(row: Row, to: Row) -> None:
    """Make the one row equal to the other."""
    for slot in range(len(row)):
        to[slot] = row[slot]


@inlined
def count_up(row: Row, at: int) -> None:
    """One more in the two slots from there; a long game has more moves than 16 bits can count."""
    if row[at] == _LOW:
        row[at] = 0
        row[at + 1] += 1
    else:
        row[at] += 1


@inlined
def is_over(row: Row) -> bool:
    """Whether the game is over (R23, R24)."""
    return row[PHASE] == OVER


@inlined
def winner(row: Row) -> int:
    """The team that has won, 0 while none has, and after a draw."""
    return row[WINNER]


@inlined
def team_of(layout: Layout, seat: int) -> int:
    """The team of a seat (R2)."""
    return layout[layout[TEAM_TABLE] + seat]


@inlined
def to_act(row: Row) -> int:
    """The seat that must move; after the end still the one whose turn it was."""
    return first_giver(row) if row[PHASE] == FORFEIT else row[TURN]


@jitted
def first_giver(row: Row) -> int:
    """The seat that must give up a card next, in seat order (R16); there must be one."""
    givers, seat = row[GIVERS], 1
    while not givers & 1:
        givers >>= 1
        seat += 1
    return seat
