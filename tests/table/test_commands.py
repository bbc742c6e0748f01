"""What people may do at a table, and what then happens."""

import re
from dataclasses import replace

import pytest

from sarja.rules.errors import IllegalMove, SarjaError
from sarja.table.actions import (
    AnyAction,
    Configure,
    Fill,
    Invite,
    Lobby,
    Play,
    Rename,
    Settings,
    Sit,
    Stand,
    Start,
    Swap,
    Vacate,
)
from sarja.table.commands import check_fresh
from sarja.table.errors import TableError
from sarja.table.events import BotSeated, GameStarted, MoveMade, SeatTaken, SettingsChanged
from sarja.table.table import Table
from tests.table.tables import (
    after,
    begun,
    events_of,
    move_of,
    moved,
    new_table,
    played_out,
    two_people,
    with_bot,
    with_people,
)


def refusal(table: Table, seat: int | None, action: AnyAction) -> str:
    with pytest.raises(SarjaError) as caught:
        events_of(table, seat, action)
    return caught.value.code


# Seats


def test_who_names_no_seat_gets_the_first_open_one_and_then_a_bots() -> None:
    table = with_people(new_table(seats=3), "Ann", "Bob")
    assert [chair.name for chair in table.chairs] == ["Ann", "Bob", ""]
    full = with_people(with_bot(with_people(new_table(seats=2), "Ann"), 2), "Bob")
    assert full.chair(2).name == "Bob"
    assert refusal(full, None, Sit("Eve")) == "table-full"


def test_a_taken_seat_is_not_taken_again() -> None:
    table = with_people(new_table(), "Ann")
    assert refusal(table, None, Sit("Bob", 1)) == "seat-taken"
    assert refusal(table, None, Sit("Bob", 9)) == "seat-unknown"
    assert refusal(table, 1, Sit("Ann", 2)) == "seated-already"


def test_a_name_is_tidied() -> None:
    event = events_of(new_table(), None, Sit("  Ann   Lee "))[0]
    assert event == SeatTaken(1, "Ann Lee", "hash")


def test_a_name_must_be_ones_own() -> None:
    table = with_people(new_table(), "Ann")
    assert refusal(table, None, Sit("ANN")) == "name-taken"
    assert refusal(with_people(table, "Bob"), 2, Rename("ann")) == "name-taken"


def test_one_may_keep_ones_name_in_other_letters() -> None:
    table = after(with_people(new_table(), "Ann"), 1, Rename("ann"))
    assert table.chair(1).name == "ann"


def test_the_first_person_is_host_and_alone_configures_and_sends_people_away() -> None:
    table = with_people(new_table(), "Ann", "Bob")
    assert table.host == 1
    numbers = Configure(Settings("numbers"))
    assert refusal(table, 2, numbers) == "host-only"
    assert refusal(table, 2, Vacate(1)) == "host-only"
    assert after(table, 1, numbers).variant.id == "numbers"
    assert after(table, 1, Vacate(2)).chair(2).kind == "open"


def test_anybody_seated_invites_bots_and_sends_them_away() -> None:
    table = with_people(new_table(seats=3), "Ann", "Bob")
    table = after(table, 2, Invite(3, "random"))
    assert table.chair(3).bot == "random"
    assert after(table, 2, Vacate(3)).chair(3).kind == "open"
    assert refusal(table, 2, Invite(1, "random")) == "seat-taken"
    assert refusal(table, 2, Invite(3, "no-such")) == "bot-not-here"
    assert refusal(table, None, Invite(3, "random")) == "not-seated"


def test_people_change_places_between_games_only() -> None:
    table = after(with_people(new_table(), "Ann", "Bob"), 1, Swap(2))
    assert [chair.name for chair in table.chairs] == ["Bob", "Ann"]
    assert table.seat_of_token("hash-Ann") == 2
    assert refusal(table, 1, Swap(1)) == "seat-is-own"
    assert refusal(begun(table), 1, Swap(2)) == "game-on"


def test_who_leaves_in_a_game_is_followed_by_a_bot() -> None:
    table = after(two_people(), 2, Stand())
    assert table.chair(2).kind == "bot"
    assert table.seat_of_token("hash-Bob") is None
    assert after(with_people(new_table(), "Ann"), 1, Stand()).chair(1).kind == "open"


def test_a_bots_seat_is_taken_between_games_and_not_in_one() -> None:
    table = begun(with_people(new_table(), "Ann"))
    assert table.chair(2).kind == "bot"
    for seat in (None, 2):
        assert refusal(table, None, Sit("Bob", seat)) == "seat-in-game"
    # Nor by who left it, or another one, a moment ago.
    left = after(begun(with_people(new_table(seats=3), "Ann", "Bob")), 2, Stand())
    for seat in (None, 2, 3):
        assert refusal(left, None, Sit("Bob", seat)) == "seat-in-game"

    over = after(played_out(table), None, Sit("Bob", 2), "hash-Bob")
    assert over.seat_of_token("hash-Bob") == 2
    view = over.view(2)
    assert view is not None and view.hand == ()
    again = begun(over)
    view = again.view(2)
    assert view is not None and len(view.hand) == again.setup.hand


def test_a_game_that_people_have_left_to_bots_is_cleared_away_by_who_sits_down() -> None:
    table = after(begun(with_people(new_table(), "Ann")), 1, Stand())
    assert table.stage == "playing" and table.host is None
    table = after(table, None, Sit("Bob"), "hash-Bob")
    assert table.stage == "lobby" and table.state is None
    assert table.seat_of_token("hash-Bob") == 1
    assert table.view(1) is None


def test_fewer_seats_send_those_away_who_sat_there() -> None:
    table = with_people(new_table(seats=3), "Ann", "Bob", "Cat")
    table = after(table, 1, Configure(Settings("numbers-small", 2)))
    assert [chair.name for chair in table.chairs] == ["Ann", "Bob"]
    grown = after(table, 1, Configure(Settings("numbers-small", 3)))
    assert grown.chair(3).kind == "open"


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (Settings("numbers", 5), "seating-not-possible"),
        (Settings("numbers", 2, 3), "seating-not-possible"),
        (Settings("no-such"), "variant-not-here"),
    ],
)
def test_settings_must_name_a_game(settings: Settings, code: str) -> None:
    assert refusal(with_people(new_table(), "Ann"), 1, Configure(settings)) == code


# Games


def test_the_start_fills_open_seats_with_bots() -> None:
    table = with_people(new_table(seats=3), "Ann")
    events = events_of(table, 1, Start())
    assert events[:2] == [BotSeated(2, "casual"), BotSeated(3, "casual")]
    assert refusal(table, None, Start()) == "not-seated"


def test_the_deal_passes_left_in_a_rematch_and_is_cut_for_anew_with_other_seats() -> None:
    table = two_people(variant="classic")
    first = table.game
    assert first is not None
    table = begun(played_out(table))
    assert table.number == 2
    assert table.game is not None and table.game.dealer == first.after(first.dealer)
    table = after(played_out(table), 1, Configure(Settings("classic", 3)))
    (started,) = [e for e in events_of(table, 1, Start()) if isinstance(e, GameStarted)]
    assert started.cut


def test_the_cut_is_told_where_the_game_has_one() -> None:
    for variant, has_cut in (("classic", True), ("numbers", False)):
        table = with_people(new_table(variant), "Ann")
        (started,) = [e for e in events_of(table, 1, Start()) if isinstance(e, GameStarted)]
        assert bool(started.cut) is has_cut


def test_a_move_is_made_by_its_own_seat_in_its_turn() -> None:
    table = two_people()
    seat, play = move_of(table)
    other = 3 - seat
    with pytest.raises(IllegalMove) as caught:
        events_of(table, other, play)
    assert caught.value.code == "seat-not-to-act"
    named = Play(f"{other}:{play.move}")
    assert refusal(table, seat, named) == "seat-not-yours"
    events = events_of(table, seat, play)
    assert events[0] == MoveMade(seat, play.move)


def test_nothing_is_played_before_the_deal_or_after_the_end() -> None:
    lobby = with_people(new_table(), "Ann", "Bob")
    assert refusal(lobby, 1, Play("-")) == "game-not-begun"
    over = played_out(begun(lobby))
    assert re.match("over-", refusal(over, 1, Play("-")))


def test_between_games_only_is_it_started_configured_or_left_for_the_lobby() -> None:
    table = two_people()
    for action in (Start(), Configure(Settings()), Fill()):
        assert refusal(table, 1, action) == "game-on"
    assert refusal(table, 1, Lobby()) == "game-not-over"
    over = played_out(table)
    assert after(over, 2, Lobby()).stage == "lobby"


def test_new_settings_after_a_game_clear_it_away() -> None:
    over = played_out(two_people())
    changed = after(over, 1, Configure(Settings("numbers-small", 3)))
    assert changed.stage == "lobby"
    assert isinstance(events_of(over, 1, Configure(Settings()))[-1], SettingsChanged)


def test_a_draw_by_hand_is_the_seats_own_at_any_time() -> None:
    table = moved(two_people(draw="manual"))
    assert table.state is not None
    (owed,) = table.state.position.owed
    assert refusal(table, 3 - owed, Play(f"{owed}:+")) == "seat-not-yours"
    drawn = after(table, owed, Play(f"{owed}:+"))
    assert drawn.state is not None and not drawn.state.position.owed


# What came too late


def stale(table: Table, action: AnyAction, version: int) -> bool:
    try:
        check_fresh(table, action, version)
    except TableError as error:
        assert error.code == "stale"
        return True
    return False


def test_a_move_is_stale_when_somebody_has_moved_since() -> None:
    table = two_people()
    _, play = move_of(table)
    assert not stale(table, play, table.version)
    assert stale(moved(table), play, table.version)


def test_a_move_is_not_stale_because_somebody_has_another_name() -> None:
    table = two_people()
    _, play = move_of(table)
    assert not stale(after(table, 1, Rename("Zoe")), play, table.version)


def test_a_move_is_not_stale_because_somebody_has_drawn() -> None:
    table = moved(two_people(draw="manual"))
    assert table.state is not None
    (owed,) = table.state.position.owed
    _, play = move_of(table)
    assert not stale(after(table, owed, Play(f"{owed}:+")), play, table.version)


def test_a_late_draw_and_a_call_are_as_good_as_they_were() -> None:
    table = moved(moved(two_people(draw="manual")))
    assert not stale(table, Play("1:+"), 3)
    assert not stale(table, Play("!1"), 3)


def test_what_is_asked_of_one_stage_is_stale_in_another() -> None:
    lobby = with_people(new_table(), "Ann", "Bob")
    playing = begun(lobby)
    over = played_out(playing)
    for action in (Start(), Stand(), Lobby(), Configure(Settings())):
        assert stale(playing, action, lobby.version)
        assert stale(over, action, playing.version)
        assert not stale(over, action, over.version)


def test_a_start_is_stale_when_the_game_is_another() -> None:
    lobby = with_people(new_table(), "Ann", "Bob")
    changed = after(lobby, 1, Configure(Settings("numbers")))
    assert stale(changed, Start(), lobby.version)


def test_who_is_sent_away_must_be_who_was_meant() -> None:
    table = with_people(new_table(), "Ann", "Bob")
    other = after(after(table, 2, Stand()), None, Sit("Eve"), "hash-Eve")
    assert stale(other, Vacate(2), table.version)
    assert stale(other, Swap(2), table.version)
    assert not stale(other, Vacate(2), other.version)


def test_a_version_that_is_yet_to_come_is_stale() -> None:
    table = with_people(new_table(), "Ann")
    assert stale(table, Start(), table.version + 1)
    assert stale(replace(table, version=3), Rename("Bob"), 4)
