"""The server as an ASGI application: routes, the socket, and what lives as long as it does."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom
from secrets import token_hex
from typing import Any, Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from sarja import __version__
from sarja.server import openapi
from sarja.server.accounts import Accounts
from sarja.server.analyst import Analyst, Depth
from sarja.server.attendance import AWAY_SECONDS
from sarja.server.bots import DRAW_SECONDS, BotDriver
from sarja.server.bus import Bus, MemoryBus
from sarja.server.connection import STALL_SECONDS, Connection
from sarja.server.doors import ASK_SECONDS
from sarja.server.errors import describe
from sarja.server.garbage import GarbageDay
from sarja.server.headers import SecurityHeaders
from sarja.server.lessons import Lessons
from sarja.server.neighbours import Neighbours
from sarja.server.origins import Origins
from sarja.server.pace import Pace
from sarja.server.pages import STATIC, routes
from sarja.server.passwords import Passwords
from sarja.server.peace import Peace
from sarja.server.quotas import Quotas, Rates
from sarja.server.reviews import Reviews
from sarja.server.rooms import Rooms
from sarja.server.session import Session
from sarja.server.shared_store import SharedStore
from sarja.server.sql_store import SqlStore
from sarja.server.steward import Steward
from sarja.server.store import Store
from sarja.server.streams import Streams
from sarja.server.thinking import Thinker
from sarja.server.timekeeper import Timekeeper
from sarja.server.tokens import Source, SystemSource
from sarja.table.chance import GeneratorChance, TableChance
from sarja.table.messages import PROTOCOL, Bye, Welcome

# What sending to, or hearing from, a client that has gone comes to.
_GONE: Final = (WebSocketDisconnect, RuntimeError, TimeoutError)
_LOG: Final = logging.getLogger(__name__)


WARM_AFTER: Final = 10.0
"""Seconds after the start, when nobody waits for anything, the stronger bots are compiled."""


@dataclass
class Server:
    """Everything that a running server holds, put together."""

    store: Store
    bus: Bus = field(default_factory=MemoryBus)
    """By which the processes of the server hear from one another."""
    name: str = field(default_factory=lambda: token_hex(8))
    """Among the processes of one site."""
    url: str = ""
    """Where others find it: for links and QR codes."""
    public_url: str | None = None
    chance: TableChance = field(default_factory=lambda: GeneratorChance(SystemRandom()))
    source: Source = field(default_factory=SystemSource)
    rates: Rates = field(default_factory=Rates)
    pause: tuple[float, float] = (0.7, 1.3)
    draw_time: float = DRAW_SECONDS
    away_after: float = AWAY_SECONDS
    """Seconds after which who is not there is away."""
    stall: float = STALL_SECONDS
    ask_seconds: float = ASK_SECONDS
    """So long a connection may ask for nothing."""
    static: Path = STATIC
    thinker: Thinker = field(default_factory=Thinker)
    analysis: Depth = "full"
    passwords: Passwords = field(default_factory=Passwords)
    metrics_token: str | None = None
    """With it the metrics are told anybody; without one only this machine."""
    keep_days: int | None = None
    """Finished games and tables at rest are cleared away after so many days."""

    def __post_init__(self) -> None:
        self.rooms = Rooms(
            self.store, self.bus, self.chance, self.source, away_after=self.away_after
        )
        self.neighbours = (
            Neighbours(self.store, self.rooms, self.bus, self.name)
            if isinstance(self.store, SharedStore)
            else None
        )
        self.timekeeper = Timekeeper(self.rooms, self.name)
        self.bots = BotDriver(self.rooms, self.thinker, self.pause, self.draw_time, self.name)
        self.quotas = Quotas(self.rates, self.bus)
        self.analyst = Analyst(self.store, self.analysis, self.bus)
        self.reviews = Reviews(self.store, self.quotas, self.analyst)
        self.lessons = (
            Lessons(self.store, self.rooms, self.source)
            if isinstance(self.store, SqlStore)
            else None
        )
        self.origins = Origins(self.public_url)
        self.connections: set[Connection] = set()
        self.garbage = GarbageDay()
        self.streams = Streams(self.origins, self._enter, self._greet, self.stall, self.bus)
        self.accounts: Accounts | None = None
        self.peace: Peace | None = None
        if isinstance(self.store, SqlStore):
            self.accounts = Accounts(self.store, self.source, self.quotas, self.passwords)
            self.peace = Peace(self.store, self.rooms, self.accounts, self.connections)
        self.steward = Steward(
            self.store, self.rooms, self.connections, self.keep_days, self.peace, self.name
        )
        self.steward.on_change = self.reviews.forget
        self._watch()

    def _watch(self) -> None:
        metrics, rooms, name = self.rooms.metrics, self.rooms.rooms, self.name
        metrics.watch("rooms", lambda: len(rooms()))
        metrics.watch("sockets", lambda: len(self.connections))
        # What several servers share one of them counts, so that their counts can be summed.
        metrics.watch("tables", lambda: sum(room.is_counted_at(name) for room in rooms()))
        metrics.watch("seats", lambda: sum(len(room.seats_counted_at(name)) for room in rooms()))

    def app(self) -> Starlette:
        """The application."""
        return _Application(
            self.socket,
            routes=[
                *self.streams.routes(),
                *self.reviews.routes(),
                *(self.accounts.routes() if self.accounts else ()),
                *(self.peace.routes() if self.peace else ()),
                openapi.route(),
                Route("/metrics", self.rooms.metrics.page(self.metrics_token)),
                *routes(self.rooms, self.static),
            ],
            middleware=[
                Middleware(SecurityHeaders, origins=self.origins),
                Middleware(Pace, quotas=self.quotas),
            ],
            lifespan=self.lifespan,
        )

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Wake the bots; at the end let everything come to rest, then close the store."""
        await self.bus.begin()
        await self.quotas.crowds.begin()
        if self.neighbours is not None:
            await self.neighbours.begin()
        await self.bots.wake()
        _LOG.info("%s", "started")
        if self.lessons is not None:
            await self.lessons.begin()
        await self.steward.begin()
        self.garbage.begin()
        warming = asyncio.get_running_loop().call_later(WARM_AFTER, self.thinker.warm)
        try:
            yield
        finally:
            # Also where what it served for has failed: nobody else lets go of what it holds.
            warming.cancel()
            await self._close()

    async def _close(self) -> None:
        """Let everything come to rest, each before what it needs."""
        self.garbage.close()
        if self.lessons is not None:
            await self.lessons.close()
        await self.steward.close()
        await self.timekeeper.close()
        await self.bots.close()
        await self.analyst.close()
        self.passwords.close()
        await self.rooms.settle()
        if self.neighbours is not None:
            await self.neighbours.close()
        await self.quotas.crowds.close()
        await self.bus.close()
        await self.store.close()

    async def say_bye(self, seconds: int = 2) -> None:
        """Tell all clients that the server is about to stop, and wait until they know."""
        _LOG.info("%s", "stopping")
        await self.timekeeper.close()
        await self.bots.close()
        for connection in list(self.connections):
            connection.say_bye(Bye("restarting", seconds))
        deadline = asyncio.get_running_loop().time() + 2
        while self.connections and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.02)

    async def socket(self, websocket: WebSocket) -> None:
        """Serve one socket from its opening to its end."""
        headers = websocket.headers
        if not self.origins.allows(headers.get("origin"), headers.get("host")):
            await websocket.close(1008)
            return
        address = websocket.client.host if websocket.client else ""
        with self._enter(address) as allowed:
            if not allowed:
                await websocket.close(1008)
                return
            await websocket.accept()
            await self._serve(websocket, address)

    @contextmanager
    def _enter(self, address: str) -> Iterator[bool]:
        """Whether somebody may come in from there, who is counted until the end."""
        with self.quotas.socket(address) as allowed:
            yield allowed and not self.steward.is_banned(address)

    @contextmanager
    def _greet(self, connection: Connection) -> Iterator[Session]:
        """Say welcome; the session of the connection, which is known until the end."""
        connection.reply(Welcome(PROTOCOL, f"sarja {__version__}", self.url))
        self.connections.add(connection)
        try:
            yield Session(
                self.rooms, self.quotas, connection, self.accounts, self.lessons, self.peace
            )
        finally:
            connection.leave_all()
            self.connections.discard(connection)
            self.garbage.note_end(len(self.connections))

    async def _serve(self, websocket: WebSocket, address: str) -> None:
        connection = Connection(websocket.send_text, address, self.stall)
        with self._greet(connection) as session:
            writer = asyncio.ensure_future(connection.write())
            reader = asyncio.ensure_future(_read(websocket, session))
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
        await _end(websocket, writer, reader)


class _Application(Starlette):
    """Takes sockets past all that is for requests, which would hold 5 kB for each that is open."""

    def __init__(self, socket: Callable[[WebSocket], Awaitable[None]], **parts: Any) -> None:
        super().__init__(**parts)
        self._socket = socket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == "/ws":
            await self._socket(WebSocket(scope, receive, send))
        else:
            await super().__call__(scope, receive, send)


async def _read(websocket: WebSocket, session: Session) -> None:
    while True:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        if text is None:
            session.hear_bytes()
        else:
            await session.hear(text)


async def _end(
    websocket: WebSocket, writer: asyncio.Future[None], reader: asyncio.Future[None]
) -> None:
    """Stop both sides, and close the socket if that is still to be done."""
    said_bye = writer.done()
    for side in (writer, reader):
        side.cancel()
    error, other = await asyncio.gather(writer, reader, return_exceptions=True)
    for failure in (error, other):
        if isinstance(failure, Exception) and not isinstance(failure, _GONE):
            _LOG.error("socket: %s", describe(failure))
    abort = websocket.scope.get("state", {}).get("abort")
    if isinstance(error, TimeoutError) and abort is not None:
        abort()
    elif said_bye:
        with suppress(*_GONE):
            await websocket.close(1012)
