"""What servers on one database do together: limits, lessons, what the host asks for, streams."""

import asyncio
import json
import time
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from sarja.server import neighbours, streams
from sarja.server.app import Server
from sarja.server.errors import ServerError
from sarja.server.lessons_store import Lesson
from sarja.server.places import opened
from sarja.server.quotas import Rates
from sarja.server.redis_bus import RedisBus
from sarja.server.room import Room
from sarja.server.upkeep import DAY, close_table
from tests.server.neighbours import at_one_table, hearing, kinds, side_by_side
from tests.server.network import running
from tests.server.phones import LIMIT, Phone, run, until
from tests.server.redises import REDIS, fresh_channel
from tests.server.stores import URL
from tests.server.streams import Stream
from tests.server.test_lessons import LessonPhone

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


def test_who_joins_where_another_server_has_seated_others_gets_a_seat(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "SWEEP_SECONDS", 1000.0)

    async def lesson() -> None:
        async with side_by_side(url, bus=False, pause=(1e6, 1e6)) as servers:
            teacher = LessonPhone(servers[0])
            await teacher.open_lesson(seats=4)
            guest = LessonPhone(servers[1])
            guest.code = teacher.code
            assert (await LessonPhone(servers[0]).join(teacher.code, "Ann"))["type"] == "joined"
            await guest.attach_lesson()
            # Both servers know the table with Ann at it; only one of them seats Bob there.
            assert (await LessonPhone(servers[0]).join(teacher.code, "Bob"))["type"] == "joined"
            cid = LessonPhone(servers[1])
            assert (await cid.join(teacher.code, "Cid"))["type"] == "joined"
            assert cid.lesson["you"]["seat"] == 3

    run(lesson())


def test_what_happens_while_a_server_gets_to_know_a_lesson_is_not_missed(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lesson() -> None:
        async with side_by_side(url, bus=False, pause=(1e6, 1e6)) as servers:
            teacher, ann = LessonPhone(servers[0]), LessonPhone(servers[0])
            await teacher.open_lesson(seats=4)
            lessons = servers[1].lessons
            assert lessons is not None
            read = lessons._read

            async def slowly(column: str, value: str) -> Lesson | None:
                found = await read(column, value)
                if not ann.code:
                    assert (await ann.join(teacher.code, "Ann"))["type"] == "joined"
                return found

            monkeypatch.setattr(lessons, "_read", slowly)
            again = LessonPhone(servers[1])
            again.code, again.lesson_token = teacher.code, teacher.lesson_token
            await again.attach_lesson()
            assert [pupil["name"] for pupil in again.lesson["pupils"]] == ["Ann"]

    run(lesson())


def test_a_table_where_another_server_has_seated_everybody_already_can_be_played_at(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "SWEEP_SECONDS", 1000.0)

    async def lesson() -> None:
        async with side_by_side(url, bus=False, pause=(1e6, 1e6)) as servers:
            teacher = LessonPhone(servers[0])
            await teacher.open_lesson(seats=2)
            again = LessonPhone(servers[1])
            again.code, again.lesson_token = teacher.code, teacher.lesson_token
            assert (await LessonPhone(servers[0]).join(teacher.code, "Ann"))["type"] == "joined"
            # Of what happens at the second server the first one hears nothing.
            assert (await again.lead("start"))["type"] == "led"
            assert (await again.lead("regroup", how="shuffle"))["type"] == "led"
            for name, server in (("Bob", servers[1]), ("Cid", servers[0])):
                assert (await LessonPhone(server).join(teacher.code, name))["type"] == "joined"
            assert (await teacher.lead("start"))["type"] == "led"
            await teacher.attach_lesson()
            assert [table["stage"] for table in teacher.lesson["tables"]] == ["playing"] * 2

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
