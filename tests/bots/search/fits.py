"""How well hands go with what was played, for one state."""

import numpy as np

from sarja.bots.search.ground import desk_for, ground_of
from sarja.kernel.rows import from_state
from sarja.rules.model import State
from tests.bots.search.fits_entry import fit_worlds

MEMORY = 9


def fits_of(state: State, others: int = 0) -> list[int]:
    """Of `plan.SURE`: the fit of the true hands, as the seat to move looks back; then of others."""
    ground = ground_of(state.position.game)
    desk = desk_for(ground.layout)
    fits = np.empty(1 + others, dtype=np.int64)
    fit_worlds(
        from_state(state, ground.layout),
        desk.rows[1],
        ground.layout,
        ground.plan,
        ground.weights,
        desk.room,
        desk.room_after,
        desk.rows[3],
        desk.moves,
        desk.scores,
        fits,
        state.position.turn,
        MEMORY,
        7,
    )
    found: list[int] = fits.tolist()
    return found
