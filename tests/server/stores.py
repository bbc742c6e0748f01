"""Stores for tests: of SQLite in a folder, or of PostgreSQL, where a file in the folder says so."""

import os
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

from sarja.server.database import Connection
from sarja.server.postgres import PostgresConnection
from sarja.server.postgres_store import PostgresStore
from sarja.server.sql_store import SqlStore
from sarja.server.sqlite_store import FILE, SqliteStore

POSTGRES = [
    os.environ.get("SARJA_TEST_DATABASE", "postgresql://postgres@127.0.0.1:5432/postgres"),
    "postgresql://sarja_test:sarja_test@127.0.0.1:5432/sarja_test",
]
"""Databases in which tests may make schemas of their own; the first that lets them in is taken."""
URL = "database-url"
"""The file that says where the tables of a folder are."""


def missing(service: str) -> None:
    """Skip the test for want of the service, aloud; where CI is set, fail."""
    if os.environ.get("CI"):
        pytest.fail(f"{service} is not there, and CI leaves no test out")
    pytest.skip(f"{service} is not there")


@cache
def postgres() -> str:
    """The URL of the database in which tests make their schemas."""
    for url in POSTGRES:
        try:
            psycopg.connect(url, connect_timeout=3).close()
        except psycopg.OperationalError:
            continue
        return url
    missing("PostgreSQL")
    raise AssertionError


@contextmanager
def fresh_postgres() -> Iterator[str]:
    """The URL of a schema of the test's own, which is dropped afterwards."""
    database = postgres()
    connection = psycopg.connect(database, autocommit=True)
    name = f"sarja_test_{secrets.token_hex(6)}"
    with closing(connection):
        connection.execute(f"CREATE SCHEMA {name}".encode())
        try:
            mark = "&" if "?" in database else "?"
            search = quote(f"-c search_path={name}")
            yield f"{database}{mark}options={search}&application_name={name}"
        finally:
            connection.execute(f"DROP SCHEMA {name} CASCADE".encode())


def store_on(folder: Path) -> SqlStore:
    """The store of that folder."""
    url = folder / URL
    return PostgresStore(url.read_text()) if url.exists() else SqliteStore(folder)


@contextmanager
def looked_into(folder: Path) -> Iterator[Connection]:
    """The database of the folder's store, beside it."""
    url = folder / URL
    if url.exists():
        with closing(PostgresConnection(url.read_text())) as postgres:
            yield postgres
    else:
        with closing(sqlite3.connect(folder / FILE)) as database, database:
            yield database


def place_of(folder: Path) -> Path | str:
    """Where the tables of the folder are, as `sarja admin` is told it."""
    url = folder / URL
    return url.read_text() if url.exists() else folder


def table_names(folder: Path) -> list[str]:
    """The names of all tables of the folder's database."""
    names = (
        "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        if (folder / URL).exists()
        else "SELECT name FROM sqlite_master WHERE type = 'table'"
    )
    with looked_into(folder) as database:
        return [name for (name,) in database.execute(names).fetchall()]


def dumped(folder: Path) -> str:
    """All that is in the database of the folder."""
    with looked_into(folder) as database:
        return "\n".join(
            _told(row)
            for name in table_names(folder)
            for row in database.execute(f'SELECT * FROM "{name}"').fetchall()
        )


def _told(row: Sequence[Any]) -> str:
    return " ".join(v.decode() if isinstance(v, bytes) else str(v) for v in row)
