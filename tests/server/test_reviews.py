"""Finished games over HTTP: steps, record, analysis; and that a running game has none of it."""

import asyncio
import json
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from sarja import kernel
from sarja.bots.analysis import analyse
from sarja.bots.analysis_data import analysis_data
from sarja.rules.record import parse_record, replay, state_data
from sarja.server.analyst import MOST_WAITING, Analyst
from sarja.server.app import Server
from sarja.server.errors import ServerError
from sarja.server.quotas import Rates
from sarja.server.schema import MIGRATIONS, connect, migrate
from sarja.server.sqlite_store import FILE
from sarja.table.reviews import review_id
from sarja.variants import builtin_variant
from tests.server.phones import Phone, play_out, run
from tests.server.web import a_finished_game, browser, browsing, review_path, two_at_a_table

PARTS = ("", "/steps", "/record", "/analysis")


def review_of(phone: Phone) -> str:
    phone.listen()
    return f"/api/reviews/{phone.game['review']}"


def test_a_finished_game_is_told_step_by_step_as_its_record_replays(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path) as (server, client):
            phones = await a_finished_game(server)
            path = review_of(phones[1])
            about = (await client.get(path)).json()
            assert [seat["name"] for seat in about["seats"]] == ["Ann", "Bob"]
            assert about["outcome"] == phones[0].game["outcome"]
            assert about["log"] == phones[0].game["log"]
            steps = (await client.get(path + "/steps")).json()
            assert steps["of"] == about["steps"] == len(steps["steps"])
            answer = await client.get(path + "/record")
            assert answer.headers["content-disposition"].startswith('attachment; filename="sarja-')
            record = parse_record(answer.content, builtin_variant)
            for step, replayed in zip(steps["steps"], replay(record), strict=True):
                want = {"move": replayed.text, **state_data(replayed.state)}
                assert {**step, "legal": want["legal"]} == {"seat": step["seat"], **want}
            rest = (await client.get(path + "/steps?from=3")).json()
            assert rest["steps"] == steps["steps"][3:]
            for bad in ("x", "-1", "1" * 10, "²"):
                answer = await client.get(f"{path}/steps?from={bad}")
                assert (answer.status_code, answer.json()["code"]) == (400, "message-unknown")

    run(work())


def test_a_running_game_has_no_review_for_anybody(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path) as (server, client):
            ann, bob = await two_at_a_table(server)
            await ann.do("start")
            await bob.attach()
            for phone in (ann, bob):
                phone.listen()
                assert phone.game["review"] is None
            path = await review_path(server, ann.view["table"])
            for part in PARTS:
                answer = await client.get(path + part)
                assert answer.status_code == 404
                assert answer.json() == {"code": "review-unknown", "params": {}}
            answer = await client.post(path + "/analysis")
            assert answer.status_code == 404

    run(work())


def test_who_guesses_for_reviews_is_stopped(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, rates=Rates(guesses="3/minute")) as (server, client):
            codes = [(await client.get(f"/api/reviews/{at:022}")).status_code for at in range(5)]
            assert codes == [404, 404, 404, 429, 429]
            phones = await a_finished_game(server)
            assert (await client.get(review_of(phones[0]))).status_code == 200, "no guess"

    run(work())


# Who finds a review


async def looking(server: Server, table: str, token: str | None = None) -> Phone:
    """Somebody who looks at the table."""
    phone = Phone(server)
    phone.token = token
    assert (await phone.attach(table))["type"] == "table"
    return phone


async def let_in_screen(server: Server, table: str) -> Phone:
    """A table screen there."""
    screen = await looking(server, table)
    token = (await screen.do("screen"))["token"]
    return await looking(server, table, token)


def test_who_knows_the_table_cannot_work_out_where_its_reviews_are(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path) as (server, client):
            (ann, _) = await a_finished_game(server)
            known = [ann.view["table"], ann.view["code"], ""]
            for key in (*known, *map(str, await server.store.entries(known[0], 0))):
                answer = await client.get(f"/api/reviews/{review_id(key, 1)}")
                assert answer.status_code in (404, 429)
            assert not any("review_key" in text for text in ann.heard)
            room = await server.rooms.room(known[0])
            assert len(room.table.review_key) >= 32
            assert not any(room.table.review_key in text for text in ann.heard)

    run(work())


def test_at_a_closed_table_the_review_is_for_those_who_were_there(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path) as (server, client):
            ann, bob = await two_at_a_table(server, spectators="none")
            table = ann.view["table"]
            screen = await let_in_screen(server, table)
            await ann.do("start")
            await play_out([ann, bob])
            for phone in (ann, bob, screen):
                phone.listen()
                assert phone.game["hands"] and phone.game["review"]
            passed = Phone(server)
            tokens = [ann.token, bob.token]
            await passed.say(type="attach", table=table, tokens=tokens)
            assert passed.game["review"] == ann.game["review"] and passed.game["hands"]

            await bob.do("stand")
            strangers = [await looking(server, table), await let_in_screen(server, table)]
            late = await looking(server, table)
            await late.sit("Eve")
            for phone in (*strangers, late, bob):
                await phone.attach(table) if phone is not bob else bob.listen()
                assert (phone.game["hands"], phone.game["review"]) == ([], None)
            for phone in (*strangers, late):
                assert not any(ann.game["review"] in text for text in phone.heard)
            # Whoever was there may pass the link on.
            answer = await client.get(f"/api/reviews/{ann.game['review']}")
            assert answer.status_code == 200

    run(work())


# Databases of before


def as_of(folder: Path, version: int, tables: tuple[str, ...]) -> None:
    """Turn the folder's database into one as an older schema had it, with these tables' rows."""
    (folder / FILE).rename(folder / "new.db")
    with closing(connect(folder / FILE)) as database:
        migrate(database, MIGRATIONS[:version])
        database.execute("ATTACH ? AS new", (str(folder / "new.db"),))
        for name in tables:
            columns = [row[1] for row in database.execute(f"PRAGMA main.table_info({name})")]
            listed = ", ".join(columns)
            database.execute(f"INSERT INTO {name} ({listed}) SELECT {listed} FROM new.{name}")


def test_games_that_were_over_before_there_were_reviews_have_one(tmp_path: Path) -> None:
    async def first() -> tuple[str, dict[str, object]]:
        async with browsing(tmp_path) as (server, client):
            phones = await a_finished_game(server)
            told = (await client.get(review_of(phones[0]))).json()
            await phones[0].do("start")
            return phones[0].view["table"], told

    table, told = run(first())
    as_of(tmp_path, 1, ("tables", "commands"))

    async def second() -> None:
        async with browsing(tmp_path) as (server, client):
            answer = await client.get(await review_path(server, table))
            new = answer.json()
            assert answer.status_code == 200 and new.pop("id") != told.pop("id")
            assert new == told
            assert (await client.get(await review_path(server, table, 2))).status_code == 404

    run(second())


@pytest.mark.parametrize("spectators", ["allowed", "none", "admitted"])
def test_an_old_link_stays_good_where_anybody_might_watch(tmp_path: Path, spectators: str) -> None:
    async def first() -> Phone:
        async with browsing(tmp_path, analysis="quick") as (server, client):
            made = "allowed" if spectators == "allowed" else "none"
            ann, bob = await two_at_a_table(server, spectators=made)
            if spectators == "admitted":
                await ann.do("admit", spectators="allowed")
            await ann.do("start")
            await play_out([ann, bob])
            ann.listen()
            path = f"/api/reviews/{ann.game['review']}/analysis"
            await client.post(path)
            await analysed(client, path)
            return ann

    ann = run(first())
    table, made = ann.view["table"], ann.game["review"]
    as_of(tmp_path, 4, ("tables", "commands", "games", "analyses"))
    with closing(connect(tmp_path / FILE)) as database:
        # As the ids were then.
        database.execute("PRAGMA foreign_keys = OFF")
        for statement in (
            "UPDATE games SET id = sarja_review_id(table_id, number)",
            "UPDATE analyses SET game_id = (SELECT id FROM games)",
            "INSERT INTO accounts VALUES ('a', 'Ann', '', 0, NULL)",
            "INSERT INTO played SELECT 'a', id, 1, 'numbers-small', 2, 2, 1, 0, NULL, NULL"
            " FROM games",
        ):
            database.execute(statement)

    async def second() -> None:
        async with browsing(tmp_path, analysis="quick") as (server, client):
            now = await review_path(server, table)
            assert now != f"/api/reviews/{made}"
            assert (await client.get(now)).status_code == 200
            assert (await client.get(now + "/analysis")).json()["state"] == "done"
            old = await client.get(f"/api/reviews/{review_id(table, 1)}")
            assert old.status_code == (200 if spectators == "allowed" else 404)
            again = await looking(server, table, ann.token)
            assert f"/api/reviews/{again.game['review']}" == now
        with closing(connect(tmp_path / FILE)) as database:
            assert not database.execute("PRAGMA foreign_key_check").fetchall()
            [(kept,)] = database.execute("SELECT game_id FROM played")
            assert now.endswith(kept)

    run(second())


# The analysis


async def analysed(client: httpx.AsyncClient, path: str) -> dict[str, object]:
    """What the analysis comes to; each answer until then tells how far it is."""
    while True:
        told: dict[str, object] = (await client.get(path)).json()
        if told["state"] in ("done", "failed"):
            return told
        assert told["state"] in ("waiting", "running")
        await asyncio.sleep(0.05)


def test_an_analysis_is_made_once_and_kept(tmp_path: Path) -> None:
    async def first() -> tuple[str, object]:
        async with browsing(tmp_path, analysis="quick") as (server, client):
            phones = await a_finished_game(server)
            path = review_of(phones[0])
            analysis = path + "/analysis"
            assert (await client.get(analysis)).json() == {"state": "none"}
            asked = await client.post(analysis)
            assert (asked.status_code, asked.json()["state"]) == (202, "waiting")
            made = await analysed(client, analysis)
            record = parse_record((await client.get(path + "/record")).content, builtin_variant)
            want = analysis_data(analyse(record, list(replay(record)), 0))
            assert made == {"state": "done", "analysis": json.loads(json.dumps(want))}
            return analysis, made

    analysis, made = run(first())

    async def second() -> None:
        async with browsing(tmp_path, analysis="quick") as (server, client):
            assert (await client.get(analysis)).json() == made
            assert server.analyst.progress(analysis) == {"state": "none"}, "nothing is made anew"

    run(second())


def test_a_server_without_analysis_says_so(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, analysis="off") as (server, client):
            path = review_of((await a_finished_game(server))[0]) + "/analysis"
            asked = await client.get(path)
            assert (asked.status_code, asked.json()) == (200, {"state": "off"})
            answer = await client.post(path)
            assert (answer.status_code, answer.json()["code"]) == (404, "analysis-not-here")

    run(work())


def test_games_are_analysed_one_after_the_other(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, analysis="quick") as (server, client):
            paths = [review_of((await a_finished_game(server))[0]) for _ in range(3)]
            for path in paths:
                await client.post(path + "/analysis")
            told = [(await client.get(path + "/analysis")).json() for path in paths]
            assert [one["state"] for one in told][1:] == ["waiting", "waiting"]
            assert [one["before"] for one in told[1:]] == [1, 2]
            for path in paths:
                assert (await analysed(client, path + "/analysis"))["state"] == "done"

    run(work())


def test_an_address_may_ask_for_so_many(tmp_path: Path) -> None:
    async def work() -> None:
        rates = Rates(analyses="1/hour")
        async with browsing(tmp_path, analysis="quick", rates=rates) as (server, client):
            paths = [review_of((await a_finished_game(server))[0]) for _ in range(2)]
            assert (await client.post(paths[0] + "/analysis")).status_code == 202
            assert (await client.post(paths[0] + "/analysis")).status_code == 202, "the same"
            refused = await client.post(paths[1] + "/analysis")
            assert (refused.status_code, refused.json()["code"]) == (429, "too-many-analyses")
            async with browser(server, "192.168.1.30") as other:
                assert (await other.post(paths[1] + "/analysis")).status_code == 202

    run(work())


def test_what_cannot_be_analysed_is_said_and_the_next_one_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with browsing(tmp_path, analysis="quick") as (server, client):
            path = review_of((await a_finished_game(server))[0])
            server.analyst.ask("broken", "{}")
            await client.post(path + "/analysis")
            assert (await analysed(client, path + "/analysis"))["state"] == "done"
            assert server.analyst.progress("broken") == {"state": "failed"}
            server.analyst.ask("broken", "{}")
            assert server.analyst.progress("broken")["state"] == "waiting", "it may be tried again"

    run(work())


def test_the_queue_is_bounded_and_what_is_left_of_it_ends_with_the_server(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, analysis="quick") as (server, _):
            for at in range(MOST_WAITING):
                server.analyst.ask(str(at), "{}")
            with pytest.raises(ServerError) as caught:
                server.analyst.ask("one more", "{}")
            assert caught.value.code == "too-many-analyses"
            server.analyst.ask("3", "{}")

    run(work())


def test_a_full_analysis_needs_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with browsing(tmp_path) as (server, _):
            assert server.analyst.depth == ("full" if kernel.is_there() else "quick")
            monkeypatch.setattr("sarja.kernel.is_there", lambda: False)
            assert Analyst(server.store).depth == "quick"

    run(work())
