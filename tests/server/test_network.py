"""The server over a real socket: whole games, and clients that behave badly."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from sarja.server.quotas import Rates
from tests.server.network import Player, Running, running, shake_hands
from tests.server.phones import LIMIT, Data


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("data")) as server:
        yield server


def receive(client: ClientConnection) -> Data:
    message: Data = json.loads(client.recv(LIMIT))
    return message


def closing_code(client: ClientConnection) -> int | None:
    """The code with which the server closes; what comes before is read."""
    try:
        while True:
            client.recv(LIMIT)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


@pytest.mark.parametrize("variant", ["classic", "numbers-small"])
def test_a_person_plays_bots_to_the_end(host: Running, variant: str) -> None:
    with Player(host.url) as ann:
        assert ann.welcome["type"] == "welcome"
        ann.open(variant=variant, seats=3)
        ann.sit("Ann")
        ann.do("start")
        ann.play_out()
        assert ann.view["game"]["outcome"] is not None


def test_an_answer_comes_before_the_update_with_what_it_made_happen(host: Running) -> None:
    with Player(host.url) as ann, Player(host.url) as bob:
        ann.open()
        for player, name in ((ann, "Ann"), (bob, "Bob")):
            player.table = ann.table
            player.attach()
            player.sit(name)
        for at in range(20):
            ann.do("rename", name=f"Ann {at}")
            version = ann.view["version"]
            action = {"do": "rename", "name": f"Zoe {at}"}
            done = ann.say(
                type="do", table=ann.table, version=version, token=ann.token, action=action
            )
            assert done["type"] == "done" and ann.view["version"] == version < done["version"]
            assert ann.receive()["view"]["version"] == done["version"]


def test_who_comes_back_gets_what_was_missed(host: Running) -> None:
    with Player(host.url) as ann, Player(host.url) as bob:
        ann.open()
        ann.sit("Ann")
        bob.table = ann.table
        bob.attach()
        bob.sit("Bob")
        have = bob.view["version"]
        bob.close()
        ann.do("start")
        with Player(host.url, bob.table, bob.token) as again:
            shown = again.attach(have)
            numbers = [event["number"] for event in shown["events"]]
            assert numbers == list(range(have + 1, shown["view"]["version"] + 1))
            assert again.view["game"]["hand"]
            whole = again.attach(None)
            assert whole["events"] == [] and whole["view"] == again.view


def test_presence_is_told_and_is_no_event(host: Running) -> None:
    with Player(host.url) as ann:
        ann.open()
        ann.sit("Ann")
        with Player(host.url) as bob:
            bob.table = ann.table
            bob.attach()
            bob.sit("Bob")
            version = bob.view["version"]
            assert wait_for_presence(ann) == [1, 2]
        assert wait_for_presence(ann) == [1]
        assert ann.view["version"] == version


def wait_for_presence(player: Player) -> list[int]:
    while (message := player.receive())["type"] != "presence":
        pass
    here: list[int] = message["here"]
    return here


# Clients that behave badly


def test_text_that_is_no_message_is_refused_and_at_last_closed(host: Running) -> None:
    with host.socket() as client:
        client.send("not json")
        assert receive(client) == {
            "type": "refused",
            "id": None,
            "code": "message-not-json",
            "params": {},
            "rule": None,
        }
        client.send('{"type":"fly","id":"x"}')
        assert receive(client)["code"] == "message-unknown"
        client.send('{"type":"attach","id":"x","table":7}')
        refused = receive(client)
        assert (refused["id"], refused["params"]) == ("x", {"place": "$.table"})
        with suppress(ConnectionClosed):
            for _ in range(20):
                client.send("[" * 5000)
        assert closing_code(client) == 1012


def test_a_ping_is_answered(host: Running) -> None:
    with host.socket() as client:
        client.send('{"type":"ping"}')
        assert receive(client) == {"type": "pong"}


def test_bytes_are_refused(host: Running) -> None:
    with host.socket() as client:
        client.send(b"\x00\x01")
        assert receive(client)["code"] == "message-not-text"


@pytest.mark.parametrize("size", [16_385, 16 << 20])
def test_a_frame_that_is_too_large_closes_the_socket(host: Running, size: int) -> None:
    with host.socket() as client:
        with suppress(ConnectionClosed):
            client.send("x" * size)
        assert closing_code(client) in (1009, None)
    test_a_ping_is_answered(host)


def test_text_that_is_not_utf8_closes_the_socket(host: Running) -> None:
    with host.socket() as client:
        client.send(b"\xff\xfe", text=True)
        assert closing_code(client) in (1007, None)
    test_a_ping_is_answered(host)


def test_a_page_of_another_origin_is_turned_away(host: Running) -> None:
    for origin in ("http://evil.example", "null", f"http://evil.example:{host.port}"):
        with pytest.raises(InvalidStatus) as caught, host.socket(origin=origin):
            pass
        assert caught.value.response.status_code == 403
    with host.socket(origin=f"http://127.0.0.1:{host.port}"):
        pass


def test_an_address_has_so_many_sockets(tmp_path: Path) -> None:
    with running(tmp_path, rates=Rates(sockets=2)) as host:
        with host.socket(), host.socket(), pytest.raises(InvalidStatus):
            connect(host.url, open_timeout=LIMIT)
        deadline = time.monotonic() + LIMIT
        while host.server.connections and time.monotonic() < deadline:
            time.sleep(0.01)
        with host.socket():
            pass


def test_who_stops_reading_is_cut_off_and_delays_nobody(tmp_path: Path) -> None:
    rates = Rates(messages=100_000, burst=100_000)
    with (
        running(tmp_path, send_buffer=4096, stall=0.5, rates=rates) as host,
        Player(host.url) as ann,
        socket.socket() as deaf,
    ):
        ann.open(seats=2)
        ann.sit("Ann")
        ann.do("start")
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", host.port))
        assert shake_hands(deaf, host.port)
        with suppress(ConnectionError):
            for _ in range(200):
                # Each answer is a whole table of some kilobytes, and none is read.
                deaf.sendall(text_frame({"type": "attach", "id": "a", "table": ann.table}))
                time.sleep(0.001)
        ann.play_out()
        assert ann.view["game"]["outcome"] is not None
        deadline = time.monotonic() + LIMIT
        while len(host.server.connections) > 1 and time.monotonic() < deadline:
            time.sleep(0.02)
        assert len(host.server.connections) == 1
        deaf.settimeout(LIMIT)
        with suppress(ConnectionError):
            while deaf.recv(65536):
                pass


def text_frame(message: Data) -> bytes:
    """The message in a frame, masked with zeros."""
    text = json.dumps(message).encode()
    assert len(text) < 126
    return bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text


# The end


def test_clients_are_told_when_the_server_stops_and_find_their_seats_again(tmp_path: Path) -> None:
    with running(tmp_path) as host:
        ann = Player(host.url)
        ann.open(seats=2)
        ann.sit("Ann")
        ann.do("start")
        host.uvicorn.should_exit = True
        message = ann.receive()
        while message["type"] != "bye":
            message = ann.receive()
        assert message == {"type": "bye", "code": "restarting", "seconds": 2}
        ann.close()
    with running(tmp_path) as host, Player(host.url, ann.table, ann.token) as again:
        assert again.attach()["view"]["you"] == 1
        again.play_out()
        assert again.view["game"]["outcome"] is not None
