"""How fast the kernel is: random Classic games for two, inside compiled code and from Python.

CPU time of one core, the best of some rounds, all measured in one run so that ratios hold. The
plain rules and, where it is installed, OpenSpiel's five in a row on 10 x 10 stand beside it.
"""

import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import version
from os import environ
from random import Random
from typing import Any

import numpy as np

from sarja import kernel
from sarja.kernel.slots import OVER, PHASE, ROW_SIZE
from sarja.rules.chance import seeded_chance, seeded_deck
from sarja.rules.model import Game
from sarja.rules.play import deal, legal_moves, play
from sarja.variants import builtin_variant

ROUNDS = 15
STARTS = 5
IMPORT_GOAL = 0.15
COLD_GOAL = 10.0
WARM_GOAL = 1.0
MOST_PLIES = 10_000

COMPILED = "kernel, compiled"
STEPPED = "kernel, stepped from Python"
RULES = "plain rules"
OPENSPIEL = "OpenSpiel mnk(10,10,5)"
GOALS = {COMPILED: 6_000_000, STEPPED: 1_000_000}
"""Moves a second that there should be."""

FIRST_MOVE = """
import numpy as np
from sarja import kernel
from sarja.kernel.slots import ROW_SIZE
from sarja.rules.model import Game
from sarja.variants import builtin_variant
variant = builtin_variant("classic")
game = Game(variant, variant.setup(2), dealer=2)
layout = kernel.layout_of(game)
rows, moves = np.empty((1, layout[ROW_SIZE]), dtype=np.int16), np.empty(1, dtype=np.int64)
kernel.deal_rows(rows, layout, seeds=np.array([1]), first_seat=1)
kernel.random_moves(rows, layout, seed=1, moves=moves)
kernel.index_to_move(int(moves[0]), layout, game, seat=1)
"""

PROGRAMS = {
    "import of sarja": ("import sarja, sarja.rules.play, sarja.variants", IMPORT_GOAL),
    "first move, cold cache": (FIRST_MOVE, COLD_GOAL),
    "first move, warm cache": (FIRST_MOVE, WARM_GOAL),
}
"""What a fresh Python does, and in how many seconds it should."""


def classic(seats: int = 2) -> Game:
    """Classic for so many seats; the first seat plays first."""
    variant = builtin_variant("classic")
    assert variant is not None
    setup = variant.setup(seats)
    assert setup is not None
    return Game(variant, setup, dealer=seats)


def compiled_moves(games: int = 4000) -> int:
    """Deal and play out random games without leaving compiled code; the moves made."""
    game = classic()
    layout = kernel.layout_of(game)
    rows = np.empty((games, layout[ROW_SIZE]), dtype=np.int16)
    kernel.deal_rows(rows, layout, np.arange(games), game.first_seat)
    return kernel.play_out_rows(rows, layout, 0, MOST_PLIES)


def stepped_moves(games: int = 1024, steps: int = 300) -> int:
    """Step a batch of games from Python, dealing anew whatever is over; the moves made."""
    game = classic()
    layout = kernel.layout_of(game)
    rows = np.empty((games, layout[ROW_SIZE]), dtype=np.int16)
    moves = np.empty(games, dtype=np.int64)
    kernel.deal_rows(rows, layout, np.arange(games), game.first_seat)
    made, dealt = 0, games
    for step in range(steps):
        made += kernel.random_moves(rows, layout, step, moves)
        kernel.step_rows(rows, layout, moves)
        over = np.flatnonzero(rows[:, PHASE] == OVER)
        fresh = np.empty((len(over), layout[ROW_SIZE]), dtype=np.int16)
        seeds = np.arange(dealt, dealt + len(over))
        kernel.deal_rows(fresh, layout, seeds, game.first_seat)
        rows[over] = fresh
        dealt += len(over)
    return made


def rules_moves(games: int = 150) -> int:
    """Play random games by the plain rules; the moves made."""
    random, game, made = Random(0), classic(), 0
    for seed in range(games):
        state, _ = deal(game, seeded_deck(game.variant, seed))
        chance = seeded_chance(seed)
        while state.position.to_act is not None:
            moves = legal_moves(state.position, state.hand(state.position.to_act))
            state, _ = play(state, random.choice(moves), chance)
        made += state.position.ply
    return made


def openspiel_moves(games: int = 120) -> int:
    """Play random games of OpenSpiel's five in a row on 10 x 10; the moves made."""
    pyspiel: Any = import_module("pyspiel")
    random, made = Random(0), 0
    game = pyspiel.load_game("mnk(m=10,n=10,k=5)")
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            made += 1
    return made


def best_rates(measured: Mapping[str, Callable[[], int]]) -> dict[str, float]:
    """Moves a second of CPU time, the best of some rounds.

    The rounds go by turns, so that a machine that is busy for a while is so for all.
    """
    best = dict.fromkeys(measured, 0.0)
    for _ in range(ROUNDS):
        for name, play_some in measured.items():
            began = time.process_time()
            made = play_some()
            best[name] = max(best[name], made / (time.process_time() - began))
    return best


def seconds(program: str, cache: str) -> float:
    """CPU seconds that a fresh Python spends on the program, from the start of the process."""
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\nimport time\nprint(time.process_time())"],
        env=environ | {"NUMBA_CACHE_DIR": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def openspiel_version() -> str | None:
    """The version of OpenSpiel, or None where it is not installed."""
    try:
        import_module("pyspiel")
    except ModuleNotFoundError:
        return None
    return version("open_spiel")


def print_rates() -> None:
    """Print moves a second, and their ratios to the plain rules and to OpenSpiel."""
    measured = {
        COMPILED: compiled_moves,
        STEPPED: stepped_moves,
        RULES: rules_moves,
    }
    openspiel = openspiel_version()
    if openspiel is None:
        print("OpenSpiel is not installed (pip install open_spiel): no ratio to it")
    else:
        measured[OPENSPIEL] = openspiel_moves
    rates = best_rates(measured)
    for name, rate in rates.items():
        line = f"{name:28} {rate / 1e6:8.3f} million moves/s"
        line += f"   x {rate / rates[RULES]:6.1f} plain rules"
        if openspiel is not None:
            line += f"   x {rate / rates[OPENSPIEL]:5.1f} OpenSpiel"
        if name in GOALS:
            line += f"   goal {GOALS[name] / 1e6:g}"
        print(line)


def print_seconds() -> None:
    """Print how long fresh processes take until they can play."""
    for name, (program, goal) in PROGRAMS.items():
        best = float("inf")
        with tempfile.TemporaryDirectory() as cache:
            if "warm" in name:
                seconds(program, cache)
            for _ in range(STARTS):
                # A cache is cold once only.
                with tempfile.TemporaryDirectory() as cold:
                    best = min(best, seconds(program, cold if "cold" in name else cache))
        print(f"{name:28} {best:8.3f} s   goal {goal:g} s")


def main() -> None:
    """Print everything, and what it was measured with."""
    names = ("numba", "llvmlite", "numpy")
    versions = ", ".join(f"{name} {version(name)}" for name in names)
    print(f"Python {platform.python_version()}, {versions}, OpenSpiel {openspiel_version()}")
    print("random Classic games for two seats; one core, CPU time, best of some rounds")
    print_rates()
    print_seconds()


if __name__ == "__main__":
    main()
