"""The kernel and `rules` agree at every ply: legal moves, the whole state, refusals, outcome."""

import os
from random import Random

import pytest

from sarja.rules.model import Game
from sarja.rules.variant import Setup, Variant
from sarja.variants import builtin_variant
from tests.kernel.comparing import (
    Tally,
    builtin_setups,
    compare_builtin,
    compare_crowded,
    compare_games,
    compare_random,
)
from tests.kernel.extreme_variants import largest_variant, stretched_variant
from tests.kernel.programs import run_python

SOAK = os.environ.get("SARJA_SOAK") == "1"
SEED = os.environ["SARJA_SEED"]
GAMES = 2000 if SOAK else 20
RANDOM_VARIANTS = 50


def _name(value: object) -> str:
    match value:
        case Variant():
            return value.id
        case Setup():
            return f"{value.seats}-in-{value.teams}"
        case _:
            return str(value)


@pytest.mark.soak
@pytest.mark.parametrize(("variant", "setup"), list(builtin_setups()), ids=_name)
def test_the_kernel_plays_the_built_in_games_as_the_rules_do(
    variant: Variant, setup: Setup
) -> None:
    tally = compare_builtin(variant, setup, GAMES, SEED)
    assert tally.games == GAMES + GAMES // 2
    assert tally.plies > 10 * tally.games


@pytest.mark.soak
@pytest.mark.parametrize("number", range(RANDOM_VARIANTS))
def test_the_kernel_plays_games_made_at_random_as_the_rules_do(number: int) -> None:
    assert compare_random(number, GAMES, SEED).games == GAMES


@pytest.mark.soak
@pytest.mark.parametrize("number", range(20))
def test_long_lines_with_much_to_share_are_claimed_as_by_the_rules(number: int) -> None:
    random = Random(f"{SEED}/stretched/{number}")
    variant = stretched_variant(random, number)
    tally = Tally(most_plies=30)
    for _ in range(GAMES):
        compare_crowded(Game(variant, random.choice(variant.setups), 1), random, tally)
    assert tally.games == GAMES


def test_the_largest_game_that_the_format_allows_fits_into_a_row() -> None:
    tally = compare_games(largest_variant(), 2, Random(SEED), most_plies=40)
    assert tally.games == 2


def test_everything_that_can_happen_does_happen_in_such_games() -> None:
    classic, numbers = builtin_variant("classic"), builtin_variant("numbers-small")
    assert classic is not None
    assert numbers is not None
    random = Random(1)
    one, other = compare_games(classic, 40, random), compare_games(numbers, 60, random)
    crowded = Tally(most_plies=30)
    for _ in range(40):
        compare_crowded(Game(classic, classic.setups[0], 1), random, crowded)
    assert one.forfeits + other.forfeits > 0
    assert one.small_hands > 0
    assert other.reshuffles > 0
    assert other.blocked > 0
    assert crowded.choices > 0


def test_the_kernel_is_the_same_as_plain_python() -> None:
    printed = run_python("-m", "tests.kernel.comparing", "1", SEED, "6", NUMBA_DISABLE_JIT="1")
    assert "games=1" in printed


def test_the_kernel_never_reads_or_writes_beside_its_arrays() -> None:
    printed = run_python("-m", "tests.kernel.comparing", "2", SEED, "6", NUMBA_BOUNDSCHECK="1")
    assert "games=2" in printed


def test_numba_does_watch_the_bounds_of_every_part_when_asked() -> None:
    program = """
import numpy as np
from sarja.kernel.code_cache import KERNEL
from sarja.kernel.slots import Row
from sarja.kernel.status import read_long, winner
@KERNEL.entry
def outside(row: Row) -> int:
    return winner(row)
try:
    outside(np.zeros(3, dtype=np.int16))
except IndexError:
    print("seen")
"""
    assert run_python("-c", program, NUMBA_BOUNDSCHECK="1") == "seen\n"
