"""A door into the compiled scores, for tests."""

from pathlib import Path

import sarja.bots
from sarja.bots.patterns import EXCHANGED
from sarja.bots.search.scoring import score_afterstate, score_moves
from sarja.bots.search.seeing import Numbers, Plan, Room
from sarja.kernel.code_cache import CodeCache
from sarja.kernel.slots import Layout, Longs, Row

CACHE = CodeCache(Path(sarja.bots.__file__).parent, Path(__file__).parent)


@CACHE.entry
def list_scores(
    row: Row,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Room,
    room_after: Room,
    spare: Row,
    moves: Longs,
    scores: Longs,
    afresh: int,
) -> int:
    """List the legal moves and the score of each; how many they are."""
    count = score_moves(row, layout, plan, weights, room, room_after, spare, moves, scores)
    for nth in range(count if afresh == 1 else 0):
        if scores[nth] != EXCHANGED:
            scores[nth] = score_afterstate(row, layout, plan, weights, room, spare, moves[nth])
    return count
