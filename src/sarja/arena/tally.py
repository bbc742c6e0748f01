"""What the games of an arena add up to, bout by bout."""

from collections.abc import Sequence
from random import Random

from sarja.arena.contest import Contest
from sarja.arena.games import Result
from sarja.arena.ratings import BoutOutcome, Rating, rate
from sarja.arena.schedule import Fixture, Pairing
from sarja.arena.scores import Points, points_of


class Tally:
    """The results so far; games come in the order of their numbers."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._open: dict[int, list[tuple[Fixture, Result]]] = {}
        self._bouts: list[list[dict[Pairing, Points]]] = [[] for _ in contest.matches]
        self._pairs: dict[Pairing, Points] = {}
        self._counts: dict[Pairing, list[int]] = {}
        self.games = 0
        self.cut_short = 0
        """Games that the limit of moves has ended."""
        self.faults = [0] * len(contest.entrants)

    def add(self, fixture: Fixture, result: Result) -> bool:
        """Add a game; whether it was the last one of its bout."""
        self.games += 1
        self.cut_short += result.ending == "limit"
        if result.faulty is not None:
            self.faults[fixture.line_up[result.faulty - 1]] += 1
        open_games = self._open.setdefault(fixture.match, [])
        open_games.append((fixture, result))
        if len(open_games) < self._contest.matches[fixture.match].games_of(fixture.bout):
            return False
        bout: dict[Pairing, Points] = {}
        for one, its in self._open.pop(fixture.match):
            for pair, points in points_of(one.line_up, self._contest.game, its).items():
                bout.setdefault(pair, Points()).add(points)
        self._bouts[fixture.match].append(bout)
        for pair, points in bout.items():
            self._pairs.setdefault(pair, Points()).add(points)
            counts = self._counts.setdefault(pair, [0] * (2 * points.games + 1))
            if len(counts) == 2 * points.games + 1:
                counts[2 * points.wins + points.draws] += 1
        return True

    def pairs(self) -> dict[Pairing, Points]:
        """The games of each two opponents, added up."""
        return dict(sorted(self._pairs.items()))

    def bout_scores(self, pair: Pairing) -> list[float]:
        """The score of the first of two opponents in each bout."""
        return [bout[pair].score for bouts in self._bouts for bout in bouts if pair in bout]

    def bout_counts(self, pair: Pairing) -> list[int]:
        """How many bouts had each possible score, from none to all points of the first.

        For two games a bout these are five numbers, the pentanomial; bouts of another number of
        games than the first are left out.
        """
        return list(self._counts.get(pair, ()))

    def ratings(self, random: Random) -> Sequence[Rating]:
        """The rating of each bot, the first being the anchor."""
        return rate(len(self._contest.entrants), [self._outcomes(m) for m in self._bouts], random)

    def _outcomes(self, bouts: Sequence[dict[Pairing, Points]]) -> list[BoutOutcome]:
        return [
            tuple(
                (pair, points.score * points.games, points.games)
                for pair, points in sorted(bout.items())
            )
            for bout in bouts
        ]
