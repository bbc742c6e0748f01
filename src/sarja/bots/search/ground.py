"""What all searches in games of a variant and setup share, and the room that one works in."""

from threading import Lock as Mutex
from typing import Final, NamedTuple

import numpy as np

from sarja.bots.learned import table_for
from sarja.bots.search.hands import NOTES, ROWS
from sarja.bots.search.plan import plan_of
from sarja.bots.search.seeing import RoomArray, room_for
from sarja.kernel.layout import layout_of
from sarja.kernel.slots import MOST_MOVES, ROW_SIZE, LayoutArray
from sarja.rules.model import Game


class Ground(NamedTuple):
    """What a search stands on; it takes some milliseconds to make."""

    game: Game
    layout: LayoutArray
    plan: LayoutArray
    weights: "np.ndarray[tuple[int], np.dtype[np.int32]]"
    """Of the learned table."""


class Desk(NamedTuple):
    """Arrays that a search writes into; each thread needs its own."""

    rows: "np.ndarray[tuple[int, int], np.dtype[np.int16]]"
    room: RoomArray
    room_after: RoomArray
    moves: "np.ndarray[tuple[int], np.dtype[np.int64]]"
    scores: "np.ndarray[tuple[int], np.dtype[np.int64]]"
    notes: "np.ndarray[tuple[int], np.dtype[np.int64]]"


GROUNDS_KEPT: Final = 16
_grounds: list[Ground] = []
_mutex = Mutex()


def ground_of(game: Game) -> Ground:
    """The ground for the game; the latest ones are kept."""
    # Found by comparing: a view that comes from another process has a variant of its own.
    with _mutex:
        for ground in _grounds:
            if (ground.game.setup, ground.game.variant) == (game.setup, game.variant):
                return ground
        weights = np.array(table_for(game).weights, dtype=np.int32)
        ground = Ground(game, layout_of(game), plan_of(game), weights)
        _grounds.append(ground)
        del _grounds[:-GROUNDS_KEPT]
        return ground


def desk_for(layout: LayoutArray) -> Desk:
    """New room for one search."""
    moves, scores = np.empty((2, layout[MOST_MOVES]), dtype=np.int64)
    return Desk(
        np.empty((ROWS, layout[ROW_SIZE]), dtype=np.int16),
        room_for(layout),
        room_for(layout),
        moves,
        scores,
        np.zeros(NOTES, dtype=np.int64),
    )
