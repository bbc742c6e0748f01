"""PostgreSQL as the server's database: its schema, and what happens when it goes away."""

import asyncio
import itertools
import logging
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from sarja.server import postgres_store
from sarja.server.database import Connection
from sarja.server.errors import StoreError, VersionTaken
from sarja.server.places import shown
from sarja.server.postgres import PostgresConnection, respelled
from sarja.server.postgres_store import PostgresStore
from sarja.server.schema import MIGRATIONS
from tests.cli.commands import sarja
from tests.server.phones import run, seated, serving
from tests.server.stores import URL, fresh_postgres, postgres
from tests.server.test_both_stores import entry, opened

NEXT_SCHEMA = (*MIGRATIONS, "ALTER TABLE tables ADD COLUMN colour REAL NOT NULL DEFAULT 1.5")


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with fresh_postgres() as made:
        (tmp_path / URL).write_text(made)
        yield made


def version_of(url: str) -> int:
    with closing(PostgresConnection(url)) as connection:
        return int(connection.execute("SELECT version FROM sarja_schema").fetchone()[0])


def cut_off(url: str) -> int:
    """End all connections of the test's servers; how many there were."""
    name = psycopg.conninfo.conninfo_to_dict(url)["application_name"]
    with psycopg.connect(postgres(), autocommit=True) as connection:
        found = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s",
            (name,),
        )
        return len(found.fetchall())


# The schema


def test_servers_that_start_together_make_the_schema_once(url: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        for store in pool.map(PostgresStore, [url] * 6):
            store.shut()
    assert version_of(url) == len(MIGRATIONS)


def test_a_server_starts_while_others_are_in_the_midst_of_their_work(url: str) -> None:
    PostgresStore(url).shut()
    impatient = url.replace("search_path%3D", "lock_timeout%3D2s%20-c%20search_path%3D")
    assert impatient != url
    with closing(PostgresConnection(url)) as working:
        working.execute("BEGIN")
        for table in ("company", "servers", "tasks", "tables"):
            working.execute(f"DELETE FROM {table}")
        PostgresStore(impatient).shut()
        working.execute("ROLLBACK")


def test_what_an_older_program_did_not_have_for_its_neighbours_is_added(url: str) -> None:
    PostgresStore(url).shut()
    with closing(PostgresConnection(url)) as connection:
        connection.execute("DROP TABLE company")
        connection.execute("DROP INDEX tasks_until")
        PostgresStore(url).shut()
        found = connection.execute(
            "SELECT count(*) FROM pg_indexes WHERE schemaname = current_schema()"
            " AND indexname IN ('company_pkey', 'company_server', 'tasks_until')"
        )
        assert found.fetchone()[0] == 3


def test_a_step_of_the_schema_is_done_once_by_one_of_those_that_start(url: str) -> None:
    first = PostgresStore(url)
    run(opened(first))
    first.shut()
    with ThreadPoolExecutor(4) as pool:
        for store in pool.map(lambda at: PostgresStore(at, NEXT_SCHEMA), [url] * 4):
            store.shut()
    assert version_of(url) == len(NEXT_SCHEMA)
    with closing(PostgresConnection(url)) as connection:
        assert connection.execute("SELECT id, colour FROM tables").fetchall() == [("t", 1.5)]


def test_half_a_step_leaves_the_schema_as_it_was(url: str) -> None:
    PostgresStore(url).shut()
    broken = (*MIGRATIONS, "CREATE TABLE half (x TEXT); CREATE TABLE half (x TEXT)")
    with pytest.raises(StoreError) as caught:
        PostgresStore(url, broken)
    assert caught.value.code == "storage-failed"
    assert version_of(url) == len(MIGRATIONS)
    PostgresStore(url, (*MIGRATIONS, "CREATE TABLE half (x TEXT)")).shut()


def test_a_newer_database_and_one_of_something_else_are_refused(url: str) -> None:
    PostgresStore(url, NEXT_SCHEMA).shut()
    with pytest.raises(StoreError) as caught:
        PostgresStore(url)
    assert caught.value.code == "database-newer"
    with closing(PostgresConnection(url)) as connection:
        connection.execute("DROP TABLE sarja_schema")
    with pytest.raises(StoreError) as caught:
        PostgresStore(url)
    assert caught.value.code == "database-foreign"


def test_times_and_ratings_are_kept_as_exactly_as_in_sqlite() -> None:
    made = respelled("CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, at REAL, x BLOB)")
    assert made == "CREATE TABLE t (id BIGSERIAL PRIMARY KEY, at DOUBLE PRECISION, x BYTEA)"


def test_a_commit_is_on_the_disk_whatever_the_database_is_used_to(url: str) -> None:
    lax = url.replace("search_path", "synchronous_commit%3Doff%20-c%20search_path")
    for address in (url, lax):
        with closing(PostgresConnection(address)) as connection:
            assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)


# Gone, and late


def test_what_is_cut_off_before_or_amid_its_commit_is_done_once(url: str) -> None:
    async def work() -> None:
        store = PostgresStore(url)
        await opened(store)
        for version, amid in ((2, False), (3, True)):
            cut = threading.Event()

            def cut_once(
                connection: Connection, amid: bool = amid, cut: threading.Event = cut
            ) -> None:
                if not cut.is_set():
                    cut.set()
                    if amid:
                        # It is stored, but nobody hears of it.
                        connection.execute("COMMIT")
                    cut_off(url)

            store.before_commit = cut_once
            answer = await store.append(entry(version), bot_due=False)
            assert answer == (f"answer {version}".encode() if amid else None) and cut.is_set()
        assert [e.version for e in await store.entries("t", 0)] == [1, 2, 3]
        await store.close()

    run(work())


def test_people_who_play_while_connections_are_cut_lose_nothing(url: str, tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            ann, bob = await seated(server, "Ann", "Bob")
            for number in range(8):
                renaming = asyncio.ensure_future(ann.do("rename", name=f"Ann {number}"))
                await asyncio.to_thread(cut_off, url)
                assert (await renaming)["type"] == "done"
            bob.listen()
            assert bob.view["seats"][0]["name"] == "Ann 7"
            assert ann.token is not None

    run(evening())


def test_a_database_that_stays_away_is_told_by_a_code_and_then_it_goes_on(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store, "PATIENCE_SECONDS", 0.3)

    async def evening() -> None:
        async with serving(tmp_path) as server:
            ann, bob = await seated(server, "Ann", "Bob")
            version = ann.view["version"]

            def nowhere(url: str) -> PostgresConnection:
                raise psycopg.OperationalError("it is away; the password is hunter2")

            with monkeypatch.context() as away:
                away.setattr(postgres_store, "PostgresConnection", nowhere)
                cut_off(url)
                told = await ann.do("rename", id="rename-me-once-please", name="Zoe")
                assert (told["type"], told["code"]) == ("refused", "storage-away")
            bob.listen()
            assert bob.view["version"] == version
            assert (await ann.do("rename", id="rename-me-once-please", name="Zoe"))[
                "type"
            ] == "done"

    run(evening())


def test_of_two_at_the_same_moment_neither_overlooks_the_other(url: str) -> None:
    """Each job reads what the other one is about to change, and both are about to store."""

    async def work() -> None:
        store = PostgresStore(url)
        await opened(store)
        both, attempts = threading.Barrier(2), itertools.count(1)

        def raise_version(connection: Connection) -> None:
            (version,) = connection.execute("SELECT version FROM tables").fetchone()
            if next(attempts) <= 2:
                both.wait(10)
            connection.execute("UPDATE tables SET version = ?", (version + 1,))

        await asyncio.gather(store.submit(raise_version), store.submit(raise_version))
        assert await store.look("t", "", "") == (3, None)
        await store.close()

    run(work())


def test_two_servers_never_store_the_same_version(url: str) -> None:
    async def work() -> None:
        stores = [PostgresStore(url), PostgresStore(url)]
        await opened(stores[0])
        rivals = [
            store.append(entry(2, name=f"rival {at}/{number}"), bot_due=False)
            for at in range(10)
            for number, store in enumerate(stores)
        ]
        results = await asyncio.gather(*rivals, return_exceptions=True)
        assert results.count(None) == 1
        assert sum(isinstance(result, VersionTaken) for result in results) == 19
        for store in stores:
            await store.close()

    run(work())


def test_a_claim_holds_against_another_server_and_runs_out(url: str) -> None:
    async def work() -> None:
        one, other = PostgresStore(url), PostgresStore(url)
        assert await one.claim("t/1", "one", 60) and not await other.claim("t/1", "other", 60)
        assert await one.claim("t/1", "one", 0.05)
        await asyncio.sleep(0.1)
        assert await other.claim("t/1", "other", 60)
        await one.close()
        await other.close()

    run(work())


def test_a_text_may_hold_what_postgresql_does_not_take(url: str, tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            ann, _ = await seated(server, "Ann", "Bob")
            assert (await ann.do("rename", id="\0id", name="Zoe"))["type"] == "done"
            assert (await ann.do("rename", id="\0id", name="Kim"))["type"] == "done"
            ann.listen()
            assert ann.view["seats"][0]["name"] == "Zoe", "the same id is the same command"
            assert (await ann.say(type="attach", table="\0"))["code"] == "table-unknown"

    run(evening())


# What is told


SECRET = "hunter2-the-password"


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://ann:{SECRET}@127.0.0.1:1/games",
        f"postgresql:///games?host=127.0.0.1&port=1&password={SECRET}",
        f"postgresql://ann:{SECRET}@[nonsense/games",
        f"mysql://ann:{SECRET}@127.0.0.1/games",
    ],
)
def test_no_secret_of_the_url_is_told(url: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        for command in (["serve", "--port", "0"], ["admin", "tables"]):
            told = sarja(*command, SARJA_DATABASE=url)
            assert told.code == 2 and told.err
            assert SECRET not in told.out + told.err + caplog.text
    assert SECRET not in shown(url)


def test_what_the_host_does_is_done_in_the_database_that_is_set(url: str) -> None:
    assert "no database" in sarja("admin", "tables", SARJA_DATABASE=url).err
    store = PostgresStore(url)
    store.shut()
    assert sarja("admin", "tables", SARJA_DATABASE=url).code == 0
    assert sarja("admin", "ban", "10.0.0.7", SARJA_DATABASE=url).code == 0
    assert "10.0.0.7" in sarja("admin", "ban", SARJA_DATABASE=url).out
    copied = sarja("admin", "backup", "copy.db", SARJA_DATABASE=url)
    assert copied.code == 2 and "pg_dump" in copied.err


def test_commands_of_many_tables_are_stored_side_by_side(url: str) -> None:
    async def work() -> None:
        store = PostgresStore(url)
        for at in range(8):
            await opened(store, f"t{at}", f"C{at}")
        together = threading.Barrier(4)

        def wait_for_others(connection: Connection) -> None:
            together.wait(30)

        store.before_commit = wait_for_others
        await asyncio.gather(
            *(store.append(entry(2, table=f"t{at}"), bot_due=False) for at in range(8))
        )
        await store.close()

    run(work())


def test_who_comes_second_after_a_long_wait_is_told_a_code(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store, "PATIENCE_SECONDS", -1.0)

    def job(connection: Connection) -> None:
        connection.execute("INSERT INTO secrets (name, value) VALUES ('address', 'again')")

    async def work() -> str:
        store = PostgresStore(url)
        try:
            await store.submit(job)
        except StoreError as error:
            return error.code
        finally:
            await store.close()
        return ""

    assert run(work()) == "storage-busy"


def test_a_connection_that_another_thread_has_just_taken_is_no_fault(url: str) -> None:
    class SeemsFull(deque[PostgresConnection]):
        """What a thread sees that asks just before another one takes the last."""

        def __bool__(self) -> bool:
            return True

    async def work() -> None:
        store = PostgresStore(url)
        store._idle = SeemsFull()
        await opened(store)
        assert (await store.look("t", "", ""))[0] > 0
        await store.close()

    run(work())
