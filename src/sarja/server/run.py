"""Running the server in this process until somebody stops it."""

import asyncio
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn

from sarja.server.app import Server
from sarja.server.doors import SocketDoor, door, raise_file_limit
from sarja.server.errors import ServerError
from sarja.server.garbage import no_full_collections

MAX_FRAME: Final = 16384


def listen(host: str, port: int, send_buffer: int | None = None) -> socket.socket:
    """A socket on that address; port 0 takes a free one.

    Raises:
        ServerError: `port-taken`, `port-forbidden`.
    """
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if sys.platform == "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if send_buffer is not None:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        listener.bind((host, port))
        listener.listen(512)
    except OSError as error:
        listener.close()
        forbidden = isinstance(error, PermissionError)
        raise ServerError("port-forbidden" if forbidden else "port-taken", port=str(port)) from None
    listener.setblocking(False)
    return listener


def run(server: Server, listener: socket.socket, on_start: Callable[[], None]) -> None:
    """Serve on the socket until a signal comes; then tell the clients, and finish."""
    raise_file_limit()
    made = make_server(server, on_start)
    factory = made.config.get_loop_factory()
    with no_full_collections(), asyncio.Runner(loop_factory=factory) as runner:
        runner.run(made.serve(sockets=[listener]))


def make_server(server: Server, on_start: Callable[[], None]) -> uvicorn.Server:
    """The server as uvicorn runs it; `on_start` is called when it listens."""
    config = uvicorn.Config(
        server.app(),
        http=door(server.rates.connections, server.ask_seconds),
        ws=SocketDoor,
        ws_max_size=MAX_FRAME,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    return _Server(config, server, on_start)


class _Server(uvicorn.Server):
    """Says goodbye before it stops, and takes a signal for an order, not for a failure."""

    def __init__(
        self, config: uvicorn.Config, server: Server, on_start: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._sarja = server
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._sarja.say_bye()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        signals = [signal.SIGINT, signal.SIGTERM]
        if sys.platform == "win32":
            signals.append(signal.SIGBREAK)
        before = {number: signal.signal(number, self.handle_exit) for number in signals}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
