"""Which lines a new chip completes, and which of them may count (R18 to R22).

The lines through one chip in one direction are a set of bits: bit `i` stands for the line that
begins `line_length - 1 - i` steps before the chip, so bits are in the order of the lines. Two such
lines may count together if they begin `line_length - shared_spaces` steps apart or more (R20).

All best ways to count them (R22) follow from two: the way that takes every line as early as can
be, and the way that takes every line as late as can be. A line is in some best way, in place r, if
it lies between the lines that those two have in place r; it is in every best way if it is both.
"""

from typing import Final

from sarja.kernel.jit import inlined, jitted, spliced
from sarja.kernel.slots import (
    CHIPS_AT,
    CHOICE_DIRECTIONS,
    CHOICE_SPACE,
    LINE_DIRECTION_TABLE,
    LINE_LENGTH,
    LINE_START_TABLE,
    LINE_TABLE,
    LOCKED,
    RAY_TABLE,
    SEQUENCE_LINES_AT,
    SEQUENCE_TEAMS_AT,
    SEQUENCES,
    SHARED_SPACES,
    TURN,
    Layout,
    Row,
)
from sarja.kernel.status import team_of
from sarja.rules.board import DIRECTIONS
from sarja.rules.model import CORNER

DIRECTION_COUNT: Final = len(DIRECTIONS)
BEFORE: Final = 0
AFTER: Final = 1


@inlined
def reach(row: Row, layout: Layout, space: int, direction: int, side: int, team: int) -> int:
    """How many spaces next to that one, on that side, count for the team without a gap (R18)."""
    most = layout[LINE_LENGTH] - 1
    ray = layout[RAY_TABLE] + ((space * DIRECTION_COUNT + direction) * 2 + side) * most
    steps = 0
    while steps < most:
        chip = row[layout[CHIPS_AT] + layout[ray + steps]]
        if chip & ~LOCKED != team and chip != CORNER:
            break
        steps += 1
    return steps


@jitted
def candidates(row: Row, layout: Layout, space: int, direction: int, team: int) -> int:
    """The complete lines through the space that each earlier sequence lets count (R20)."""
    back = reach(row, layout, space, direction, BEFORE, team)
    ahead = reach(row, layout, space, direction, AFTER, team)
    last_bit = layout[LINE_LENGTH] - 1
    found = 0
    for bit in range(last_bit - back, ahead + 1):
        # That line ends `bit` steps after the space.
        if fits_earlier(row, layout, line_of_bit(layout, space, direction, bit), team):
            found |= 1 << bit
    return found


@jitted
def line_of_bit(layout: Layout, space: int, direction: int, bit: int) -> int:
    """The line in that direction through the space that the bit stands for."""
    most = layout[LINE_LENGTH] - 1
    start = space
    if bit < most:
        ray = layout[RAY_TABLE] + (space * DIRECTION_COUNT + direction) * 2 * most
        start = layout[ray + most - bit - 1]
    return layout[layout[LINE_START_TABLE] + start * DIRECTION_COUNT + direction]


@spliced
def fits_earlier(row: Row, layout: Layout, line: int, team: int) -> bool:
    """Whether the line shares no more with any sequence of its team than it may (R20).

    Lines in different directions never share more than one space, which may always be shared.
    """
    directions = layout[LINE_DIRECTION_TABLE]
    fits = True
    for number in range(row[SEQUENCES]):
        other = row[layout[SEQUENCE_LINES_AT] + number]
        if (
            row[layout[SEQUENCE_TEAMS_AT] + number] == team
            and layout[directions + other] == layout[directions + line]
            and count_shared(layout, line, other) > layout[SHARED_SPACES]
        ):
            fits = False
    return fits


@spliced
def count_shared(layout: Layout, line: int, other: int) -> int:
    """How many spaces two lines have in common."""
    length = layout[LINE_LENGTH]
    mine, theirs = layout[LINE_TABLE] + line * length, layout[LINE_TABLE] + other * length
    shared = 0
    for at in range(mine, mine + length):
        for another in range(theirs, theirs + length):
            if layout[at] == layout[another]:
                shared += 1
    return shared


@jitted
def earliest_way(lines: int, layout: Layout) -> int:
    """The best way to count those lines that takes each as early as can be; the first in order."""
    way, free_from = 0, 0
    for bit in range(layout[LINE_LENGTH]):
        if bit >= free_from and lines >> bit & 1:
            way |= 1 << bit
            free_from = bit + layout[LINE_LENGTH] - layout[SHARED_SPACES]
    return way


@jitted
def latest_way(lines: int, layout: Layout) -> int:
    """The best way to count those lines that takes each as late as can be."""
    way, free_to = 0, layout[LINE_LENGTH] - 1
    for bit in range(layout[LINE_LENGTH] - 1, -1, -1):
        if bit <= free_to and lines >> bit & 1:
            way |= 1 << bit
            free_to = bit - layout[LINE_LENGTH] + layout[SHARED_SPACES]
    return way


@jitted
def offered_lines(row: Row, layout: Layout) -> int:
    """The lines between which the seat must choose now (R22)."""
    team = team_of(layout, row[TURN])
    lines = candidates(row, layout, row[CHOICE_SPACE], row[CHOICE_DIRECTIONS], team)
    return lines_in_best_ways(lines, layout)


@spliced
def lines_in_best_ways(lines: int, layout: Layout) -> int:
    """Those of the lines that some best way contains (R22)."""
    early, late = earliest_way(lines, layout), latest_way(lines, layout)
    best = count_bits(early)
    offered = 0
    for bit in range(layout[LINE_LENGTH]):
        if lines >> bit & 1:
            up_to_it = count_bits(early & ((2 << bit) - 1))
            from_it = count_bits(late >> bit)
            if up_to_it + from_it - 1 == best:
                offered |= 1 << bit
    return offered


@jitted
def count_bits(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@jitted
def first_line(lines: int, layout: Layout, space: int, direction: int) -> int:
    """The first of those lines, in reading order; there must be one."""
    bit = 0
    while not lines >> bit & 1:
        bit += 1
    return line_of_bit(layout, space, direction, bit)
