"""What a connection sends, and when: bounded, in order, whole where something was missed."""

import asyncio
import json
from pathlib import Path

import pytest

from sarja.server.app import Server
from sarja.server.connection import MAX_REPLIES, Connection
from sarja.server.quotas import Rates
from sarja.server.room import TAIL
from sarja.server.session import Session
from sarja.table.messages import Bye, Pong
from tests.server.phones import Data, Phone, play_out, run, seated, serving, until


class Line:
    """A connection to a client whose reading can be held up."""

    def __init__(self, server: Server | None = None, stall: float = 60.0) -> None:
        self.sent: list[Data] = []
        self.free = asyncio.Event()
        self.free.set()
        self.connection = Connection(self._send, "192.168.1.30", stall)
        if server is not None:
            self.session = Session(server.rooms, server.quotas, self.connection)

    async def _send(self, message: str) -> None:
        await self.free.wait()
        self.sent.append(json.loads(message))

    def kinds(self) -> list[str]:
        return [message["type"] for message in self.sent]


def test_answers_go_out_in_order_and_a_bye_is_the_last() -> None:
    async def work() -> None:
        line = Line()
        line.connection.reply(Pong())
        line.connection.say_bye(Bye("restarting", 2))
        line.connection.say_bye(Bye("too-slow", 1))
        await line.connection.write()
        assert line.sent == [{"type": "pong"}, {"type": "bye", "code": "restarting", "seconds": 2}]

    run(work())


def test_who_does_not_read_for_a_while_is_given_up() -> None:
    async def work() -> None:
        line = Line(stall=0.01)
        line.free.clear()
        line.connection.reply(Pong())
        with pytest.raises(TimeoutError):
            await line.connection.write()

    run(work())


def test_who_asks_on_without_reading_is_cut_off() -> None:
    async def work() -> None:
        line = Line()
        for _ in range(MAX_REPLIES * 3):
            line.connection.reply(Pong())
        await line.connection.write()
        assert line.kinds() == ["pong"] * MAX_REPLIES + ["bye"]
        assert line.sent[-1]["code"] == "too-slow"

    run(work())


def test_a_slow_reader_gets_fewer_and_larger_updates_and_delays_nobody(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            ann, bob = await seated(server, "Ann", "Bob")
            slow = Line(server)
            writing = asyncio.ensure_future(slow.connection.write())
            attach = {"type": "attach", "id": "a", "table": ann.view["table"]}
            await slow.session.hear(json.dumps(attach))
            await until(lambda: slow.kinds() == ["table"])
            slow.free.clear()
            for at in range(30):
                assert (await ann.do("rename", name=f"Ann {at}"))["type"] == "done"
            bob.listen()
            assert bob.view["version"] == ann.view["version"]
            slow.free.set()
            await until(lambda: slow.sent[-1].get("view", {}).get("version") == 33)
            assert slow.kinds() in (["table", "update"], ["table", "update", "update"])
            numbers = [e["number"] for m in slow.sent[1:] for e in m["events"]]
            assert numbers == list(range(4, 34))
            writing.cancel()

    run(evening())


def test_where_too_much_was_missed_the_whole_table_comes(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, rates=Rates(burst=1000, changes="1000/minute")) as server:
            ann, bob = await seated(server, "Ann", "Bob")
            for at in range(TAIL + 1):
                assert (await ann.do("rename", name=f"Ann {at}"))["type"] == "done"
            messages = bob.listen()
            assert [message["type"] for message in messages] == ["table"]
            assert messages[0]["id"] is None and messages[0]["events"] == []
            again = await bob.attach(have=3)
            assert again["events"] == []
            have = bob.view["version"] - 5
            missed = (await bob.attach(have=have))["events"]
            assert [event["number"] for event in missed] == list(range(have + 1, have + 6))

    run(evening())


def test_who_takes_a_seat_is_not_told_what_it_drew_before(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            (ann,) = await seated(server, "Ann")
            await ann.do("start")
            await play_out([ann])
            assert ann.game["hand"] and any(note[3] for note in ann.game["notes"])
            await ann.do("stand")
            bob = Phone(server)
            await bob.attach(ann.view["table"])
            await bob.sit("Bob", 1)
            assert bob.game["hand"] == []
            assert not any(note[3] for note in bob.game["notes"])
            assert (await bob.attach(have=2))["events"] == []

    run(evening())


def test_two_devices_of_one_seat_both_live(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            ann, _ = await seated(server, "Ann", "Bob")
            other = Phone(server)
            other.token = ann.token
            await other.attach(ann.view["table"])
            await ann.do("start")
            other.listen()
            assert other.game["hand"] == ann.game["hand"] != []
            assert other.view["seats"][0]["here"]

    run(evening())


def test_one_connection_follows_as_several_seats_and_leaves_each_alone(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            ann, bob = await seated(server, "Ann", "Bob")
            table = ann.view["table"]
            both = Phone(server)
            for phone in (ann, bob):
                await both.say(type="attach", table=table, token=phone.token)
            await ann.do("start")
            views = {m["view"]["you"]: m["view"] for m in both.listen() if m["type"] == "update"}
            assert set(views) == {1, 2}
            assert views[1]["game"]["hand"] != views[2]["game"]["hand"]
            await both.hear(json.dumps({"type": "detach", "table": table, "seat": 1}))
            await ann.do("rename", name="Zoe")
            assert [m["view"]["you"] for m in both.listen() if m["type"] == "update"] == [2]

    run(evening())


def test_who_attaches_again_does_not_seem_to_have_gone(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            ann, bob = await seated(server, "Ann", "Bob")
            await bob.attach()
            assert ann.listen() == []

    run(evening())


def test_presence_is_gone_with_the_last_device(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            ann, bob = await seated(server, "Ann", "Bob")
            bob.connection.leave_all()
            told = [m for m in ann.listen() if m["type"] == "presence"]
            assert told[-1]["here"] == [1]
            assert (await ann.attach(ann.view["table"]))["view"]["seats"][1]["here"] is False

    run(evening())
