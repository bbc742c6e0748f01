"""The sequential test: its ratio by hand and by the approximation, its errors by simulation."""

from collections.abc import Sequence
from math import log
from random import Random

import pytest

from sarja.arena.elo import expected_score
from sarja.arena.sequential import LEAST_BOUTS, SequentialTest, likeliest

PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)


def test_the_bounds_are_those_of_wald() -> None:
    test = SequentialTest(alpha=0.05, beta=0.1)
    assert test.lower == pytest.approx(log(0.1 / 0.95))
    assert test.upper == pytest.approx(log(0.9 / 0.05))


def test_with_wins_and_losses_only_it_is_the_ratio_of_two_coins() -> None:
    # The only distribution on {0, 1} with mean s is s: 60·ln(s1/s0) + 40·ln((1-s1)/(1-s0)).
    test = SequentialTest(0, 40)
    s0, s1 = expected_score(0), expected_score(40)
    by_hand = 60 * log(s1 / s0) + 40 * log((1 - s1) / (1 - s0))
    assert test.log_likelihood_ratio([40, 60]) == pytest.approx(by_hand, abs=1e-9)


def test_near_the_hypotheses_it_is_what_the_normal_approximation_says() -> None:
    # N·(s1 - s0)·(2m - s0 - s1) / (2·variance), as in the source, to first order.
    counts = [60, 240, 420, 300, 80]
    total = sum(counts)
    mean = sum(c * s for c, s in zip(counts, PENTANOMIAL, strict=True)) / total
    variance = sum(c * (s - mean) ** 2 for c, s in zip(counts, PENTANOMIAL, strict=True)) / total
    s0, s1 = expected_score(0), expected_score(20)
    normal = total * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert SequentialTest(0, 20).log_likelihood_ratio(counts) == pytest.approx(normal, rel=0.03)


def test_the_likeliest_distribution_has_the_mean_and_is_no_worse_than_others() -> None:
    share = (0.1, 0.2, 0.4, 0.2, 0.1)
    found = likeliest(PENTANOMIAL, share, 0.6)
    assert sum(found) == pytest.approx(1)
    assert sum(p * s for p, s in zip(found, PENTANOMIAL, strict=True)) == pytest.approx(0.6)

    def likelihood(distribution: Sequence[float]) -> float:
        return sum(s * log(p) for s, p in zip(share, distribution, strict=True))

    # Moves of probability that keep the sum and the mean make it less likely.
    for shift in ((1, -2, 1, 0, 0), (0, 1, -2, 1, 0), (0, 0, 1, -2, 1)):
        for size in (0.01, -0.01):
            other = [p + size * d for p, d in zip(found, shift, strict=True)]
            assert likelihood(other) < likelihood(found)


def test_no_bouts_say_nothing_and_few_are_not_enough() -> None:
    test = SequentialTest()
    assert test.log_likelihood_ratio([]) == 0
    assert test.log_likelihood_ratio([0] * 5) == 0
    assert test.verdict([0, 0, 0, 0, 3]) is None
    assert test.verdict([3, 0, 0, 0, 0]) is None


def test_it_accepts_what_is_plain() -> None:
    assert SequentialTest().verdict([0, 5, 60, 120, 40]) == "H1"
    assert SequentialTest().verdict([40, 120, 60, 5, 0]) == "H0"


def run(test: SequentialTest, elo: float, random: Random) -> tuple[str, int]:
    """What is accepted between bots that far apart, and after how many bouts.

    In four bouts of ten the deck decides, so that each wins one game.
    """
    win = (expected_score(elo) - 0.4 / 2) / 0.6
    counts = [0] * 5
    while True:
        for _ in range(5):
            decided = random.random() < 0.4
            wins = 1 if decided else (random.random() < win) + (random.random() < win)
            counts[2 * wins] += 1
        verdict = test.verdict(counts)
        if verdict is not None:
            return verdict, sum(counts)


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, "H1"), (60.0, "H0")])
def test_it_errs_in_about_one_of_twenty_simulations(elo: float, wrong: str) -> None:
    random = Random(f"sequential {elo}")
    runs = [run(SequentialTest(0, 60), elo, random) for _ in range(120)]
    errors = sum(verdict == wrong for verdict, _ in runs)
    # 0.05 of 120 is 6, with a standard deviation of 2.4.
    assert errors <= 13
    assert 20 < sum(bouts for _, bouts in runs) / len(runs) < 200


def test_a_few_bouts_that_end_alike_prove_nothing() -> None:
    # Expert and club did so: each won a game of each of the first sixteen pairs.
    test = SequentialTest(0, 60)
    assert test.log_likelihood_ratio([0, 0, 16, 0, 0]) < test.lower
    assert test.verdict([0, 0, 16, 0, 0]) is None
    assert test.verdict([0, 0, LEAST_BOUTS, 0, 0]) == "H0"
    assert test.verdict([0, 0, LEAST_BOUTS // 4, LEAST_BOUTS // 2, LEAST_BOUTS // 4]) == "H1"
