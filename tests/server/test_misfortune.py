"""What may befall a server's data: half a migration, a full disk, a date that jumps.

It is said clearly, and nothing is lost.
"""

import asyncio
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sarja.server import schema, upkeep
from sarja.server.dates import AGREES_WITHIN, Dates, even_now
from sarja.server.errors import StoreError
from sarja.server.lessons import Lessons
from sarja.server.places import opened
from sarja.server.schema import MIGRATIONS
from sarja.server.sqlite_store import FILE, SqliteStore
from sarja.server.upkeep import DAY
from tests.cli.commands import LIMIT, command_environment
from tests.server.old_databases import MOVES, TABLE, TOKENS, databases
from tests.server.phones import Phone, play_out, run, serving
from tests.server.stores import place_of
from tests.server.web import a_finished_game

OLDEST = databases()[0]


def an_old_database(folder: Path, sql: Path = OLDEST) -> None:
    with closing(sqlite3.connect(folder / FILE)) as database:
        database.executescript(sql.read_text(encoding="utf-8"))


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        return int(database.execute("PRAGMA user_version").fetchone()[0])


def made_of(path: Path) -> set[str]:
    """Every table and index of a database, as SQL without its spaces."""
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {re.sub(r"\s+", "", sql) for (sql,) in rows}


# Databases of released schemas


def test_there_is_a_database_of_every_schema() -> None:
    names = [path.stem for path in databases()]
    assert names == [f"schema-{number}" for number in range(1, len(MIGRATIONS) + 1)]


@pytest.mark.parametrize("sql", databases(), ids=lambda path: path.stem)
def test_every_old_database_comes_to_be_like_a_new_one_and_is_kept_as_it_was(
    sql: Path, tmp_path: Path
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    an_old_database(old, sql)
    with closing(sqlite3.connect(old / FILE)) as database:
        before = list(database.iterdump())
    number = version_of(old / FILE)
    for folder in (old, new):
        SqliteStore(folder).shut()
    assert made_of(old / FILE) == made_of(new / FILE)
    with closing(sqlite3.connect(old / FILE)) as database:
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    copies = list(old.glob("sarja-schema-*.db"))
    if number == len(MIGRATIONS):
        assert copies == []
        return
    (copy,) = copies
    assert version_of(copy) == number
    with closing(sqlite3.connect(copy)) as database:
        assert list(database.iterdump()) == before


DIE = """
import os, signal, sqlite3, sys
from pathlib import Path
from sarja.server import schema
from sarja.server.sqlite_store import SqliteStore

folder, number = Path(sys.argv[1]), int(sys.argv[2])
connect = schema.connect

def deadly(path):
    made = connect(path)
    made.create_function("die", 0, lambda: os.kill(os.getpid(), signal.SIGKILL))
    return made

import sarja.server.sqlite_store as sqlite_store
sqlite_store.connect = deadly
if number == 0:
    # While the database is copied, before anything is changed.
    Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
steps = list(schema.MIGRATIONS)
if number:
    head, _, tail = steps[number - 1].rpartition(";")
    steps[number - 1] = head + "; SELECT die();" + tail
SqliteStore(folder, steps)
"""
"""Opens the store, and dies in the middle of a step of the schema."""


@pytest.mark.parametrize("number", [0, 2, 5, len(MIGRATIONS)])
def test_killed_in_the_middle_of_a_migration_it_goes_on_from_there(
    number: int, tmp_path: Path
) -> None:
    an_old_database(tmp_path)
    arguments = [sys.executable, "-c", DIE, str(tmp_path), str(number)]
    died = subprocess.run(
        arguments, timeout=LIMIT, check=False, env=command_environment(), capture_output=True
    )
    assert died.returncode == -signal.SIGKILL, died.stderr
    assert version_of(tmp_path / FILE) == max(1, number - 1), "a step is done whole or not at all"

    async def evening() -> None:
        async with serving(tmp_path) as server:
            phones = [Phone(server) for _ in TOKENS]
            for phone, token in zip(phones, TOKENS, strict=True):
                phone.token = token
                assert (await phone.attach(TABLE))["type"] == "table"
            assert len(phones[0].game["log"]) == MOVES
            await play_out(phones)

    run(evening())
    assert version_of(tmp_path / FILE) == len(MIGRATIONS)
    copies = {version_of(path) for path in tmp_path.glob("sarja-schema-*.db")}
    assert copies >= ({1} if number <= 2 else {1, number - 1} - {len(MIGRATIONS)})


def test_where_a_disk_is_full_amid_a_migration_it_is_said_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    an_old_database(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        pages = database.execute("PRAGMA page_count").fetchone()[0]
        before = list(database.iterdump())
    connect = schema.connect

    def full(path: Path) -> sqlite3.Connection:
        made = connect(path)
        made.execute(f"PRAGMA max_page_count = {pages}")
        return made

    with monkeypatch.context() as patch:
        patch.setattr("sarja.server.sqlite_store.connect", full)
        with pytest.raises(StoreError) as caught:
            SqliteStore(tmp_path)
    assert caught.value.code == "storage-full"
    assert version_of(tmp_path / FILE) == 1
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        assert list(database.iterdump()) == before
    SqliteStore(tmp_path).shut()
    assert version_of(tmp_path / FILE) == len(MIGRATIONS)


# The date


@pytest.mark.parametrize("jump", [-40 * 365 * DAY, -3600.0, 3600.0, 10 * 365 * DAY])
def test_a_date_that_jumps_in_a_game_changes_nothing_in_it(
    jump: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, by = time.time, [0.0]
    monkeypatch.setattr(time, "time", lambda: real() + by[0])
    monkeypatch.setattr("sarja.server.rooms.now", lambda: real() + by[0])

    async def evening() -> None:
        async with serving(tmp_path, pause=(0, 0)) as server:
            ann = Phone(server)
            table = await ann.open(turn_seconds=60)
            await ann.attach(table)
            await ann.sit("Ann")
            await ann.do("start")
            by[0] = jump
            clock = None
            while ann.view["stage"] == "playing" and len(ann.game["log"]) < 6:
                ann.listen()
                if ann.is_to_move:
                    clock = ann.view["clock"]
                    assert clock["left"] > 50_000 and clock["runs"]
                    assert (await ann.do("play", move=ann.any_move()))["type"] == "done"
                await asyncio.sleep(0.001)
            assert clock is not None
            await play_out([ann])
            by[0] = 0.0
            version = ann.view["version"]
        async with serving(tmp_path) as server:
            again = Phone(server)
            again.token = ann.token
            shown = await again.attach(table)
            assert shown["view"]["version"] == version and shown["view"]["stage"] == "over"

    run(evening())


def test_nothing_is_cleared_away_on_the_day_of_a_jump(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    by = 0.0
    monkeypatch.setattr("sarja.server.steward.now", lambda: time.time() + by)

    async def work() -> None:
        nonlocal by
        async with serving(tmp_path) as server:
            steward = server.steward
            steward.dates = Dates(lambda: time.time() + by)
            for phone in await a_finished_game(server):
                phone.connection.leave_all()
            by = 3650 * DAY
            await steward.tidy(30)
            assert await server.store.count() == 1
            assert "date of this machine has jumped" in caplog.text
            by = 0.0
            await steward.tidy(30)
            await steward.tidy(30)
            assert await server.store.count() == 1, "it was right again before long"
            by = 3650 * DAY
            await steward.tidy(30)
            await steward.tidy(30)
            assert await server.store.count() == 0, "it stays so: that is the date"

    run(work())


def test_what_was_stored_by_a_clock_that_knew_no_date_is_not_taken_for_old(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            await a_finished_game(server)

    run(work())
    with opened(place_of(tmp_path)) as database:
        database.execute("UPDATE tables SET changed_at = 9000")
        database.execute("UPDATE games SET ended_at = 9000")
        assert upkeep.prune(database, 30, time.time()) == (0, 0)
        database.execute("UPDATE tables SET changed_at = ?", (time.time() - 31 * DAY,))
        assert upkeep.prune(database, 30, time.time()) == (0, 1)


def test_dates_agree_while_they_go_on_as_time_does() -> None:
    told = {"date": 1000.0, "clock": 5.0}
    dates = Dates(lambda: told["date"], lambda: told["clock"])

    def after(date: float, clock: float) -> bool:
        told["date"] += date
        told["clock"] += clock
        return dates.agree()

    assert after(3600, 3600) and after(3600, 3600 + AGREES_WITHIN / 2)
    assert not after(7200, 60)
    assert after(60, 60), "from then on the new date counts"
    assert not after(-7200, 60)


def test_a_lesson_lasts_as_long_whatever_the_date_does(monkeypatch: pytest.MonkeyPatch) -> None:
    began: Any = even_now()
    real = time.time
    assert abs(began - real()) < 60
    assert Lessons.__dataclass_fields__["clock"].default is even_now
    monkeypatch.setattr(time, "time", lambda: real() + 3650 * DAY)
    assert 0 <= even_now() - began < 60


def test_a_server_that_fails_lets_go_of_its_folder(tmp_path: Path) -> None:
    async def evening() -> None:
        with pytest.raises(ZeroDivisionError):
            async with serving(tmp_path):
                raise ZeroDivisionError
        async with serving(tmp_path) as server:
            assert await server.store.count() == 0

    run(evening())
