"""A view thought through: the moves worth trying, and what each came to."""

from dataclasses import dataclass
from threading import Lock as Mutex
from typing import Final, NamedTuple

import numpy as np

from sarja.bots.learned import table_for
from sarja.bots.search.cache import SEARCH
from sarja.bots.search.plan import SURE, plan_of
from sarja.bots.search.seeing import room_for
from sarja.kernel.layout import layout_of
from sarja.kernel.moves import index_to_move
from sarja.kernel.rows import from_view
from sarja.kernel.slots import MOST_MOVES, ROW_SIZE, LayoutArray
from sarja.rules.model import Game, View
from sarja.rules.moves import Move

with SEARCH.one_builder("search"):
    from sarja.bots.search.rollouts import KNOWN, ROWS, search


@dataclass(frozen=True, slots=True)
class Tried:
    """A move, in how many games it was tried, and the chance to win that they showed, if any."""

    move: Move
    games: int
    chance: float | None


class _Ground(NamedTuple):
    """What all searches in games of a variant and setup share."""

    game: Game
    layout: LayoutArray
    plan: LayoutArray
    weights: "np.ndarray[tuple[int], np.dtype[np.int32]]"


GROUNDS_KEPT: Final = 16
_grounds: list[_Ground] = []
_mutex = Mutex()


def think(view: View, seed: int, simulations: int, candidates: int, turns: int) -> list[Tried]:
    """Try the moves that score highest, as many as `candidates`, in so many games altogether.

    In each the seat has `turns` more turns; then the score stands for the chance to win. The best
    comes first; only one comes, tried in no game, where nothing was to try. The same view and seed
    give the same answer.
    """
    game = view.position.game
    ground = _ground_of(game)
    layout = ground.layout
    rows = np.empty((ROWS, layout[ROW_SIZE]), dtype=np.int16)
    rows[KNOWN] = from_view(view, layout)
    room, room_after = room_for(layout), room_for(layout)
    moves, scores = np.empty((2, layout[MOST_MOVES]), dtype=np.int64)
    picked = np.empty(candidates, dtype=np.int64)
    values = np.empty(2 * candidates, dtype=np.int64)
    found = search(
        rows,
        layout,
        ground.plan,
        ground.weights,
        room,
        room_after,
        moves,
        scores,
        picked,
        values,
        seed,
        simulations,
        candidates,
        turns,
    )
    seat = view.position.to_act or view.position.turn
    tried = []
    for at in range(found):
        games = int(values[candidates + at])
        chance = int(values[at]) / games / SURE if games else None
        tried.append(Tried(index_to_move(int(picked[at]), layout, game, seat), games, chance))
    return tried


def _ground_of(game: Game) -> _Ground:
    # Found by comparing: a view that comes from another process has a variant of its own.
    with _mutex:
        for ground in _grounds:
            if (ground.game.setup, ground.game.variant) == (game.setup, game.variant):
                return ground
        weights = np.array(table_for(game).weights, dtype=np.int32)
        ground = _Ground(game, layout_of(game), plan_of(game), weights)
        _grounds.append(ground)
        del _grounds[:-GROUNDS_KEPT]
        return ground
