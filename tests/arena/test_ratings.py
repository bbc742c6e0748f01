"""Bradley-Terry ratings against the closed form, their defining equation, and simulations."""

from itertools import combinations
from random import Random

import pytest

from sarja.arena import ratings
from sarja.arena.elo import elo_of_score, expected_score
from sarja.arena.ratings import BoutOutcome, Totals, bradley_terry, rate


def test_two_bots_have_the_elo_of_their_score() -> None:
    first, second = bradley_terry(2, {(0, 1): (40.0, 100)})
    assert first == 0
    assert second == pytest.approx(elo_of_score(0.6, 100))


def test_three_bots_on_one_line_are_as_far_apart_as_their_scores_say() -> None:
    played: Totals = {
        (0, 1): (100 * expected_score(-100), 100),
        (1, 2): (100 * expected_score(-50), 100),
        (0, 2): (100 * expected_score(-150), 100),
    }
    assert bradley_terry(3, played) == pytest.approx([0, 100, 150], abs=1e-6)


def test_at_the_maximum_every_bot_has_the_points_that_were_expected() -> None:
    played: Totals = {(0, 1): (30.0, 40), (1, 2): (11.5, 30), (0, 2): (9.0, 20), (2, 3): (1.0, 50)}
    elo = [found or 0.0 for found in bradley_terry(4, played)]
    for bot in range(4):
        made = expected = 0.0
        for (a, b), (points, games) in played.items():
            if bot in (a, b):
                made += points if bot == a else games - points
                other = b if bot == a else a
                expected += games * expected_score(elo[bot] - elo[other])
        assert made == pytest.approx(expected, abs=1e-6)


def test_one_who_wins_everything_has_a_finite_rating_as_a_pair_would_have() -> None:
    _, second = bradley_terry(2, {(0, 1): (0.0, 50)})
    assert second == pytest.approx(elo_of_score(1.0, 50))
    chain: Totals = {(bot, bot + 1): (0.0, 1000) for bot in range(9)}
    elo = bradley_terry(10, chain)
    assert elo[9] == pytest.approx(9 * elo_of_score(1.0, 1000), rel=1e-6)


def test_who_is_not_linked_to_the_anchor_has_no_rating() -> None:
    assert bradley_terry(4, {(0, 1): (5.0, 10), (2, 3): (5.0, 10)})[2:] == [None, None]
    found = rate(3, [[(((0, 1), 1.0, 2),)]], Random(1))
    assert (found[2].elo, found[2].elo_95) == (None, None)


def bouts_of(random: Random, elo: float, count: int) -> list[BoutOutcome]:
    win = expected_score(elo)
    points = [float((random.random() < win) + (random.random() < win)) for _ in range(count)]
    return [(((0, 1), made, 2),) for made in points]


def test_the_bootstrap_holds_the_truth_in_about_95_of_100_simulations(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ratings, "RESAMPLES", ratings.FEWEST_RESAMPLES)
    random, held = Random("bootstrap"), 0
    for _ in range(100):
        rating = rate(2, [bouts_of(random, -60, 100)], random)[1]
        assert rating.elo_95 is not None
        held += rating.elo_95[0] <= 60 <= rating.elo_95[1]
    assert 88 <= held <= 100


def test_the_bootstrap_is_over_bouts_for_their_games_hang_together() -> None:
    split: list[BoutOutcome] = [(((0, 1), 1.0, 2),)] * 50
    rating = rate(2, [split], Random(1))[1]
    assert rating.elo_95 == pytest.approx((0, 0))
    swept: list[BoutOutcome] = [(((0, 1), 2.0, 2),), (((0, 1), 0.0, 2),)] * 25
    wide = rate(2, [swept], Random(1))[1].elo_95
    assert wide is not None
    # By hand: the standard error of the score is 0.5/√50, and 695 Elo make a score near one half.
    assert wide[1] - wide[0] == pytest.approx(2 * 1.96 * 0.5 / 50**0.5 * 695, rel=0.15)


def test_the_same_seed_gives_the_same_intervals() -> None:
    bouts = [bouts_of(Random(pair), 30, 40) for pair in range(3)]
    matches = [
        [((pair, made, games),) for ((_, made, games),) in one]
        for pair, one in zip(combinations(range(3), 2), bouts, strict=True)
    ]
    assert rate(3, matches, Random(7)) == rate(3, matches, Random(7))
    assert rate(3, matches, Random(7)) != rate(3, matches, Random(8))
    assert rate(3, matches, Random(7))[0].elo_95 == (0, 0)
