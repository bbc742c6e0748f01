"""Networks that let no WebSocket through, and a server that lets nobody through."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from sarja.client import stream, ways
from sarja.client.address import Address
from sarja.client.errors import ClientError
from sarja.client.stream import Stream
from sarja.client.table import Connected, Disconnected, News, TableClient
from sarja.client.transport import Lost
from sarja.client.ways import Ways
from sarja.table.messages import Bye
from tests.server.network import Player, running


@contextmanager
def filtered(port: int) -> Iterator[int]:
    """The port of a proxy that passes everything on but WebSockets, which it cuts."""
    listener = socket.create_server(("127.0.0.1", 0))

    def pipe(near: socket.socket, far: socket.socket, first: bytes = b"") -> None:
        data = first
        try:
            while data or (data := near.recv(65536)):
                far.sendall(data)
                data = b""
        except OSError:
            pass
        finally:
            for end in (near, far):
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue

    def serve(near: socket.socket) -> None:
        head = near.recv(65536)
        if b"upgrade: websocket" in head.lower():
            near.close()
            return
        far = socket.create_connection(("127.0.0.1", port))
        back = threading.Thread(target=pipe, args=(far, near), daemon=True)
        back.start()
        pipe(near, far, head)
        back.join()
        near.close()
        far.close()

    def accept() -> None:
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=serve, args=(near,), daemon=True).start()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    yield listener.getsockname()[1]
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join(10)


def test_where_no_websocket_comes_through_the_client_takes_a_stream(tmp_path: Path) -> None:
    with running(tmp_path) as host, Player(host.url) as ann, filtered(host.port) as port:
        ann.open()
        client = TableClient(Address(f"http://127.0.0.1:{port}", ann.view["code"]))
        client.start()
        assert isinstance(client.inbox.get(timeout=30), Connected)
        assert client.inbox.get(timeout=30).view.stage == "lobby"
        client.act({"do": "sit", "name": "Bob"})
        while not isinstance(news := client.inbox.get(timeout=30), News) or news.view.you is None:
            pass
        for connection in list(host.server.connections):
            connection.say_bye(Bye("restarting", 0))
        while not isinstance(client.inbox.get(timeout=30), Disconnected):
            pass
        assert isinstance(client.inbox.get(timeout=30), Connected)
        assert client.inbox.get(timeout=30).view.you == 1
        client.close()


def test_where_one_has_worked_it_takes_three_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    fails = False

    def open_socket(address: Address) -> str:
        tried.append("socket")
        if fails:
            raise Lost
        return "a socket"

    def open_stream(address: Address) -> str:
        tried.append("stream")
        return "a stream"

    monkeypatch.setattr(ways, "open_socket", open_socket)
    monkeypatch.setattr(ways, "Stream", open_stream)
    monkeypatch.setattr(ways, "BRIEF", 0.0)
    found, address = Ways(), Address("http://h")
    found.open(address)
    fails = True
    for _ in range(2):
        with pytest.raises(Lost):
            found.open(address)
    found.open(address)
    assert tried == ["socket"] * 4 + ["stream"]
    fails = False
    found.open(address)
    assert tried[-1] == "socket"


def test_what_is_no_server_of_ours_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            near, _ = listener.accept()
            near.recv(65536)
            near.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
            near.close()

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(ClientError, match="server-not-sarja"):
            Stream(Address(f"http://127.0.0.1:{listener.getsockname()[1]}"))
        thread.join(10)


class Busy(BaseHTTPRequestHandler):
    """Opens streams, and takes no message."""

    timeout = 30

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"] or 0))
        if self.path == "/stream":
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            self.wfile.flush()
            self.connection.recv(1)
            return
        self.send_response(429)
        self.end_headers()
        self.server.refused.set()  # type: ignore[attr-defined]

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


def test_who_closes_a_stream_waits_for_no_server_that_is_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stream, "WAIT", 1000.0)
    came: list[str] = []

    def send(text: str) -> None:
        try:
            opened.send(text)
        except Lost:
            came.append(text)

    with ThreadingHTTPServer(("127.0.0.1", 0), Busy) as server:
        server.refused = threading.Event()  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        opened = Stream(Address(f"http://127.0.0.1:{server.server_address[1]}"))
        try:
            sending = threading.Thread(target=send, args=("hello",), daemon=True)
            sending.start()
            assert server.refused.wait(30)  # type: ignore[attr-defined]
            opened.close()
            sending.join(30)
            assert came == ["hello"]
            send("anybody?")
            assert came == ["hello", "anybody?"]
        finally:
            server.shutdown()
