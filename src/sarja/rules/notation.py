"""Moves as text: `7H@d6`, `JSxe5`, `7H#`, `=a1-e1`, `-`, `2:+`, `!1`, `3:7H!`."""

import re
from typing import Final, assert_never

from sarja.rules.board import SPACE_PATTERN, Board
from sarja.rules.errors import IllegalMove
from sarja.rules.moves import (
    PASS,
    Draw,
    Exchange,
    GiveUp,
    Lock,
    Move,
    Pass,
    Place,
    Remove,
    TableTalk,
)

CODE_PATTERN: Final = r"(?=[+\-*/.?_]{0,11}[A-Z0-9])[A-Z0-9+\-*/.?_]{1,12}"
"""A card's code: at most 12 characters, at least one of them a letter or digit."""

_MOVE: Final = re.compile(
    rf"""
    (?: (?P<seat>[1-9][0-9]?) : )?
    (?: (?P<card>{CODE_PATTERN}) (?: @(?P<place>{SPACE_PATTERN})
                                   | x(?P<remove>{SPACE_PATTERN})
                                   | (?P<exchange>\#)
                                   | (?P<give>!) )
      | = (?P<first>{SPACE_PATTERN}) - (?P<last>{SPACE_PATTERN})
      | (?P<passing>-)
      | (?P<draw>\+) )
    | ! (?P<team>[1-9][0-9]?)
    """,
    re.VERBOSE | re.ASCII,
)


def parse_move(text: str, board: Board) -> tuple[Move, int | None]:
    """The move that the text stands for, and the seat named before it, if any.

    Whether the move is allowed is another question.

    Raises:
        IllegalMove: `move-unreadable`, `space-off-board`.
    """
    found = _MOVE.fullmatch(text)
    if found is None:
        raise IllegalMove("move-unreadable")
    if found["team"]:
        return TableTalk(int(found["team"])), None
    seat = int(found["seat"]) if found["seat"] else None
    card = found["card"]
    if found["place"]:
        return Place(card, _space(found["place"], board)), seat
    if found["remove"]:
        return Remove(card, _space(found["remove"], board)), seat
    if found["exchange"]:
        return Exchange(card), seat
    if found["first"]:
        return Lock(_space(found["first"], board), _space(found["last"], board)), seat
    if found["passing"]:
        return PASS, seat
    if seat is None:
        raise IllegalMove("move-unreadable")
    return (GiveUp(seat, card) if found["give"] else Draw(seat)), seat


def format_move(move: Move, board: Board) -> str:
    """The move as text, with the seat only where the notation asks for it."""
    match move:
        case Place():
            return f"{move.card}@{board.names[move.space]}"
        case Remove():
            return f"{move.card}x{board.names[move.space]}"
        case Exchange():
            return f"{move.card}#"
        case Lock():
            return f"={board.names[move.first]}-{board.names[move.last]}"
        case Pass():
            return "-"
        case Draw():
            return f"{move.seat}:+"
        case TableTalk():
            return f"!{move.team}"
        case GiveUp():
            return f"{move.seat}:{move.card}!"
        case _:
            assert_never(move)


def _space(name: str, board: Board) -> int:
    space = board.space(name)
    if space is None:
        raise IllegalMove("space-off-board", space=name)
    return space
