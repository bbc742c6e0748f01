"""What whoever runs a server does with its folder: look, close, ban, back up, restore, clear away.

All of it works on the database by itself, whether a server is at work in the folder or not; what a
running one must know stands in `notices`, at which it looks every second (docs/decisions/0006).
"""

import hashlib
import shutil
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from sarja.server.database import Connection
from sarja.server.errors import ServerError, StoreError
from sarja.server.folder import FolderLock, make_private
from sarja.server.passwords import clean_recovery, new_code
from sarja.server.peace_store import REPORTS_KEPT, forget_reports
from sarja.server.schema import APPLICATION, MIGRATIONS, connect
from sarja.server.sqlite_store import FILE, store_error
from sarja.server.tokens import clean_code, digest
from sarja.table.events import decode_events
from sarja.table.names import looks_of, trim_name
from sarja.table.table import Table, fold

FIRST_DATE: Final = 1_735_689_600.0
"""The year 2025: no server of ours is older, and a date before it is that of no clock."""
DAY: Final = 86400.0
NOTICES_KEPT: Final = 30 * DAY
GUEST: Final = "guest:"
"""Before what is kept of the address of a guest who is banned."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A table in the database."""

    table: Table
    opened_at: float
    changed_at: float
    closed: bool


@dataclass(frozen=True, slots=True)
class Contents:
    """What is in a database: equal digests mean equal contents, row by row."""

    tables: int
    games: int
    commands: int
    digest: str


@contextmanager
def opened(folder: Path) -> Iterator[sqlite3.Connection]:
    """The database of the folder, beside a server that may be at work there.

    Raises:
        StoreError: `database-missing`, `database-foreign`, `database-newer`, `database-older`, or
            it cannot be used.
    """
    if not (folder / FILE).is_file():
        raise StoreError("database-missing")
    try:
        with closing(connect(folder / FILE)) as connection:
            if check(connection) < len(MIGRATIONS):
                raise StoreError("database-older")
            yield connection
    except sqlite3.Error as error:
        raise store_error(error) from None


def check(connection: sqlite3.Connection) -> int:
    """The version of the database's schema, if it is one of ours, sound, and not too new.

    Raises:
        StoreError: `database-foreign`, `database-newer`, `database-broken`.
        sqlite3.Error: it cannot be read.
    """
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise StoreError("database-foreign")
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > len(MIGRATIONS):
        raise StoreError("database-newer", version=version, known=len(MIGRATIONS))
    return version


# Tables


def kept_tables(connection: Connection) -> list[Kept]:
    """All tables, the one that changed last first."""
    rows = connection.execute(
        "SELECT id, opened_at, changed_at, closed_at FROM tables ORDER BY changed_at DESC"
    ).fetchall()
    return [
        Kept(read_table(connection, id_), opened_at, changed_at, closed_at is not None)
        for id_, opened_at, changed_at, closed_at in rows
    ]


def find_table(connection: Connection, code: str) -> Kept:
    """The table of that code, however it is typed.

    Raises:
        ServerError: `table-unknown`.
    """
    row = connection.execute(
        "SELECT id, opened_at, changed_at, closed_at FROM tables WHERE code = ?",
        (clean_code(code),),
    ).fetchone()
    if row is None:
        raise ServerError("table-unknown")
    return Kept(read_table(connection, row[0]), row[1], row[2], row[3] is not None)


def read_table(connection: Connection, id_: str) -> Table:
    """The table as its events have made it. Holds every secret: never show it as it is."""
    events = [
        event
        for (stored,) in connection.execute(
            "SELECT events FROM commands WHERE table_id = ? ORDER BY version", (id_,)
        )
        for event in decode_events(stored)
    ]
    key = connection.execute("SELECT review_key FROM tables WHERE id = ?", (id_,)).fetchone()
    return fold(Table(id_, review_key=key[0] if key else ""), events)


def close_table(connection: Connection, code: str) -> None:
    """Let nobody in any more, nor go on there; what was played stays.

    Raises:
        ServerError: `table-unknown`.
    """
    id_ = find_table(connection, code).table.id
    with transaction(connection):
        connection.execute(
            "UPDATE tables SET closed_at = ?, bot_due = FALSE WHERE id = ? AND closed_at IS NULL",
            (time.time(), id_),
        )
        notify(connection, "closed", id_)


def prune(
    connection: Connection, days: float, now: float, spared: Iterable[str] = ()
) -> tuple[int, int]:
    """Clear away games that were over, and tables that rested, before so many days.

    A table in the middle of a game is left, and so are the `spared` ones, to which somebody is
    connected; of them and of tables in use old games have no reviews any more. Games of people with
    accounts are kept until they delete these, and so is what has the date of a machine that did
    not know it. How many games, and how many tables, have gone.
    """
    before, kept = now - days * DAY, set(spared)
    resting = [
        id_
        for (id_,) in connection.execute(
            "SELECT id FROM tables WHERE changed_at BETWEEN ? AND ?"
            " AND NOT EXISTS (SELECT 1 FROM games JOIN played ON game_id = games.id"
            " WHERE table_id = tables.id)",
            (FIRST_DATE, before),
        )
        if id_ not in kept and read_table(connection, id_).stage != "playing"
    ]
    with transaction(connection):
        gone = 0
        for id_ in resting:
            # Somebody may have come back just now.
            deleted = connection.execute(
                "DELETE FROM tables WHERE id = ? AND changed_at <= ?", (id_, before)
            )
            if deleted.rowcount:
                gone += 1
                notify(connection, "pruned", id_)
        games = connection.execute(
            "DELETE FROM games WHERE ended_at BETWEEN ? AND ?"
            " AND NOT EXISTS (SELECT 1 FROM played WHERE game_id = games.id)",
            (FIRST_DATE, before),
        ).rowcount
        connection.execute("DELETE FROM notices WHERE at < ?", (time.time() - NOTICES_KEPT,))
        forget_reports(connection, time.time())
    return games, gone


# Bans


def ban_account(connection: Connection, name: str, *, banned: bool) -> None:
    """Sign the account out everywhere and let nobody in by it; or let it in again.

    Raises:
        ServerError: `account-unknown`.
    """
    with transaction(connection):
        id_ = find_account(connection, name)
        connection.execute(
            "UPDATE accounts SET banned_at = ? WHERE id = ?", (time.time() if banned else None, id_)
        )
        connection.execute("DELETE FROM sessions WHERE account_id = ?", (id_,))
        notify(connection, "bans", id_)


def find_account(connection: Connection, name: str) -> str:
    """The id of the account of that name, however it is written.

    Raises:
        ServerError: `account-unknown`.
    """
    name = trim_name(name)
    asked = [
        ("SELECT account_id FROM looks WHERE look = ?", look) for look in sorted(looks_of(name))
    ]
    # What looks alike has grown since there are accounts: their own name always finds them.
    for query, value in (*asked, ("SELECT id FROM accounts WHERE name = ?", name)):
        row = connection.execute(query, (value,)).fetchone()
        if row is not None:
            return str(row[0])
    raise ServerError("account-unknown")


def reset_password(connection: Connection, name: str) -> str:
    """A recovery code for the account, with which a new password is set; the old one is void.

    Raises:
        ServerError: `account-unknown`.
    """
    code = new_code()
    with transaction(connection):
        id_ = find_account(connection, name)
        connection.execute("UPDATE accounts SET password = '' WHERE id = ?", (id_,))
        connection.execute("DELETE FROM sessions WHERE account_id = ?", (id_,))
        connection.execute(
            "INSERT INTO recovery (hash, account_id) VALUES (?, ?)",
            (digest(clean_recovery(code)), id_),
        )
        notify(connection, "bans", id_)
    return code


def accounts(connection: Connection) -> list[tuple[str, float, bool, int]]:
    """All accounts by name: since when, whether banned, and how many games have been played."""
    return connection.execute(
        "SELECT name, made_at, banned_at IS NOT NULL,"
        " (SELECT count(*) FROM played WHERE account_id = accounts.id)"
        " FROM accounts ORDER BY name"
    ).fetchall()


def ban(connection: Connection, address: str) -> None:
    """Let nobody in from that address."""
    _ban(connection, "address", address)


def _ban(connection: Connection, kind: str, who: str) -> None:
    with transaction(connection):
        connection.execute(
            "INSERT INTO bans (kind, who, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (kind, who, time.time()),
        )
        notify(connection, "bans", who)


def unban(connection: Connection, address: str) -> bool:
    """Let them in again, by what `bans` calls them; whether they were banned."""
    kind = "guest" if address.startswith(GUEST) else "address"
    with transaction(connection):
        gone = connection.execute(
            "DELETE FROM bans WHERE kind = ? AND who = ?", (kind, address.removeprefix(GUEST))
        ).rowcount
        notify(connection, "bans", address)
    return gone > 0


def bans(connection: Connection) -> list[str]:
    """The addresses that are banned; those of guests who were reported as `GUEST` and a hash."""
    rows = connection.execute("SELECT kind, who FROM bans ORDER BY at")
    return [who if kind == "address" else GUEST + who for kind, who in rows]


# Reports


@dataclass(frozen=True, slots=True)
class Reported:
    """What somebody at a table has said of somebody else there."""

    id: int
    at: float
    code: str
    game: int
    reason: str
    name: str
    account: str | None
    """The name of the account of who is reported."""
    by: str
    known: int
    """1 where it can be told whom to ban, else 0."""


def reports(connection: Connection) -> list[Reported]:
    """All reports that are kept, the last one first."""
    rows = connection.execute(
        "SELECT reports.id, at, code, game, reason, reports.name, accounts.name, by_name,"
        " accounts.id IS NOT NULL OR address IS NOT NULL FROM reports"
        " LEFT JOIN accounts ON accounts.id = account_id WHERE at >= ?"
        " ORDER BY at DESC, reports.id DESC",
        (time.time() - REPORTS_KEPT,),
    )
    return [Reported(*row) for row in rows]


def ban_reported(connection: Connection, id_: int) -> str:
    """Ban who was reported, by the account, or else by the address; who that is, for the list.

    Raises:
        ServerError: `report-unknown`, `report-nobody`.
    """
    row = connection.execute(
        "SELECT accounts.name, address FROM reports LEFT JOIN accounts ON accounts.id = account_id"
        " WHERE reports.id = ? AND at >= ?",
        (id_, time.time() - REPORTS_KEPT),
    ).fetchone()
    if row is None:
        raise ServerError("report-unknown")
    name, address = row
    if name is not None:
        ban_account(connection, name, banned=True)
        return str(name)
    if address is None:
        raise ServerError("report-nobody")
    _ban(connection, "guest", address)
    return GUEST + str(address)


def notify(connection: Connection, kind: str, what: str) -> None:
    """Let a running server know."""
    connection.execute(
        "INSERT INTO notices (kind, what, at) VALUES (?, ?, ?)", (kind, what, time.time())
    )


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """Do it whole or not at all."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


# Copies


def back_up_to(folder: Path, target: Path) -> Contents:
    """Copy the database of the folder as it is at one moment, whether games run or not.

    Raises:
        StoreError: `database-missing`, `copy-exists`, `copy-not-writable`, or it cannot be used.
    """
    if target.exists():
        raise StoreError("copy-exists")
    unfinished = target.with_name(f".{target.name}.part")
    try:
        with opened(folder) as connection:
            make_private(unfinished)
            try:
                with closing(sqlite3.connect(unfinished)) as copy:
                    connection.backup(copy)
                    # One file, without what belongs beside a database in use.
                    copy.execute("PRAGMA journal_mode = delete")
            except (OSError, sqlite3.Error):
                raise StoreError("copy-not-writable") from None
        found = contents(unfinished)
        unfinished.replace(target)
    except OSError:
        raise StoreError("copy-not-writable") from None
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return found


def restore(folder: Path, source: Path) -> tuple[Contents, Path | None]:
    """Put the copy in the place of the folder's database; no server may be at work there.

    What was there is kept beside it. What is there now, and where the other one is.

    Raises:
        StoreError: `copy-missing`, `copy-foreign`, `copy-newer`, `copy-broken`, `folder-in-use`.
    """
    if not source.is_file():
        raise StoreError("copy-missing")
    wanted = _contents_of_copy(source)
    lock = FolderLock(folder)
    unfinished = folder / "sarja-restore.part"
    make_private(unfinished)
    try:
        with (
            closing(sqlite3.connect(_read_only(source), uri=True)) as copy,
            closing(sqlite3.connect(unfinished)) as target,
        ):
            copy.backup(target)
        aside = _put_aside(folder)
        unfinished.replace(folder / FILE)
    except OSError:
        raise StoreError("folder-not-writable") from None
    except sqlite3.Error as error:
        raise store_error(error) from None
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        lock.release()
    if contents(folder / FILE) != wanted:
        raise StoreError("storage-failed")
    return wanted, aside


def _put_aside(folder: Path) -> Path | None:
    """Copy what is in the folder, so that it may be replaced."""
    database = folder / FILE
    if not database.exists():
        return None
    stem = time.strftime("sarja-before-restore-%Y%m%d-%H%M%S", time.gmtime())
    names = (f"{stem}{f'-{nth}' if nth else ''}.db" for nth in count())
    aside = next(folder / name for name in names if not (folder / name).exists())
    beside = [folder / (FILE + end) for end in ("-wal", "-shm")]
    for file in (database, *beside):
        if file.exists():
            shutil.copy2(file, folder / file.name.replace(FILE, aside.name))
    with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as old:
        # What stands beside the file comes into it, and must not come into another one.
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for file in beside:
        file.unlink(missing_ok=True)
    return aside


def contents(database: Path) -> Contents:
    """What is in the database file.

    Raises:
        StoreError: it is none of ours, too new, or broken.
    """
    try:
        with closing(sqlite3.connect(_read_only(database), uri=True)) as connection:
            check(connection)
            if connection.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise StoreError("database-broken")
            return _contents(connection)
    except sqlite3.Error as error:
        raise store_error(error) from None


def _contents_of_copy(copy: Path) -> Contents:
    """What is in the copy; what is amiss is told of the copy, lest the database be suspected."""
    try:
        return contents(copy)
    except StoreError as error:
        match error.code:
            case "database-foreign":
                raise StoreError("copy-foreign") from None
            case "database-newer":
                raise StoreError("copy-newer", **error.params) from None
            case "database-broken":
                raise StoreError("copy-broken") from None
            case _:
                raise


def _contents(connection: sqlite3.Connection) -> Contents:
    names = [
        name
        for (name,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        )
    ]
    digest = hashlib.sha256()
    counts = {}
    for name in names:
        counts[name] = 0
        for row in connection.execute(f'SELECT * FROM "{name}"'):
            counts[name] += 1
            digest.update(repr((name, row)).encode("utf-8", "surrogatepass"))
    return Contents(
        counts.get("tables", 0),
        counts.get("games", 0),
        counts.get("commands", 0),
        digest.hexdigest(),
    )


def _read_only(path: Path) -> str:
    return f"{path.absolute().as_uri()}?mode=ro"
