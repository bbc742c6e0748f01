"""Moves compared: each is tried in the same worlds, as often as the others."""

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np

from sarja.bots.calibration import Fit, fit_for, logistic
from sarja.bots.learned import table_for
from sarja.bots.patterns import UNIT
from sarja.bots.search.cache import SEARCH
from sarja.bots.search.plan import CHANCE_STEP, CHANCE_STEPS, CHANCE_TABLE, SURE, plan_of
from sarja.bots.search.seeing import Numbers, Plan, Room, room_for
from sarja.kernel.chance import stream
from sarja.kernel.layout import layout_of
from sarja.kernel.moves import move_to_index
from sarja.kernel.rows import from_view
from sarja.kernel.slots import (
    MOST_MOVES,
    ROW_SIZE,
    Layout,
    LayoutArray,
    Longs,
    Rows,
)
from sarja.rules.model import Game, Position, View
from sarja.rules.moves import Move

with SEARCH.one_builder("comparing"):
    from sarja.bots.search.rollouts import KNOWN, ROWS, try_in_world

    @SEARCH.entry
    def try_moves(
        rows: Rows,
        layout: Layout,
        plan: Plan,
        weights: Numbers,
        room: Room,
        room_after: Room,
        moves: Longs,
        scores: Longs,
        tried: Longs,
        values: Longs,
        seat: int,
        count: int,
        worlds: int,
        turns: int,
        seed: int,
    ) -> None:
        """Try the first `count` moves of `tried` in as many worlds, all of them in each.

        `values` gets the chance to win, of `plan.SURE`, world by world.
        """
        for number in range(worlds):
            begin = number * count
            for at in range(begin, begin + count):
                values[at] = 0
            try_in_world(
                rows,
                layout,
                plan,
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
                stream(seed, number),
            )


Chances: TypeAlias = "np.ndarray[tuple[int, int], np.dtype[np.float64]]"
"""[world, move]: the chance to win."""

_SURE: Final = float(SURE)


class Comparison:
    """What all comparisons in games of a variant and setup share; it takes some milliseconds."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._layout = layout_of(game)
        self._plan = plan_of(game)
        self._fit = fit_for(game)
        self._weights = np.array(table_for(game).weights, dtype=np.int32)

    def chances(
        self, view: View, moves: Sequence[Move], worlds: int, turns: int, seed: int
    ) -> Chances:
        """The chance of each legal move of the view's seat in each of so many worlds.

        In every game that is played on the seat has `turns` more turns; then the score stands for
        the chance to win.
        """
        layout = self._layout
        rows = np.empty((ROWS, layout[ROW_SIZE]), dtype=np.int16)
        rows[KNOWN] = from_view(view, layout)
        room, room_after = room_for(layout), room_for(layout)
        listed, scores = np.empty((2, layout[MOST_MOVES]), dtype=np.int64)
        tried = np.array([move_to_index(move, layout, self._game) for move in moves], np.int64)
        values = np.empty(worlds * len(moves), dtype=np.int64)
        seat = view.position.to_act or view.position.turn
        plan = calibrated_plan(self._plan, self._fit, view.position)
        try_moves(
            rows,
            layout,
            plan,
            self._weights,
            room,
            room_after,
            listed,
            scores,
            tried,
            values,
            seat,
            len(moves),
            worlds,
            turns,
            seed,
        )
        found: Chances = values.reshape(worlds, len(moves)) / _SURE
        return found


def calibrated_plan(plan: LayoutArray, fit: Fit, position: Position) -> LayoutArray:
    """The plan with the chances that scores stand for in that position."""
    shift = fit.shift(position)
    calibrated = plan.copy()
    begin = int(plan[CHANCE_TABLE])
    for at in range(2 * CHANCE_STEPS + 1):
        logit = fit.slope * (at - CHANCE_STEPS) * CHANCE_STEP / UNIT + shift
        calibrated[begin + at] = round(SURE * logistic(logit))
    calibrated.flags.writeable = False
    return calibrated
