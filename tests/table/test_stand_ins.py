"""Bots that play for people who are away, and give the seat back."""

import pytest

from sarja.table.actions import Lobby, Rename, Return, Sit, Stand, StandIn, Start
from sarja.table.commands import check_fresh, decide
from sarja.table.errors import TableError
from sarja.table.events import MoveMade, StandInLeft, StandInSeated, decode_events
from sarja.table.messages import table_view
from sarja.table.moment import Moment
from sarja.table.table import Table, fold
from tests.table.tables import (
    CHANCE,
    after,
    move_of,
    moved,
    new_table,
    played_out,
    two_people,
    with_bot,
    with_people,
)

BOB_AWAY = Moment(here=frozenset({1}), away=frozenset({2}))


def with_stand_in(table: Table, seat: int = 2) -> Table:
    """The table when somebody has let a bot play for the person at that seat."""
    events = decide(table, 3 - seat, StandIn(seat), CHANCE, moment=Moment(away=frozenset({seat})))
    return fold(table, events)


def refusal(table: Table, seat: int | None, action: StandIn | Return) -> str:
    with pytest.raises(TableError) as caught:
        decide(table, seat, action, CHANCE, moment=BOB_AWAY)
    return caught.value.code


def turn_of(table: Table, seat: int) -> Table:
    """The table when it is that seat's turn."""
    while table.stage == "playing" and move_of(table)[0] != seat:
        table = moved(table)
    return table


def test_a_bot_plays_for_who_is_away_and_the_person_keeps_the_seat() -> None:
    table = turn_of(two_people(), 2)
    assert table.bot_to_move() is None
    stood = with_stand_in(table)
    chair = stood.chair(2)
    assert (chair.kind, chair.name, chair.stand_in) == ("person", "Bob", "casual")
    assert chair.token_hashes == table.chair(2).token_hashes
    assert stood.bot_to_move() == (2, "casual")
    assert stood.view(2) == table.view(2)


def test_nobody_is_stood_in_for_who_is_there_or_is_no_person() -> None:
    table = two_people()
    assert refusal(table, 2, StandIn(1)) == "person-there"
    assert refusal(table, None, StandIn(2)) == "not-seated"
    assert refusal(table, 1, StandIn(9)) == "seat-unknown"
    assert refusal(with_stand_in(table), 1, StandIn(2)) == "bot-plays-already"
    alone = with_people(new_table(), "Ann")
    assert refusal(alone, 1, StandIn(2)) == "no-game-on"
    assert refusal(played_out(table), 1, StandIn(2)) == "no-game-on"


def test_what_the_stand_in_has_played_is_told() -> None:
    table = with_stand_in(turn_of(two_people(), 2))
    _, play = move_of(table)
    events = decide(table, 2, play, CHANCE, by_bot=True)
    assert isinstance(events[0], MoveMade) and events[0].stand_in
    game = table_view(fold(table, events), 1).game
    assert game is not None
    assert game.stood_in == [len(game.log)]


def test_a_bots_own_moves_are_nobody_elses() -> None:
    table = with_people(new_table(), "Ann")
    table = with_bot(table, 2)
    table = turn_of(after(table, 1, Start()), 2)
    _, play = move_of(table)
    events = decide(table, 2, play, CHANCE, by_bot=True)
    assert isinstance(events[0], MoveMade) and not events[0].stand_in


def test_who_comes_back_plays_again() -> None:
    table = with_stand_in(turn_of(two_people(), 2))
    assert decide(table, 2, Return(), CHANCE) == [StandInLeft(2)]
    assert after(table, 2, Return()).bot_to_move() is None
    assert refusal(two_people(), 2, Return()) == "no-stand-in"


def test_a_move_of_ones_own_takes_the_seat_back() -> None:
    table = with_stand_in(turn_of(two_people(), 2))
    _, play = move_of(table)
    events = decide(table, 2, play, CHANCE)
    assert events[0] == StandInLeft(2)
    assert events[1] == MoveMade(2, play.move)
    assert fold(table, events).chair(2).stand_in is None


def test_who_leaves_for_good_takes_no_stand_in_along() -> None:
    table = after(with_stand_in(two_people()), 2, Stand())
    assert table.chair(2).kind == "bot" and table.chair(2).stand_in is None


def test_the_stand_in_stays_until_its_person_comes() -> None:
    table = with_stand_in(two_people())
    while table.stage == "playing":
        seat, play = move_of(table)
        table = fold(table, decide(table, seat, play, CHANCE, by_bot=seat == 2))
    table = after(table, 1, Lobby())
    assert table.stage == "lobby"
    assert table.chair(2).stand_in == "casual"
    assert after(table, 2, Return()).chair(2).stand_in is None


def test_a_new_name_changes_nothing_about_it() -> None:
    table = after(with_stand_in(two_people()), 2, Rename("Rob"))
    assert table.chair(2).stand_in == "casual"


def test_what_everybody_sees_of_it() -> None:
    table = with_stand_in(two_people())
    for viewer in (None, 1, 2):
        seats = table_view(table, viewer, BOB_AWAY).seats
        assert [(seat.here, seat.away, seat.stand_in) for seat in seats] == [
            (True, False, None),
            (False, True, "casual"),
        ]


def test_the_moves_of_another_game_are_forgotten() -> None:
    table = with_stand_in(turn_of(two_people(), 2))
    _, play = move_of(table)
    table = played_out(fold(table, decide(table, 2, play, CHANCE, by_bot=True)))
    assert table.stood_in
    assert after(table, 1, Lobby()).stood_in == ()
    assert after(table, 1, Start()).stood_in == ()


def test_old_moves_were_the_persons_own() -> None:
    old = b'[{"type":"MoveMade","seat":1,"move":"-"}]'
    assert decode_events(old) == [MoveMade(1, "-")]


def test_the_wish_hangs_on_who_sits_there() -> None:
    table = two_people()
    check_fresh(table, StandIn(2), table.version)
    check_fresh(table, Return(), 0)
    with pytest.raises(TableError, match="stale"):
        check_fresh(table, StandIn(2), table.chair(2).since - 1)


def test_the_turn_is_known_by_where_it_began() -> None:
    table = two_people()
    seat, play = move_of(table)
    assert 0 < table.turn_began <= table.version
    later = after(table, seat, play)
    assert later.turn_began > table.version


def test_the_event_names_the_bot() -> None:
    table = two_people()
    events = decide(table, 1, StandIn(2), CHANCE, moment=BOB_AWAY)
    assert events == [StandInSeated(2, "casual")]


def test_a_game_is_played_by_all_where_no_bot_has_played_for_a_person() -> None:
    table = two_people()
    assert played_out(table).was_played_by_all
    assert played_out(with_stand_in(table)).was_played_by_all, "no move of its own"
    stood = with_stand_in(turn_of(table, 2))
    _, play = move_of(stood)
    helped = fold(stood, decide(stood, 2, play, CHANCE, by_bot=True))
    back = after(turn_of(helped, 2), 2, move_of(turn_of(helped, 2))[1])
    assert back.chair(2).stand_in is None and not played_out(back).was_played_by_all
    assert not played_out(after(table, 2, Stand())).was_played_by_all
    # Who comes for the next game plays all of that one.
    left = after(after(played_out(table), 2, Stand()), None, Sit("Eve"), "hash-Eve")
    assert played_out(after(left, 1, Start())).was_played_by_all
