"""Where no WebSocket comes through: a stream from the server, and a request for each message."""

import secrets
import socket
import threading
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from queue import Empty, SimpleQueue
from typing import Final
from urllib.parse import urlsplit

from sarja.client.address import Address
from sarja.client.errors import ClientError
from sarja.client.transport import OPENING, Lost

SILENCE: Final = 40.0
"""Seconds without even a comment after which the stream is lost."""
BUSY: Final = 429
WAIT: Final = 1.0
"""Seconds to wait where the server is busy."""


class Stream:
    """A connection by a stream; what comes is read in a thread."""

    def __init__(self, address: Address) -> None:
        """Open it.

        Raises:
            Lost: there is none to be had now.
            ClientError: `server-not-sarja`.
        """
        self._site = address.site
        self._headers = {"Authorization": f"Bearer {secrets.token_hex(20)}"}
        self._come: SimpleQueue[str | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._sender: HTTPConnection | None = None
        self._closed = threading.Event()
        self._opened = self._connect(SILENCE)
        self._socket: socket.socket | None = None
        try:
            self._opened.connect()
            # Of an answer that ends with its connection the library keeps no socket.
            self._socket = self._opened.sock
            self._opened.request("POST", "/stream", headers=self._headers)
            answer = self._opened.getresponse()
        except (OSError, HTTPException):
            self._opened.close()
            raise Lost from None
        if not (answer.getheader("content-type") or "").startswith("text/event-stream"):
            self._opened.close()
            if answer.status in (403, 429, 502, 503, 504):
                raise Lost
            raise ClientError("server-not-sarja", site=address.site)
        threading.Thread(
            target=self._read, args=(answer,), name="sarja-stream", daemon=True
        ).start()

    def send(self, text: str) -> None:
        """Send a message.

        Raises:
            Lost: the connection is.
        """
        with self._lock:
            while (status := self._post(text)) == BUSY:
                # Whoever lets go of it waits for no server.
                self._closed.wait(WAIT)
        if status >= 300:
            raise Lost

    def receive(self, seconds: float) -> str | None:
        """The next message; None if none comes within so many seconds.

        Raises:
            Lost: the connection is.
        """
        try:
            text = self._come.get(timeout=seconds)
        except Empty:
            return None
        if text is None:
            self._come.put(None)
            raise Lost
        return text

    def close(self) -> None:
        """Let go of it; what is being sent is given up."""
        self._closed.set()
        sender = self._sender
        for line in (self._socket, None if sender is None else sender.sock):
            if line is not None:
                with suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)
        if sender is not None:
            sender.close()

    def _connect(self, seconds: float = OPENING) -> HTTPConnection:
        parts = urlsplit(self._site)
        made = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        return made(parts.hostname or "", parts.port, timeout=seconds)

    def _post(self, text: str) -> int:
        """The status of the answer.

        Raises:
            Lost: the connection is, or it has been closed.
        """
        for fresh in (False, True):
            if self._closed.is_set():
                raise Lost
            if self._sender is None or fresh:
                self._sender = self._connect()
            try:
                self._sender.request("POST", "/stream/send", text.encode(), self._headers)
                answer = self._sender.getresponse()
                answer.read()
            except (OSError, HTTPException):
                # One that was kept open may have been closed meanwhile; twice heard happens once.
                self._sender.close()
                self._sender = None
                continue
            return answer.status
        raise Lost

    def _read(self, answer: HTTPResponse) -> None:
        with suppress(OSError, HTTPException, ValueError, AttributeError):
            while line := answer.readline():
                if line.startswith(b"data: "):
                    self._come.put(line[6:].decode().rstrip("\n"))
        self._come.put(None)
        answer.close()
        self._opened.close()
