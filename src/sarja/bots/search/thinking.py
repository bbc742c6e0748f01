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
from sarja.kernel.slots import LayoutArray
from sarja.rules.model import View
from sarja.rules.moves import Move

with SEARCH.one_builder("search"):
    from sarja.bots.search.hands import KNOWN
    from sarja.bots.search.rollouts import begin_search, try_moves

Whole: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.int64]]"
"""[move]: a whole number, such as its number in the kernel, or the sum of its chances."""
Apart: TypeAlias = "np.ndarray[tuple[int, int], np.dtype[np.int64]]"
"""[world, move]: the chance to win, of `plan.SURE`."""


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

    def __init__(
        self, view: View, ground: Ground, memory: int, seed: int, judging: LayoutArray
    ) -> None:
        """Worlds go with so many of the latest turns; what a score is worth says `judging`."""
        self._ground, self._judging = ground, judging
        self._desk = desk_for(ground.layout)
        self._desk.rows[KNOWN] = from_view(view, ground.layout)
        self._memory, self._seed = memory, seed
        self._worlds = 0

    def begin(self, most: int) -> Whole:
        """The moves worth trying, so many at most, the best first; one where none is to be tried.

        It comes before the first move is tried, as it also notes what the latest plays were.
        """
        _, layout, plan, weights = self._ground
        desk, picked = self._desk, np.empty(most, dtype=np.int64)
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
            self._memory,
        )
        return picked[:count]

    def try_moves(self, moves: Whole, worlds: int, turns: int) -> Whole:
        """The sum of the chances of each move in so many worlds more, of `plan.SURE`."""
        return self._try(moves, worlds, turns, np.empty(len(moves), dtype=np.int64))

    def try_apart(self, moves: Whole, worlds: int, turns: int) -> Apart:
        """The chance of each move in each of so many worlds more, of `plan.SURE`."""
        values = np.empty(worlds * len(moves), dtype=np.int64)
        found: Apart = self._try(moves, worlds, turns, values).reshape(worlds, len(moves))
        return found

    def _try(self, moves: Whole, worlds: int, turns: int, values: Whole) -> Whole:
        _, layout, plan, weights = self._ground
        desk = self._desk
        try_moves(
            desk.rows,
            layout,
            plan,
            self._judging,
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
            turns,
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
    searches = [Search(view, ground, effort.memory, one, ground.plan) for one in seeds]
    # Ties among candidates fall alike for all, so that all try the same moves.
    moves, *_ = (search.begin(effort.candidates) for search in searches)
    values, games = np.zeros((2, len(moves)), dtype=np.int64)
    rounds, alive = (len(moves) - 1).bit_length(), len(moves)
    with _pool(threads) as pool:
        while alive > 1:
            worlds = max(effort.simulations // (rounds * alive), 1)
            values[:alive] += _together(searches, pool, moves[:alive], worlds, effort.turns)
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
    searches: Sequence[Search],
    pool: ThreadPoolExecutor | None,
    moves: Whole,
    worlds: int,
    turns: int,
) -> Whole:
    """The sums of all searches, each in so many worlds of its own."""
    one = partial(Search.try_moves, moves=moves, worlds=worlds, turns=turns)
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
