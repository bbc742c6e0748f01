"""The load of the server's benchmarks: people at tables who move at a pace, and the processes.

What `server.py` and `scaling.py` share: a server without limits by address, since all come from
this machine; what a process has used; and tables of people, each at the server that it is told.
"""

import asyncio
import contextlib
import json
import os
import random
import re
import resource
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

from websockets.asyncio.client import ClientConnection, connect

from sarja.server.quotas import Rates

SEATS: Final = 4
AT_ONCE: Final = 50
"""So many sockets are being opened at a time."""
OFF: Final = 10**9

Data = dict[str, Any]


# The servers


def unlimited() -> Rates:
    """What one address may do: all."""
    often = f"{OFF}/second"
    return Rates(
        tables=often,
        guesses=often,
        changes=often,
        sockets=OFF,
        connections=OFF,
        asked=OFF,
        asked_burst=OFF,
    )


def cpu_of(pid: int) -> float:
    """Seconds of processor time that the process has used so far.

    Raises:
        OSError: it is no more.
    """
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass
class Running:
    """A server's process, and what it has used."""

    process: subprocess.Popen[str]
    port: int

    @property
    def cpu(self) -> float:
        """Seconds of processor time so far."""
        return cpu_of(self.process.pid)

    @property
    def memory(self) -> int:
        """Bytes of memory that are in use."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s*([0-9]+) kB", text)
        return int(found[1]) * 1024 if found else 0

    def counted(self) -> tuple[float, float]:
        """Commands that were answered, and the seconds that it took."""
        page = urlopen(f"http://127.0.0.1:{self.port}/metrics").read().decode()
        name = "sarja_answer_seconds"
        return tuple(  # type: ignore[return-value]
            float(re.search(rf"^{name}_{part} (\S+)$", page, re.MULTILINE)[1])  # type: ignore[index]
            for part in ("count", "sum")
        )


@contextlib.contextmanager
def started(
    command: Sequence[str],
    core: int | None = None,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Running]:
    """The server that the command serves, which prints its port; kept to one core if so asked."""
    process = subprocess.Popen(
        [sys.executable, *command],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **(environment or {})},
    )
    assert process.stdout is not None
    try:
        port = int(process.stdout.readline())
        if core is not None and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(process.pid, {core})
        yield Running(process, port)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        process.stdout.close()


# The people


class Seat:
    """One person's socket; what it shows last is kept unread until it is needed."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.token: str | None = None
        self.shown = ""
        self.messages = 0
        self._answers: dict[str, asyncio.Future[Data]] = {}
        self._numbers = iter(range(OFF))
        self.reader = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        async for text in self.socket:
            assert isinstance(text, str)
            self.messages += 1
            if text.startswith(('{"type":"update"', '{"type":"table"')):
                self.shown = text
                if '"id":null' in text[-12:] or text.startswith('{"type":"update"'):
                    continue
            message = json.loads(text)
            if message.get("id") in self._answers:
                self._answers.pop(message["id"]).set_result(message)

    @property
    def view(self) -> Data:
        """The table as it was shown last."""
        view: Data = json.loads(self.shown)["view"]
        return view

    async def say(self, **message: Any) -> Data:
        """The answer to the message."""
        message["id"] = f"{id(self):x}-{next(self._numbers):016}"
        answer = asyncio.get_running_loop().create_future()
        self._answers[message["id"]] = answer
        await self.socket.send(json.dumps(message))
        found: Data = await answer
        return found

    async def do(self, table: str, version: int, **action: Any) -> Data:
        """Do something at the table."""
        return await self.say(
            type="do", table=table, version=version, action=action, token=self.token
        )

    async def leave(self) -> None:
        """Close the socket."""
        self.reader.cancel()
        await self.socket.close()

    async def come_back(self, socket: ClientConnection) -> None:
        """Close the socket, and follow the table over the new one, as after a lost line."""
        table, have = self.view["table"], self.view["version"]
        await self.leave()
        self.socket = socket
        self.reader = asyncio.ensure_future(self._read())
        await self.say(type="attach", table=table, token=self.token, have=have)


@dataclass
class Load:
    """All tables, and what was measured."""

    place: Callable[[int, int], int]
    """The port to which a person comes, by the numbers of the table and of the seat, from 0."""
    every: float
    tables: list[list[Seat]] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    measuring: bool = False
    refusals: Counter[str] = field(default_factory=Counter)
    """How many moves were refused, by code."""

    @property
    def people(self) -> list[Seat]:
        """Everybody."""
        return [seat for seats in self.tables for seat in seats]

    @property
    def heard(self) -> int:
        """How many messages people have got so far."""
        return sum(seat.messages for seat in self.people)

    async def join(self, gate: asyncio.Semaphore, port: int) -> ClientConnection:
        """An open socket."""
        async with gate:
            return await connect(
                f"ws://127.0.0.1:{port}/ws",
                compression=None,
                open_timeout=60,
                ping_interval=None,
                max_queue=None,
            )

    async def open(self, gate: asyncio.Semaphore, number: int) -> None:
        """A table with four people at it, and a game begun."""
        ports = [self.place(number, at) for at in range(SEATS)]
        seats = [Seat(await self.join(gate, port)) for port in ports]
        async with gate:
            opened = await seats[0].say(
                type="open", settings={"variant": "classic", "seats": SEATS}
            )
            table, version = opened["table"], 1
            for at, seat in enumerate(seats, 1):
                done = await seat.do(table, version, do="sit", name=f"P{at}")
                seat.token, version = done["token"], done["version"]
                await seat.say(type="attach", table=table, token=seat.token)
            await seats[0].do(table, version, do="start")
        self.tables.append(seats)

    def begin(self, until: float) -> list[asyncio.Task[None]]:
        """Move at every table until then."""
        chance = random.Random(1)
        return [asyncio.create_task(self.play(seats, until, chance)) for seats in self.tables]

    async def play(self, seats: list[Seat], until: float, random_: random.Random) -> None:
        """Move at the table, at its pace."""
        await asyncio.sleep(random_.uniform(0, self.every))
        while time.monotonic() < until:
            begun = time.monotonic()
            await self.move(seats, random_)
            await asyncio.sleep(max(0.0, self.every - (time.monotonic() - begun)))

    async def move(self, seats: list[Seat], random_: random.Random) -> None:
        """One move of whoever is on turn."""
        view = seats[0].view
        if view["stage"] != "playing":
            await seats[0].do(view["table"], view["version"], do="start")
            return
        seat = seats[view["game"]["turn"] - 1]
        view = seat.view
        if not view["game"]["may"]:
            return
        begun = time.perf_counter()
        move = random_.choice(view["game"]["may"])
        answer = await seat.do(view["table"], view["version"], do="play", move=move)
        if not self.measuring:
            return
        if answer["type"] == "done":
            self.latencies.append(time.perf_counter() - begun)
        else:
            self.refusals[answer.get("code", answer["type"])] += 1

    async def leave(self) -> None:
        """Close all sockets."""
        await asyncio.gather(*(seat.leave() for seat in self.people))


def half_and_most(latencies: Sequence[float]) -> tuple[float, float]:
    """Within what time half of them were, and 99 %; seconds."""
    cuts = statistics.quantiles(latencies, n=100)
    return cuts[49], cuts[98]


def check_files(sockets: int) -> None:
    """Allow that many open files, or say that the system does not."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = sockets + 200
    if soft != resource.RLIM_INFINITY and soft < wanted:
        if hard != resource.RLIM_INFINITY and hard < wanted:
            sys.exit(f"{wanted} open files are needed: ulimit -n {wanted}")
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
