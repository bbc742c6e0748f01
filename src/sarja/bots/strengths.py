"""How strong the bots are, as measured: on paired deals of Classic for two (docs/ladder.md)."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Strength:
    """How a bot did against the one below it, and how long it thinks."""

    below: str | None
    elo: int | None
    """None where it is not measured yet."""
    low: int
    """With `high` the interval of 95 %."""
    high: int
    ms: float
    """CPU time a move, on one core of a machine of 2026."""


STRENGTHS: Final[Mapping[str, Strength]] = MappingProxyType(
    {
        "random": Strength(None, 0, 0, 0, 0.01),
        "beginner": Strength("random", 564, 350, 728, 0.8),
        "casual": Strength("beginner", 168, 86, 241, 1.2),
        "club": Strength("casual", 117, 61, 166, 1.7),
        "expert": Strength("club", 42, 6, 75, 99.0),
        "master": Strength("expert", None, 0, 0, 290.0),
    }
)
