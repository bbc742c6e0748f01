"""Finished games over HTTP: steps, record, analysis; and that a running game has none of it."""

import asyncio
import json
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from sarja.bots.analysis import analyse
from sarja.bots.analysis_data import analysis_data
from sarja.bots.judging import can_search
from sarja.rules.record import parse_record, replay, state_data
from sarja.server.analyst import MOST_WAITING, Analyst
from sarja.server.errors import ServerError
from sarja.server.quotas import Rates
from sarja.server.schema import MIGRATIONS, connect, migrate
from sarja.server.sqlite_store import FILE
from sarja.table.reviews import review_id
from sarja.variants import builtin_variant
from tests.server.phones import Phone, run
from tests.server.web import a_finished_game, browser, browsing, two_at_a_table

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
            path = f"/api/reviews/{review_id(ann.view['table'], 1)}"
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


def test_games_that_were_over_before_there_were_reviews_have_one(tmp_path: Path) -> None:
    async def first() -> tuple[str, str, object]:
        async with browsing(tmp_path) as (server, client):
            phones = await a_finished_game(server)
            one = review_of(phones[0])
            told = (await client.get(one)).json()
            await phones[0].do("start")
            await phones[1].attach()
            running = review_id(phones[0].view["table"], 2)
            return one, f"/api/reviews/{running}", told

    one, running, told = run(first())
    # The same events in a database as the first schema had it.
    (tmp_path / FILE).rename(tmp_path / "new.db")
    with closing(connect(tmp_path / FILE)) as database:
        migrate(database, MIGRATIONS[:1])
        database.execute("ATTACH ? AS new", (str(tmp_path / "new.db"),))
        for name in ("tables", "commands"):
            columns = [row[1] for row in database.execute(f"PRAGMA main.table_info({name})")]
            listed = ", ".join(columns)
            database.execute(f"INSERT INTO {name} ({listed}) SELECT {listed} FROM new.{name}")

    async def second() -> None:
        async with browsing(tmp_path) as (_, client):
            answer = await client.get(one)
            assert answer.status_code == 200 and answer.json() == told
            assert (await client.get(running)).status_code == 404

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
            assert server.analyst.depth == ("full" if can_search() else "quick")
            monkeypatch.setattr("sarja.server.analyst.can_search", lambda: False)
            assert Analyst(server.store).depth == "quick"

    run(work())
