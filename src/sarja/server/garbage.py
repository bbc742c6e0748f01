"""When Python looks through all objects for those that nobody needs and that hold one another.

Each such full collection stops the server: for half a second with 4,000 sockets open, and by itself
it came every few seconds (`docs/server-speed.md`). Playing leaves nothing for it, only connections
that end do. So it is done when as many have ended as are open, and seldom at other times.
"""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

FEWEST: Final = 1000
"""After fewer connections than that it is not worth it."""
SELDOM_SECONDS: Final = 600.0
NEVER: Final = 1 << 30


@contextmanager
def no_full_collections() -> Iterator[None]:
    """Leave young objects to Python, and full collections to `GarbageDay`."""
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old)


class GarbageDay:
    """Decides when there is a full collection."""

    def __init__(self, seconds: float = SELDOM_SECONDS) -> None:
        self._seconds = seconds
        self._ended = 0
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Collect now, and from now on after so many seconds, however quiet it is."""
        self._collect()
        self._timer = asyncio.get_running_loop().call_later(self._seconds, self.begin)

    def close(self) -> None:
        """No more of that."""
        if self._timer is not None:
            self._timer.cancel()

    def note_end(self, still_open: int) -> None:
        """A connection has ended. It costs about as much as to look at one that is open."""
        self._ended += 1
        if self._ended >= max(FEWEST, still_open):
            self._collect()

    def _collect(self) -> None:
        self._ended = 0
        gc.collect()
