"""Scores and games played on, made into chances that are what they say."""

from importlib.resources import files

import pytest

from sarja.bots.calibration import FITS, fit_for
from sarja.bots.learned import kind_of, parse_table
from sarja.bots.patterns import WON
from sarja.rules.model import Game
from sarja.variants import builtin_names
from tests.boards import set_up, variant_named


@pytest.mark.parametrize("name", builtin_names())
def test_every_game_has_a_fit_of_its_number_of_teams(name: str) -> None:
    variant = variant_named(name)
    for setup in variant.setups:
        game = Game(variant, setup, 1)
        found = next(kind for kind, fit in FITS.items() if fit == fit_for(game))
        assert found.startswith(f"{kind_of(game).teams}-")


@pytest.mark.parametrize("kind", FITS)
def test_a_fit_was_measured_on_the_table_that_is_there(kind: str) -> None:
    # If this fails: run benchmarks/calibration.py twice and copy what it prints.
    text = (
        files("sarja.bots")
        .joinpath("tables", "studied", f"{kind}.json")
        .read_text(encoding="utf-8")
    )
    assert FITS[kind].table == parse_table(text).digest


@pytest.mark.parametrize("kind", FITS)
def test_a_higher_score_is_a_greater_chance_and_only_a_win_is_sure(kind: str) -> None:
    fit = FITS[kind]
    position = set_up().position
    chances = [fit.chance(position, score) for score in range(-9000, 9001, 500)]
    assert chances == sorted(chances)
    assert 0 < chances[0] < chances[-1] < 1
    assert fit.chance(position, WON) == 1
    straight = [fit.straightened(number / 20) for number in range(21)]
    assert straight == sorted(straight)
    assert (straight[0], straight[-1]) == (0, 1)
