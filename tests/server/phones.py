"""A server and its clients in one process, without a network: what goes in and what comes out."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from starlette.applications import Starlette

from sarja.server.app import Server
from sarja.server.connection import Connection
from sarja.server.session import Session
from tests.server.stores import store_on

T = TypeVar("T")
Data = dict[str, Any]

LIMIT = 60.0
"""Seconds; generous, so that only a hang exceeds it."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """What the work comes to."""
    return asyncio.run(asyncio.wait_for(work, LIMIT))


@asynccontextmanager
async def serving(folder: Path, **options: Any) -> AsyncIterator[Server]:
    """A server on the folder."""
    options.setdefault("pause", (0.0, 0.0))
    options.setdefault("draw_time", 0.0)
    server = Server(store_on(folder), **options)
    async with server.lifespan(Starlette()):
        yield server


async def until(true: Callable[[], bool]) -> None:
    """Wait until it is so."""
    async with asyncio.timeout(LIMIT):
        while not true():
            await asyncio.sleep(0.002)


class Phone:
    """A client: says things, and keeps what it has been sent."""

    def __init__(
        self, server: Server, address: str = "192.168.1.20", name: str | None = None
    ) -> None:
        self.connection = Connection(_nowhere, address)
        self.session = Session(
            server.rooms,
            server.quotas,
            self.connection,
            server.accounts,
            server.lessons,
            server.peace,
        )
        server.connections.add(self.connection)
        self.heard: list[str] = []
        self.view: Data = {}
        self.token: str | None = None
        self._ids = (f"{name or id(self)}-{number:016}" for number in itertools.count(1))

    async def say(self, **message: Any) -> Data:
        """The answer to the message."""
        message.setdefault("id", next(self._ids))
        answers = await self.hear(json.dumps(message))
        return next(answer for answer in answers if answer.get("id") == message["id"])

    async def hear(self, text: str) -> list[Data]:
        """What comes back at once."""
        await self.session.hear(text)
        return self.listen()

    def listen(self) -> list[Data]:
        """What has come since."""
        fresh: list[str] = []
        while (message := self.connection.next_message()) is not None:
            fresh.append(message)
        self.heard += fresh
        messages: list[Data] = [json.loads(text) for text in fresh]
        for message_ in messages:
            self.view = message_.get("view", self.view)
        return messages

    # What people do

    async def open(self, variant: str = "numbers-small", seats: int = 2, **settings: Any) -> str:
        """The id of a new table."""
        made = {"variant": variant, "seats": seats, "help": "spaces", **settings}
        return str((await self.say(type="open", settings=made))["table"])

    async def attach(self, table: str | None = None, have: int | None = None) -> Data:
        table = table or self.view["table"]
        return await self.say(type="attach", table=table, token=self.token, have=have)

    async def do(
        self, do: str, version: int | None = None, id: str | None = None, **at: Any
    ) -> Data:
        """Ask for something at the table that is being followed."""
        self.listen()
        message = {
            "type": "do",
            "table": self.view["table"],
            "version": self.view["version"] if version is None else version,
            "action": {"do": do, **at},
            "token": self.token,
        }
        return await self.say(**message, **({} if id is None else {"id": id}))

    async def sit(self, name: str, seat: int | None = None) -> Data:
        """Sit down, and follow the table as that seat."""
        done = await self.do("sit", name=name, seat=seat)
        if done["type"] == "done":
            self.token = done["token"]
            await self.hear(json.dumps({"type": "detach", "table": self.view["table"]}))
            await self.attach(done["table"])
        return done

    @property
    def game(self) -> Data:
        """The game as it was last shown."""
        game: Data = self.view["game"]
        return game

    @property
    def is_to_move(self) -> bool:
        return bool(self.view["game"]) and self.game["turn"] == self.view["you"]

    def any_move(self) -> str:
        """A move that is allowed, draws by hand first."""
        may = [move for move in self.game["may"] if not move.startswith("!")]
        drawing = [move for move in may if move.endswith(":+")]
        chosen: str = Random(self.view["version"]).choice(drawing or may)
        return chosen


async def _nowhere(message: str) -> None:
    raise AssertionError("nothing is sent over a network here")


async def seated(server: Server, *names: str, **settings: Any) -> list[Phone]:
    """Phones of people who sit at one new table."""
    phones = [Phone(server) for _ in names]
    table = await phones[0].open(seats=settings.pop("seats", max(2, len(names))), **settings)
    for phone, name in zip(phones, names, strict=True):
        await phone.attach(table)
        await phone.sit(name)
    for phone in phones:
        phone.listen()
    return phones


async def play_out(phones: list[Phone]) -> None:
    """Play until the game is over; at seats without a phone sit bots."""
    while phones[0].view["stage"] == "playing":
        for phone in phones:
            phone.listen()
            if phone.is_to_move or any(":+" in move for move in phone.game["may"]):
                answer = await phone.do("play", move=phone.any_move())
                assert answer["type"] == "done" or answer["code"] == "stale", answer
        await asyncio.sleep(0)
        phones[0].listen()
