"""What the plays of others say about their hands, compiled.

Who could have finished a line and laid a chip elsewhere does not hold the card for it. So a world
is the likelier the better the latest plays would have been with the hands that it gives: it is
drawn, held against those plays, and taken or drawn again.
"""

from typing import Final

from sarja.bots.patterns import EXCHANGED, WON
from sarja.bots.search.plan import CHANCE_STEP, CHANCE_STEPS, CHANCE_TABLE, SURE
from sarja.bots.search.scoring import score_moves
from sarja.bots.search.seeing import Numbers, Plan, Room
from sarja.kernel.cards import hand_at, hand_size
from sarja.kernel.jit import jitted
from sarja.kernel.legality import places_begin
from sarja.kernel.slots import (
    CHIPS_AT,
    DEALT,
    DECK_AT,
    DECK_ROOM,
    DECK_SIZE,
    EXCHANGES,
    LOCKED,
    LOOSE_CHIPS,
    NONE,
    OPEN_SPACES,
    PHASE,
    PILE_SIZES_AT,
    PILES_AT,
    PLAY,
    SEATS,
    SPACES,
    TURN,
    WILD_CARDS,
    Layout,
    Longs,
    Row,
)
from sarja.kernel.status import team_of
from sarja.rules.model import OPEN

SHARPNESS: Final = 3
"""A play that is worse than the best by a third of a logit is half as likely, about."""
DOUBT: Final = SURE // 16
"""Nobody plays so well that a play proves anything."""


@jitted
def fit_of_plays(
    row: Row,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Room,
    room_after: Room,
    spare: Row,
    moves: Longs,
    scores: Longs,
    seat: int,
    depth: int,
) -> int:
    """How well the hands in the row, a world, go with the latest plays of others; of `SURE`.

    The latest turns, so many at most, are taken back in it, as far as the discard piles tell them.
    """
    fit, mover = SURE, seat
    for _ in range(depth):
        mover = mover - 1 if mover > 1 else layout[SEATS]
        move = take_back(row, layout, mover)
        if move == NONE:
            break
        if mover != seat:
            count = score_moves(row, layout, plan, weights, room, room_after, spare, moves, scores)
            fit = fit * likelihood(plan, moves, scores, count, move) // SURE
    return fit


@jitted
def likelihood(plan: Plan, moves: Longs, scores: Longs, count: int, move: int) -> int:
    """How likely the move is among those, of `SURE`, where the best would be sure."""
    best, found = -WON, -WON
    for nth in range(count):
        if scores[nth] != EXCHANGED:
            best = max(best, scores[nth])
            if moves[nth] == move:
                found = scores[nth]
    at = min(SHARPNESS * (best - found) // CHANCE_STEP, CHANCE_STEPS)
    return max(2 * plan[plan[CHANCE_TABLE] + CHANCE_STEPS - at], DOUBT)


@jitted
def take_back(row: Row, layout: Layout, seat: int) -> int:
    """Take back the play by which the seat ended its last turn; the move, or `NONE` if unknown.

    The card is the upper one of its discard pile, if there is one. It is known where it went if
    only one of its spaces has a chip of the team, and that one is in no sequence. What was drawn
    after it is the last card of the hand; it goes back on the deck.
    """
    team, size = team_of(layout, seat), hand_size(row, layout, seat)
    pile_size = row[layout[PILE_SIZES_AT] + seat - 1]
    if pile_size == 0 or size != layout[DEALT] or row[DECK_SIZE] == layout[DECK_ROOM]:
        return NONE
    top = layout[PILES_AT] + (seat - 1) * layout[DECK_ROOM] + pile_size - 1
    card = row[top]
    if card >= layout[WILD_CARDS]:
        return NONE
    chips, space = 0, 0
    for place in range(places_begin(layout, card), places_begin(layout, card + 1)):
        if row[layout[CHIPS_AT] + layout[place]] & ~LOCKED == team:
            chips += 1
            space = layout[place]
    if chips != 1 or row[layout[CHIPS_AT] + space] != team:
        return NONE
    row[layout[CHIPS_AT] + space] = OPEN
    row[OPEN_SPACES] += 1
    row[LOOSE_CHIPS + team - 1] -= 1
    row[top] = NONE
    row[layout[PILE_SIZES_AT] + seat - 1] -= 1
    begin = hand_at(layout, seat)
    row[layout[DECK_AT] + row[DECK_SIZE]] = row[begin + size - 1]
    row[DECK_SIZE] += 1
    for at in range(begin + size - 1, begin, -1):
        row[at] = row[at - 1]
    row[begin] = card
    row[TURN] = seat
    row[PHASE] = PLAY
    row[EXCHANGES] = 0
    return card * layout[SPACES] + space
