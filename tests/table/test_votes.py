"""Table talk that somebody calls (R16): the other players of the other teams judge it."""

from dataclasses import replace
from typing import Any

import pytest

from sarja.rules.errors import SarjaError
from sarja.rules.events import CardGivenUp, TableTalkRuled
from sarja.table.actions import (
    Agree,
    AnyAction,
    Ask,
    Judge,
    Lobby,
    Play,
    Rename,
    Stand,
    StandIn,
    Vacate,
)
from sarja.table.clock import run_out
from sarja.table.commands import check_fresh, decide
from sarja.table.errors import TableError
from sarja.table.events import (
    BotSeated,
    ClockCharged,
    GameEvent,
    MoveMade,
    TalkCalled,
    TalkDropped,
    TalkJudged,
    event_of_game,
)
from sarja.table.messages import VoteInfo, table_view
from sarja.table.moment import NOWHEN, Moment
from sarja.table.questions import Vote
from sarja.table.stand_ins import DEFAULT_BOT
from sarja.table.table import Note, Table, fold
from sarja.table.votes import MAX_FINES, VOTE_SECONDS, end_vote
from tests.table.tables import (
    CHANCE,
    after,
    begun,
    move_of,
    moved,
    new_table,
    played_out,
    two_people,
    with_bot,
    with_people,
)

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
YES, NO = Judge(agree=True), Judge(agree=False)


def people(seats: int = 4, teams: int | None = 2, **settings: Any) -> Table:
    """A game of so many people in so many teams, in which table talk costs."""
    table = new_table(seats=seats, teams=teams, table_talk="penalty", **settings)
    return begun(with_people(table, *NAMES[:seats]))


def refusal(table: Table, seat: int | None, action: AnyAction, moment: Moment = NOWHEN) -> str:
    with pytest.raises(SarjaError) as caught:
        decide(table, seat, action, CHANCE, moment=moment)
    return caught.value.code


def asked(seats: int, teams: int, caller: int, team: int) -> set[int]:
    called = after(people(seats, teams), caller, Play(f"!{team}"))
    assert called.vote is not None
    return set(called.vote.asked)


def test_the_other_players_of_the_other_teams_are_asked_and_nobody_else() -> None:
    assert asked(4, 2, 2, 1) == {4}
    assert asked(6, 2, 1, 2) == {3, 5}
    assert asked(6, 3, 1, 2) == {3, 4, 6}


def test_when_they_agree_it_is_ruled_and_played_as_the_rulebook_says() -> None:
    table = people()
    assert decide(table, 2, Play("!1"), CHANCE) == [TalkCalled(2, 1, (4,))]
    called = after(table, 2, Play("!1"))
    assert called.state == table.state and called.vote == Vote(2, 1, frozenset({4}), called.version)
    judged, made, ruled, *_ = decide(called, 4, YES, CHANCE)
    assert (judged, made) == (TalkJudged(4, True), MoveMade(None, "!1"))
    assert isinstance(ruled, GameEvent) and event_of_game(ruled) == TableTalkRuled(1, (1, 3))
    table = after(called, 4, YES)
    assert table.vote is None and table.moves == ((None, "!1"),)
    assert table.state is not None and table.state.position.giving_up == (1, 3)
    before = table.state.position.hand_sizes
    for seat in (1, 3):
        assert table.to_act == seat
        _, play = move_of(table)
        given = decide(table, seat, play, CHANCE)
        happened = [event_of_game(event) for event in given if isinstance(event, GameEvent)]
        assert any(isinstance(event, CardGivenUp) for event in happened)
        table = fold(table, given)
    assert table.state is not None and table.state.position.phase == "play"
    fewer = tuple(size - (seat in (1, 3)) for seat, size in enumerate(before, 1))
    assert table.state.position.hand_sizes == fewer


def test_nobody_has_a_say_of_the_team_nor_the_caller_nor_a_stranger() -> None:
    called = after(people(6, 3), 1, Play("!2"))
    for seat in (2, 5, 1):
        assert refusal(called, seat, YES) == "not-judge"
    assert refusal(called, 2, NO) == refusal(called, 5, NO) == "not-judge"
    assert refusal(called, None, YES) == "not-seated"
    assert refusal(people(), 1, YES) == "no-vote"
    once = after(called, 3, YES)
    assert refusal(once, 3, YES) == refusal(once, 3, NO) == "judged-already"


def test_more_than_half_of_those_who_are_asked_must_agree() -> None:
    called = after(people(6, 3), 1, Play("!2"))
    one = after(called, 3, YES)
    assert one.vote is not None and one.vote.agreed == {3}
    assert after(one, 4, YES).fines_of(2) == 1
    split = after(one, 4, NO)
    assert split.vote is not None and split.vote.declined == {4}
    assert after(split, 6, YES).fines_of(2) == 1
    assert decide(split, 6, NO, CHANCE) == [TalkJudged(6, False), TalkDropped(1, 2)]
    both = after(people(6, 2), 1, Play("!2"))
    tied = decide(after(both, 3, YES), 5, NO, CHANCE)
    assert tied == [TalkJudged(5, False), TalkDropped(1, 2)], "half is not enough"


def test_who_says_nothing_in_the_half_minute_does_not_agree() -> None:
    called = after(after(people(6, 3), 1, Play("!2")), 3, YES)
    assert VOTE_SECONDS == 30
    assert end_vote(called) == [TalkDropped(1, 2)]
    dropped = fold(called, end_vote(called))
    assert dropped.vote is None and dropped.state == called.state and dropped.fines_of(2) == 0
    with pytest.raises(TableError, match="no-vote"):
        end_vote(dropped)


def test_whose_call_fails_calls_no_more_in_that_game() -> None:
    table = people()
    lost = after(after(table, 2, Play("!1")), 4, NO)
    assert lost.calls_lost == {2}
    assert lost.notes == (Note(0, lost.version, "TalkDropped", 2),)
    assert refusal(lost, 2, Play("!1")) == "talk-call-lost"
    assert shown_calls(lost, 2) == [] and shown_calls(lost, 4) == ["!1"]
    over = played_out(lost)
    assert after(over, 1, Lobby()).vote is None
    assert begun(over).calls_lost == frozenset()


def test_who_has_called_it_may_take_it_back_and_that_is_a_call_that_failed() -> None:
    called = after(people(), 2, Play("!1"))
    assert decide(called, 2, NO, CHANCE) == [TalkDropped(2, 1)]
    assert after(called, 2, NO).calls_lost == {2}
    assert refusal(called, 2, YES) == "not-judge"


def test_a_team_pays_twice_in_a_game_at_most_however_many_would_agree() -> None:
    table = people()
    for fines in range(1, MAX_FINES + 1):
        table = after(after(table, 2, Play("!1")), 4, YES)
        while table.state is not None and table.state.position.phase == "forfeit":
            table = moved(table)
        assert table.fines_of(1) == fines
    assert refusal(table, 2, Play("!1")) == refusal(table, 4, Play("!1")) == "talk-fined-enough"
    assert shown_calls(table, 2) == [] and shown_calls(table, 1) == ["!2"]
    assert after(table, 1, Play("!2")).vote is not None


def test_where_nobody_else_is_there_to_judge_nothing_can_be_called() -> None:
    table = people()
    assert refusal(table, 2, Play("!1"), Moment(away=frozenset({4}))) == "talk-nobody-to-judge"
    stood = fold(table, decide(table, 1, StandIn(4), CHANCE, moment=Moment(away=frozenset({4}))))
    assert refusal(stood, 2, Play("!1")) == "talk-nobody-to-judge"
    bots = with_people(new_table(seats=4, teams=2, table_talk="penalty"), "Ann", "Bob", "Cid")
    assert refusal(begun(with_bot(bots, 4)), 2, Play("!1")) == "talk-nobody-to-judge"
    left = after(table, 4, Stand())
    assert refusal(left, 2, Play("!1")) == "talk-nobody-to-judge"


def test_a_vote_whose_judges_have_left_is_dropped_and_costs_the_caller_nothing() -> None:
    called = after(people(), 2, Play("!1"))
    away = decide(called, 1, Vacate(4), CHANCE)
    assert away == decide(called, 4, Stand(), CHANCE)
    assert away == [BotSeated(4, DEFAULT_BOT), TalkDropped(2, 1)]
    free = fold(called, away)
    assert free.vote is None and free.calls_lost == frozenset() and free.fines_of(1) == 0
    assert refusal(free, 2, Play("!1")) == "talk-nobody-to-judge"
    larger = after(people(6, 3), 1, Play("!2"))
    alone = after(after(larger, 3, Stand()), 4, Stand())
    assert alone.vote is None and alone.calls_lost == frozenset()
    assert after(alone, 1, Play("!2")).vote is not None


def test_a_vote_goes_on_while_enough_are_left_to_agree() -> None:
    called = after(after(people(6, 3), 1, Play("!2")), 3, YES)
    for action in (Stand(), Rename("Zoe")):
        gone = after(called, 4, action)
        assert gone.vote == called.vote
        assert after(gone, 6, YES).fines_of(2) == 1
    judged = after(called, 3, Stand())
    assert judged.vote == called.vote, "who has agreed before has agreed"
    one_left = after(after(called, 4, Stand()), 6, NO)
    assert one_left.vote is None and one_left.calls_lost == frozenset()
    lost = after(after(after(people(6, 3), 1, Play("!2")), 3, NO), 4, NO)
    assert lost.vote is None and lost.calls_lost == {1}
    bystander = after(after(people(), 2, Play("!1")), 1, Vacate(3))
    assert bystander.vote is not None


def test_two_people_have_no_team_mates_to_talk_with() -> None:
    assert refusal(two_people(table_talk="penalty"), 1, Play("!2")) == "talk-team-alone"


def test_what_cannot_be_called() -> None:
    table = people()
    assert refusal(table, 1, Play("!1")) == refusal(table, 3, Play("!1")) == "talk-own-team"
    assert refusal(table, None, Play("!1")) == "not-seated"
    assert refusal(after(table, 2, Play("!1")), 1, Play("!2")) == "vote-open"
    quiet = begun(with_people(new_table(seats=4, teams=2), *NAMES[:4]))
    assert refusal(quiet, 2, Play("!1")) == "talk-off"
    giving = after(after(table, 2, Play("!1")), 4, YES)
    assert refusal(giving, 1, Play("!2")) == "talk-not-now"


def test_the_game_rests_while_it_is_judged() -> None:
    called = after(people(help="spaces"), 2, Play("!1"))
    seat, play = move_of(called)
    assert refusal(called, seat, play) == "vote-open"
    for viewer in (1, 2, 3, 4):
        view = table_view(called, viewer).game
        assert view is not None and view.may == []
    dropped = after(called, 4, NO)
    assert moved(dropped).state != dropped.state


def test_a_bot_waits_and_a_card_may_still_be_drawn() -> None:
    table = new_table(seats=6, teams=2, table_talk="penalty", draw="manual", help="spaces")
    table = begun(with_bot(with_people(table, *NAMES[:5]), 6))
    for _ in range(60):
        assert table.state is not None
        owed = table.state.position.owed
        if table.bot_to_move() == (6, "random") and owed and owed[0] != 6:
            break
        table = moved(table)
    called = after(table, 1, Play("!2"))
    assert called.bot_to_move() is None
    drawn = after(called, owed[0], Play(f"{owed[0]}:+"))
    assert drawn.vote == called.vote
    assert fold(drawn, end_vote(drawn)).bot_to_move() == (6, "random")


def test_the_turns_clock_stands_meanwhile_and_keeps_what_is_used() -> None:
    table = people(turn_seconds=60)
    used = Moment(charged=12_000, runs=True)
    events = decide(table, 2, Play("!1"), CHANCE, moment=used)
    assert table.to_act is not None
    assert events[0] == ClockCharged(table.to_act, 12_000)
    called = fold(table, events)
    with pytest.raises(TableError, match="stale"):
        run_out(called, Moment(charged=60_000))


def test_in_a_pause_nobody_judges() -> None:
    table = after(people(), 2, Play("!1"))
    for seat, action in ((1, Ask("pause")), (2, Agree()), (3, Agree()), (4, Agree())):
        table = after(table, seat, action)
    assert table.paused and table.vote is not None
    assert refusal(table, 4, YES) == "game-paused"


def test_nobody_judges_what_they_have_not_seen() -> None:
    first = after(people(6, 2), 1, Play("!2"))
    second = after(after(first, 1, NO), 3, Play("!2"))
    check_fresh(second, YES, second.version)
    with pytest.raises(TableError, match="stale"):
        check_fresh(second, YES, first.version)
    check_fresh(after(second, 1, Rename("Zoe")), YES, second.version)
    check_fresh(second, Play("!2"), 0)


def test_a_game_that_ends_or_is_ended_leaves_nothing_to_judge() -> None:
    table = after(people(), 2, Play("!1"))
    for seat, action in ((1, Ask("end")), (2, Agree()), (3, Agree()), (4, Agree())):
        table = after(table, seat, action)
    assert table.stage == "lobby" and table.vote is None


def test_everybody_sees_the_same_of_it() -> None:
    called = after(after(people(6, 3), 1, Play("!2")), 3, YES)
    moment = Moment(vote_used=11_500, vote_runs=True)
    expected = VoteInfo(1, 2, [3, 4, 6], [3], [], 18_500, True)
    for viewer in (None, 1, 2, 5, 6):
        assert table_view(called, viewer, moment).vote == expected
    assert table_view(people(), None).vote is None


def test_a_log_from_before_the_votes_is_read_as_it_was() -> None:
    """Then a call was ruled at once."""
    table = people()
    ruled = decide(after(table, 2, Play("!1")), 4, YES, CHANCE)[1:]
    old = fold(table, ruled)
    assert old.vote is None and old.fines_of(1) == 1
    new = after(after(table, 2, Play("!1")), 4, YES)
    assert replace(new, version=0, turn_since=0, turn_began=0) == replace(
        old, version=0, turn_since=0, turn_began=0
    )


def shown_calls(table: Table, seat: int) -> list[str]:
    view = table_view(table, seat).game
    assert view is not None
    return [move for move in view.may if move.startswith("!")]
