"""When Python looks through all objects: not amid a game night, but not never either."""

import asyncio
import gc
import weakref

from sarja.server.garbage import FEWEST, GarbageDay, no_full_collections
from tests.server.phones import run


class Knot:
    """Holds itself, so that only a full collection ends it."""

    def __init__(self) -> None:
        self.itself = self


def old_knot() -> "weakref.ref[Knot]":
    """A knot that nobody needs, old enough that only a full collection finds it."""
    knot = Knot()
    gc.collect(0)
    gc.collect(1)
    return weakref.ref(knot)


def make_many_objects() -> None:
    """So many that Python would look through all of them, if it were let."""
    kept: list[object] = []
    for _ in range(60):
        kept.extend([[] for _ in range(20_000)])
        gc.collect(1)


def test_playing_never_starts_a_full_collection() -> None:
    begun = gc.get_threshold()
    with no_full_collections():
        full = gc.get_stats()[2]["collections"]
        make_many_objects()
        assert gc.get_stats()[2]["collections"] == full
    assert gc.get_threshold() == begun


def test_as_many_ends_as_are_open_start_one() -> None:
    day, knot = GarbageDay(), old_knot()
    still_open = 2 * FEWEST
    with no_full_collections():
        for _ in range(still_open - 1):
            day.note_end(still_open)
        assert knot() is not None
        day.note_end(still_open)
        assert knot() is None


def test_a_few_ends_start_none() -> None:
    day, knot = GarbageDay(), old_knot()
    with no_full_collections():
        for _ in range(FEWEST - 1):
            day.note_end(0)
        assert knot() is not None


def test_time_starts_one_again_and_again() -> None:
    async def work() -> None:
        day = GarbageDay(seconds=0.01)
        day.begin()
        for _ in range(2):
            knot = old_knot()
            while knot() is not None:
                await asyncio.sleep(0.005)
        day.close()
        knot = old_knot()
        await asyncio.sleep(0.05)
        assert knot() is not None

    with no_full_collections():
        run(work())
