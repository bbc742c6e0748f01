"""What a store of tables must do; `sql_store` does it in SQL."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Entry:
    """One command at a table, and what it made happen: a row of the event log."""

    table: str
    version: int
    """The number of its first event; no two entries of a table have the same."""
    last: int
    """The number of its last event."""
    scope: str
    """Whose `id` it is: the hash of a token, or of what else only the sender knows."""
    id: str
    seat: int | None
    command: bytes
    events: bytes
    answer: bytes
    at: float
    """Seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Link:
    """A personal link: the hash of its secret, and whose seat it opens."""

    hash: str
    table: str
    owner: str
    """The hash of the token that asked for it."""
    expires: float
    used: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """Who sat at a seat when a game was over."""

    team: int
    bot: str | None
    owners: frozenset[str] = frozenset()
    """The hashes of the tokens of a person."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over, and where it stands in the events of its table."""

    id: str
    """By what its review is found."""
    table: str
    number: int
    last: int
    """The number of the event with which it was over."""
    ended_at: float
    variant: str = ""
    teams: int = 0
    players: tuple[Player, ...] = ()
    """All seats in order; with what is above it only when the game is told to the store."""
    winner: int | None = None
    rated: bool = False


class Store(Protocol):
    """Keeps tables. What a coroutine has returned from is on the disk."""

    async def open_table(self, entry: Entry, code: str, review_key: str) -> str | None:
        """Open the entry's table; the id of another where the same command has opened one before.

        `review_key` is the table's secret by which the ids of its games' reviews are made.

        Raises:
            VersionTaken: there is a table of that id or code.
            StoreError: it is not stored.
        """

    async def append(
        self,
        entry: Entry,
        *,
        bot_due: bool,
        link: str | None = None,
        game: FinishedGame | None = None,
    ) -> bytes | None:
        """Add the entry; the earlier answer where the same command has been done before.

        `bot_due` says that a bot must move next; `link` is the hash of the link that it uses up;
        `game` is the game that is over with it.

        Raises:
            VersionTaken: there is an entry of that version.
            ServerError: `link-spent`, `table-closed`.
            StoreError: it is not stored.
        """

    async def entries(self, table: str, after: int) -> list[Entry]:
        """The table's entries with events after that version, in order."""

    async def review_key(self, table: str) -> str:
        """The secret by which the ids of the table's reviews are made; empty for no table."""

    async def is_closed(self, table: str) -> bool:
        """Whether the host of the server has closed the table."""

    async def finished_game(self, id_: str) -> FinishedGame | None:
        """The game with that id, or that had it once, if it is over."""

    async def analysis(self, game: str, depth: str) -> bytes | None:
        """The analysis of the game, as deep as that, if it has been kept."""

    async def keep_analysis(self, game: str, depth: str, data: bytes) -> None:
        """Keep the analysis of the game.

        Raises:
            StoreError: it is not stored.
        """

    async def look(self, table: str, scope: str, command: str) -> tuple[int, bytes | None]:
        """The table's version, and the answer to the command if it has been done."""

    async def find(self, code: str) -> str | None:
        """The id of the table with that code."""

    async def count(self) -> int:
        """How many tables there are."""

    async def add_link(self, link: Link) -> None:
        """Keep the link.

        Raises:
            StoreError: it is not stored.
        """

    async def link(self, hash_: str) -> Link | None:
        """The link with that hash."""

    async def bots_due(self) -> list[str]:
        """The ids of the tables where a bot must move."""

    async def versions(self, tables: Iterable[str]) -> dict[str, int]:
        """The version of each of the tables where another server may have stored something."""

    async def claim(self, what: str, owner: str, seconds: float) -> bool:
        """Whether the owner may see to it now; others may not, for a while.

        A claim saves work and promises nothing: that one command succeeds is up to the versions.
        """

    async def close(self) -> None:
        """Finish what was begun, and let go of the folder."""
