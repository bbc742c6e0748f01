"""Variants at the limits of the format, where the rare rules of lines come into play."""

from random import Random
from typing import Any

from sarja.rules.loader import variant_from_data
from sarja.rules.variant import Variant


def stretched_variant(random: Random, number: int) -> Variant:
    """Three rows of up to 20, long lines, much to share, and mostly wild cards: many choices."""
    rows, columns = 3, random.randint(6, 20)
    length = random.randint(3, columns)
    labels = [[f"L{row}-{column}" for column in range(columns)] for row in range(rows)]
    cards: dict[str, dict[str, Any]] = {
        f"{label}{kind}": {"effect": "place", "label": label}
        for row in labels
        for label in row
        for kind in "AB"[: random.randint(1, 2)]
    }
    cards["W"] = {"effect": "wild", "count": 100}
    cards["X"] = {"effect": "remove", "count": random.randint(1, 20)}
    return variant_from_data(
        {
            "id": f"stretched-{number}",
            "format": 1,
            "line_length": length,
            "grid": labels,
            "cards": cards,
            "setups": [
                {"seats": seats, "teams": teams, "hand": 4, "sequences": 20}
                for seats, teams in ((2, 2), (3, 3), (4, 2))
            ],
            "exchanges_per_turn": random.randint(0, 20),
            "shared_spaces": random.randint(1, length - 1),
        }
    )


def largest_variant() -> Variant:
    """As many spaces, cards, copies, seats and cards in hand as the format allows."""
    grid = [[f"L{row}-{column}" for column in range(20)] for row in range(20)]
    labels = [label for row in grid for label in row]
    cards: dict[str, dict[str, Any]] = {
        f"C{number}": {"effect": "place", "label": labels[number % 400], "count": 4}
        for number in range(990)
    }
    cards |= {f"W{number}": {"effect": "wild", "count": 4} for number in range(5)}
    cards |= {f"X{number}": {"effect": "remove", "count": 4} for number in range(5)}
    return variant_from_data(
        {
            "id": "largest",
            "format": 1,
            "line_length": 20,
            "grid": grid,
            "cards": cards,
            "setups": [{"seats": 12, "teams": 3, "hand": 50, "sequences": 20}],
            "exchanges_per_turn": 20,
            "shared_spaces": 19,
        }
    )
