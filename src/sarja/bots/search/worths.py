"""What the lines of a position are worth, by the weights of a table, compiled."""

from typing import Final

from sarja.bots.patterns import (
    BLOCKED,
    FAR,
    FILL_MASK,
    MISSING,
    MOST_MISSING,
    NEXT_LINES,
    OTHER_LINES,
    OWN_LINES,
    OWN_RIPE,
    PATTERNS,
    THEIR_RIPE,
)
from sarja.bots.search.plan import PATTERN_TABLE
from sarja.bots.search.seeing import Numbers, Plan, Room, keys_at
from sarja.kernel.jit import inlined, jitted
from sarja.kernel.slots import LINES, SEATS, SEQUENCE_COUNTS, TARGET, TEAMS, Layout, Row
from sarja.kernel.status import team_of

PATTERN_COUNT: Final = len(PATTERNS)


@inlined
def lack_of(row: Row, layout: Layout, team: int) -> int:
    """0 where the team lacks its last sequence, 1 where it lacks more (R23)."""
    return 1 if layout[TARGET] - row[SEQUENCE_COUNTS + team - 1] > 1 else 0


@inlined
def pattern_of(plan: Plan, key: int) -> int:
    """The pattern of the key of a line that is not blocked."""
    pattern = FAR
    if key < (MOST_MISSING + 1) * MISSING:
        pattern = plan[plan[PATTERN_TABLE] + (key & FILL_MASK)]
    return pattern


@inlined
def line_worth(plan: Plan, weights: Numbers, begin: int, key: int) -> int:
    """What a line with that key adds to the score; the weights of its team begin there.

    Packed with it is whether the line lacks one chip; `weight_in`, `own_ripe_in` and
    `their_ripe_in` take sums of worths apart.
    """
    # No branches: which way they would go cannot be foreseen, and to guess wrong is slow.
    pattern = plan[plan[PATTERN_TABLE] + (key & FILL_MASK)]
    pattern = pattern if key < (MOST_MISSING + 1) * MISSING else FAR
    is_ripe = 1 if MISSING < key < 2 * MISSING else 0
    worth = weights[begin + pattern] + is_ripe * (OWN_RIPE if begin < NEXT_LINES else THEIR_RIPE)
    return worth if key < BLOCKED else 0


@inlined
def weight_in(worth: int) -> int:
    """The weights that are summed up in it."""
    return ((worth + (OWN_RIPE >> 1)) & (OWN_RIPE - 1)) - (OWN_RIPE >> 1)


@inlined
def own_ripe_in(worth: int) -> int:
    """How many own lines in it lack one chip."""
    return ((worth - weight_in(worth)) >> 32) & 0xFFFF


@inlined
def their_ripe_in(worth: int) -> int:
    """How many lines of others in it lack one chip."""
    return (worth - weight_in(worth)) >> 48


@jitted
def lines_begin(row: Row, layout: Layout, seat: int, team: int) -> int:
    """Where the weights of the team's lines begin, as the seat sees it."""
    begin = OWN_LINES
    if team != team_of(layout, seat):
        following = seat + 1 if seat < layout[SEATS] else 1
        begin = NEXT_LINES if team == team_of(layout, following) else OTHER_LINES
    return begin + lack_of(row, layout, team) * PATTERN_COUNT


@jitted
def worth_of_lines(
    row: Row, layout: Layout, plan: Plan, weights: Numbers, room: Room, seat: int
) -> int:
    """The worth of all lines together."""
    worth = 0
    for team in range(1, layout[TEAMS] + 1):
        begin, keys = lines_begin(row, layout, seat, team), keys_at(layout, team)
        for line in range(layout[LINES]):
            worth += line_worth(plan, weights, begin, room[keys + line])
    return worth


@jitted
def rival_lack(row: Row, layout: Layout, own: int) -> int:
    """0 where some other team lacks its last sequence, 1 where all lack more."""
    lack = 1
    for team in range(1, layout[TEAMS] + 1):
        if team != own and lack_of(row, layout, team) == 0:
            lack = 0
    return lack
