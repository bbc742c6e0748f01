"""Variants made for tests: small boards on which every space has a card of its own."""

from functools import cache
from typing import Any, Final

from sarja.rules.loader import variant_from_data
from sarja.rules.variant import Variant
from tests.boards import variant_named

SEATINGS: Final = ((2, 2), (3, 3), (4, 2), (6, 2), (6, 3), (9, 3), (12, 2), (12, 3))

CORNERED: Final = """
*....*
......
......
......
......
*....*
"""
"""Six by six with free corners."""


@cache
def own_cards(
    shape: str,
    *,
    line_length: int = 5,
    shared_spaces: int = 1,
    exchanges: int = 1,
    copies: int = 1,
    hand: int = 3,
    sequences: int = 9,
    wild: int = 4,
    remove: int = 4,
) -> Variant:
    """A board of that shape, `.` a space and `*` a free corner.

    Card `B3` covers b3 alone; `W` is wild and `X` removes.
    """
    grid = [
        [
            sign if sign == "*" else f"{chr(ord('A') + column)}{row}"
            for column, sign in enumerate(word)
        ]
        for row, word in enumerate(shape.split(), 1)
    ]
    cards: dict[str, dict[str, Any]] = {
        label: {"effect": "place", "label": label, "count": copies}
        for row in grid
        for label in row
        if label != "*"
    }
    cards |= {"W": {"effect": "wild", "count": wild}} if wild else {}
    cards |= {"X": {"effect": "remove", "count": remove}} if remove else {}
    size = sum(card["count"] for card in cards.values())
    return variant_from_data(
        {
            "id": "own-cards",
            "format": 1,
            "line_length": line_length,
            "shared_spaces": shared_spaces,
            "exchanges_per_turn": exchanges,
            "grid": grid,
            "cards": cards,
            "setups": [
                {"seats": seats, "teams": teams, "hand": hand, "sequences": sequences}
                for seats, teams in SEATINGS
                if seats * hand <= size
            ],
        }
    )


@cache
def all_kinds() -> tuple[Variant, ...]:
    """The built-in variants and some that stretch every setting."""
    return (
        *map(variant_named, ("classic", "numbers", "numbers-small")),
        own_cards(CORNERED, line_length=4, sequences=2, copies=2),
        own_cards(CORNERED, line_length=3, shared_spaces=2, exchanges=2, sequences=3, copies=2),
        own_cards("*....\n.....\n..*..\n.....", line_length=4, exchanges=0, sequences=1, copies=2),
        own_cards("...\n...\n...", line_length=3, hand=1, sequences=1, wild=6, remove=9),
    )


def smallest() -> dict[str, Any]:
    """A variant with nothing in it but what must be."""
    return {
        "id": "tiny",
        "format": 1,
        "line_length": 3,
        "grid": [["*", "A", "B"], ["A", "B", "C"], ["C", "D", "D"]],
        "cards": {"A": {}, "B": {"count": 2}, "C": {"label": "C"}, "D": {}},
        "setups": [{"seats": 2, "teams": 2, "hand": 1, "sequences": 1}],
    }
