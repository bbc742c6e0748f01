"""How often each weight counts in the score of a position, compiled."""

from sarja.bots.patterns import BLOCKED, CHANCES, MISSING, NEXT_LINES, THREATS, WEIGHTS
from sarja.bots.search.gains import count_dead
from sarja.bots.search.scoring import (
    count_jacks,
    dead_slot,
    jacks_slot,
    standing_slot,
)
from sarja.bots.search.seeing import Plan, Room, keys_at, look
from sarja.bots.search.worths import lack_of, lines_begin, pattern_of, rival_lack
from sarja.kernel.jit import jitted
from sarja.kernel.slots import CARDS, LINES, REMOVING_CARDS, TEAMS, WILD_CARDS, Layout, Row
from sarja.kernel.status import team_of


@jitted
def note_features(
    row: Row, layout: Layout, plan: Plan, room: Room, seat: int, size: int, features: Row
) -> None:
    """How often each weight counts in the score of the position."""
    for at in range(WEIGHTS):
        features[at] = 0
    look(row, layout, plan, room, seat, size)
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
    team = team_of(layout, seat)
    lack, rivals = lack_of(row, layout, team), rival_lack(row, layout, team)
    features[jacks_slot(CHANCES, lack, wild, removing, own_ripe)] += 1
    features[jacks_slot(THREATS, rivals, wild, removing, their_ripe)] += 1
    features[standing_slot(lack, rivals)] += 1
    features[dead_slot(count_dead(row, layout, room, seat, size))] += 1
