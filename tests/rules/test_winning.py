"""The end of a game that somebody has won (R23)."""

import pytest

from sarja.rules.model import Outcome
from tests.boards import after, claims, hands, kinds, late, legal, refusal, set_up

FOUR = "*........*\n1111......"
ONE_AND_FOUR = "*AAAAA...*\n..........\n1111......"


def test_r23_two_teams_need_two_sequences() -> None:
    state = after(set_up(FOUR), "JC@e2")
    assert state.position.outcome is None
    state = after(set_up(ONE_AND_FOUR, sequences="1:b1-f1"), "JC@e3")
    assert state.position.outcome == Outcome(1, "sequences", (2, 0))


def test_r23_three_teams_need_one() -> None:
    state = set_up(FOUR.replace("1", "3"), ["JC"] * 3, turn=3)
    assert after(state, "JC@e2").position.outcome == Outcome(3, "sequences", (0, 0, 1))


@pytest.mark.parametrize(("seats", "teams"), [(6, 3), (9, 3), (12, 3)])
def test_r23_three_teams_of_several_seats_need_one(seats: int, teams: int) -> None:
    state = set_up(FOUR.replace("1", "2"), ["JC"] * seats, teams=teams, turn=5)
    assert after(state, "JC@e2").position.outcome == Outcome(2, "sequences", (0, 1, 0))


def test_r23_twelve_seats_in_two_teams_need_two() -> None:
    state = set_up(FOUR, ["JC"] * 12, teams=2, turn=7)
    assert after(state, "JC@e2").position.outcome is None


def test_r23_the_sequences_of_a_teams_seats_count_together() -> None:
    state = set_up(ONE_AND_FOUR, ["JC"] * 4, sequences="1:b1-f1", turn=3)
    assert after(state, "JC@e3").position.outcome == Outcome(1, "sequences", (2, 0))


def test_r23_the_sequences_of_another_team_do_not_count() -> None:
    drawing = "*BBBBB...*\n..........\n1111......"
    state = set_up(drawing, sequences="2:b1-f1")
    assert after(state, "JC@e3").position.outcome is None


@pytest.mark.parametrize(("seats", "wanted"), [(2, 1), (3, 1), (4, 2), (6, 2)])
def test_r23_numbers_needs_as_many_as_there_are_players_for(seats: int, wanted: int) -> None:
    drawing = "*......*\n1111...."
    state = set_up(drawing, ["PLUS"] * seats, variant="numbers")
    assert (after(state, "PLUS@e2").position.outcome is not None) == (wanted == 1)
    drawing = "*......*\nAAAAA...\n1111...."
    state = set_up(drawing, ["PLUS"] * seats, variant="numbers", sequences="1:a2-e2", target=2)
    assert after(state, "PLUS@e3").position.phase == "over"


def test_r23_numbers_with_six_in_three_teams_needs_two() -> None:
    drawing = "*......*\n1111...."
    state = set_up(drawing, ["PLUS"] * 6, variant="numbers", teams=3)
    assert after(state, "PLUS@e2").position.outcome is None


def test_r23_the_win_comes_at_once_in_the_middle_of_the_turn() -> None:
    state = set_up(ONE_AND_FOUR, ["JC 7H", "2S"], sequences="1:b1-f1", deck="KC QC")
    assert kinds(state, "JC@e3") == "ChipPlaced SequenceClaimed GameEnded"
    state = after(state, "JC@e3")
    assert hands(state) == "7H | 2S"
    assert claims(state) == "1:b1-f1 1:a3-e3"
    assert (state.position.to_act, state.position.phase) == (None, "over")


def test_r23_two_sequences_by_one_chip_win_a_game_of_two() -> None:
    before = "*........*\n..1.......\n..1.......\n11.11.....\n..1.......\n..1......."
    state = after(set_up(before), "JC@c4")
    assert state.position.outcome == Outcome(1, "sequences", (2, 0))


def test_r23_six_in_a_row_do_not_win_a_game_of_two() -> None:
    state = after(set_up("*........*\n11.111....", target=2), "JC@c2")
    assert state.position.outcome is None
    state = after(state, "=a2-e2")
    assert state.position.outcome is None


def test_r23_nine_in_a_row_win_a_game_of_two() -> None:
    state = after(set_up("*........*\n1111.1111."), "JC@e2")
    assert state.position.outcome == Outcome(1, "sequences", (2, 0))


def test_r23_the_last_sequence_may_be_a_chosen_one_nobody_was_asked_for() -> None:
    state = set_up("*AAAAA...*\n..........\n11.111....", sequences="1:b1-f1")
    state = after(state, "JC@c3")
    assert claims(state) == "1:b1-f1 1:a3-e3"
    assert state.position.phase == "over"


def test_r23_after_the_win_nothing_may_be_done() -> None:
    state = set_up(
        ONE_AND_FOUR,
        ["JC 7H", "2S", "3S", "4S"],
        sequences="1:b1-f1",
        draw="manual",
        table_talk="penalty",
        owed=(3, 4),
    )
    state = after(state, "JC@e3")
    assert (legal(state), late(state)) == ("", "")
    for text in ("2S@g9", "1:7H@d6", "-", "2S#", "JSxa3", "3:+", "4:+", "!1", "2:2S!", "=a3-e3"):
        assert refusal(state, text) == "R23 over-won"
