"""A variant: everything that makes one game of this family differ from another, as data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal

from sarja.rules.board import Board
from sarja.rules.moves import Exchange, Place, Remove

Effect = Literal["place", "wild", "remove"]
Help = Literal["spaces", "none"]

RANKS: Final = "23456789TJQKA"
"""The ranks of playing cards from low to high: in the cut, aces are high (R4)."""


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card, and how many of it the deck holds.

    `label` is what the spaces show that the card covers (effect `place` only). `text` is what is
    printed on it, where that differs from its code.
    """

    code: str
    effect: Effect
    label: str | None
    count: int
    text: str | None = None

    @property
    def cut_rank(self) -> int:
        """How high it counts in the cut (R4); the rank is the code's first character."""
        return RANKS.find(self.code[0])


@dataclass(frozen=True, slots=True)
class Setup:
    """One seating that the variant allows: cards dealt to each, sequences needed to win."""

    seats: int
    teams: int
    hand: int
    sequences: int


CardMoves = tuple[tuple[int, Place], ...] | tuple[tuple[int, Remove], ...]


@dataclass(frozen=True)
class Variant:
    """A game of the family, checked and whole; made by `sarja.rules.loader` only."""

    id: str
    board: Board
    cards: Mapping[str, Card]
    setups: tuple[Setup, ...]
    exchanges_per_turn: int = 1
    shared_spaces: int = 1
    cut: bool = False
    help: Help = "spaces"
    names: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    symbols: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def deck(self) -> tuple[str, ...]:
        """The codes of all cards of the deck, sorted; the order of a new box, not of play."""
        return tuple(sorted(c for card in self.cards.values() for c in [card.code] * card.count))

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The codes of all cards, in the order that programs number them by.

        Those that place come first, then the wild ones, then those that remove; each sorted.
        """
        order = ("place", "wild", "remove")
        return tuple(sorted(self.cards, key=lambda c: (order.index(self.cards[c].effect), c)))

    @cached_property
    def spaces_of(self) -> Mapping[str, tuple[int, ...]]:
        """The spaces on which each card that places may put its chip (R8, R9)."""
        showing = self.board.spaces_showing
        spaces: dict[str, tuple[int, ...]] = {}
        for card in self.cards.values():
            if card.effect == "place" and card.label is not None:
                spaces[card.code] = showing[card.label]
            elif card.effect == "wild":
                spaces[card.code] = self.board.playable
        return spaces

    @cached_property
    def placings(self) -> Mapping[str, tuple[tuple[int, Place], ...]]:
        """Every placing move of the game by card, each with its space, made once and shared."""
        return {
            code: tuple((space, Place(code, space)) for space in spaces)
            for code, spaces in self.spaces_of.items()
        }

    @cached_property
    def removals(self) -> Mapping[str, tuple[tuple[int, Remove], ...]]:
        """Every removing move of the game by card, each with its space, made once and shared."""
        return {
            card.code: tuple((space, Remove(card.code, space)) for space in self.board.playable)
            for card in self.cards.values()
            if card.effect == "remove"
        }

    @cached_property
    def exchanges(self) -> Mapping[str, Exchange]:
        """The exchange of each card that can ever be dead (R11, R12)."""
        return {c.code: Exchange(c.code) for c in self.cards.values() if c.effect == "place"}

    @cached_property
    def covering(self) -> Mapping[str, tuple[str, ...]]:
        """The cards that cover the spaces of each label, sorted."""
        cards: dict[str, list[str]] = {}
        for card in self.cards.values():
            if card.label is not None:
                cards.setdefault(card.label, []).append(card.code)
        return {label: tuple(sorted(codes)) for label, codes in cards.items()}

    def setup(self, seats: int, teams: int | None = None) -> Setup | None:
        """The setup for that seating, or None; without `teams` the smallest number that works."""
        fitting = [s for s in self.setups if s.seats == seats and teams in (None, s.teams)]
        return min(fitting, key=lambda s: s.teams, default=None)

    def card_text(self, code: str) -> str:
        """What the card shows people."""
        return self.cards[code].text or self._in_symbols(code)

    def label_text(self, label: str) -> str:
        """What the spaces with that label show people: like the card of that name, if any."""
        card = self.cards.get(label)
        return card.text if card is not None and card.text else self._in_symbols(label)

    def _in_symbols(self, text: str) -> str:
        return "".join(self.symbols.get(character, character) for character in text)

    def name(self, language: str) -> str:
        """The variant's name in that language, else in English, else its id."""
        return self.names.get(language) or self.names.get("en") or self.id
