"""What a chip on an open space adds to the worth of the lines, compiled.

A wild card may go to most of the board. Asking each space for its lines would look at every line
ten times over; going through the lines once tells the same. Other cards have few spaces, and those
are asked.
"""

from sarja.bots.patterns import BLOCKED
from sarja.bots.search.plan import CLOSE_TABLE
from sarja.bots.search.seeing import (
    Numbers,
    Plan,
    Room,
    begins_at,
    codes_at,
    completing_at,
    gains_at,
    held_at,
    keys_at,
    lasts_at,
    open_code,
    through_begin,
    unseen_at,
    worths_at,
)
from sarja.bots.search.worths import line_worth, lines_begin
from sarja.kernel.cards import hand_at
from sarja.kernel.jit import inlined, jitted
from sarja.kernel.legality import places_begin
from sarja.kernel.slots import (
    CHIPS_AT,
    LINE_LENGTH,
    LINE_TABLE,
    LINES,
    SPACES,
    TEAMS,
    TURN,
    WILD_CARDS,
    Layout,
    Row,
)
from sarja.kernel.status import team_of
from sarja.rules.model import OPEN


@jitted
def weigh_lines(row: Row, layout: Layout, plan: Plan, weights: Numbers, room: Room) -> int:
    """The worth of all lines together, as the seat whose turn it is sees them.

    The room gets the worth of each, for what is worked out from it after.
    """
    seat, total = row[TURN], 0
    for team in range(1, layout[TEAMS] + 1):
        begin = lines_begin(row, layout, seat, team)
        room[begins_at(layout) + team] = begin
        keys, worths = keys_at(layout, team), worths_at(layout, team)
        for line in range(layout[LINES]):
            worth = line_worth(plan, weights, begin, room[keys + line])
            room[worths + line] = worth
            total += worth
    return total


@jitted
def weigh_chips(row: Row, layout: Layout, plan: Plan, weights: Numbers, room: Room) -> None:
    """Work out for all spaces at once what the worth of all lines grows by with an own chip there.

    The room gets that, and whether the chip completes a line; `weigh_lines` comes before.
    """
    own, length = team_of(layout, row[TURN]), layout[LINE_LENGTH]
    gains, completing = gains_at(layout), completing_at(layout)
    for at in range(layout[SPACES]):
        room[gains + at] = 0
        room[completing + at] = 0
    for team in range(1, layout[TEAMS] + 1):
        begin, first = room[begins_at(layout) + team], layout[LINE_TABLE]
        codes, keys, worths = codes_at(layout, team), keys_at(layout, team), worths_at(layout, team)
        for line in range(layout[LINES]):
            key = room[keys + line]
            if key < BLOCKED:
                worth = room[worths + line]
                for at in range(first, first + length):
                    space = layout[at]
                    code = room[codes + space]
                    if code > 0 and team == own:
                        after = line_worth(plan, weights, begin, key - code)
                        room[gains + space] += after - worth
                        if key == code:
                            room[completing + space] = 1
                    elif code > 0:
                        room[gains + space] -= worth
            first += length


@jitted
def weigh_chip(
    row: Row, layout: Layout, plan: Plan, weights: Numbers, room: Room, space: int
) -> None:
    """Do what `weigh_chips` does for one open space."""
    own, gain, completes = team_of(layout, row[TURN]), 0, 0
    for team in range(1, layout[TEAMS] + 1):
        begin, worths = room[begins_at(layout) + team], worths_at(layout, team)
        code, keys = room[codes_at(layout, team) + space], keys_at(layout, team)
        for at in range(through_begin(plan, space), through_begin(plan, space + 1)):
            gain -= room[worths + plan[at]]
            if team == own:
                key = room[keys + plan[at]]
                gain += line_worth(plan, weights, begin, key - code)
                if key == code:
                    completes = 1
    room[gains_at(layout) + space] = gain
    room[completing_at(layout) + space] = completes


@jitted
def count_dead(row: Row, layout: Layout, room: Room, seat: int, size: int) -> int:
    """How many of the first `size` cards of the hand are dead (R12).

    The room gets for each space how many more are once it is taken.
    """
    begin, lasts, dead = hand_at(layout, seat), lasts_at(layout), 0
    for space in range(layout[SPACES]):
        room[lasts + space] = 0
    for at in range(begin, begin + size):
        if row[at] < layout[WILD_CARDS]:
            alive, last = 0, 0
            for place in range(places_begin(layout, row[at]), places_begin(layout, row[at] + 1)):
                if row[layout[CHIPS_AT] + layout[place]] == OPEN:
                    alive += 1
                    last = layout[place]
            if alive == 0:
                dead += 1
            elif alive == 1:
                room[lasts + last] += 1
    return dead


@inlined
def is_close(plan: Plan, card: int) -> bool:
    """Whether two spaces of the card lie in a line, so that one's worth hangs on the other."""
    return plan[plan[CLOSE_TABLE] + card] == 1


@inlined
def is_uncovered_by_one(row: Row, layout: Layout, room: Room, space: int) -> bool:
    """Whether the open space is covered by one card of the hand only, and no more without it."""
    return row[layout[CHIPS_AT] + space] == OPEN and room[held_at(layout) + space] == 1


@jitted
def loss_of_card(
    row: Row, layout: Layout, plan: Plan, weights: Numbers, room: Room, card: int, space: int
) -> int:
    """What the worth of all lines grows by when the card is played there and held no more.

    Its other spaces are then no longer covered, unless it is held twice. Right for cards that are
    not close.
    """
    own, change = team_of(layout, row[TURN]), 0
    for place in range(places_begin(layout, card), places_begin(layout, card + 1)):
        other = layout[place]
        if other != space and is_uncovered_by_one(row, layout, room, other):
            unseen = room[unseen_at(layout) + other]
            for team in range(1, layout[TEAMS] + 1):
                new_code = open_code(plan, 0, unseen, 1 if team == own else 0)
                change += recode(row, layout, plan, weights, room, team, other, new_code)
    return change


@jitted
def recode(
    row: Row,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Room,
    team: int,
    space: int,
    new_code: int,
) -> int:
    """What the worth of all lines grows by if the space has that code for the team."""
    keys, worths = keys_at(layout, team), worths_at(layout, team)
    begin, by = room[begins_at(layout) + team], new_code - room[codes_at(layout, team) + space]
    change = 0
    if by != 0:
        for at in range(through_begin(plan, space), through_begin(plan, space + 1)):
            change += line_worth(plan, weights, begin, room[keys + plan[at]] + by)
            change -= room[worths + plan[at]]
    return change


@jitted
def change_by_removal(
    row: Row, layout: Layout, plan: Plan, weights: Numbers, room: Room, space: int
) -> int:
    """What the worth of all lines grows by if the chip is taken off the space."""
    own = team_of(layout, row[TURN])
    change = 0
    for team in range(1, layout[TEAMS] + 1):
        held, unseen = room[held_at(layout) + space], room[unseen_at(layout) + space]
        code = open_code(plan, held, unseen, 1 if team == own else 0)
        change += recode(row, layout, plan, weights, room, team, space, code)
    return change


@jitted
def change_by_chip(
    row: Row, layout: Layout, plan: Plan, weights: Numbers, room: Room, card: int, space: int
) -> int:
    """What the worth of all lines grows by if a chip is laid on the space with that card."""
    seat = row[TURN]
    own = team_of(layout, seat)
    change = 0
    if card < layout[WILD_CARDS]:
        change += lose_card(row, layout, plan, weights, room, card, space, 1)
    for team in range(1, layout[TEAMS] + 1):
        new_code = 0 if team == own else BLOCKED
        change += recode(row, layout, plan, weights, room, team, space, new_code)
    if card < layout[WILD_CARDS]:
        lose_card(row, layout, plan, weights, room, card, space, -1)
    return change


@jitted
def lose_card(
    row: Row,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Room,
    card: int,
    space: int,
    sign: int,
) -> int:
    """Count the card's other spaces as no longer held, or for a `sign` of -1 as held again.

    Returns what the worth of all lines grows by. A card that is held twice still covers them.
    """
    change = 0
    for place in range(places_begin(layout, card), places_begin(layout, card + 1)):
        other = layout[place]
        if other != space and is_uncovered_by_one(row, layout, room, other):
            unseen = room[unseen_at(layout) + other]
            for team in range(1, layout[TEAMS] + 1):
                own = 1 if team == team_of(layout, row[TURN]) else 0
                by = sign * (open_code(plan, 0, unseen, own) - open_code(plan, 1, unseen, own))
                if by != 0:
                    change += shift_keys(row, layout, plan, weights, room, team, other, by)
    return change


@jitted
def shift_keys(
    row: Row,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Room,
    team: int,
    space: int,
    by: int,
) -> int:
    """Add so much to the team's keys of lines through the space; what their worth grows by."""
    keys, worths = keys_at(layout, team), worths_at(layout, team)
    begin, change = room[begins_at(layout) + team], 0
    for at in range(through_begin(plan, space), through_begin(plan, space + 1)):
        key, worth = room[keys + plan[at]] + by, room[worths + plan[at]]
        room[keys + plan[at]] = key
        room[worths + plan[at]] = line_worth(plan, weights, begin, key)
        change += room[worths + plan[at]] - worth
    return change
