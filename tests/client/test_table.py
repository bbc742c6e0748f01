"""A client and a connection that fails: what is sent again, and what is given up."""

import json
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from sarja.client import connection
from sarja.client import table as client_table
from sarja.client.address import Address
from sarja.client.connection import wait_after
from sarja.client.messages import ClockShown
from sarja.client.seats import KeptSeat, SeatBook
from sarja.client.table import (
    Answer,
    ClockNews,
    Connected,
    Disconnected,
    Ended,
    News,
    SeatGone,
    TableClient,
)
from sarja.client.transport import Lost
from tests.server.phones import Data

ADDRESS = Address("http://h", "VCCJQ")
WELCOME = {"type": "welcome", "protocol": 1, "server": "sarja", "url": ""}
SEATS = [{"seat": 1, "team": 1, "kind": "open"}, {"seat": 2, "team": 2, "kind": "open"}]


def view(version: int, you: int | None = None, **more: object) -> Data:
    return {
        **{"table": "T", "code": "VCCJQ", "version": version, "stage": "lobby", "teams": 2},
        **{"variant": "classic", "help": "spaces", "draw": "auto", "table_talk": "off"},
        **{"seats": SEATS, "host": None, "you": you, "something": "new", **more},
    }


def update(*numbers: int, you: int | None = None) -> Data:
    events = [{"number": number, "event": {"type": "Something"}} for number in numbers]
    return {"type": "update", "events": events, "view": view(numbers[-1], you)}


class FakeServer:
    """Connections whose other end is the test."""

    def __init__(self) -> None:
        self.sent: SimpleQueue[Data] = SimpleQueue()
        self._to_come: SimpleQueue[str | None] = SimpleQueue()
        self.refuses = False

    def open(self, address: Address) -> "FakeServer":
        if self.refuses:
            raise Lost
        return self

    def send(self, text: str) -> None:
        self.sent.put(json.loads(text))

    def receive(self, seconds: float) -> str | None:
        text = self._to_come.get(timeout=30)
        if text is None:
            raise Lost
        return text or None

    def close(self) -> None:
        pass

    def say(self, message: Data) -> None:
        self._to_come.put(json.dumps(message))

    def be_silent(self) -> None:
        self._to_come.put("")

    def cut(self) -> None:
        self._to_come.put(None)

    def heard(self, kind: str) -> Data:
        """The next message, which must be of that kind."""
        message = self.sent.get(timeout=30)
        assert message["type"] == kind, message
        return message


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> FakeServer:
    monkeypatch.setattr(connection, "FIRST_WAIT", 0.01)
    return FakeServer()


@pytest.fixture
def client(server: FakeServer) -> Any:
    client = TableClient(ADDRESS, open_=server.open)
    client.start()
    server.say(WELCOME)
    yield client
    server.cut()
    client.close()


def arrival(client: TableClient, kind: type[Any]) -> Any:
    found = client.inbox.get(timeout=30)
    assert isinstance(found, kind), found
    return found


def attached(server: FakeServer, client: TableClient, version: int = 3) -> None:
    attach = server.heard("attach")
    assert (attach["code"], "token" in attach, "have" in attach) == ("VCCJQ", False, False)
    server.say({"type": "table", "id": attach["id"], "events": [], "view": view(version)})
    arrival(client, Connected)
    assert arrival(client, News).view.version == version


def test_what_has_no_answer_is_sent_again_unchanged_and_the_gap_is_asked_for(
    server: FakeServer, client: TableClient
) -> None:
    attached(server, client)
    command = client.act({"do": "start"})
    first = server.heard("do")
    assert (first["id"], first["version"], len(first["id"])) == (command, 3, 32)
    server.cut()
    arrival(client, Disconnected)
    server.say(WELCOME)
    attach = server.heard("attach")
    assert (attach["table"], attach["have"]) == ("T", 3)
    assert server.heard("do") == first
    arrival(client, Connected)
    server.say({"type": "done", "id": command, "table": "T", "version": 4})
    assert arrival(client, Answer).id == command
    # Twice answered is once heard.
    server.say({"type": "done", "id": command, "table": "T", "version": 4})
    server.say(update(4))
    assert arrival(client, News).view.version == 4


def test_a_clock_comes_with_the_table_and_with_who_is_here(
    server: FakeServer, client: TableClient
) -> None:
    attached(server, client)
    clock = {"seat": 1, "seconds": 60, "left": 59_000, "runs": True}
    server.say({"type": "presence", "table": "another", "here": [], "clock": clock})
    server.say({"type": "presence", "table": "T", "here": [1], "away": [], "clock": clock})
    assert arrival(client, ClockNews).clock == ClockShown(1, 60, 59_000, True)
    server.say(update(4) | {"view": view(4, clock=clock | {"runs": False})})
    assert arrival(client, News).view.clock == ClockShown(1, 60, 59_000, False)


def test_a_gap_between_events_is_closed_by_attaching_again(
    server: FakeServer, client: TableClient
) -> None:
    attached(server, client)
    server.say(update(5))
    attach = server.heard("attach")
    assert attach["have"] == 3
    events = [{"number": 4}, {"number": 5, "event": {"type": "Something"}}]
    server.say({"type": "table", "id": attach["id"], "events": events, "view": view(5)})
    news = arrival(client, News)
    assert (news.view.version, len(news.events), news.whole) == (5, 2, False)


def test_a_seat_is_followed_as_soon_as_there_is_a_token(
    server: FakeServer, client: TableClient
) -> None:
    attached(server, client)
    command = client.act({"do": "sit", "name": "Ann"})
    assert "token" not in server.heard("do")
    server.say(
        {"type": "done", "id": command, "table": "T", "version": 4, "seat": 1, "token": "secret"}
    )
    assert server.heard("detach")["seat"] is None
    attach = server.heard("attach")
    assert (attach["token"], attach["have"]) == ("secret", 3)
    arrival(client, Answer)
    # What the spectator is still sent is passed over.
    server.say(update(4))
    server.say({"type": "table", "id": attach["id"], "events": [], "view": view(4, you=1)})
    assert arrival(client, News).view.you == 1
    client.act({"do": "start"})
    assert server.heard("do")["token"] == "secret"


def test_a_token_that_is_good_for_nothing_is_forgotten(tmp_path: Path, server: FakeServer) -> None:
    book = SeatBook(tmp_path / "seats.json")
    book.keep(KeptSeat("http://h", "T", "VCCJQ", "Ann", "old token"))
    client = TableClient(ADDRESS, book, open_=server.open)
    client.start()
    server.say(WELCOME)
    attach = server.heard("attach")
    assert attach["token"] == "old token"
    server.say({"type": "refused", "id": attach["id"], "code": "token-unknown", "params": {}})
    assert "token" not in server.heard("attach")
    arrival(client, Connected)
    arrival(client, SeatGone)
    assert book.find("http://h", "VCCJQ", None) is None
    server.cut()
    client.close()


def test_silence_is_asked_about_and_then_taken_for_the_end(
    server: FakeServer, client: TableClient
) -> None:
    attached(server, client)
    server.be_silent()
    server.heard("ping")
    server.say({"type": "pong"})
    server.be_silent()
    server.heard("ping")
    server.be_silent()
    arrival(client, Disconnected)


def test_a_goodbye_says_when_to_come_back(server: FakeServer, client: TableClient) -> None:
    attached(server, client)
    server.say({"type": "bye", "code": "restarting", "seconds": 7})
    down = arrival(client, Disconnected)
    assert 7 < down.seconds < 8 and down.restarting


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ({"type": "welcome", "protocol": 0}, "server-too-old"),
        ({"type": "welcome", "protocol": 2}, "server-too-new"),
        ({"type": "welcome"}, "server-not-sarja"),
        ({"type": "hello"}, "server-not-sarja"),
        ([], "server-not-sarja"),
        ({"type": "table", "view": 1}, "server-not-sarja"),
    ],
    ids=str,
)
def test_who_speaks_otherwise_is_told_by_a_code(server: FakeServer, first: Data, code: str) -> None:
    client = TableClient(ADDRESS, open_=server.open)
    client.start()
    server.say(first)
    assert arrival(client, Ended).error.code == code
    client.close()


def test_what_cannot_be_read_ends_it(server: FakeServer, client: TableClient) -> None:
    attached(server, client)
    server.say({"type": "update", "events": [], "view": {"table": 1}})
    assert arrival(client, Ended).error.code == "server-unreadable"


def test_messages_and_events_of_newer_servers_are_passed_over(
    server: FakeServer, client: TableClient
) -> None:
    attached(server, client)
    server.say({"type": "fireworks"})
    server.say(update(4))
    assert arrival(client, News).events[0].event == {"type": "Something"}


def test_a_server_that_is_not_there_is_told_at_once() -> None:
    server = FakeServer()
    server.refuses = True
    with pytest.raises(Lost):
        TableClient(ADDRESS, open_=server.open).start()


@pytest.mark.parametrize(
    ("attempts", "chance", "seconds"),
    [(0, 0, 0.25), (0, 1, 0.5), (3, 1, 4), (9, 1, 15), (99, 0, 7.5)],
)
def test_the_wait_grows_to_a_quarter_of_a_minute(
    attempts: int, chance: float, seconds: float
) -> None:
    assert wait_after(attempts, chance) == seconds


@pytest.mark.parametrize("code", ["storage-away", "too-busy", "internal"])
def test_a_table_that_cannot_be_shown_just_now_is_asked_for_again(
    server: FakeServer, client: TableClient, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    monkeypatch.setattr(client_table, "SOON", 0.01)
    attach = server.heard("attach")
    arrival(client, Connected)
    server.say({"type": "refused", "id": attach["id"], "code": code, "params": {}, "rule": None})
    again = server.heard("attach")
    server.say({"type": "table", "id": again["id"], "events": [], "view": view(3)})
    assert arrival(client, News).view.version == 3
