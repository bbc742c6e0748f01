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
    finish: float
    threat: float
    exposed: float
    last: float
    block: float
    wild_price: float
    remove_price: float


CASUAL: Final = Weights(
    held=0.4,
    wild_held=0.12,
    wild_unseen=0.1,
    patience=2.5,
    finish=2,
    threat=4,
    exposed=0.9,
    last=2,
    block=0.9,
    wild_price=0.8,
    remove_price=0.5,
)
