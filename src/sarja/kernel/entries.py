"""All that Python may ask of the kernel, as one compiled function with a number for each task.

One, because numba links and optimizes the parts anew for every function that Python may call:
eight of them took twice as long. `compiled` has a function for each task, which checks what it is
given; here everything is taken for granted.
"""

from typing import Final

import numpy as np

from sarja.kernel.chance import noise, stream
from sarja.kernel.code_cache import KERNEL
from sarja.kernel.hidden import redeal
from sarja.kernel.jit import spliced
from sarja.kernel.legality import is_legal, legal
from sarja.kernel.random_play import random_move, random_playout
from sarja.kernel.slots import MOST_MOVES, NONE, Flags, Layout, Longs, Rows
from sarja.kernel.status import is_over
from sarja.kernel.turns import deal, step

DEAL: Final = 0
REDEAL: Final = 1
LIST_MOVES: Final = 2
FLAG_MOVES: Final = 3
STEP: Final = 4
PICK_MOVES: Final = 5
PLAY_OUT: Final = 6


@spliced
def deal_rows(rows: Rows, layout: Layout, seeds: Longs, first_seat: int) -> int:
    """A new game in each row, by its seed; 0."""
    for at in range(len(rows)):
        deal(rows[at], layout, int(seeds[at]), first_seat)
    return 0


@spliced
def redeal_rows(rows: Rows, layout: Layout, seeds: Longs, seat: int) -> int:
    """The cards that the seat does not see dealt anew in each row, by its seed; 0."""
    for at in range(len(rows)):
        redeal(rows[at], layout, seat, int(seeds[at]))
    return 0


@spliced
def flag_moves(rows: Rows, layout: Layout, flags: Flags) -> int:
    """For each row a flag for each move, whether it is legal; 0."""
    moves = np.empty(layout[MOST_MOVES], dtype=np.int64)
    for at in range(len(rows)):
        row_flags = flags[at]
        for move in range(len(row_flags)):
            row_flags[move] = False
        for nth in range(legal(rows[at], layout, moves)):
            row_flags[moves[nth]] = True
    return 0


@spliced
def step_rows(rows: Rows, layout: Layout, moves: Longs) -> int:
    """The move of each row made; or the first row whose move is not legal, and none made."""
    room = np.empty(layout[MOST_MOVES], dtype=np.int64)
    for at in range(len(rows)):
        if moves[at] != NONE and not is_legal(rows[at], layout, moves[at], room):
            return at
    for at in range(len(rows)):
        if moves[at] != NONE:
            step(rows[at], layout, moves[at])
    return NONE


@spliced
def pick_moves(rows: Rows, layout: Layout, moves: Longs, seed: int) -> int:
    """A random legal move for each row whose game is not over; how many those are."""
    room = np.empty(layout[MOST_MOVES], dtype=np.int64)
    key, count = stream(seed, 0), 0
    for at in range(len(rows)):
        moves[at] = NONE
        if not is_over(rows[at]):
            moves[at] = random_move(rows[at], layout, noise(key, at), room)
            count += 1
    return count


@spliced
def play_out_rows(rows: Rows, layout: Layout, seed: int, plies: int) -> int:
    """Random moves made in each row, so many at most; how many were made in all."""
    room = np.empty(layout[MOST_MOVES], dtype=np.int64)
    made = 0
    for at in range(len(rows)):
        made += random_playout(rows[at], layout, stream(seed, at), plies, room)
    return made


@KERNEL.entry
def run(
    task: int, rows: Rows, layout: Layout, longs: Longs, flags: Flags, seed: int, number: int
) -> int:
    """Do the task; what the arguments are for and what comes back is said by each task."""
    if task == DEAL:
        return deal_rows(rows, layout, longs, number)
    if task == REDEAL:
        return redeal_rows(rows, layout, longs, number)
    if task == LIST_MOVES:
        return legal(rows[0], layout, longs)
    if task == FLAG_MOVES:
        return flag_moves(rows, layout, flags)
    if task == STEP:
        return step_rows(rows, layout, longs)
    if task == PICK_MOVES:
        return pick_moves(rows, layout, longs, seed)
    return play_out_rows(rows, layout, seed, number)
