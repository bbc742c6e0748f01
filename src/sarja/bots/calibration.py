"""Chances to win that are what they say, from the scores of the learned tables.

Of a hundred positions in which the chance is said to be 70 %, seventy should be won. The tables
are learned to tell good moves from bad ones, and promise too much while the board is empty. So the
logit that a score stands for is stretched and shifted, by what `benchmarks/calibration.py` measured
in games of club against itself (docs/analysis.md).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sarja.bots.learned import kind_of
from sarja.bots.patterns import UNIT, WON
from sarja.rules.model import CORNER, OPEN, Game, Position


@dataclass(frozen=True, slots=True)
class Fit:
    """How the logit of a kind of game is stretched and shifted."""

    slope: float
    empty: float
    """What is added to it on an empty board."""
    filled: float
    """What is added besides on a full one, and the share of it on others."""

    search_slope: float = 1.0
    """The same for chances that games played on have shown,"""
    search_shift: float = 0.0
    """which are a little too low."""
    table: str = ""
    """The digest of the learned table that was measured; another one needs another fit."""

    def shift(self, position: Position) -> float:
        """What is added to the logit in that position."""
        chips = position.chips
        spaces = len(chips) - chips.count(CORNER)
        return self.empty + self.filled * (1 - chips.count(OPEN) / spaces)

    def chance(self, position: Position, score: int) -> float:
        """The chance to win that goes with a score in that position."""
        return 1.0 if score >= WON else logistic(self.slope * score / UNIT + self.shift(position))

    def straightened(self, chance: float) -> float:
        """The chance that goes with what games played on have shown; what is sure stays so."""
        if not 0 < chance < 1:
            return chance
        logit = math.log(chance / (1 - chance))
        return logistic(self.search_slope * logit + self.search_shift)


FITS: Final[Mapping[str, Fit]] = {
    "2-alone-1": Fit(
        0.98, -0.86, 1.19, search_slope=1.15, search_shift=0.11, table="ee7a652d08090d19"
    ),
    "2-alone-2": Fit(
        0.94, -0.95, 1.5, search_slope=1.12, search_shift=0.2, table="d691a6141a0386bc"
    ),
    "2-partners-2": Fit(
        1.35, -1.13, 1.44, search_slope=0.97, search_shift=0.13, table="3f2fca4deffd485a"
    ),
    "3-alone-1": Fit(
        1.38, -1.15, 1.92, search_slope=1.42, search_shift=0.33, table="500b2d3d5242f318"
    ),
}
"""By kind of game, as in `learned.Kind.name`."""


def fit_for(game: Game) -> Fit:
    """The fit of the game's kind, or else of the kind most like it."""
    found = (FITS.get(kind.name) for kind in kind_of(game).likest())
    return next(fit for fit in found if fit is not None)


def logistic(logit: float) -> float:
    """The chance with that logit."""
    return 1 / (1 + math.exp(-logit)) if logit > 0 else math.exp(logit) / (1 + math.exp(logit))
