"""Forty pupils behind one address play undisturbed, while somebody there guesses codes."""

import asyncio
import itertools
import json
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from sarja.server.quotas import Rates
from tests.server.network import Running, running
from tests.server.phones import LIMIT, Data

PUPILS = 40
MOVES = 30
"""So many moves are made at each table, or fewer where the game is over before."""


class Desk:
    """A pupil's or a teacher's page, over a real socket."""

    def __init__(self, socket: ClientConnection, name: str) -> None:
        self.socket, self.name = socket, name
        self.lesson: Data = {}
        self.view: Data = {}
        self.token = ""
        self.refused: list[str] = []
        self._ids = (f"{name}-{number:016}" for number in itertools.count())

    async def receive(self) -> Data:
        message: Data = json.loads(await asyncio.wait_for(self.socket.recv(), LIMIT))
        if message["type"] == "lesson":
            self.lesson = message["view"]
        elif "view" in message:
            self.view = message["view"]
        elif message["type"] in ("refused", "bye"):
            self.refused.append(message["code"])
        return message

    async def say(self, **message: Any) -> Data:
        message["id"] = next(self._ids)
        await self.socket.send(json.dumps(message))
        while (answer := await self.receive()).get("id") != message["id"]:
            pass
        return answer

    async def join(self, code: str) -> None:
        await self.say(type="attach-lesson", code=code)
        self.token = (await self.say(type="join", code=code, name=self.name))["token"]
        await self.say(type="attach-lesson", code=code, token=self.token)
        await self.say(type="attach", table=self.lesson["you"]["table"], token=self.token)

    @property
    def moves(self) -> int:
        """The moves made at the table."""
        return len(self.view["game"]["log"])

    async def play(self) -> int:
        """Play for a while; how many moves it has made."""
        made = 0
        while (game := self.view["game"]) is None or not (
            game["outcome"] or len(game["log"]) >= MOVES
        ):
            may = game["may"] if game and game["turn"] == self.view["you"] else []
            if not may:
                await self.receive()
                continue
            version = self.view["version"]
            answer = await self.say(
                type="do",
                table=self.view["table"],
                version=version,
                token=self.token,
                action={"do": "play", "move": Random(version).choice(may)},
            )
            made += answer["type"] == "done"
            while self.view["version"] < answer.get("version", 0):
                await self.receive()
        return made


async def a_class(host: Running, seats: int) -> None:
    async with AsyncExitStack() as stack:

        async def desk(name: str) -> Desk:
            opening = connect(host.url, compression=None, open_timeout=LIMIT)
            made = Desk(await stack.enter_async_context(opening), name)
            await made.receive()
            return made

        teacher = await desk("Teacher")
        settings = {"variant": "numbers-small", "seats": seats, "help": "spaces"}
        opened = await teacher.say(type="open-lesson", settings=settings)
        code = opened["code"]
        pupils = [await desk(f"Pupil {number}") for number in range(PUPILS)]
        await asyncio.gather(*(pupil.join(code) for pupil in pupils))
        tables = {pupil.view["table"] for pupil in pupils}
        assert len(tables) == PUPILS // seats
        assert len({(p.view["table"], p.view["you"]) for p in pupils}) == PUPILS

        rascal = await desk("Rascal")
        elsewhere = await teacher.say(type="open", settings=settings)

        async def guess() -> None:
            for number in range(Rates().sockets):
                await rascal.say(type="attach", code=f"GUESS{number}")

        lead = {"type": "lead", "code": code, "token": opened["token"]}
        assert (await teacher.say(**lead, action={"lead": "start"}))["type"] == "led"
        guessing = asyncio.ensure_future(guess())
        made = await asyncio.gather(*(pupil.play() for pupil in pupils))
        await guessing
        for pupil, moves in zip(pupils, made, strict=True):
            assert pupil.refused == []
            assert moves > 0 and (pupil.view["game"]["outcome"] or pupil.moves >= MOVES)
        assert rascal.refused.count("table-unknown") == int(Rates().guesses.split("/")[0])
        assert set(rascal.refused) == {"table-unknown", "too-many-guesses"}
        # What is somebody else's is found from there no more; the lesson is.
        for message in ("attach", "attach-lesson"):
            refused = await rascal.say(type=message, code=elsewhere["code"])
            assert refused["code"] == "too-many-guesses"
        late = await desk("Late")
        await late.join(code)
        assert late.refused == [] and late.view["stage"] == "lobby"
        # A page that is opened again has its seat at once.
        again = await desk("Again")
        shown = await again.say(type="attach-lesson", code=code, token=pupils[7].token)
        assert shown["view"]["you"]["table"] == pupils[7].view["table"]

        await teacher.say(type="attach-lesson", code=code, token=opened["token"])
        seen = teacher.lesson["tables"]
        assert [len(table["seats"]) for table in seen] == [seats] * (PUPILS // seats + 1)
        assert sum(table["moves"] for table in seen) == sum(made)
        assert teacher.refused == []


@pytest.mark.parametrize("seats", [2, 4])
def test_forty_pupils_behind_one_address_play_undisturbed(tmp_path: Path, seats: int) -> None:
    with running(tmp_path) as host:
        asyncio.run(a_class(host, seats))
