"""Pausing, going on, and ending a game: all who are present agree, or it is off."""

import pytest

from sarja.table.actions import Agree, AnyAction, Ask, Decline, Play, Stand, StandIn
from sarja.table.commands import check_fresh, decide
from sarja.table.errors import TableError
from sarja.table.events import (
    ClockCharged,
    GameCalledOff,
    GamePaused,
    GameResumed,
    LobbyEntered,
    RequestAgreed,
    RequestDropped,
    RequestMade,
)
from sarja.table.messages import RequestInfo, table_view
from sarja.table.moment import NOWHEN, Moment
from sarja.table.requests import is_agreed, settle
from sarja.table.table import Table, fold
from tests.table.tables import (
    CHANCE,
    after,
    begun,
    move_of,
    moved,
    new_table,
    played_out,
    two_people,
    with_people,
)


def refusal(table: Table, seat: int | None, action: AnyAction) -> str:
    with pytest.raises(TableError) as caught:
        decide(table, seat, action, CHANCE)
    return caught.value.code


def paused(table: Table) -> Table:
    return after(after(table, 1, Ask("pause")), 2, Agree())


def test_a_game_is_paused_when_all_agree_and_goes_on_when_all_agree() -> None:
    table = two_people()
    assert decide(table, 1, Ask("pause"), CHANCE) == [RequestMade(1, "pause")]
    asked = after(table, 1, Ask("pause"))
    assert not asked.paused
    assert decide(asked, 2, Agree(), CHANCE) == [RequestAgreed(2), GamePaused()]
    rests = after(asked, 2, Agree())
    assert rests.paused and rests.request is None and rests.state == table.state
    wish = after(rests, 2, Ask("resume"))
    assert wish.paused
    assert decide(wish, 1, Agree(), CHANCE) == [RequestAgreed(1), GameResumed()]
    goes = after(wish, 1, Agree())
    assert not goes.paused and moved(goes).version > goes.version


def test_in_a_pause_nobody_plays_and_nothing_is_offered() -> None:
    table = paused(two_people())
    seat, play = move_of(table)
    assert refusal(table, seat, play) == "game-paused"
    game = table_view(table, seat).game
    assert game is not None and game.may == [] and game.hand
    assert table.bot_to_move() is None


def test_a_bot_rests_in_a_pause() -> None:
    table = begun(with_people(new_table(), "Ann"))
    while table.bot_to_move() is None:
        table = moved(table)
    table = after(table, 1, Ask("pause"))
    assert table.paused, "who is alone asks nobody"
    assert table.bot_to_move() is None


def test_one_who_declines_is_enough() -> None:
    asked = after(two_people(), 1, Ask("end"))
    assert decide(asked, 2, Decline(), CHANCE) == [RequestDropped(2)]
    declined = after(asked, 2, Decline())
    assert declined.request is None and declined.stage == "playing"
    assert refusal(declined, 2, Agree()) == "no-request"
    assert refusal(declined, 2, Decline()) == "no-request"


def test_who_asks_may_think_better_of_it() -> None:
    assert after(after(two_people(), 1, Ask("end")), 1, Decline()).request is None


def test_a_game_that_all_end_has_no_winner() -> None:
    asked = after(two_people(), 2, Ask("end"))
    assert decide(asked, 1, Agree(), CHANCE)[1:] == [GameCalledOff(), LobbyEntered()]
    ended = after(asked, 1, Agree())
    assert (ended.stage, ended.state, ended.request) == ("lobby", None, None)
    assert ended.chair(1).name == "Ann" and ended.chair(2).name == "Bob"
    assert begun(ended).number == 2


def test_a_paused_game_may_be_ended() -> None:
    table = paused(two_people())
    ended = after(after(table, 1, Ask("end")), 2, Agree())
    assert ended.stage == "lobby" and not ended.paused
    assert not begun(ended).paused


def test_who_is_away_or_stood_in_for_is_not_waited_for() -> None:
    table = begun(with_people(new_table(seats=3), "Ann", "Bob", "Cid"))
    away = Moment(away=frozenset({2}))
    events = decide(table, 1, Ask("pause"), CHANCE, moment=away)
    assert events == [RequestMade(1, "pause")]
    table = fold(table, events)
    agreed = decide(table, 3, Agree(), CHANCE, moment=away)
    assert agreed == [RequestAgreed(3), GamePaused()]
    stood = fold(table, decide(table, 1, StandIn(2), CHANCE, moment=away))
    assert after(stood, 3, Agree()).paused


def test_who_had_not_agreed_may_go_and_then_it_is_done() -> None:
    table = after(two_people(), 1, Ask("end"))
    gone = Moment(away=frozenset({2}))
    assert not is_agreed(table, NOWHEN)
    assert is_agreed(table, gone)
    with pytest.raises(TableError, match="stale"):
        settle(table, NOWHEN)
    assert settle(table, gone) == [GameCalledOff(), LobbyEntered()]
    assert not is_agreed(table, Moment(away=frozenset({1, 2}))), "somebody must be present"
    assert is_agreed(after(table, 2, Stand()), NOWHEN)
    with pytest.raises(TableError, match="no-request"):
        settle(two_people(), gone)


def test_what_cannot_be_asked_for() -> None:
    table = two_people()
    assert refusal(table, None, Ask("pause")) == "not-seated"
    assert refusal(table, 1, Ask("resume")) == "game-not-paused"
    assert refusal(paused(table), 1, Ask("pause")) == "game-paused"
    assert refusal(with_people(new_table(), "Ann"), 1, Ask("pause")) == "no-game-on"
    assert refusal(played_out(table), 1, Ask("end")) == "no-game-on"
    asked = after(table, 1, Ask("pause"))
    assert refusal(asked, 2, Ask("end")) == "request-open"
    assert refusal(asked, 1, Agree()) == "agreed-already"
    assert refusal(asked, None, Agree()) == "not-seated"
    assert refusal(asked, None, Decline()) == "not-seated"


def test_nobody_agrees_to_what_they_have_not_seen() -> None:
    table = two_people()
    first = after(table, 1, Ask("pause"))
    second = after(after(first, 1, Decline()), 1, Ask("end"))
    check_fresh(second, Agree(), second.version)
    with pytest.raises(TableError, match="stale"):
        check_fresh(second, Agree(), first.version)
    # The game goes on meanwhile, and that is no reason to ask again.
    later = moved(second)
    check_fresh(later, Agree(), second.version)


def test_the_end_of_the_game_is_the_end_of_the_question() -> None:
    assert played_out(after(two_people(), 1, Ask("pause"))).request is None


def test_what_everybody_sees_of_it() -> None:
    table = after(two_people(), 2, Ask("pause"))
    for viewer in (None, 1, 2):
        view = table_view(table, viewer)
        assert view.request == RequestInfo("pause", 2, [2]) and not view.paused
    assert table_view(paused(table_after_decline(table)), None).paused


def table_after_decline(table: Table) -> Table:
    return after(table, 1, Decline())


def test_the_clock_is_stored_and_stands() -> None:
    table = after(two_people(turn_seconds=60), 1, Ask("pause"))
    seat = table.timed_seat
    assert seat is not None
    events = decide(table, 2, Agree(), CHANCE, moment=Moment(charged=7_000, runs=True))
    assert events == [RequestAgreed(2), ClockCharged(seat, 7_000), GamePaused()]
    rests = fold(table, events)
    clock = table_view(rests, None, Moment(charged=7_000)).clock
    assert clock is not None and (clock.left, clock.runs) == (53_000, False)


def test_a_draw_by_hand_waits_too() -> None:
    table = two_people(draw="manual")
    while table.state is not None and not table.state.position.owed:
        table = moved(table)
    assert table.state is not None
    owed = table.state.position.owed[0]
    assert refusal(paused(table), owed, Play(f"{owed}:+")) == "game-paused"
