"""Which spaces the cards let each team reach, as far as one seat can tell."""

from collections import Counter
from itertools import chain
from math import prod
from typing import Final

from sarja.bots.weights import Weights
from sarja.rules.model import View

ALMOST_SURE: Final = 0.95
"""The most that cards can do for a space; only a chip that lies there is surer."""


class CardCount:
    """The cards of the seat that must act, and how many of each kind it has not yet seen.

    A card on a discard pile reaches nothing. When all that cover a space lie there, it is left to
    the wild cards.
    """

    def __init__(self, view: View, weights: Weights) -> None:
        position = view.position
        game = position.game
        seat = position.to_act or position.turn
        self._variant = game.variant
        self._weights = weights
        self._team = game.team_of(seat)
        self._hand = Counter(view.hand)
        self._seen = Counter(chain(view.hand, *position.discards))
        unseen = position.deck_size + sum(position.hand_sizes) - len(view.hand)
        self._share: dict[int, float] = {}
        for team in range(1, game.teams + 1):
            seats = game.seats_of(team)
            in_hand = sum(position.hand_sizes[mate - 1] for mate in seats if mate != seat)
            soon = in_hand + weights.patience * len(seats)
            self._share[team] = min(soon / max(unseen, 1), 1.0)
        self._miss_with_wild = {team: self._chance_of_no_wild(team) for team in self._share}

    def reach(self, team: int, label: str) -> float:
        """About the chance that the team gets its chip on an open space with that label."""
        return self._reach(team, label, held=team == self._team and self._held(label) > 0)

    def reach_by_one(self, label: str) -> float:
        """How much of the own team's reach hangs on one card in hand that covers the label."""
        if self._held(label) > 1:
            return 0.0
        return self.reach(self._team, label) - self._reach(self._team, label, held=False)

    def _reach(self, team: int, label: str, *, held: bool) -> float:
        miss = prod([1 - self._share[team]] * self._unseen(label), start=self._miss_with_wild[team])
        if held:
            miss *= 1 - self._weights.held
        return min(1 - miss, ALMOST_SURE)

    def _held(self, label: str) -> int:
        """How many cards in hand cover the label."""
        return sum(self._hand[card] for card in self._variant.covering[label])

    def _unseen(self, label: str) -> int:
        """How many cards that cover the label the deck and the other hands hold."""
        cards = self._variant.cards
        return sum(cards[c].count - self._seen[c] for c in self._variant.covering[label])

    def _chance_of_no_wild(self, team: int) -> float:
        """About the chance that no wild card of the team comes to serve a given space."""
        wild = [card for card in self._variant.cards.values() if card.effect == "wild"]
        unseen = sum(card.count - self._seen[card.code] for card in wild)
        miss = prod([1 - self._weights.wild_unseen * self._share[team]] * unseen)
        if team == self._team:
            held = sum(self._hand[card.code] for card in wild)
            miss *= prod([1 - self._weights.wild_held] * held)
        return miss
