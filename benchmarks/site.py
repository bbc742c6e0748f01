"""What a move costs a server, and a site of several: CPU time, memory, and how soon it is told.

    python benchmarks/site.py                      one server, its tables in a folder
    python benchmarks/site.py --servers 2          two, on PostgreSQL and Redis

The clients are this process, the servers are others, and nothing is between them. At every table
four people sit, each with a socket of their own, by turns at the one server and the other; at each
table somebody moves every few seconds. CPU time is that of the processes, so it says the same on a
busy machine; how soon a move is acknowledged does not.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import sys
import tempfile
import time
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import psycopg
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.processes import Serving  # noqa: E402
from tests.server.redises import own_redis  # noqa: E402
from tests.server.stores import fresh_postgres, postgres  # noqa: E402

SEATS = 4
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(eq=False)
class Seat:
    """A socket, and the last thing that it was sent of its table."""

    socket: ClientConnection
    table: str
    token: str = ""
    answers: dict[str, asyncio.Future[dict[str, Any]]] = field(default_factory=dict)
    last: str | bytes = "{}"
    heard: int = 0

    async def listen(self) -> None:
        """Take note of what comes."""
        async for text in self.socket:
            self.heard += 1
            if '"view":' in str(text[:20_000]):
                self.last = text
            # Only an answer has an id, and there are few of them.
            if self.answers and '"id":' in str(text[:60]):
                answer = json.loads(text)
                waiting = self.answers.pop(answer["id"], None)
                if waiting is not None:
                    waiting.set_result(answer)

    async def ask(self, **message: Any) -> dict[str, Any]:
        """Say it; the answer."""
        id_ = message.setdefault("id", secrets.token_hex(10))
        waiting = self.answers[id_] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps(message))
        return dict(await asyncio.wait_for(waiting, 60))

    async def do(self, do: str, **at: Any) -> dict[str, Any]:
        """Ask for something at the table."""
        message: dict[str, Any] = {"type": "do", "table": self.table, "action": {"do": do, **at}}
        message["version"] = self.view["version"]
        if self.token:
            message["token"] = self.token
        return await self.ask(**message)

    @property
    def view(self) -> dict[str, Any]:
        """The table as it was last shown."""
        view: dict[str, Any] = json.loads(self.last)["view"]
        return view


@dataclass
class Load:
    """All tables, and what came of their moves."""

    urls: list[str]
    every: float
    tables: list[list[Seat]] = field(default_factory=list)
    took: list[float] = field(default_factory=list)
    refused: int = 0

    async def open_table(self, stack: AsyncExitStack, tasks: list[asyncio.Task[None]]) -> None:
        """Let four people sit down at a new table."""
        seats: list[Seat] = []
        for at in range(SEATS):
            url = self.urls[at % len(self.urls)]
            # An address a table, as a proxy would tell it: one alone may not ask so much.
            number = len(self.tables)
            address = {"X-Forwarded-For": f"10.0.{number // 250}.{number % 250}"}
            made = connect(url, compression=None, open_timeout=60, additional_headers=address)
            socket = await stack.enter_async_context(made)
            await socket.recv()
            seat = Seat(socket, seats[0].table if seats else "")
            tasks.append(asyncio.ensure_future(seat.listen()))
            if not seats:
                settings = {"variant": "classic", "seats": SEATS, "teams": 2}
                seat.table = (await seat.ask(type="open", settings=settings))["table"]
            await seat.ask(type="attach", table=seat.table)
            seat.token = (await seat.do("sit", name=f"P{at}"))["token"]
            await seat.ask(type="attach", table=seat.table, token=seat.token)
            await socket.send(json.dumps({"type": "detach", "table": seat.table}))
            seats.append(seat)
        await seats[0].do("start")
        self.tables.append(seats)

    async def move(self, seats: list[Seat], until: float) -> None:
        """Move at the table every so often."""
        random = Random(seats[0].table)
        await asyncio.sleep(random.uniform(0, self.every))
        while time.monotonic() < until:
            began = time.monotonic()
            view = seats[0].view
            if view["stage"] != "playing":
                await seats[0].do("start")
                continue
            mover = seats[view["game"]["turn"] - 1]
            may = mover.view["game"].get("may") or []
            if may:
                sent = time.monotonic()
                answer = await mover.do("play", move=random.choice(may))
                self.took.append(time.monotonic() - sent)
                self.refused += answer["type"] != "done"
            await asyncio.sleep(max(0.0, began + self.every - time.monotonic()))


def cpu(pid: int) -> float:
    """The seconds that the process has been at work."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(pid: int) -> int:
    """The bytes of the process that are in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def backends(name: str) -> list[int]:
    """The processes of PostgreSQL that serve the servers."""
    with psycopg.connect(postgres(), autocommit=True) as connection:
        found = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE application_name = %s", (name,)
        )
        return [pid for (pid,) in found.fetchall()]


async def measure(load: Load, args: argparse.Namespace, used: Any, servers: list[int]) -> None:
    """Set the tables up, move for a while, and tell."""
    async with AsyncExitStack() as stack:
        tasks: list[asyncio.Task[None]] = []
        before = sum(map(memory, servers))
        for _ in range(args.tables):
            await load.open_table(stack, tasks)
        sockets = args.tables * SEATS
        grown = sum(map(memory, servers)) - before
        await asyncio.sleep(1)
        heard = sum(seat.heard for seats in load.tables for seat in seats)
        idle_from = used()
        await asyncio.sleep(args.idle)
        idle = {name: (now - idle_from[name]) / args.idle for name, now in used().items()}
        began, start = time.monotonic(), used()
        until = began + args.seconds
        await asyncio.gather(*(load.move(seats, until) for seats in load.tables))
        seconds, end = time.monotonic() - began, used()
        heard = sum(seat.heard for seats in load.tables for seat in seats) - heard
        moves = len(load.took)
        print(f"{len(servers)} servers, {args.tables} tables, {sockets} sockets, {seconds:.0f} s")
        print(
            f"  {moves / seconds:.0f} moves a second ({load.refused} refused), {heard} messages out"
        )
        for name, spent in end.items():
            each = (spent - start[name] - idle[name] * seconds) / moves
            rest = f"{idle[name] * 100:.1f} % of a core at rest"
            print(f"  {name}: {each * 1000:.2f} ms CPU a move, {rest}")
        cuts = quantiles(load.took, n=100)
        half, most = round(cuts[49] * 1000), round(cuts[98] * 1000)
        print(f"  acknowledged: half within {half} ms, 99 % within {most} ms")
        print(f"  {grown / sockets / 1024:.0f} kB a socket, its share of the table with it")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def main() -> None:
    """Measure, and print what came of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="also for one server")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--every", type=float, default=1.0, help="seconds between moves of a table")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--idle", type=float, default=5.0)
    args = parser.parse_args()
    with ExitStack() as stack:
        environment, folder, name = {}, None, ""
        watched: dict[str, Any] = {}
        if args.servers > 1 or args.postgres:
            url = stack.enter_context(fresh_postgres())
            redis = stack.enter_context(own_redis())
            name = url.partition("application_name=")[2]
            environment = {"SARJA_DATABASE": url, "SARJA_BUS": redis.url}
            watched["redis"] = lambda: cpu(redis.pid)
            watched["postgresql"] = lambda: sum(map(cpu, backends(name)))
        else:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        running = [
            stack.enter_context(Serving(folder, environment=environment))
            for _ in range(args.servers)
        ]
        pids = [server.process.pid for server in running]
        watched["servers"] = lambda: sum(map(cpu, pids))
        load = Load([server.url for server in running], args.every)
        asyncio.run(
            measure(load, args, lambda: {what: spent() for what, spent in watched.items()}, pids)
        )


if __name__ == "__main__":
    main()
