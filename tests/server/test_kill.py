"""Killed in the middle, the server has every move that it acknowledged, and the games go on."""

import asyncio
import json
import os
import secrets
import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.network import Player
from tests.server.phones import LIMIT, Data
from tests.server.processes import Serving

SOAK = os.environ.get("SARJA_SOAK") == "1"
KILLS = 1000 if SOAK else 3
TABLES = 20


@dataclass
class Table:
    """A table, what was acknowledged there, and the longest log of moves that was seen."""

    number: int
    plays: bool
    """Whether a person plays on; at the other tables a bot takes over."""
    id: str = ""
    token: str | None = None
    view: Data = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)
    unanswered: Data | None = None
    log: list[Any] = field(default_factory=list)

    @property
    def over(self) -> bool:
        return self.view.get("stage") == "over"

    async def follow(self, socket: ClientConnection, moved: asyncio.Event) -> None:
        """Set the table up if that is to be done, and play until the game is over."""
        if not self.id:
            settings = {"variant": "numbers-small", "seats": 2 + self.number % 2, "help": "spaces"}
            self.id = (await self._ask(socket, type="open", settings=settings))["table"]
        await self._attach(socket)
        if self.unanswered is not None:
            await self._send(socket, self.unanswered)
        while not self.over:
            action = self._next_action()
            if action is None:
                self._note(json.loads(await socket.recv()))
            else:
                await self._send(socket, self._message(action))
            moved.set()

    async def _attach(self, socket: ClientConnection) -> None:
        have = self.view.get("version")
        ask = {"type": "attach", "table": self.id, "have": have}
        if (await self._ask(socket, token=self.token, **ask))["type"] == "refused":
            # The seat is a bot's by now.
            self.token = None
            await self._ask(socket, **ask)

    def _next_action(self) -> Data | None:
        """What to do next; None where the others must do something."""
        you, stage = self.view["you"], self.view["stage"]
        if stage == "lobby":
            return {"do": "start"} if you else {"do": "sit", "name": f"Ann {self.number}"}
        if you is None:
            return None
        if not self.plays:
            return {"do": "stand"}
        may = self.view["game"]["may"]
        return {"do": "play", "move": Random(self.view["version"]).choice(may)} if may else None

    def _message(self, action: Data) -> Data:
        return {
            "type": "do",
            "id": f"{secrets.token_hex(10)}",
            "table": self.id,
            "version": self.view["version"],
            "action": action,
            "token": self.token,
        }

    async def _send(self, socket: ClientConnection, message: Data) -> None:
        """Do it; if the server dies before its answer, the same message is sent again later."""
        self.unanswered = message
        answer = await self._ask(socket, **message)
        self.unanswered = None
        assert answer["type"] == "done", answer
        self.acknowledged[message["id"]] = answer["version"]
        if message["action"]["do"] == "sit":
            self.token = answer["token"]
            await socket.send(json.dumps({"type": "detach", "table": self.id}))
            await self._attach(socket)
        elif message["action"]["do"] == "stand":
            self.token = None
        while self.view["version"] < answer["version"]:
            self._note(json.loads(await socket.recv()))

    async def _ask(self, socket: ClientConnection, **message: Any) -> Data:
        message.setdefault("id", secrets.token_hex(10))
        await socket.send(json.dumps(message))
        while (answer := json.loads(await socket.recv())).get("id") != message["id"]:
            self._note(answer)
        self._note(answer)
        return dict(answer)

    def _note(self, message: Data) -> None:
        if "view" not in message:
            return
        self.view = message["view"]
        if (game := self.view["game"]) is not None:
            # What was published once stays as it was.
            assert game["log"][: len(self.log)] == self.log
            self.log = game["log"]


async def play_until_killed(serving: Serving, tables: list[Table], moves: int) -> int:
    """Play at all tables; kill the server after so many things have happened."""
    moved, count = asyncio.Event(), 0

    async def play(table: Table) -> None:
        with suppress(ConnectionClosed, OSError):
            async with connect(serving.url, compression=None, open_timeout=LIMIT) as socket:
                await socket.recv()
                await table.follow(socket, moved)

    async with asyncio.timeout(LIMIT * 3):
        playing = [asyncio.ensure_future(play(table)) for table in tables if not table.over]
        while count < moves and not all(task.done() for task in playing):
            moved.clear()
            await asyncio.wait(
                (*playing, waiting := asyncio.ensure_future(moved.wait())),
                return_when=asyncio.FIRST_COMPLETED,
            )
            waiting.cancel()
            count += 1
        if not all(task.done() for task in playing):
            serving.kill()
        await asyncio.gather(*playing)
    return count


@pytest.mark.soak
def test_a_killed_server_has_kept_every_acknowledged_move_and_goes_on(tmp_path: Path) -> None:
    random = Random(int(os.environ["SARJA_SEED"]))
    kills, tables = 0, _new_tables()
    while kills < KILLS:
        if all(table.over for table in tables):
            check_stored(tmp_path, tables)
            tables = _new_tables()
        with Serving(tmp_path) as serving:
            asyncio.run(play_until_killed(serving, tables, random.randint(20, 250)))
            kills += serving.process.poll() is not None
            serving.kill()
        check_stored(tmp_path, tables)
    with Serving(tmp_path) as serving:
        asyncio.run(play_until_killed(serving, tables, 1 << 30))
        assert all(table.over for table in tables)
    check_stored(tmp_path, tables)


def _new_tables() -> list[Table]:
    return [Table(number, plays=number % 2 == 0) for number in range(TABLES)]


def check_stored(folder: Path, tables: list[Table]) -> None:
    """Every acknowledged command is in the database, at the version that was told."""
    with closing(sqlite3.connect(folder / "sarja.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        for table in tables:
            rows = database.execute("SELECT last FROM commands WHERE table_id = ?", (table.id,))
            stored = [last for (last,) in rows]
            assert len(set(stored)) == len(stored)
            assert set(table.acknowledged.values()) <= set(stored)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes by /proc")
def test_where_a_server_is_killed_the_bots_it_let_think_end_too(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving:
        with Player(serving.url) as ann:
            ann.open(seats=3)
            ann.sit("Ann")
            ann.do("start")
            while (move := ann.a_move()) is None or not ann.view["game"]["log"]:
                if move is None:
                    ann.receive()
                else:
                    ann.do("play", move=move)
        workers = children(serving.process.pid)
        assert workers, "bots think in processes of their own"
        serving.kill()
    for _ in range(round(LIMIT * 20)):
        workers = {pid for pid in workers if runs(pid)}
        if not workers:
            return
        time.sleep(0.05)
    raise AssertionError(f"{workers} go on")


def _status(pid: int | str) -> list[str]:
    """Of a process its state, its parent, and more; nothing where it is gone."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return ["gone", "0"]


def children(pid: int) -> set[int]:
    """The processes that it has begun."""
    everybody = [path.name for path in Path("/proc").glob("[0-9]*")]
    return {int(other) for other in everybody if _status(other)[1] == str(pid)}


def runs(pid: int) -> bool:
    """Whether the process is there and has not ended."""
    return _status(pid)[0] not in ("gone", "Z", "X")
