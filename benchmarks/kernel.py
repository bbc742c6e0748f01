"""How fast the kernel is: random Classic games for two, inside compiled code and from Python.

CPU time of one core, the best of some rounds, all measured in one run so that ratios hold. The
plain rules and, where it is installed, OpenSpiel's five in a row on 10 x 10 stand beside it.
"""

import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
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

ROUNDS = 5
COMPILED_GOAL = 6_000_000
STEPPED_GOAL = 1_000_000
COMPILE_GOAL = 10.0
IMPORT_GOAL = 0.15
MOST_PLIES = 10_000

PROGRAMS = {
    "import of sarja": "import sarja, sarja.rules.play, sarja.variants",
    "first use, cold cache": "from sarja import kernel; kernel.warm()",
    "first use, warm cache": "from sarja import kernel; kernel.warm()",
}


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


def best_rate(measured: Callable[[], int]) -> float:
    """Moves a second of CPU time, the best of some rounds after one to warm up."""
    measured()
    best = 0.0
    for _ in range(ROUNDS):
        began = time.process_time()
        made = measured()
        best = max(best, made / (time.process_time() - began))
    return best


def seconds(program: str, cache: str) -> float:
    """CPU seconds that a fresh Python spends on the program, beyond its own start."""
    timed = f"import time; began = time.process_time(); {program}; "
    done = subprocess.run(
        [sys.executable, "-c", timed + "print(time.process_time() - began)"],
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
    rates = {
        "kernel, compiled": best_rate(compiled_moves),
        "kernel, stepped from Python": best_rate(stepped_moves),
        "plain rules": best_rate(rules_moves),
    }
    openspiel = openspiel_version()
    if openspiel is None:
        print("OpenSpiel is not installed (pip install open_spiel): no ratio to it")
    else:
        rates["OpenSpiel mnk(10,10,5)"] = best_rate(openspiel_moves)
    goals = {"kernel, compiled": COMPILED_GOAL, "kernel, stepped from Python": STEPPED_GOAL}
    for name, rate in rates.items():
        line = f"{name:28} {rate / 1e6:8.3f} million moves/s"
        line += f"   x {rate / rates['plain rules']:6.1f} plain rules"
        if openspiel is not None:
            line += f"   x {rate / rates['OpenSpiel mnk(10,10,5)']:5.1f} OpenSpiel"
        if name in goals:
            line += f"   {rate / goals[name]:.2f} of the goal"
        print(line)


def print_seconds() -> None:
    """Print how long fresh processes take until they can play."""
    goals = {"import of sarja": IMPORT_GOAL, "first use, cold cache": COMPILE_GOAL}
    with tempfile.TemporaryDirectory() as cache:
        for name, program in PROGRAMS.items():
            # Only the first cold one is cold.
            rounds = 1 if "cold" in name else ROUNDS
            best = min(seconds(program, cache) for _ in range(rounds))
            goal = f"   {goals[name] / best:.2f} of the goal" if name in goals else ""
            print(f"{name:28} {best:8.3f} s{goal}")


def main() -> None:
    """Print everything, and what it was measured with."""
    names = ("numba", "llvmlite", "numpy")
    versions = ", ".join(f"{name} {version(name)}" for name in names)
    print(f"Python {platform.python_version()}, {versions}, OpenSpiel {openspiel_version()}")
    print("random Classic games for two seats; one core, CPU time, best of rounds")
    print_rates()
    print_seconds()


if __name__ == "__main__":
    main()
