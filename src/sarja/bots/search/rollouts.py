"""Games played on from a move, in worlds that fit what a seat knows, and the best move by them."""

from typing import Final

from sarja.bots.patterns import EXCHANGED, WON
from sarja.bots.search.cache import SEARCH
from sarja.bots.search.hands import fit_of_plays
from sarja.bots.search.plan import CHANCE_STEP, CHANCE_STEPS, CHANCE_TABLE, SURE
from sarja.bots.search.scoring import best_of, score_moves
from sarja.bots.search.seeing import Numbers, Plan, Room
from sarja.kernel.chance import SEED_BITS, below, noise, stream
from sarja.kernel.hidden import redeal
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

# What the rows of a search are for.
KNOWN: Final = 0
"""What the seat knows; the hidden cards lie in it anyhow."""
WORLD: Final = 1
"""A world that fits it."""
GAME: Final = 2
"""A game played on in that world."""
SPARE: Final = 3
ROWS: Final = 4

MOST_DRAWS: Final = 16
"""So often a world is drawn anew, at most, because it does not go with what was played."""
SEED_MASK: Final = (1 << SEED_BITS) - 1


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
def draw_world(
    rows: Rows,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Room,
    room_after: Room,
    moves: Longs,
    scores: Longs,
    seat: int,
    memory: int,
    key: int,
) -> None:
    """Make `rows[WORLD]` a world that fits what the seat knows, drawn by `key`.

    With a `memory` worlds are drawn until one goes with so many of the latest turns: one that goes
    half as well is taken half as often. The last of `MOST_DRAWS` is taken anyhow.
    """
    for nth in range(MOST_DRAWS):
        copy_row(rows[KNOWN], rows[WORLD])
        redeal(rows[WORLD], layout, seat, (key + nth) & SEED_MASK)
        if memory == 0:
            break
        copy_row(rows[WORLD], rows[GAME])
        fit = fit_of_plays(
            rows[GAME],
            layout,
            plan,
            weights,
            room,
            room_after,
            rows[SPARE],
            moves,
            scores,
            seat,
            memory,
        )
        if below(noise(key, -1 - nth), SURE) < fit:
            break


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
    memory: int,
    key: int,
) -> None:
    """Try the first `count` moves of `tried` in one world that fits `rows[KNOWN]`, drawn by `key`.

    With a `memory` the world also goes with so many of the latest turns. The chance that each move
    shows is added to `values`, from slot `begin` on. An exchange is no turn: who makes one plays a
    turn more, so that all games are cut at the same place.
    """
    world, game = rows[WORLD], rows[GAME]
    draw_world(rows, layout, plan, weights, room, room_after, moves, scores, seat, memory, key)
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
    seed: int,
    simulations: int,
    most: int,
    turns: int,
    trust: int,
    memory: int,
) -> int:
    """Look for the best move of the seat that must act in `rows[KNOWN]`: sequential halving.

    Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits", 2013. Each
    candidate is tried in the same worlds; after each round the better half goes on. What its score
    says counts as if it had been found in so many worlds as the `trust` says.

    Returns how many moves are in `picked`, the best first, and writes into `values` the sum of the
    chances of each and behind them, from slot `most` on, in how many worlds each was tried, the
    trusted ones too; 0 worlds where no search was needed.
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
    score_moves(known, layout, plan, weights, room, room_after, spare, moves, scores)
    for at in range(found):
        values[most + at] = trust
        for nth in range(count):
            if moves[nth] == picked[at]:
                values[at] = trust * chance_of(plan, scores[nth])
    rounds = 1
    while 1 << rounds < found:
        rounds += 1
    alive, number = found, 0
    while alive > 1:
        for _ in range(max(simulations // (rounds * alive), 1)):
            number += 1
            key = stream(seed, number)
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
                memory,
                key,
            )
            for at in range(alive):
                values[most + at] += 1
        sort_by_value(picked, values, alive, most)
        alive = (alive + 1) // 2
    return found
