"""Seeded games, digested: every row after every ply is what it has always been."""

import hashlib

import numpy as np
import pytest

from sarja import kernel
from sarja.kernel.slots import ROW_SIZE
from sarja.rules.model import Game
from sarja.rules.variant import Setup, Variant
from tests.kernel.comparing import builtin_setups

GAMES = 10
MOST_PLIES = 400

# Built-in variant, seats, teams: `digest` of ten games.
DIGESTS = {
    ("classic", 2, 2): "3e7d89d30786ed1b",
    ("classic", 3, 3): "e988ea4929258e5a",
    ("classic", 4, 2): "cf8da8b0d549ec8f",
    ("classic", 6, 2): "c41da3739a476e57",
    ("classic", 6, 3): "3dfff39ea380edc2",
    ("classic", 8, 2): "1278f933e6f1932d",
    ("classic", 9, 3): "fca135999bea821d",
    ("classic", 10, 2): "5490d92f9ddc38be",
    ("classic", 12, 2): "0b7b47eece902e71",
    ("classic", 12, 3): "a8f1e7a6cdf2c5f5",
    ("numbers", 2, 2): "a12fb329d30f7a5a",
    ("numbers", 3, 3): "dff585dd7d926908",
    ("numbers", 4, 2): "5ee1c356f707941f",
    ("numbers", 6, 2): "337c28f765515263",
    ("numbers", 6, 3): "26f6d24662a14ed7",
    ("numbers-small", 2, 2): "ac237d8b0e6b877a",
    ("numbers-small", 3, 3): "f453c9224e07f175",
    ("numbers-small", 4, 2): "9c0d308f93367303",
    ("numbers-small", 6, 2): "d646b9826bd1b6e0",
    ("numbers-small", 6, 3): "026acc43950e4dd9",
}


def digest(variant: Variant, setup: Setup) -> str:
    """The first 16 digits of the SHA-256 of all rows of the games, ply by ply, as in memory.

    A row is 16-bit integers, the low byte first, as `docs/kernel.md` lays it out.
    """
    layout = kernel.layout_of(Game(variant, setup, setup.seats))
    rows = np.empty((GAMES, layout[ROW_SIZE]), dtype=np.int16)
    kernel.deal_rows(rows, layout, np.arange(GAMES), 1)
    found = hashlib.sha256(rows.astype("<i2").tobytes())
    moves = np.empty(GAMES, dtype=np.int64)
    for ply in range(MOST_PLIES):
        if kernel.random_moves(rows, layout, ply, moves) == 0:
            break
        kernel.step_rows(rows, layout, moves)
        found.update(rows.astype("<i2").tobytes())
    return found.hexdigest()[:16]


@pytest.mark.parametrize(("variant", "setup"), list(builtin_setups()))
def test_seeded_games_are_what_they_were(variant: Variant, setup: Setup) -> None:
    key = (variant.id, setup.seats, setup.teams)
    assert digest(variant, setup) == DIGESTS[key]
