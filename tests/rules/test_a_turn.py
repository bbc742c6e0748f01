"""A turn, the card played, and the space it takes (R7, R8)."""

from dataclasses import replace

import pytest

from sarja.rules.events import ChipPlaced, redact
from sarja.rules.moves import Exchange, GiveUp, Lock, Pass, Place
from sarja.rules.variant import Help
from tests.boards import (
    after,
    deck,
    drawn,
    hands,
    kinds,
    legal,
    piles,
    refusal,
    refused,
    rows,
    set_up,
    told,
    variant_named,
)

# 2S stands on b1 and g9, so it is dead here; 7H stands on d6 and i5.
DEAD_2S = """
*2......2*
..........
..........
..........
..........
..........
..........
..........
......1...
"""


def test_r7_a_turn_is_an_exchange_if_wanted_a_play_and_a_draw() -> None:
    state = set_up(DEAD_2S, ["2S 7H", "3H"], deck="KC QC 9C")
    state = after(state, "2S#")
    assert (state.position.to_act, hands(state)) == (1, "7H KC | 3H")
    state = after(state, "7H@d6")
    assert (state.position.to_act, hands(state)) == (2, "KC QC | 3H")
    assert (piles(state), deck(state)) == ("2S 7H | ", "9C")


def test_r7_the_draw_comes_before_the_next_turn() -> None:
    assert kinds(set_up("", ["7H", "3H"]), "7H@d6") == "ChipPlaced Drawn TurnBegan"
    owed = set_up("", ["7H", "3H"], draw="manual")
    assert kinds(owed, "7H@d6") == "ChipPlaced DrawOwed TurnBegan"


def test_r7_one_card_a_turn_and_then_it_is_the_next_seats() -> None:
    state = after(set_up("", ["7H 2S", "3H", "4H"]), "7H@d6")
    assert refusal(state, "1:2S@b1") == "R5 seat-not-to-act"
    assert refusal(state, "3:4H@f5") == "R5 seat-not-to-act"
    assert refusal(state, "2:3H@f6") == "not refused"


def test_r8_the_card_goes_on_the_own_pile_and_a_chip_of_the_own_colour_on_its_space() -> None:
    state = set_up("*1.......*", ["9D 7H", "7H TC"], discards=["2S", "9S"], turn=2, deck="KC QC")
    state = after(state, "7H@i5")
    assert drawn(state) == rows("""
        *1.......*
        ..........
        ..........
        ..........
        ........2.
    """)
    assert piles(state) == "2S | 9S 7H"
    assert (hands(state), deck(state)) == ("9D 7H | TC KC", "QC")


def test_r8_the_player_chooses_between_the_spaces_that_show_the_card() -> None:
    assert legal(set_up("", ["7H", "2S"])) == "7H@i5 7H@d6"
    for space in ("d6", "i5"):
        state, events = told(set_up("", ["7H", "2S"]), f"7H@{space}")
        at = state.position.game.variant.board.space(space)
        assert events[0] == ChipPlaced(1, "7H", at or 0)
        assert state.position.chips[at or 0] == 1
        assert sum(chip == 1 for chip in state.position.chips) == 1


def test_r8_the_player_chooses_between_a_card_and_a_jack_when_both_fit() -> None:
    state = set_up("", ["7H JC", "2S"], deck="KC KD")
    assert hands(after(state, "7H@d6")) == "JC KC | 2S"
    assert hands(after(state, "JC@d6")) == "7H KC | 2S"


def test_r8_of_two_equal_cards_the_one_that_came_first_is_played() -> None:
    state = set_up("", ["7H 9D 7H", "2S"], deck="KC 9C")
    assert hands(after(state, "7H@d6")) == "9D 7H KC | 2S"


@pytest.mark.parametrize("owner", ["1", "2", "3"])
def test_r8_a_space_that_has_a_chip_is_taken_whoever_owns_it(owner: str) -> None:
    chip_on_b1 = f"*{owner}.......*"
    state = set_up(chip_on_b1, ["2S JC"] * 3)
    assert refusal(state, "2S@b1") == "R8 space-taken"
    assert refusal(state, "JC@b1") == "R8 space-taken"
    moves = legal(state).split()
    assert not {"2S@b1", "JC@b1"} & set(moves)
    assert moves[0] == "2S@g9"


def test_r8_a_space_that_a_team_mate_has_taken_is_taken() -> None:
    state = after(set_up("", ["2S", "3S", "2S", "3S"]), "2S@b1", "3S@c1")
    assert refusal(state, "3:2S@b1") == "R8 space-taken"
    assert drawn(after(state, "3:2S@g9")).splitlines()[0] == "*12......*"


@pytest.mark.parametrize("helping", ["spaces", "none"])
def test_r8_a_space_that_the_card_does_not_name_is_refused_and_may_be_tried_again(
    helping: Help,
) -> None:
    variant = replace(variant_named("numbers"), help=helping)
    state = set_up("", ["7+5 1+1", "MINUS"], variant=variant, deck="9+8 PLUS")
    for wrong in ("b1", "c1", "d5"):
        assert refusal(state, f"7+5@{wrong}") == "R8 space-not-named"
    assert (hands(state), piles(state), drawn(state)) == ("7+5 1+1 | MINUS", " | ", "")
    state = after(state, "7+5@b5")  # where the answer, 12, is
    assert hands(state) == "1+1 9+8 | MINUS"
    assert refusal(state, "2:MINUSxb5") == "not refused"


def test_r8_the_answer_of_a_sum_stands_on_two_spaces() -> None:
    state = set_up("", ["7+5 15-3", "MINUS"], variant="numbers")
    assert legal(state) == "7+5@b5 7+5@h7 15-3@b5 15-3@h7"


def test_r8_only_a_card_of_the_hand_can_be_played() -> None:
    state = set_up("", ["7H", "2S"])
    assert refusal(state, "2S@b1") == "R8 card-not-held"
    assert refusal(state, "JSxb1") == "R8 card-not-held"
    assert refusal(state, "2S#") == "R8 card-not-held"
    assert refusal(state, "1S@b1") == "R8 card-unknown"
    assert refusal(state, "ZZxb1") == "R8 card-unknown"
    assert refusal(state, "7+5#") == "R8 card-unknown"


def test_r8_discard_piles_lie_open_to_every_seat_and_to_spectators() -> None:
    state = after(set_up("", ["7H", "2S", "3H"]), "7H@d6", "2S@b1", "3H@f6")
    assert piles(state) == "7H | 2S | 3H"
    for viewer in (1, 2, 3, None):
        assert state.view(viewer).position.discards == (("7H",), ("2S",), ("3H",))


def test_r8_the_card_played_is_seen_by_all() -> None:
    for viewer in (1, 2, None):
        assert redact(ChipPlaced(2, "7H", 53), viewer) == ChipPlaced(2, "7H", 53)


def test_r5_nobody_moves_out_of_turn() -> None:
    state = set_up(DEAD_2S, ["7H 2S", "7H 2S"], turn=2)
    names = state.position.game.variant.board
    for move in (Place("7H", names.space("d6") or 0), Exchange("2S"), Pass(), Lock(0, 4)):
        assert refused(state, move, 1) == "R5 seat-not-to-act"
    assert refused(state, GiveUp(1, "7H")) == "R5 seat-not-to-act"
    for text in ("7H@d6", "2S#"):
        assert refusal(state, text) == refusal(state, f"2:{text}") == "not refused"
