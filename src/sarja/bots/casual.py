"""The bot that plays as people do who know the game: it weighs every play, one ply ahead."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TypeVar

from sarja.bots.outlook import Outlook
from sarja.bots.weights import CASUAL, Weights
from sarja.rules.model import View
from sarja.rules.moves import Exchange, GiveUp, Lock, Move, Place, Remove
from sarja.rules.play import legal_moves
from sarja.rules.sequences import offered_lines

MoveT = TypeVar("MoveT", bound=Move)


class Casual:
    """Builds what its hand can finish, blocks what others build, and is thrifty with jacks."""

    name = "casual"

    def __init__(self, weights: Weights = CASUAL) -> None:
        self.weights = weights

    def choose(self, view: View, random: Random) -> Move:
        """The legal move that promises most; among equals, any."""
        moves = legal_moves(view.position, view.hand)
        if len(moves) == 1:
            return moves[0]
        outlook = Outlook(view, self.weights)
        match view.position.phase:
            case "choose":
                return choose_line(outlook, random)
            case "forfeit":
                return choose_card(outlook, [m for m in moves if isinstance(m, GiveUp)], random)
            case _:
                return choose_play(outlook, moves, random)


def choose_line(outlook: Outlook, random: Random) -> Lock:
    """The line whose locking leaves most for the next sequence (R22)."""
    lines = offered_lines(outlook.position)
    return _best({Lock(ln[0], ln[-1]): outlook.promise_after_locking(ln) for ln in lines}, random)


def choose_card(outlook: Outlook, moves: Sequence[GiveUp], random: Random) -> GiveUp:
    """The card that will be missed least (R16)."""
    return _best({move: -worth_in_hand(outlook, move.card) for move in moves}, random)


def choose_play(outlook: Outlook, moves: Sequence[Move], random: Random) -> Move:
    """A play that wins; else the exchange of a dead card; else the play that is worth most."""
    wins = [m for m in moves if isinstance(m, Place) and outlook.would_win(m.space)]
    if wins:
        return _best({move: -price(outlook, move.card) for move in wins}, random)
    plays = weigh_plays(outlook, moves)
    if not plays:
        return moves[0]  # all that can be done is to exchange
    play = _best(_misjudged(plays, outlook, random), random)
    exchanges = (move for move in moves if isinstance(move, Exchange))
    return next((move for move in exchanges if not _revives(outlook, play, move.card)), play)


def _misjudged(
    plays: Mapping[Place | Remove, float], outlook: Outlook, random: Random
) -> dict[Place | Remove, float]:
    """The plays, and what an eye takes them to be worth: at times more than they are."""
    most = outlook.weights.misjudged * outlook.stake(outlook.team)
    return {play: worth + most * random.random() for play, worth in plays.items()}


def weigh_plays(outlook: Outlook, moves: Sequence[Move]) -> dict[Place | Remove, float]:
    """The plays that may be sensible, and what each is worth when its card is paid for.

    A jack never does the work of an ordinary card, nor is it played for less than its price as
    long as an ordinary card can be played.
    """
    cards = outlook.variant.cards
    ordinary = [m for m in moves if isinstance(m, Place) and cards[m.card].effect == "place"]
    covered = {move.space for move in ordinary}
    plays: dict[Place | Remove, float] = {
        move: gain_of_chip(outlook, move.space) - worth_elsewhere(outlook, move)
        for move in ordinary
    }
    for move in moves:
        match move:
            case Place() if move.space not in covered:
                gain = gain_of_chip(outlook, move.space)
            case Remove():
                gain = gain_of_removal(outlook, move.space)
            case _:
                continue
        # Where the alternative is to lose, a jack costs nothing.
        spare = gain - (0.0 if outlook.threatens_to_win(move.space) else price(outlook, move.card))
        if spare >= 0 or not ordinary:
            plays[move] = spare
    return plays


def gain_of_chip(outlook: Outlook, space: int) -> float:
    """What an own chip on an open space adds to the own lines, and takes from the rivals'."""
    team = outlook.team
    built = (1 - outlook.reach(team, space)) * outlook.promise(team, space)
    blocked = sum(outlook.reach(r, space) * outlook.promise(r, space) for r in outlook.rivals)
    return built + outlook.weights.block * blocked


def gain_of_removal(outlook: Outlook, space: int) -> float:
    """What a rival loses with its chip on the space, and what the open space lets others hope."""
    team = outlook.team
    opened = outlook.reach_if_open(team, space) * outlook.promise(team, space)
    broken = sum(
        (outlook.reach(r, space) - outlook.reach_if_open(r, space)) * outlook.promise(r, space)
        for r in outlook.rivals
    )
    return opened + outlook.weights.block * broken


def price(outlook: Outlook, card: str) -> float:
    """What playing the card must gain: nothing, but for jacks."""
    prices = {
        "place": 0.0,
        "wild": outlook.weights.wild_price,
        "remove": outlook.weights.remove_price,
    }
    return prices[outlook.variant.cards[card].effect] * outlook.stake(outlook.team)


def worth_in_hand(outlook: Outlook, card: str) -> float:
    """What the own team would miss if the card were gone from the hand."""
    return price(outlook, card) + _worth_on(outlook, card, outlook.variant.spaces_of.get(card, ()))


def worth_elsewhere(outlook: Outlook, move: Place) -> float:
    """What the card of the move could do on the best of its other spaces."""
    others = [s for s in outlook.variant.spaces_of[move.card] if s != move.space]
    return _worth_on(outlook, move.card, others)


def _worth_on(outlook: Outlook, card: str, spaces: Iterable[int]) -> float:
    """What the card in hand adds to the prospects of the best of those spaces."""
    promises = [outlook.promise(outlook.team, s) for s in spaces if outlook.is_open(s)]
    return outlook.reach_by_card(card) * max(promises, default=0.0)


def _revives(outlook: Outlook, play: Move, card: str) -> bool:
    """Whether the play takes a chip off a space on which the dead card can then be played."""
    return isinstance(play, Remove) and play.space in outlook.variant.spaces_of[card]


def _best(worths: Mapping[MoveT, float], random: Random) -> MoveT:
    """A move of the highest worth.

    Worths are compared rounded: their last digits depend on the order in which lines were added
    up, and then on the version of Python.
    """
    rounded = {move: round(worth, 9) for move, worth in worths.items()}
    highest = max(rounded.values())
    return random.choice([move for move, worth in rounded.items() if worth == highest])
