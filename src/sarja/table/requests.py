"""What all who are present decide together: to pause, to go on, to end the game."""

from sarja.table.actions import Wish
from sarja.table.clock import charge
from sarja.table.errors import TableError
from sarja.table.events import (
    AnyTableEvent,
    GameCalledOff,
    GamePaused,
    GameResumed,
    LobbyEntered,
    RequestAgreed,
    RequestDropped,
    RequestMade,
)
from sarja.table.moment import Moment
from sarja.table.questions import Request
from sarja.table.table import Table


def voters(table: Table, moment: Moment) -> frozenset[int]:
    """The seats that must agree: of people who are not away and play themselves."""
    return frozenset(
        seat
        for seat, chair in enumerate(table.chairs, 1)
        if chair.kind == "person" and chair.stand_in is None and seat not in moment.away
    )


def ask(table: Table, seat: int, what: Wish, moment: Moment) -> list[AnyTableEvent]:
    """The seat asks all for that.

    Raises:
        TableError: `no-game-on`, `game-paused`, `game-not-paused`, `request-open`.
    """
    if table.stage != "playing":
        raise TableError("no-game-on")
    if what == "pause" and table.paused:
        raise TableError("game-paused")
    if what == "resume" and not table.paused:
        raise TableError("game-not-paused")
    if table.request is not None:
        raise TableError("request-open")
    made = RequestMade(seat, what)
    request = Request(what, seat, frozenset({seat}), 0)
    return [made, *_granted(table, request, moment)]


def agree(table: Table, seat: int, moment: Moment) -> list[AnyTableEvent]:
    """The seat agrees to what is asked for.

    Raises:
        TableError: `no-request`, `agreed-already`.
    """
    request = _open(table)
    if seat in request.agreed:
        raise TableError("agreed-already")
    after = Request(request.what, request.seat, request.agreed | {seat}, request.since)
    return [RequestAgreed(seat), *_granted(table, after, moment)]


def decline(table: Table, seat: int) -> list[AnyTableEvent]:
    """The seat does not agree, or asks no longer.

    Raises:
        TableError: `no-request`.
    """
    _open(table)
    return [RequestDropped(seat)]


def is_agreed(table: Table, moment: Moment) -> bool:
    """Whether all have agreed by now: who had not may have gone."""
    return table.request is not None and bool(_granted(table, table.request, moment))


def settle(table: Table, moment: Moment) -> list[AnyTableEvent]:
    """Do what all who are still present have agreed to.

    Raises:
        TableError: `no-request`, or `stale` where somebody has not agreed.
    """
    events = _granted(table, _open(table), moment)
    if not events:
        raise TableError("stale")
    return events


def _open(table: Table) -> Request:
    if table.request is None:
        raise TableError("no-request")
    return table.request


def _granted(table: Table, request: Request, moment: Moment) -> list[AnyTableEvent]:
    """What happens where all agree; nothing where somebody has not, or nobody is present."""
    present = voters(table, moment)
    if not present or not present <= request.agreed:
        return []
    match request.what:
        case "pause":
            return [*charge(table, moment, table.timed_seat), GamePaused()]
        case "resume":
            return [GameResumed()]
        case "end":
            return [GameCalledOff(), LobbyEntered()]
