"""How well hands go with what was played, for one state."""

from typing import NamedTuple

import numpy as np

from sarja.bots.search.ground import desk_for, ground_of
from sarja.bots.search.hands import KNOWN, WORLD
from sarja.bots.turns import MEMORY
from sarja.kernel.layout import card_codes
from sarja.kernel.rows import from_state, to_state
from sarja.rules.model import State
from tests.bots.search.fits_entry import fit_worlds, walk_worlds


class Fits(NamedTuple):
    """What a seat that looks back finds."""

    plays: int
    """So many plays of others could be told."""
    fits: list[int]
    """Of `plan.SURE`: the fit of the true hands, then of others, all deals as likely."""
    held: list[bool]
    """Whether the seat after it holds the card in each."""


def fits_of(state: State, others: int = 0, card: str | None = None) -> Fits:
    """How well the true hands and so many others go with the plays, as the seat to move sees it."""
    ground = ground_of(state.position.game)
    desk = desk_for(ground.layout)
    desk.rows[KNOWN] = from_state(state, ground.layout)
    fits, held = np.empty((2, 1 + others), dtype=np.int64)
    plays = fit_worlds(
        desk.rows,
        ground.layout,
        ground.plan,
        ground.weights,
        desk.room,
        desk.room_after,
        desk.moves,
        desk.scores,
        desk.notes,
        fits,
        held,
        state.position.turn,
        MEMORY,
        7,
        *_whom_and_what(state, card),
    )
    return Fits(plays, fits.tolist(), [bool(one) for one in held])


def walk(state: State, worlds: int, card: str | None = None) -> tuple[list[bool], State]:
    """Whether the next seat holds the card in worlds that a search draws, and the last of them."""
    ground = ground_of(state.position.game)
    desk = desk_for(ground.layout)
    desk.rows[KNOWN] = from_state(state, ground.layout)
    held = np.empty(worlds, dtype=np.int64)
    walk_worlds(
        desk.rows,
        ground.layout,
        ground.plan,
        ground.weights,
        desk.room,
        desk.room_after,
        desk.moves,
        desk.scores,
        desk.notes,
        held,
        state.position.turn,
        MEMORY,
        11,
        *_whom_and_what(state, card),
    )
    last = to_state(desk.rows[WORLD], ground.layout, state.position.game)
    return [bool(one) for one in held], last


def _whom_and_what(state: State, card: str | None) -> tuple[int, int]:
    position = state.position
    codes = list(card_codes(position.game.variant))
    return position.turn % position.game.seats + 1, -1 if card is None else codes.index(card)
