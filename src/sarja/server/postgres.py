"""PostgreSQL as a database of the server: connections, its spelling of the SQL, and the schema."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cache
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from sarja.server.database import Cursor
from sarja.server.errors import StoreError
from sarja.server.schema import APPLICATION, MIGRATIONS, connect, migrate
from sarja.server.tokens import SystemSource

PROGRAM: Final = "sarja"
"""What the server calls itself in `pg_stat_activity`, where the URL says nothing else."""
STATEMENT_SECONDS: Final = 15
"""After so long a statement is given up: nothing that people wait for takes so long."""
PATIENCE: Final = {
    "connect_timeout": "5",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
"""So a connection that has died without a word is noticed; a URL may say otherwise."""

NEIGHBOURS: Final[Mapping[str, str]] = {
    "servers": "CREATE UNLOGGED TABLE servers (id TEXT PRIMARY KEY, until TIMESTAMPTZ NOT NULL)",
    "tasks": """CREATE UNLOGGED TABLE tasks (
    what TEXT PRIMARY KEY,
    server TEXT NOT NULL,
    until TIMESTAMPTZ NOT NULL
)""",
    "tasks_until": "CREATE INDEX tasks_until ON tasks (until)",
    "company": """CREATE UNLOGGED TABLE company (
    place TEXT NOT NULL,
    server TEXT NOT NULL,
    told BYTEA NOT NULL,
    PRIMARY KEY (place, server)
)""",
    "company_server": "CREATE INDEX company_server ON company (server)",
}
"""By what the servers of one database know of one another; nothing is lost with it, so no log."""

_SPELLINGS: Final = (
    (re.compile(r"\bINTEGER PRIMARY KEY AUTOINCREMENT\b"), "BIGSERIAL PRIMARY KEY"),
    (
        re.compile(r"\b(bot_due|used|done) INTEGER NOT NULL DEFAULT 0"),
        r"\1 BOOLEAN NOT NULL DEFAULT FALSE",
    ),
    (re.compile(r"\bREAL\b"), "DOUBLE PRECISION"),
    (re.compile(r"\bBLOB\b"), "BYTEA"),
)


class PostgresConnection:
    """A connection that understands the server's SQL."""

    def __init__(self, url: str, *, statement_seconds: float = STATEMENT_SECONDS) -> None:
        """Connect.

        Raises:
            psycopg.Error: there is nobody, or one is not let in.
        """
        given = conninfo_to_dict(url)
        settings = {"application_name": PROGRAM, **PATIENCE, **given}
        self._connection = psycopg.connect(make_conninfo("", **settings), autocommit=True)
        # A commit is on the disk, whatever the database's own habit is.
        self._connection.execute(
            "SELECT set_config('synchronous_commit', CASE WHEN now IN ('off', 'local') THEN 'on'"
            " ELSE now END, false), set_config('statement_timeout', %s, false),"
            " set_config('idle_in_transaction_session_timeout', %s, false)"
            " FROM current_setting('synchronous_commit') AS now",
            (f"{round(statement_seconds * 1000)}", f"{STATEMENT_SECONDS * 1000}"),
        )

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Cursor:
        """Do the statement."""
        return self._connection.execute(_spelled(sql), _storable(parameters))

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Cursor:
        """Do the statement for each row of values."""
        cursor = self._connection.cursor()
        cursor.executemany(_spelled(sql), [_storable(row) for row in parameters])
        return cursor

    def script(self, sql: str) -> None:
        """Do the statements, which are of PostgreSQL's own spelling and take no values."""
        self._connection.execute(sql.encode())

    @property
    def is_lost(self) -> bool:
        """Whether nothing more can be done with it."""
        return self._connection.closed or self._connection.broken

    def close(self) -> None:
        """Let go of it."""
        self._connection.close()


@cache
def _spelled(sql: str) -> bytes:
    """The statement as PostgreSQL and its driver want it."""
    if sql == "BEGIN IMMEDIATE":
        # Here nobody waits for others who write, unless it is the same row.
        return b"BEGIN"
    return sql.replace("%", "%%").replace("?", "%s").encode()


def _storable(values: Sequence[Any]) -> Sequence[Any]:
    """The values, without the character that is in no text of PostgreSQL's; nobody needs it."""
    if any(isinstance(value, str) and "\0" in value for value in values):
        return [v.replace("\0", "\ufffd") if isinstance(v, str) else v for v in values]
    return values


def shown_url(url: str) -> str:
    """The URL as it may be told to people: where the database is, and nothing secret."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.Error:
        return "postgresql://"
    return f"postgresql://{parts.get('host', '')}/{parts.get('dbname', '')}"


def postgres_error(error: psycopg.Error) -> StoreError:
    """What the database's complaint means for people; its own words could hold what is secret."""
    if isinstance(error, psycopg.errors.DiskFull):
        return StoreError("storage-full")
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return StoreError("storage-away")
    return StoreError("storage-failed")


# The schema


def schema_script(migrations: Sequence[str] = MIGRATIONS) -> str:
    """All tables in PostgreSQL's spelling, as the steps of the one schema make them."""
    with closing(connect(":memory:")) as model:
        migrate(model, migrations)
        made = model.execute(
            "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
            " ORDER BY rowid"
        ).fetchall()
    return "".join(f"{respelled(sql)};\n" for (sql,) in made)


def respelled(script: str) -> str:
    """What makes or changes tables, in PostgreSQL's spelling."""
    for pattern, spelling in _SPELLINGS:
        script = pattern.sub(spelling, script)
    return script


def migrate_postgres(
    connection: PostgresConnection, migrations: Sequence[str] = MIGRATIONS
) -> None:
    """Bring the database to the newest schema; of several servers one does it, the others wait.

    A new one is made in one go; steps are for those that were made before there were these steps.

    Raises:
        StoreError: `database-newer`, `database-foreign`.
        psycopg.Error: it cannot be read or written.
    """
    connection.execute("SELECT pg_advisory_lock(?)", (APPLICATION,))
    try:
        version = schema_version(connection)
        if version > len(migrations):
            raise StoreError("database-newer", version=version, known=len(migrations))
        if version == 0:
            with _whole(connection):
                connection.script(schema_script(migrations))
                _add_neighbours(connection)
                connection.execute(
                    "INSERT INTO secrets (name, value) VALUES ('address', ?)",
                    (SystemSource().secret(),),
                )
                connection.script("CREATE TABLE sarja_schema (version INTEGER NOT NULL)")
                connection.execute("INSERT INTO sarja_schema VALUES (?)", (len(migrations),))
            return
        for number, step in enumerate(migrations[version:], version + 1):
            with _whole(connection):
                connection.script(respelled(step))
                connection.execute("UPDATE sarja_schema SET version = ?", (number,))
        _add_neighbours(connection)
    finally:
        if not connection.is_lost:
            connection.execute("SELECT pg_advisory_unlock(?)", (APPLICATION,))


def _add_neighbours(connection: PostgresConnection) -> None:
    """Make what is missing of it.

    "IF NOT EXISTS" would lock what is there against servers at work, and each could wait for what
    the other holds.
    """
    for name, statement in NEIGHBOURS.items():
        there = connection.execute(
            "SELECT 1 FROM pg_class WHERE relname = ?"
            " AND relnamespace = current_schema()::regnamespace",
            (name,),
        )
        if there.fetchone() is None:
            connection.script(statement)


def schema_version(connection: PostgresConnection) -> int:
    """The version of the schema; 0 where there is nothing yet.

    Raises:
        StoreError: `database-foreign`: there are tables, and they are not ours.
    """
    tables = {
        name
        for (name,) in connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        )
    }
    if "sarja_schema" not in tables:
        if tables:
            raise StoreError("database-foreign")
        return 0
    return int(connection.execute("SELECT version FROM sarja_schema").fetchone()[0])


@contextmanager
def _whole(connection: PostgresConnection) -> Iterator[None]:
    """Do it whole or not at all."""
    connection.execute("BEGIN")
    try:
        yield
    except BaseException:
        if not connection.is_lost:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


@contextmanager
def opened_postgres(url: str) -> Iterator[PostgresConnection]:
    """The database, beside servers that may be at work there.

    Raises:
        StoreError: `database-missing`, `database-foreign`, `database-newer`, `database-older`, or
            it cannot be used.
    """
    try:
        with closing(PostgresConnection(url, statement_seconds=0)) as connection:
            version = schema_version(connection)
            if version == 0:
                raise StoreError("database-missing")
            if version > len(MIGRATIONS):
                raise StoreError("database-newer", version=version, known=len(MIGRATIONS))
            if version < len(MIGRATIONS):
                raise StoreError("database-older")
            yield connection
    except psycopg.Error as error:
        raise postgres_error(error) from None
