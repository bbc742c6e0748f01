"""Table talk and the cards it costs (R16)."""

from collections.abc import Sequence

import pytest

from sarja.rules.model import State
from sarja.rules.moves import GiveUp
from sarja.rules.play import is_legal
from tests.boards import after, deck, hands, kinds, late, legal, piles, refusal, set_up

DEAD_2S = "*1.......*\n" + "..........\n" * 7 + "......1..."
FOUR = ("7H 2S", "3H 9H", "4H 8H", "5H TH")


def ruled(held: Sequence[str] = FOUR, drawing: str = "", turn: int = 1) -> State:
    return set_up(drawing, held, table_talk="penalty", deck="KC QC TC", turn=turn)


def test_r16_every_member_of_the_team_puts_a_card_on_its_pile_and_does_not_replace_it() -> None:
    state = after(ruled(), "!1", "1:2S!", "3:4H!")
    assert hands(state) == "7H | 3H 9H | 8H | 5H TH"
    assert piles(state) == "2S |  | 4H | "
    assert deck(state) == "KC QC TC"
    assert (state.position.phase, state.position.to_act) == ("play", 1)


def test_r16_the_card_is_of_ones_own_choice() -> None:
    state = after(ruled(), "!2")
    assert legal(state) == "2:3H! 2:9H!"
    assert hands(after(state, "2:9H!")).split(" | ")[1] == "3H"
    assert hands(after(state, "2:3H!")).split(" | ")[1] == "9H"
    assert refusal(state, "2:7H!") == "R8 card-not-held"
    assert refusal(state, "2:ZZ!") == "R8 card-unknown"


def test_r16_of_two_equal_cards_one_is_offered_and_the_older_one_given_up() -> None:
    state = after(ruled(["7H 2S 7H", "3H", "4H", "5H"]), "!1")
    assert legal(state) == "1:7H! 1:2S!"
    assert hands(after(state, "1:7H!")).split(" | ")[0] == "2S 7H"


def test_r16_the_seats_give_up_in_seat_order_whoever_is_to_play() -> None:
    state = after(ruled(["7H"] * 6, turn=4), "!1")
    order = []
    while state.position.phase == "forfeit":
        seat = state.position.to_act
        order.append(seat)
        state = after(state, f"{seat}:7H!")
    assert order == [1, 3, 5]
    assert state.position.to_act == 4


def test_r16_a_seat_gives_up_only_when_it_is_its_turn_to() -> None:
    state = after(ruled(), "!1")
    assert refusal(state, "3:4H!") == "R5 seat-not-to-act"
    assert refusal(state, "2:3H!") == "R5 seat-not-to-act"
    state = after(state, "1:7H!")
    assert refusal(state, "1:2S!") == "R5 seat-not-to-act"
    assert refusal(state, "3:4H!") == "not refused"


def test_r16_a_card_is_given_up_by_its_own_seat_and_nobody_else() -> None:
    state = after(ruled(), "!1")
    assert is_legal(state, GiveUp(1, "7H"), 1)
    assert not is_legal(state, GiveUp(1, "7H"), 2)


def test_r16_while_cards_are_given_up_nothing_else_may_be_done() -> None:
    state = after(ruled(drawing=DEAD_2S), "!1")
    for text in ("7H@d6", "1:7H@d6", "2S#", "-", "=b1-f1"):
        assert refusal(state, text) == "R16 card-to-give-up"
    assert refusal(state, "!1") == refusal(state, "!2") == "R16 talk-not-now"
    assert late(state) == ""


def test_r16_no_card_is_given_up_unasked() -> None:
    assert refusal(ruled(), "1:7H!") == "R16 card-not-asked"
    assert refusal(after(ruled(), "!1", "1:2S!", "3:4H!"), "1:7H!") == "R16 card-not-asked"


@pytest.mark.parametrize("team", [1, 2])
def test_r16_it_may_be_ruled_whenever_a_seat_is_to_play_against_either_team(team: int) -> None:
    for turn in (1, 2, 3, 4):
        state = ruled(turn=turn)
        assert late(state) == "!1 !2"
        assert kinds(state, f"!{team}") == "TableTalkRuled"
        assert after(state, f"!{team}").position.giving_up == (team, team + 2)


def test_r16_it_may_be_ruled_after_an_exchange_too() -> None:
    state = after(ruled(drawing=DEAD_2S), "2S#")
    assert hands(state).startswith("7H KC | ")
    state = after(state, "!1", "1:KC!", "3:4H!")
    assert state.position.to_act == 1
    assert state.position.exchanges == 1
    assert refusal(state, "7H@d6") == "not refused"


def test_r16_it_may_be_ruled_again_after_the_cards_are_given_up() -> None:
    state = after(ruled(), "!1", "1:2S!", "3:4H!", "!1", "1:7H!", "3:8H!")
    assert hands(state) == " | 3H 9H |  | 5H TH"


def test_r16_not_while_a_line_is_being_chosen() -> None:
    held = ["5S 2S", "3H", "4H", "5H"]
    state = after(ruled(held, "*111.1...*"), "5S@e1")
    assert state.position.phase == "choose"
    assert refusal(state, "!1") == refusal(state, "!2") == "R16 talk-not-now"
    assert late(state) == ""


def test_r16_only_against_a_team_of_two_seats_or_more() -> None:
    for seats in (2, 3):
        state = set_up("", ["7H"] * seats, table_talk="penalty")
        assert refusal(state, "!1") == "R16 talk-team-alone"
        assert late(state) == ""


def test_r16_only_against_a_team_that_plays() -> None:
    assert refusal(ruled(), "!3") == "R16 talk-team-unknown"
    assert refusal(ruled(), "!99") == "R16 talk-team-unknown"
    three = set_up("", ["7H"] * 6, teams=3, table_talk="penalty")
    assert (refusal(three, "!3"), late(three)) == ("not refused", "!1 !2 !3")


def test_r16_it_is_off_unless_the_table_is_set_to_the_penalty() -> None:
    state = set_up("", FOUR)
    assert state.position.game.table_talk == "off"
    assert refusal(state, "!1") == "R16 talk-off"
    assert late(state) == ""


def test_r16_a_seat_without_a_card_gives_none() -> None:
    state = after(ruled(["7H", "3H", "", "5H"]), "!1")
    assert state.position.giving_up == (1,)
    assert after(state, "1:7H!").position.phase == "play"
    state = after(ruled(["7H", "3H", "4H", ""], turn=3), "!2")
    assert state.position.giving_up == (2,)


def test_r16_if_nobody_has_a_card_the_ruling_has_no_effect() -> None:
    before = ruled(["7H", "", "4H", ""])
    state = after(before, "!2")
    assert (state.position.phase, state.position.to_act) == ("play", 1)
    assert (hands(state), piles(state), deck(state)) == (hands(before), piles(before), "KC QC TC")
    assert state.position.ply == before.position.ply + 1


def test_r16_a_seat_whose_last_card_went_gets_one_at_its_next_turn() -> None:
    state = after(ruled(["7H", "3H", "4H", "5H"]), "!2", "2:3H!", "4:5H!")
    assert hands(state) == "7H |  | 4H | "
    assert kinds(state, "7H@d6") == "ChipPlaced Drawn TurnBegan Drawn"
    assert hands(after(state, "7H@d6")) == "KC | QC | 4H | "


def test_r16_a_seat_on_turn_whose_last_card_went_has_none_in_this_turn() -> None:
    state = after(ruled(["7H", "3H", "4H 9D", "5H"]), "!1", "1:7H!", "3:4H!")
    assert (state.position.to_act, legal(state)) == (1, "-")
    assert hands(after(state, "-")) == " | 3H | 9D | 5H"


def test_r16_twelve_seats_in_three_teams_give_up_four_cards() -> None:
    state = set_up("", ["7H 2S"] * 12, teams=3, table_talk="penalty", turn=8)
    state = after(state, "!2", "2:7H!", "5:2S!", "8:7H!", "11:2S!")
    assert piles(state) == " | 7H |  |  | 2S |  |  | 7H |  |  | 2S | "
    assert (state.position.phase, state.position.to_act) == ("play", 8)
    two = after(set_up("", ["7H 2S"] * 12, table_talk="penalty", turn=8), "!2")
    assert two.position.giving_up == (2, 4, 6, 8, 10, 12)
