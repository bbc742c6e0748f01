"""The store in PostgreSQL, for servers of several processes: a few threads, a connection each."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from random import SystemRandom
from typing import Final, TypeVar

import psycopg

from sarja.server.database import Connection
from sarja.server.errors import StoreError, VersionTaken
from sarja.server.postgres import (
    PostgresConnection,
    migrate_postgres,
    postgres_error,
)
from sarja.server.schema import MIGRATIONS
from sarja.server.shared_store import SharedStore, site_of

CONNECTIONS: Final = 8
"""So many jobs are done at a time; PostgreSQL commits together what comes together."""
PATIENCE_SECONDS: Final = 5.0
"""For so long a job is tried again where the database has gone, or others came between."""
PAUSE_SECONDS: Final = 0.25
"""Between two attempts at a database that has gone."""

_READ: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_ALONE: Final = "BEGIN ISOLATION LEVEL SERIALIZABLE"
_WRITE: Final = "BEGIN ISOLATION LEVEL READ COMMITTED"

T = TypeVar("T")


class _Unsure(Exception):
    """The connection was lost amid the commit: nobody here knows whether it is stored."""


class PostgresStore(SharedStore):
    """Tables in a database that other servers use at the same time."""

    def __init__(self, url: str, migrations: Sequence[str] = MIGRATIONS) -> None:
        """Open the store, and make it or migrate it.

        Raises:
            StoreError: `database-unreachable`, `database-newer`, `database-foreign`.
        """
        super().__init__()
        self._url = url
        try:
            with closing(PostgresConnection(url, statement_seconds=0)) as connection:
                migrate_postgres(connection, migrations)
                self.site = site_of(connection)
        except psycopg.Error as error:
            failed = postgres_error(error)
            away = failed.code == "storage-away"
            raise StoreError("database-unreachable") if away else failed from None
        self._idle: deque[PostgresConnection] = deque()
        self._working = ThreadPoolExecutor(CONNECTIONS, "sarja-store")
        self._stopping = False

    def shut(self) -> None:
        """Finish what was begun, and let go of the database."""
        self._stopping = True
        self._working.shutdown()
        self._close_idle()

    async def read(self, job: Callable[[Connection], T]) -> T:
        """What the job reads; all of it as it was at one moment.

        Raises:
            StoreError: it cannot be read.
        """
        return await self._do(job, _READ, again=True)

    async def submit(
        self, job: Callable[[Connection], T], *, again: bool = False, alone: bool = True
    ) -> T:
        """What the job comes to, done whole and stored (`SqlStore.submit`)."""
        # What is on its way to the disk gets there, whoever stops waiting for it.
        return await asyncio.shield(self._do(job, _ALONE if alone else _WRITE, again=again))

    async def aside(self, job: Callable[[Connection], T]) -> T:
        """What the job comes to, on a connection of its own, so that nobody waits for it.

        Raises:
            StoreError: it has not been done.
        """

        def work() -> T:
            with closing(PostgresConnection(self._url, statement_seconds=0)) as connection:
                return job(connection)

        try:
            return await asyncio.to_thread(work)
        except psycopg.Error as error:
            raise postgres_error(error) from None

    # In the threads

    async def _do(self, job: Callable[[Connection], T], begin: str, *, again: bool) -> T:
        if self._stopping:
            raise StoreError("storage-away")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._working, self._try, job, begin, again)

    def _try(self, job: Callable[[Connection], T], begin: str, again: bool) -> T:
        """Do the job; once more where that is right, for as long as people have patience."""
        until = time.monotonic() + PATIENCE_SECONDS
        taken, failed = False, StoreError("storage-busy")
        while True:
            pause = SystemRandom().uniform(0, 0.01)
            try:
                value = self._once(job, begin)
            except psycopg.IntegrityError:
                # Of two at the same moment the second one may not have seen the first.
                if taken or begin != _ALONE:
                    raise VersionTaken from None
                taken, failed = True, StoreError("storage-busy")
            except (psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected):
                failed = StoreError("storage-busy")
            except _Unsure:
                failed, pause = StoreError("storage-away"), PAUSE_SECONDS
                if not again:
                    raise self._tell(failed) from None
            except psycopg.Error as error:
                failed, pause = postgres_error(error), PAUSE_SECONDS
                if failed.code != "storage-away":
                    raise self._tell(failed) from None
            else:
                self.trouble = None
                return value
            if time.monotonic() > until or self._stopping:
                raise self._tell(failed) from None
            time.sleep(pause)

    def _tell(self, failed: StoreError) -> StoreError:
        self.trouble = failed
        self.on_trouble(failed)
        return failed

    def _once(self, job: Callable[[Connection], T], begin: str) -> T:
        try:
            # Asked for and taken in one step, for other threads take from it, too.
            connection = self._idle.pop()
        except IndexError:
            connection = PostgresConnection(self._url)
        try:
            connection.execute(begin)
            value = job(connection)
            if begin != _READ:
                self.before_commit(connection)
            try:
                connection.execute("COMMIT")
            except psycopg.Error as error:
                if connection.is_lost:
                    raise _Unsure from error
                raise
        except BaseException:
            self._take_back(connection, undo=True)
            raise
        self._take_back(connection)
        return value

    def _take_back(self, connection: PostgresConnection, *, undo: bool = False) -> None:
        """Keep the connection for the next job; where it is lost, the idle ones are too."""
        try:
            if undo and not connection.is_lost:
                connection.execute("ROLLBACK")
        except psycopg.Error:
            connection.close()
        if connection.is_lost:
            connection.close()
            self._close_idle()
        else:
            self._idle.append(connection)

    def _close_idle(self) -> None:
        with suppress(IndexError):
            while True:
                self._idle.pop().close()
