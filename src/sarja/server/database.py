"""A database as the server's SQL sees it: the same statements for SQLite and for PostgreSQL.

They are written in what both understand: `?` for values, `TRUE` and `FALSE` for flags, and
`ON CONFLICT`; what differs is told in `postgres`.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol


class Cursor(Protocol):
    """What a statement has come to."""

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""

    def fetchone(self) -> Any:
        """The next row, or None."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""

    def __iter__(self) -> Iterator[Any]:
        """The rows one by one."""


class Connection(Protocol):
    """A connection, in a transaction that who lends it begins and ends."""

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Cursor:
        """Do the statement."""

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Cursor:
        """Do the statement for each row of values."""
