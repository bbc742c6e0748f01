"""Moves compared: each is tried in the same worlds, as often as the others."""

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np

from sarja.bots.calibration import fit_for
from sarja.bots.search.cache import SEARCH
from sarja.bots.search.ground import desk_for, ground_of
from sarja.bots.search.plan import SURE, fitted_plan
from sarja.bots.search.seeing import Numbers, Plan, Room
from sarja.bots.turns import MEMORY
from sarja.kernel.chance import stream
from sarja.kernel.moves import move_to_index
from sarja.kernel.rows import from_view
from sarja.kernel.slots import (
    Layout,
    Longs,
    Rows,
)
from sarja.rules.model import Game, View
from sarja.rules.moves import Move

with SEARCH.one_builder("comparing"):
    from sarja.bots.search.hands import KNOWN, next_world, recall
    from sarja.bots.search.rollouts import try_in_world

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
        seat: int,
        count: int,
        worlds: int,
        turns: int,
        memory: int,
        seed: int,
    ) -> None:
        """Try the first `count` moves of `tried` in as many worlds, all of them in each.

        The worlds go with so many of the latest turns. `values` gets the chance to win, of
        `plan.SURE`, world by world, which are those that the plan for `judging` has for the scores
        at the end.
        """
        plays = recall(rows, layout, seat, memory, notes)
        for number in range(worlds):
            begin = number * count
            for at in range(begin, begin + count):
                values[at] = 0
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
                number + 1,
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
                begin,
                seat,
                turns,
                key,
            )


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
        game, layout, plan, weights = self._ground
        desk = desk_for(layout)
        desk.rows[KNOWN] = from_view(view, layout)
        tried = np.array([move_to_index(move, layout, game) for move in moves], np.int64)
        values = np.empty(worlds * len(moves), dtype=np.int64)
        try_moves(
            desk.rows,
            layout,
            plan,
            fitted_plan(plan, self._fit, view.position),
            weights,
            desk.room,
            desk.room_after,
            desk.moves,
            desk.scores,
            tried,
            values,
            desk.notes,
            view.position.to_act or view.position.turn,
            len(moves),
            worlds,
            turns,
            MEMORY,
            seed,
        )
        found: Chances = values.reshape(worlds, len(moves)) / _SURE
        return found
