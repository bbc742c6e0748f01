"""What a player typed: a command, a card, a space, or a move, read kindly."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from sarja.i18n import Catalogue
from sarja.rules.board import SPACE_PATTERN
from sarja.rules.errors import IllegalMove
from sarja.rules.model import View
from sarja.rules.moves import PASS, Draw, Exchange, GiveUp, Lock, Move, Place, Remove, TableTalk
from sarja.rules.play import legal_moves
from sarja.rules.variant import Variant

LONGEST_ENTRY: Final = 80

COMMAND_KEYS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "help": "tui-command-help",
        "board": "tui-command-board",
        "hand": "tui-command-hand",
        "log": "tui-command-log",
        "piles": "tui-command-piles",
        "hint": "tui-command-hint",
        "back": "tui-command-back",
        "quit": "tui-command-quit",
        "next": "tui-command-next",
        "previous": "tui-command-previous",
        "first": "tui-command-first",
        "last": "tui-command-last",
        "yes": "tui-command-yes",
        "no": "tui-command-no",
        "all": "tui-command-all",
        "list": "tui-command-list",
        "start": "tui-command-start",
        "say": "tui-command-say",
        "pause": "tui-command-pause",
        "resume": "tui-command-resume",
        "agree": "tui-command-agree",
        "decline": "tui-command-decline",
        "stand": "tui-command-stand",
    }
)
"""The words that are understood, the key that lists what they are called; English always works."""

PLAYING: Final = ("help", "board", "hand", "log", "piles", "hint", "list", "back", "quit")
ANSWERS: Final = ("yes", "no", "quit")
AT_TABLES: Final = ("start", "say", "pause", "resume", "agree", "decline", "stand")
"""What is said to all at a table of a server, at every prompt."""
STEPPING: Final = ("help", "next", "previous", "first", "last", "board", "log", "piles", "quit")

_ON_SPACE: Final = re.compile(
    rf"(?P<card>.+?)\s*(?:(?P<place>@)|(?P<remove>[xX×])|\s)\s*(?P<space>{SPACE_PATTERN})",
    re.IGNORECASE,
)
_LINE: Final = re.compile(
    rf"=?\s*(?P<first>{SPACE_PATTERN})\s*-\s*(?P<last>{SPACE_PATTERN})", re.IGNORECASE
)
_SPACE: Final = re.compile(SPACE_PATTERN, re.IGNORECASE)
_SEAT: Final = re.compile(r"(?P<seat>[1-9][0-9]?)\s*:\s*(?P<rest>.+)")
_TALK: Final = re.compile(r"!\s*(?P<team>[1-9][0-9]?)")
_MINUS: Final = str.maketrans("−–—", "---")


@dataclass(frozen=True, slots=True)
class CardChosen:
    """A card, named alone: where it goes is asked next."""

    card: str


@dataclass(frozen=True, slots=True)
class SpaceNamed:
    """A space, named alone."""

    space: int


@dataclass(frozen=True, slots=True)
class NumberGiven:
    """A number that is no card of the hand."""

    number: int


@dataclass(frozen=True, slots=True)
class MoveAsked:
    """A whole move, and the seat that was named before it."""

    move: Move
    seat: int | None


Entry = CardChosen | SpaceNamed | NumberGiven | MoveAsked


def find_command(text: str, texts: Catalogue, among: Sequence[str] = PLAYING) -> str | None:
    """The command that the text is, if it is one of those; what comes first goes first."""
    word = text.strip().casefold()
    for command in among:
        if word == command or word in texts.text(COMMAND_KEYS[command]).casefold().split():
            return command
    return None


def read_number(text: str) -> int | None:
    """The number, if the text is one of at most three digits."""
    return int(text) if re.fullmatch("[0-9]{1,3}", text.strip()) else None


def read_entry(text: str, view: View) -> Entry:
    """What the text says to a player with that view; whether it is allowed is another question.

    Raises:
        IllegalMove: `move-unreadable`, `space-off-board`, `card-unknown`.
    """
    text = text.strip()
    if not text or len(text) > LONGEST_ENTRY:
        raise IllegalMove("move-unreadable")
    variant = view.position.game.variant
    if card := _sign_of_card(text, view):
        return CardChosen(card)
    found = _SEAT.fullmatch(text)
    seat, rest = (int(found["seat"]), found["rest"]) if found else (None, text)
    move = _read_short(rest, seat, view) or _read_long(rest, seat, view)
    if move is not None:
        return MoveAsked(move, seat)
    if seat is not None:
        raise IllegalMove("move-unreadable")
    if text not in view.hand and _SPACE.fullmatch(text):
        return SpaceNamed(_space(text, variant))
    number = read_number(text)
    if number is not None and not 1 <= number <= len(view.hand) and text not in variant.cards:
        return NumberGiven(number)
    return CardChosen(_card(text, view, bare=True))


def _sign_of_card(text: str, view: View) -> str | None:
    """The card of the hand that shows just `+` or `-`, where the sign cannot mean a move."""
    position, sign = view.position, text.translate(_MINUS)
    if sign == "+":
        means_move = position.game.draw == "manual"
    elif sign == "-":
        means_move = legal_moves(position, view.hand) == [PASS]
    else:
        return None
    variant = position.game.variant
    shown = {variant.card_text(code).translate(_MINUS): code for code in view.hand}
    return None if means_move else shown.get(sign)


def _read_short(text: str, seat: int | None, view: View) -> Move | None:
    """Moves without a card: a pass, a draw, table talk, a line."""
    board = view.position.game.variant.board
    if text.translate(_MINUS) == "-":
        return PASS
    if text == "+":
        return Draw(seat or view.seat or 0)
    if (found := _TALK.fullmatch(text)) and seat is None:
        return TableTalk(int(found["team"]))
    if found := _LINE.fullmatch(text.translate(_MINUS)):
        line = [board.space(found[end].lower()) for end in ("first", "last")]
        for end, space in zip(("first", "last"), line, strict=True):
            if space is None:
                raise IllegalMove("space-off-board", space=found[end].lower())
        first, last = (space or 0 for space in line)
        return Lock(min(first, last), max(first, last))
    return None


def _read_long(text: str, seat: int | None, view: View) -> Move | None:
    """Moves with a card."""
    variant = view.position.game.variant
    if len(text) > 1 and text.endswith("#"):
        return Exchange(_card(text[:-1], view))
    if len(text) > 1 and text.endswith("!"):
        return GiveUp(seat or view.seat or 0, _card(text[:-1], view))
    # A card whose code looks like one on a space is meant as it stands.
    found = None if text in view.hand else _ON_SPACE.fullmatch(text)
    if found is None:
        return None
    card, space = _card(found["card"], view), _space(found["space"], variant)
    removes = variant.cards[card].effect == "remove" if found["place"] is None else False
    if found["remove"] or removes:
        return Remove(card, space)
    return Place(card, space)


def _space(name: str, variant: Variant) -> int:
    space = variant.board.space(name.lower())
    if space is None:
        raise IllegalMove("space-off-board", space=name.lower())
    return space


def _card(text: str, view: View, *, bare: bool = False) -> str:
    """The card by its code, its text, or its number in the hand.

    A number alone is a number in the hand; in a move the code of a card in the hand goes first.
    """
    text = text.strip()
    variant = view.position.game.variant
    number = read_number(text)
    if number is not None and 1 <= number <= len(view.hand) and (bare or text not in view.hand):
        return view.hand[number - 1]
    if text in variant.cards:
        return text
    wanted = _plain(text, variant)
    fitting = [
        code
        for code in variant.cards
        if wanted in (code, _plain(code, variant), _plain(variant.card_text(code), variant))
    ]
    if not fitting:
        raise IllegalMove("card-unknown", card=text.upper())
    return next((code for code in fitting if code in view.hand), fitting[0])


def _plain(text: str, variant: Variant) -> str:
    """The text in capitals, with letters for the variant's symbols, so that `10♥` is `10h`."""
    letters = {symbol: sign for sign, symbol in variant.symbols.items()}
    for symbol, sign in letters.items():
        text = text.replace(symbol, sign)
    return text.translate(_MINUS).upper()
