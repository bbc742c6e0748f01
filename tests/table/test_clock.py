"""The turn clock: what it charges, and what happens when it runs out."""

from dataclasses import replace
from typing import Any

import pytest

from sarja.table.actions import Play, Start
from sarja.table.clock import run_out
from sarja.table.commands import decide
from sarja.table.errors import TableError
from sarja.table.events import AnyTableEvent, ClockCharged, ClockRanOut, MoveMade, StandInSeated
from sarja.table.messages import ClockInfo, table_view
from sarja.table.moment import Moment
from sarja.table.table import Table, fold
from tests.table.tables import CHANCE, move_of, moved, new_table, two_people, with_bot, with_people


def clocked(**settings: Any) -> Table:
    return two_people(turn_seconds=60, **settings)


def used(milliseconds: int) -> Moment:
    return Moment(charged=milliseconds, runs=True)


def played(table: Table, moment: Moment) -> list[AnyTableEvent]:
    seat, play = move_of(table)
    return decide(table, seat, play, CHANCE, moment=moment)


def test_a_move_tells_what_its_turn_has_used_up() -> None:
    table = clocked()
    seat = table.timed_seat
    assert seat is not None
    events = played(table, used(12_800))
    assert events[0] == ClockCharged(seat, 12_800)
    assert isinstance(events[1], MoveMade)
    after = fold(table, events)
    assert after.charged == 0 and after.timed_seat == 3 - seat


def test_what_is_charged_stays_charged_until_the_turn_is_over() -> None:
    table = clocked()
    seat = table.timed_seat
    assert seat is not None
    later = fold(table, [ClockCharged(seat, 41_000)])
    shown = table_view(later, None, Moment(runs=True)).clock
    assert shown == ClockInfo(seat, 60, 19_000, True), "so much is left after a restart"
    assert table_view(later, None, used(50_000)).clock == ClockInfo(seat, 60, 10_000, True)
    assert moved(later).charged == 0


def test_without_a_clock_nothing_is_charged() -> None:
    table = two_people()
    assert isinstance(played(table, used(5_000))[0], MoveMade)
    assert table_view(table, 1, used(5_000)).clock is None
    with pytest.raises(TableError, match="stale"):
        run_out(table, used(10**9))


def test_table_talk_and_draws_are_not_of_the_turn() -> None:
    table = clocked(draw="manual")
    while table.state is not None and not table.state.position.owed:
        table = moved(table)
    assert table.state is not None
    owed = table.state.position.owed[0]
    draw = decide(table, owed, Play(f"{owed}:+"), CHANCE, moment=used(9_000))
    assert isinstance(draw[0], MoveMade)


def test_a_bots_turn_has_no_clock() -> None:
    table = with_bot(with_people(new_table(turn_seconds=60), "Ann"), 2)
    seats = {}
    table = fold(table, decide(table, 1, Start(), CHANCE))
    for _ in range(4):
        seats[move_of(table)[0]] = table.timed_seat
        table = moved(table)
    assert seats == {1: 1, 2: None}
    stood = fold(clocked(), [StandInSeated(1, "casual"), StandInSeated(2, "casual")])
    assert stood.timed_seat is None


def test_when_time_is_up_a_bot_plays_that_turn_and_no_other() -> None:
    table = clocked()
    seat = table.timed_seat
    assert seat is not None
    with pytest.raises(TableError, match="stale"):
        run_out(table, used(59_999))
    events = run_out(table, used(60_000))
    assert events == [ClockCharged(seat, 60_000), ClockRanOut(seat, "casual")]
    up = fold(table, events)
    assert up.bot_to_move() == (seat, "casual")
    assert table_view(up, seat).clock == ClockInfo(seat, 60, 0, False)
    with pytest.raises(TableError, match="stale"):
        run_out(up, used(70_000))
    _, play = move_of(up)
    made = decide(up, seat, play, CHANCE, moment=used(60_000), by_bot=True)
    assert made[0] == MoveMade(seat, play.move, stand_in=True)
    after = fold(up, made)
    assert after.bot_to_move() is None and not after.time_up
    assert after.bot_at(seat) is None


def test_who_is_quicker_than_the_bot_moves() -> None:
    table = clocked()
    up = fold(table, run_out(table, used(60_000)))
    made = played(up, used(60_000))
    assert isinstance(made[0], MoveMade) and not made[0].stand_in


def test_where_the_table_waits_nobody_plays_the_turn() -> None:
    table = clocked(run_out="wait")
    seat = table.timed_seat
    assert seat is not None
    up = fold(table, run_out(table, used(60_000)))
    assert up.time_up and up.bot_to_move() is None
    assert up.turn_began == table.turn_began
    assert not fold(up, played(up, used(90_000))).time_up


def test_a_clock_changes_nothing_about_the_game() -> None:
    table = clocked()
    up = fold(table, run_out(table, used(60_000)))
    assert up.state == table.state
    kept = replace(up, version=table.version, charged=0, time_up=False, filler=None)
    assert kept == table
