"""A client without a WebSocket: it reads a stream in a thread, and says things by POST."""

import json
import socket
import threading
from contextlib import suppress
from http.client import HTTPConnection, IncompleteRead
from queue import SimpleQueue
from typing import Any

from tests.server.phones import LIMIT, Data

SECRET = "a secret of this client"


class Stream:
    """A client that reads the stream in a thread, and says things by POST."""

    def __init__(self, port: int, secret: str = SECRET, **headers: str) -> None:
        self._port = port
        self.headers = {"Authorization": f"Bearer {secret}"} | headers
        self._opened = HTTPConnection("127.0.0.1", port, timeout=LIMIT)
        self._opened.connect()
        self._socket = self._opened.sock
        self._opened.request("POST", "/stream", headers=self.headers)
        self.answer = self._opened.getresponse()
        self._heard: SimpleQueue[Data] = SimpleQueue()
        self.view: Data = {}
        self._ids = iter(range(10**6))
        if self.answer.status == 200:
            threading.Thread(target=self._read, daemon=True).start()
        else:
            self.answer.close()
            self._opened.close()

    def _read(self) -> None:
        with suppress(IncompleteRead, OSError):
            while line := self.answer.readline():
                if line.startswith(b"data: "):
                    self._heard.put(json.loads(line[6:]))
        self.answer.close()
        self._opened.close()
        self._heard.put({"type": "the end"})

    def receive(self) -> Data:
        message = self._heard.get(timeout=LIMIT)
        self.view = message.get("view", self.view)
        return message

    def post(self, body: bytes | str, **headers: str) -> int:
        """The status of what was sent."""
        line = HTTPConnection("127.0.0.1", self._port, timeout=LIMIT)
        line.request("POST", "/stream/send", body, self.headers | headers)
        status = line.getresponse().status
        line.close()
        return status

    def say(self, **message: Any) -> Data:
        """The answer to the message; what comes before it is taken note of."""
        message.setdefault("id", f"an id of this client {next(self._ids)}")
        assert self.post(json.dumps(message)) == 204
        while (answer := self.receive()).get("id") != message["id"]:
            pass
        return answer

    def sit(self, table: str | None) -> Data:
        """Sit down at the table: the answer, with the token."""
        self.say(type="attach", table=table)
        action = {"do": "sit", "name": "Bob"}
        return self.say(type="do", table=table, version=self.view["version"], action=action)

    def close(self) -> None:
        """Go, without a word."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        while self.receive()["type"] != "the end":
            pass
