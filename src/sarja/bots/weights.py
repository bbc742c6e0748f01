from dataclasses import dataclass

@dataclass(frozen=True, slots=True)
class Weights:
    held: float = 0.7
    wild_held: float = 0.25
    horizon: float = 10.0
    wild_spread: float = 0.3
    block: float = 0.9
    last: float = 2.0
    threat: float = 2.0
    finish: float = 1.0
    place_cost: float = 1.0
    wild_price: float = 0.5
    remove_price: float = 0.5
