"""Scores of positions and moves, as `sarja.bots.patterns` explains them, in compiled code."""

from typing import Final

from sarja.bots.patterns import (
    BLOCKED,
    CHANCES,
    COUNTED,
    DEAD_CARDS,
    DEAD_COUNTED,
    EXCHANGED,
    FAR,
    FILL_MASK,
    LACKS,
    MISSING,
    MOST_MISSING,
    NEXT_LINES,
    OTHER_LINES,
    OWN_LINES,
    OWN_RIPE,
    PATTERNS,
    STANDING,
    THEIR_RIPE,
    THREATS,
    WON,
)
from sarja.bots.search.plan import PATTERN_TABLE
from sarja.bots.search.seeing import (
    Numbers,
    Plan,
    codes_at,
    held_at,
    keys_at,
    look,
    open_code,
    through_begin,
    unseen_at,
)
from sarja.kernel.cards import hand_at, hand_size, lay_card
from sarja.kernel.chance import another, below
from sarja.kernel.claims import claim
from sarja.kernel.jit import inlined, jitted
from sarja.kernel.legality import legal, places_begin
from sarja.kernel.lines import DIRECTION_COUNT, candidates, earliest_way, line_of_bit
from sarja.kernel.slots import (
    CARDS,
    CHIPS_AT,
    EXCHANGE_MOVES,
    GIVE_UP_MOVES,
    LINE_LENGTH,
    LINES,
    LOCK_MOVES,
    PASS_MOVE,
    PHASE,
    PLAY,
    REMOVING_CARDS,
    SEATS,
    SEQUENCE_COUNTS,
    SPACES,
    TARGET,
    TEAMS,
    TURN,
    WILD_CARDS,
    Layout,
    Longs,
    Row,
)
from sarja.kernel.status import copy_row, team_of, to_act
from sarja.rules.model import OPEN

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
    worth = 0
    if key < BLOCKED:
        worth = weights[begin + pattern_of(plan, key)]
        if MISSING < key < 2 * MISSING:
            worth += OWN_RIPE if begin < NEXT_LINES else THEIR_RIPE
    return worth


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
    row: Row, layout: Layout, plan: Plan, weights: Numbers, room: Numbers, seat: int
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


@jitted
def standing_of(row: Row, layout: Layout, seat: int) -> int:
    """Which weight the sequences so far stand for: what both sides lack."""
    own = team_of(layout, seat)
    return STANDING + lack_of(row, layout, own) * LACKS + rival_lack(row, layout, own)


@inlined
def count_jacks(row: Row, layout: Layout, seat: int, size: int, first: int, end: int) -> int:
    """How many of the first `size` cards of the hand have numbers from `first` to below `end`."""
    begin, found = hand_at(layout, seat), 0
    for at in range(begin, begin + size):
        if first <= row[at] < end:
            found += 1
    return found


@jitted
def chances_of(row: Row, layout: Layout, seat: int, wild: int, removing: int, ripe: int) -> int:
    """Which weight so many jacks in hand and own lines that lack one chip stand for."""
    lack = lack_of(row, layout, team_of(layout, seat))
    return CHANCES + jacks_slot(lack, wild, removing, ripe)


@jitted
def threats_of(row: Row, layout: Layout, seat: int, wild: int, removing: int, ripe: int) -> int:
    """The same with the lines of others."""
    lack = rival_lack(row, layout, team_of(layout, seat))
    return THREATS + jacks_slot(lack, wild, removing, ripe)


@inlined
def jacks_slot(lack: int, wild: int, removing: int, ripe: int) -> int:
    """The place among weights that count by jacks and ripe lines."""
    slot = lack
    for number in (wild, removing, ripe):
        slot = slot * COUNTED + min(number, COUNTED - 1)
    return slot


@jitted
def finish_score(
    row: Row,
    layout: Layout,
    weights: Numbers,
    seat: int,
    worth: int,
    wild: int,
    removing: int,
    dead: int,
) -> int:
    """The score of lines of that worth, with such a hand and the sequences so far."""
    score = weight_in(worth) + weights[standing_of(row, layout, seat)] + weights[dead]
    score += weights[chances_of(row, layout, seat, wild, removing, own_ripe_in(worth))]
    return score + weights[threats_of(row, layout, seat, wild, removing, their_ripe_in(worth))]


@jitted
def dead_of(
    row: Row, layout: Layout, seat: int, size: int, taken: int, freed: int, more: int
) -> int:
    """Which weight the dead cards among the first `size` of the hand stand for, and so many more.

    As if the one space were taken, and the other free.
    """
    begin, dead = hand_at(layout, seat), more
    for at in range(begin, begin + size):
        if row[at] < layout[WILD_CARDS]:
            alive = 0
            first = places_begin(layout, row[at])
            for place in range(first, places_begin(layout, row[at] + 1)):
                space = layout[place]
                if space == freed or (row[layout[CHIPS_AT] + space] == OPEN and space != taken):
                    alive = 1
            dead += 1 - alive
    return DEAD_CARDS + min(dead, DEAD_COUNTED - 1)


@jitted
def score_position(
    row: Row, layout: Layout, plan: Plan, weights: Numbers, room: Numbers, seat: int, size: int
) -> int:
    """The score for the seat, whose move is made; of its hand only the first `size` cards count."""
    look(row, layout, room, seat, size)
    worth = worth_of_lines(row, layout, plan, weights, room, seat)
    wild = count_jacks(row, layout, seat, size, layout[WILD_CARDS], layout[REMOVING_CARDS])
    removing = count_jacks(row, layout, seat, size, layout[REMOVING_CARDS], layout[CARDS])
    dead = dead_of(row, layout, seat, size, -1, -1, 0)
    return finish_score(row, layout, weights, seat, worth, wild, removing, dead)


@jitted
def make_afterstate(row: Row, layout: Layout, spare: Row, move: int) -> int:
    """Make `spare` what the mover sees after the move, before its draw; the cards it then holds.

    Where lines must be chosen (R22), the first ones are taken.
    """
    copy_row(row, spare)
    seat = to_act(row)
    if move < layout[EXCHANGE_MOVES]:
        card = move // layout[SPACES]
        space = move - card * layout[SPACES]
        lay_card(spare, layout, seat, card)
        if card < layout[REMOVING_CARDS]:
            team = team_of(layout, seat)
            spare[layout[CHIPS_AT] + space] = team
            claim_first_ways(spare, layout, space, team)
        else:
            spare[layout[CHIPS_AT] + space] = OPEN
    elif layout[LOCK_MOVES] <= move < layout[PASS_MOVE]:
        claim(spare, layout, move - layout[LOCK_MOVES], team_of(layout, seat))
    elif move >= layout[GIVE_UP_MOVES]:
        lay_card(spare, layout, seat, move - layout[GIVE_UP_MOVES])
    return hand_size(spare, layout, seat)


@jitted
def claim_first_ways(row: Row, layout: Layout, space: int, team: int) -> None:
    """Claim what the chip completes, of each direction the first best way (R22)."""
    for direction in range(DIRECTION_COUNT):
        lines = candidates(row, layout, space, direction, team)
        way = earliest_way(lines, layout)
        for bit in range(layout[LINE_LENGTH]):
            if way >> bit & 1:
                claim(row, layout, line_of_bit(layout, space, direction, bit), team)


@jitted
def score_afterstate(
    row: Row,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Numbers,
    spare: Row,
    move: int,
) -> int:
    """The score of the move, from scratch."""
    seat = to_act(row)
    team = team_of(layout, seat)
    size = make_afterstate(row, layout, spare, move)
    if spare[SEQUENCE_COUNTS + team - 1] >= layout[TARGET]:
        return WON
    return score_position(spare, layout, plan, weights, room, seat, size)


@jitted
def score_moves(
    row: Row,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Numbers,
    room_after: Numbers,
    spare: Row,
    moves: Longs,
    scores: Longs,
) -> int:
    """List the legal moves, and the score of each; how many they are.

    What a play changes is worked out from the lines through its spaces. Plays that complete a line
    change more, and are scored from scratch, as are moves in other phases.
    """
    count = legal(row, layout, moves)
    if row[PHASE] != PLAY:
        for nth in range(count):
            scores[nth] = score_afterstate(
                row, layout, plan, weights, room_after, spare, moves[nth]
            )
        return count
    seat = row[TURN]
    size = hand_size(row, layout, seat)
    look(row, layout, room, seat, size)
    before = worth_of_lines(row, layout, plan, weights, room, seat)
    wild = count_jacks(row, layout, seat, size, layout[WILD_CARDS], layout[REMOVING_CARDS])
    removing = count_jacks(row, layout, seat, size, layout[REMOVING_CARDS], layout[CARDS])
    for nth in range(count):
        move = moves[nth]
        if move >= layout[EXCHANGE_MOVES]:
            scores[nth] = EXCHANGED
            continue
        card = move // layout[SPACES]
        space = move - card * layout[SPACES]
        if card >= layout[REMOVING_CARDS]:
            worth = before + change_by_removal(row, layout, plan, weights, room, space)
            dead = dead_of(row, layout, seat, size, -1, space, 0)
            scores[nth] = finish_score(row, layout, weights, seat, worth, wild, removing - 1, dead)
        elif completes(row, layout, plan, room, space):
            scores[nth] = score_afterstate(row, layout, plan, weights, room_after, spare, move)
        else:
            worth = before + change_by_chip(row, layout, plan, weights, room, card, space)
            is_wild = 1 if card >= layout[WILD_CARDS] else 0
            # The played card itself is gone, and no more counted as dead.
            gone = -1 if is_wild == 0 and dies(row, layout, card, space) else 0
            dead = dead_of(row, layout, seat, size, space, -1, gone)
            scores[nth] = finish_score(
                row, layout, weights, seat, worth, wild - is_wild, removing, dead
            )
    return count


@jitted
def dies(row: Row, layout: Layout, card: int, space: int) -> bool:
    """Whether the card is dead once that space is taken."""
    alive = 0
    for place in range(places_begin(layout, card), places_begin(layout, card + 1)):
        if layout[place] != space and row[layout[CHIPS_AT] + layout[place]] == OPEN:
            alive = 1
    return alive == 0


@jitted
def completes(row: Row, layout: Layout, plan: Plan, room: Numbers, space: int) -> bool:
    """Whether a chip there completes a line of the team whose turn it is."""
    team = team_of(layout, row[TURN])
    keys, code = keys_at(layout, team), room[codes_at(layout, team) + space]
    found = False
    for at in range(through_begin(plan, space), through_begin(plan, space + 1)):
        if room[keys + plan[at]] == code:
            found = True
    return found


@jitted
def change_by_chip(
    row: Row, layout: Layout, plan: Plan, weights: Numbers, room: Numbers, card: int, space: int
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
    room: Numbers,
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
        is_open = row[layout[CHIPS_AT] + other] == OPEN
        if other != space and is_open and room[held_at(layout) + other] == 1:
            unseen = room[unseen_at(layout) + other]
            for team in range(1, layout[TEAMS] + 1):
                own = 1 if team == team_of(layout, row[TURN]) else 0
                by = sign * (open_code(0, unseen, own) - open_code(1, unseen, own))
                if by != 0:
                    change += shift_keys(row, layout, plan, weights, room, team, other, by)
    return change


@jitted
def shift_keys(
    row: Row,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Numbers,
    team: int,
    space: int,
    by: int,
) -> int:
    """Add so much to the team's keys of lines through the space; what their worth grows by."""
    keys, begin = keys_at(layout, team), lines_begin(row, layout, row[TURN], team)
    change = 0
    for at in range(through_begin(plan, space), through_begin(plan, space + 1)):
        key = room[keys + plan[at]]
        room[keys + plan[at]] = key + by
        change += line_worth(plan, weights, begin, key + by)
        change -= line_worth(plan, weights, begin, key)
    return change


@jitted
def recode(
    row: Row,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Numbers,
    team: int,
    space: int,
    new_code: int,
) -> int:
    """What the worth of all lines grows by if the space has that code for the team."""
    keys, begin = keys_at(layout, team), lines_begin(row, layout, row[TURN], team)
    by = new_code - room[codes_at(layout, team) + space]
    change = 0
    for at in range(through_begin(plan, space), through_begin(plan, space + 1)):
        key = room[keys + plan[at]]
        change -= line_worth(plan, weights, begin, key)
        change += line_worth(plan, weights, begin, key + by)
    return change


@jitted
def change_by_removal(
    row: Row, layout: Layout, plan: Plan, weights: Numbers, room: Numbers, space: int
) -> int:
    """What the worth of all lines grows by if the chip is taken off the space."""
    own = team_of(layout, row[TURN])
    change = 0
    for team in range(1, layout[TEAMS] + 1):
        held, unseen = room[held_at(layout) + space], room[unseen_at(layout) + space]
        code = open_code(held, unseen, 1 if team == own else 0)
        change += recode(row, layout, plan, weights, room, team, space, code)
    return change


@jitted
def best_of(scores: Longs, count: int, number: int) -> int:
    """The place of the highest score; of equal ones the 32 random bits decide."""
    best, equal = 0, 1
    for nth in range(1, count):
        if scores[nth] > scores[best]:
            best, equal = nth, 1
        elif scores[nth] == scores[best]:
            equal += 1
            number = another(number)
            if below(number, equal) == 0:
                best = nth
    return best
