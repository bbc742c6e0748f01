"""What the casual bot makes of things, in numbers set by hand."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """Chances from 0 to 1, and worths; a worth of 1 is a sequence, half way through the game."""

    held: float
    wild_held: float
    wild_unseen: float
    patience: float
    one_short: float
    last: float
    block: float
    wild_price: float
    remove_price: float


CASUAL: Final = Weights(
    held=0.45,
    wild_held=0.12,
    wild_unseen=0.1,
    patience=2,
    one_short=2,
    last=2,
    block=0.9,
    wild_price=0.8,
    remove_price=0.5,
)
