"""Who is the host, and what a host does with seats that are not the host's own."""

from sarja.table.actions import Swap, Vacate
from sarja.table.errors import TableError
from sarja.table.events import AnyTableEvent, BotSeated, SeatsSwapped, SeatVacated
from sarja.table.moment import Moment
from sarja.table.stand_ins import DEFAULT_BOT
from sarja.table.table import Table


def acting_host(table: Table, moment: Moment) -> int | None:
    """The seat of the host, or of who acts for a host who is away: the first person who is not."""
    host = table.host
    if host is None or host not in moment.away:
        return host
    people = (s for s, chair in enumerate(table.chairs, 1) if chair.kind == "person")
    return next((seat for seat in people if seat not in moment.away), host)


def require_host(table: Table, seat: int, moment: Moment) -> None:
    """Nothing, where the seat may do what the host does.

    Raises:
        TableError: `host-only`.
    """
    # Who comes back need not have been noticed yet.
    if seat not in (table.host, acting_host(table, moment)):
        raise TableError("host-only")


def swap(table: Table, seat: int, action: Swap, moment: Moment) -> list[AnyTableEvent]:
    """Two change places; the host may name both.

    Raises:
        TableError: `seat-unknown`, `seat-is-own`, `host-only`.
    """
    first = seat if action.other is None else action.other
    table.chair(action.seat)
    table.chair(first)
    if first == action.seat:
        raise TableError("seat-is-own" if first == seat else "seats-alike")
    if seat not in (first, action.seat):
        require_host(table, seat, moment)
    return [SeatsSwapped(first, action.seat)]


def vacate(table: Table, seat: int, action: Vacate, moment: Moment) -> list[AnyTableEvent]:
    """Who sits there is sent away; in a game a bot plays on.

    Raises:
        TableError: `seat-unknown`, `seat-open`, `game-on`, `host-only`.
    """
    kind = table.chair(action.seat).kind
    if kind == "open":
        raise TableError("seat-open", seat=action.seat)
    if kind == "person":
        require_host(table, seat, moment)
    if table.stage != "playing":
        return [SeatVacated(action.seat)]
    if kind == "bot":
        raise TableError("game-on")
    return [BotSeated(action.seat, DEFAULT_BOT)]


def fill(table: Table, seat: int, moment: Moment) -> list[AnyTableEvent]:
    """Bots sit down on all open seats.

    Raises:
        TableError: `host-only`, `no-open-seat`.
    """
    require_host(table, seat, moment)
    open_seats = [s for s, chair in enumerate(table.chairs, 1) if chair.kind == "open"]
    if not open_seats:
        raise TableError("no-open-seat")
    return [BotSeated(s, DEFAULT_BOT) for s in open_seats]
