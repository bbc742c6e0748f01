"""The servers of one database, side by side: each tells who is at its tables, and looks at others'.

What is said stands in the database, by rows that count for as long as their server is alive; the
bus only says where to look. Where it says nothing, each server looks anew every few seconds.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from time import time as now
from typing import Final

from sarja.rules.errors import SarjaError
from sarja.server.bus import Bus
from sarja.server.company import Company, decode_company, encode_company
from sarja.server.errors import ServerError, describe
from sarja.server.room import Room
from sarja.server.rooms import Rooms
from sarja.server.shared_store import SharedStore

COMPANY: Final = "company"
"""The kind of notice that says of a table that others are there now."""
SWEEP_SECONDS: Final = 2.0
ALIVE_SECONDS: Final = 8.0
"""Who has not been heard of for so long is taken for dead, and nobody for there on it."""
LEFT_AFTER: Final = 5.0
LEFT_FOR: Final = 600.0
"""Bots that nobody sees to are looked for at tables that changed between these seconds ago."""
RETRY_SECONDS: Final = 0.5

_LOG: Final = logging.getLogger(__name__)


class Neighbours:
    """What one server has to do with the others."""

    def __init__(self, store: SharedStore, rooms: Rooms, bus: Bus, name: str) -> None:
        self._store, self._rooms, self._bus, self._name = store, rooms, bus, name
        self._to_tell: set[str] = set()
        self._to_ask: set[str] = set()
        self._to_look_at: set[str] = set()
        self._news = asyncio.Event()
        self._look = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._trouble = ""
        rooms.on_load = self._prepare
        bus.hear(COMPANY, self._heard)
        bus.mind_gaps(self._look.set)
        bus.mind_gap_of(self._followed)

    async def begin(self) -> None:
        """Be one of them from now on."""
        await self._store.beat(self._name, ALIVE_SECONDS)
        loop = asyncio.get_running_loop()
        self._tasks = [
            loop.create_task(self._go_on(self._exchange)),
            loop.create_task(self._go_on(self.sweep)),
        ]

    async def close(self) -> None:
        """Be none of them any more, and say so."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        here = [room.table.id for room in self._rooms.rooms() if room.company() is not None]
        try:
            await self._store.leave(self._name)
        except SarjaError as error:
            _LOG.error("neighbours: %s", error.code)
        for table in here:
            self._bus.tell_of(COMPANY, table)

    # Who is at a table

    async def _prepare(self, room: Room) -> None:
        """Before anything is decided in a new room it must be known who is there elsewhere."""
        room.on_company = self._note
        found = await self._store.company(self._name, [room.table.id])
        room.meet(_decoded(found[room.table.id]))

    def _note(self, room: Room) -> None:
        self._to_tell.add(room.table.id)
        self._news.set()

    def _heard(self, table: str) -> None:
        if self._rooms.known(table) is not None:
            self._to_ask.add(table)
            self._news.set()

    def _followed(self, table: str) -> None:
        """What was told between its loading and now nobody here has heard."""
        if self._rooms.known(table) is not None:
            self._to_ask.add(table)
            self._to_look_at.add(table)
            self._news.set()

    async def _exchange(self) -> None:
        """Tell what is new here, then ask for what is new elsewhere."""
        await self._news.wait()
        self._news.clear()
        telling, self._to_tell = self._to_tell, set()
        asking, self._to_ask = self._to_ask, set()
        looking, self._to_look_at = self._to_look_at, set()
        try:
            if telling:
                told = {table: self._company(table) for table in telling}
                await self._store.tell_company(self._name, told)
                for table in telling:
                    self._bus.tell_of(COMPANY, table)
                telling = set()
            if looking:
                await self._rooms.look_at(looking)
                looking = set()
            if asking:
                await self._ask(asking)
        except SarjaError:
            self._to_tell |= telling
            self._to_ask |= asking
            self._to_look_at |= looking
            raise

    def _company(self, table: str) -> bytes | None:
        room = self._rooms.known(table)
        company = None if room is None else room.company()
        return None if company is None else encode_company(company)

    async def _ask(self, tables: Collection[str]) -> None:
        for table, told in (await self._store.company(self._name, tables)).items():
            room = self._rooms.known(table)
            if room is not None and room.meet(_decoded(told)):
                # Who is new must hear how long the clock has run.
                self._note(room)

    # Looking anew

    async def sweep(self) -> None:
        """Say that this server is alive, and see what no notice has told."""
        await self._store.beat(self._name, ALIVE_SECONDS)
        tables = [room.table.id for room in self._rooms.rooms()]
        await self._rooms.look_at(tables)
        await self._ask(tables)
        for table in await self._store.bots_left(now() - LEFT_FOR, now() - LEFT_AFTER):
            # A room that is loaded is looked at by the bots; one that is closed is nobody's.
            with suppress(ServerError):
                await self._rooms.room(table)
        self._look.clear()
        try:
            await asyncio.wait_for(self._look.wait(), SWEEP_SECONDS)
        except TimeoutError:
            return

    async def _go_on(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do it again and again; what fails is done a little later, and told once."""
        while True:
            try:
                await work()
                self._trouble = ""
            except Exception as error:
                told = error.code if isinstance(error, SarjaError) else describe(error)
                if told != self._trouble:
                    self._trouble = told
                    _LOG.error("neighbours: %s", told)
                self._news.set()
                await asyncio.sleep(RETRY_SECONDS)


def _decoded(told: dict[str, bytes]) -> dict[str, Company]:
    return {server: decode_company(company) for server, company in told.items()}
