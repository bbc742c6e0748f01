"""Scores of positions and moves, as `sarja.bots.patterns` explains them, in compiled code."""

from sarja.bots.patterns import (
    CHANCES,
    COUNTED,
    DEAD_CARDS,
    DEAD_COUNTED,
    EXCHANGED,
    LACKS,
    STANDING,
    THREATS,
    WON,
)
from sarja.bots.search.gains import (
    change_by_chip,
    change_by_removal,
    count_dead,
    is_close,
    loss_of_card,
    weigh_chip,
    weigh_chips,
    weigh_lines,
)
from sarja.bots.search.seeing import (
    Numbers,
    Plan,
    Room,
    completing_at,
    gains_at,
    lasts_at,
    look,
)
from sarja.bots.search.worths import (
    lack_of,
    own_ripe_in,
    rival_lack,
    their_ripe_in,
    weight_in,
    worth_of_lines,
)
from sarja.kernel.cards import hand_at, hand_size, lay_card
from sarja.kernel.chance import another, below
from sarja.kernel.claims import claim
from sarja.kernel.jit import inlined, jitted
from sarja.kernel.legality import is_dead, legal, places_begin
from sarja.kernel.lines import DIRECTION_COUNT, candidates, earliest_way, line_of_bit
from sarja.kernel.slots import (
    CARDS,
    CHIPS_AT,
    EXCHANGE_MOVES,
    GIVE_UP_MOVES,
    LINE_LENGTH,
    LOCK_MOVES,
    PASS_MOVE,
    PHASE,
    PLAY,
    REMOVING_CARDS,
    SEQUENCE_COUNTS,
    SPACES,
    TARGET,
    TURN,
    WILD_CARDS,
    Layout,
    Longs,
    Row,
)
from sarja.kernel.status import copy_row, team_of, to_act
from sarja.rules.model import OPEN


@inlined
def jacks_slot(first: int, lack: int, wild: int, removing: int, ripe: int) -> int:
    """Which weight so many jacks in hand stand for, and lines that lack one chip.

    The weights for own lines begin at `CHANCES`, those for lines of others at `THREATS`.
    """
    slot = lack
    for number in (wild, removing, ripe):
        slot = slot * COUNTED + min(number, COUNTED - 1)
    return first + slot


@inlined
def dead_slot(dead: int) -> int:
    """Which weight so many dead cards in hand stand for."""
    return DEAD_CARDS + min(dead, DEAD_COUNTED - 1)


@inlined
def standing_slot(lack: int, rivals: int) -> int:
    """Which weight the sequences so far stand for: what both sides lack."""
    return STANDING + lack * LACKS + rivals


@inlined
def add_up(
    weights: Numbers, worth: int, lack: int, rivals: int, wild: int, removing: int, dead: int
) -> int:
    """The score of lines of that worth, with such a hand and the sequences so far."""
    score = weight_in(worth) + weights[standing_slot(lack, rivals)] + weights[dead_slot(dead)]
    score += weights[jacks_slot(CHANCES, lack, wild, removing, own_ripe_in(worth))]
    return score + weights[jacks_slot(THREATS, rivals, wild, removing, their_ripe_in(worth))]


@inlined
def count_jacks(row: Row, layout: Layout, seat: int, size: int, first: int, end: int) -> int:
    """How many of the first `size` cards of the hand have numbers from `first` to below `end`."""
    begin, found = hand_at(layout, seat), 0
    for at in range(begin, begin + size):
        if first <= row[at] < end:
            found += 1
    return found


@jitted
def count_revived(row: Row, layout: Layout, seat: int, size: int, freed: int) -> int:
    """How many dead cards among the first `size` of the hand could be played on that space."""
    begin, found = hand_at(layout, seat), 0
    for at in range(begin, begin + size):
        if row[at] < layout[WILD_CARDS] and is_dead(row, layout, row[at]):
            for place in range(places_begin(layout, row[at]), places_begin(layout, row[at] + 1)):
                if layout[place] == freed:
                    found += 1
    return found


@inlined
def dies(row: Row, layout: Layout, card: int, space: int) -> bool:
    """Whether the card, which can be played there, has no other open space."""
    alive = 0
    for place in range(places_begin(layout, card), places_begin(layout, card + 1)):
        if row[layout[CHIPS_AT] + layout[place]] == OPEN:
            alive += 1
    return alive == 1


@jitted
def score_position(
    row: Row, layout: Layout, plan: Plan, weights: Numbers, room: Room, seat: int, size: int
) -> int:
    """The score for the seat, whose move is made; of its hand only the first `size` cards count."""
    look(row, layout, plan, room, seat, size)
    worth = worth_of_lines(row, layout, plan, weights, room, seat)
    wild = count_jacks(row, layout, seat, size, layout[WILD_CARDS], layout[REMOVING_CARDS])
    removing = count_jacks(row, layout, seat, size, layout[REMOVING_CARDS], layout[CARDS])
    dead = count_dead(row, layout, room, seat, size)
    team = team_of(layout, seat)
    lack, rivals = lack_of(row, layout, team), rival_lack(row, layout, team)
    return add_up(weights, worth, lack, rivals, wild, removing, dead)


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
    room: Room,
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
    room: Room,
    room_after: Room,
    spare: Row,
    moves: Longs,
    scores: Longs,
) -> int:
    """List the legal moves, and the score of each; how many they are.

    What plays change is worked out from the lines through their spaces. Plays that complete a line
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
    size, team = hand_size(row, layout, seat), team_of(layout, seat)
    lack, rivals = lack_of(row, layout, team), rival_lack(row, layout, team)
    look(row, layout, plan, room, seat, size)
    before = weigh_lines(row, layout, plan, weights, room)
    all_dead = count_dead(row, layout, room, seat, size)
    wild = count_jacks(row, layout, seat, size, layout[WILD_CARDS], layout[REMOVING_CARDS])
    removing = count_jacks(row, layout, seat, size, layout[REMOVING_CARDS], layout[CARDS])
    if wild > 0:
        weigh_chips(row, layout, plan, weights, room)
    gains, completing, lasts = gains_at(layout), completing_at(layout), lasts_at(layout)
    for nth in range(count):
        move = moves[nth]
        if move >= layout[EXCHANGE_MOVES]:
            scores[nth] = EXCHANGED
            continue
        card = move // layout[SPACES]
        space = move - card * layout[SPACES]
        worth, dead = before, all_dead
        if wild == 0 and card < layout[WILD_CARDS]:
            weigh_chip(row, layout, plan, weights, room, space)
        if card >= layout[REMOVING_CARDS]:
            worth += change_by_removal(row, layout, plan, weights, room, space)
            dead -= count_revived(row, layout, seat, size, space)
            scores[nth] = add_up(weights, worth, lack, rivals, wild, removing - 1, dead)
        elif room[completing + space] == 1:
            scores[nth] = score_afterstate(row, layout, plan, weights, room_after, spare, move)
        elif card >= layout[WILD_CARDS]:
            worth += room[gains + space]
            dead += room[lasts + space]
            scores[nth] = add_up(weights, worth, lack, rivals, wild - 1, removing, dead)
        else:
            if is_close(plan, card):
                worth += change_by_chip(row, layout, plan, weights, room, card, space)
            else:
                worth += room[gains + space]
                worth += loss_of_card(row, layout, plan, weights, room, card, space)
            # The played card itself is gone, and no more counted as dead.
            dead += room[lasts + space] - (1 if dies(row, layout, card, space) else 0)
            scores[nth] = add_up(weights, worth, lack, rivals, wild, removing, dead)
    return count


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
