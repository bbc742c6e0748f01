"""A lesson's plan, and tables made to be as it says."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sarja.rules.events import GameEnded
from sarja.rules.model import Outcome
from sarja.table.actions import (
    AnyAction,
    Ask,
    Configure,
    Judge,
    Play,
    Settings,
    Sit,
    Stand,
    Start,
)
from sarja.table.chance import GeneratorChance
from sarja.table.commands import decide, open_table
from sarja.table.errors import TableError
from sarja.table.events import GameCalledOff, GamePaused, LobbyEntered, game_event
from sarja.table.lesson_views import lesson_table
from sarja.table.lessons import (
    Place,
    clear,
    grouped,
    next_table,
    pause,
    reseat,
    result_of,
    resume,
    settings_for,
    start_round,
)
from sarja.table.moment import NOWHEN
from sarja.table.table import Table, fold

CLASSIC = Settings("classic", seats=4)
SMALL = Settings("numbers-small", seats=2)
CHANCE = GeneratorChance(Random(1))


def place(name: str) -> Place:
    return Place(name, f"hash-{name}")


def opened(settings: Settings = SMALL, *names: str) -> Table:
    """A table of a lesson, where these pupils sit."""
    table = fold(Table("table"), open_table("CODES", settings, "teacher"))
    return fold(table, reseat(table, settings, [place(name) for name in names]))


def names_at(table: Table) -> list[str]:
    return [chair.name for chair in table.chairs]


@given(pupils=st.integers(1, 60), seats=st.sampled_from([2, 3, 4, 6, 12]))
def test_pupils_are_spread_evenly_over_as_few_tables_as_hold_them(pupils: int, seats: int) -> None:
    groups = grouped(range(pupils), seats)
    assert [pupil for group in groups for pupil in group] == list(range(pupils))
    sizes = [len(group) for group in groups]
    assert max(sizes) <= seats and max(sizes) - min(sizes) <= 1
    assert len(groups) == -(-pupils // seats)


def test_who_comes_sits_down_where_a_seat_is_free_and_nobody_plays() -> None:
    assert next_table({}, set(), 2) == 1
    assert next_table({1: 2, 2: 1}, set(), 2) == 2
    assert next_table({1: 1, 2: 1}, {1}, 2) == 2
    assert next_table({1: 1, 2: 2}, {1}, 2) == 3


@pytest.mark.parametrize(
    ("pupils", "bots", "seats", "teams"),
    [(3, "fill", 4, None), (3, "smaller", 3, 3), (1, "smaller", 2, None), (4, "smaller", 4, None)],
)
def test_bots_fill_a_table_or_it_is_a_smaller_one(
    pupils: int, bots: str, seats: int, teams: int | None
) -> None:
    found = settings_for(CLASSIC, "smaller" if bots == "smaller" else "fill", pupils)
    assert found.seats == seats
    table = opened(found)
    assert teams in (None, table.setup.teams)
    # The game has no five seats, so a bot is the sixth.
    assert settings_for(Settings("classic", seats=6), "smaller", 5).seats == 6


def test_a_table_is_made_as_the_plan_says_and_then_nothing_is_left_to_do() -> None:
    table = opened(SMALL, "Ann", "Bob")
    assert names_at(table) == ["Ann", "Bob"] and table.lesson and set(table.screens) == {"teacher"}
    assert reseat(table, SMALL, [place("Ann"), place("Bob")]) == []
    table = fold(table, reseat(table, SMALL, [place("Bob"), place("Cid")]))
    assert names_at(table) == ["Bob", "Cid"]
    assert table.seat_of_token("hash-Ann") is None


def test_a_game_ends_without_a_winner_where_somebody_comes_and_goes_on_where_one_leaves() -> None:
    table = opened(SMALL, "Ann", "Bob")
    table = fold(table, start_round(table, CHANCE))
    left = fold(table, reseat(table, SMALL, [place("Ann")]))
    assert left.stage == "playing" and left.chair(2).kind == "bot"
    events = reseat(table, SMALL, [place("Ann"), place("Cid")])
    assert events[:2] == [GameCalledOff(), LobbyEntered()]
    table = fold(table, events)
    assert table.stage == "lobby" and names_at(table) == ["Ann", "Cid"]


def test_a_game_is_cleared_away_whether_it_is_on_or_over() -> None:
    table = opened(SMALL, "Ann", "Bob")
    with pytest.raises(TableError, match="game-not-begun"):
        clear(table)
    table = fold(table, start_round(table, CHANCE))
    assert clear(table) == [GameCalledOff(), LobbyEntered()]
    over = fold(table, [game_event(GameEnded(Outcome(2, "sequences", (0, 1))))])
    assert clear(over) == [LobbyEntered()]


def test_a_table_becomes_smaller_and_larger_again() -> None:
    table = opened(CLASSIC, "Ann", "Bob", "Cid")
    table = fold(table, reseat(table, settings_for(CLASSIC, "smaller", 2), [place("Cid")]))
    assert names_at(table) == ["Cid", ""]
    table = fold(table, reseat(table, CLASSIC, [place("Cid"), place("Ann")]))
    assert names_at(table) == ["Cid", "Ann", "", ""]


def test_only_the_teacher_deals_pauses_and_goes_on() -> None:
    table = opened(SMALL, "Ann")
    asked: list[AnyAction] = [Start(), Ask("pause"), Stand(), Configure(CLASSIC), Sit("Eve")]
    for action in asked:
        with pytest.raises(TableError, match="lesson-led"):
            decide(table, None if isinstance(action, Sit) else 1, action, CHANCE, "hash")
    with pytest.raises(TableError, match="no-game-on"):
        pause(table, NOWHEN)
    table = fold(table, start_round(table, CHANCE))
    assert table.stage == "playing" and table.chair(2).kind == "bot"
    with pytest.raises(TableError, match="game-on"):
        start_round(table, CHANCE)
    with pytest.raises(TableError, match="game-not-paused"):
        resume(table)
    assert pause(table, NOWHEN) == [GamePaused()]
    table = fold(table, pause(table, NOWHEN))
    with pytest.raises(TableError, match="game-paused"):
        decide(table, 1, Play("-"), CHANCE)
    with pytest.raises(TableError, match="game-paused"):
        pause(table, NOWHEN)
    assert not fold(table, resume(table)).paused
    with pytest.raises(TableError, match="not-seated"):
        start_round(opened(SMALL), CHANCE)


def test_pupils_judge_the_table_talk_that_they_may_call() -> None:
    four = Settings("numbers-small", seats=4, table_talk="penalty")
    table = opened(four, "Ann", "Bob", "Cid", "Dan")
    table = fold(table, start_round(table, CHANCE))
    table = fold(table, decide(table, 2, Play("!1"), CHANCE))
    assert table.vote is not None and table.vote.asked == {4}
    table = fold(table, decide(table, 4, Judge(agree=True), CHANCE))
    assert table.vote is None and table.moves == ((None, "!1"),)


def test_who_has_won_is_known_for_the_next_groups() -> None:
    table = opened(SMALL, "Ann", "Bob")
    table = fold(table, start_round(table, CHANCE))
    assert result_of(table, "hash-Ann") == 0
    won = fold(table, [game_event(GameEnded(Outcome(2, "sequences", (0, 1))))])
    assert [result_of(won, f"hash-{name}") for name in ("Ann", "Bob", "Eve")] == [0, 2, 0]
    drawn = fold(table, [game_event(GameEnded(Outcome(None, "blocked", (0, 0))))])
    assert result_of(drawn, "hash-Ann") == 1


def test_nobody_without_a_seat_sees_a_table_of_a_lesson() -> None:
    table = opened(SMALL, "Ann")
    assert not table.lets_watch
    assert not fold(table, start_round(table, CHANCE)).lets_watch


def test_a_teacher_sees_who_plays_and_the_score() -> None:
    table = opened(SMALL, "Ann", "Bob")
    assert lesson_table(3, table, NOWHEN).board == []
    table = fold(table, start_round(table, CHANCE))
    seen = lesson_table(3, table, NOWHEN)
    assert (seen.number, seen.stage, seen.moves, seen.score) == (3, "playing", 0, [0, 0])
    assert len(seen.board) == 6 and seen.turn in (1, 2) and seen.target == 1
