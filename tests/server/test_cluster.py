"""A site of two servers behind nginx: one is killed, Redis and the database go away, games go on.

`make cluster` plays more tables for longer, and leaves the database away for ten seconds.
"""

import asyncio
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sarja.server.places import opened
from tests.server.cluster import SERVED_BY, Cluster, cluster
from tests.server.phones import LIMIT, Data
from tests.server.redises import own_redis
from tests.server.stores import fresh_postgres
from tests.server.test_postgres import cut_off

SOAK = os.environ.get("SARJA_SOAK") == "1"
TABLES = 20 if SOAK else 3
ROUNDS = 10 if SOAK else 1
AWAY_SECONDS = 10.0 if SOAK else 2.0
MOVES = 200 if SOAK else 25
"""So many moves are acknowledged between one trouble and the next."""
GONE = (ConnectionClosed, InvalidStatus, OSError, TimeoutError)
AGAIN = ("storage-away", "storage-busy", "too-busy")
"""With these a command is refused that may be sent again as it is."""


@dataclass
class Person:
    """Somebody who plays game after game at a table, by whichever server they come to."""

    site: "Site"
    name: str
    table: str = ""
    token: str | None = None
    view: Data = field(default_factory=dict)
    unanswered: Data | None = None
    acknowledged: dict[str, int] = field(default_factory=dict)
    log: list[Any] = field(default_factory=list)
    game: int = 0
    servers: list[str] = field(default_factory=list)
    """By which servers they came."""

    async def play(self) -> None:
        """Play until the site closes and the game is over, and come back whenever the line ends."""
        while not self.is_done:
            with suppress(*GONE):
                async with connect(self.site.url, compression=None, open_timeout=10) as socket:
                    await self._come(socket)
                    while not self.is_done:
                        await self._go_on(socket)
            await asyncio.sleep(Random(secrets.randbits(32)).uniform(0.05, 0.2))

    @property
    def is_done(self) -> bool:
        return self.site.closing and self.view.get("stage") in ("lobby", "over")

    async def _come(self, socket: ClientConnection) -> None:
        assert socket.response is not None
        self.servers.append(socket.response.headers[SERVED_BY])
        await socket.recv()
        have = self.view.get("version")
        await self._ask(socket, type="attach", table=self.table, token=self.token, have=have)
        if self.unanswered is not None:
            await self._send(socket, self.unanswered)

    async def _go_on(self, socket: ClientConnection) -> None:
        action = self._next_action()
        if action is None:
            self._note(json.loads(await socket.recv()))
            return
        message = {
            "type": "do",
            "id": secrets.token_hex(10),
            "table": self.table,
            "version": self.view["version"],
            "action": action,
            "token": self.token,
        }
        await self._send(socket, message)

    def _next_action(self) -> Data | None:
        if self.view["you"] is None:
            return {"do": "sit", "name": self.name}
        if self.view["stage"] != "playing":
            everybody = [seat["kind"] for seat in self.view["seats"]].count("person") == 2
            return {"do": "start"} if everybody and self.view["you"] == 1 else None
        may = [move for move in self.view["game"]["may"] if not move.startswith("!")]
        return {"do": "play", "move": Random(self.view["version"]).choice(may)} if may else None

    async def _send(self, socket: ClientConnection, message: Data) -> None:
        """Send it until it is answered for good; whatever happens, it is the same command."""
        self.unanswered = message
        while (answer := await self._ask(socket, **message)).get("code") in AGAIN:
            await asyncio.sleep(0.1)
        self.unanswered = None
        if answer["type"] == "refused":
            # Somebody was first: the view that follows says what can be done now.
            assert answer["code"] in ("stale", "not-over", "seat-taken"), answer
            await self._ask(socket, type="attach", table=self.table, token=self.token)
            return
        self.acknowledged[message["id"]] = answer["version"]
        self.site.moved()
        if message["action"]["do"] == "sit":
            self.token = answer["token"]
            await socket.send(json.dumps({"type": "detach", "table": self.table}))
            await self._ask(socket, type="attach", table=self.table, token=self.token)
        while self.view["version"] < answer["version"]:
            self._note(json.loads(await socket.recv()))

    async def _ask(self, socket: ClientConnection, **message: Any) -> Data:
        message.setdefault("id", secrets.token_hex(10))
        await socket.send(json.dumps(message))
        while True:
            async with asyncio.timeout(LIMIT):
                answer = json.loads(await socket.recv())
            self._note(answer)
            if answer.get("id") == message["id"]:
                break
        if message["type"] == "attach" and answer.get("code") in AGAIN:
            raise TimeoutError
        return dict(answer)

    def _note(self, message: Data) -> None:
        if "view" not in message:
            return
        self.view = message["view"]
        if (game := self.view["game"]) is not None:
            # What was published once stays as it was, whichever server tells it.
            if game["number"] == self.game:
                assert game["log"][: len(self.log)] == self.log
            self.game, self.log = game["number"], game["log"]


class Site:
    """All who play, and how much has happened."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.closing = False
        self.moves = 0
        self._news = asyncio.Event()

    def moved(self) -> None:
        self.moves += 1
        self._news.set()

    async def some_moves(self, count: int = MOVES) -> None:
        """Wait until so much more has been acknowledged."""
        wanted = self.moves + count
        async with asyncio.timeout(LIMIT * 2):
            while self.moves < wanted:
                self._news.clear()
                await self._news.wait()


async def open_tables(site: Site) -> list[Person]:
    """Two people for each new table."""
    people = []
    async with connect(site.url, compression=None) as socket:
        await socket.recv()
        for number in range(TABLES):
            settings = {"variant": "numbers-small", "seats": 3, "help": "spaces"}
            opening = {"type": "open", "id": secrets.token_hex(10), "settings": settings}
            await socket.send(json.dumps(opening))
            table = json.loads(await socket.recv())["table"]
            people += [Person(site, f"{name} {number}", table) for name in ("Ann", "Bob")]
    return people


async def trouble(made: Cluster, site: Site, round_: int) -> None:
    """All that can go wrong, one after the other; each time the games go on."""
    dying = round_ % 2
    await site.some_moves()
    made.kill(dying)
    await site.some_moves()
    await asyncio.to_thread(made.start_again, dying)
    await site.some_moves()
    await asyncio.to_thread(made.redis.stop)
    await site.some_moves(MOVES // 3)
    await asyncio.to_thread(made.redis.start)
    await site.some_moves()
    await asyncio.to_thread(cut_off, made.database)
    await site.some_moves()
    made.line.cut()
    await asyncio.sleep(AWAY_SECONDS)
    made.line.mend()
    await site.some_moves()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Cluster]:
    with (
        fresh_postgres() as database,
        own_redis() as redis,
        cluster(tmp_path, database, redis) as made,
    ):
        yield made


@pytest.mark.soak
def test_people_at_different_servers_play_on_through_all_that_goes_wrong(site: Cluster) -> None:
    async def evening() -> list[Person]:
        playing = Site(site.url)
        people = await open_tables(playing)
        tasks = [asyncio.ensure_future(person.play()) for person in people]
        watching = asyncio.gather(*tasks)
        for round_ in range(ROUNDS):
            going_wrong = asyncio.ensure_future(trouble(site, playing, round_))
            await asyncio.wait((watching, going_wrong), return_when=asyncio.FIRST_COMPLETED)
            await going_wrong
        playing.closing = True
        async with asyncio.timeout(LIMIT * 4):
            await watching
        return people

    people = asyncio.run(evening())
    for ann, bob in zip(people[::2], people[1::2], strict=True):
        assert ann.servers[0] != bob.servers[0], "they began at different servers"
        assert (ann.game, ann.log) == (bob.game, bob.log)
    with opened(site.database) as database:
        for person in people:
            rows = database.execute(
                "SELECT id, last FROM commands WHERE table_id = ? ORDER BY version", (person.table,)
            ).fetchall()
            stored = {last for _, last in rows}
            assert len(stored) == len(rows)
            assert set(person.acknowledged.values()) <= stored
