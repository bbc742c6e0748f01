"""What happens at tables because time goes by: bots stand in, people come back, clocks run out."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from sarja.rules.errors import SarjaError
from sarja.server.errors import StoreError
from sarja.server.room import Room
from sarja.server.rooms import Rooms
from sarja.table.clock import charge, run_out, time_left
from sarja.table.errors import TableError
from sarja.table.events import AnyTableEvent
from sarja.table.moment import Moment
from sarja.table.requests import is_agreed, settle
from sarja.table.stand_ins import let_stand_in, stop_standing_in
from sarja.table.table import Table
from sarja.table.votes import end_vote, vote_left

RETRY_SECONDS: Final = 1.0
CLAIM_SECONDS: Final = 6.0
"""For so long what is due at a table is one server's business."""

Decision = Callable[[Table], list[AnyTableEvent]]


@dataclass(frozen=True, slots=True)
class _Due:
    """Something that the server does of its own accord."""

    name: str
    seat: int
    decide: Decision


@dataclass
class Timekeeper:
    """Looks at each table when something changes there, and again when time makes a difference."""

    rooms: Rooms
    owner: str = field(default_factory=lambda: secrets.token_hex(8))
    """The server's name, by which it claims what is due."""
    _timers: dict[str, asyncio.TimerHandle] = field(default_factory=dict)
    _tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _closed: bool = False

    def __post_init__(self) -> None:
        self.rooms.on_change.append(self.look)

    def look(self, room: Room) -> None:
        """See who is away, do what is due, and come again when something will be."""
        room.look_who_is_here()
        table_id = room.table.id
        if (timer := self._timers.pop(table_id, None)) is not None:
            timer.cancel()
        if self._closed or room.closed:
            return
        if (due := _due(room)) is None:
            if (wait := _next(room)) is not None:
                self._call_later(wait, room)
        elif table_id not in self._tasks:
            task = asyncio.get_running_loop().create_task(self._do(room, due))
            self._tasks[table_id] = task

    async def close(self) -> None:
        """Do nothing any more, and store how the clocks stand: the server's absence is nobody's."""
        if self._closed:
            return
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        running = [room for room in self.rooms.rooms() if room.stopwatch.runs]
        stored = (self.rooms.act_for_server(r, "clock", partial(_charge, r)) for r in running)
        await asyncio.gather(*stored, return_exceptions=True)

    def _call_later(self, wait: float, room: Room) -> None:
        loop = asyncio.get_running_loop()
        self._timers[room.table.id] = loop.call_later(wait, self.look, room)

    async def _do(self, room: Room, due: _Due) -> None:
        failed = False
        name, table = f"{due.name}/{due.seat}", room.table
        try:
            claimed = f"{name}/{table.id}/{table.version}"
            if await self.rooms.store.claim(claimed, self.owner, CLAIM_SECONDS):
                await self.rooms.act_for_server(room, name, due.decide)
            else:
                failed = True
        except StoreError:
            # The bots tell of it; nothing is lost by doing it a little later.
            failed = True
        except SarjaError:
            # Somebody was first: what is due now is seen below.
            pass
        finally:
            del self._tasks[room.table.id]
        if failed and not self._closed:
            self._call_later(RETRY_SECONDS, room)
        else:
            self.look(room)


def _due(room: Room) -> _Due | None:
    """What is to be done at the table now, if anything is."""
    table, attendance = room.table, room.attendance
    for seat, chair in enumerate(table.chairs, 1):
        if chair.stand_in is not None and attendance.is_back(table, seat):
            return _Due("return", seat, partial(_give_back, room, seat))
    for seat, wait in _stand_ins_to_come(room).items():
        if wait <= 0:
            return _Due("stand-in", seat, partial(_stand_in, room, seat))
    if room.stopwatch.runs and time_left(table, room.stopwatch.charged) <= 0:
        return _Due("time-up", table.timed_seat or 0, partial(_run_out, room))
    if room.ballot.runs and vote_left(room.ballot.charged) <= 0:
        return _Due("vote-over", 0, partial(_end_vote, room))
    if attendance.there and is_agreed(table, room.moment):
        return _Due("settle", 0, lambda now: settle(now, room.moment))
    return None


def _next(room: Room) -> float | None:
    """In how many seconds time alone makes a difference at the table; None if it does not."""
    waits = list(_stand_ins_to_come(room).values())
    if (absence := room.attendance.next_absence()) is not None and room.followers:
        waits.append(absence)
    if room.stopwatch.runs:
        waits.append(time_left(room.table, room.stopwatch.charged) / 1000)
    if room.ballot.runs:
        waits.append(vote_left(room.ballot.charged) / 1000)
    # A little more, lest the clock should be looked at just before.
    return min(waits) + 0.005 if waits else None


def _stand_ins_to_come(room: Room) -> dict[int, float]:
    """The seats where a bot will stand in by itself, and in how many seconds.

    Only where somebody waits for who is gone: nobody's game goes on while all sleep.
    """
    table, attendance = room.table, room.attendance
    after = table.settings.stand_in
    if after is None or table.stage != "playing" or table.paused or not attendance.there:
        return {}
    return {
        seat: after - attendance.gone_for(seat)
        for seat, chair in enumerate(table.chairs, 1)
        if chair.kind == "person" and chair.stand_in is None and seat not in attendance.there
    }


def _stand_in(room: Room, seat: int, table: Table) -> list[AnyTableEvent]:
    if _stand_ins_to_come(room).get(seat, 1.0) > 0:
        raise TableError("stale")
    # Whoever has been gone so long is away, however the server counts otherwise.
    return let_stand_in(table, seat, Moment(away=frozenset({seat})))


def _run_out(room: Room, table: Table) -> list[AnyTableEvent]:
    return run_out(table, room.moment)


def _end_vote(room: Room, table: Table) -> list[AnyTableEvent]:
    if vote_left(room.ballot.charged) > 0:
        raise TableError("stale")
    return end_vote(table)


def _charge(room: Room, table: Table) -> list[AnyTableEvent]:
    return charge(table, room.moment, table.timed_seat)


def _give_back(room: Room, seat: int, table: Table) -> list[AnyTableEvent]:
    if not room.attendance.is_back(table, seat):
        raise TableError("stale")
    return stop_standing_in(table, seat)
