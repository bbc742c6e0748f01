"""A view thought through: the moves worth trying, and what each came to."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np

from sarja.bots.search.cache import SEARCH
from sarja.bots.search.ground import Ground, desk_for, ground_of
from sarja.bots.search.plan import SURE
from sarja.kernel.chance import stream
from sarja.kernel.moves import index_to_move
from sarja.kernel.rows import from_view
from sarja.rules.model import View
from sarja.rules.moves import Move

with SEARCH.one_builder("search"):
    from sarja.bots.search.hands import KNOWN
    from sarja.bots.search.rollouts import begin_search, try_moves

Whole: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.int64]]"
"""[move]: a whole number, such as its number in the kernel, or the sum of its chances."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a bot thinks about a move."""

    simulations: int
    """Games played on in each search."""
    candidates: int
    """So many of the moves that score highest are tried."""
    turns: int
    """In each game the seat has so many more turns; then the score stands for the chance to win."""
    memory: int
    """Worlds go with so many of the latest turns."""
    searches: int = 1
    """With seeds of their own; they are added up."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A move, in how many games it was tried, and the chance to win that they showed, if any."""

    move: Move
    games: int
    chance: float | None


class Search:
    """One line of worlds, each made from the one before, and a desk to work at."""

    def __init__(self, view: View, ground: Ground, effort: Effort, seed: int) -> None:
        self._ground, self._effort = ground, effort
        self._desk = desk_for(ground.layout)
        self._desk.rows[KNOWN] = from_view(view, ground.layout)
        self._seed = seed
        self._worlds = 0

    def begin(self) -> Whole:
        """The moves worth trying, the best first; only one where nothing needs to be tried."""
        _, layout, plan, weights = self._ground
        desk, picked = self._desk, np.empty(self._effort.candidates, dtype=np.int64)
        count = begin_search(
            desk.rows,
            layout,
            plan,
            weights,
            desk.room,
            desk.room_after,
            desk.moves,
            desk.scores,
            picked,
            desk.notes,
            self._seed,
            self._effort.memory,
        )
        return picked[:count]

    def try_moves(self, moves: Whole, worlds: int) -> Whole:
        """The sum of the chances of each move in so many worlds more, of `plan.SURE`."""
        _, layout, plan, weights = self._ground
        desk, values = self._desk, np.empty(len(moves), dtype=np.int64)
        try_moves(
            desk.rows,
            layout,
            plan,
            weights,
            desk.room,
            desk.room_after,
            desk.moves,
            desk.scores,
            moves,
            values,
            desk.notes,
            self._seed,
            self._worlds + 1,
            worlds,
            self._effort.turns,
        )
        self._worlds += worlds
        return values


def think(view: View, seed: int, effort: Effort, threads: int = 1) -> list[Tried]:
    """Try the moves that score highest in so many games; the best comes first.

    Sequential halving: Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed
    bandits", 2013. In each round all that are left are tried in the same worlds of every search,
    and by the sums of all searches the better half goes on. So two moves are never compared by
    worlds of which only one has seen more than the other.

    Only one move comes, tried in no game, where nothing was to try. The same view and seed give the
    same answer, in one thread or more.
    """
    ground = ground_of(view.position.game)
    seeds = [stream(seed, number) for number in range(effort.searches)]
    searches = [Search(view, ground, effort, one) for one in seeds]
    # Ties among candidates fall alike for all, so that all try the same moves.
    moves, *_ = (search.begin() for search in searches)
    values, games = np.zeros((2, len(moves)), dtype=np.int64)
    rounds, alive = (len(moves) - 1).bit_length(), len(moves)
    with _pool(threads) as pool:
        while alive > 1:
            worlds = max(effort.simulations // (rounds * alive), 1)
            values[:alive] += _together(searches, pool, moves[:alive], worlds)
            games[:alive] += worlds * len(searches)
            order = np.argsort(-values[:alive], kind="stable")
            for found in (moves, values, games):
                found[:alive] = found[:alive][order]
            alive = (alive + 1) // 2
    seat = view.position.to_act or view.position.turn
    return [
        Tried(
            index_to_move(int(move), ground.layout, ground.game, seat),
            int(tried),
            int(value) / int(tried) / SURE if tried else None,
        )
        for move, value, tried in zip(moves, values, games, strict=True)
    ]


def _together(
    searches: Sequence[Search], pool: ThreadPoolExecutor | None, moves: Whole, worlds: int
) -> Whole:
    """The sums of all searches, each in so many worlds of its own."""
    one = partial(Search.try_moves, moves=moves, worlds=worlds)
    found = pool.map(one, searches) if pool else map(one, searches)
    total: Whole = np.sum(list(found), axis=0)
    return total


@contextmanager
def _pool(threads: int) -> Iterator[ThreadPoolExecutor | None]:
    if threads <= 1:
        yield None
        return
    with ThreadPoolExecutor(threads) as pool:
        yield pool
