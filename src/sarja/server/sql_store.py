"""The store in SQL, the same for every database; how a job is done is told by each of them."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from sarja.server.database import Connection
from sarja.server.errors import ServerError, StoreError, VersionTaken
from sarja.server.histories import note_played
from sarja.server.store import Entry, FinishedGame, Link

_ENTRY: Final = "table_id, version, last, scope, id, seat, command, events, answer, at"

T = TypeVar("T")


class SqlStore(ABC):
    """Tables in a database; how a job gets at a connection is told by those that inherit this."""

    def __init__(self) -> None:
        self.trouble: StoreError | None = None
        """Why what was last to be stored could not be, if it could not."""
        self.on_trouble: Callable[[StoreError], None] = lambda error: None
        """Called in a thread of the store when something could not be stored."""
        self.before_commit: Callable[[Connection], None] = lambda connection: None
        """A test's chance to hold up a commit; called in a thread of the store."""

    # How jobs are done

    @abstractmethod
    async def read(self, job: Callable[[Connection], T]) -> T:
        """What the job reads; all of it as it was at one moment.

        Raises:
            StoreError: it cannot be read.
        """

    @abstractmethod
    async def submit(
        self, job: Callable[[Connection], T], *, again: bool = False, alone: bool = True
    ) -> T:
        """What the job comes to, done whole and stored.

        `again` says that the job sees by itself whether it has been done before, so that it may be
        done once more where it is not known whether it was stored. `alone` says that nothing that
        it reads may change until it is stored; without that it must see to it by itself.

        Raises:
            StoreError: it is not stored.
            VersionTaken: something else is there already.
        """

    @abstractmethod
    async def aside(self, job: Callable[[Connection], T]) -> T:
        """What the job comes to, on a connection of its own, so that nobody waits for it.

        It begins and ends its transactions by itself.

        Raises:
            StoreError: it has not been done.
        """

    @abstractmethod
    async def claim(self, what: str, owner: str, seconds: float) -> bool:
        """Whether the owner may see to it now (`Store.claim`)."""

    async def inhabited(self, server: str) -> list[str]:
        """The tables to which somebody is connected on another server; here there is none."""
        return []

    async def versions(self, tables: Iterable[str]) -> dict[str, int]:
        """The version of each of the tables where another server may have stored; here of none."""
        return {}

    @abstractmethod
    def shut(self) -> None:
        """Finish what was begun, and let go of the database, where there is no event loop."""

    async def close(self) -> None:
        """The same, where there is one."""
        await asyncio.to_thread(self.shut)

    # Writing

    async def open_table(self, entry: Entry, code: str, review_key: str) -> str | None:
        """Open the entry's table (`Store.open_table`)."""

        def job(connection: Connection) -> str | None:
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

        return await self.submit(job, again=True, alone=False)

    async def append(
        self,
        entry: Entry,
        *,
        bot_due: bool,
        link: str | None = None,
        game: FinishedGame | None = None,
    ) -> bytes | None:
        """Add the entry (`Store.append`)."""

        def job(connection: Connection) -> bytes | None:
            earlier = _answer(connection, entry.table, entry.scope, entry.id)
            if earlier is not None:
                return earlier
            if link is not None:
                spent = connection.execute(
                    "UPDATE links SET used = TRUE WHERE hash = ? AND NOT used AND expires > ?",
                    (link, entry.at),
                )
                if spent.rowcount != 1:
                    return _answer_after_all(connection, entry, ServerError("link-spent"))
            _check_open(connection, entry.table)
            moved = connection.execute(
                "UPDATE tables SET version = ?, bot_due = ?, changed_at = ?"
                " WHERE id = ? AND version = ?",
                (entry.last, bot_due, entry.at, entry.table, entry.version - 1),
            )
            if moved.rowcount != 1:
                return _answer_after_all(connection, entry, VersionTaken())
            _insert(connection, entry)
            if game is not None:
                connection.execute(
                    "INSERT INTO games (id, table_id, number, last, ended_at)"
                    " VALUES (?, ?, ?, ?, ?)",
                    (game.id, game.table, game.number, game.last, game.ended_at),
                )
                note_played(connection, game)
            return None

        # That the version moves on from the one before is all that it hangs on; ratings are more.
        return await self.submit(job, again=True, alone=game is not None)

    async def keep_analysis(self, game: str, depth: str, data: bytes) -> None:
        """Keep the analysis of the game (`Store.keep_analysis`)."""

        def job(connection: Connection) -> None:
            connection.execute(
                "INSERT INTO analyses (game_id, depth, made_at, data)"
                " SELECT id, ?, ?, ? FROM games WHERE id = ? ON CONFLICT (game_id, depth)"
                " DO UPDATE SET made_at = excluded.made_at, data = excluded.data",
                (depth, time.time(), data, game),
            )

        await self.submit(job, again=True)

    async def add_link(self, link: Link) -> None:
        """Keep the link, and forget those that nobody can use any more."""

        def job(connection: Connection) -> None:
            connection.execute("DELETE FROM links WHERE expires < ?", (time.time() - 86400,))
            connection.execute(
                "INSERT INTO links (hash, table_id, owner, expires, used) VALUES (?, ?, ?, ?, ?)",
                (link.hash, link.table, link.owner, link.expires, link.used),
            )

        await self.submit(job)

    # Reading

    async def entries(self, table: str, after: int) -> list[Entry]:
        """The table's entries with events after that version, in order."""

        def job(connection: Connection) -> list[Entry]:
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

        def job(connection: Connection) -> list[tuple[int, str, str]]:
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

        def job(connection: Connection) -> tuple[int, bytes | None]:
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

        def job(connection: Connection) -> list[str]:
            return [
                row[0]
                for row in connection.execute(
                    "SELECT id FROM tables WHERE bot_due AND closed_at IS NULL"
                )
            ]

        return await self.read(job)

    async def _read_row(self, query: str, *values: str) -> tuple[Any, ...] | None:
        def job(connection: Connection) -> tuple[Any, ...] | None:
            row: tuple[Any, ...] | None = connection.execute(query, values).fetchone()
            return row

        return await self.read(job)


def _check_open(connection: Connection, table: str) -> None:
    row = connection.execute("SELECT closed_at FROM tables WHERE id = ?", (table,)).fetchone()
    if row is None or row[0] is not None:
        raise ServerError("table-closed")


def _insert(connection: Connection, entry: Entry) -> None:
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


def _answer_after_all(connection: Connection, entry: Entry, refusal: Exception) -> bytes:
    """The answer to the same command, where it was stored since this job looked for it.

    Raises:
        Exception: the refusal, where it was another command.
    """
    earlier = _answer(connection, entry.table, entry.scope, entry.id)
    if earlier is None:
        raise refusal
    return earlier


def _answer(connection: Connection, table: str, scope: str, command: str) -> bytes | None:
    row = connection.execute(
        "SELECT answer FROM commands WHERE table_id = ? AND scope = ? AND id = ?",
        (table, scope, command),
    ).fetchone()
    return None if row is None else bytes(row[0])
