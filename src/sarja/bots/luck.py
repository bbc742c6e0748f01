"""How lucky each team was in the cards it got: jacks, and what each card did for its chance.

What a card did is the chance with it minus the mean over all cards that the seat might have got
instead, each as often as it has not been seen. So nobody is lucky on average, and nothing here is
left to chance: the learned table tells what a hand is worth in a position.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sarja.bots.calibration import fit_for
from sarja.bots.judging import Standing, as_if_on_turn
from sarja.bots.learned import table_for
from sarja.rules.events import Dealt, Drawn, Reshuffled
from sarja.rules.model import Game, Position, View
from sarja.rules.record import Step


@dataclass(frozen=True, slots=True)
class DrawLuck:
    """A card that a seat got, in the deal (ply 0) or later."""

    ply: int
    seat: int
    card: str
    change: float
    """How much more likely its team was to win than with a card of average use."""


@dataclass(frozen=True, slots=True)
class TeamLuck:
    """What a team got in the whole game."""

    team: int
    cards: int
    jacks: int
    """Cards that are wild or remove."""
    jacks_expected: float
    """How many so many cards from the decks as they were shuffled hold on average."""
    deal: float
    """The changes of the chance to win by the cards of the deal, added up."""
    draws: float
    """The same of all later draws."""


def luck_of_draws(game: Game, steps: Sequence[Step]) -> Iterator[tuple[DrawLuck, ...]]:
    """What was got in each step: in the deal, and after each move."""
    purse = _Purse(game)
    for ply, step in enumerate(steps):
        found: list[DrawLuck] = []
        for event in step.events:
            if isinstance(event, Dealt):
                for seat, hand in enumerate(event.hands, 1):
                    found += purse.deal(step.state.position, seat, hand)
            elif isinstance(event, Drawn) and step.state.position.outcome is None:
                hand = step.state.hand(event.seat)
                held = hand[: len(hand) - 1]
                change = purse.change(step.state.position, event.seat, held, event.card)
                found.append(DrawLuck(ply, event.seat, event.card, change))
        yield tuple(found)


def luck_of_teams(
    game: Game, steps: Sequence[Step], draws: Sequence[DrawLuck]
) -> tuple[TeamLuck, ...]:
    """What each team got; `draws` is all that `luck_of_draws` tells."""
    jacks = {code for code, card in game.variant.cards.items() if card.effect != "place"}
    teams = range(1, game.teams + 1)
    cards, got = dict.fromkeys(teams, 0), dict.fromkeys(teams, 0)
    expected = dict.fromkeys(teams, 0.0)
    share = 0.0

    def count(seat: int, card: str) -> None:
        team = game.team_of(seat)
        cards[team] += 1
        got[team] += card in jacks
        expected[team] += share

    for step in steps:
        for event in step.events:
            match event:
                case Dealt():
                    deck = [*event.deck, *(card for hand in event.hands for card in hand)]
                    share = sum(card in jacks for card in deck) / len(deck)
                    for seat, hand in enumerate(event.hands, 1):
                        for card in hand:
                            count(seat, card)
                case Reshuffled():
                    share = sum(card in jacks for card in event.deck) / max(len(event.deck), 1)
                case Drawn():
                    count(event.seat, event.card)
                case _:
                    pass
    return tuple(
        TeamLuck(
            team,
            cards[team],
            got[team],
            expected[team],
            sum(d.change for d in draws if d.ply == 0 and game.team_of(d.seat) == team),
            sum(d.change for d in draws if d.ply > 0 and game.team_of(d.seat) == team),
        )
        for team in teams
    )


class _Purse:
    """Weighs hands in the positions of one game."""

    def __init__(self, game: Game) -> None:
        self._cards = game.variant.cards
        self._weights = table_for(game).weights
        self._fit = fit_for(game)

    def deal(self, position: Position, seat: int, hand: Sequence[str]) -> Iterator[DrawLuck]:
        """What each card of the deal did, one after the other."""
        for at, card in enumerate(hand):
            yield DrawLuck(0, seat, card, self.change(position, seat, tuple(hand[:at]), card))

    def change(self, position: Position, seat: int, held: tuple[str, ...], card: str) -> float:
        """How much more the hand is worth with the card than with others, in place of it."""
        position = as_if_on_turn(position, seat)
        unseen = {code: kind.count for code, kind in self._cards.items()}
        for seen in (*held, *(c for pile in position.discards for c in pile)):
            unseen[seen] -= 1
        # Cards that cover the same spaces, or do the same, are worth the same.
        worths: dict[tuple[str, str | None], float] = {}
        total = count = 0.0
        own = 0.0
        for code, number in unseen.items():
            if number <= 0:
                continue
            kind = self._cards[code]
            key = (kind.effect, kind.label)
            if key not in worths:
                worths[key] = self._worth(position, seat, (*held, code))
            total += number * worths[key]
            count += number
            if code == card:
                own = worths[key]
        return own - total / count

    def _worth(self, position: Position, seat: int, hand: tuple[str, ...]) -> float:
        view = View(position, seat, hand)
        return self._fit.chance(position, Standing(view, self._weights).standing())
