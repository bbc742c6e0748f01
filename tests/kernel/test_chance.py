"""Chance in the kernel is fair, and follows from its seed and nothing else."""

from collections import Counter

import numpy as np
import pytest

from sarja import kernel
from sarja.kernel.slots import DECK_AT, PASS_MOVE, ROW_SIZE
from sarja.rules.model import Game
from tests.boards import set_up

# Sums of squares of that many standard deviations above what is to be expected; seeds are fixed,
# so these tests cannot fail by bad luck on another day.
UNLIKELY = 4.0


def excess(counts: list[int], expected: float) -> float:
    """By how many standard deviations the counts are more uneven than chance has them."""
    squares = sum((count - expected) ** 2 / expected for count in counts)
    freedom = len(counts) - 1
    return float((squares - freedom) / (2 * freedom) ** 0.5)


@pytest.mark.parametrize(
    "hands",
    [
        ("2S 3S 4S 4S 5S 6S 7S", "8S"),  # equal cards count once
        ("2S TS JC", "8S"),  # a wild card has most moves
        ("2S TS JS 9D", "8S"),  # and a removing one has some
        ("8S 9S", "2S"),  # a dead card can only be exchanged
        ("TS TS TS", "2S"),
        ("", "8S"),  # who gave up the last card can only pass
    ],
)
def test_random_moves_are_each_as_likely_as_another(hands: tuple[str, str]) -> None:
    drawing = """
    *2121212.*
    2.........
    12........
    .1........
    """
    state = set_up(drawing, hands)
    layout = kernel.layout_of(state.position.game)
    row = kernel.from_state(state, layout)
    listed = np.empty(10**4, dtype=np.int64)
    legal = listed[: kernel.legal_moves(row, layout, listed)].tolist()
    draws = 400 * len(legal)
    rows, moves = np.tile(row, (draws, 1)), np.empty(draws, dtype=np.int64)
    assert kernel.random_moves(rows, layout, 11, moves) == draws
    counts = Counter(moves.tolist())
    assert set(counts) == set(legal)
    if len(legal) > 1:
        assert abs(excess([counts[move] for move in legal], 400)) < UNLIKELY


@pytest.mark.parametrize("hand", ["", "JS", "JS JS JH"])
def test_a_seat_without_a_play_passes_at_random_too(hand: str) -> None:
    state = set_up(hands=(hand, "8S"))
    layout = kernel.layout_of(state.position.game)
    rows, moves = kernel.from_state(state, layout)[None], np.empty(1, dtype=np.int64)
    for seed in range(20):
        assert kernel.random_moves(rows, layout, seed, moves) == 1
        assert moves[0] == layout[PASS_MOVE]


def test_every_card_is_as_likely_in_every_place_of_the_deck(classic: Game) -> None:
    layout = kernel.layout_of(classic)
    games = 5200
    rows = np.empty((games, layout[ROW_SIZE]), dtype=np.int16)
    kernel.deal_rows(rows, layout, np.arange(games), 1)
    for place in (0, 1, 44, 89):
        counts = Counter(rows[:, layout[DECK_AT] + place].tolist())
        assert abs(excess([counts[card] for card in range(52)], games / 52)) < UNLIKELY
    pairs = Counter(zip(*(rows[:, layout[DECK_AT] + at].tolist() for at in (88, 89)), strict=True))
    same = sum(count for (one, other), count in pairs.items() if one == other)
    # The next card is the other one of the pair: 1 in 103.
    assert abs(same - games / 103) < UNLIKELY * (games / 103) ** 0.5


def test_a_reshuffle_hangs_on_seed_number_and_cards_only(classic: Game) -> None:
    variant = classic.variant
    chance = kernel.seeded_chance(variant, 5)
    cards = variant.deck[:40]
    assert chance(0, cards) == chance(0, cards[::-1])
    assert sorted(chance(0, cards)) == sorted(cards)
    assert chance(0, cards) != chance(1, cards)
    assert chance(0, cards) != kernel.seeded_chance(variant, 6)(0, cards)
    assert kernel.seeded_deck(variant, 5) != kernel.seeded_deck(variant, 5 + 2**32)


def test_no_seed_is_like_its_neighbour(classic: Game) -> None:
    decks = {kernel.seeded_deck(classic.variant, seed) for seed in range(300)}
    decks |= {kernel.seeded_deck(classic.variant, seed << 40) for seed in range(1, 300)}
    assert len(decks) == 599
