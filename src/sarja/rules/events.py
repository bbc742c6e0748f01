"""What happened, one thing at a time, and the one reducer that follows it.

Most events are public. Three hold secrets (`Dealt`, `Drawn`, `Reshuffled`); what a viewer gets
instead is a type of its own, so that a secret in the wrong place does not pass the type check.
"""

from dataclasses import dataclass
from typing import Literal, assert_never

from sarja.rules.board import Line
from sarja.rules.model import (
    OPEN,
    Choice,
    Outcome,
    Position,
    Sequence,
    State,
    View,
    evolve,
)
from sarja.rules.moves import Draw, Exchange, GiveUp, Lock, Move, Pass, Place, Remove, TableTalk

Occasion = Literal["turn", "by hand", "exchange", "empty hand"]
"""Why a card is drawn: R13 (done for the player, or by hand, R14), R12, R17."""


@dataclass(frozen=True, slots=True)
class ChipPlaced:
    """A card was played and a chip laid (R8, R9)."""

    seat: int
    card: str
    space: int


@dataclass(frozen=True, slots=True)
class ChipRemoved:
    """A card was played and a chip taken off (R10)."""

    seat: int
    card: str
    space: int


@dataclass(frozen=True, slots=True)
class SequenceClaimed:
    """A line counts from now on, and its chips are locked (R18, R19)."""

    team: int
    spaces: Line


@dataclass(frozen=True, slots=True)
class ChoiceOpened:
    """The seat on turn must choose which line is locked (R22)."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class LineChosen:
    """The seat chose a line (R22); that it is claimed is an event of its own."""

    seat: int
    spaces: Line


@dataclass(frozen=True, slots=True)
class CardExchanged:
    """A dead card was put on the discard pile (R12); its replacement is drawn next."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class DrawOwed:
    """The seat has completed a play and may draw by hand (R14)."""

    seat: int


@dataclass(frozen=True, slots=True)
class DrewNothing:
    """A draw was due or made, and there was no card to be had (R15)."""

    seat: int
    occasion: Occasion


@dataclass(frozen=True, slots=True)
class Passed:
    """The seat had nothing to play (R17)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """It is the seat's turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class TableTalkRuled:
    """Table talk was ruled; these seats of the team must give up a card each (R16)."""

    team: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardGivenUp:
    """The seat put a card on its discard pile for table talk (R16)."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over (R23, R24)."""

    outcome: Outcome


PublicEvent = (
    ChipPlaced
    | TurnBegan
    | ChipRemoved
    | SequenceClaimed
    | ChoiceOpened
    | LineChosen
    | CardExchanged
    | DrawOwed
    | DrewNothing
    | Passed
    | TableTalkRuled
    | CardGivenUp
    | GameEnded
)


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards were dealt (R5). Secret: the hands, and the deck that is left."""

    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card was drawn. Secret: the card, but not from the seat that drew it."""

    seat: int
    card: str
    occasion: Occasion


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discard piles became the deck (R15). Secret: its order."""

    deck: tuple[str, ...]


SecretEvent = Dealt | Drawn | Reshuffled
Event = PublicEvent | SecretEvent


@dataclass(frozen=True, slots=True)
class DealtSeen:
    """The deal as one viewer saw it: how many cards went where, and the viewer's own."""

    hand_sizes: tuple[int, ...]
    hand: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DrawnSeen:
    """A draw as one viewer saw it; `card` is None unless it is the viewer's own."""

    seat: int
    card: str | None
    occasion: Occasion


@dataclass(frozen=True, slots=True)
class ReshuffledSeen:
    """A reshuffle as everybody saw it."""


SeenEvent = PublicEvent | DealtSeen | DrawnSeen | ReshuffledSeen


def redact(event: Event | SeenEvent, seat: int | None) -> SeenEvent:
    """The event as that seat may see it; without a seat, as a spectator may.

    One that was redacted before stays as it is: the seat must be the same.
    """
    match event:
        case Dealt():
            own = () if seat is None else event.hands[seat - 1]
            return DealtSeen(tuple(len(hand) for hand in event.hands), own)
        case Drawn():
            own_card = event.card if event.seat == seat else None
            return DrawnSeen(event.seat, own_card, event.occasion)
        case Reshuffled():
            return ReshuffledSeen()
        case _:
            return event


def advance(position: Position, event: Event | SeenEvent) -> Position:
    """The position after the event; the referee's and every viewer's are made here alone."""
    match event:
        case ChipPlaced():
            chips, space = position.chips, event.space
            team = position.game.team_of(event.seat)
            return evolve(
                position,
                ply=position.ply + 1,
                chips=chips[:space] + bytes((team,)) + chips[space + 1 :],
                passes=0,
                **_card_laid(position, event.seat, event.card),
            )
        case Drawn() | DrawnSeen():
            return evolve(
                _draw_done(position, event.seat, event.occasion),
                hand_sizes=_changed(position.hand_sizes, event.seat, 1),
                deck_size=position.deck_size - 1,
            )
        case TurnBegan():
            return evolve(position, turn=event.seat, exchanges=0)
        case ChipRemoved():
            chips, space = position.chips, event.space
            return evolve(
                position,
                ply=position.ply + 1,
                chips=chips[:space] + bytes((OPEN,)) + chips[space + 1 :],
                passes=0,
                **_card_laid(position, event.seat, event.card),
            )
        case DrawOwed():
            others = tuple(seat for seat in position.owed if seat != event.seat)
            return evolve(position, owed=(*others, event.seat))
        case DrewNothing():
            return _draw_done(position, event.seat, event.occasion)
        case CardExchanged():
            return evolve(
                position,
                ply=position.ply + 1,
                exchanges=position.exchanges + 1,
                **_card_laid(position, event.seat, event.card),
            )
        case SequenceClaimed():
            corners = position.game.variant.board.corners
            return evolve(
                position,
                sequences=(*position.sequences, Sequence(event.team, event.spaces)),
                locked=position.locked.union(event.spaces) - corners,
            )
        case ChoiceOpened():
            return evolve(position, choice=event.choice)
        case LineChosen():
            return evolve(position, ply=position.ply + 1, choice=None)
        case Passed():
            return evolve(position, ply=position.ply + 1, passes=position.passes + 1)
        case TableTalkRuled():
            return evolve(position, ply=position.ply + 1, giving_up=event.seats)
        case CardGivenUp():
            return evolve(
                position,
                ply=position.ply + 1,
                giving_up=position.giving_up[1:],
                **_card_laid(position, event.seat, event.card),
            )
        case Reshuffled() | ReshuffledSeen():
            return evolve(
                position,
                discards=((),) * position.game.seats,
                deck_size=sum(map(len, position.discards)),
                reshuffles=position.reshuffles + 1,
            )
        case Dealt():
            return advance(position, redact(event, None))
        case DealtSeen():
            return evolve(
                position,
                hand_sizes=event.hand_sizes,
                deck_size=position.deck_size - sum(event.hand_sizes),
            )
        case GameEnded():
            return evolve(position, outcome=event.outcome, owed=())
        case _:
            assert_never(event)


Hands = tuple[tuple[str, ...], ...]


def advance_state(state: State, event: Event) -> State:
    """The referee's state after the event."""
    hands, deck = advance_cards(state.hands, state.deck, event)
    return State(advance(state.position, event), hands, deck)


def advance_cards(
    hands: Hands, deck: tuple[str, ...], event: Event
) -> tuple[Hands, tuple[str, ...]]:
    """The hands and the deck after the event: the secret part of the referee's state."""
    match event:
        case TurnBegan():
            return hands, deck
        case Drawn():
            hand = (*hands[event.seat - 1], event.card)
            return _with_hand(hands, event.seat, hand), deck[1:]
        case ChipPlaced() | ChipRemoved() | CardExchanged() | CardGivenUp():
            hand = _without(hands[event.seat - 1], event.card)
            return _with_hand(hands, event.seat, hand), deck
        case Dealt():
            return event.hands, event.deck
        case Reshuffled():
            return hands, event.deck
        case _:
            return hands, deck


def advance_view(view: View, event: SeenEvent) -> View:
    """The viewer's view after the event as the viewer saw it."""
    hand = view.hand
    match event:
        case DealtSeen():
            hand = event.hand
        case DrawnSeen():
            if event.card is not None:
                hand = (*hand, event.card)
        case ChipPlaced() | ChipRemoved() | CardExchanged() | CardGivenUp():
            if event.seat == view.seat:
                hand = _without(hand, event.card)
        case _:
            pass
    return View(advance(view.position, event), view.seat, hand)


def card_event(move: Move, seat: int) -> SeenEvent | None:
    """What becomes of a card, or of the turn, by that move of the seat; None for neither."""
    match move:
        case Place():
            return ChipPlaced(seat, move.card, move.space)
        case Remove():
            return ChipRemoved(seat, move.card, move.space)
        case Exchange():
            return CardExchanged(seat, move.card)
        case GiveUp():
            return CardGivenUp(move.seat, move.card)
        case Pass():
            return Passed(seat)
        case Lock() | Draw() | TableTalk():
            return None
        case _:
            assert_never(move)


def _card_laid(position: Position, seat: int, card: str) -> dict[str, object]:
    """The changes when a card goes from a hand onto the discard pile in front of it."""
    piles = position.discards
    pile = (*piles[seat - 1], card)
    return {
        "discards": (*piles[: seat - 1], pile, *piles[seat:]),
        "hand_sizes": _changed(position.hand_sizes, seat, -1),
    }


def _draw_done(position: Position, seat: int, occasion: Occasion) -> Position:
    """A draw by hand is a move, and what was owed from earlier turns lapses with it (R14)."""
    if occasion != "by hand":
        return position
    later = position.owed[position.owed.index(seat) + 1 :]
    return evolve(position, ply=position.ply + 1, owed=later)


def _changed(sizes: tuple[int, ...], seat: int, by: int) -> tuple[int, ...]:
    return (*sizes[: seat - 1], sizes[seat - 1] + by, *sizes[seat:])


def _without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The hand without the card; of two equal cards the one that came first goes."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def _with_hand(hands: Hands, seat: int, hand: tuple[str, ...]) -> Hands:
    return (*hands[: seat - 1], hand, *hands[seat:])
