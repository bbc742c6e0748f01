"""Two servers on one database: people at one table come by different ones, and notice nothing."""

import asyncio
import time
from contextlib import AsyncExitStack
from typing import Any

import pytest

from sarja.rules.model import View
from sarja.rules.moves import Move
from sarja.server import bots, neighbours, timekeeper
from sarja.server.app import Server
from sarja.server.shared_store import SharedStore
from sarja.server.thinking import Thinker
from tests.server.neighbours import at_one_table, hearing, kinds, seated, side_by_side
from tests.server.phones import Phone, play_out, run, until
from tests.server.test_lessons import LessonPhone

# Moves


def test_a_game_is_played_by_people_at_three_servers(url: str) -> None:
    async def evening() -> None:
        async with side_by_side(url, 3) as servers:
            phones = await at_one_table(servers, "Ann", "Bob", "Cid", draw="manual")
            await phones[1].do("start")
            await hearing(lambda: all(p.view["stage"] == "playing" for p in phones), phones)
            await play_out(phones)
            await hearing(lambda: all(p.view["stage"] == "over" for p in phones), phones)
            assert len({str(phone.game["outcome"]) for phone in phones}) == 1
            logs = [phone.game["log"] for phone in phones]
            assert logs[0] == logs[1] == logs[2]

    run(evening())


def test_what_happens_before_a_table_is_followed_in_earnest_is_seen_then(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "SWEEP_SECONDS", 1000.0)

    async def evening() -> None:
        async with side_by_side(url) as servers:
            follow = servers[1].bus.follow
            monkeypatch.setattr(servers[1].bus, "follow", lambda table: None)
            ann, bob = Phone(servers[0]), Phone(servers[1])
            table = await ann.open(seats=2)
            await bob.attach(table)
            await ann.attach(table)
            await ann.sit("Ann")
            await asyncio.sleep(0.3)
            assert not kinds(bob, "update", "table", "presence"), "Redis does not know of it yet"
            follow(table)
            await hearing(lambda: seated(bob) == ["Ann", ""], [bob])

    run(evening())


def test_what_no_notice_tells_is_seen_all_the_same(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "SWEEP_SECONDS", 0.05)

    async def evening() -> None:
        async with side_by_side(url, bus=False) as servers:
            ann, bob = await at_one_table(servers, "Ann", "Bob")
            await ann.do("start")
            await hearing(lambda: bool(bob.view["stage"] == "playing"), [bob])
            await hearing(lambda: ann.view["seats"][1]["here"] is True, [ann])
            bob.connection.leave_all()
            await until(lambda: _here(servers[0], ann) == {1})

    run(evening())


def _here(server: Server, phone: Phone) -> frozenset[int]:
    room = server.rooms.known(phone.view["table"])
    assert room is not None
    return room.attendance.here


def test_who_comes_to_a_lesson_ends_no_game_of_which_no_notice_told(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "SWEEP_SECONDS", 1e6)

    async def evening() -> None:
        async with side_by_side(url, bus=False) as (here, there):
            teacher, ann = LessonPhone(here), LessonPhone(here)
            bob, cid = LessonPhone(there), LessonPhone(there)
            code = await teacher.open_lesson(seats=3)
            await ann.join(code, "Ann")
            await bob.join(code, "Bob")
            await teacher.lead("start")
            await cid.join(code, "Cid")
            assert cid.lesson["you"]["number"] == 2
            table = bob.lesson["you"]["table"]
            for server in (here, there):
                room = await server.rooms.room(table)
                await server.rooms.look_at([table])
                assert room.table.stage == "playing"
                assert [chair.name for chair in room.table.chairs[:2]] == ["Ann", "Bob"]

    run(evening())


# Who is there


def test_who_is_there_at_another_server_is_there(url: str) -> None:
    async def evening() -> None:
        async with side_by_side(url) as servers:
            ann, bob = await at_one_table(servers, "Ann", "Bob")
            await until(lambda: all(_here(server, ann) == {1, 2} for server in servers))
            late = Phone(servers[0])
            shown = await late.attach(ann.view["table"])
            assert [seat["here"] for seat in shown["view"]["seats"]] == [True, True]
            bob.connection.attend(False)
            room = servers[0].rooms.known(ann.view["table"])
            assert room is not None
            await until(lambda: room.attendance.there == {1})
            bob.connection.leave_all()
            await until(lambda: _here(servers[0], ann) == {1})

    run(evening())


async def _never(*_: Any) -> None:
    await asyncio.sleep(1e6)


def test_a_server_knows_who_is_there_before_it_decides_anything(url: str) -> None:
    """What all agree on who are there: who comes by a new server is not alone."""

    async def evening() -> None:
        async with side_by_side(url, away_after=0.0) as servers:
            ann, bob = await at_one_table(servers[:1], "Ann", "Bob")
            await ann.do("start")
            assert servers[1].neighbours is not None
            # Whatever it asks for later comes too late.
            servers[1].neighbours._ask = _never  # type: ignore[method-assign, assignment]
            again = Phone(servers[1])
            again.token = ann.token
            await until(lambda: not servers[0].neighbours._to_tell)  # type: ignore[union-attr]
            await again.attach(ann.view["table"])
            assert (await again.do("ask", what="pause"))["type"] == "done"
            await asyncio.sleep(0.1)
            again.listen()
            assert not again.view["paused"], "Bob is there, and has not agreed"
            bob.listen()
            assert (await bob.do("agree"))["type"] == "done"
            await hearing(lambda: bool(again.view["paused"]), [again])

    run(evening())


def test_people_of_a_server_that_died_are_gone_and_those_of_one_that_stopped_at_once(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "ALIVE_SECONDS", 0.6)
    monkeypatch.setattr(neighbours, "SWEEP_SECONDS", 0.1)

    async def evening() -> None:
        async with side_by_side(url, 1) as (near,):
            async with side_by_side(url, 1) as (dying,):
                ann, _ = await at_one_table([near, dying], "Ann", "Bob")
                await until(lambda: _here(near, ann) == {1, 2})
                assert dying.neighbours is not None
                for task in dying.neighbours._tasks:
                    task.cancel()
                await until(lambda: _here(near, ann) == {1})
            monkeypatch.setattr(neighbours, "ALIVE_SECONDS", 600)
            async with side_by_side(url, 1) as (stopping,):
                cid = Phone(stopping)
                await cid.attach(ann.view["table"])
                cid.token = ann.token
                ann.connection.leave_all()
                await cid.attach(ann.view["table"])
                await until(lambda: _here(near, ann) == {1})
            await until(lambda: _here(near, ann) == frozenset())

    run(evening())


# Clocks


def test_a_clock_goes_on_where_it_stands_at_the_server_that_one_comes_by(url: str) -> None:
    async def evening() -> None:
        async with side_by_side(url) as servers:
            ann, _ = await at_one_table(servers[:1], "Ann", "Bob", turn_seconds=60)
            await ann.do("start")
            room = servers[0].rooms.known(ann.view["table"])
            assert room is not None
            await until(lambda: room.stopwatch.runs)
            room.stopwatch._charged += 20
            late = Phone(servers[1])
            await late.attach(ann.view["table"])
            there = servers[1].rooms.known(ann.view["table"])
            assert there is not None
            await until(lambda: there.stopwatch.runs and there.stopwatch.charged >= 20_000)
            late.listen()
            shown = await late.attach(ann.view["table"])
            assert shown["view"]["clock"]["left"] <= 40_000

    run(evening())


def test_time_that_runs_out_is_told_once(url: str) -> None:
    async def evening() -> None:
        async with side_by_side(url) as servers:
            phones = await at_one_table(servers, "Ann", "Bob", turn_seconds=5, run_out="wait")
            for server in servers:
                room = await server.rooms.room(phones[0].view["table"])
                room.stopwatch._clock = lambda: time.monotonic() * 20
            await phones[0].do("start")
            await asyncio.sleep(0.5)
            for server in servers:
                server.timekeeper.look(await server.rooms.room(phones[0].view["table"]))
            await hearing(
                lambda: all(p.view["clock"] and p.view["clock"]["left"] == 0 for p in phones),
                phones,
            )
            stored = await servers[0].store.entries(phones[0].view["table"], 0)
            assert [entry.id.split("/")[0] for entry in stored].count("time-up") == 1

    run(evening())


# Bots


class CountingThinker(Thinker):
    """Counts how often bots think on all servers together."""

    thoughts = 0

    async def choose(self, bot: str, view: View) -> Move:
        CountingThinker.thoughts += 1
        await asyncio.sleep(0.05)
        return await super().choose(bot, view)


def test_every_move_of_a_bot_is_thought_of_at_one_server(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CountingThinker, "thoughts", 0)

    async def evening() -> None:
        async with side_by_side(url, 3, thinker=CountingThinker()) as servers:
            (ann,) = await at_one_table(servers[:1], "Ann", seats=4)
            watching = [Phone(server) for server in servers]
            for phone in watching:
                await phone.attach(ann.view["table"])
            await ann.do("start")
            for _ in range(4):
                await hearing(lambda: ann.is_to_move, [ann])
                await ann.do("play", move=ann.any_move())
            await hearing(lambda: ann.is_to_move, [ann])
            by_bots = len(ann.game["log"]) - 4
            assert by_bots >= 9 and CountingThinker.thoughts == by_bots

    run(evening())


class NeverThinker(Thinker):
    """Its server dies in the middle of every thought."""

    async def choose(self, bot: str, view: View) -> Move:
        await asyncio.sleep(1e6)
        raise AssertionError


@pytest.mark.parametrize("watched", [True, False])
def test_a_turn_that_a_dead_server_had_claimed_is_taken_over(
    url: str, watched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A claim does not run out because the machine is busy; that time goes by is said below.
    monkeypatch.setattr(bots, "CLAIM_SECONDS", 1000.0)
    monkeypatch.setattr(bots, "HOLD_SECONDS", 0.1)
    monkeypatch.setattr(neighbours, "SWEEP_SECONDS", 0.1)
    monkeypatch.setattr(neighbours, "LEFT_AFTER", 0.0)

    async def evening() -> None:
        async with AsyncExitStack() as stack:
            (dying,) = await stack.enter_async_context(side_by_side(url, 1, thinker=NeverThinker()))
            ann = Phone(dying)
            table = await ann.open(seats=2)
            await ann.attach(table)
            await ann.sit("Ann")
            await ann.do("start")
            if ann.is_to_move:
                await ann.do("play", move=ann.any_move())
            version = ann.view["version"]
            turn = f"bot/{table}/{version}"
            while not (claimed := await _claims(dying, turn)):
                await asyncio.sleep(0.01)
            # The other comes only now: it might have been the first to claim.
            (alive,) = await stack.enter_async_context(side_by_side(url, 1))
            other = Phone(alive)
            if watched:
                await other.attach(table)
            # As long as its server is alive the turn is its own, however long it thinks.
            for _ in range(5):
                before = claimed
                while (claimed := await _claims(alive, turn)) == before:
                    await asyncio.sleep(0.01)
                assert [server for server, _ in claimed] == [dying.name]
            assert (await alive.store.look(table, "", ""))[0] == version
            await dying.bots.close()
            while _version(alive, table) <= version:
                await _let_run_out(alive, dying.name)
                await asyncio.sleep(0.05)

    run(evening())


async def _claims(server: Server, what: str) -> list[tuple[str, Any]]:
    """Which server sees to it, and until when; at most one."""
    select = "SELECT server, until FROM tasks WHERE what = ?"
    store = server.store
    assert isinstance(store, SharedStore)
    return await store.read(lambda connection: list(connection.execute(select, (what,))))


async def _let_run_out(server: Server, of: str) -> None:
    """Let what another server has claimed be nobody's any more, as if the time had gone by."""
    update = "UPDATE tasks SET until = clock_timestamp() WHERE server = ?"
    store = server.store
    assert isinstance(store, SharedStore)
    await store.submit(lambda connection: connection.execute(update, (of,)), again=True)


def _version(server: Server, table: str) -> int:
    room = server.rooms.known(table)
    return 0 if room is None else room.table.version


def test_what_is_due_is_done_by_another_server_when_the_first_one_fails(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timekeeper, "RETRY_SECONDS", 0.05)

    async def evening() -> None:
        async with side_by_side(url, 1, away_after=0.0) as (server,):
            ann, bob = await at_one_table([server, server], "Ann", "Bob", stand_in=60)
            await ann.do("start")
            bob.listen()
            room = server.rooms.known(ann.view["table"])
            assert room is not None
            version = room.table.version
            claimed = f"stand-in/2/{room.table.id}/{version}"
            assert await server.store.claim(claimed, "who died", 0.5)
            room.attendance._clock = lambda: time.monotonic() + 61
            bob.connection.leave_all()
            room.attendance._gone = {2: (room.table.chair(2).since, time.monotonic())}
            server.timekeeper.look(room)
            await asyncio.sleep(0.2)
            assert room.table.chair(2).stand_in is None
            await until(lambda: room.table.chair(2).stand_in is not None)

    run(evening())
