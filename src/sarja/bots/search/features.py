"""How often each weight counts in the score of a position, compiled."""

from sarja.bots.patterns import BLOCKED, MISSING, NEXT_LINES, WEIGHTS
from sarja.bots.search.scoring import (
    chances_of,
    count_jacks,
    dead_of,
    lines_begin,
    pattern_of,
    standing_of,
    threats_of,
)
from sarja.bots.search.seeing import Numbers, Plan, keys_at, look
from sarja.kernel.jit import jitted
from sarja.kernel.slots import CARDS, LINES, REMOVING_CARDS, TEAMS, WILD_CARDS, Layout, Row


@jitted
def note_features(
    row: Row, layout: Layout, plan: Plan, room: Numbers, seat: int, size: int, features: Row
) -> None:
    """How often each weight counts in the score of the position."""
    for at in range(WEIGHTS):
        features[at] = 0
    look(row, layout, room, seat, size)
    own_ripe = their_ripe = 0
    for team in range(1, layout[TEAMS] + 1):
        begin, keys = lines_begin(row, layout, seat, team), keys_at(layout, team)
        for line in range(layout[LINES]):
            if room[keys + line] < BLOCKED:
                key = room[keys + line]
                features[begin + pattern_of(plan, key)] += 1
                if MISSING < key < 2 * MISSING:
                    if begin < NEXT_LINES:
                        own_ripe += 1
                    else:
                        their_ripe += 1
    wild = count_jacks(row, layout, seat, size, layout[WILD_CARDS], layout[REMOVING_CARDS])
    removing = count_jacks(row, layout, seat, size, layout[REMOVING_CARDS], layout[CARDS])
    features[chances_of(row, layout, seat, wild, removing, own_ripe)] += 1
    features[threats_of(row, layout, seat, wild, removing, their_ripe)] += 1
    features[standing_of(row, layout, seat)] += 1
    features[dead_of(row, layout, seat, size, -1, -1, 0)] += 1
