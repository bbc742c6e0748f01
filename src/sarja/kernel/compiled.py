"""The compiled kernel for callers in Python: on one row, or on many at once.

Importing this module compiles it, or reads it from the cache; of several processes that do so for
the first time one compiles, and the others wait for its code. Arrays are written in place. They
must have the very types that are named, or it is a TypeError, and the sizes that belong together,
or it is a `KernelError`, which is a ValueError. What stands in a row is not checked: it comes from
`deal_rows`, `from_state` or `from_view`.
"""

from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from sarja.kernel.chance import SEED_BITS
from sarja.kernel.code_cache import KERNEL
from sarja.kernel.errors import KernelError
from sarja.kernel.slots import MOST_MOVES, MOVE_COUNT, ROW_SIZE, SEATS, LayoutArray, RowArray

with KERNEL.one_builder("entries"):
    from sarja.kernel.entries import (
        DEAL,
        FLAG_MOVES,
        LIST_MOVES,
        PICK_MOVES,
        PLAY_OUT,
        REDEAL,
        STEP,
        run,
    )

LongArray: TypeAlias = npt.NDArray[np.int64]
FlagArray: TypeAlias = npt.NDArray[np.bool_]

NO_LONGS: Final[LongArray] = np.empty(0, dtype=np.int64)
NO_FLAGS: Final[FlagArray] = np.empty((0, 0), dtype=np.bool_)


def deal_rows(rows: RowArray, layout: LayoutArray, seeds: LongArray, first_seat: int) -> None:
    """Fill each row with a new game of its seed; that seat plays first (R5)."""
    _check_rows(rows, layout, len(seeds))
    _check_seeds(seeds)
    _check_seat(first_seat, layout, 1)
    run(DEAL, rows, layout, seeds, NO_FLAGS, 0, first_seat)


def redeal_rows(rows: RowArray, layout: LayoutArray, seeds: LongArray, seat: int) -> None:
    """Deal the cards that the seat does not see anew in each row, by the row's seed.

    That is, the other hands and the deck; for seat 0 all hands. Every deal is as likely as
    another, and coming reshuffles follow from the seed. Rows that differ give different deals.
    """
    _check_rows(rows, layout, len(seeds))
    _check_seeds(seeds)
    _check_seat(seat, layout, 0)
    run(REDEAL, rows, layout, seeds, NO_FLAGS, 0, seat)


def legal_moves(row: RowArray, layout: LayoutArray, moves: LongArray) -> int:
    """Write the legal moves into `moves` and return how many they are; 0 when the game is over.

    `moves` has room for `layout[MOST_MOVES]`. They come in the order in which `rules` lists them.
    """
    rows = row[np.newaxis]
    _check_rows(rows, layout, 1)
    if len(moves) < layout[MOST_MOVES]:
        raise KernelError("room-too-small", room=len(moves), most=int(layout[MOST_MOVES]))
    return run(LIST_MOVES, rows, layout, moves, NO_FLAGS, 0, 0)


def legal_flags(rows: RowArray, layout: LayoutArray, flags: FlagArray) -> None:
    """Write for each row which moves are legal: a flag for each of `layout[MOVE_COUNT]`."""
    _check_rows(rows, layout, len(rows))
    _check_shape(flags, len(rows), int(layout[MOVE_COUNT]))
    run(FLAG_MOVES, rows, layout, NO_LONGS, flags, 0, 0)


def step_rows(rows: RowArray, layout: LayoutArray, moves: LongArray) -> int:
    """Make in each row its move; `NONE` leaves the row as it is.

    Returns -1, or the first row whose move is not legal; then no row has changed.
    """
    _check_rows(rows, layout, len(moves))
    return run(STEP, rows, layout, moves, NO_FLAGS, 0, 0)


def random_moves(rows: RowArray, layout: LayoutArray, seed: int, moves: LongArray) -> int:
    """Write for each row a random legal move, or `NONE` where the game is over.

    Returns how many games are not over. A row's move follows from the seed and the row's place.
    """
    _check_rows(rows, layout, len(moves))
    return run(PICK_MOVES, rows, layout, moves, NO_FLAGS, seed, 0)


def play_out_rows(rows: RowArray, layout: LayoutArray, seed: int, plies: int) -> int:
    """Play random moves in each row until so many are made or its game is over.

    Returns how many were made in all. A row's moves follow from the seed and the row's place.
    """
    _check_rows(rows, layout, len(rows))
    return run(PLAY_OUT, rows, layout, NO_LONGS, NO_FLAGS, seed, plies)


def perft(row: RowArray, layout: LayoutArray, depth: int) -> int:
    """How many sequences of exactly so many legal moves there are from here.

    Reshuffles on the way follow from the row's seed, so that no chance is left. Games that are
    over sooner count nothing. Compiled when it is first called.
    """
    with KERNEL.one_builder("perft"):
        from sarja.kernel.counting import count_sequences  # noqa: PLC0415

    _check_rows(row[np.newaxis], layout, 1)
    return count_sequences(row, layout, depth) if depth > 0 else 1


def _check_rows(rows: RowArray, layout: LayoutArray, count: int) -> None:
    _check_shape(rows, count, int(layout[ROW_SIZE]))


def _check_shape(array: npt.NDArray[Any], count: int, width: int) -> None:
    if array.shape != (count, width):
        found = "x".join(map(str, array.shape))
        raise KernelError("rows-unfit", found=found, expected=f"{count}x{width}")


def _check_seat(seat: int, layout: LayoutArray, first: int) -> None:
    if not first <= seat <= layout[SEATS]:
        raise KernelError("seat-not-dealt", seat=seat)


def _check_seeds(seeds: LongArray) -> None:
    if len(seeds) and not 0 <= seeds.min() <= seeds.max() < 1 << SEED_BITS:
        raise KernelError("seed-out-of-range", most=(1 << SEED_BITS) - 1)
