"""The kernel's shuffles for `rules`, so that both deal the same cards and can be compared."""

from collections.abc import Sequence

import numpy as np

from sarja.kernel.chance import shuffle, stream
from sarja.kernel.layout import card_codes
from sarja.rules.chance import Chance
from sarja.rules.variant import Variant


def seeded_deck(variant: Variant, seed: int) -> tuple[str, ...]:
    """The deck, top card first, that a row dealt from that seed has before the deal (R5)."""
    return _shuffled(variant, variant.deck, seed, 0)


def seeded_chance(variant: Variant, seed: int) -> Chance:
    """The reshuffles of a row with that seed (R15)."""
    return lambda count, cards: _shuffled(variant, cards, seed, count + 1)


def _shuffled(variant: Variant, cards: Sequence[str], seed: int, number: int) -> tuple[str, ...]:
    codes = card_codes(variant)
    numbers = {code: at for at, code in enumerate(codes)}
    order = np.array(sorted(numbers[card] for card in cards), dtype=np.int16)
    shuffle(order, 0, len(order), stream(seed, number))
    return tuple(codes[card] for card in reversed(order.tolist()))
