"""Where a table's luck comes from: the system's secure generator, or a seed in tests."""

from random import Random
from typing import Protocol

from sarja.rules.chance import CutRound, cut_for_deal
from sarja.rules.commitments import DIGITS
from sarja.rules.variant import Variant


class TableChance(Protocol):
    """Where a table's luck comes from: the system's secure generator, or a seed in tests."""

    def order(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The cards in random order."""

    def salt(self) -> str:
        """A secret of 256 bits, in hexadecimal, that hides the last order in its commitment."""

    def cut(self, variant: Variant, seats: int) -> tuple[int, tuple[CutRound, ...]]:
        """The dealer of a first game, and the rounds of the cut (R4)."""


class GeneratorChance:
    """Luck from a `random.Random`, which may be a `SystemRandom`."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def order(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The cards in random order."""
        return tuple(self._random.sample(cards, len(cards)))

    def salt(self) -> str:
        """A secret of 256 bits, in hexadecimal, that hides the last order in its commitment."""
        return f"{self._random.getrandbits(4 * DIGITS):0{DIGITS}x}"

    def cut(self, variant: Variant, seats: int) -> tuple[int, tuple[CutRound, ...]]:
        """The dealer of a first game, and the rounds of the cut (R4)."""
        return cut_for_deal(variant, seats, self._random)
