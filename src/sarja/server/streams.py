"""For networks that let no WebSocket through: events come by a stream, messages go by POST.

What is said is the same, and so are sessions, limits and redaction. The client makes a secret by
which its stream is known, and both requests carry it. They may come to different servers of a site:
then the bus takes the message to the one that has the stream.
"""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from sarja.rules.errors import SarjaError
from sarja.server.answers import address_of, refusal, whole_body
from sarja.server.bus import Bus
from sarja.server.connection import Connection
from sarja.server.errors import ServerError
from sarja.server.origins import Origins
from sarja.server.session import Session
from sarja.server.tokens import digest
from sarja.table.messages import Bye

KEEP_ALIVE: Final = 15.0
"""Seconds of silence after which a comment is sent, so that nothing in between ends the stream."""
SECRET: Final = range(20, 101)
"""How long a secret may be."""
SAY: Final = "say"
"""The kind of notice that asks the server that has a stream to hear a message."""
SAID: Final = "said"
"""The kind of notice that says that it has been heard, or why not."""
ANSWER_SECONDS: Final = 5.0
MAX_PASSED_ON: Final = 1000
"""So many messages may wait for other servers."""
MAX_WAITING: Final = 32
"""So many messages of a stream may wait to be heard."""
PADDING: Final = b":" + b" " * 2048 + b"\n\n"
"""Some filters hold back the first bytes of an answer until there are more."""

Enter = Callable[[str], AbstractContextManager[bool]]
"""Whether somebody may come in from that address, who is there until the end."""
Greet = Callable[[Connection], AbstractContextManager[Session]]
"""The session of a connection that has come in, until the end."""


@dataclass(eq=False, slots=True)
class _Stream:
    session: Session
    connection: Connection
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Messages are heard one after the other."""
    waiting: int = 0


class Streams:
    """The streams of this process, by the hashes of their secrets."""

    def __init__(
        self, origins: Origins, enter: Enter, greet: Greet, stall: float, bus: Bus
    ) -> None:
        self._origins = origins
        self._enter = enter
        self._greet = greet
        self._stall = stall
        self._streams: dict[str, _Stream] = {}
        self._bus = bus
        self._passed_on: dict[str, asyncio.Future[str]] = {}
        """By ticket: messages whose stream is at another server, until that has answered."""
        self._hearing: set[asyncio.Task[None]] = set()
        bus.hear(SAY, self._asked_to_hear)
        bus.hear(SAID, self._answered)

    def routes(self) -> list[Route]:
        """Where streams are opened, and where messages go."""
        return [
            # For every method, or what is no POST would be taken for a file of the page.
            Route("/stream", _Opening(self)),
            Route("/stream/send", self._send, methods=["POST"]),
        ]

    def _secret_of(self, request: Request) -> str:
        """The hash of the secret.

        Raises:
            ServerError: `origin-foreign`, `stream-unknown`.
        """
        headers = request.headers
        if not self._origins.allows(headers.get("origin"), headers.get("host")):
            raise ServerError("origin-foreign")
        scheme, _, secret = headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or len(secret) not in SECRET:
            raise ServerError("stream-unknown")
        return digest(secret)

    async def _send(self, request: Request) -> Response:
        """Hear one message, as if it had come over a socket."""
        try:
            secret = self._secret_of(request)
            stream = self._streams.get(secret)
            if stream is None and not self._bus.has_others:
                raise ServerError("stream-unknown")
            if stream is not None and stream.waiting >= MAX_WAITING:
                raise ServerError("too-many-requests")
            received = await whole_body(request)
            if stream is None:
                await self._pass_on(secret, received)
            else:
                await self._hear(stream, received)
        except SarjaError as error:
            return refusal(error)
        return Response(status_code=204)

    async def _hear(self, stream: _Stream, received: bytes) -> None:
        if stream.waiting >= MAX_WAITING:
            raise ServerError("too-many-requests")
        stream.waiting += 1
        try:
            async with stream.lock:
                try:
                    text = received.decode()
                except UnicodeDecodeError:
                    stream.session.hear_bytes()
                else:
                    await stream.session.hear(text)
        finally:
            stream.waiting -= 1

    # Streams at other servers

    async def _pass_on(self, secret: str, received: bytes) -> None:
        """Have the message heard by the server that has the stream.

        Raises:
            ServerError: `stream-unknown`, also where no answer comes; `too-many-requests`.
        """
        if len(self._passed_on) >= MAX_PASSED_ON:
            raise ServerError("too-many-requests")
        ticket = token_hex(8)
        answer = self._passed_on[ticket] = asyncio.get_running_loop().create_future()
        self._bus.tell(SAY, ticket, secret, received.decode(errors="replace"))
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                code = await answer
        except TimeoutError:
            code = "stream-unknown"
        finally:
            del self._passed_on[ticket]
        if code:
            raise ServerError(code)

    def _asked_to_hear(self, ticket: str, secret: str, text: str) -> None:
        stream = self._streams.get(secret)
        if stream is not None:
            task = asyncio.ensure_future(self._hear_for(ticket, stream, text))
            self._hearing.add(task)
            task.add_done_callback(self._hearing.discard)

    async def _hear_for(self, ticket: str, stream: _Stream, text: str) -> None:
        code = ""
        try:
            await self._hear(stream, text.encode())
        except SarjaError as error:
            code = error.code
        self._bus.tell(SAID, ticket, code)

    def _answered(self, ticket: str, code: str) -> None:
        answer = self._passed_on.get(ticket)
        if answer is not None and not answer.done():
            answer.set_result(code)

    # The streams of this server

    async def open(self, request: Request, send: Send) -> None:
        """Send what happens until somebody goes.

        Raises:
            ServerError: `origin-foreign`, `stream-unknown`, `too-many-requests`.
        """
        secret, address = self._secret_of(request), address_of(request)
        with self._enter(address) as allowed:
            if not allowed:
                raise ServerError("too-many-requests")
            writing = _Writing(send, self._stall)
            connection = Connection(writing.send_text, address, self._stall)
            with self._greet(connection) as session:
                stream = _Stream(session, connection)
                self._replace(secret, stream)
                try:
                    await self._serve(request, connection, writing)
                finally:
                    if self._streams.get(secret) is stream:
                        del self._streams[secret]

    def _replace(self, secret: str, stream: _Stream) -> None:
        earlier = self._streams.get(secret)
        self._streams[secret] = stream
        if earlier is not None:
            # The same client, who has lost that one before it was noticed here.
            earlier.connection.leave_all()
            earlier.connection.say_bye(Bye("restarting", 1))

    async def _serve(self, request: Request, connection: Connection, writing: "_Writing") -> None:
        await writing.begin()
        sides = [
            asyncio.ensure_future(work)
            for work in (connection.write(), writing.keep_alive(), _until_gone(request))
        ]
        try:
            await asyncio.wait(sides, return_when=asyncio.FIRST_COMPLETED)
            stalled = any(
                side.done() and isinstance(side.exception(), TimeoutError) for side in sides[:2]
            )
        finally:
            for side in sides:
                side.cancel()
            await asyncio.gather(*sides, return_exceptions=True)
        abort = request.scope.get("state", {}).get("abort")
        if stalled and abort is not None:
            abort()
            return
        with suppress(OSError, RuntimeError):
            await writing.end()


class _Writing:
    """The body of an answer that goes on."""

    def __init__(self, send: Send, stall: float) -> None:
        self._send = send
        self._stall = stall
        self._lock = asyncio.Lock()

    async def begin(self) -> None:
        headers = {
            "content-type": "text/event-stream; charset=utf-8",
            "cache-control": "no-store,no-transform",
            "x-accel-buffering": "no",
        }
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        await self._send({"type": "http.response.start", "status": 200, "headers": raw})
        await self._write(PADDING)

    async def send_text(self, text: str) -> None:
        """Send a message; JSON has no line breaks of its own."""
        await self._write(b"data: " + text.encode() + b"\n\n")

    async def keep_alive(self) -> None:
        """Send a comment now and then.

        Raises:
            TimeoutError: nobody reads.
        """
        while True:
            await asyncio.sleep(KEEP_ALIVE)
            async with asyncio.timeout(self._stall):
                await self._write(b":\n\n")

    async def end(self) -> None:
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _write(self, body: bytes) -> None:
        async with self._lock:
            await self._send({"type": "http.response.body", "body": body, "more_body": True})


class _Opening:
    """Opens a stream; an application of its own, for it must know when somebody goes."""

    def __init__(self, streams: Streams) -> None:
        self._streams = streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        if request.method != "POST":
            raise HTTPException(405, headers={"Allow": "POST"})
        try:
            await self._streams.open(request, send)
        except SarjaError as error:
            await refusal(error)(scope, receive, send)


async def _until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
