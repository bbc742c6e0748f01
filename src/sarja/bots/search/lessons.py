"""Lessons from searching: what the moves of a position come to when games are played on, compiled.

The table that games against itself have taught says well who will win, and less well which of a few
good moves is best. Search knows that better; so its findings become lessons for the table (as in
T. Anthony, Z. Tian, D. Barber, "Thinking fast and slow with deep learning and tree search", 2017).
"""

from sarja.bots.patterns import EXCHANGED
from sarja.bots.search.cache import SEARCH
from sarja.bots.search.features import note_features
from sarja.bots.search.hands import KNOWN, SEED_MASK, SPARE, any_world
from sarja.bots.search.rollouts import pick_candidates, try_in_world
from sarja.bots.search.scoring import best_of, make_afterstate, score_moves
from sarja.bots.search.seeing import Numbers, Plan, Room
from sarja.kernel.chance import below, noise, stream
from sarja.kernel.slots import Layout, Longs, Rows
from sarja.kernel.status import is_over, to_act
from sarja.kernel.turns import deal, step


@SEARCH.entry
def study(
    rows: Rows,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Room,
    room_after: Room,
    moves: Longs,
    scores: Longs,
    picked: Longs,
    values: Longs,
    features: Rows,
    seed: int,
    first_seat: int,
    gap: int,
    blur: int,
    worlds: int,
    most: int,
    turns: int,
) -> int:
    """Play on in `rows[KNOWN]` for `gap` moves or more, then try the moves that score highest.

    With a `first_seat` a new game is dealt first. Writes what each move came to in so many worlds
    into `values`, summed up, and into `features` how often each weight counts in its score. Returns
    how many moves those are, or 0 where the game ended before.
    """
    known, spare = rows[KNOWN], rows[SPARE]
    if first_seat > 0:
        deal(known, layout, seed & SEED_MASK, first_seat)
    key, made, number = stream(seed, 0), 0, 0
    found = 0
    while found == 0 and not is_over(known):
        count = score_moves(known, layout, plan, weights, room, room_after, spare, moves, scores)
        number += 1
        best = best_of(scores, count, noise(key, number))
        if made >= gap and count > 2 and scores[best] < EXCHANGED:
            found = pick_candidates(moves, scores, count, most, picked, stream(seed, 1))
        else:
            for nth in range(count):
                number += 1
                if scores[nth] < EXCHANGED:
                    scores[nth] += below(noise(key, number), blur)
            step(known, layout, moves[best_of(scores, count, noise(key, number))])
            made += 1
    seat = to_act(known)
    for at in range(found):
        values[at] = 0
        size = make_afterstate(known, layout, spare, picked[at])
        note_features(spare, layout, plan, room, seat, size, features[at])
    for nth in range(worlds if found > 0 else 0):
        key = stream(seed, 2 + nth)
        any_world(rows, layout, seat, key)
        try_in_world(
            rows,
            layout,
            plan,
            weights,
            room,
            room_after,
            moves,
            scores,
            picked,
            found,
            values,
            0,
            seat,
            turns,
            key,
        )
    return found
