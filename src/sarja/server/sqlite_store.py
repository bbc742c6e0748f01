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

from sarja.server.errors import ServerError, StoreError, VersionTaken
from sarja.server.folder import FolderLock
from sarja.server.histories import note_played
from sarja.server.schema import MIGRATIONS, back_up, connect, migrate, pragmas
from sarja.server.store import Entry, FinishedGame, Link

FILE: Final = "sarja.db"
GROUP: Final = 200
"""At most so many commands are committed together."""

_ENTRY: Final = "table_id, version, last, scope, id, seat, command, events, answer, at"

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], Any]


class SqliteStore:
    """Tables in one file of a folder, which no other server uses at the same time."""

    def __init__(self, folder: Path, migrations: Sequence[str] = MIGRATIONS) -> None:
        """Open the store, and make it, or copy and migrate it.

        Raises:
            StoreError: `folder-not-writable`, `folder-in-use`, `database-newer`,
                `database-foreign`, `database-broken`, `storage-full`.
        """
        self._lock = FolderLock(folder)
        self._path = folder / FILE
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
        self.before_commit: Callable[[sqlite3.Connection], None] = lambda connection: None
        """A test's chance to hold up a commit; called in the writer thread."""
        self.trouble: StoreError | None = None
        """Why the last commit failed, if it did."""
        self.on_trouble: Callable[[StoreError], None] = lambda error: None
        """Called in the writer thread when something could not be stored."""
        self._claims: dict[tuple[str, int], tuple[str, float]] = {}
        self._reading = ThreadPoolExecutor(1, "sarja-reader")
        self._jobs: queue.SimpleQueue[tuple[Job, Future[Any]] | None] = queue.SimpleQueue()
        self._writing = threading.Thread(target=self._write, name="sarja-writer", daemon=True)
        self._writing.start()

    def pragmas(self) -> list[dict[str, str | int]]:
        """What each connection is set to."""
        return [pragmas(self._writer), pragmas(self._reader)]

    # Writing

    async def open_table(self, entry: Entry, code: str, review_key: str) -> str | None:
        """Open the entry's table (`Store.open_table`)."""

        def job(connection: sqlite3.Connection) -> str | None:
            opener = f"{entry.scope}/{entry.id}"
            row = connection.execute("SELECT id FROM tables WHERE opener = ?", (opener,)).fetchone()
            if row is not None:
                return str(row[0])
            if connection.execute("SELECT 1 FROM lessons WHERE code = ?", (code,)).fetchone():
                raise VersionTaken
            connection.execute(
                "INSERT INTO tables (id, code, opener, opened_at, version, changed_at, review_key)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (entry.table, code, opener, entry.at, entry.last, entry.at, review_key),
            )
            _insert(connection, entry)
            return None

        return await self.submit(job)

    async def append(
        self,
        entry: Entry,
        *,
        bot_due: bool,
        link: str | None = None,
        game: FinishedGame | None = None,
    ) -> bytes | None:
        """Add the entry (`Store.append`)."""

        def job(connection: sqlite3.Connection) -> bytes | None:
            earlier = _answer(connection, entry.table, entry.scope, entry.id)
            if earlier is not None:
                return earlier
            if link is not None:
                spent = connection.execute(
                    "UPDATE links SET used = 1 WHERE hash = ? AND NOT used AND expires > ?",
                    (link, entry.at),
                )
                if spent.rowcount != 1:
                    raise ServerError("link-spent")
            _check_open(connection, entry.table)
            moved = connection.execute(
                "UPDATE tables SET version = ?, bot_due = ?, changed_at = ?"
                " WHERE id = ? AND version = ?",
                (entry.last, bot_due, entry.at, entry.table, entry.version - 1),
            )
            if moved.rowcount != 1:
                raise VersionTaken
            _insert(connection, entry)
            if game is not None:
                connection.execute(
                    "INSERT INTO games (id, table_id, number, last, ended_at)"
                    " VALUES (?, ?, ?, ?, ?)",
                    (game.id, game.table, game.number, game.last, game.ended_at),
                )
                note_played(connection, game)
            return None

        return await self.submit(job)

    async def keep_analysis(self, game: str, depth: str, data: bytes) -> None:
        """Keep the analysis of the game (`Store.keep_analysis`)."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT OR REPLACE INTO analyses (game_id, depth, made_at, data)"
                " SELECT id, ?, ?, ? FROM games WHERE id = ?",
                (depth, time.time(), data, game),
            )

        await self.submit(job)

    async def add_link(self, link: Link) -> None:
        """Keep the link, and forget those that nobody can use any more."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM links WHERE expires < ?", (time.time() - 86400,))
            connection.execute(
                "INSERT INTO links (hash, table_id, owner, expires, used) VALUES (?, ?, ?, ?, ?)",
                (link.hash, link.table, link.owner, link.expires, link.used),
            )

        await self.submit(job)

    # Reading

    async def entries(self, table: str, after: int) -> list[Entry]:
        """The table's entries with events after that version, in order."""

        def job(connection: sqlite3.Connection) -> list[Entry]:
            rows = connection.execute(
                f"SELECT {_ENTRY} FROM commands WHERE table_id = ? AND last > ? ORDER BY version",
                (table, after),
            )
            return [Entry(*row) for row in rows]

        return await self.read(job)

    async def review_key(self, table: str) -> str:
        """The secret by which the ids of the table's reviews are made; empty for no table."""
        row = await self._read_row("SELECT review_key FROM tables WHERE id = ?", table)
        return "" if row is None else str(row[0])

    async def is_closed(self, table: str) -> bool:
        """Whether the host of the server has closed the table."""
        row = await self._read_row("SELECT closed_at FROM tables WHERE id = ?", table)
        return row is not None and row[0] is not None

    async def last_notice(self) -> int:
        """The number of the last notice."""
        row = await self._read_row("SELECT max(id) FROM notices")
        return 0 if row is None or row[0] is None else int(row[0])

    async def notices(self, after: int) -> list[tuple[int, str, str]]:
        """The notices after that one: number, kind, and what it is about."""

        def job(connection: sqlite3.Connection) -> list[tuple[int, str, str]]:
            return connection.execute(
                "SELECT id, kind, what FROM notices WHERE id > ? ORDER BY id", (after,)
            ).fetchall()

        return await self.read(job)

    async def finished_game(self, id_: str) -> FinishedGame | None:
        """The game with that id, or that had it once, if it is over."""
        row = await self._read_row(
            "SELECT id, table_id, number, last, ended_at FROM games WHERE id ="
            " coalesce((SELECT game_id FROM old_reviews WHERE id = ?), ?)",
            id_,
            id_,
        )
        return None if row is None else FinishedGame(*row)

    async def analysis(self, game: str, depth: str) -> bytes | None:
        """The analysis of the game, as deep as that, if it has been kept."""
        row = await self._read_row(
            "SELECT data FROM analyses WHERE game_id = ? AND depth = ?", game, depth
        )
        return None if row is None else bytes(row[0])

    async def look(self, table: str, scope: str, command: str) -> tuple[int, bytes | None]:
        """The table's version, and the answer to the command if it has been done."""

        def job(connection: sqlite3.Connection) -> tuple[int, bytes | None]:
            row = connection.execute("SELECT version FROM tables WHERE id = ?", (table,)).fetchone()
            return (row[0] if row else 0), _answer(connection, table, scope, command)

        return await self.read(job)

    async def find(self, code: str) -> str | None:
        """The id of the table with that code."""
        row = await self._read_row("SELECT id FROM tables WHERE code = ?", code)
        return None if row is None else str(row[0])

    async def count(self) -> int:
        """How many tables there are."""
        row = await self._read_row("SELECT count(*) FROM tables")
        return int(row[0]) if row else 0

    async def link(self, hash_: str) -> Link | None:
        """The link with that hash."""
        row = await self._read_row(
            "SELECT hash, table_id, owner, expires, used FROM links WHERE hash = ?", hash_
        )
        if row is None:
            return None
        return Link(hash=row[0], table=row[1], owner=row[2], expires=row[3], used=bool(row[4]))

    async def bots_due(self) -> list[str]:
        """The ids of the tables where a bot must move."""

        def job(connection: sqlite3.Connection) -> list[str]:
            return [
                row[0]
                for row in connection.execute(
                    "SELECT id FROM tables WHERE bot_due AND closed_at IS NULL"
                )
            ]

        return await self.read(job)

    async def claim(self, table: str, version: int, owner: str, seconds: float) -> bool:
        """Whether the owner may see to the table now; in memory, for the folder has one server."""
        now = time.monotonic()
        holder, until = self._claims.get((table, version), (owner, 0.0))
        if holder != owner and until > now:
            return False
        if len(self._claims) > 10_000:
            self._claims = {key: held for key, held in self._claims.items() if held[1] > now}
        self._claims[table, version] = (owner, now + seconds)
        return True

    async def close(self) -> None:
        """Finish what was begun, and let go of the folder."""
        await asyncio.to_thread(self.shut)

    def shut(self) -> None:
        """The same, where there is no event loop."""
        if self._writing.is_alive():
            self._jobs.put(None)
            self._writing.join()
        self._reading.shutdown()
        self._reader.close()
        self._writer.close()
        self._lock.release()

    async def _read_row(self, query: str, *values: str) -> tuple[Any, ...] | None:
        def job(connection: sqlite3.Connection) -> tuple[Any, ...] | None:
            row: tuple[Any, ...] | None = connection.execute(query, values).fetchone()
            return row

        return await self.read(job)

    async def aside(self, job: Callable[[sqlite3.Connection], T]) -> T:
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

    async def read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """What the job reads.

        Raises:
            StoreError: it cannot be read.
        """
        try:
            return await asyncio.wrap_future(self._reading.submit(job, self._reader))
        except sqlite3.Error as error:
            raise store_error(error) from None

    async def submit(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """What the job comes to, done in the writer thread and stored.

        Raises:
            StoreError: it is not stored.
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


def _check_open(connection: sqlite3.Connection, table: str) -> None:
    row = connection.execute("SELECT closed_at FROM tables WHERE id = ?", (table,)).fetchone()
    if row is None or row[0] is not None:
        raise ServerError("table-closed")


def _insert(connection: sqlite3.Connection, entry: Entry) -> None:
    connection.execute(
        f"INSERT INTO commands ({_ENTRY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            entry.table,
            entry.version,
            entry.last,
            entry.scope,
            entry.id,
            entry.seat,
            entry.command,
            entry.events,
            entry.answer,
            entry.at,
        ),
    )


def _answer(connection: sqlite3.Connection, table: str, scope: str, command: str) -> bytes | None:
    row = connection.execute(
        "SELECT answer FROM commands WHERE table_id = ? AND scope = ? AND id = ?",
        (table, scope, command),
    ).fetchone()
    return None if row is None else bytes(row[0])


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
