"""How two bots fared against each other: points, score with interval, Elo with interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from sarja.arena.elo import elo_of_score
from sarja.arena.games import Result
from sarja.arena.schedule import LineUp, Pairing, opponents, teams_of
from sarja.rules.model import Game

Z95: Final = 1.959963984540054
"""So many standard errors to each side hold 95 % of a normal distribution."""
ADDED: Final = 2
"""Bouts won and bouts lost that are added before an interval is made (see `score_interval`)."""

Interval = tuple[float, float]


@dataclass(slots=True)
class Points:
    """Games of one bot against another, or of a bout of them, as the first one sees it."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of the points; a draw is half a point for each."""
        return (self.wins + self.draws / 2) / self.games

    def add(self, other: "Points") -> None:
        """Add other games."""
        self.wins += other.wins
        self.draws += other.draws
        self.losses += other.losses


def points_of(line_up: LineUp, game: Game, result: Result) -> dict[Pairing, Points]:
    """Who won against whom: of two opponents the one whose team has won; if neither, a draw.

    Where a team has lost by a fault, it has lost against all others.
    """
    worth = {
        bot: [result.points(game, team) for team in teams]
        for bot, teams in teams_of(line_up, game).items()
    }
    return {(a, b): _compare(worth[a], worth[b]) for a, b in opponents(line_up, game)}


def _compare(first: Sequence[float], second: Sequence[float]) -> Points:
    """A bot on two of three teams has won if one of them has, and not lost by a fault alone."""
    a, b = sum(first), sum(second)
    return Points(int(a > b), int(a == b), int(a < b))


def score_interval(scores: Sequence[float]) -> Interval:
    """The 95 % interval of the mean of the scores, one score a bout.

    The games of a bout hang together, so the bout is what is counted: mean ± z·s/√n, s the
    standard deviation between bouts. Two bouts won and two lost are added first, which makes
    the interval hold what it promises when bouts are few or all alike, and matters little later.

    Source: A. Agresti and B. Coull, Approximate is better than "exact" for interval estimation of
    binomial proportions, The American Statistician 52 (1998); here for scores of bouts.
    """
    n = len(scores) + 2 * ADDED
    mean = (sum(scores) + ADDED) / n
    squares = sum((score - mean) ** 2 for score in scores)
    squares += ADDED * (mean**2 + (1 - mean) ** 2)
    half = Z95 * sqrt(squares / (n - 1) / n)
    return max(0.0, mean - half), min(1.0, mean + half)


def elo_interval(interval: Interval, games: int) -> Interval:
    """The Elo at both ends of an interval of scores."""
    return elo_of_score(interval[0], games), elo_of_score(interval[1], games)
