"""Games played on from a move, in worlds that fit what a seat knows, and the best move by them."""

from sarja.bots.patterns import EXCHANGED, WON
from sarja.bots.search.cache import SEARCH
from sarja.bots.search.hands import GAME, KNOWN, SPARE, WORLD, next_world, recall
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


@jitted
def sort_by_value(picked: Longs, values: Longs, alive: int, most: int) -> None:
    """Sort those still alive by value, the best first; equal ones stay in order."""
    for at in range(1, alive):
        move, value, tried = picked[at], values[at], values[most + at]
        to = at
        while to > 0 and values[to - 1] < value:
            picked[to] = picked[to - 1]
            values[to] = values[to - 1]
            values[most + to] = values[most + to - 1]
            to -= 1
        picked[to] = move
        values[to] = value
        values[most + to] = tried


@SEARCH.entry
def search(
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
    notes: Longs,
    seed: int,
    simulations: int,
    most: int,
    turns: int,
    memory: int,
) -> int:
    """Look for the best move of the seat that must act in `rows[KNOWN]`: sequential halving.

    Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits", 2013. Each
    candidate is tried in the same worlds; after each round the better half goes on. With a `memory`
    worlds go with so many of the latest turns.

    Returns how many moves are in `picked`, the best first, and writes into `values` the sum of the
    chances of each and behind them, from slot `most` on, in how many worlds each was tried; 0
    where no search was needed.
    """
    known, spare = rows[KNOWN], rows[SPARE]
    seat = to_act(known)
    count = score_moves(known, layout, plan, weights, room, room_after, spare, moves, scores)
    best = best_of(scores, count, noise(stream(seed, 0), 0))
    for at in range(2 * most):
        values[at] = 0
    if count == 1 or scores[best] >= EXCHANGED:
        picked[0] = moves[best]
        return 1
    found = pick_candidates(moves, scores, count, most, picked, stream(seed, 1))
    rounds = 1
    while 1 << rounds < found:
        rounds += 1
    plays = recall(rows, layout, seat, memory, notes)
    alive, number = found, 0
    while alive > 1:
        for _ in range(max(simulations // (rounds * alive), 1)):
            number += 1
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
                plays,
                seat,
                number,
                key,
            )
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
                alive,
                values,
                0,
                seat,
                turns,
                key,
            )
            for at in range(alive):
                values[most + at] += 1
        sort_by_value(picked, values, alive, most)
        alive = (alive + 1) // 2
    return found
