"""The store in one SQLite file: a writer thread that commits in groups, and a reader thread."""

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from sarja.server.database import Connection
from sarja.server.errors import StoreError, VersionTaken
from sarja.server.folder import FolderLock, make_private
from sarja.server.schema import MIGRATIONS, back_up, connect, migrate, pragmas
from sarja.server.sql_store import SqlStore

FILE: Final = "sarja.db"
GROUP: Final = 200
"""At most so many commands are committed together."""

T = TypeVar("T")
Job = Callable[[Connection], Any]


class SqliteStore(SqlStore):
    """Tables in one file of a folder, which no other server uses at the same time."""

    def __init__(self, folder: Path, migrations: Sequence[str] = MIGRATIONS) -> None:
        """Open the store, and make it, or copy and migrate it.

        Raises:
            StoreError: `folder-not-writable`, `folder-in-use`, `database-newer`,
                `database-foreign`, `database-broken`, `storage-full`.
        """
        super().__init__()
        self._lock = FolderLock(folder)
        self._path = folder / FILE
        make_private(self._path)
        try:
            self._writer = connect(folder / FILE)
            try:
                migrate(self._writer, migrations, partial(back_up, self._writer, folder))
                self._reader = connect(folder / FILE)
            except BaseException:
                self._writer.close()
                raise
        except sqlite3.Error as error:
            self._lock.release()
            raise store_error(error) from None
        except StoreError:
            self._lock.release()
            raise
        self._claims: dict[str, tuple[str, float]] = {}
        self._reading = ThreadPoolExecutor(1, "sarja-reader")
        self._jobs: queue.SimpleQueue[tuple[Job, Future[Any]] | None] = queue.SimpleQueue()
        self._writing = threading.Thread(target=self._write, name="sarja-writer", daemon=True)
        self._writing.start()

    def pragmas(self) -> list[dict[str, str | int]]:
        """What each connection is set to."""
        return [pragmas(self._writer), pragmas(self._reader)]

    async def claim(self, what: str, owner: str, seconds: float) -> bool:
        """Whether the owner may see to it now; in memory, for the folder has one server."""
        now = time.monotonic()
        holder, until = self._claims.get(what, (owner, 0.0))
        if holder != owner and until > now:
            return False
        if len(self._claims) > 10_000:
            self._claims = {key: held for key, held in self._claims.items() if held[1] > now}
        self._claims[what] = (owner, now + seconds)
        return True

    def shut(self) -> None:
        """Finish what was begun, and let go of the folder."""
        if self._writing.is_alive():
            self._jobs.put(None)
            self._writing.join()
        self._reading.shutdown()
        self._reader.close()
        self._writer.close()
        self._lock.release()

    async def aside(self, job: Callable[[Connection], T]) -> T:
        """What the job comes to, on a connection of its own, so that nobody waits for it.

        Raises:
            StoreError: it has not been done.
        """

        def work() -> T:
            with closing(connect(self._path)) as connection:
                return job(connection)

        try:
            return await asyncio.to_thread(work)
        except sqlite3.Error as error:
            raise store_error(error) from None

    async def read(self, job: Callable[[Connection], T]) -> T:
        """What the job reads.

        Raises:
            StoreError: it cannot be read.
        """
        try:
            return await asyncio.wrap_future(self._reading.submit(job, self._reader))
        except sqlite3.Error as error:
            raise store_error(error) from None

    async def submit(
        self, job: Callable[[Connection], T], *, again: bool = False, alone: bool = True
    ) -> T:
        """What the job comes to; in the writer thread every job is alone, and its end is known.

        Raises:
            StoreError: it is not stored.
            VersionTaken: something else is there already.
        """
        done: Future[T] = Future()
        self._jobs.put((job, done))
        # What is on its way to the disk gets there, whoever stops waiting for it.
        return await asyncio.shield(asyncio.wrap_future(done))

    # The writer thread

    def _write(self) -> None:
        while (first := self._jobs.get()) is not None:
            group = [first]
            last = False
            while len(group) < GROUP and not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    last = True
                    break
                group.append(following)
            self._commit(group)
            if last:
                return

    def _commit(self, group: list[tuple[Job, Future[Any]]]) -> None:
        """Do the jobs in one transaction; their senders hear of it when it is on the disk."""
        results: list[Callable[[], None]] = []
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            for job, done in group:
                if done.set_running_or_notify_cancel():
                    results.append(self._try(job, done))
            self.before_commit(self._writer)
            self._writer.execute("COMMIT")
            self.trouble = None
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
            failed = store_error(error)
            self.trouble = failed
            self.on_trouble(failed)
            results = [partial(done.set_exception, failed) for _, done in group if done.running()]
        for result in results:
            result()

    def _try(self, job: Job, done: Future[Any]) -> Callable[[], None]:
        """Do the job, undoing it alone if it is refused; what comes back tells the sender."""
        self._writer.execute("SAVEPOINT job")
        try:
            value = job(self._writer)
        except sqlite3.IntegrityError:
            refusal: Exception = VersionTaken()
        except sqlite3.Error:
            raise
        except Exception as error:
            refusal = error
        else:
            self._writer.execute("RELEASE job")
            return lambda: done.set_result(value)
        self._writer.execute("ROLLBACK TO job")
        self._writer.execute("RELEASE job")
        return lambda: done.set_exception(refusal)


def store_error(error: sqlite3.Error) -> StoreError:
    """What the database's complaint means for people."""
    match getattr(error, "sqlite_errorname", "").split("_")[1:2]:
        case ["FULL"]:
            return StoreError("storage-full")
        case ["READONLY"] | ["CANTOPEN"] | ["PERM"]:
            return StoreError("folder-not-writable")
        case ["CORRUPT"] | ["NOTADB"]:
            return StoreError("database-broken")
        case _:
            return StoreError("storage-failed")
