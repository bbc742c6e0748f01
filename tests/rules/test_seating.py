"""Who may sit down, in which teams, and with how many cards (R1 to R3)."""

import pytest

from sarja.rules.loader import is_seating, nearest_seats
from sarja.rules.model import Game
from sarja.rules.record import board_rows
from sarja.rules.variant import Setup
from tests.boards import after, set_up, variant_named

TWO_OR_THREE_TEAMS = {2: [2], 3: [3], 4: [2], 6: [2, 3], 8: [2], 9: [3], 10: [2], 12: [2, 3]}


def game(seats: int, teams: int) -> Game:
    return Game(variant_named("classic"), Setup(seats, teams, 3, 1), seats)


def test_r1_seats_form_two_or_three_teams_of_equal_size() -> None:
    allowed = {(s, t) for s in range(20) for t in range(20) if is_seating(s, t)}
    assert allowed == {(seats, t) for seats, teams in TWO_OR_THREE_TEAMS.items() for t in teams}


@pytest.mark.parametrize(
    ("seats", "nearest"), [(5, "4, 6"), (7, "6, 8"), (11, "10, 12"), (1, "2"), (13, "12")]
)
def test_r1_other_numbers_of_seats_are_told_the_nearest_that_work(seats: int, nearest: str) -> None:
    assert not any(is_seating(seats, teams) for teams in range(1, 14))
    assert nearest_seats(seats) == nearest


def test_r1_a_number_of_teams_that_is_asked_for_narrows_the_nearest() -> None:
    assert nearest_seats(7, 3) == "6, 9"
    assert nearest_seats(7, 2) == "6, 8"
    assert nearest_seats(4, 3) == "3, 6"


@pytest.mark.parametrize("seats", [6, 12])
def test_r1_six_and_twelve_are_two_teams_unless_three_are_asked_for(seats: int) -> None:
    for asked, given in ((None, 2), (2, 2), (3, 3)):
        setup = variant_named("classic").setup(seats, asked)
        assert setup is not None
        assert setup.teams == given


def test_r1_the_setups_of_classic_are_those_of_the_table() -> None:
    hands = {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3}
    to_win = {2: 2, 3: 1}  # by the number of teams
    assert variant_named("classic").setups == tuple(
        Setup(seats, teams, hands[seats], to_win[teams])
        for seats in sorted(hands)
        for teams in TWO_OR_THREE_TEAMS[seats]
    )


@pytest.mark.parametrize("name", ["numbers", "numbers-small"])
def test_r1_the_setups_of_numbers_are_those_of_the_table(name: str) -> None:
    hands = {2: 5, 3: 5, 4: 4, 6: 4}
    to_win = {2: 1, 3: 1, 4: 2, 6: 2}  # by the number of players
    assert variant_named(name).setups == tuple(
        Setup(seats, teams, hands[seats], to_win[seats])
        for seats in sorted(hands)
        for teams in TWO_OR_THREE_TEAMS[seats]
    )


@pytest.mark.parametrize(("seats", "teams"), [(2, 2), (3, 3), (6, 2), (6, 3), (12, 2), (12, 3)])
def test_r2_seats_alternate_by_team_so_that_team_mates_never_sit_side_by_side(
    seats: int, teams: int
) -> None:
    seating = game(seats, teams)
    assert [seating.team_of(seat) for seat in range(1, seats + 1)] == (
        [*range(1, teams + 1)] * (seats // teams)
    )
    for seat in range(1, seats + 1):
        assert seating.team_of(seat) != seating.team_of(seating.after(seat))


@pytest.mark.parametrize(("seats", "teams"), [(4, 2), (9, 3), (12, 2), (12, 3)])
def test_r2_the_seats_of_a_team_are_those_whose_team_it_is(seats: int, teams: int) -> None:
    seating = game(seats, teams)
    for team in range(1, teams + 1):
        own = [seat for seat in range(1, seats + 1) if seating.team_of(seat) == team]
        assert list(seating.seats_of(team)) == own
        assert len(own) == seats // teams


def test_r2_seats_count_from_1_clockwise_and_the_last_is_followed_by_the_first() -> None:
    assert [game(6, 2).after(seat) for seat in range(1, 7)] == [2, 3, 4, 5, 6, 1]


def test_r3_the_third_team_is_there_with_three_teams_only() -> None:
    two = after(set_up("", ["2S", "3S", "4S", "5S"]), "2S@b1", "3S@c1", "4S@d1", "5S@e1")
    assert board_rows(two.position)[0] == "*1212....*"
    three = after(set_up("", ["2S", "3S", "4S"]), "2S@b1", "3S@c1", "4S@d1")
    assert board_rows(three.position)[0] == "*123.....*"
