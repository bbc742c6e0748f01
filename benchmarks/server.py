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
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.load import (
    AT_ONCE,
    SEATS,
    Load,
    Running,
    check_files,
    half_and_most,
    started,
    unlimited,
)
from sarja.server.app import Server
from sarja.server.run import listen, run
from sarja.server.sqlite_store import SqliteStore

# The server


def serve(folder: Path, profile: str | None) -> None:
    """Serve the folder without limits by address; the port is printed."""
    server = Server(SqliteStore(folder), rates=unlimited(), pause=(0.0, 0.0), draw_time=0.0)
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


@contextlib.contextmanager
def serving(core: int | None, profile: str | None) -> Iterator[Running]:
    """A server of its own, on one core where the system allows that."""
    with tempfile.TemporaryDirectory() as folder:
        command = [__file__, "--serve", folder, *(["--profile", profile] if profile else [])]
        with started(command, core) as running:
            yield running


# The measurement


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
    load = Load(lambda table, seat: running.port, every)
    gate = asyncio.Semaphore(AT_ONCE)
    before = running.memory
    sockets = await asyncio.gather(*(load.join(gate, running.port) for _ in range(idle)))
    per_idle = (running.memory - before) / idle if idle else 0.0
    before = running.memory
    await asyncio.gather(*(load.open(gate, number) for number in range(tables)))
    per_socket = (running.memory - before) / (tables * SEATS)
    playing = load.begin(time.monotonic() + warm_up + seconds)
    await asyncio.sleep(warm_up)
    heard, cpu, begun = load.heard, running.cpu, time.monotonic()
    counted = running.counted()
    load.measuring = True
    await asyncio.sleep(seconds)
    load.measuring = False
    cpu, took = running.cpu - cpu, time.monotonic() - begun
    heard = load.heard - heard
    commands, answering = (now - then for now, then in zip(running.counted(), counted, strict=True))
    await asyncio.gather(*playing)
    await asyncio.gather(load.leave(), *(socket.close() for socket in sockets))
    moves = len(load.latencies)
    half, most = half_and_most(load.latencies)
    return Result(
        tables=tables,
        sockets=tables * SEATS,
        idle=idle,
        moves=moves,
        refused=load.refusals.total(),
        half=half,
        most=most,
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
    with serving(core, given.profile) as running:
        work = measure(running, given.tables, given.every, given.seconds, given.idle, given.every)
        print(report(asyncio.run(work)))


if __name__ == "__main__":
    main()
