"""Ratings by OpenSkill (Plackett-Luce), as numbers that people know from other games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce

MIDDLE: Final = 1000
"""The rating of who has not played yet."""
_MU: Final = 25.0
_SIGMA: Final = _MU / 3
SCALE: Final = 40
"""So many points are one of OpenSkill's: a win over an equal gives some hundred at first."""
SURE: Final = 5.0
"""From this uncertainty downwards a rating means something: after some twenty games."""

_MODEL: Final = PlackettLuce(mu=_MU, sigma=_SIGMA)


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of a player: a strength, and how uncertain it is."""

    mu: float = _MU
    sigma: float = _SIGMA

    @property
    def shown(self) -> int:
        """The rating as people see it."""
        return round(MIDDLE + SCALE * (self.mu - _MU))

    @property
    def is_sure(self) -> bool:
        """Whether enough games have been played."""
        return self.sigma <= SURE


def rate(teams: Sequence[Sequence[Rating]], winner: int | None) -> list[list[Rating]]:
    """The ratings after a game that the team of that number, from 1, has won; None is a draw."""
    given = [[_MODEL.rating(mu=r.mu, sigma=r.sigma) for r in team] for team in teams]
    ranks: list[float] = [
        1.0 if winner is None or team == winner else 2.0 for team in range(1, len(teams) + 1)
    ]
    rated = _MODEL.rate(given, ranks=ranks)
    return [[Rating(one.mu, one.sigma) for one in team] for team in rated]
