"""Perft: the count of move sequences, fixed for ever, and the same as slow counting by `rules`.

A changed number means a changed rule, a changed shuffle or an error.
"""

import numpy as np
import pytest

from sarja import kernel
from sarja.kernel.slots import MOST_MOVES, ROW_SIZE
from sarja.rules.chance import Chance
from sarja.rules.model import Game, State
from sarja.rules.play import legal_moves, play
from sarja.variants import builtin_variant

SLOW_AT_MOST = 1000
"""What `rules` still count in a test; a sequence takes them about 50 µs."""

# Variant, seats, teams, seed, plies played before: sequences of 1, 2, 3, … moves
COUNTS: dict[tuple[str, int, int, int, int], tuple[int, ...]] = {
    ("classic", 2, 2, 1, 0): (12, 168, 1876, 26264, 324184),
    ("classic", 2, 2, 2, 60): (8, 80, 646, 5530, 42368, 346912),
    ("classic", 2, 2, 3, 70): (8, 56, 434, 2646, 19992, 138768, 1168944),
    ("classic", 3, 3, 1, 0): (10, 120, 1200, 14400, 172800),
    ("classic", 3, 3, 2, 60): (9, 79, 623, 4936, 39312, 294838),
    ("classic", 3, 3, 3, 70): (7, 50, 350, 2646, 18648, 125208, 991700),
    ("classic", 4, 2, 1, 0): (106, 1260, 13716, 163008),
    ("classic", 4, 2, 2, 60): (9, 70, 539, 4843, 42534, 301986),
    ("classic", 4, 2, 3, 70): (7, 56, 393, 12495, 100216, 756089),
    ("classic", 6, 3, 1, 0): (6, 60, 6000, 58224, 461112),
    ("classic", 6, 3, 2, 60): (8, 40, 160, 800, 6200, 37200, 290400),
    ("classic", 6, 3, 3, 70): (9, 54, 305, 1995, 11480, 76330, 1927860),
    ("classic", 12, 2, 1, 0): (4, 24, 144, 864, 5184, 31104, 217728),
    ("classic", 12, 2, 2, 60): (5, 25, 85, 255, 1125, 4203, 22356),
    ("classic", 12, 2, 3, 70): (4, 12, 48, 144, 512, 1832, 36592),
    ("classic", 12, 3, 1, 0): (4, 24, 144, 864, 5184, 31104, 248832),
    ("classic", 12, 3, 2, 60): (6, 30, 90, 510, 1836, 8670, 34680),
    ("classic", 12, 3, 3, 70): (3, 9, 36, 144, 632, 2254, 47438),
    ("numbers", 2, 2, 1, 0): (10, 100, 1000, 10000, 100000, 964000),
    ("numbers", 2, 2, 2, 60): (5, 24, 104, 430, 1800, 6849, 26724),
    ("numbers", 3, 3, 1, 0): (10, 100, 8200, 663400),
    ("numbers", 3, 3, 2, 60): (7, 35, 140, 820, 4100, 16400, 85110),
    ("numbers", 6, 3, 1, 0): (8, 64, 5120, 404096),
    ("numbers", 6, 3, 2, 60): (4, 16, 64, 256, 976, 4284, 18828),
    ("numbers", 6, 3, 3, 44): (5, 25, 125, 685, 3828, 22633, 108634),
    ("numbers-small", 2, 2, 1, 0): (10, 96, 908, 8376, 76880, 696096),
    ("numbers-small", 2, 2, 2, 36): (7, 38, 250, 1350, 7650, 40943, 216084),
    ("numbers-small", 3, 3, 1, 0): (10, 96, 920, 8880, 78720, 722560),
    ("numbers-small", 3, 3, 2, 36): (6, 36, 180, 830, 4440, 23724, 102096),
    ("numbers-small", 3, 3, 3, 44): (5, 21, 99, 432, 1666, 6006, 22755),
    ("numbers-small", 4, 2, 1, 0): (8, 62, 480, 3588, 25688, 190784),
    ("numbers-small", 4, 2, 2, 36): (5, 20, 83, 334, 1352, 5167, 18378),
    ("numbers-small", 4, 2, 3, 44): (4, 16, 52, 111, 236, 516, 980),
    ("numbers-small", 6, 2, 1, 0): (8, 62, 464, 21688, 163316),
    ("numbers-small", 6, 2, 2, 36): (4, 8, 102, 1071, 5585, 20127, 67576),
    ("numbers-small", 6, 2, 3, 44): (4, 34, 135, 488, 1484, 3447, 7456),
}


def position(name: str, seats: int, teams: int, seed: int, plies: int) -> State:
    """A state of the variant some plies into the game of that seed."""
    variant = builtin_variant(name)
    assert variant is not None
    setup = variant.setup(seats, teams)
    assert setup is not None
    game = Game(variant, setup, seats)
    layout = kernel.layout_of(game)
    rows = np.empty((1, layout[ROW_SIZE]), dtype=np.int16)
    kernel.deal_rows(rows, layout, np.array([seed]), 1)
    moves = np.empty(layout[MOST_MOVES], dtype=np.int64)
    for ply in range(plies):
        count = kernel.legal_moves(rows[0], layout, moves)
        if count == 0:
            break
        nth = ply * ply % count
        kernel.step_rows(rows, layout, moves[nth : nth + 1])
    return kernel.to_state(rows[0], layout, game)


def slow_perft(state: State, depth: int, chance: Chance) -> int:
    """The same count by `rules`, one move after the other."""
    if depth == 0:
        return 1
    moves = legal_moves(state.position, state.hand(state.position.to_act or 0))
    return sum(slow_perft(play(state, move, chance)[0], depth - 1, chance) for move in moves)


@pytest.mark.parametrize("key", COUNTS, ids=lambda key: "-".join(map(str, key)))
def test_the_count_of_move_sequences_is_as_ever(key: tuple[str, int, int, int, int]) -> None:
    state, seed, counts = position(*key), key[3], COUNTS[key]
    layout = kernel.layout_of(state.position.game)
    row = kernel.from_state(state, layout, seed)
    before = row.tobytes()
    assert tuple(kernel.perft(row, layout, depth) for depth in range(1, len(counts) + 1)) == counts
    assert row.tobytes() == before
    chance = kernel.seeded_chance(state.position.game.variant, seed)
    for depth, count in enumerate(counts, 1):
        if count <= SLOW_AT_MOST:
            assert slow_perft(state, depth, chance) == count
    assert slow_perft(state, 1, chance) == counts[0]


def test_no_moves_make_one_sequence() -> None:
    state = position("classic", 2, 2, 1, 0)
    layout = kernel.layout_of(state.position.game)
    assert kernel.perft(kernel.from_state(state, layout), layout, 0) == 1


def test_a_game_that_is_over_has_no_further_sequences() -> None:
    state = position("classic", 2, 2, 1, 1000)
    assert state.position.phase == "over"
    layout = kernel.layout_of(state.position.game)
    assert kernel.perft(kernel.from_state(state, layout), layout, 1) == 0
