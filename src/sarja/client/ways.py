"""By which way to a server: a WebSocket, or a stream where none comes through."""

import time
from typing import Final

from sarja.client.address import Address
from sarja.client.errors import ClientError
from sarja.client.stream import Stream
from sarja.client.transport import Lost, Transport, open_socket

BRIEF: Final = 5.0
"""A WebSocket that lived for fewer seconds has not worked: filters cut them at once."""
PATIENCE: Final = 3
"""So often WebSockets may fail one after the other before a stream is tried, if one has worked."""


class Ways:
    """Opens connections, and remembers what has worked."""

    def __init__(self) -> None:
        self._failures = 0.0
        self._worked = False
        """Whether a WebSocket has."""
        self._streams = False
        self._since: float | None = None
        """When the WebSocket was opened that was the last connection."""

    def open(self, address: Address) -> Transport:
        """A connection.

        Raises:
            Lost: there is none to be had now.
            ClientError: `server-not-sarja`.
        """
        self._judge_last()
        if not self._streams and self._failures < self._enough:
            try:
                opened = open_socket(address)
            except (Lost, ClientError):
                self._failures += 1
                if self._failures < self._enough:
                    raise Lost from None
            else:
                self._since = time.monotonic()
                return opened
        self._failures, self._streams = 0, False
        stream = Stream(address)
        # Where a WebSocket has worked it is tried again after a loss.
        self._streams = not self._worked
        return stream

    @property
    def _enough(self) -> int:
        return PATIENCE if self._worked else 1

    def _judge_last(self) -> None:
        """See whether the last connection, if it was a WebSocket, has worked."""
        if self._since is None:
            return
        if time.monotonic() - self._since >= BRIEF:
            self._worked, self._failures = True, 0
        else:
            self._failures += 0.5
        self._since = None
