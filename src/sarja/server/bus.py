"""How the processes of a server hear that a table has changed."""

from collections.abc import Callable
from typing import Protocol

Listener = Callable[[str, int], None]
"""Called with a table's id and its new version."""


class Bus(Protocol):
    """Says which tables have changed; a doorbell, whose loss the next one makes good."""

    def publish(self, table: str, version: int) -> None:
        """Tell every process that the table is at that version."""

    def listen(self, listener: Listener) -> None:
        """Call the listener for every table that changes."""


class MemoryBus:
    """The bus of a server that is one process."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def publish(self, table: str, version: int) -> None:
        """Tell the listeners, in the order in which they came."""
        for listener in self._listeners:
            listener(table, version)

    def listen(self, listener: Listener) -> None:
        """Call the listener for every table that changes."""
        self._listeners.append(listener)
