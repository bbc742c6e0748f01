"""A site of several servers for `scaling.py`, and what each part of it has used so far.

The database is one of its own in the PostgreSQL of this machine, dropped at the end; Redis is a
process of its own, on a port of its own. So what they tell of themselves is of this site alone,
but for the log that all databases of one PostgreSQL share.
"""

import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis

from benchmarks.load import Data, Running, cpu_of, started

DATABASES: Final = (
    os.environ.get("SARJA_TEST_DATABASE", "postgresql://postgres@127.0.0.1:5432/postgres"),
    "postgresql://sarja_test:sarja_test@127.0.0.1:5432/sarja_test",
)
"""The first that lets us in is where a database of our own is made."""
LIMIT: Final = 30
"""Seconds; generous, so that only a hang exceeds it."""

_COUNTS: Final = """
SELECT
    coalesce(sum(xact_commit) FILTER (WHERE datname = %(own)s), 0)::float8,
    coalesce(sum(xact_commit) FILTER (WHERE datname <> %(own)s), 0)::float8,
    coalesce(sum(tup_inserted) FILTER (WHERE datname = %(own)s), 0)::float8,
    coalesce(sum(tup_updated) FILTER (WHERE datname = %(own)s), 0)::float8,
    coalesce(sum(tup_deleted) FILTER (WHERE datname = %(own)s), 0)::float8,
    (pg_current_wal_lsn() - '0/0')::float8,
    pg_database_size(%(own)s)::float8
FROM pg_stat_database
"""
_NAMES: Final = (
    "commits",
    "others_commits",
    "inserted",
    "updated",
    "deleted",
    "log_bytes",
    "stored",
)


class MissingServiceError(Exception):
    """What is to be measured is not there; the text says what."""


class OwnDatabase:
    """A database that nobody else uses."""

    def __init__(self, connection: "psycopg.Connection[tuple[object, ...]]", url: str) -> None:
        """It is made by that connection, which is to its neighbour at the URL."""
        self.name = f"sarja_bench_{secrets.token_hex(6)}"
        self.url = urlunsplit(urlsplit(url)._replace(path=f"/{self.name}"))
        self._connection = connection

    def backends(self) -> dict[int, float]:
        """Seconds of processor time of each process that serves a connection to it."""
        found = {}
        for (pid,) in self._connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = %s", (self.name,)
        ):
            assert isinstance(pid, int)
            with contextlib.suppress(OSError):
                found[pid] = cpu_of(pid)
        return found

    def counts(self) -> dict[str, float]:
        """Commits, rows, bytes of the log and on the disk so far.

        The log is that of all databases here; others' commits tell whether it is ours.
        """
        row = self._connection.execute(_COUNTS, {"own": self.name}).fetchone()
        assert row is not None
        return dict(zip(_NAMES, map(float, row), strict=True))  # type: ignore[arg-type]

    def version(self) -> str:
        """That of PostgreSQL."""
        [found] = self._connection.execute("SHOW server_version").fetchone() or [""]
        return str(found).split()[0]


@contextlib.contextmanager
def own_database() -> Iterator[OwnDatabase]:
    """A database for as long as the block.

    Raises:
        MissingServiceError: there is no PostgreSQL, or it lets nobody make one.
    """
    for url in DATABASES:
        try:
            connection = psycopg.connect(url, connect_timeout=3, autocommit=True)
        except psycopg.OperationalError:
            continue
        break
    else:
        raise MissingServiceError("PostgreSQL is not there")
    with contextlib.closing(connection):
        made = OwnDatabase(connection, url)
        try:
            connection.execute(f"CREATE DATABASE {made.name}".encode())
        except psycopg.errors.InsufficientPrivilege:
            raise MissingServiceError("PostgreSQL lets us make no database") from None
        try:
            yield made
        finally:
            connection.execute(f"DROP DATABASE {made.name} WITH (FORCE)".encode())


class OwnRedis:
    """A Redis that nobody else uses."""

    def __init__(self, port: int) -> None:
        self.url = f"redis://127.0.0.1:{port}"
        self._client = redis.Redis(port=port)

    def is_there(self) -> bool:
        """Whether it answers."""
        try:
            return bool(self._client.ping())
        except redis.ConnectionError:
            return False

    def counts(self) -> dict[str, float]:
        """Its processor time, and what has gone over the bus so far."""
        info: Data = self._client.info("all")
        return {
            "cpu": info["used_cpu_sys"] + info["used_cpu_user"],
            "notices": info.get("cmdstat_publish", {}).get("calls", 0),
            "bus_in": info["total_net_input_bytes"],
            "bus_out": info["total_net_output_bytes"],
        }

    def version(self) -> str:
        """That of Redis."""
        info: Data = self._client.info("server")
        return str(info["redis_version"])


@contextlib.contextmanager
def own_redis() -> Iterator[OwnRedis]:
    """A Redis for as long as the block.

    Raises:
        MissingServiceError: it is not installed, or does not start.
    """
    program = shutil.which("redis-server")
    if program is None:
        raise MissingServiceError("redis-server is not there")
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    process = subprocess.Popen(
        [
            *(program, "--bind", "127.0.0.1", "--port", str(port)),
            *("--save", "", "--appendonly", "no"),
        ],
        stdout=subprocess.DEVNULL,
    )
    try:
        made = OwnRedis(port)
        end = time.monotonic() + LIMIT
        while not made.is_there():
            if process.poll() is not None or time.monotonic() > end:
                raise MissingServiceError("redis-server does not start")
            time.sleep(0.05)
        yield made
    finally:
        process.terminate()
        process.wait(LIMIT)


@dataclass(frozen=True, slots=True)
class Reading:
    """What all parts had used at one moment."""

    at: float
    servers: tuple[float, ...]
    backends: Mapping[int, float]
    counts: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Used:
    """What was used in a time."""

    seconds: float
    servers: tuple[float, ...]
    """Seconds of processor time of each server; `database` and `redis` likewise."""
    database: float
    redis: float
    counts: Mapping[str, float]
    """Commits, rows, bytes of the log, notices and their bytes."""


@dataclass(frozen=True, slots=True)
class Site:
    """Servers on one database and one bus."""

    servers: Sequence[Running]
    database: OwnDatabase
    redis: OwnRedis

    def read(self) -> Reading:
        """What all parts have used so far."""
        counts = {**self.database.counts(), **self.redis.counts()}
        return Reading(
            time.monotonic(),
            tuple(server.cpu for server in self.servers),
            self.database.backends(),
            counts,
        )

    def used_since(self, before: Reading) -> Used:
        """What has been used since then; a connection that has ended meanwhile is left out."""
        now = self.read()
        backends = (cpu - before.backends.get(pid, 0.0) for pid, cpu in now.backends.items())
        counts = {name: count - before.counts[name] for name, count in now.counts.items()}
        return Used(
            now.at - before.at,
            tuple(b - a for a, b in zip(before.servers, now.servers, strict=True)),
            sum(backends),
            counts.pop("cpu"),
            counts,
        )


@contextlib.contextmanager
def site(script: Path, count: int, database: OwnDatabase, bus: OwnRedis) -> Iterator[Site]:
    """So many servers, as `script --serve` serves, for as long as the block."""
    environment = {"SARJA_DATABASE": database.url, "SARJA_BUS": bus.url}
    with contextlib.ExitStack() as stack:
        servers = [
            stack.enter_context(started([str(script), "--serve"], environment=environment))
            for _ in range(count)
        ]
        yield Site(servers, database, bus)
