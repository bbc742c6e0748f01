"""Variants made at random, of every shape that the format allows within reason."""

from random import Random
from typing import Any

from sarja.rules.loader import is_seating, variant_from_data
from sarja.rules.variant import Variant


def random_variant(random: Random, number: int) -> Variant:
    """A sound variant: 3x3 to 20x20, lines of 3 to 6, labels on 1 to 4 spaces."""
    rows, columns = random.randint(3, 20), random.randint(3, 20)
    if random.random() < 0.5:
        # Small boards fill up, and then the rare rules come into play.
        rows, columns = random.randint(3, 8), random.randint(3, 8)
    length = random.randint(3, min(6, max(rows, columns)))
    grid = [[""] * columns for _ in range(rows)]
    spaces = [(row, column) for row in range(rows) for column in range(columns)]
    for row, column in _corners(random, rows, columns, length):
        grid[row][column] = "*"
        spaces.remove((row, column))
    cards: dict[str, dict[str, Any]] = {}
    random.shuffle(spaces)
    while spaces:
        label = f"L{len(cards)}"
        for _ in range(random.randint(1, 4)):
            if spaces:
                row, column = spaces.pop()
                grid[row][column] = label
        for kind in range(random.choice((1, 1, 2))):
            code = f"{label}{'+-'[kind]}{kind}"
            cards[code] = {"effect": "place", "label": label, "count": random.randint(1, 3)}
    for effect in ("wild", "remove"):
        for kind in range(random.randint(0, 2)):
            count = random.randint(1, 6)
            cards[f"{effect[0].upper()}{kind}"] = {"effect": effect, "count": count}
    size = sum(card["count"] for card in cards.values())
    setups = [
        {
            "seats": seats,
            "teams": teams,
            "hand": random.randint(1, max(1, min(7, size // seats))),
            "sequences": random.randint(1, 4),
        }
        for seats in range(2, 13)
        for teams in (2, 3)
        if is_seating(seats, teams) and seats <= size
    ]
    return variant_from_data(
        {
            "id": f"random-{number}",
            "format": 1,
            "line_length": length,
            "grid": grid,
            "cards": cards,
            "setups": setups,
            "exchanges_per_turn": random.randint(0, 2),
            "shared_spaces": random.randint(1, 2),
            "cut": random.random() < 0.5,
        }
    )


def _corners(random: Random, rows: int, columns: int, length: int) -> set[tuple[int, int]]:
    """Free spaces: none, those in the corners, or some anywhere; never a line of nothing else."""
    corners = {(0, 0), (0, columns - 1), (rows - 1, 0), (rows - 1, columns - 1)}
    anywhere = {
        (random.randrange(rows), random.randrange(columns)) for _ in range(random.randint(1, 4))
    }
    chosen = random.choice((set(), corners, anywhere))
    return chosen if len(chosen) < length or min(rows, columns) > 4 else set()
