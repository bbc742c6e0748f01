"""Scores, Elo and their intervals, against values by hand and against simulated bouts."""

from collections.abc import Sequence
from math import sqrt
from random import Random

import pytest

from sarja.arena.elo import elo_of_score, expected_score
from sarja.arena.errors import BotFault
from sarja.arena.games import Result
from sarja.arena.run import seating
from sarja.arena.schedule import LineUp
from sarja.arena.scores import Points, points_of, score_interval

TWO = seating("classic", 2)
FOUR = seating("classic", 4)
THREE = seating("classic", 3)


def won(team: int | None) -> Result:
    return Result(1, "sequences" if team else "blocked", team, ())


def lost_by_fault(seat: int, winner: int | None = None) -> Result:
    return Result(1, "fault", winner, (), seat, BotFault("late"))


@pytest.mark.parametrize(
    ("score", "elo"), [(0.5, 0.0), (10 / 11, 400.0), (1 / 11, -400.0), (0.6, 70.4365)]
)
def test_elo_and_score_are_what_the_formula_says(score: float, elo: float) -> None:
    assert elo_of_score(score, 100) == pytest.approx(elo, abs=1e-3)
    assert expected_score(elo) == pytest.approx(score, abs=1e-6)


def test_a_perfect_score_counts_as_if_a_quarter_of_a_point_were_missing() -> None:
    assert elo_of_score(1.0, 100) == pytest.approx(elo_of_score(99.75 / 100, 100))
    assert elo_of_score(0.0, 100) == pytest.approx(-elo_of_score(1.0, 100))
    assert elo_of_score(1.0, 1000) > elo_of_score(1.0, 100)


@pytest.mark.parametrize(
    ("line_up", "result", "points"),
    [
        ((0, 1), won(1), {(0, 1): Points(1, 0, 0)}),
        ((1, 0), won(1), {(0, 1): Points(0, 0, 1)}),
        ((0, 1), won(None), {(0, 1): Points(0, 1, 0)}),
        ((0, 1), lost_by_fault(1, 2), {(0, 1): Points(0, 0, 1)}),
        ((2, 0), won(1), {(0, 2): Points(0, 0, 1)}),
    ],
)
def test_with_two_teams_the_winner_has_the_point(
    line_up: LineUp, result: Result, points: dict[tuple[int, int], Points]
) -> None:
    assert points_of(line_up, TWO, result) == points


def test_with_three_teams_a_pair_is_scored_by_which_of_the_two_won() -> None:
    assert points_of((0, 1, 2), THREE, won(2)) == {
        (0, 1): Points(0, 0, 1),
        (0, 2): Points(0, 1, 0),
        (1, 2): Points(1, 0, 0),
    }
    assert points_of((0, 0, 1), THREE, won(2)) == {(0, 1): Points(1, 0, 0)}
    assert points_of((0, 0, 1), THREE, won(3)) == {(0, 1): Points(0, 0, 1)}


def test_who_fails_among_three_has_lost_against_both_and_they_have_drawn() -> None:
    assert points_of((0, 1, 2), THREE, lost_by_fault(2)) == {
        (0, 1): Points(1, 0, 0),
        (0, 2): Points(0, 1, 0),
        (1, 2): Points(0, 0, 1),
    }
    assert points_of((0, 0, 1), THREE, lost_by_fault(2)) == {(0, 1): Points(0, 0, 1)}


def test_in_mixed_line_ups_team_mates_are_no_opponents() -> None:
    assert points_of((0, 2, 1, 2), FOUR, won(1)) == {
        (0, 2): Points(1, 0, 0),
        (1, 2): Points(1, 0, 0),
    }
    # The third bot sits in both teams: only the other two are opponents.
    assert points_of((0, 1, 2, 2), FOUR, won(2)) == {(0, 1): Points(0, 0, 1)}


def test_the_interval_is_what_it_is_by_hand() -> None:
    # Four bouts 1, 1/2, 1, 1/2; with two wins and two losses added the mean is 5/8 and the
    # squares are 2·(3/8)² + 2·(1/8)² + 2·(5/8)² + 2·(3/8)² = 1.375.
    half = 1.959963984540054 * sqrt(1.375 / 7 / 8)
    assert score_interval([1, 0.5, 1, 0.5]) == pytest.approx((0.625 - half, 0.625 + half))


def test_the_interval_stays_within_bounds_and_is_never_of_no_width() -> None:
    low, high = score_interval([1.0] * 10)
    assert 0.6 < low < 0.8
    assert high == 1.0
    low, high = score_interval([0.5] * 100)
    assert 0.01 < high - low < 0.05


@pytest.mark.parametrize("bouts", [10, 100])
@pytest.mark.parametrize(
    "weights", [(1, 2, 4, 2, 1), (0, 1, 5, 10, 4), (0, 0, 1, 2, 17)], ids=["even", "better", "far"]
)
def test_the_interval_holds_the_truth_in_95_of_100_simulations(
    bouts: int, weights: Sequence[int]
) -> None:
    scores = (0.0, 0.25, 0.5, 0.75, 1.0)
    truth = sum(w * s for w, s in zip(weights, scores, strict=True)) / sum(weights)
    random, held = Random("coverage"), 0
    for _ in range(1000):
        low, high = score_interval(random.choices(scores, weights, k=bouts))
        held += low <= truth <= high
    assert 930 <= held <= 1000


def test_paired_games_make_the_interval_narrower_than_the_same_games_unpaired() -> None:
    # One of the two always wins with the good cards: the deck decides, the bots are equal.
    paired = score_interval([0.5] * 50)
    unpaired = score_interval([1.0, 0.0] * 50)
    assert paired[1] - paired[0] < (unpaired[1] - unpaired[0]) / 2
