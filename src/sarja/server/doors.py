"""How connections come in: so many of an address, none that does not ask for anything."""

import asyncio
import contextlib
import sys
from collections import Counter
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if sys.platform != "win32":
    import resource

ASK_SECONDS: Final = 10.0
"""So long a connection may take to ask for something; one that is kept open, for the next thing."""
PROXIES: Final = ("127.0.0.1", "::1")
"""From here a proxy before this server speaks for everybody, so they are not counted."""
FILES: Final = 65_536
"""So many connections and files the server would like to have open at once."""


class SocketDoor(WebSocketsSansIOProtocol):
    """Lets the application cut off a client that has stopped reading; closing would wait for it."""

    async def run_asgi(self) -> None:
        """Serve the socket."""
        self.scope["state"]["abort"] = self.transport.abort
        await super().run_asgi()

    async def send(self, message: Any) -> None:
        """Send the message, and once the socket is open, forget how it was asked for."""
        await super().send(message)
        if self.handshake_complete and "request" in self.__dict__:
            # A tenth of what a socket that says nothing holds in memory.
            del self.request, self.response


class Door(H11Protocol):
    """A connection of HTTP until its end, or until it becomes a socket."""

    ask_seconds = ASK_SECONDS
    most: int
    """So many at a time of an address."""
    counted: Counter[str]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody comes in."""
        super().connection_made(transport)
        # For an answer that goes on to somebody who has stopped reading.
        self.app_state = {**self.app_state, "abort": transport.abort}
        self._from = self.client[0] if self.client else ""
        self._counted = True
        self.counted[self._from] += 1
        self._last: Any = None
        self._looking = self.loop.call_later(self.ask_seconds, self._look)
        if self._from not in PROXIES and self.counted[self._from] > self.most:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """It becomes a socket, which is counted by the application."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def _leave(self) -> None:
        self._looking.cancel()
        if self._counted:
            self._counted = False
            self.counted[self._from] -= 1
            if not self.counted[self._from]:
                del self.counted[self._from]

    def _look(self) -> None:
        """End it where nothing has been asked for since the last look."""
        cycle: Any = self.cycle
        if (cycle is None or cycle.response_complete) and cycle is self._last:
            self.transport.abort()
            return
        self._last = cycle
        self._looking = self.loop.call_later(self.ask_seconds, self._look)


def door(most: int, ask_seconds: float = ASK_SECONDS) -> type[Door]:
    """The protocol of a server that takes at most so many connections of an address."""
    made = {"most": most, "counted": Counter(), "ask_seconds": ask_seconds}
    return type("Door", (Door,), made)


def raise_file_limit() -> None:
    """Allow as many open files as the system lets us, where it counts them."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
