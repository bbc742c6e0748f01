"""A server on a free port of this machine, and clients that come over the network."""

import asyncio
import itertools
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import uvicorn
from websockets.sync.client import ClientConnection, connect

from sarja.server.app import Server
from sarja.server.run import listen, make_server
from tests.server.phones import LIMIT, Data
from tests.server.stores import store_on


class Running:
    """A server that runs in a thread of this process."""

    def __init__(self, server: Server, port: int, uvicorn_server: uvicorn.Server) -> None:
        self.server = server
        self.port = port
        self.uvicorn = uvicorn_server

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    @contextmanager
    def socket(self, **options: Any) -> Iterator[ClientConnection]:
        """An open socket, after the welcome."""
        options = {"open_timeout": LIMIT, "compression": None} | options
        opening: Any = connect(self.url, **options)
        with opening as client:
            client.recv(LIMIT)
            yield client


@contextmanager
def running(folder: Path, send_buffer: int | None = None, **options: Any) -> Iterator[Running]:
    """A server on the folder and a free port, for as long as the block."""
    options.setdefault("pause", (0.0, 0.0))
    options.setdefault("draw_time", 0.0)
    listener = listen("127.0.0.1", 0, send_buffer)
    server = Server(store_on(folder), **options)
    started = threading.Event()
    uvicorn_server = make_server(server, started.set)
    thread = threading.Thread(
        target=lambda: asyncio.run(uvicorn_server.serve(sockets=[listener])), daemon=True
    )
    thread.start()
    assert started.wait(LIMIT)
    try:
        yield Running(server, listener.getsockname()[1], uvicorn_server)
    finally:
        uvicorn_server.should_exit = True
        thread.join(LIMIT)
        assert not thread.is_alive()


def shake_hands(client: socket.socket, port: int) -> bool:
    """Open a socket by hand, for a library would read what comes; whether it is let in."""
    client.sendall(
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    return client.recv(12) == b"HTTP/1.1 101"


class Player:
    """A person at a table, over a socket."""

    def __init__(self, url: str, table: str | None = None, token: str | None = None) -> None:
        self._open = ExitStack()
        made: Any = connect(url, compression=None, open_timeout=LIMIT)
        self.socket: ClientConnection = self._open.enter_context(made)
        self.welcome = self.receive()
        self.view: Data = {}
        self.table = table
        self.token = token
        self._ids = (f"{id(self):x}-{number:012}" for number in itertools.count())

    def __enter__(self) -> "Player":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._open.close()

    def receive(self) -> Data:
        """The next message; what it shows of the table is kept."""
        message: Data = json.loads(self.socket.recv(LIMIT))
        self.view = message.get("view", getattr(self, "view", {}))
        return message

    def say(self, **message: Any) -> Data:
        """The answer to the message; what comes before it is taken note of."""
        message.setdefault("id", next(self._ids))
        self.socket.send(json.dumps(message))
        while (answer := self.receive()).get("id") != message["id"]:
            pass
        return answer

    def open(self, **settings: Any) -> None:
        """Open a table, and follow it."""
        settings = {"variant": "numbers-small", "seats": 2, "help": "spaces"} | settings
        self.table = self.say(type="open", settings=settings)["table"]
        self.attach()

    def attach(self, have: int | None = None) -> Data:
        return self.say(type="attach", table=self.table, token=self.token, have=have)

    def do(self, do: str, **at: Any) -> Data:
        """Ask for something; when it is done, its update has come too."""
        answer = self.say(
            type="do",
            table=self.table,
            version=self.view["version"],
            token=self.token,
            action={"do": do, **at},
        )
        while self.view["version"] < answer.get("version", 0):
            self.receive()
        return answer

    def sit(self, name: str) -> None:
        self.token = self.do("sit", name=name)["token"]
        self.socket.send(json.dumps({"type": "detach", "table": self.table}))
        self.attach()

    def a_move(self) -> str | None:
        """A move that may be made now, draws by hand first; None when others must move."""
        may = [move for move in self.view["game"]["may"] if not move.startswith("!")]
        drawing = [move for move in may if move.endswith(":+")]
        return Random(self.view["version"]).choice(drawing or may) if may else None

    def play_out(self) -> None:
        """Play until the game is over."""
        while self.view["stage"] == "playing":
            move = self.a_move()
            if move is None:
                self.receive()
            else:
                self.do("play", move=move)
