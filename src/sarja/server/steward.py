"""What a running server does about what its host has written into the database."""

import asyncio
import logging
from collections.abc import Callable
from time import time as now
from typing import Final

from sarja.i18n import ENGLISH, catalogue
from sarja.server.connection import Connection
from sarja.server.database import Connection as Database
from sarja.server.dates import Dates
from sarja.server.errors import StoreError, describe
from sarja.server.peace import Peace
from sarja.server.peace_store import forget_reports
from sarja.server.rooms import Rooms
from sarja.server.sql_store import SqlStore
from sarja.server.store import Store
from sarja.server.upkeep import prune
from sarja.table.messages import Bye, Refused

LOOK_SECONDS: Final = 1.0
PRUNE_SECONDS: Final = 6 * 3600.0
SETTLE_SECONDS: Final = 600.0
"""So long a date is watched before anything is cleared away because it is old."""
OVERLAP: Final = 100
"""So many notices are read again: of several servers' the number may come before the notice."""

_LOG: Final = logging.getLogger(__name__)


class Steward:
    """Looks for notices of `sarja admin`, and clears away what is older than `keep_days`."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        connections: set[Connection],
        keep_days: int | None,
        peace: Peace | None = None,
        owner: str = "steward",
    ) -> None:
        # Another store's host will have other ways.
        self._store = store if isinstance(store, SqlStore) else None
        self._rooms, self._connections, self._keep_days = rooms, connections, keep_days
        self._peace = peace
        self.dates = Dates()
        self.settle = SETTLE_SECONDS
        self._last = 0
        self._seen: set[int] = set()
        """The latest notices that have been heeded."""
        self._tasks: list[asyncio.Task[None]] = []
        self._owner = owner
        self._looking = asyncio.Lock()
        self.on_change: Callable[[str], None] = lambda table: None
        """Called with a table whose past is not what it was."""

    async def begin(self) -> None:
        """Take note of what has been so far, and look from now on."""
        if self._store is None:
            return
        self._last = await self._store.last_notice()
        self._seen = {number for number, *_ in await self._store.notices(self._last - OVERLAP)}
        if self._peace is not None:
            await self._peace.look()
        loop = asyncio.get_running_loop()
        tidy = loop.create_task(self._tidy(self._keep_days))
        self._tasks = [loop.create_task(self._look()), tidy]

    async def close(self) -> None:
        """Look no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def is_banned(self, address: str) -> bool:
        """Whether nobody is let in from there."""
        return self._peace is not None and self._peace.is_banned(address)

    async def look(self) -> None:
        """Do what the notices since say; when this is done, all of it is."""
        async with self._looking:
            await self._heed()

    async def _heed(self) -> None:
        if self._store is None:
            return
        for number, kind, what in await self._store.notices(self._last - OVERLAP):
            if number in self._seen:
                continue
            try:
                await self._do(kind, what)
            except StoreError:
                # It is found again by the next look.
                raise
            except Exception as error:
                # Whoever is banned later must be sent away all the same.
                _LOG.error("notices: %s", describe(error))
            self._last = max(self._last, number)
            self._seen = {n for n in self._seen if n > self._last - OVERLAP} | {number}

    async def _do(self, kind: str, what: str) -> None:
        if kind == "bans" and self._peace is not None:
            await self._peace.heed(what)
        elif kind in ("closed", "pruned"):
            self._close(what)
        elif kind == "changed":
            self._read_again(what)

    def _close(self, table: str) -> None:
        room = self._rooms.forget(table)
        if room is None:
            return
        for connection in self._connections:
            roles = [key for key, role in connection.roles.items() if role.room is room]
            for key in roles:
                room.leave(connection.roles.pop(key))
            if roles:
                connection.reply(Refused(None, "table-closed", {"table": table}))

    def _read_again(self, table: str) -> None:
        """Names have been taken out of what happened there: read it anew, and have it read anew."""
        self.on_change(table)
        room = self._rooms.forget(table)
        for connection in self._connections:
            if any(role.room is room for role in connection.roles.values()):
                connection.say_bye(Bye("restarting", 1))

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look()
            except StoreError as error:
                _LOG.error("notices: %s", error.code)
            except Exception as error:
                _LOG.error("notices: %s", describe(error))

    async def _tidy(self, days: int | None) -> None:
        await asyncio.sleep(self.settle)
        while True:
            try:
                if await self._may_tidy():
                    await self.tidy(days)
            except StoreError as error:
                _LOG.error("pruning: %s", error.code)
            except Exception as error:
                _LOG.error("pruning: %s", describe(error))
            await asyncio.sleep(PRUNE_SECONDS)

    async def _may_tidy(self) -> bool:
        """Of several servers one clears away."""
        store = self._store
        return store is not None and await store.claim("tidy", self._owner, PRUNE_SECONDS / 2)

    async def tidy(self, days: int | None) -> None:
        """Clear away what is old, unless the date has jumped: then it is only said."""
        if not self.dates.agree():
            _LOG.warning("%s", catalogue(ENGLISH).text("server-date-jumped"))
            return
        await self.forget_reports(now())
        if days:
            await self.prune(days, now())

    async def forget_reports(self, at: float) -> None:
        """Clear away reports that are old."""
        if self._store is not None:
            await self._store.submit(lambda connection: forget_reports(connection, at))

    async def prune(self, days: int, at: float) -> None:
        """Clear away what is older than so many days, but nothing that somebody looks at."""
        if self._store is None:
            return
        spared = [room.table.id for room in self._rooms.rooms() if room.followers]
        spared += await self._store.inhabited(self._owner)

        def job(connection: Database) -> tuple[int, int]:
            return prune(connection, days, at, spared)

        await self._store.aside(job)
