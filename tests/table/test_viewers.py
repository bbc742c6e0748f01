"""Who may look at a table, and what of it."""

import msgspec
import pytest

from sarja.table.actions import Admit, Lobby, Screen, Sit, Stand, Swap, Unscreen
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
    assert not table.opens_to(()) and not table.opens_to((1,), screen=True)
    over = played_out(table)
    assert over.state is not None
    hands = over.open_hands()
    assert [sorted(hand) for hand in hands] == [sorted(hand) for hand in over.state.hands]
    named = list(over.state.position.game.variant.cards)
    for hand in hands:
        places = [named.index(card) for card in hand]
        assert places == sorted(places)
    assert over.opens_to(()) and over.opens_to((2,))
    closed = after(over, 1, Admit("none"))
    assert not closed.opens_to(()) and closed.opens_to((2,)) and closed.opens_to((None, 2))
    assert not closed.opens_to((None,)) and closed.opens_to((), screen=True)
    late = after(after(closed, 2, Stand()), None, Sit("Eve"), "hash-Eve")
    assert not late.opens_to((2,)) and late.opens_to((1, 2))
    assert not after(late, 1, Lobby()).opens_to((1,))


def test_who_changes_places_after_a_closed_game_keeps_its_hands_and_its_review() -> None:
    over = played_out(two_people(spectators="none"))
    closed = after(over, 1, Swap(2))
    assert closed.stage == "over" and closed.opens_to((1,)) and closed.opens_to((2,))
    hands = [list(hand) for hand in closed.open_hands()]
    for seat in (1, 2):
        view = table_view(closed, seat).game
        assert view is not None and view.hands == hands and view.review is not None
        assert view.hand == [], "the hand at the seat is that of who sat there"
    late = after(after(closed, 2, Stand()), None, Sit("Eve"), "hash-Eve")
    assert late.opens_to((1,)) and not late.opens_to((2,))
    moved = after(late, 2, Swap(1))
    assert moved.opens_to((2,)) and not moved.opens_to((1,)), "it goes with the person"


def test_the_review_is_named_to_those_to_whom_the_hands_are_open() -> None:
    closed = after(played_out(two_people()), 1, Admit("none"))
    views = {
        "seat": table_view(closed, 1),
        "passed": table_view(closed, None, NOWHEN, (1, 2)),
        "screen": table_view(closed, None, screen=True),
        "spectator": table_view(closed, None),
    }
    told = {who for who, view in views.items() if view.game and view.game.review}
    assert told == {who for who, view in views.items() if view.game and view.game.hands}
    assert told == {"seat", "passed", "screen"}


def test_a_screen_was_there_if_it_came_before_the_game() -> None:
    table = after(with_people(new_table(spectators="none"), "Ann", "Bob"), None, Screen(), "early")
    over = after(played_out(begun(table)), None, Screen(), "late")
    assert over.screen_was_there("early")
    assert not over.screen_was_there("late") and not over.screen_was_there("hash")


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
