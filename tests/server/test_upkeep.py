"""What the host of a server does with its data, while games run and when the server is stopped."""

import asyncio
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from sarja.server import upkeep
from sarja.server.errors import ServerError, StoreError
from sarja.server.places import opened
from sarja.server.schema import MIGRATIONS, back_up, connect
from sarja.server.sqlite_store import FILE, SqliteStore
from sarja.server.upkeep import DAY
from tests.server.network import Player, running
from tests.server.phones import LIMIT, Phone, run, serving
from tests.server.stores import place_of, store_on
from tests.server.web import a_finished_game, browsing, two_at_a_table

both = pytest.mark.usefixtures("both_stores")


def rows(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


def an_evening(folder: Path) -> str:
    """A folder with a finished game and a running one; the running one's code."""

    async def work() -> str:
        async with serving(folder) as server:
            await a_finished_game(server)
            ann, _ = await two_at_a_table(server)
            await ann.do("start")
            return str(ann.view["code"])

    return run(work())


# Copies


def test_what_is_restored_is_what_was_backed_up(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy.db"
    an_evening(folder)
    saved = upkeep.back_up_to(folder, copy)
    before = rows(folder / FILE)
    assert rows(copy) == before
    assert (saved.tables, saved.games) == (2, 1)
    an_evening(folder)
    later = rows(folder / FILE)
    assert later != before

    restored, aside = upkeep.restore(folder, copy)
    assert restored == saved
    assert rows(folder / FILE) == before
    assert aside is not None and rows(aside) == later, "what was there is kept"
    _, once_more = upkeep.restore(folder, copy)
    assert once_more is not None and rows(once_more) == before
    assert rows(aside) == later, "also where both come within a second"
    elsewhere = tmp_path / "elsewhere"
    assert upkeep.restore(elsewhere, copy) == (saved, None)
    assert rows(elsewhere / FILE) == before


def test_a_copy_taken_while_moves_are_made_is_one_moment_of_them(tmp_path: Path) -> None:
    """Every table in it goes on from a move that had been acknowledged."""
    folder = tmp_path / "data"
    with running(folder) as at, Player(at.url) as ann:
        ann.open(variant="classic")
        ann.sit("Ann")
        ann.do("start")
        copies: list[tuple[int, Path]] = []
        while ann.view["stage"] == "playing" and len(copies) < 8:
            move = ann.a_move()
            if move is None:
                ann.receive()
                continue
            version = ann.do("play", move=move)["version"]
            copies.append((version, tmp_path / f"copy-{version}.db"))
            upkeep.back_up_to(folder, copies[-1][1])
    assert len(copies) == 8
    for version, copy in copies:
        with closing(sqlite3.connect(copy)) as database:
            [(id_, at_version)] = database.execute("SELECT id, version FROM tables").fetchall()
            table = upkeep.read_table(database, id_)
        assert table.version == at_version >= version
        other = tmp_path / f"restored-{version}"
        upkeep.restore(other, copy)
        assert rows(other / FILE) == rows(copy), "what is restored is what was copied"
        SqliteStore(other).shut()


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")
def test_databases_and_copies_are_for_the_eyes_of_their_owner(tmp_path: Path) -> None:
    """Hands and decks are in them; the folders may be open to all."""
    folder, copy, other = tmp_path / "data", tmp_path / "copy.db", tmp_path / "other"
    for open_to_all in (folder, other):
        open_to_all.mkdir(mode=0o755)
    an_evening(folder)
    upkeep.back_up_to(folder, copy)
    upkeep.restore(other, copy)
    with closing(connect(folder / FILE)) as database:
        old = back_up(database, folder, 1)
    for file in (folder / FILE, copy, other / FILE, old):
        assert file.stat().st_mode & 0o077 == 0, file


def test_nothing_is_restored_under_a_running_server(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy.db"
    an_evening(folder)
    upkeep.back_up_to(folder, copy)
    store = SqliteStore(folder)
    with pytest.raises(StoreError) as caught:
        upkeep.restore(folder, copy)
    assert caught.value.code == "folder-in-use"
    store.shut()
    assert not list(folder.glob("*.part"))


def test_a_broken_database_gives_way_to_a_copy(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy.db"
    an_evening(folder)
    saved = upkeep.back_up_to(folder, copy)
    (folder / FILE).write_bytes(b"no database at all, but long enough to look like one" * 99)
    (folder / f"{FILE}-wal").write_bytes(b"what was beside it")
    restored, aside = upkeep.restore(folder, copy)
    assert restored == saved and rows(folder / FILE) == rows(copy)
    assert aside is not None and aside.read_bytes().startswith(b"no database")
    assert (folder / f"{aside.name}-wal").read_bytes() == b"what was beside it"


@pytest.mark.parametrize(
    ("broken", "code"),
    [("missing", "copy-missing"), ("foreign", "copy-foreign"), ("newer", "copy-newer"),
     ("text", "copy-broken"), ("cut", "copy-broken")],
)  # fmt: skip
def test_a_copy_that_is_none_is_refused_and_nothing_is_lost(
    tmp_path: Path, broken: str, code: str
) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy.db"
    an_evening(folder)
    before = rows(folder / FILE)
    if broken != "missing":
        upkeep.back_up_to(folder, copy)
    if broken == "text":
        copy.write_text("no database at all, but long enough to look like one" * 99)
    elif broken == "cut":
        copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    elif broken in ("foreign", "newer"):
        number = {"foreign": "application_id = 7", "newer": f"user_version = {len(MIGRATIONS) + 1}"}
        with closing(sqlite3.connect(copy)) as database:
            database.execute(f"PRAGMA {number[broken]}")
    with pytest.raises(StoreError) as caught:
        upkeep.restore(folder, copy)
    assert caught.value.code == code
    assert rows(folder / FILE) == before


def test_a_copy_overwrites_nothing_and_leaves_no_half(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    an_evening(folder)
    there = tmp_path / "there.db"
    there.write_text("mine")
    for target, code in ((there, "copy-exists"), (tmp_path / "no" / "x.db", "copy-not-writable")):
        with pytest.raises(StoreError) as caught:
            upkeep.back_up_to(folder, target)
        assert caught.value.code == code
    assert there.read_text() == "mine"
    with pytest.raises(StoreError) as caught:
        upkeep.back_up_to(tmp_path / "nowhere", tmp_path / "x.db")
    assert caught.value.code == "database-missing"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "there.db"]


# Closing


@both
def test_a_closed_table_is_closed_for_those_who_are_there_and_for_all_others(
    tmp_path: Path,
) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            ann, bob = await two_at_a_table(server)
            server.connections.update({ann.connection, bob.connection})
            await ann.do("start")
            bob.listen()
            with opened(place_of(tmp_path)) as database:
                upkeep.close_table(database, ann.view["code"].lower())
            ann.listen()
            mover = (ann, bob)[ann.game["turn"] - 1]
            refused = await mover.do("play", move=mover.game["may"][0])
            assert refused["code"] == "table-closed", "even before the server has noticed"
            await server.steward.look()
            [told] = bob.listen()
            assert (told["type"], told["code"], told["id"]) == ("refused", "table-closed", None)
            assert told["params"] == {"table": bob.view["table"]}
            late = Phone(server)
            for wanted in ({"table": bob.view["table"]}, {"code": bob.view["code"]}):
                assert (await late.say(type="attach", **wanted))["code"] == "table-closed"
            assert await server.store.bots_due() == []

    run(work())


@both
def test_a_running_server_notices_by_itself(tmp_path: Path) -> None:
    with running(tmp_path) as at, Player(at.url) as ann:
        ann.open()
        ann.sit("Ann")
        with opened(place_of(tmp_path)) as database:
            upkeep.close_table(database, ann.view["code"])
        while (told := ann.receive())["type"] != "refused":
            pass
        assert told["code"] == "table-closed"


@both
def test_bots_stop_at_a_closed_table(tmp_path: Path) -> None:
    with running(tmp_path, pause=(0.05, 0.05)) as at, Player(at.url) as ann:
        ann.open(variant="classic", seats=4, teams=2)
        ann.sit("Ann")
        ann.do("start")
        ann.do("stand")
        with opened(place_of(tmp_path)) as database:
            upkeep.close_table(database, ann.view["code"])
            while ann.receive()["type"] != "refused":
                pass
            version = upkeep.find_table(database, ann.view["code"]).table.version
            time.sleep(0.3)
            assert upkeep.find_table(database, ann.view["code"]).table.version == version


@both
def test_no_table_is_closed_for_another(tmp_path: Path) -> None:
    an_evening(tmp_path)
    with opened(place_of(tmp_path)) as database, pytest.raises(ServerError) as caught:
        upkeep.close_table(database, "QQQQQ")
    assert caught.value.code == "table-unknown"


# Bans


@both
def test_who_is_banned_is_sent_away_and_not_let_in(tmp_path: Path) -> None:
    with running(tmp_path) as at:
        with Player(at.url) as ann:
            with opened(place_of(tmp_path)) as database:
                upkeep.ban(database, "127.0.0.1")
            assert ann.receive()["type"] == "bye"
        with pytest.raises(Exception, match="403"), at.socket():
            pass
        with opened(place_of(tmp_path)) as database:
            assert upkeep.bans(database) == ["127.0.0.1"]
            assert upkeep.unban(database, "127.0.0.1")
            assert not upkeep.unban(database, "127.0.0.1")
        end = time.monotonic() + LIMIT
        while at.server.steward.is_banned("127.0.0.1") and time.monotonic() < end:
            time.sleep(0.05)
        with at.socket():
            pass


@both
def test_a_ban_is_kept_over_a_restart(tmp_path: Path) -> None:
    store_on(tmp_path).shut()
    with opened(place_of(tmp_path)) as database:
        upkeep.ban(database, "10.0.0.7")

    async def work() -> None:
        async with serving(tmp_path) as server:
            assert server.steward.is_banned("10.0.0.7")
            assert not server.steward.is_banned("10.0.0.8")

    run(work())


# Clearing away


@both
def test_what_is_old_is_cleared_away_and_a_running_game_is_not(tmp_path: Path) -> None:
    an_evening(tmp_path)
    with opened(place_of(tmp_path)) as database:
        [(ended,)] = database.execute("SELECT ended_at FROM games").fetchall()
        assert upkeep.prune(database, 30, ended + 29 * DAY) == (0, 0)
        games, tables = upkeep.prune(database, 30, ended + 31 * DAY)
        assert tables == 1 and database.execute("SELECT count(*) FROM games").fetchone() == (0,)
        [left] = upkeep.kept_tables(database)
        assert left.table.stage == "playing"
        assert games == 0, "the game went with its table"


@both
def test_old_games_of_a_table_in_use_lose_their_reviews(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path) as (server, client):
            phones = await a_finished_game(server)
            path = f"/api/reviews/{phones[0].game['review']}"
            assert (await client.get(path)).status_code == 200
            await server.steward.prune(30, time.time() + 31 * DAY)
            await server.steward.look()
            # Somebody still looks at the table, so it stays.
            assert (await client.get(path)).status_code == 404
            assert (await phones[0].do("start"))["type"] == "done"
            for phone in phones:
                phone.connection.leave_all()
            await server.steward.prune(30, time.time() + 31 * DAY)
            assert await server.store.count() == 1, "a game is on"

    run(work())


@both
def test_a_table_that_rests_goes_with_all_that_belongs_to_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            phones = await a_finished_game(server)
            for phone in phones:
                phone.connection.leave_all()
            await server.steward.prune(30, time.time() + 31 * DAY)
            await server.steward.look()
            assert await server.store.count() == 0
            assert server.rooms.rooms() == []
            late = Phone(server)
            told = await late.say(type="attach", table=phones[0].view["table"])
            assert told["code"] == "table-unknown"

    run(work())
    with opened(place_of(tmp_path)) as database:
        for name in ("tables", "commands", "games", "links", "analyses"):
            assert database.execute(f"SELECT count(*) FROM {name}").fetchone() == (0,), name


@both
def test_a_server_clears_away_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sarja.server.steward.SETTLE_SECONDS", 0.0)
    an_evening(tmp_path)
    with opened(place_of(tmp_path)) as database:
        database.execute("UPDATE tables SET changed_at = changed_at - ?", (31 * DAY,))

    async def work() -> None:
        async with serving(tmp_path, keep_days=30) as server:
            async with asyncio.timeout(LIMIT):
                while await server.store.count() > 1:
                    await asyncio.sleep(0.01)

    run(work())
