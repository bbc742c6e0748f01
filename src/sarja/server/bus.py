"""How the processes of a server hear from one another: a doorbell, and nothing hangs on it.

A notice may be lost: the next one, or a look at the database, makes it good.
"""

from collections.abc import Callable
from typing import Protocol

Listener = Callable[[str, int], None]
"""Called with a table's id and its new version."""
Hearer = Callable[..., None]
"""Called with what another process has told."""


class Bus(Protocol):
    """Says which tables have changed, and what else processes tell one another."""

    @property
    def has_others(self) -> bool:
        """Whether there may be other processes."""

    def publish(self, table: str, version: int) -> None:
        """Tell this process, then those that follow the table, that it is at that version."""

    def follow(self, table: str) -> None:
        """Hear from now on of what others tell of that table."""

    def leave(self, table: str) -> None:
        """Hear no more of it."""

    def listen(self, listener: Listener) -> None:
        """Call the listener for every table that changes."""

    def tell(self, kind: str, *what: str) -> None:
        """Tell the other processes, if there are any."""

    def tell_of(self, kind: str, table: str) -> None:
        """Tell the other processes that follow the table, with nothing but which table it is."""

    def hear(self, kind: str, hearer: Hearer) -> None:
        """Call the hearer with what others tell of that kind."""

    def mind_gaps(self, look: Callable[[], None]) -> None:
        """Call that when notices may have been lost."""

    def mind_gap_of(self, look: Callable[[str], None]) -> None:
        """Call that with a table when it is followed in earnest: what was told before is lost."""

    async def begin(self) -> None:
        """Take part from now on."""

    async def close(self) -> None:
        """Take part no more."""


class MemoryBus:
    """The bus of a server that is one process."""

    has_others = False

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def publish(self, table: str, version: int) -> None:
        """Tell the listeners, in the order in which they came."""
        for listener in self._listeners:
            listener(table, version)

    def follow(self, table: str) -> None:
        """Nothing: what happens, happens here."""

    def leave(self, table: str) -> None:
        """Nothing is to be done for it."""

    def listen(self, listener: Listener) -> None:
        """Call the listener for every table that changes."""
        self._listeners.append(listener)

    def tell(self, kind: str, *what: str) -> None:
        """Nothing: there is nobody else."""

    def tell_of(self, kind: str, table: str) -> None:
        """Nothing: there is nobody else."""

    def hear(self, kind: str, hearer: Hearer) -> None:
        """Nothing: nobody else tells anything."""

    def mind_gaps(self, look: Callable[[], None]) -> None:
        """Nothing: what is told is heard."""

    def mind_gap_of(self, look: Callable[[str], None]) -> None:
        """Nothing: what is told is heard."""

    async def begin(self) -> None:
        """Nothing is to be done for it."""

    async def close(self) -> None:
        """Nothing is to be done for it."""
