"""Dead cards and their exchange (R12)."""

import pytest

from sarja.rules.play import is_dead
from sarja.rules.variant import Variant
from tests.boards import after, deck, drawn, hands, kinds, legal, piles, refusal, set_up
from tests.rules.variants import own_cards

OPEN_BOARD = """
......
......
......
......
......
"""

# 2S stands on b1 and g9; 3S on c1 and f9.
DEAD = """
*22......*
..........
..........
..........
..........
..........
..........
..........
.....21...
"""


def exchanging(times: int) -> Variant:
    return own_cards(OPEN_BOARD, exchanges=times)


@pytest.mark.parametrize(
    ("drawing", "dead"),
    [
        ("*........*", False),
        ("*1.......*", False),
        ("*2.......*", False),
        ("*........*\n" + "..........\n" * 7 + "......1...", False),
        ("*1.......*\n" + "..........\n" * 7 + "......1...", True),
        ("*2.......*\n" + "..........\n" * 7 + "......1...", True),
        ("*2.......*\n" + "..........\n" * 7 + "......2...", True),
    ],
)
def test_r12_a_card_is_dead_when_every_space_that_shows_it_is_taken(
    drawing: str, dead: bool
) -> None:
    state = set_up(drawing, ["2S 7H", "7H"])
    assert is_dead(state.position, "2S") is dead
    assert refusal(state, "2S#") == ("not refused" if dead else "R12 exchange-alive")
    assert ("2S#" in legal(state)) is dead


def test_r12_a_dead_card_goes_on_the_own_pile_and_is_replaced_at_once() -> None:
    state = set_up(DEAD, ["2S 7H", "9D"], deck="KC QC", discards=["TS", "TH"])
    assert kinds(state, "2S#") == "CardExchanged Drawn"
    state = after(state, "2S#")
    assert (hands(state), deck(state)) == ("7H KC | 9D", "QC")
    assert piles(state) == "TS 2S | TH"
    assert state.position.to_act == 1


def test_r12_after_the_exchange_one_plays_as_usual() -> None:
    state = after(set_up(DEAD, ["2S 7H", "9D"], deck="KC QC 8C"), "2S#", "KC@a8")
    assert (hands(state), state.position.to_act) == ("7H QC | 9D", 2)
    assert drawn(state).splitlines()[7] == "1........."


def test_r12_an_exchange_is_made_by_the_player_only_and_never_for_others() -> None:
    state = after(set_up(DEAD, ["2S 7H", "2S 3S"], deck="KC QC 8C"), "2S#")
    assert hands(state) == "7H KC | 2S 3S"


def test_r12_exchanging_is_a_choice() -> None:
    state = set_up(DEAD, ["2S 7H", "9D"], deck="KC QC")
    assert set(legal(state).split()) == {"2S#", "7H@d6", "7H@i5"}
    state = after(state, "7H@d6")
    assert hands(state) == "2S KC | 9D"
    assert piles(state) == "7H | "


def test_r12_one_exchange_a_turn_and_a_dead_replacement_waits_for_the_next() -> None:
    state = after(set_up(DEAD, ["2S 7H", "9D"], deck="3S QC 8C TD"), "2S#")
    assert hands(state) == "7H 3S | 9D"
    assert is_dead(state.position, "3S")
    assert refusal(state, "3S#") == "R12 exchange-used"
    assert legal(state) == "7H@i5 7H@d6"
    state = after(state, "7H@d6", "9D@f10")
    assert refusal(state, "3S#") == "not refused"
    assert "3S#" in legal(state)


def test_r12_the_exchanges_of_one_seat_do_not_count_against_the_next() -> None:
    state = after(set_up(DEAD, ["2S 7H", "3S 9D"], deck="KC QC 8C"), "2S#", "7H@d6")
    assert refusal(state, "3S#") == "not refused"


def test_r12_no_exchange_after_playing() -> None:
    state = after(set_up(DEAD, ["2S 7H", "9D"]), "7H@d6")
    assert refusal(state, "1:2S#") == "R5 seat-not-to-act"


def test_r12_no_exchange_while_a_line_is_being_chosen() -> None:
    six = "*22......*\n1111.1....\n" + "..........\n" * 6 + ".....21..."
    state = after(set_up(six, ["2S 2C", "9D"]), "2C@e2")
    assert state.position.phase == "choose"
    assert refusal(state, "2S#") == "R22 line-to-choose"


def test_r12_a_hand_of_dead_cards_may_exchange_one_and_has_no_pass() -> None:
    state = set_up(DEAD, ["2S 3S", "9D"], deck="2S KC")
    assert legal(state) == "2S# 3S#"
    assert refusal(state, "-") == "R17 pass-exchange-possible"
    state = after(state, "3S#")
    assert legal(state) == "-"
    assert hands(state) == "2S 2S | 9D"


def test_r12_a_dead_card_comes_alive_when_a_chip_is_removed() -> None:
    state = set_up(DEAD, ["2S 7H", "JS"], deck="KC QC 8C")
    assert is_dead(state.position, "2S")
    state = after(state, "7H@d6", "JSxg9")
    assert not is_dead(state.position, "2S")
    assert refusal(state, "2S#") == "R12 exchange-alive"
    assert "2S@g9" in legal(state)
    assert refusal(state, "2S@g9") == "not refused"


def test_r12_a_variant_without_exchanges_has_none() -> None:
    state = set_up("2.....", ["A1 B2", "C3"], variant=exchanging(0))
    assert is_dead(state.position, "A1")
    assert refusal(state, "A1#") == "R12 exchange-used"
    assert legal(state) == "B2@b2"


def test_r12_without_exchanges_a_hand_of_dead_cards_passes() -> None:
    state = set_up("2.....", ["A1", "C3"], variant=exchanging(0))
    assert legal(state) == "-"
    assert hands(after(state, "-")) == "A1 | C3"


def test_r12_a_variant_with_two_exchanges_a_turn_has_two_and_not_three() -> None:
    state = set_up("222...", ["A1 B1 C1 D2", "E3"], variant=exchanging(2), deck="D3 D4 D5")
    state = after(state, "A1#", "C1#")
    assert hands(state) == "B1 D2 D3 D4 | E3"
    assert refusal(state, "B1#") == "R12 exchange-used"
    assert "B1#" not in legal(state)
    state = after(state, "D2@d2", "E3@e3")
    assert "B1#" in legal(state)


def test_r12_a_sum_is_dead_when_both_answers_are_taken() -> None:
    # 2 stands on c1 and g8.
    taken = "*.1....*\n" + "........\n" * 6 + "......2."
    state = set_up(taken, ["1+1 9-7", "3+2"], variant="numbers", deck="PLUS")
    assert legal(state) == "1+1# 9-7#"
    assert hands(after(state, "9-7#")) == "1+1 PLUS | 3+2"
