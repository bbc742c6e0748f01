"""How much each seat of a table has said of late: who talks too much must wait a little."""

import time
from collections import deque
from collections.abc import Callable

from sarja.table.phrases import SAYING_SECONDS, SAYINGS


class Voices:
    """When each seat said its last phrases: what is stored of them, whatever server it came by."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._said: dict[int, deque[float]] = {}

    def note(self, seat: int, ago: float = 0.0) -> None:
        """The seat has said something, so many seconds ago."""
        self._said.setdefault(seat, deque(maxlen=SAYINGS)).append(self._clock() - ago)

    @property
    def hushed(self) -> frozenset[int]:
        """The seats that must wait before they say more."""
        since = self._clock() - SAYING_SECONDS
        full = (seat for seat, times in self._said.items() if len(times) == SAYINGS)
        return frozenset(seat for seat in full if self._said[seat][0] > since)
