"""Where no WebSocket comes through: a stream and POST, with the same sessions and limits."""

import json
import socket
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from sarja.server.quotas import Rates
from sarja.server.streams import MAX_WAITING
from tests.server.network import Player, Running, running
from tests.server.phones import LIMIT
from tests.server.streams import SECRET, Stream


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("data")) as server:
        yield server


def test_a_game_is_played_by_stream_and_socket_together(host: Running) -> None:
    with Player(host.url) as ann:
        ann.open()
        ann.sit("Ann")
        bob = Stream(host.port)
        assert bob.answer.getheader("content-type") == "text/event-stream; charset=utf-8"
        welcome = bob.receive()
        assert {**welcome, "id": 1} == {**ann.welcome, "id": 1}
        done = bob.sit(ann.table)
        bob.say(type="attach", table=ann.table, token=done["token"], have=done["version"])
        ann.do("start")
        while ann.view["stage"] == "playing":
            if (move := ann.a_move()) is not None:
                ann.do("play", move=move)
                continue
            while bob.view["version"] < ann.view["version"] or bob.view["you"] is None:
                bob.receive()
            move = bob.view["game"]["may"][0]
            action = {"do": "play", "move": move}
            version = bob.view["version"]
            answer = bob.say(
                type="do", table=ann.table, version=version, action=action, token=done["token"]
            )
            assert answer["type"] == "done", answer
            while ann.view["version"] < answer["version"]:
                ann.receive()
        while bob.view["stage"] == "playing":
            bob.receive()
        # Ann's hand was never among what Bob got, but now it is.
        assert bob.view["game"]["hands"] == ann.view["game"]["hands"]
        bob.close()


def test_without_a_stream_nothing_can_be_said(host: Running) -> None:
    stream = Stream(host.port, "a secret of somebody else")
    stream.receive()
    for wrong in ("Bearer a secret that nobody has", "Bearer short", "Basic x", ""):
        assert stream.post("{}", Authorization=wrong) == 404
    stream.close()
    assert Stream(host.port, "short").answer.status == 404


@pytest.mark.parametrize("path", ["/stream", "/stream/send"])
def test_a_stream_is_opened_and_used_by_post_alone(host: Running, path: str) -> None:
    for method in ("GET", "HEAD", "PUT", "DELETE", "OPTIONS"):
        line = HTTPConnection("127.0.0.1", host.port, timeout=LIMIT)
        line.request(method, path, headers={"Accept": "text/event-stream"})
        answer = line.getresponse()
        assert (answer.status, answer.getheader("Allow")) == (405, "POST"), method
        line.close()


@pytest.mark.parametrize("origin", ["http://evil.example", "null"])
def test_pages_of_others_get_no_stream(host: Running, origin: str) -> None:
    assert Stream(host.port, Origin=origin).answer.status == 403
    stream = Stream(host.port)
    stream.receive()
    assert stream.post('{"type": "ping"}', Origin=origin) == 403
    own = f"http://127.0.0.1:{host.port}"
    assert stream.post('{"type": "ping"}', Origin=own) == 204
    assert stream.receive()["type"] == "pong"
    stream.close()


def test_what_makes_no_sense_is_refused_and_then_ends_it(host: Running) -> None:
    stream = Stream(host.port)
    stream.receive()
    assert stream.post(b"\xff") == 204
    assert stream.receive()["code"] == "message-not-text"
    assert stream.post("x" * 20_000) == 400
    for _ in range(9):
        assert stream.post("nonsense") == 204
    codes = [stream.receive().get("code") for _ in range(10)]
    assert codes == ["message-not-json"] * 9 + ["too-many"]
    assert stream.receive()["type"] == "the end"
    assert stream.post('{"type": "ping"}') == 404


def test_a_stream_with_the_same_secret_takes_the_place_of_the_earlier_one(host: Running) -> None:
    first = Stream(host.port, "a secret that comes again")
    first.receive()
    second = Stream(host.port, "a secret that comes again")
    second.receive()
    assert first.receive()["type"] == "bye"
    assert first.receive()["type"] == "the end"
    assert second.post('{"type": "ping"}') == 204
    assert second.receive()["type"] == "pong"
    second.close()


def test_who_goes_is_not_here_any_more(host: Running) -> None:
    with Player(host.url) as ann:
        ann.open()
        ann.sit("Ann")
        bob = Stream(host.port)
        bob.receive()
        done = bob.sit(ann.table)
        bob.say(type="attach", table=ann.table, token=done["token"])
        while not ann.view["seats"][1]["here"]:
            message = ann.receive()
            if message["type"] == "presence" and 2 in message["here"]:
                break
        bob.close()
        while ann.receive().get("here") != [1]:
            pass


def test_streams_count_as_sockets_of_an_address(tmp_path: Path) -> None:
    with running(tmp_path, rates=Rates(sockets=2)) as server:
        streams = [Stream(server.port, f"a secret of client {number}") for number in range(3)]
        assert [stream.answer.status for stream in streams] == [200, 200, 429]
        for stream in streams[:2]:
            stream.close()


def test_who_stops_reading_a_stream_is_cut_off_and_delays_nobody(tmp_path: Path) -> None:
    with running(tmp_path, send_buffer=4096, stall=0.3) as server, Player(server.url) as ann:
        ann.open(seats=2)
        with socket.create_connection(("127.0.0.1", server.port)) as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            lines = ("POST /stream HTTP/1.1", "Host: localhost", "Content-Length: 0")
            deaf.sendall("\r\n".join((*lines, f"Authorization: Bearer {SECRET}", "", "")).encode())
            assert deaf.recv(100).startswith(b"HTTP/1.1 200")
            message = json.dumps({"type": "attach", "id": "a", "table": ann.table})
            while len(server.server.connections) > 1:
                line = HTTPConnection("127.0.0.1", server.port, timeout=LIMIT)
                line.request("POST", "/stream/send", message, {"Authorization": f"Bearer {SECRET}"})
                status = line.getresponse().status
                line.close()
                assert status in (204, 404, 429)
        ann.sit("Ann")


def test_so_many_messages_may_wait(host: Running) -> None:
    assert Rates().burst > MAX_WAITING


def test_a_server_that_stops_says_goodbye_over_streams(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        stream = Stream(server.port)
        stream.receive()
        server.uvicorn.should_exit = True
        assert stream.receive() == {"type": "bye", "code": "restarting", "seconds": 2}
        assert stream.receive()["type"] == "the end"
