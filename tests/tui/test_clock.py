"""The clock of a turn in a terminal."""

from sarja.client.messages import ClockShown
from sarja.tui.clock import TurnClock


class Watch:
    """Time that goes on when the test says so."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def started(seconds: int, left: int, *, runs: bool = True) -> tuple[TurnClock, Watch]:
    watch = Watch()
    clock = TurnClock(watch)
    clock.take(ClockShown(1, seconds, left * 1000, runs))
    return clock, watch


def test_what_is_left_is_counted_from_when_the_server_told_it() -> None:
    clock, watch = started(120, 119)
    assert (clock.seat, clock.text()) == (1, "1:59")
    watch.seconds += 60
    assert clock.text() == "0:59"
    watch.seconds += 600
    assert clock.text() == "0:00"


def test_a_clock_that_stands_counts_nothing_and_warns_of_nothing() -> None:
    clock, watch = started(120, 90, runs=False)
    watch.seconds += 60
    assert clock.text() == "1:30"
    assert clock.until_warning() is None


def test_it_warns_half_a_minute_and_ten_seconds_before_the_end_once_each() -> None:
    clock, watch = started(120, 120)
    clock.text()
    assert clock.until_warning() == 90
    watch.seconds += 90
    assert clock.text() == "0:30"
    assert clock.until_warning() == 20
    watch.seconds += 20.002
    assert clock.text() == "0:10"
    assert clock.until_warning() is None


def test_a_short_turn_has_fewer_warnings() -> None:
    clock, _ = started(30, 30)
    clock.text()
    assert clock.until_warning() == 20
    clock, _ = started(20, 20)
    clock.text()
    assert clock.until_warning() is None


def test_without_a_clock_nothing_is_said() -> None:
    clock, _ = started(120, 120)
    clock.take(None)
    assert (clock.seat, clock.left, clock.until_warning()) == (None, 0.0, None)
