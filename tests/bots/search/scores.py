"""Scores of the compiled kind, for one view."""

from collections.abc import Sequence

import numpy as np

from sarja.bots.search.plan import plan_of
from sarja.bots.search.seeing import room_for
from sarja.kernel.layout import layout_of
from sarja.kernel.moves import index_to_move
from sarja.kernel.rows import from_view
from sarja.kernel.slots import MOST_MOVES
from sarja.rules.model import View
from sarja.rules.moves import Move
from tests.bots.search.scoring_entry import list_scores


def compiled_scores(view: View, weights: Sequence[int], afresh: bool) -> dict[Move, int]:
    """The score of each legal move; `afresh` from scratch, else by what a play changes."""
    game = view.position.game
    layout = layout_of(game)
    row = from_view(view, layout)
    moves, scores = np.empty((2, layout[MOST_MOVES]), dtype=np.int64)
    count = list_scores(
        row,
        layout,
        plan_of(game),
        np.array(weights, dtype=np.int32),
        room_for(layout),
        room_for(layout),
        row.copy(),
        moves,
        scores,
        int(afresh),
    )
    seat = view.position.to_act or 0
    return {
        index_to_move(int(moves[nth]), layout, game, seat): int(scores[nth]) for nth in range(count)
    }
