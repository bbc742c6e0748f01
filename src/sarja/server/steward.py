"""What a running server does about what its host has written into the database."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterable
from time import time as now
from typing import Final

from sarja.server.connection import Connection
from sarja.server.errors import StoreError
from sarja.server.rooms import Rooms
from sarja.server.sqlite_store import SqliteStore
from sarja.server.store import Store
from sarja.server.upkeep import bans, prune
from sarja.table.messages import Bye, Refused

LOOK_SECONDS: Final = 1.0
PRUNE_SECONDS: Final = 6 * 3600.0
BANNED_SECONDS: Final = 3600
"""For so long a client that is banned need not come back."""

_LOG: Final = logging.getLogger(__name__)


class Steward:
    """Looks for notices of `sarja admin`, and clears away what is older than `keep_days`."""

    def __init__(
        self, store: Store, rooms: Rooms, connections: set[Connection], keep_days: int | None
    ) -> None:
        # Another store's host will have other ways.
        self._store = store if isinstance(store, SqliteStore) else None
        self._rooms, self._connections, self._keep_days = rooms, connections, keep_days
        self._seen = 0
        self._banned: frozenset[str] = frozenset()
        self._tasks: list[asyncio.Task[None]] = []
        self.on_change: Callable[[str], None] = lambda table: None
        """Called with a table whose past is not what it was."""

    async def begin(self) -> None:
        """Take note of what has been so far, and look from now on."""
        if self._store is None:
            return
        self._seen = await self._store.last_notice()
        self._banned = frozenset(await self._store.read(bans))
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._look())]
        if self._keep_days:
            self._tasks.append(loop.create_task(self._prune(self._keep_days)))

    async def close(self) -> None:
        """Look no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def is_banned(self, address: str) -> bool:
        """Whether nobody is let in from there."""
        return address in self._banned

    async def look(self) -> None:
        """Do what the notices since say."""
        if self._store is None:
            return
        for number, kind, what in await self._store.notices(self._seen):
            self._seen = number
            if kind == "bans":
                self._banned = frozenset(await self._store.read(bans))
                self._send_away(c for c in self._connections if self.is_banned(c.address))
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

    def _send_away(self, connections: Iterable[Connection]) -> None:
        for connection in list(connections):
            connection.say_bye(Bye("too-many", BANNED_SECONDS))

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look()
            except StoreError as error:
                _LOG.error("notices: %s", error.code)

    async def _prune(self, days: int) -> None:
        while True:
            try:
                await self.prune(days, now())
            except StoreError as error:
                _LOG.error("pruning: %s", error.code)
            await asyncio.sleep(PRUNE_SECONDS)

    async def prune(self, days: int, at: float) -> None:
        """Clear away what is older than so many days, but nothing that somebody looks at."""
        if self._store is None:
            return
        spared = [room.table.id for room in self._rooms.rooms() if room.followers]

        def job(connection: sqlite3.Connection) -> tuple[int, int]:
            return prune(connection, days, at, spared)

        await self._store.aside(job)
