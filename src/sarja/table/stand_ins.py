"""Bots that play for people who are gone: the person keeps the seat, and takes it back."""

from typing import Final

from sarja.table.errors import TableError
from sarja.table.events import AnyTableEvent, StandInLeft, StandInSeated
from sarja.table.moment import Moment
from sarja.table.table import Table

DEFAULT_BOT: Final = "casual"
"""The bot on seats that are left open, in the place of who leaves a game, and of who is away."""


def let_stand_in(table: Table, seat: int, moment: Moment) -> list[AnyTableEvent]:
    """A bot plays for the person at the seat, who must be away.

    Raises:
        TableError: `no-game-on`, `seat-unknown`, `seat-open`, `bot-plays-already`, `person-there`.
    """
    if table.stage != "playing":
        raise TableError("no-game-on")
    if table.chair(seat).kind == "open":
        raise TableError("seat-open", seat=seat)
    if table.bot_at(seat) is not None:
        raise TableError("bot-plays-already", seat=seat)
    if seat not in moment.away:
        raise TableError("person-there", seat=seat)
    return [StandInSeated(seat, DEFAULT_BOT)]


def stop_standing_in(table: Table, seat: int) -> list[AnyTableEvent]:
    """The person at the seat plays again.

    Raises:
        TableError: `no-stand-in`.
    """
    if table.chair(seat).stand_in is None:
        raise TableError("no-stand-in")
    return [StandInLeft(seat)]
