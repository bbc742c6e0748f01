"""The turn clock: how long a turn may take, as far as it is the table's to decide.

The server counts; what a turn has used up is stored whenever something is stored in it.
"""

from sarja.table.errors import TableError
from sarja.table.events import AnyTableEvent, ClockCharged, ClockRanOut
from sarja.table.moment import Moment
from sarja.table.stand_ins import DEFAULT_BOT
from sarja.table.table import Table


def charge(table: Table, moment: Moment, seat: int | None) -> list[AnyTableEvent]:
    """What is to be stored of the clock with what that seat does now."""
    if seat is None or seat != table.timed_seat or moment.charged <= table.charged:
        return []
    return [ClockCharged(seat, moment.charged)]


def time_left(table: Table, charged: int) -> int:
    """Milliseconds that are left of the turn, of which so many are used up."""
    return max(0, (table.settings.turn_seconds or 0) * 1000 - max(charged, table.charged))


def run_out(table: Table, moment: Moment) -> list[AnyTableEvent]:
    """The time of the turn is up.

    Raises:
        TableError: `stale`, where it is not, or has been before.
    """
    seat = table.timed_seat
    if seat is None or table.time_up or table.vote or time_left(table, moment.charged) > 0:
        raise TableError("stale")
    bot = DEFAULT_BOT if table.settings.run_out == "bot" else None
    return [*charge(table, moment, seat), ClockRanOut(seat, bot)]
