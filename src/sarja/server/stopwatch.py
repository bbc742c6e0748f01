"""Counts what a turn uses up: on the server, and only while the server runs."""

import time
from collections.abc import Callable


class Stopwatch:
    """Counts the milliseconds of one turn after the other."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._turn = -1
        self._charged = 0.0
        self._since: float | None = None

    def set(self, turn: int, stored: int, runs: bool) -> bool:
        """Count that turn, of which so much is stored; whether it goes on where it stood, or so."""
        now = self._clock()
        before = self.runs
        if turn != self._turn:
            self._turn, self._charged, self._since = turn, stored / 1000, None
        if runs and self._since is None:
            self._since = now
        elif not runs and self._since is not None:
            self._charged += now - self._since
            self._since = None
        return before != self.runs

    def adopt(self, turn: int, charged: int) -> bool:
        """Take over what another server has counted of the same turn, if it is more; whether so."""
        if turn != self._turn or charged <= self.charged:
            return False
        self._charged = charged / 1000
        if self._since is not None:
            self._since = self._clock()
        return True

    @property
    def counted(self) -> tuple[int, int]:
        """Which turn it counts, and the milliseconds so far."""
        return self._turn, self.charged

    @property
    def runs(self) -> bool:
        """Whether it goes on."""
        return self._since is not None

    @property
    def charged(self) -> int:
        """Milliseconds of the turn so far."""
        running = 0.0 if self._since is None else self._clock() - self._since
        return round((self._charged + running) * 1000)
