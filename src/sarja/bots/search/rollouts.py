"""Games played on from a move, in worlds that fit what a seat knows, and the best move by them."""

from sarja.bots.patterns import EXCHANGED, WON
from sarja.bots.search.cache import SEARCH
from sarja.bots.search.hands import GAME, KNOWN, PLAYS, SPARE, WORLD, next_world, recall
from sarja.bots.search.plan import CHANCE_STEP, CHANCE_STEPS, CHANCE_TABLE, SURE
from sarja.bots.search.scoring import best_of, score_moves
from sarja.bots.search.seeing import Numbers, Plan, Room
from sarja.kernel.chance import noise, stream
from sarja.kernel.jit import inlined, jitted
from sarja.kernel.slots import (
    EXCHANGE_MOVES,
    LOCK_MOVES,
    PASS_MOVE,
    TEAMS,
    Layout,
    Longs,
    Row,
    Rows,
)
from sarja.kernel.status import copy_row, is_over, team_of, to_act, winner
from sarja.kernel.turns import step


@inlined
def chance_of(plan: Plan, score: int) -> int:
    """The chance to win, of `SURE`, that goes with a score."""
    at = (score + CHANCE_STEP // 2) // CHANCE_STEP
    at = min(max(at, -CHANCE_STEPS), CHANCE_STEPS)
    return SURE if score >= WON else plan[plan[CHANCE_TABLE] + CHANCE_STEPS + at]


@jitted
def roll_out(
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
    turns: int,
    key: int,
) -> int:
    """Play on, each seat by its best score, until the seat has had so many turns.

    Returns the chance of its team to win, of `SURE`. The cut is always after a turn of the seat
    itself: only then do scores mean the same.
    """
    made, left = 0, turns
    while not is_over(row):
        count = score_moves(row, layout, plan, weights, room, room_after, spare, moves, scores)
        best = best_of(scores, count, noise(key, made))
        move = moves[best]
        made += 1
        if to_act(row) == seat and (move < layout[EXCHANGE_MOVES] or move == layout[PASS_MOVE]):
            left -= 1
            if left == 0:
                return chance_of(plan, scores[best])
        step(row, layout, move)
    if winner(row) == 0:
        return SURE // layout[TEAMS]
    return SURE if winner(row) == team_of(layout, seat) else 0


@jitted
def try_in_world(
    rows: Rows,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Room,
    room_after: Room,
    moves: Longs,
    scores: Longs,
    tried: Longs,
    count: int,
    values: Longs,
    begin: int,
    seat: int,
    turns: int,
    key: int,
) -> None:
    """Try the first `count` moves of `tried` in `rows[WORLD]`; chance comes from `key`.

    The chance to win that each move shows is added to `values`, from slot `begin` on. An exchange
    is no turn: who makes one plays a turn more, so that all games are cut at the same place.
    """
    world, game = rows[WORLD], rows[GAME]
    for at in range(count):
        copy_row(world, game)
        step(game, layout, tried[at])
        left = turns
        if layout[EXCHANGE_MOVES] <= tried[at] < layout[LOCK_MOVES]:
            left += 1
        values[begin + at] += roll_out(
            game,
            layout,
            plan,
            weights,
            room,
            room_after,
            rows[SPARE],
            moves,
            scores,
            seat,
            left,
            key,
        )


@jitted
def pick_candidates(
    moves: Longs, scores: Longs, count: int, most: int, picked: Longs, number: int
) -> int:
    """Write the moves of the highest scores into `picked`, the best first; how many they are."""
    found = 0
    while found < most and found < count:
        best = best_of(scores, count, noise(number, found))
        picked[found] = moves[best]
        scores[best] = -(1 << 40)
        found += 1
    return found


@SEARCH.entry
def begin_search(
    rows: Rows,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Room,
    room_after: Room,
    moves: Longs,
    scores: Longs,
    picked: Longs,
    notes: Longs,
    seed: int,
    memory: int,
) -> int:
    """Write the moves worth trying by the seat that must act in `rows[KNOWN]` into `picked`.

    The best come first, as many as have room. Returns how many they are: only one where nothing
    needs to be tried. What the latest plays were is noted, so many of them as `memory` says.
    """
    known, spare = rows[KNOWN], rows[SPARE]
    notes[PLAYS] = recall(rows, layout, to_act(known), memory, notes)
    count = score_moves(known, layout, plan, weights, room, room_after, spare, moves, scores)
    best = best_of(scores, count, noise(stream(seed, 0), 0))
    if count == 1 or scores[best] >= EXCHANGED:
        picked[0] = moves[best]
        return 1
    return pick_candidates(moves, scores, count, len(picked), picked, stream(seed, 1))


@SEARCH.entry
def try_moves(
    rows: Rows,
    layout: Layout,
    plan: Plan,
    judging: Plan,
    weights: Numbers,
    room: Room,
    room_after: Room,
    moves: Longs,
    scores: Longs,
    tried: Longs,
    values: Longs,
    notes: Longs,
    seed: int,
    first: int,
    worlds: int,
    turns: int,
) -> None:
    """Try the moves of a search that has begun in its worlds from number `first` on, 1 the first.

    All are tried in each of so many worlds. What a score at the end of a game is worth is what the
    plan for `judging` says. `values` gets the sum of the chances of each move or, where it has room
    for them, the chances in one world after another.
    """
    seat, count = to_act(rows[KNOWN]), len(tried)
    apart = count if len(values) > count else 0
    for at in range(len(values)):
        values[at] = 0
    for number in range(first, first + worlds):
        key = stream(seed, number)
        next_world(
            rows,
            layout,
            plan,
            weights,
            room,
            room_after,
            moves,
            scores,
            notes,
            notes[PLAYS],
            seat,
            number,
            key,
        )
        try_in_world(
            rows,
            layout,
            judging,
            weights,
            room,
            room_after,
            moves,
            scores,
            tried,
            count,
            values,
            (number - first) * apart,
            seat,
            turns,
            key,
        )
