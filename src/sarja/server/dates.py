"""What day it is, as far as that can be believed: a machine's date may be wrong, and jump."""

import time
from collections.abc import Callable
from typing import Final

AGREES_WITHIN: Final = 600.0
"""Seconds by which the date and the time that has gone by may differ."""

_BEGAN: Final = time.time() - time.monotonic()


def even_now() -> float:
    """Seconds since 1970 by the date at which the program began; no jump of it changes anything.

    For what must go on for so many hours, whatever becomes of the date.
    """
    return _BEGAN + time.monotonic()


class Dates:
    """Tells whether the date has gone on as time has, since it was last asked."""

    def __init__(
        self,
        date: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._date, self._clock = date, clock
        self._gap = date() - clock()

    def agree(self) -> bool:
        """Whether it has; where it has not, the new date is what counts from now on."""
        gap = self._date() - self._clock()
        before, self._gap = self._gap, gap
        return abs(gap - before) <= AGREES_WITHIN
