"""A door into what plays say about hands, for tests."""

from pathlib import Path

import sarja.bots
from sarja.bots.search.hands import fit_of_plays
from sarja.bots.search.seeing import Numbers, Plan, Room
from sarja.kernel.chance import stream
from sarja.kernel.code_cache import CodeCache
from sarja.kernel.hidden import redeal
from sarja.kernel.slots import Layout, Longs, Row
from sarja.kernel.status import copy_row

CACHE = CodeCache(Path(sarja.bots.__file__).parent, Path(__file__).parent)
MASK = (1 << 60) - 1


@CACHE.entry
def fit_worlds(
    known: Row,
    world: Row,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Room,
    room_after: Room,
    spare: Row,
    moves: Longs,
    scores: Longs,
    fits: Longs,
    seat: int,
    memory: int,
    seed: int,
) -> int:
    """How well each world goes with the latest plays: the one that is known, then others."""
    for nth in range(len(fits)):
        copy_row(known, world)
        if nth > 0:
            redeal(world, layout, seat, stream(seed, nth) & MASK)
        fits[nth] = fit_of_plays(
            world,
            layout,
            plan,
            weights,
            room,
            room_after,
            spare,
            moves,
            scores,
            seat,
            memory,
        )
    return 0
