"""The store keeps what it says it has kept, and says clearly what it cannot."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from sarja.server.database import Connection
from sarja.server.errors import StoreError, VersionTaken
from sarja.server.schema import APPLICATION, MIGRATIONS, PRAGMAS, connect, migrate, pragmas
from sarja.server.sqlite_store import FILE, SqliteStore, store_error
from tests.server.old_databases import MOVES, NAMES, TABLE, TOKENS, databases
from tests.server.phones import Phone, play_out, run, seated, serving
from tests.server.test_both_stores import entry, opened


@contextmanager
def opened_store(folder: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(folder)
    try:
        yield store
    finally:
        store.shut()


# Connections


def test_every_connection_has_the_pragmas_that_make_a_commit_last(tmp_path: Path) -> None:
    with opened_store(tmp_path) as store:
        assert store.pragmas() == [PRAGMAS, PRAGMAS]
    assert PRAGMAS["synchronous"] == 2
    assert PRAGMAS["journal_mode"] == "wal"
    with closing(connect(tmp_path / FILE)) as connection:
        assert pragmas(connection) == PRAGMAS


def test_a_second_server_on_the_folder_is_refused(tmp_path: Path) -> None:
    with opened_store(tmp_path):
        with pytest.raises(StoreError) as caught:
            SqliteStore(tmp_path)
        assert caught.value.code == "folder-in-use"
    with opened_store(tmp_path):
        pass


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError) as caught:
        SqliteStore(tmp_path / "file" / "data")
    assert caught.value.code == "folder-not-writable"


def test_a_file_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(StoreError) as caught:
        SqliteStore(tmp_path)
    assert caught.value.code == "folder-not-writable"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("SQLITE_FULL", "storage-full"),
        ("SQLITE_READONLY_DIRECTORY", "folder-not-writable"),
        ("SQLITE_CANTOPEN", "folder-not-writable"),
        ("SQLITE_CORRUPT", "database-broken"),
        ("SQLITE_IOERR_FSYNC", "storage-failed"),
    ],
)
def test_what_the_database_complains_of_is_said_for_people(name: str, code: str) -> None:
    error = sqlite3.OperationalError("in its own words")
    error.sqlite_errorname = name
    assert store_error(error).code == code


# The schema


def test_a_newer_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    SqliteStore(tmp_path).shut()
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        database.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(StoreError) as caught:
        SqliteStore(tmp_path)
    assert caught.value.code == "database-newer"
    assert databases(), "each schema that is released has its database here"
    assert caught.value.params == {"version": len(MIGRATIONS) + 1, "known": len(MIGRATIONS)}


def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        database.execute("CREATE TABLE mine (mine)")
    with pytest.raises(StoreError) as caught:
        SqliteStore(tmp_path)
    assert caught.value.code == "database-foreign"


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"not a database, but long enough to look like one" * 100)
    with pytest.raises(StoreError) as caught:
        SqliteStore(tmp_path)
    assert caught.value.code == "database-broken"


def test_each_step_of_the_schema_is_done_whole_or_not_at_all(tmp_path: Path) -> None:
    with closing(connect(tmp_path / FILE)) as database:
        migrate(database)
        broken = (*MIGRATIONS, "CREATE TABLE half (x); CREATE TABLE half (x)")
        with pytest.raises(sqlite3.OperationalError):
            migrate(database, broken)
        version = database.execute("PRAGMA user_version").fetchone()[0]
        assert version == len(MIGRATIONS)
        assert not database.execute("SELECT * FROM sqlite_master WHERE name = 'half'").fetchall()
        migrate(database, (*MIGRATIONS, "CREATE TABLE whole (x)"))
        assert database.execute("PRAGMA user_version").fetchone()[0] == version + 1
        assert database.execute("PRAGMA application_id").fetchone()[0] == APPLICATION


NEXT_SCHEMA = (*MIGRATIONS, "ALTER TABLE tables ADD COLUMN colour TEXT")


def copies(folder: Path) -> list[Path]:
    return sorted(folder.glob("sarja-schema-*"))


def test_before_a_database_gets_a_newer_form_it_is_copied_and_the_copy_is_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first = SqliteStore(tmp_path)
    run(opened(first))
    first.shut()
    SqliteStore(tmp_path).shut()
    assert not copies(tmp_path), "a new database and one of today's form are not copied"

    SqliteStore(tmp_path, NEXT_SCHEMA).shut()
    [copy] = copies(tmp_path)
    assert copy.suffix == ".db" and copy.name in caplog.text
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)
        assert database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert database.execute("SELECT id, code FROM tables").fetchall() == [("t", "CODES")]
        assert database.execute("SELECT count(*) FROM commands").fetchone()[0] == 1
    # The copy in the place of the database is the database as it was.
    other = tmp_path / "other"
    other.mkdir()
    copy.rename(other / FILE)
    again = SqliteStore(other)
    assert run(again.find("CODES")) == "t"
    again.shut()


def test_a_database_that_cannot_be_copied_is_not_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SqliteStore(tmp_path).shut()
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorname = "SQLITE_FULL"

    class Stubborn(sqlite3.Connection):
        def backup(self, *_: Any, **__: Any) -> None:
            raise full

    def stubborn(path: Path) -> sqlite3.Connection:
        return sqlite3.connect(path, isolation_level=None, factory=Stubborn)

    monkeypatch.setattr("sarja.server.sqlite_store.connect", stubborn)
    with pytest.raises(StoreError) as caught:
        SqliteStore(tmp_path, NEXT_SCHEMA)
    assert caught.value.code == "storage-full"
    assert not copies(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        assert database.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)


@pytest.mark.parametrize("sql", databases(), ids=lambda path: path.stem)
def test_a_database_of_a_released_schema_is_opened_and_its_game_goes_on(
    sql: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        database.executescript(sql.read_text(encoding="utf-8"))

    async def evening() -> None:
        async with serving(tmp_path) as server:
            phones = [Phone(server) for _ in TOKENS]
            for phone, token in zip(phones, TOKENS, strict=True):
                phone.token = token
                assert (await phone.attach(TABLE))["type"] == "table"
            assert [seat["name"] for seat in phones[0].view["seats"]] == list(NAMES)
            assert len(phones[0].game["log"]) == MOVES
            await play_out(phones)
            assert phones[0].view["stage"] == "over"

    run(evening())


# Groups of commands


def test_commands_that_wait_are_committed_together(tmp_path: Path) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path)
        for at in range(50):
            await opened(store, f"t{at}", f"C{at}")
        commits, hold = 0, threading.Event()

        def count(_: Connection) -> None:
            nonlocal commits
            commits += 1
            hold.wait()

        store.before_commit = count
        appending = [
            asyncio.ensure_future(store.append(entry(2, table=f"t{at}"), bot_due=False))
            for at in range(50)
        ]
        await asyncio.sleep(0)
        hold.set()
        assert await asyncio.gather(*appending) == [None] * 50
        assert commits < 10
        await store.close()

    run(work())


def test_one_refused_command_does_not_undo_its_neighbours(tmp_path: Path) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path)
        await opened(store)
        await opened(store, "u", "OTHER")
        results = await asyncio.gather(
            store.append(entry(2), bot_due=False),
            store.append(entry(5), bot_due=False),
            store.append(entry(2, table="u"), bot_due=False),
            return_exceptions=True,
        )
        assert results[0] is None and results[2] is None
        assert isinstance(results[1], VersionTaken)
        await store.close()

    run(work())


def test_where_nothing_can_be_stored_nothing_happens_and_later_it_goes_on(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            store = server.store
            assert isinstance(store, SqliteStore)
            ann, bob = await seated(server, "Ann", "Bob")
            version = ann.view["version"]
            # A disk that has no more room than the database has pages.
            await store.submit(lambda writer: writer.execute("PRAGMA max_page_count = 1"))
            answers = [await ann.do("rename", name=f"Ann {at}") for at in range(40)]
            assert answers[-1]["code"] == "storage-full" and store.trouble is not None
            done = [answer for answer in answers if answer["type"] == "done"]
            bob.listen()
            assert bob.view["version"] == version + len(done)
            assert await store.look(bob.view["table"], "", "") == (bob.view["version"], None)
            await store.submit(lambda writer: writer.execute("PRAGMA max_page_count = 100000"))
            assert (await ann.do("rename", name="Zoe"))["type"] == "done"
            assert store.trouble is None

    run(evening())
