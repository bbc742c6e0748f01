"""Doors into what plays say about hands, for tests."""

from pathlib import Path

import sarja.bots
from sarja.bots.search.hands import (
    KNOWN,
    WORLD,
    any_world,
    fit_of_plays,
    next_world,
    recall,
)
from sarja.bots.search.plan import SURE
from sarja.bots.search.seeing import Numbers, Plan, Room
from sarja.kernel.cards import hand_at, hand_size
from sarja.kernel.chance import stream
from sarja.kernel.code_cache import CodeCache
from sarja.kernel.jit import jitted
from sarja.kernel.slots import SEATS, Layout, Longs, Rows
from sarja.kernel.status import copy_row

CACHE = CodeCache(Path(sarja.bots.__file__).parent, Path(__file__).parent)


@jitted
def holds(rows: Rows, layout: Layout, seat: int, card: int) -> int:
    """1 where the seat holds the card in the world, else 0."""
    begin, found = hand_at(layout, seat), 0
    for at in range(begin, begin + hand_size(rows[WORLD], layout, seat)):
        if rows[WORLD][at] == card:
            found = 1
    return found


@jitted
def fit_of_world(
    rows: Rows,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Room,
    room_after: Room,
    moves: Longs,
    scores: Longs,
    notes: Longs,
    plays: int,
    seat: int,
) -> int:
    """How well all other hands go with their plays."""
    fit = SURE
    for other in range(1, layout[SEATS] + 1):
        if other != seat:
            one = fit_of_plays(
                rows, layout, plan, weights, room, room_after, moves, scores, notes, plays, other
            )
            fit = fit * one // SURE
    return fit


@CACHE.entry
def fit_worlds(
    rows: Rows,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Room,
    room_after: Room,
    moves: Longs,
    scores: Longs,
    notes: Longs,
    fits: Longs,
    held: Longs,
    seat: int,
    memory: int,
    seed: int,
    other: int,
    card: int,
) -> int:
    """How well each world goes with the latest plays: the one that is known, then others.

    `held` tells whether that seat holds the card in it. Returns how many plays were looked at.
    """
    plays = recall(rows, layout, seat, memory, notes)
    for nth in range(len(fits)):
        copy_row(rows[KNOWN], rows[WORLD])
        if nth > 0:
            any_world(rows, layout, seat, stream(seed, nth))
        fits[nth] = fit_of_world(
            rows, layout, plan, weights, room, room_after, moves, scores, notes, plays, seat
        )
        held[nth] = holds(rows, layout, other, card)
    return plays


@CACHE.entry
def walk_worlds(
    rows: Rows,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Room,
    room_after: Room,
    moves: Longs,
    scores: Longs,
    notes: Longs,
    held: Longs,
    seat: int,
    memory: int,
    seed: int,
    other: int,
    card: int,
) -> int:
    """The same for worlds that come one from another, as a search draws them."""
    plays = recall(rows, layout, seat, memory, notes)
    for nth in range(len(held)):
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
            nth + 1,
            stream(seed, nth),
        )
        held[nth] = holds(rows, layout, other, card)
    return plays
