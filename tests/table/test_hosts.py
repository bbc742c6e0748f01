"""Who is the host, and what only the host may do with other people's seats."""

import pytest

from sarja.rules.errors import SarjaError
from sarja.table.actions import (
    AnyAction,
    Configure,
    Fill,
    Invite,
    Settings,
    Sit,
    Stand,
    Swap,
    Vacate,
)
from sarja.table.commands import check_fresh, decide
from sarja.table.errors import TableError
from sarja.table.events import BotSeated, SeatsSwapped, SeatVacated
from sarja.table.messages import table_view
from sarja.table.moment import NOWHEN, Moment
from sarja.table.table import Table
from tests.table.tables import CHANCE, after, begun, new_table, two_people, with_bot, with_people


def refusal(table: Table, seat: int | None, action: AnyAction, moment: Moment = NOWHEN) -> str:
    with pytest.raises(SarjaError) as caught:
        decide(table, seat, action, CHANCE, "hash", moment)
    return caught.value.code


def full_table() -> Table:
    return with_people(new_table(seats=4), "Ann", "Bob", "Cid", "Dot")


def test_who_sat_down_first_stays_the_host_wherever_that_is() -> None:
    table = after(new_table(seats=3), None, Sit("Ann", 3), "hash-Ann")
    assert table.host == 3
    table = after(table, None, Sit("Bob", 1), "hash-Bob")
    assert table.host == 3
    assert after(table, 3, Swap(1)).host == 1
    assert after(after(table, 3, Swap(2)), 2, Swap(1)).host == 1


def test_when_the_host_has_left_the_first_person_is_the_host() -> None:
    table = after(full_table(), 1, Swap(3))
    assert table.host == 3
    left = after(table, 3, Stand())
    assert left.host == 1
    assert after(left, None, Sit("Eve", 3), "hash-Eve").host == 1
    empty = after(with_people(new_table(), "Ann"), 1, Stand())
    assert empty.host is None
    assert after(empty, None, Sit("Bob", 2), "hash-Bob").host == 2


def test_the_host_goes_with_a_seat_that_the_settings_take_away() -> None:
    table = after(full_table(), 1, Swap(4))
    assert table.host == 4
    assert after(table, 4, Configure(Settings(seats=2))).host == 1


def test_while_the_host_is_away_the_first_who_is_not_acts() -> None:
    table, away = full_table(), Moment(away=frozenset({1}))
    assert refusal(table, 2, Configure(Settings(seats=4))) == "host-only"
    assert decide(table, 2, Vacate(1), CHANCE, moment=away) == [SeatVacated(1)]
    assert refusal(table, 3, Vacate(1), away) == "host-only"
    assert table_view(table, 3, away).host == 2
    assert table_view(table, 3).host == 1
    # Who has come back, and is not noticed yet, is the host all the same.
    assert decide(table, 1, Vacate(2), CHANCE, moment=away) == [SeatVacated(2)]
    all_away = Moment(away=frozenset({1, 2, 3, 4}))
    assert table_view(table, None, all_away).host == 1


def test_the_host_lets_two_others_change_places_at_a_full_table() -> None:
    table = full_table()
    assert decide(table, 1, Swap(2, 3), CHANCE) == [SeatsSwapped(3, 2)]
    swapped = after(table, 1, Swap(2, 3))
    assert [chair.name for chair in swapped.chairs] == ["Ann", "Cid", "Bob", "Dot"]
    assert swapped.host == 1
    assert refusal(table, 2, Swap(3, 4)) == "host-only"
    assert refusal(table, 1, Swap(2, 2)) == "seats-alike"
    assert refusal(table, 1, Swap(2, 9)) == "seat-unknown"
    assert refusal(table, 1, Swap(9, 2)) == "seat-unknown"
    assert refusal(begun(table), 1, Swap(2, 3)) == "game-on"


def test_ones_own_seat_may_be_named_either_way() -> None:
    table = full_table()
    assert decide(table, 2, Swap(3, 2), CHANCE) == [SeatsSwapped(2, 3)]
    assert decide(table, 2, Swap(2, 3), CHANCE) == [SeatsSwapped(3, 2)]
    assert refusal(table, 2, Swap(2)) == "seat-is-own"


def test_the_host_fills_the_open_seats_with_bots() -> None:
    table = with_people(new_table(seats=4), "Ann", "Bob")
    assert decide(table, 1, Fill(), CHANCE) == [BotSeated(3, "casual"), BotSeated(4, "casual")]
    chosen = after(table, 1, Invite(3, "random"))
    assert decide(chosen, 1, Fill(), CHANCE) == [BotSeated(4, "casual")]
    assert refusal(table, 2, Fill()) == "host-only"
    assert refusal(table, None, Fill()) == "not-seated"
    assert refusal(full_table(), 1, Fill()) == "no-open-seat"


def test_the_host_removes_somebody_in_a_game_and_a_bot_plays_on() -> None:
    table = two_people()
    assert decide(table, 1, Vacate(2), CHANCE) == [BotSeated(2, "casual")]
    removed = after(table, 1, Vacate(2))
    assert removed.stage == "playing" and removed.state == table.state
    assert removed.seat_of_token("hash-Bob") is None
    assert refusal(table, 2, Vacate(1)) == "host-only"
    assert refusal(removed, 1, Vacate(2)) == "game-on"
    assert refusal(removed, None, Vacate(1)) == "not-seated"
    alone = begun(with_bot(with_people(new_table(), "Ann"), 2))
    assert refusal(alone, 1, Vacate(2)) == "game-on"


def test_a_wish_hangs_on_both_seats() -> None:
    table = full_table()
    check_fresh(table, Swap(2, 3), table.version)
    moved_on = after(table, 4, Swap(3))
    with pytest.raises(TableError, match="stale"):
        check_fresh(moved_on, Swap(2, 3), table.version)
    check_fresh(moved_on, Swap(2), table.version)
    check_fresh(table, Swap(99, 98), table.version)
