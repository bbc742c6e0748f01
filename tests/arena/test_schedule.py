"""Who meets whom, on which seats."""

from collections import Counter
from itertools import islice

import pytest

from sarja.arena.schedule import Match, fixtures, gauntlet, mixed, round_robin, unpaired
from sarja.rules.variant import Setup

TWO = Setup(2, 2, 7, 2)
FOUR = Setup(4, 2, 6, 2)
THREE = Setup(3, 3, 6, 1)
SIX = Setup(6, 3, 5, 1)


def test_two_bots_change_seats_on_one_deck() -> None:
    assert round_robin(2, TWO) == (Match((0, 1), (((0, 1), (1, 0)),)),)


def test_a_bot_has_all_seats_of_its_team() -> None:
    assert round_robin(2, FOUR)[0].bouts == (((0, 1, 0, 1), (1, 0, 1, 0)),)


def test_three_bots_move_round_three_teams_and_the_other_way_round_on_the_next_deck() -> None:
    (match,) = round_robin(3, THREE)
    assert match.bouts == (
        ((0, 1, 2), (1, 2, 0), (2, 0, 1)),
        ((0, 2, 1), (2, 1, 0), (1, 0, 2)),
    )


def test_two_bots_for_three_teams_have_the_third_by_turns() -> None:
    (match,) = round_robin(2, THREE)
    assert match.bouts == (((0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1), (1, 1, 0), (1, 0, 1)),)


@pytest.mark.parametrize("setup", [TWO, FOUR, THREE, SIX], ids=str)
@pytest.mark.parametrize("bots", [2, 3, 4])
def test_every_bot_is_on_every_seat_equally_often(bots: int, setup: Setup) -> None:
    for match in round_robin(bots, setup):
        seated = Counter(
            (seat, bot)
            for bout in match.bouts
            for line_up in bout
            for seat, bot in enumerate(line_up)
        )
        assert len(set(seated.values())) == 1
        assert len(seated) == setup.seats * len(match.bots)


def test_a_round_robin_is_every_pair_and_a_gauntlet_the_first_against_the_others() -> None:
    assert [match.bots for match in round_robin(4, TWO)] == [
        *((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
    ]
    assert [match.bots for match in gauntlet(4, TWO)] == [(0, 1), (0, 2), (0, 3)]
    assert [match.bots for match in gauntlet(4, THREE)] == [(0, 1, 2), (0, 1, 3), (0, 2, 3)]


def test_a_mixed_line_up_moves_round_the_table() -> None:
    (match,) = mixed([(0, 2, 1, 2)])
    assert match.bots == (0, 1, 2)
    assert match.bouts == (((0, 2, 1, 2), (2, 1, 2, 0), (1, 2, 0, 2), (2, 0, 2, 1)),)
    assert mixed([(0, 1, 0, 1)])[0].bouts == (((0, 1, 0, 1), (1, 0, 1, 0)),)


def test_without_pairs_every_game_has_a_deck_of_its_own() -> None:
    (match,) = unpaired(round_robin(2, TWO))
    assert [(f.bout, f.line_up) for f in fixtures([match], 3)] == [
        *((0, (0, 1)), (1, (1, 0)), (2, (0, 1)))
    ]


def test_matches_take_turns_and_a_bout_that_is_begun_is_played() -> None:
    games = list(fixtures(round_robin(3, TWO), 3))
    assert [game.number for game in games] == list(range(1, 13))
    assert [game.match for game in games] == [0, 0, 1, 1, 2, 2] * 2
    assert [game.bout for game in games] == [0] * 6 + [1] * 6


def test_more_games_go_on_where_fewer_end() -> None:
    matches = (*round_robin(3, TWO), *mixed([(0, 1)]))
    few = list(fixtures(matches, 5))
    assert few == list(islice(fixtures(matches, 50), len(few)))
