"""How fast the plain rules are: whole random Classic games with the legal moves at every ply.

CPU time of one core, so that a busy machine does not count; run by `make bench`.
"""

import platform
import time
from random import Random

from sarja.rules.chance import seeded_chance, seeded_deck
from sarja.rules.model import Game
from sarja.rules.play import deal, legal_moves, play
from sarja.variants import builtin_variant

GAMES = 500
ROUNDS = 5
GOAL = 500
BEST_PUBLIC_ENGINE = 390
"""Games a second that the best public Python engine for this game does, measured elsewhere."""


def random_game(game: Game, seed: int, random: Random) -> int:
    """The plies of one random game, its legal moves listed at every ply."""
    state, _ = deal(game, seeded_deck(game.variant, seed))
    chance = seeded_chance(seed)
    while state.position.to_act is not None:
        moves = legal_moves(state.position, state.hand(state.position.to_act))
        state, _ = play(state, random.choice(moves), chance)
    return state.position.ply


def main() -> None:
    """Print games and plies a second of CPU time, the best of some rounds."""
    variant = builtin_variant("classic")
    assert variant is not None
    setup = variant.setup(2)
    assert setup is not None
    game = Game(variant, setup, dealer=2)
    best = 0.0
    for number in range(ROUNDS):
        random = Random(number)
        began = time.process_time()
        plies = sum(random_game(game, seed, random) for seed in range(GAMES))
        spent = time.process_time() - began
        best = max(best, GAMES / spent)
        print(f"round {number + 1}: {GAMES / spent:6.0f} games/s, {plies / spent:8.0f} plies/s")
    print(f"Python {platform.python_version()}, one core, CPU time")
    print(f"best round: {best:.0f} games/s; goal {GOAL}, ratio {best / GOAL:.2f}")
    ratio = best / BEST_PUBLIC_ENGINE
    print(f"ratio to the best public Python engine, measured elsewhere: {ratio:.2f}")


if __name__ == "__main__":
    main()
