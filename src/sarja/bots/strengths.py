"""How strong the bots are, as measured on paired deals (docs/ladder.md)."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Step:
    """How a bot did in one game against the one below it."""

    variant: str
    seats: int
    elo: int
    low: int
    """With `high` the interval of 95 %."""
    high: int
    games: int
    shown: bool
    """Whether a sequential test accepted that it is stronger rather than equal (5 % either way)."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How a bot did against the one below it, and how long it thinks."""

    below: str | None
    ms: float
    """CPU time a move in Classic for two, on one core of a machine of 2026."""
    steps: tuple[Step, ...] = ()
    """Classic for two, then the other games that were measured."""

    @property
    def seems_stronger(self) -> bool:
        """Whether in some game equal strength lies outside the interval, or a test has spoken."""
        return any(step.shown or step.low > 0 for step in self.steps)


STRENGTHS: Final[Mapping[str, Strength]] = MappingProxyType(
    {
        "random": Strength(None, 0.01),
        "beginner": Strength("random", 0.8, (Step("classic", 2, 564, 350, 728, 120, False),)),
        "casual": Strength("beginner", 1.2, (Step("classic", 2, 168, 86, 241, 120, False),)),
        "club": Strength(
            "casual",
            1.7,
            (
                Step("classic", 2, 117, 61, 166, 154, True),
                Step("classic", 3, 73, 28, 111, 336, True),
                Step("classic", 4, 70, 29, 109, 240, True),
                Step("classic", 6, 29, 4, 52, 798, True),
                Step("numbers", 2, 84, 37, 126, 160, True),
                Step("numbers", 4, 70, 27, 109, 170, True),
            ),
        ),
        "expert": Strength(
            "club",
            99.0,
            (
                Step("classic", 2, 42, 6, 75, 218, True),
                Step("classic", 3, 37, 0, 70, 360, True),
                Step("classic", 4, 32, 6, 58, 366, True),
                Step("classic", 6, 70, 15, 115, 240, True),
                Step("numbers", 2, 44, 6, 79, 224, True),
                Step("numbers", 4, 78, 18, 131, 118, True),
            ),
        ),
        "master": Strength(
            "expert",
            290.0,
            (
                Step("classic", 2, 9, -15, 32, 400, False),
                Step("classic", 4, 26, -2, 54, 400, False),
            ),
        ),
    }
)
"""Each is what a file in `benchmarks/results` says, which a test compares."""
