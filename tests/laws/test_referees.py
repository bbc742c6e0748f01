"""Two referees written apart from each other agree at every ply of random games."""

import os
from random import Random

import pytest

from sarja.rules.model import DrawMode, Game, TalkMode
from sarja.rules.variant import Setup, Variant
from tests.laws.companions import MODES, Tally, builtin_settings, compare_game, data_of
from tests.laws.random_variants import random_variant

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
@pytest.mark.parametrize(("variant", "setup", "draw", "talk"), list(builtin_settings()), ids=_name)
def test_both_referees_agree_on_the_built_in_games(
    variant: Variant, setup: Setup, draw: DrawMode, talk: TalkMode
) -> None:
    data, tally = data_of(variant), Tally()
    for number in range(GAMES):
        game = Game(variant, setup, number % setup.seats + 1, draw, talk)
        name = f"{SEED}/{variant.id}/{setup.seats}/{setup.teams}/{draw}/{talk}/{number}"
        compare_game(game, name, tally, data)
    assert tally.games == GAMES
    assert tally.plies > 10 * GAMES


@pytest.mark.soak
@pytest.mark.parametrize("number", range(RANDOM_VARIANTS))
def test_both_referees_agree_on_games_made_at_random(number: int) -> None:
    random = Random(f"{SEED}/variant/{number}")
    variant = random_variant(random, number)
    data, tally = data_of(variant), Tally()
    for at in range(GAMES):
        draw, talk = random.choice(MODES)
        setup = random.choice(variant.setups)
        game = Game(variant, setup, random.randint(1, setup.seats), draw, talk)
        compare_game(game, f"{SEED}/{number}/{at}", tally, data)
    assert tally.games == GAMES
