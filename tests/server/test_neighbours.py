"""Two servers on one database: people at one table come by different ones, and notice nothing."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from sarja.rules.model import View
from sarja.rules.moves import Move
from sarja.server import bots, neighbours, streams, timekeeper
from sarja.server.app import Server
from sarja.server.bus import MemoryBus
from sarja.server.errors import ServerError
from sarja.server.places import opened
from sarja.server.postgres_store import PostgresStore
from sarja.server.quotas import Rates
from sarja.server.redis_bus import RedisBus
from sarja.server.room import Room
from sarja.server.thinking import Thinker
from sarja.server.upkeep import DAY, close_table
from tests.server.network import running
from tests.server.phones import LIMIT, Phone, play_out, run, until
from tests.server.redises import REDIS, fresh_channel
from tests.server.stores import URL, fresh_postgres
from tests.server.streams import Stream
from tests.server.test_lessons import LessonPhone


@pytest.fixture
def url() -> Iterator[str]:
    with fresh_postgres() as made:
        yield made


@asynccontextmanager
async def side_by_side(
    url: str, count: int = 2, *, bus: bool = True, **options: Any
) -> AsyncIterator[list[Server]]:
    """Servers on one database, who hear from one another over Redis, or not at all."""
    channel = fresh_channel() if bus else ""
    options.setdefault("pause", (0.0, 0.0))
    options.setdefault("draw_time", 0.0)
    async with AsyncExitStack() as stack:
        servers = []
        for _ in range(count):
            made = RedisBus(REDIS, channel) if bus else MemoryBus()
            server = Server(PostgresStore(url), bus=made, **options)
            await stack.enter_async_context(server.lifespan(Starlette()))
            servers.append(server)
        yield servers


async def at_one_table(servers: list[Server], *names: str, **settings: Any) -> list[Phone]:
    """Each by the next server, all at one new table."""
    phones = [Phone(servers[at % len(servers)]) for at in range(len(names))]
    table = await phones[0].open(seats=settings.pop("seats", max(2, len(names))), **settings)
    for phone, name in zip(phones, names, strict=True):
        await phone.attach(table)
        await phone.sit(name)
    wanted = [*names, *("" for _ in range(len(phones[0].view["seats"]) - len(names)))]
    await hearing(lambda: all(seated(phone) == wanted for phone in phones), phones)
    return phones


def seated(phone: Phone) -> list[str]:
    return [seat["name"] for seat in phone.view["seats"]]


async def hearing(true: Callable[[], bool], phones: Sequence[Phone]) -> None:
    """Listen until it is so."""

    def listen() -> bool:
        for phone in phones:
            phone.listen()
        return true()

    await until(listen)


def kinds(phone: Phone, *wanted: str) -> list[dict[str, Any]]:
    return [message for message in phone.listen() if message["type"] in wanted]


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
    monkeypatch.setattr(bots, "CLAIM_SECONDS", 3.0)
    monkeypatch.setattr(neighbours, "SWEEP_SECONDS", 0.1)
    monkeypatch.setattr(neighbours, "LEFT_AFTER", 0.3)

    async def evening() -> None:
        async with AsyncExitStack() as stack:
            (dying,) = await stack.enter_async_context(side_by_side(url, 1, thinker=NeverThinker()))
            (alive,) = await stack.enter_async_context(side_by_side(url, 1))
            ann = Phone(dying)
            table = await ann.open(seats=2)
            await ann.attach(table)
            await ann.sit("Ann")
            await ann.do("start")
            if ann.is_to_move:
                await ann.do("play", move=ann.any_move())
            version = ann.view["version"]
            other = Phone(alive)
            if watched:
                await other.attach(table)
            await asyncio.sleep(3.5)
            # As long as its server is alive the turn is its own, however long it thinks.
            assert (await alive.store.look(table, "", ""))[0] == version
            await dying.bots.close()
            await until(lambda: _version(alive, table) > version)

    run(evening())


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


# Limits, lessons, and the host


def test_what_an_address_has_used_up_it_has_used_up_everywhere(url: str) -> None:
    async def work() -> None:
        async with side_by_side(url, rates=Rates(tables="3/hour")) as (one, other):
            for _ in range(3):
                one.quotas.count_table("10.0.0.7")
            await until(
                lambda: (
                    not other.quotas._limiter.test(
                        other.quotas._items["table"], "table", "10.0.0.7"
                    )
                )
            )
            with pytest.raises(ServerError):
                other.quotas.count_table("10.0.0.7")
            other.quotas.count_table("10.0.0.8")

    run(work())


def test_sockets_of_an_address_are_counted_at_all_servers_together(url: str) -> None:
    def counted(server: Server) -> int:
        return server.quotas.crowds.of("10.0.0.7")

    async def work() -> None:
        async with side_by_side(url, 3, rates=Rates(sockets=3)) as (one, other, third):
            with ExitStack() as sockets:
                for server in (one, one, other):
                    assert sockets.enter_context(server.quotas.socket("10.0.0.7"))
                await until(lambda: [counted(s) for s in (one, other, third)] == [3, 3, 3])
                for server in (one, other, third):
                    with server.quotas.socket("10.0.0.7") as allowed:
                        assert not allowed
                    with server.quotas.socket("10.0.0.8") as allowed:
                        assert allowed
            await until(lambda: [counted(s) for s in (one, other, third)] == [0, 0, 0])
            with third.quotas.socket("10.0.0.7") as allowed:
                assert allowed

    run(work())


def test_a_seat_that_has_talked_at_one_server_must_wait_at_another(url: str) -> None:
    async def evening() -> None:
        async with side_by_side(url, 3) as servers:
            ann, _ = await at_one_table(servers[:2], "Ann", "Bob")
            again = Phone(servers[1])
            again.token = ann.token
            await again.attach(ann.view["table"])
            for phone in (ann, again, ann):
                assert (await phone.do("say", what="hello"))["type"] == "done"
            # Neither who has known the table all the while, nor who looks at it for the first time.
            for server in servers:
                phone = Phone(server)
                phone.token = ann.token
                await phone.attach(ann.view["table"])
                assert (await phone.do("say", what="thanks"))["code"] == "too-many-phrases"

    run(evening())


# Counts


def test_counts_of_several_servers_can_be_summed(url: str) -> None:
    def summed(servers: Sequence[Server], name: str) -> float:
        found = (s.rooms.metrics.registry.get_sample_value(f"sarja_{name}") for s in servers)
        return sum(value or 0.0 for value in found)

    async def evening() -> None:
        async with side_by_side(url, 3) as servers:
            ann, _, _ = await at_one_table(servers, "Ann", "Bob", "Cid")
            await at_one_table(servers[:1], "Dan", "Eve")
            again = Phone(servers[1])
            again.token = ann.token
            await again.attach(ann.view["table"])
            wanted = {"tables": 2, "seats": 5}
            await until(lambda: {name: summed(servers, name) for name in wanted} == wanted)
            assert summed(servers, "rooms") == 4
            ann.connection.leave_all()
            await asyncio.sleep(0.1)
            await until(lambda: {name: summed(servers, name) for name in wanted} == wanted)
            again.connection.leave_all()
            await until(lambda: summed(servers, "seats") == 4)
            assert summed(servers, "tables") == 2

    run(evening())


def is_placed(pupil: LessonPhone) -> bool:
    return bool(pupil.lesson["you"])


def test_a_class_comes_by_two_servers(url: str) -> None:
    async def lesson() -> None:
        async with side_by_side(url, pause=(1e6, 1e6)) as servers:
            teacher = LessonPhone(servers[0])
            await teacher.open_lesson(seats=2)
            pupils = [LessonPhone(servers[at % 2]) for at in range(6)]
            joining = [pupil.join(teacher.code, f"Pupil {at}") for at, pupil in enumerate(pupils)]
            told = await asyncio.gather(*joining)
            assert [one["type"] for one in told] == ["joined"] * 6
            await hearing(lambda: len(teacher.lesson["pupils"]) == 6, [teacher])
            assert len({pupil["name"] for pupil in teacher.lesson["pupils"]}) == 6
            for pupil in pupils:
                await pupil.attach_lesson()
                await hearing(partial(is_placed, pupil), [pupil])
                await pupil.sit_there()
            await hearing(lambda: all(p["here"] for p in teacher.lesson["pupils"]), [teacher])
            assert (await teacher.lead("start"))["type"] == "led"
            await hearing(lambda: all(p.view["stage"] == "playing" for p in pupils), pupils)
            assert (await teacher.lead("end"))["type"] == "led"
            await hearing(lambda: all(p.lesson["over"] for p in pupils), pupils)

    run(lesson())


def test_who_joins_while_a_server_gets_to_know_the_lesson_gets_a_seat_that_is_free(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lesson() -> None:
        async with side_by_side(url, pause=(1e6, 1e6)) as servers:
            teacher, first = LessonPhone(servers[0]), LessonPhone(servers[0])
            await teacher.open_lesson(seats=4)
            assert (await first.join(teacher.code, "Ann"))["type"] == "joined"
            others = [LessonPhone(servers[1]) for _ in range(2)]
            room = servers[1].rooms.room

            async def slowly(table: str) -> Room:
                await asyncio.sleep(0.2)
                return await room(table)

            monkeypatch.setattr(servers[1].rooms, "room", slowly)
            lessons = servers[1].lessons
            assert lessons is not None
            joining = [asyncio.ensure_future(others[0].join(teacher.code, "Bob"))]
            await until(lambda: teacher.code in lessons._open)
            joining.append(asyncio.ensure_future(others[1].join(teacher.code, "Cid")))
            assert [one["type"] for one in await asyncio.gather(*joining)] == ["joined"] * 2
            await hearing(lambda: len(teacher.lesson["pupils"]) == 3, [teacher])
            assert {pupil["table"] for pupil in teacher.lesson["pupils"]} == {1}

    run(lesson())


def test_what_the_host_closes_is_closed_at_every_server(url: str) -> None:
    async def evening() -> None:
        async with side_by_side(url) as servers:
            ann, bob = await at_one_table(servers, "Ann", "Bob")
            with opened(url) as database:
                close_table(database, ann.view["code"])
            for server, phone in zip(servers, (ann, bob), strict=True):
                await server.steward.look()
                assert [m["code"] for m in kinds(phone, "refused")] == ["table-closed"]

    run(evening())


def test_nothing_is_cleared_away_that_somebody_looks_at_at_another_server(url: str) -> None:
    async def evening() -> None:
        async with side_by_side(url) as (one, other):
            ann, _ = await at_one_table([one, one], "Ann", "Bob")
            await until(lambda: not one.neighbours._to_tell)  # type: ignore[union-attr]
            await other.steward.prune(30, time.time() + 31 * DAY)
            assert await other.store.count() == 1
            ann.connection.leave_all()

    run(evening())


def test_a_notice_with_an_earlier_number_that_comes_later_is_heeded(url: str) -> None:
    async def evening() -> None:
        async with side_by_side(url, 1) as (server,):
            ann, _ = await at_one_table([server, server], "Ann", "Bob")
            table = ann.view["table"]

            def number(connection: Any, at: int, what: str) -> None:
                connection.execute(
                    "INSERT INTO notices (id, kind, what, at) VALUES (?, 'closed', ?, 0)",
                    (at, what),
                )

            await server.steward._store.submit(lambda c: number(c, 50, "x"))  # type: ignore[union-attr]
            await server.steward.look()
            await server.steward._store.submit(lambda c: number(c, 49, table))  # type: ignore[union-attr]
            await server.steward.look()
            assert [m["code"] for m in kinds(ann, "refused")] == ["table-closed"]
            await server.steward.look()
            assert kinds(ann, "refused") == []

    run(evening())


def test_a_seat_that_is_used_at_one_server_is_known_to_the_peace_of_all(
    url: str, tmp_path: Path
) -> None:
    async def evening() -> None:
        async with side_by_side(url) as (one, other):
            ann, bob = await at_one_table([one, other], "Ann", "Bob")
            assert ann.token is not None and other.peace is not None
            seen = other.peace._seen
            await until(lambda: len(seen) >= 2)
            assert {at.address for at in seen.values()} == {ann.connection.address}
            assert bob.token is not None

    run(evening())


def test_what_is_posted_to_one_server_is_heard_by_the_stream_of_another(
    url: str, tmp_path: Path
) -> None:
    (tmp_path / URL).write_text(url)
    channel = fresh_channel()
    with (
        running(tmp_path, bus=RedisBus(REDIS, channel)) as one,
        running(tmp_path, bus=RedisBus(REDIS, channel)) as other,
    ):
        stream = Stream(one.port)
        assert stream.receive()["type"] == "welcome"
        stream._port = other.port
        settings = {"variant": "numbers-small", "seats": 2}
        opened = stream.say(type="open", settings=settings)
        assert opened["type"] == "opened"
        assert stream.sit(opened["table"])["type"] == "done"
        for body, told in (("no JSON", "message-not-json"), (b"\xff", "message-not-json")):
            assert stream.post(body) == 204
            while (answer := stream.receive())["type"] != "refused":
                pass
            assert answer["code"] == told
        stream.close()


def test_a_stream_that_no_server_has_is_unknown_at_all(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "ANSWER_SECONDS", 0.2)
    (tmp_path / URL).write_text(url)
    with running(tmp_path, bus=RedisBus(REDIS, fresh_channel())) as one:
        line = HTTPConnection("127.0.0.1", one.port, timeout=LIMIT)
        line.request("POST", "/stream/send", "{}", {"Authorization": "Bearer " + "x" * 30})
        assert json.loads(line.getresponse().read())["code"] == "stream-unknown"
        line.close()
