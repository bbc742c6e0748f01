"""Who may look at a table, and what of it."""

import msgspec
import pytest

from sarja.table.actions import Admit, Lobby, Screen, Sit, Stand, Unscreen
from sarja.table.commands import check_fresh
from sarja.table.errors import TableError
from sarja.table.events import ScreenAdded, ScreenAddedSeen, redact
from sarja.table.messages import table_view
from sarja.table.moment import NOWHEN
from tests.table.tables import (
    after,
    begun,
    events_of,
    move_of,
    new_table,
    played_out,
    two_people,
    with_people,
)


def test_the_host_alone_admits_spectators_also_in_a_game() -> None:
    table = two_people()
    with pytest.raises(TableError) as caught:
        events_of(table, 2, Admit("none"))
    assert caught.value.code == "host-only"
    closed = after(table, 1, Admit("none"))
    assert table.lets_watch and not closed.lets_watch
    assert closed.settings == msgspec.structs.replace(table.settings, spectators="none")
    assert after(closed, 1, Admit("allowed")).lets_watch
    # Nothing that a move or leaving hangs on has changed.
    for action in (move_of(closed)[1], Stand(), Admit("allowed")):
        check_fresh(closed, action, table.version)


def test_a_closed_table_is_closed_while_a_game_is_played() -> None:
    lobby = with_people(new_table(spectators="none"), "Ann", "Bob")
    table = begun(lobby)
    assert lobby.lets_watch and not table.lets_watch
    assert played_out(table).lets_watch


def test_hands_are_open_when_the_game_is_over_to_all_who_could_have_watched() -> None:
    table = two_people()
    assert table.open_hands(None) == table.open_hands(1) == ()
    over = played_out(table)
    assert over.state is not None
    hands = tuple(tuple(sorted(hand)) for hand in over.state.hands)
    assert over.open_hands(None) == over.open_hands(2) == hands
    closed = after(over, 1, Admit("none"))
    assert closed.open_hands(None) == () and closed.open_hands(2) == hands
    late = after(after(closed, 2, Stand()), None, Sit("Eve"), "hash-Eve")
    assert late.open_hands(2) == ()
    assert after(late, 1, Lobby()).open_hands(1) == ()


def test_a_screen_comes_between_games_and_has_no_seat() -> None:
    table = after(two_people(), 1, Admit("none"))
    with pytest.raises(TableError) as caught:
        events_of(table, None, Screen())
    assert caught.value.code == "game-on"
    over = after(played_out(table), None, Screen(), "hash-screen")
    assert over.knows("hash-screen") and over.seat_of_token("hash-screen") is None
    assert table_view(over, None, NOWHEN).screens == 1
    with pytest.raises(TableError) as caught:
        events_of(over, 1, Screen())
    assert caught.value.code == "seated-already"
    gone = after(over, 1, Unscreen())
    assert not gone.knows("hash-screen")


def test_nobody_is_told_a_screens_token() -> None:
    (event,) = events_of(new_table(), None, Screen())
    assert event == ScreenAdded("hash")
    for seat in (None, 1):
        assert redact(event, seat, ()) == ScreenAddedSeen()
