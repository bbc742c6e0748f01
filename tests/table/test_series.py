"""Games that belong together: series, teams that are shuffled, and deals that are played again."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from sarja.rules.events import Dealt
from sarja.table.actions import Agree, Ask, Configure, Lobby, Settings, Sit, Stand, Start, Swap
from sarja.table.chance import GeneratorChance
from sarja.table.commands import decide
from sarja.table.errors import TableError
from sarja.table.events import GameEvent, GameStarted, SeatsSwapped, event_of_game
from sarja.table.messages import table_view
from sarja.table.series import Series, deck_of, new_series, swaps_to
from sarja.table.table import Table, fold
from tests.table.tables import CHANCE, after, begun, new_table, played_out, two_people, with_people


def over(**settings: Any) -> Table:
    """Two people after their first game."""
    return played_out(two_people(**settings))


def again(table: Table) -> Table:
    return played_out(begun(table))


def deck(table: Table) -> tuple[str, ...]:
    """The deck of the game that now begins."""
    for event in decide(table, table.host, Start(), GeneratorChance(Random(1))):
        if isinstance(event, GameStarted):
            table = fold(table, [event])
        elif isinstance(event, GameEvent) and isinstance(dealt := event_of_game(event), Dealt):
            assert table.game is not None
            return deck_of(dealt, table.game.first_seat)
    raise AssertionError


@pytest.mark.parametrize(
    ("length", "winners", "is_over", "winner"),
    [
        (3, [], False, None),
        (3, [1, 2], False, None),
        (3, [1, 1], True, 1),
        (3, [2, 1, 2], True, 2),
        (3, [None, 2, None], True, 2),
        (3, [None, None, None], True, None),
        (3, [1, 2, None], True, None),
        (5, [1, 1], False, None),
        (5, [1, 1, 2, 1], True, 1),
        (2, [1, 2], True, None),
        (2, [1], False, None),
        (1, [None], True, None),
    ],
)
def test_a_series_ends_with_a_majority_or_with_its_last_game(
    length: int, winners: list[int | None], is_over: bool, winner: int | None
) -> None:
    series = Series(length, 0, (0, 0))
    for won in winners:
        assert not series.is_over
        series = series.after(won)
    assert (series.is_over, series.winner) == (is_over, winner)


def test_the_score_goes_on_from_game_to_game_and_a_new_series_begins_at_nothing() -> None:
    table = over(series=3)
    scores = [table.series]
    while table.series is not None and not table.series.is_over:
        table = again(table)
        scores.append(table.series)
    last = scores[-1]
    assert last is not None and max(last.wins) == 2 and len(scores) in (2, 3)
    assert [s and s.played for s in scores] == list(range(1, len(scores) + 1))
    shown = table_view(table, 1).series
    assert shown is not None and shown.over and shown.winner == last.winner
    assert begun(table).series == new_series(table.settings, 2)
    # Where games stand alone there is nothing to show.
    assert table_view(over(), 1).series is None


def test_the_score_is_read_from_what_is_stored_and_kept_in_the_lobby() -> None:
    first = over(series=5)
    events = decide(after(first, 1, Lobby()), 1, Start(), CHANCE)
    table = fold(after(first, 1, Lobby()), events)
    assert table.series == first.series
    (started,) = [event for event in events if isinstance(event, GameStarted)]
    # All at once, as after a restart: earlier games are passed over.
    alone = fold(replace(first, series=None), events)
    assert alone.series == first.series and started.played == 1


def test_other_settings_end_a_series_and_mere_words_do_not() -> None:
    table = over(series=3)
    same = after(table, 1, Configure(Settings("numbers-small", 2, series=3, help="none")))
    assert same.series == table.series
    for settings in (
        Settings("numbers-small", 3, series=3),
        Settings("numbers-small", 2, series=5),
        Settings("numbers-small", 2, series=3, duplicate=True),
        Settings("numbers", 2, series=3),
    ):
        assert after(table, 1, Configure(settings)).series is None


def test_shuffled_teams_change_places_by_chance_and_not_amid_a_series() -> None:
    names = ("Ann", "Bob", "Cid", "Dan")
    table = played_out(begun(with_people(new_table(seats=4), *names)))
    seen = set()
    for seed in range(40):
        chance = GeneratorChance(Random(seed))
        events = decide(table, 1, Start("shuffled"), chance)
        after_ = fold(table, events)
        assert {chair.name for chair in after_.chairs} == set(names)
        assert after_.stage == "playing"
        seen.add(frozenset(c.name for s, c in enumerate(after_.chairs, 1) if s % 2))
        assert fold(table, decide(table, 1, Start(), chance)).chairs == table.chairs
    assert len(seen) == 6
    with pytest.raises(TableError) as caught:
        decide(over(series=3), 1, Start("shuffled"), CHANCE)
    assert caught.value.code == "series-on"


def test_every_order_of_seats_is_reached_by_its_swaps() -> None:
    random = Random(3)
    for _ in range(100):
        order = tuple(random.sample(range(1, 9), 8))
        seats = list(range(1, 9))
        for first, second in swaps_to(order):
            seats[first - 1], seats[second - 1] = seats[second - 1], seats[first - 1]
        assert tuple(seats) == order


@pytest.mark.parametrize(("seats", "games"), [(2, 2), (3, 3), (4, 2)])
def test_a_deal_is_played_once_for_every_team_with_the_hands_of_the_seat_before(
    seats: int, games: int
) -> None:
    names = ("Ann", "Bob", "Cid", "Dan")[:seats]
    table = begun(with_people(new_table(seats=seats, duplicate=True, series=5), *names))
    for number in range(1, games):
        before = table
        table = begun(played_out(table))
        assert before.state is not None and table.state is not None
        assert table.state.hands == before.state.hands[-1:] + before.state.hands[:-1]
        assert table.state.deck == before.state.deck
        assert table.deal == number + 1
    assert table.state is not None and not table.kept_deck
    last = played_out(table)
    assert last.series is not None and last.series.length == 5 * games
    assert deck(last) != deck_of(Dealt(table.state.hands, table.state.deck), 1)
    assert begun(last).deal == 1


def test_nothing_of_a_deck_is_shown_before_it_has_been_played_for_the_last_time() -> None:
    first = over(duplicate=True)
    assert first.sealed_games == range(1, 2)
    for seat in (None, 1, 2):
        game = table_view(first, seat).game
        assert game is not None and game.hands == [] and game.review is None
    lobby = after(first, 1, Lobby())
    second = begun(first)
    assert lobby.sealed_games == range(1, 2) and second.sealed_games == range(1, 3)
    assert begun(lobby).state == second.state
    end = played_out(second)
    game = table_view(end, None).game
    assert not end.sealed_games and game is not None and game.hands and game.review


def test_who_may_know_the_cards_gets_new_ones() -> None:
    first = over(duplicate=True)
    gone = after(first, 2, Stand())
    assert gone.kept_deck, "a bot may play on"
    for table in (
        after(gone, None, Sit("Eve"), "hash-Eve"),
        after(first, 1, Swap(2)),
        after(first, 1, Configure(Settings("numbers-small", 2))),
    ):
        assert not table.kept_deck and not table.sealed_games
        assert deck(table) != first.kept_deck
    assert deck(first) == first.kept_deck


def test_a_series_that_is_won_leaves_no_deal_to_be_played_again() -> None:
    table = over(duplicate=True)
    while table.series is not None and not table.series.is_over:
        table = again(table)
    assert not table.kept_deck and not table.sealed_games


def test_old_events_of_a_game_belong_to_no_series() -> None:
    table = with_people(new_table(), "Ann", "Bob")
    events = decide(table, 1, Start(), CHANCE)
    old = [
        GameStarted(e.number, e.dealer, e.cut) if isinstance(e, GameStarted) else e for e in events
    ]
    assert fold(table, old) == fold(table, events)
    assert not any(isinstance(event, SeatsSwapped) for event in events)


def called_off(table: Table) -> Table:
    return after(after(table, 1, Ask("end")), 2, Agree())


@pytest.mark.parametrize("length", [1, 3])
def test_a_game_that_all_end_counts_for_nobody(length: int) -> None:
    first = over(series=length)
    ended, before = called_off(begun(first)), first.series
    assert ended.stage == "lobby" and ended.series is not None and before is not None
    if length > 1:
        assert (ended.series.played, ended.series.wins) == (before.played, before.wins)
        assert begun(ended).series == ended.series, "nor with the next game"
    assert played_out(begun(ended)).number == 3


def test_a_deal_whose_second_game_is_ended_is_told_and_another_one_is_played_twice() -> None:
    first = over(duplicate=True, series=3)
    again_ = begun(first)
    assert again_.deal == 2 and list(again_.sealed_games) == [1, 2]
    ended = called_off(again_)
    assert not ended.sealed_games and not ended.kept_deck
    assert ended.series is not None and ended.series.played == 1
    third = played_out(begun(ended))
    assert third.deal == 1 and third.kept_deck and list(third.sealed_games) == [3]
