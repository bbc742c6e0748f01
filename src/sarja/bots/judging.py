"""What each move is worth: by the learned table alone, or by games played on in fitting worlds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from sarja import kernel
from sarja.bots.assessment import Assessment
from sarja.bots.calibration import fit_for
from sarja.bots.learned import table_for
from sarja.bots.patterns import EXCHANGED, WON
from sarja.bots.turns import turns_ahead
from sarja.rules.model import Game, Position, View, evolve
from sarja.rules.moves import Move

if TYPE_CHECKING:
    import numpy as np

    from sarja.bots.search.comparing import Chances

CANDIDATES: Final = 12
"""So many of the moves that score highest are tried."""
FINALISTS: Final = 3
"""So many of them are compared to the last."""
SIMULATIONS: Final = 4000
"""Games played on for a move, unless said otherwise."""
BATCHES: Final = 20
"""Of so many parts the worlds are when the error of their mean is told."""


@dataclass(frozen=True, slots=True)
class Valued:
    """A move, and the chance of the seat's team to win with it."""

    move: Move
    chance: float
    games: int
    """In how many games it was tried; none where the table alone tells."""
    error: float
    """The standard error of how much worse it is than the best move; 0 for that one."""


class Judge(Protocol):
    """Who tells what moves are worth."""

    @property
    def simulations(self) -> int:
        """Games played on for a judgement."""

    def __call__(self, view: View, seed: int, wanted: Move | None = None) -> list[Valued]:
        """The moves of the seat that must act, the best first; always among them the wanted one."""


def judge_of(game: Game, simulations: int | None = None) -> Judge:
    """Who judges the moves of that game; with no simulations the table alone does.

    Unless a number is asked for the table does too where the extra `fast` is missing.

    Raises:
        SarjaError: `extra-missing`.
    """
    if simulations is None:
        simulations = SIMULATIONS if kernel.is_there() else 0
    return SearchJudge(game, simulations) if simulations else TableJudge(game)


class TableJudge:
    """Judges by the learned table, one move ahead, in plain Python."""

    simulations = 0

    def __init__(self, game: Game) -> None:
        self._weights = table_for(game).weights
        self._fit = fit_for(game)

    def __call__(self, view: View, seed: int, wanted: Move | None = None) -> list[Valued]:
        """The moves with their chances; an exchange (R12) is as good as the best other move."""
        assessment = Standing(view, self._weights)
        scores = assessment.scores()
        told = [score for score in scores.values() if score != EXCHANGED]
        instead = max(told) if told else assessment.standing()
        best = sorted(scores, key=lambda move: -scores[move])
        return [
            Valued(m, self._fit.chance(view.position, min(scores[m], instead)), 0, 0.0)
            for m in _with(best[:CANDIDATES], wanted)
        ]


class SearchJudge:
    """Judges by games played on, the same worlds for each move; the better half goes on.

    What the last round says counts: its worlds had no say in who came so far, so that the best move
    is not flattered by its luck.
    """

    def __init__(self, game: Game, simulations: int) -> None:
        """Compile the search, or read it from the cache.

        Raises:
            SarjaError: `extra-missing`.
        """
        kernel.require()
        from sarja.bots.search.comparing import Comparison  # noqa: PLC0415 - numba is an extra

        self._comparison = Comparison(game)
        self._weights = table_for(game).weights
        self._fit = fit_for(game)
        self.simulations = simulations
        self._turns = turns_ahead(game)

    def __call__(self, view: View, seed: int, wanted: Move | None = None) -> list[Valued]:
        """The moves that were compared to the last."""
        scores = Assessment(view, self._weights).scores()
        best = sorted(scores, key=lambda move: -scores[move])
        wins = [move for move in best if scores[move] >= WON]
        moves = _with((wins or best)[: 1 if wins else CANDIDATES], wanted)
        if len(moves) > FINALISTS + 1:
            half = (len(moves) + FINALISTS) // 2
            for number, kept in enumerate((half, FINALISTS), 1):
                means = self._try(view, moves, self.simulations // 4, seed + number).mean(axis=0)
                chances = dict(zip(moves, means.tolist(), strict=True))
                moves = _with(sorted(moves, key=lambda m: -chances[m])[:kept], wanted)
        games = self.simulations // (2 if len(moves) > 1 else 8)
        return self._value(moves, self._try(view, moves, games, seed))

    def _try(self, view: View, moves: Sequence[Move], games: int, seed: int) -> "Chances":
        worlds = max(games // len(moves), 1)
        return self._comparison.chances(view, moves, worlds, self._turns, seed)

    def _value(self, moves: Sequence[Move], chances: "Chances") -> list[Valued]:
        means = chances.mean(axis=0)
        best = int(means.argmax())
        errors = standard_errors(chances - chances[:, [best]]).tolist()
        valued = [
            Valued(move, self._fit.straightened(float(mean)), len(chances), error)
            for move, mean, error in zip(moves, means, errors, strict=True)
        ]
        return sorted(valued, key=lambda one: -one.chance)


def standard_errors(found: "Chances") -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Of the mean over worlds of each move: by the means of batches of worlds.

    Worlds that come one from another are alike, so that each by itself would tell too small an
    error; batches hardly hang together (C. Geyer, "Practical Markov chain Monte Carlo", 1992).
    """
    errors: np.ndarray[tuple[int], np.dtype[np.float64]]
    if len(found) == 1:
        # One world tells nothing of others: a chance may be off by as much as a coin.
        errors = (found[0] != 0) * 0.5
        return errors
    each = max(len(found) // BATCHES, 1)
    count = len(found) // each
    means = found[: count * each].reshape(count, each, found.shape[1]).mean(axis=1)
    errors = means.std(axis=0, ddof=1) / count**0.5
    return errors


class Standing(Assessment):
    """What a position is worth as it stands, looked at by the seat whose turn it is."""

    def standing(self) -> int:
        """The score of the position before any move."""
        sight, hand = self._sight, self.view.hand
        return sight.score(sight.lines, hand, sight.count_dead(hand))


def as_if_on_turn(position: Position, seat: int) -> Position:
    """The position of a game that goes on, looked at by that seat."""
    return evolve(position, turn=seat, choice=None, giving_up=(), outcome=None)


def _with(moves: Sequence[Move], wanted: Move | None) -> list[Move]:
    if wanted is None or wanted in moves:
        return list(moves)
    return [*moves, wanted]
