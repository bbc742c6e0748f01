"""A proxy for the socket as bad networks are: it delays, doubles, reorders, cuts, and repeats."""

import asyncio
from contextlib import AsyncExitStack, suppress
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from tests.server.phones import LIMIT

OLD: int = 50
"""So many messages it remembers, to send them once more at some time, over whatever connection."""


class BadLine:
    """Stands between clients and a server; what it does to each message follows from a seed."""

    def __init__(self, url: str, random: Random) -> None:
        self._server_url = url
        self._random = random
        self._old: list[str] = []
        self._open = AsyncExitStack()
        self._late: set[asyncio.Task[None]] = set()
        self.url = ""
        self.done = dict.fromkeys(("sent", "late", "doubled", "repeated", "cut", "lost"), 0)
        """What has been done to how many messages."""

    async def __aenter__(self) -> "BadLine":
        made: Any = serve(self._relay, "127.0.0.1", 0, compression=None)
        listening = await self._open.enter_async_context(made)
        port = next(iter(listening.sockets)).getsockname()[1]
        self.url = f"ws://127.0.0.1:{port}/"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._open.aclose()
        await asyncio.gather(*self._late)

    async def _relay(self, client: ServerConnection) -> None:
        async with connect(self._server_url, compression=None, open_timeout=LIMIT) as server:
            sides = (self._up(client, server), self._down(server, client))
            tasks = [asyncio.ensure_future(side) for side in sides]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            for outcome in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(outcome, Exception) and not isinstance(outcome, ConnectionClosed):
                    raise outcome
        client.transport.abort()

    async def _up(self, client: ServerConnection, server: ClientConnection) -> None:
        async for message in client:
            text = str(message)
            fates = ("sent", "late", "doubled", "repeated", "cut", "lost")
            fate = self._random.choices(fates, (50, 15, 15, 10, 5, 5))[0]
            self.done[fate] += 1
            if fate == "lost":
                self._old.append(text)
                return
            if fate == "late":
                self._send_later(server, text)
            else:
                await server.send(text)
            if fate == "cut":
                return
            if fate == "doubled":
                self._send_later(server, text)
            if fate == "repeated" and self._old:
                # Something of another time, perhaps another person's.
                await server.send(self._random.choice(self._old))
            self._old = [*self._old, text][-OLD:]

    async def _down(self, server: ClientConnection, client: ServerConnection) -> None:
        async for message in server:
            if self._random.random() < 0.04:
                return
            if self._random.random() < 0.1:
                await asyncio.sleep(self._random.random() * 0.01)
            await client.send(message)

    def _send_later(self, server: ClientConnection, text: str) -> None:
        async def send() -> None:
            await asyncio.sleep(self._random.random() * 0.02)
            with suppress(ConnectionClosed):
                await server.send(text)

        task = asyncio.ensure_future(send())
        self._late.add(task)
        task.add_done_callback(self._late.discard)
