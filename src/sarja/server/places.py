"""Where a server keeps its tables: in a folder, or in a PostgreSQL database that its URL names."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sarja.server import upkeep
from sarja.server.bus import Bus, MemoryBus
from sarja.server.database import Connection
from sarja.server.errors import StoreError
from sarja.server.shared_store import SharedStore
from sarja.server.sql_store import SqlStore
from sarja.server.sqlite_store import SqliteStore

# What a server of one process does without is imported only where it is asked for.
# ruff: noqa: PLC0415

Place = Path | str

SCHEMES = ("postgresql://", "postgres://")


def check_place(place: Place) -> None:
    """Nothing, if it can be such a place, and what it needs is installed.

    Raises:
        StoreError: `database-unknown`, `many-missing`.
    """
    if isinstance(place, Path):
        return
    if not place.startswith(SCHEMES):
        raise StoreError("database-unknown")
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise StoreError("many-missing") from None


def store_at(place: Place) -> SqlStore:
    """The store there, made or migrated where that is to be done.

    Raises:
        StoreError: it cannot be used.
    """
    check_place(place)
    if isinstance(place, Path):
        return SqliteStore(place)
    from sarja.server.postgres_store import PostgresStore

    return PostgresStore(place)


@contextmanager
def opened(place: Place) -> Iterator[Connection]:
    """The database there, beside servers that may be at work.

    Raises:
        StoreError: `database-missing`, `database-foreign`, `database-newer`, `database-older`, or
            it cannot be used.
    """
    check_place(place)
    if isinstance(place, Path):
        with upkeep.opened(place) as folder:
            yield folder
        return
    from sarja.server.postgres import opened_postgres

    with opened_postgres(place) as database:
        yield database


def bus_at(url: str | None, store: SqlStore) -> Bus:
    """The bus over what that URL names, for the servers of one database; without one, in memory.

    Raises:
        StoreError: `bus-unknown`, `bus-alone`, `many-missing`.
    """
    if not url:
        return MemoryBus()
    if not isinstance(store, SharedStore):
        raise StoreError("bus-alone")
    try:
        from sarja.server.redis_bus import RedisBus
    except ImportError:
        raise StoreError("many-missing") from None
    return RedisBus(url, f"sarja:{store.site}")


def shown(place: Place) -> str:
    """The place as people may be told it: nothing secret is in it."""
    if isinstance(place, Path):
        return str(place)
    try:
        check_place(place)
    except StoreError:
        return "SARJA_DATABASE"
    from sarja.server.postgres import shown_url

    return shown_url(place)
