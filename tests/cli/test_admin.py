"""`sarja admin` on the folder of a server."""

import asyncio
import json
from pathlib import Path

import pytest

from sarja.server.passwords import SHORTEST
from sarja.server.sqlite_store import SqliteStore
from tests.cli.commands import sarja
from tests.server.phones import serving
from tests.server.test_accounts import post, quick, register
from tests.server.web import a_finished_game, browsing, two_at_a_table


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with a finished game and a running one, and the running one's code."""
    folder = tmp_path_factory.mktemp("evening") / "data"

    async def work() -> str:
        async with serving(folder) as server:
            await a_finished_game(server)
            ann, _ = await two_at_a_table(server)
            await ann.do("start")
            return str(ann.view["code"])

    return folder, asyncio.run(work())


def test_tables_are_listed_for_people_and_for_programs(evening: tuple[Path, str]) -> None:
    folder, code = evening
    listed = sarja("admin", "tables", "--data", folder)
    assert listed.code == 0 and len(listed.out.splitlines()) == 2
    assert f"{code}" in listed.out and "playing" in listed.out and "Ann, Bob" in listed.out
    lines = sarja("admin", "tables", "--json", "--data", folder).out.splitlines()
    told = [json.loads(line) for line in lines]
    assert {one["stage"] for one in told} == {"over", "playing"}


def test_a_running_game_is_shown_as_a_spectator_sees_it(evening: tuple[Path, str]) -> None:
    folder, code = evening
    shown = json.loads(sarja("admin", "inspect", code, "--json", "--data", folder).out)
    game = shown["view"]["game"]
    assert game["hand"] == game["hands"] == game["may"] == []
    assert shown["view"]["you"] is None and isinstance(game["deck"], int)
    assert "token" not in json.dumps(shown) and "hash" not in json.dumps(shown)
    text = sarja("admin", "inspect", code.lower(), "--data", folder)
    assert text.code == 0 and "Ann" in text.out and code in text.out


@pytest.mark.parametrize("name", ["inspect", "close"])
def test_a_table_that_is_not_there_is_said(evening: tuple[Path, str], name: str) -> None:
    result = sarja("admin", name, "QQQQQ", "--data", evening[0])
    assert result.code == 1 and "there is no such table" in result.err and result.out == ""


def test_a_copy_is_made_restored_and_both_say_what_is_in_it(
    evening: tuple[Path, str], tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    saved = sarja("admin", "backup", copy, "--data", evening[0])
    assert saved.code == 0 and "2 tables, 1 finished games" in saved.out
    again = sarja("admin", "backup", copy, "--data", evening[0])
    assert again.code == 2 and "overwrites nothing" in again.err
    restored = sarja("admin", "restore", copy, "--data", tmp_path / "new")
    assert restored.code == 0 and saved.out.splitlines()[1] == restored.out.splitlines()[1]
    store = SqliteStore(tmp_path / "new")
    refused = sarja("admin", "restore", copy, "--data", tmp_path / "new")
    store.shut()
    assert refused.code == 2 and "another server is at work" in refused.err


def test_addresses_are_banned_and_let_in_again(tmp_path: Path) -> None:
    SqliteStore(tmp_path).shut()
    at = ("--data", tmp_path)
    assert sarja("admin", "ban", "192.168.001.20", *at).code == 1, "neither address nor name"
    assert sarja("admin", "ban", "192.168.1.20", *at).code == 0
    assert sarja("admin", "ban", *at).out == "192.168.1.20\n"
    assert sarja("admin", "unban", "192.168.1.20", *at).code == 0
    assert sarja("admin", "unban", "192.168.1.20", *at).code == 1
    assert sarja("admin", "ban", *at).out == ""


def test_what_is_old_is_cleared_away(tmp_path: Path) -> None:
    SqliteStore(tmp_path).shut()
    pruned = sarja("admin", "prune", "--days", "7", "--data", tmp_path)
    assert pruned.code == 0 and "0 games and 0 tables" in pruned.out
    assert "There are no tables." in sarja("admin", "tables", "--data", tmp_path).out


def test_a_folder_without_a_database_is_said(tmp_path: Path) -> None:
    for arguments in (("tables",), ("close", "ABCDE"), ("backup", tmp_path / "x"), ("prune",)):
        result = sarja("admin", *arguments, "--data", tmp_path / "none")
        assert result.code == 2 and "there is no database in this folder" in result.err
    assert not (tmp_path / "none").exists() and not (tmp_path / "x").exists()


def test_accounts_are_listed_banned_and_given_a_new_code(tmp_path: Path) -> None:
    at = ("--data", tmp_path)

    async def first() -> None:
        async with browsing(tmp_path, passwords=quick()) as (_, client):
            assert (await register(client, "Ann"))["status"] == 201

    asyncio.run(first())
    assert "Ann, since" in sarja("admin", "accounts", *at).out
    assert sarja("admin", "ban", "ann", *at).code == 0
    assert sarja("admin", "ban", *at).out == "Ann\n"
    assert json.loads(sarja("admin", "accounts", "--json", *at).out)["banned"] is True
    reset = sarja("admin", "reset-password", "ann", *at)
    code = reset.out.splitlines()[-1]
    nobody = sarja("admin", "reset-password", "Bob", *at)
    assert nobody.code == 1 and "no account of that name" in nobody.err

    async def second(may: bool) -> None:
        async with browsing(tmp_path, passwords=quick()) as (_, client):
            given = {"name": "Ann", "password": "a walk in the rain"}
            assert len(given["password"]) > SHORTEST
            told = await post(client, "/api/account/recovery", **given, code=code)
            assert told["status"] == (200 if may else 403)
            told = await post(client, "/api/account/session", **given)
            assert told["status"] == (200 if may else 403)

    asyncio.run(second(may=False))
    assert sarja("admin", "unban", "Ann", *at).code == 0
    asyncio.run(second(may=True))


def test_reports_are_listed_and_whom_they_name_is_banned(tmp_path: Path) -> None:
    at = ("--data", tmp_path)

    async def work() -> list[str]:
        async with browsing(tmp_path, passwords=quick()) as (server, client):
            (ann, bob) = await two_at_a_table(server)
            await ann.do("start")
            await bob.attach()
            for phone, seat in ((ann, 2), (bob, 1)):
                body = {"table": ann.view["table"], "token": phone.token, "seat": seat}
                answer = await client.post("/api/reports", json=body | {"reason": "insult"})
                assert answer.status_code == 201
            return [str(ann.view["code"]), *ann.game["hand"]]

    SqliteStore(tmp_path).shut()
    assert "Nothing has been reported." in sarja("admin", "reports", *at).out
    code, *hand = asyncio.run(work())
    listed = sarja("admin", "reports", *at).out
    lines = [line.split(maxsplit=5)[3:] for line in listed.splitlines()]
    assert [code, "1", "Bob, a guest: insults or threatens (says Ann)"] in lines
    told = [json.loads(one) for one in sarja("admin", "reports", "--json", *at).out.splitlines()]
    assert [(one["name"], one["game"], one["reason"]) for one in told] == [
        ("Ann", 1, "insult"),
        ("Bob", 1, "insult"),
    ]
    assert not any(f'"{card}"' in json.dumps(told) for card in hand)
    banned = sarja("admin", "ban", "--report", str(told[1]["id"]), *at)
    who = sarja("admin", "ban", *at).out.strip()
    assert banned.code == 0 and who.startswith("guest:") and who in banned.out
    assert sarja("admin", "unban", who, *at).code == 0
    unknown = sarja("admin", "ban", "--report", "99", *at)
    assert unknown.code == 1 and "no report of that number" in unknown.err
