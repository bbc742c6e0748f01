"""A view thought through: the moves worth trying, and what each came to."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

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
    from sarja.bots.search.rollouts import search


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


class _Finding(NamedTuple):
    """What a search found about a move."""

    move: int
    value: int
    """The sum of its chances in so many games."""
    games: int


FINALISTS: Final = 2
"""So many moves of each search are compared when searches are added up."""


def think(view: View, seed: int, effort: Effort, threads: int = 1) -> list[Tried]:
    """Try the moves that score highest in so many games; the best comes first.

    Only one comes, tried in no game, where nothing was to try. The same view and seed give the same
    answer, in one thread or more.
    """
    ground = ground_of(view.position.game)
    once = partial(_search_once, view, ground, effort)
    seeds = [stream(seed, number) for number in range(effort.searches)]
    found = _in_threads(once, seeds, threads) if threads > 1 else [once(one) for one in seeds]
    seat = view.position.to_act or view.position.turn
    tried = []
    for move, value, games in _add_up(found):
        chance = value / games / SURE if games else None
        tried.append(Tried(index_to_move(move, ground.layout, ground.game, seat), games, chance))
    return tried


def _in_threads(
    once: Callable[[int], list[_Finding]], seeds: Sequence[int], threads: int
) -> list[list[_Finding]]:
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(once, seeds))


def _search_once(view: View, ground: Ground, effort: Effort, seed: int) -> list[_Finding]:
    """The moves that were tried, the best first."""
    layout, most = ground.layout, effort.candidates
    desk = desk_for(layout)
    desk.rows[KNOWN] = from_view(view, layout)
    picked = np.empty(most, dtype=np.int64)
    values = np.empty(2 * most, dtype=np.int64)
    count = search(
        desk.rows,
        layout,
        ground.plan,
        ground.weights,
        desk.room,
        desk.room_after,
        desk.moves,
        desk.scores,
        picked,
        values,
        desk.notes,
        seed,
        effort.simulations,
        most,
        effort.turns,
        effort.memory,
    )
    return [
        _Finding(int(picked[at]), int(values[at]), int(values[most + at])) for at in range(count)
    ]


def _add_up(searches: Sequence[Sequence[_Finding]]) -> Iterable[_Finding]:
    """What the searches found together, the best first.

    Those that came far in some search are compared by the mean of all; the others follow. A move
    that ties with others may be a candidate in one search and in another not.
    """
    if len(searches) == 1:
        return searches[0]
    sums: dict[int, _Finding] = {}
    for findings in searches:
        for move, value, games in findings:
            before = sums.get(move, _Finding(move, 0, 0))
            sums[move] = _Finding(move, before.value + value, before.games + games)
    finalists = {finding.move for findings in searches for finding in findings[:FINALISTS]}

    def rank(finding: _Finding) -> tuple[bool, float]:
        return finding.move in finalists, finding.value / max(finding.games, 1)

    return sorted(sums.values(), key=rank, reverse=True)
