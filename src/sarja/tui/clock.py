"""The clock of a turn as a terminal shows it: the server counts, and here it is told."""

import time
from collections.abc import Callable
from typing import Final

from sarja.client.messages import ClockShown

WARNINGS: Final = (30, 10)
"""Seconds before the end at which it is said how many are left."""


class TurnClock:
    """What is left of the turn since the server last told it."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._shown: ClockShown | None = None
        self._came = 0.0
        self._told = 0
        """What was left, in seconds, when it was said last."""

    def take(self, shown: ClockShown | None) -> None:
        """From now on it stands so, or there is none."""
        self._shown, self._came = shown, self._now()

    @property
    def seat(self) -> int | None:
        """Whose turn is counted; None where none is."""
        return None if self._shown is None else self._shown.seat

    @property
    def left(self) -> float:
        """The seconds that are left, or 0 where nothing is counted."""
        if self._shown is None:
            return 0.0
        gone = self._now() - self._came if self._shown.runs else 0.0
        return max(0.0, self._shown.left / 1000 - gone)

    def text(self) -> str:
        """What is left, as minutes and seconds; it has been told then."""
        self._told = round(self.left)
        minutes, seconds = divmod(self._told, 60)
        return f"{minutes}:{seconds:02}"

    def until_warning(self) -> float | None:
        """Seconds after which it is to be said that few are left; None where that is not to be."""
        shown = self._shown
        if shown is None or not shown.runs:
            return None
        ahead = [
            at for at in WARNINGS if at < self._told and at < shown.seconds / 2 and at < self.left
        ]
        return self.left - max(ahead) if ahead else None
