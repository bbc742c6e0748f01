"""Chance as an argument: shuffles, the cut for the deal, and where reshuffles come from."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from sarja.rules.errors import IllegalMove
from sarja.rules.model import Game
from sarja.rules.variant import Variant

Chance = Callable[[int, tuple[str, ...]], tuple[str, ...]]
"""The new deck, top card first, for the reshuffle of that number (from 0) of those cards (R15)."""

MOST_CUTS: Final = 20
"""After so many rounds those still tied draw: the ranks of the deck are too much alike."""

CutRound = tuple[str | None, ...]
"""The card that each seat cut in one round, None for a seat that was out (R4)."""


def shuffled(cards: Sequence[str], seed: int | str, count: int) -> tuple[str, ...]:
    """The cards in the order that belongs to the seed and the count, whatever order they had.

    The same on every machine; not for games in which somebody might guess the seed.
    """
    order = sorted(cards)
    Random(f"{seed}/{count}").shuffle(order)
    return tuple(order)


def seeded_deck(variant: Variant, seed: int | str) -> tuple[str, ...]:
    """The variant's deck in the order that belongs to the seed, top card first."""
    return shuffled(variant.deck, seed, -1)


def seeded_chance(seed: int | str) -> Chance:
    """Reshuffles that follow from the seed and their number, so that paired deals stay paired."""
    return lambda count, cards: shuffled(cards, seed, count)


def recorded_chance(reshuffles: Sequence[Sequence[str]]) -> Chance:
    """Reshuffles as they are written down; the move that needs a missing or wrong one is refused.

    Raises:
        IllegalMove: `reshuffle-missing`, `reshuffle-wrong` (when called).
    """

    def reshuffle(count: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        if count >= len(reshuffles):
            raise IllegalMove("reshuffle-missing", number=count + 1)
        if sorted(reshuffles[count]) != sorted(cards):
            raise IllegalMove("reshuffle-wrong", number=count + 1)
        return tuple(reshuffles[count])

    return reshuffle


def cut_for_deal(variant: Variant, seats: int, random: Random) -> tuple[int, tuple[CutRound, ...]]:
    """The dealer and the rounds of the cut: the lowest card deals, those tied cut again (R4).

    Without a cut in the variant the dealer is drawn at random and there are no rounds; so too
    among those tied when the deck has no two cards of different rank, or hardly any.
    """
    players = list(range(1, seats + 1))
    ranks = {code: card.cut_rank for code, card in variant.cards.items()}
    rounds: list[CutRound] = []
    if variant.cut and len(set(ranks.values())) > 1:
        while len(players) > 1 and len(rounds) < MOST_CUTS:
            cards = dict(zip(players, random.sample(variant.deck, len(players)), strict=True))
            rounds.append(tuple(cards.get(seat) for seat in range(1, seats + 1)))
            lowest = min(ranks[card] for card in cards.values())
            players = [seat for seat in players if ranks[cards[seat]] == lowest]
    return random.choice(players), tuple(rounds)


def next_dealer(game: Game) -> int:
    """The dealer of the table's next game: the deal passes to the left (R4)."""
    return game.after(game.dealer)
