"""What a move costs where several servers share PostgreSQL and Redis, part by part.

`python benchmarks/scaling.py --tables 50` plays at so many tables of four people, every table a
move each `--every` seconds, first with one server, then with two: the people of a table all at one
of them (`apart`), half at each (`split`), and all tables at the first while the second only hears
of it (`beside`); `four`, if asked for, are four servers with a person of each table at each. Before
anybody plays it is measured what servers use that have no table, and with tables at rest; after it,
what it costs that everybody's line is lost and they come back.

Figures are processor time from what the system says of each process; other work on the machine
makes waiting times longer, and CPU times a little. With `--json` all that was read is printed.
"""

import argparse
import asyncio
import json
import os
import platform
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.load import SEATS, Data, Load, check_files, half_and_most, unlimited
from benchmarks.sites import (
    MissingServiceError,
    OwnDatabase,
    OwnRedis,
    Site,
    Used,
    own_database,
    own_redis,
    site,
)
from sarja.server.app import Server
from sarja.server.places import bus_at, store_at
from sarja.server.run import listen, run

AT_ONCE: Final = 10
"""So many people come, or come back, at a time."""
PAUSE_SECONDS: Final = 1.0
"""For what was begun to come to rest, before something else is measured."""
PACKAGES: Final = ("uvicorn", "websockets", "msgspec", "psycopg", "redis")


@dataclass(frozen=True, slots=True)
class Setting:
    """How many servers there are, and at which of them people are."""

    name: str
    servers: int
    spread: int
    """On so many servers the people of one table are."""
    hosts: int
    """The first so many servers have people."""

    def place(self, table: int, seat: int) -> int:
        """The server of that seat of that table; all from 0."""
        return (table + seat % self.spread) % self.hosts


SETTINGS: Final = (
    Setting("one", 1, 1, 1),
    Setting("apart", 2, 1, 2),
    Setting("split", 2, 2, 2),
    Setting("beside", 2, 1, 1),
    Setting("four", 4, 4, 4),
)


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured in one setting; times in seconds, sizes in bytes."""

    setting: Setting
    tables: int
    moves: int
    refused: int
    refusals: Mapping[str, int]
    """How many of them for what reason, by code."""
    heard: int
    """Messages that people got while they played."""
    half: float
    """Within which half of the moves were acknowledged."""
    most: float
    """The same for 99 %."""
    still: Used
    """With no table."""
    resting: Used
    """With all tables, and nobody moving."""
    playing: Used
    returning: Used
    """While everybody's line is lost and they come back, once."""
    memory: float
    """Of a server without a table, on the average."""
    memory_a_socket: float
    """Besides that, the tables included."""


# The server


def serve() -> None:
    """Serve on what the environment names, without limits by address; the port is printed."""
    store = store_at(os.environ["SARJA_DATABASE"])
    bus = bus_at(os.environ["SARJA_BUS"], store)
    server = Server(store, bus, rates=unlimited(), pause=(0.0, 0.0), draw_time=0.0)
    listener = listen("127.0.0.1", 0)
    run(server, listener, lambda: print(listener.getsockname()[1], flush=True))


# The measurement


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured."""

    tables: int
    every: float
    seconds: float
    rest: float
    """For so many seconds it is looked at what is used while nobody moves."""


async def measure(made: Site, setting: Setting, size: Size) -> Measured:
    """Play in that setting."""
    load = Load(lambda table, seat: made.servers[setting.place(table, seat)].port, size.every)
    gate = asyncio.Semaphore(AT_ONCE)
    await asyncio.sleep(PAUSE_SECONDS)
    still = await over(made, size.rest)
    before = sum(server.memory for server in made.servers)
    await asyncio.gather(*(load.open(gate, number) for number in range(size.tables)))
    await asyncio.sleep(PAUSE_SECONDS)
    taken = sum(server.memory for server in made.servers) - before
    resting = await over(made, size.rest)
    playing = load.begin(time.monotonic() + size.every + size.seconds)
    await asyncio.sleep(size.every)
    load.measuring, heard = True, load.heard
    used = await over(made, size.seconds)
    load.measuring, heard = False, load.heard - heard
    await asyncio.gather(*playing)
    await asyncio.sleep(PAUSE_SECONDS)
    returning = await come_back(made, load, setting)
    await load.leave()
    half, most = half_and_most(load.latencies)
    return Measured(
        setting=setting,
        tables=size.tables,
        moves=len(load.latencies),
        refused=load.refusals.total(),
        refusals=dict(load.refusals),
        heard=heard,
        half=half,
        most=most,
        still=still,
        resting=resting,
        playing=used,
        returning=returning,
        memory=before / len(made.servers),
        memory_a_socket=taken / (size.tables * SEATS),
    )


async def over(made: Site, seconds: float) -> Used:
    """What is used in so many seconds from now on."""
    before = made.read()
    await asyncio.sleep(seconds)
    return made.used_since(before)


async def come_back(made: Site, load: Load, setting: Setting) -> Used:
    """What is used while everybody comes back once."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(table: int, at: int) -> None:
        port = load.place(table, at)
        socket = await load.join(gate, port)
        async with gate:
            await load.tables[table][at].come_back(socket)

    before = made.read()
    await asyncio.gather(*(one(t, at) for t in range(len(load.tables)) for at in range(SEATS)))
    await asyncio.sleep(PAUSE_SECONDS)
    return made.used_since(before)


def measure_all(settings: Sequence[Setting], size: Size) -> Data:
    """Every setting with servers of its own, and what it was measured with.

    Raises:
        MissingServiceError: PostgreSQL or Redis is not there.
    """
    with own_database() as database, own_redis() as bus:
        found = []
        for setting in settings:
            tell(f"{setting.name}: {setting.servers} servers, {size.tables} tables")
            with site(Path(__file__), setting.servers, database, bus) as made:
                measured = asyncio.run(measure(made, setting, size))
            tell(f"{measured.moves} moves, {measured.refused} refused")
            found.append(measured)
        return {
            "versions": versions(database, bus),
            "every": size.every,
            "settings": [asdict(one) for one in found],
        }


def versions(database: OwnDatabase, bus: OwnRedis) -> dict[str, str]:
    """By what it was measured."""
    return {
        platform.python_implementation(): platform.python_version(),
        **{name: version(name) for name in PACKAGES},
        "PostgreSQL": database.version(),
        "Redis": bus.version(),
    }


def tell(text: str) -> None:
    """Say how far it is."""
    print(f"scaling: {text}", file=sys.stderr, flush=True)


# The report


def report(found: Data) -> str:
    """The figures as a table; CPU a move includes what servers and tables at rest use."""
    rows = [
        ("", [one["setting"]["name"] for one in found["settings"]]),
        ("servers", [str(one["setting"]["servers"]) for one in found["settings"]]),
        *((name, [row(one) for one in found["settings"]]) for name, row in ROWS),
        ("CPU a move, times the first's", ratios(found["settings"])),
    ]
    made = ", ".join(f"{name} {number}" for name, number in found["versions"].items())
    widest = max(len(name) for name, _ in rows) + 2
    first = found["settings"][0]
    return "\n".join(
        (
            made,
            f"{first['tables']} tables of {SEATS}, each a move in {found['every']:g} s, "
            f"for {first['playing']['seconds']:.0f} s",
            *(
                f"{name:<{widest}}" + "".join(f"{cell:>26}" for cell in cells)
                for name, cells in rows
            ),
            "*  other work on the machine makes it longer",
            "** one log is shared by all databases here: ours alone where others commit nothing",
        )
    )


def ratios(settings: Sequence[Data]) -> list[str]:
    """What the servers use for a move, all together, as a multiple of the first setting's."""
    alone = sum(settings[0]["playing"]["servers"]) / settings[0]["moves"]
    return [f"{sum(o['playing']['servers']) / o['moves'] / alone:.2f}" for o in settings]


def _each(one: Data) -> str:
    return " + ".join(f"{cpu / one['moves'] * 1000:.2f}" for cpu in one["playing"]["servers"])


def _a_move(one: Data, name: str) -> float:
    return float(one["playing"]["counts"][name]) / int(one["moves"])


ROWS: Final = (
    ("moves acknowledged", lambda one: str(one["moves"])),
    ("moves refused", lambda one: " ".join([str(one["refused"]), *one.get("refusals", ())])),
    ("half of them within, ms *", lambda one: f"{one['half'] * 1000:.1f}"),
    ("99 % of them within, ms *", lambda one: f"{one['most'] * 1000:.1f}"),
    ("CPU a move of each server, ms", _each),
    (
        "CPU a message, ms",
        lambda one: f"{sum(one['playing']['servers']) / (one['heard'] + one['moves']) * 1000:.3f}",
    ),
    ("CPU a move, PostgreSQL, ms", lambda o: f"{o['playing']['database'] / o['moves'] * 1000:.3f}"),
    ("CPU a move, Redis, ms", lambda o: f"{o['playing']['redis'] / o['moves'] * 1000:.3f}"),
    ("commits a move, reading ones too", lambda one: f"{_a_move(one, 'commits'):.2f}"),
    ("rows inserted a move", lambda one: f"{_a_move(one, 'inserted'):.2f}"),
    ("rows updated a move", lambda one: f"{_a_move(one, 'updated'):.2f}"),
    ("bytes of the log a move **", lambda one: f"{_a_move(one, 'log_bytes'):.0f}"),
    (
        "commits of other databases **",
        lambda one: f"{one['playing']['counts']['others_commits']:.0f}",
    ),
    ("bytes on the disk a move", lambda one: f"{_a_move(one, 'stored'):.0f}"),
    ("notices a move", lambda one: f"{_a_move(one, 'notices'):.2f}"),
    ("bytes to the bus a move", lambda one: f"{_a_move(one, 'bus_in'):.0f}"),
    ("bytes from the bus a move", lambda one: f"{_a_move(one, 'bus_out'):.0f}"),
    ("memory a server, MB", lambda one: f"{one['memory'] / 1e6:.0f}"),
    ("memory a socket, kB", lambda one: f"{one['memory_a_socket'] / 1e3:.0f}"),
    (
        "CPU a return, all servers, ms",
        lambda o: f"{sum(o['returning']['servers']) / (o['tables'] * SEATS) * 1000:.2f}",
    ),
)


def main() -> None:
    """Measure, or serve for who measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50, help="tables of four")
    parser.add_argument("--every", type=float, default=5.0, help="seconds between moves of a table")
    parser.add_argument("--seconds", type=float, default=60.0, help="so long is measured")
    parser.add_argument("--rest", type=float, default=20.0, help="so long before anybody moves")
    parser.add_argument(
        "--settings",
        nargs="+",
        choices=[setting.name for setting in SETTINGS],
        default=[setting.name for setting in SETTINGS[:4]],
        help="which are measured; all but `four` unless said",
    )
    parser.add_argument("--json", action="store_true", help="print all that was read")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve()
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    check_files(given.tables * SEATS)
    settings = [setting for setting in SETTINGS if setting.name in given.settings]
    size = Size(given.tables, given.every, given.seconds, given.rest)
    try:
        found = measure_all(settings, size)
    except MissingServiceError as missing:
        tell(f"LEFT OUT: {missing}")
        return
    print(json.dumps(found, indent=1) if given.json else report(found))


if __name__ == "__main__":
    main()
