"""Plain scores, compiled ones and those from scratch are equal, to the last bit."""

import os
from random import Random

import pytest

from sarja.bots.assessment import Assessment
from sarja.bots.patterns import WEIGHTS, WON
from sarja.rules.model import Game, View
from sarja.rules.moves import Move, Pass
from sarja.variants import builtin_names
from tests.boards import variant_named
from tests.bots.games import play_game
from tests.bots.search.scores import compiled_scores
from tests.bots.test_whole_games import ODD
from tests.laws.random_variants import random_variant


class Wanderer:
    """Plays anything, with an eye for sequences, and keeps what it saw."""

    name = "wanderer"

    def __init__(self, often: float) -> None:
        self.seen: list[View] = []
        self._often = often

    def choose(self, view: View, random: Random) -> Move:
        if random.random() < self._often or view.position.phase != "play":
            self.seen.append(view)
        weights = [0] * WEIGHTS
        weights[0] = 1
        scores = Assessment(view, weights).scores()
        won = [move for move, score in scores.items() if score == WON]
        return random.choice(won if won and random.random() < 0.5 else list(scores))


def random_weights(random: Random) -> list[int]:
    return [random.randint(-3000, 3000) for _ in range(WEIGHTS)]


def check_views(game: Game, seed: str, often: float) -> int:
    random = Random(seed)
    wanderer = Wanderer(often)
    play_game(game, [wanderer] * game.seats, seed, longest=250)
    for view in wanderer.seen:
        weights = random_weights(random)
        plain = Assessment(view, weights).scores()
        for afresh in (False, True):
            compiled = compiled_scores(view, weights, afresh)
            assert list(plain) == list(compiled)
            if list(plain) != [Pass()]:
                assert plain == compiled
    return len(wanderer.seen)


@pytest.mark.parametrize("name", builtin_names())
def test_plain_and_compiled_scores_are_equal_in_the_built_in_games(name: str) -> None:
    variant = variant_named(name)
    seen = 0
    for setup in variant.setups:
        seed = f"{os.environ['SARJA_SEED']}-{setup.seats}-{setup.teams}"
        seen += check_views(Game(variant, setup, 1, "manual", "penalty"), seed, 0.2)
    assert seen > 20


def test_plain_and_compiled_scores_are_equal_in_odd_variants() -> None:
    for variant, setup in ODD:
        check_views(Game(variant, setup, 1, "auto", "penalty"), "odd", 0.3)


def test_plain_and_compiled_scores_are_equal_in_variants_made_at_random() -> None:
    random = Random(os.environ["SARJA_SEED"])
    for number in range(8):
        variant = random_variant(random, number)
        setup = random.choice(variant.setups)
        check_views(Game(variant, setup, 1, "auto", "off"), f"made-{number}", 0.15)
