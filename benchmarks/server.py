"""How fast the server is, as two processes on this machine: the load here, the server beside it.

`python benchmarks/server.py --tables 100` plays at so many tables of four people each, every table
a move each `--every` seconds, and prints how long moves took to be acknowledged, what they cost the
server's processor, and what a socket costs in memory. `--idle 9000` opens so many sockets besides
that say nothing. The limits for one address are off: all come from this machine.
"""

import argparse
import asyncio
import contextlib
import cProfile
import json
import os
import platform
import random
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

from websockets.asyncio.client import ClientConnection, connect

from sarja.server.app import Server
from sarja.server.quotas import Rates
from sarja.server.run import listen, run
from sarja.server.sqlite_store import SqliteStore

SEATS: Final = 4
AT_ONCE: Final = 50
"""So many sockets are being opened at a time."""
OFF: Final = 10**9

Data = dict[str, Any]


# The server


def serve(folder: Path, profile: str | None) -> None:
    """Serve the folder without limits by address; the port is printed."""
    often = f"{OFF}/second"
    rates = Rates(
        tables=often,
        guesses=often,
        changes=often,
        sockets=OFF,
        connections=OFF,
        asked=OFF,
        asked_burst=OFF,
    )
    server = Server(SqliteStore(folder), rates=rates, pause=(0.0, 0.0), draw_time=0.0)
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]

    def tell() -> None:
        print(port, flush=True)

    if profile is None:
        run(server, listener, tell)
        return
    profiler = cProfile.Profile(time.thread_time)
    profiler.runcall(run, server, listener, tell)
    profiler.dump_stats(profile)


@dataclass
class Running:
    """The server's process, and what it has used."""

    process: subprocess.Popen[str]
    port: int

    @property
    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

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
def started(core: int | None, profile: str | None) -> Iterator[Running]:
    """A server of its own, on one core where the system allows that."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--serve", folder]
        command += ["--profile", profile] if profile else []
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
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


# The load


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


@dataclass
class Load:
    """All tables, and what was measured."""

    port: int
    every: float
    tables: list[list[Seat]] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    measuring: bool = False
    refused: int = 0

    async def join(self, gate: asyncio.Semaphore) -> ClientConnection:
        """An open socket."""
        async with gate:
            return await connect(
                f"ws://127.0.0.1:{self.port}/ws",
                compression=None,
                open_timeout=60,
                ping_interval=None,
                max_queue=None,
            )

    async def open(self, gate: asyncio.Semaphore) -> None:
        """A table with four people at it, and a game begun."""
        seats = [Seat(await self.join(gate)) for _ in range(SEATS)]
        async with gate:
            opened = await seats[0].say(
                type="open", settings={"variant": "classic", "seats": SEATS}
            )
            table, version = opened["table"], 1
            for number, seat in enumerate(seats, 1):
                done = await seat.do(table, version, do="sit", name=f"P{number}")
                seat.token, version = done["token"], done["version"]
                await seat.say(type="attach", table=table, token=seat.token)
            await seats[0].do(table, version, do="start")
        self.tables.append(seats)

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
            self.refused += 1


@dataclass(frozen=True, slots=True)
class Result:
    """What was measured."""

    tables: int
    sockets: int
    idle: int
    moves: int
    refused: int
    half: float
    """Seconds within which half of the moves were acknowledged."""
    most: float
    """The same for 99 %."""
    cpu_a_move: float
    cpu_a_message: float
    busy: float
    """The part of a core that the server used."""
    server_time: float
    """Seconds from the arrival of a command to its answer, on the server, on the average."""
    bytes_a_socket: float
    bytes_idle: float


async def measure(
    running: Running, tables: int, every: float, seconds: float, idle: int, warm_up: float
) -> Result:
    """Play at so many tables for so many seconds."""
    load = Load(running.port, every)
    gate = asyncio.Semaphore(AT_ONCE)
    before = running.memory
    sockets = await asyncio.gather(*(load.join(gate) for _ in range(idle)))
    per_idle = (running.memory - before) / idle if idle else 0.0
    before = running.memory
    await asyncio.gather(*(load.open(gate) for _ in range(tables)))
    per_socket = (running.memory - before) / (tables * SEATS)
    chance = random.Random(1)
    end = time.monotonic() + warm_up + seconds
    playing = [asyncio.ensure_future(load.play(seats, end, chance)) for seats in load.tables]
    await asyncio.sleep(warm_up)
    everybody = [seat for seats in load.tables for seat in seats]
    heard, cpu, begun = sum(s.messages for s in everybody), running.cpu, time.monotonic()
    counted = running.counted()
    load.measuring = True
    await asyncio.sleep(seconds)
    load.measuring = False
    cpu, took = running.cpu - cpu, time.monotonic() - begun
    heard = sum(s.messages for s in everybody) - heard
    commands, answering = (now - then for now, then in zip(running.counted(), counted, strict=True))
    await asyncio.gather(*playing)
    for seat in everybody:
        seat.reader.cancel()
    await asyncio.gather(*(s.socket.close() for s in everybody), *(s.close() for s in sockets))
    moves = len(load.latencies)
    cuts = statistics.quantiles(load.latencies, n=100)
    return Result(
        tables=tables,
        sockets=tables * SEATS,
        idle=idle,
        moves=moves,
        refused=load.refused,
        half=cuts[49],
        most=cuts[98],
        cpu_a_move=cpu / moves,
        cpu_a_message=cpu / (heard + moves),
        busy=cpu / took,
        server_time=answering / commands,
        bytes_a_socket=per_socket,
        bytes_idle=per_idle,
    )


def report(result: Result) -> str:
    """The figures in words."""
    packages = ("uvicorn", "websockets", "msgspec")
    made = ", ".join(f"{name} {version(name)}" for name in packages)
    rows = (
        ("moves acknowledged", f"{result.moves} ({result.refused} refused)"),
        ("half of them within", f"{result.half * 1000:.1f} ms"),
        ("99 % of them within", f"{result.most * 1000:.1f} ms"),
        ("on the server, a command", f"{result.server_time * 1000:.2f} ms, its waiting included"),
        ("CPU a move", f"{result.cpu_a_move * 1000:.2f} ms, with all that others are told"),
        ("CPU a message", f"{result.cpu_a_message * 1000:.3f} ms"),
        ("of one core", f"{result.busy:.0%}"),
        (
            "memory a socket at a table",
            f"{result.bytes_a_socket / 1000:.0f} kB, its table included",
        ),
        ("memory an idle socket", f"{result.bytes_idle / 1000:.0f} kB"),
    )
    return "\n".join(
        (
            f"{platform.python_implementation()} {platform.python_version()}, {made}",
            f"{result.tables} tables, {result.sockets} sockets, {result.idle} idle ones",
            *(f"{name:<28}{figure}" for name, figure in rows),
        )
    )


def main() -> None:
    """Measure, or serve for who measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50, help="tables of four")
    parser.add_argument("--every", type=float, default=5.0, help="seconds between moves of a table")
    parser.add_argument("--seconds", type=float, default=20.0, help="so long is measured")
    parser.add_argument("--idle", type=int, default=0, help="sockets that say nothing")
    parser.add_argument("--profile", help="write a profile of the server there")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(Path(given.serve), given.profile)
        return
    check_files(given.tables * SEATS + given.idle)
    core = max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
    with started(core, given.profile) as running:
        work = measure(running, given.tables, given.every, given.seconds, given.idle, given.every)
        print(report(asyncio.run(work)))


def check_files(sockets: int) -> None:
    """Allow that many open files, or say that the system does not."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = sockets + 200
    if soft != resource.RLIM_INFINITY and soft < wanted:
        if hard != resource.RLIM_INFINITY and hard < wanted:
            sys.exit(f"{wanted} open files are needed: ulimit -n {wanted}")
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


if __name__ == "__main__":
    main()
