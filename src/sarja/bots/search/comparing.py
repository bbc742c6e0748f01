"""Moves compared: each is tried in the same worlds, as often as the others."""

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np

from sarja.bots.calibration import fit_for
from sarja.bots.search.ground import ground_of
from sarja.bots.search.plan import SURE, fitted_plan
from sarja.bots.search.thinking import Search
from sarja.bots.turns import MEMORY
from sarja.kernel.moves import move_to_index
from sarja.rules.model import Game, View
from sarja.rules.moves import Move

Chances: TypeAlias = "np.ndarray[tuple[int, int], np.dtype[np.float64]]"
"""[world, move]: the chance to win."""

_SURE: Final = float(SURE)


class Comparison:
    """What all comparisons in games of a variant and setup share; it takes some milliseconds."""

    def __init__(self, game: Game) -> None:
        self._ground = ground_of(game)
        self._fit = fit_for(game)

    def chances(
        self, view: View, moves: Sequence[Move], worlds: int, turns: int, seed: int
    ) -> Chances:
        """The chance of each legal move of the view's seat in each of so many worlds.

        The worlds go with the latest plays, each comes from the one before. In every game that is
        played on the seat has `turns` more turns; then the score stands for the chance to win.
        """
        game, layout, plan, _ = self._ground
        judging = fitted_plan(plan, self._fit, view.position)
        search = Search(view, self._ground, MEMORY, seed, judging)
        search.begin(len(moves))
        tried = np.array([move_to_index(move, layout, game) for move in moves], np.int64)
        found: Chances = search.try_apart(tried, worlds, turns) / _SURE
        return found
