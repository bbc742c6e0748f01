"""The connection to a server, which is opened again whenever it is lost."""

import json
import threading
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, Final, Protocol

from sarja.client.errors import ClientError
from sarja.client.transport import Lost, Transport

PROTOCOL: Final = 1
"""The number of the protocol that is spoken here."""
QUIET: Final = 15.0
"""Seconds of silence after which the server is asked whether it is still there."""
PATIENCE: Final = 4.0
"""Seconds that it may take to answer that."""
FIRST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 15.0

Data = dict[str, Any]


class Hearer(Protocol):
    """Who hears what comes; all of it is called in the thread of the connection."""

    def up(self, welcome: Data) -> None:
        """The server has said welcome: follow and ask again."""

    def hear(self, message: Data) -> None:
        """A message has come."""

    def down(self, seconds: float, *, restarting: bool) -> None:
        """The connection is lost; the next attempt is in so many seconds.

        `restarting` says that the server has told so, and comes back.
        """

    def end(self, error: ClientError) -> None:
        """The server is none with which one could speak; nothing more comes."""


class Connection:
    """Keeps one open, in a thread of its own, until it is closed."""

    def __init__(self, open_: Callable[[], Transport], hearer: Hearer, random: Random) -> None:
        self._open = open_
        self._hearer = hearer
        self._random = random
        self._transport: Transport | None = None
        self._is_up = False
        self._attempts = 0
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Open the first connection, and have others opened when it is lost.

        Raises:
            Lost: there is none to be had.
            ClientError: the server is not one to speak with.
        """
        first = self._open()
        self._thread = threading.Thread(
            target=self._run, args=(first,), name="sarja-connection", daemon=True
        )
        self._thread.start()

    def send(self, message: Data) -> None:
        """Send now, or not at all: what must arrive is sent again when it is there again."""
        transport = self._transport
        if transport is not None and self._is_up:
            # If it is lost, the thread notices that, too.
            with suppress(Lost):
                transport.send(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    def close(self) -> None:
        """Let go of the connection, and open no other."""
        self._closed.set()
        if self._transport is not None:
            self._transport.close()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(PATIENCE)

    def _run(self, transport: Transport | None) -> None:
        while not self._closed.is_set():
            at_least, restarting = 0.0, False
            try:
                self._transport = self._open() if transport is None else transport
                transport = None
                bye = self._serve(self._transport)
                at_least = float(bye.get("seconds") or 0)
                restarting = bye.get("code") == "restarting"
            except Lost:
                pass
            except ClientError as error:
                self._hearer.end(error)
                return
            finally:
                self._is_up = False
                if self._transport is not None:
                    self._transport.close()
                self._transport = None
            if not self._closed.is_set():
                wait = wait_after(self._attempts, self._random.random(), at_least)
                self._attempts += 1
                self._hearer.down(wait, restarting=restarting)
                self._closed.wait(wait)

    def _serve(self, transport: Transport) -> Data:
        """Hear what comes until a goodbye, which is returned.

        Raises:
            Lost: the connection is.
            ClientError: `server-not-sarja`, `server-other-protocol`.
        """
        probing = False
        while True:
            text = transport.receive(PATIENCE if probing else QUIET)
            if text is None:
                if probing or not self._is_up:
                    raise Lost
                probing = True
                self.send({"type": "ping"})
                continue
            probing = False
            message = _read(text)
            match message.get("type"):
                case "welcome":
                    _check_protocol(message)
                    self._attempts, self._is_up = 0, True
                    self._hearer.up(message)
                case "bye":
                    return message
                case "pong":
                    pass
                case _ if not self._is_up:
                    raise ClientError("server-not-sarja")
                case _:
                    self._hearer.hear(message)


def wait_after(attempts: int, chance: float, at_least: float = 0.0) -> float:
    """Seconds to wait after so many failed attempts; `chance`, from 0 to 1, spreads clients."""
    full = min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(attempts, 10))
    return at_least + full * (0.5 + chance / 2)


def _read(text: str) -> Data:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise ClientError("server-not-sarja")
    return message


def _check_protocol(welcome: Data) -> None:
    spoken = welcome.get("protocol")
    if not isinstance(spoken, int):
        raise ClientError("server-not-sarja")
    if spoken != PROTOCOL:
        code = "server-too-old" if spoken < PROTOCOL else "server-too-new"
        raise ClientError(code, theirs=spoken, ours=PROTOCOL)
