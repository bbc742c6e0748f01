"""Perft: counting move sequences; compiled apart, since few programs count."""

import numpy as np

from sarja.kernel.code_cache import KERNEL
from sarja.kernel.legality import legal
from sarja.kernel.slots import MOST_MOVES, ROW_SIZE, Layout, Row
from sarja.kernel.status import copy_row
from sarja.kernel.turns import step


@KERNEL.entry
def count_sequences(row: Row, layout: Layout, depth: int) -> int:
    """How many sequences of `depth` moves there are from the row; 1 or more deep."""
    # For each depth the game, its legal moves, and how many of them are still to be tried.
    games = np.empty((depth, layout[ROW_SIZE]), dtype=np.int16)
    moves = np.empty((depth, layout[MOST_MOVES]), dtype=np.int64)
    left = np.empty(depth, dtype=np.int64)
    copy_row(row, games[0])
    left[0] = legal(games[0], layout, moves[0])
    count, at = 0, 0
    while at >= 0:
        if at == depth - 1:
            # Each last move ends one sequence; it need not be made.
            count += left[at]
            left[at] = 0
        if left[at] == 0:
            at -= 1
        else:
            left[at] -= 1
            move = moves[at][left[at]]
            at += 1
            copy_row(games[at - 1], games[at])
            step(games[at], layout, move)
            left[at] = legal(games[at], layout, moves[at])
    return count
