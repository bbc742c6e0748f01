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
        "casual": Strength("beginner", 280, 186, 346, 1.0),
        "club": Strength("casual", 90, 41, 133, 1.7),
        "expert": Strength("club", 47, 7, 85, 128.0),
        "master": Strength("expert", None, 0, 0, 413.0),
    }
)
