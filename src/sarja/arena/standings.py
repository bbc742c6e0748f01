"""What an arena found: every pair of opponents, the ratings, the sequential test."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from sarja.arena.contest import Contest
from sarja.arena.elo import elo_of_score
from sarja.arena.games import Clock
from sarja.arena.ratings import Rating
from sarja.arena.scores import Interval, Points, elo_interval, score_interval
from sarja.arena.sequential import SequentialTest, Verdict
from sarja.arena.tally import Tally


@dataclass(frozen=True, slots=True)
class BotStanding:
    """A bot, its rating, and how it behaved; no time is known where all games were read."""

    name: str
    faults: int
    ms_per_move: float | None
    rating: Rating


@dataclass(frozen=True, slots=True)
class PairStanding:
    """Two opponents: what the first did against the second."""

    a: str
    b: str
    points: Points
    score_95: Interval
    elo: float
    elo_95: Interval


@dataclass(frozen=True, slots=True)
class SprtStanding:
    """Where the sequential test stands; `counts` are bouts by score, the pentanomial."""

    test: SequentialTest
    counts: tuple[int, ...]
    ratio: float
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class Standings:
    """The result of an arena."""

    contest: Contest
    games: int
    cut_short: int
    bots: tuple[BotStanding, ...]
    pairs: tuple[PairStanding, ...]
    test: SprtStanding | None

    def data(self) -> dict[str, Any]:
        """The object of `sarja arena --json`."""
        game = self.contest.game
        data: dict[str, Any] = {
            "variant": game.variant.id,
            "seats": game.seats,
            "teams": game.teams,
            "games": self.games,
            "seed": self.contest.seed,
            "cut_short": self.cut_short,
            "bots": [
                {"name": bot.name, "ms_per_move": _rounded(bot.ms_per_move), "faults": bot.faults}
                for bot in self.bots
            ],
            "pairs": [
                {
                    "a": pair.a,
                    "b": pair.b,
                    "games": pair.points.games,
                    "wins": pair.points.wins,
                    "draws": pair.points.draws,
                    "losses": pair.points.losses,
                    "score": round(pair.points.score, 4),
                    "score_95": [round(end, 4) for end in pair.score_95],
                    "elo": round(pair.elo),
                    "elo_95": [round(end) for end in pair.elo_95],
                }
                for pair in self.pairs
            ],
            "ratings": [
                {
                    "name": bot.name,
                    "elo": None if bot.rating.elo is None else round(bot.rating.elo),
                    "elo_95": bot.rating.elo_95 and [round(end) for end in bot.rating.elo_95],
                }
                for bot in self.bots
            ],
        }
        if self.test is not None:
            data["sprt"] = {
                "elo0": self.test.test.elo0,
                "elo1": self.test.test.elo1,
                "alpha": self.test.test.alpha,
                "beta": self.test.test.beta,
                "llr": round(self.test.ratio, 4),
                "lower": round(self.test.test.lower, 4),
                "upper": round(self.test.test.upper, 4),
                "bouts": list(self.test.counts),
                "accepted": self.test.verdict,
            }
        return data


def standings(
    contest: Contest, tally: Tally, clock: Clock, test: SequentialTest | None
) -> Standings:
    """The standings after the games of the tally."""
    names = [entrant.name for entrant in contest.entrants]
    ratings = tally.ratings(Random(f"{contest.seed}/ratings"))
    return Standings(
        contest=contest,
        games=tally.games,
        cut_short=tally.cut_short,
        bots=tuple(
            BotStanding(name, tally.faults[bot], _ms_per_move(clock, bot), ratings[bot])
            for bot, name in enumerate(names)
        ),
        pairs=tuple(
            _pair(names[a], names[b], points, tally.bout_scores((a, b)))
            for (a, b), points in tally.pairs().items()
        ),
        test=None if test is None else sprt_standing(test, tally),
    )


def sprt_standing(test: SequentialTest, tally: Tally) -> SprtStanding:
    """Where the test between the first two bots stands."""
    counts = tally.bout_counts((0, 1))
    return SprtStanding(
        test, tuple(counts), test.log_likelihood_ratio(counts), test.verdict(counts)
    )


def _pair(a: str, b: str, points: Points, scores: Sequence[float]) -> PairStanding:
    interval = score_interval(scores)
    return PairStanding(
        a=a,
        b=b,
        points=points,
        score_95=interval,
        elo=elo_of_score(points.score, points.games),
        elo_95=elo_interval(interval, points.games),
    )


def _ms_per_move(clock: Clock, bot: int) -> float | None:
    moves = clock.moves.get(bot, 0)
    return 1000 * clock.seconds[bot] / moves if moves else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
