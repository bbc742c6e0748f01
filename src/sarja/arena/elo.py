"""Elo: what a score says about the difference in strength, and the other way round."""

from math import log10
from typing import Final

SCALE: Final = 400.0


def expected_score(elo: float) -> float:
    """The share of points expected of a bot that many Elo stronger: 1 / (1 + 10^(-elo/400)).

    Source: A. Elo, The Rating of Chessplayers (1978), in the logistic form that FIDE's
    competitors and chess engines use.
    """
    return float(1 / (1 + 10 ** (-elo / SCALE)))


def elo_of_score(score: float, games: int) -> float:
    """The difference at which that score is expected: -400 log10(1/score - 1).

    A score of 0 or 1 fits no difference. It counts as if a quarter of a point had been given away,
    so the answer, always finite, is then a bound rather than an estimate.
    """
    least = 0.25 / games
    bounded = min(max(score, least), 1 - least)
    return -SCALE * log10(1 / bounded - 1)
