"""Which line is locked where more than one could be (R22)."""

import pytest

from sarja.rules.moves import Lock
from tests.boards import (
    after,
    claims,
    drawn,
    hands,
    kinds,
    legal,
    refusal,
    refused,
    rows,
    set_up,
)
from tests.rules.variants import own_cards

SIX = "*........*\n11.111...."

# c3 finishes six down (a choice) and five across (none).
CHOICE_BESIDE_SURE = """
    *.1......*
    ..1.......
    11.11.....
    ..1.......
    ..1.......
    ..1.......
"""
# d4 finishes six down and six across.
TWO_CHOICES = """
    *........*
    ...1......
    ...1......
    111.11....
    ...1......
    ...1......
    ...1......
"""


def test_r22_six_in_a_row_let_the_player_choose() -> None:
    state = set_up(SIX, ["JC 7H", "JS"])
    assert kinds(state, "JC@c2") == "ChipPlaced ChoiceOpened"
    state = after(state, "JC@c2")
    assert (state.position.phase, state.position.to_act) == ("choose", 1)
    assert legal(state) == "=a2-e2 =b2-f2"
    assert (drawn(state), claims(state)) == ("*........*\n111111....", "")


@pytest.mark.parametrize(
    ("line", "row", "spare"), [("a2-e2", "AAAAA1....", "f2"), ("b2-f2", "1AAAAA....", "a2")]
)
def test_r22_the_chosen_line_is_locked_and_the_rest_stays_removable(
    line: str, row: str, spare: str
) -> None:
    state = after(set_up(SIX, ["JC 7H", "JS"], deck="KC QC"), "JC@c2", f"={line}")
    assert drawn(state) == f"*........*\n{row}"
    assert claims(state) == f"1:{line}"
    assert (state.position.phase, state.position.to_act) == ("play", 2)
    assert hands(state) == "7H KC | JS"
    assert legal(state) == f"JSx{spare}"


def test_r22_only_the_seat_whose_chip_it_is_chooses_and_only_what_is_offered() -> None:
    state = after(set_up(SIX, ["JC 7H", "JS"]), "JC@c2")
    assert refusal(state, "2:=a2-e2") == "R5 seat-not-to-act"
    assert refusal(state, "1:=a2-e2") == "not refused"
    for line in ("c2-g2", "e2-a2", "a2-f2", "a2-a2", "a2-a6", "a1-e1"):
        assert refusal(state, f"={line}") == "R22 line-not-offered"
    assert refused(state, Lock(10, 13)) == "R22 line-not-offered"


def test_r22_while_a_line_is_to_be_chosen_nothing_else_may_be_done() -> None:
    state = after(set_up(SIX, ["JC 7H", "JS"]), "JC@c2")
    for text in ("7H@d6", "7H#", "-", "JSxa1"):
        assert refusal(state, text) == "R22 line-to-choose"


def test_r22_no_line_is_chosen_unasked() -> None:
    assert refusal(set_up(SIX, ["JC 7H", "JS"]), "=a2-e2") == "R22 line-not-asked"
    assert refusal(after(set_up(SIX, ["7H", "JS"]), "7H@d6"), "=a2-e2") == "R22 line-not-asked"


@pytest.mark.parametrize(
    ("row", "offered"),
    [
        ("111.11....", "=a2-e2 =b2-f2"),
        ("111.111...", "=a2-e2 =b2-f2 =c2-g2"),
        ("111.1111..", "=a2-e2 =b2-f2 =c2-g2 =d2-h2"),
        ("...111.111", "=d2-h2 =e2-i2 =f2-j2"),
        ("1.1111....", "=a2-e2 =b2-f2"),
    ],
)
def test_r22_lines_are_offered_in_reading_order(row: str, offered: str) -> None:
    gap = row.index(".", row.index("1"))
    state = after(set_up(f"*........*\n{row}"), f"JC@{'abcdefghij'[gap]}2")
    assert legal(state) == offered


def test_r22_a_corner_beside_five_makes_six() -> None:
    state = after(set_up("*11.11...*"), "JC@d1")
    assert legal(state) == "=a1-e1 =b1-f1"
    assert drawn(after(state, "=a1-e1")) == "*AAAA1...*"
    assert drawn(after(state, "=b1-f1")) == "*AAAAA...*"


def test_r22_diagonals_are_offered_by_their_first_space_too() -> None:
    falling = "*........*\n.1........\n..1.......\n..........\n....1.....\n.....1...."
    assert legal(after(set_up(falling), "JC@d4")) == "=a1-e5 =b2-f6"
    rising = "*........*\n........1.\n.......1..\n..........\n.....1....\n....1....."
    assert legal(after(set_up(rising), "JC@g4")) == "=j1-f5 =i2-e6"


def test_r22_a_line_that_an_earlier_sequence_forbids_is_not_offered() -> None:
    state = set_up("*........*\nAAAAA11.11", sequences="1:a2-e2", target=5)
    assert legal(after(state, "JC@h2")) == "=e2-i2 =f2-j2"


def test_r22_what_an_earlier_sequence_leaves_without_a_choice_is_claimed() -> None:
    state = set_up("*........*\nAAAAA11.1.", sequences="1:a2-e2", target=5)
    assert claims(after(state, "JC@h2")) == "1:a2-e2 1:e2-i2"


def test_r22_the_way_that_makes_most_sequences_is_kept_so_nothing_is_asked_for_nine() -> None:
    state = set_up("*........*\n1111.1111.", target=5)
    assert kinds(state, "JC@e2").split()[1:4] == ["SequenceClaimed", "SequenceClaimed", "Drawn"]
    assert claims(after(state, "JC@e2")) == "1:a2-e2 1:e2-i2"


def test_r22_lines_that_leave_no_choice_are_claimed_before_any_is_asked_for() -> None:
    state = set_up(CHOICE_BESIDE_SURE, target=5)
    assert kinds(state, "JC@c3") == "ChipPlaced SequenceClaimed ChoiceOpened"
    state = after(state, "JC@c3")
    assert (claims(state), legal(state)) == ("1:a3-e3", "=c1-c5 =c2-c6")
    state = after(state, "=c2-c6")
    assert claims(state) == "1:a3-e3 1:c2-c6"
    assert drawn(state) == rows("""
        *.1......*
        ..A.......
        AAAAA.....
        ..A.......
        ..A.......
        ..A.......
    """)


def test_r22_sure_lines_are_claimed_in_the_order_of_their_directions() -> None:
    before = """
        *...1....*
        .1..1..1..
        ..1.1.1...
        ...111....
        1111......
    """
    state = after(set_up(before, target=9), "JC@e5")
    assert claims(state) == "1:a1-e5 1:e1-e5 1:a5-e5"


def test_r22_two_open_directions_are_asked_one_at_a_time() -> None:
    state = after(set_up(TWO_CHOICES, target=5), "JC@d4")
    assert legal(state) == "=d2-d6 =d3-d7"
    assert refusal(state, "=a4-e4") == "R22 line-not-offered"
    assert kinds(state, "=d3-d7") == "LineChosen SequenceClaimed ChoiceOpened"
    state = after(state, "=d3-d7")
    assert (legal(state), claims(state)) == ("=a4-e4 =b4-f4", "1:d3-d7")
    assert refusal(state, "=d2-d6") == "R22 line-not-offered"
    state = after(state, "=b4-f4")
    assert claims(state) == "1:d3-d7 1:b4-f4"
    assert state.position.to_act == 2
    assert drawn(state) == rows("""
        *........*
        ...1......
        ...A......
        1AAAAA....
        ...A......
        ...A......
        ...A......
    """)


def test_r22_directions_are_ordered_by_their_first_possible_line() -> None:
    # Down from e3, along the diagonals from d4 and f4, across from e5.
    before = """
        *........*
        ..........
        ....1.....
        ...111....
        .....1111.
        ...111....
        ..1.1.1...
        .1.....1..
    """
    state = after(set_up(before, target=9), "JC@e5")
    assert claims(state) == "1:e3-e7 1:d4-h8 1:f4-b8 1:e5-i5"


def test_r22_open_directions_are_asked_in_the_order_of_their_first_possible_lines() -> None:
    before = """
        *........*
        ..........
        ..1.......
        ...111....
        ..........
        ...111....
        ..1.1.1...
        .1..1..1..
        1...1.....
    """
    state = after(set_up(before, target=9), "JC@e5")
    asked = []
    while state.position.phase == "choose":
        asked.append(legal(state))
        state = after(state, asked[-1].split()[1])
    assert asked == ["=c3-g7 =d4-h8", "=e4-e8 =e5-e9", "=f4-b8 =e5-a9"]
    assert claims(state) == "1:d4-h8 1:e5-e9 1:e5-a9"


def test_r22_when_the_target_is_reached_nothing_is_asked_and_the_first_way_is_recorded() -> None:
    state = set_up(SIX, target=1)
    assert kinds(state, "JC@c2") == "ChipPlaced SequenceClaimed GameEnded"
    state = after(state, "JC@c2")
    assert (claims(state), drawn(state)) == ("1:a2-e2", "*........*\nAAAAA1....")


def test_r22_a_win_records_every_direction_in_its_order_sure_or_not() -> None:
    # With two to win the choice down comes first, for its first line does.
    state = after(set_up(CHOICE_BESIDE_SURE, target=2), "JC@c3")
    assert claims(state) == "1:c1-c5 1:a3-e3"
    assert state.position.phase == "over"
    both = after(set_up(TWO_CHOICES, target=2), "JC@d4")
    assert claims(both) == "1:d2-d6 1:a4-e4"


def test_r22_a_win_records_sequences_beyond_the_target_too() -> None:
    state = after(set_up(CHOICE_BESIDE_SURE, target=1), "JC@c3")
    assert claims(state) == "1:c1-c5 1:a3-e3"
    outcome = state.position.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.sequences) == (1, (2, 0))


def test_r22_the_player_is_asked_when_one_more_than_this_is_wanted() -> None:
    state = after(set_up(CHOICE_BESIDE_SURE, target=3), "JC@c3")
    assert state.position.phase == "choose"


def test_r22_a_choice_may_be_followed_by_a_win_of_another_turn_only() -> None:
    state = after(set_up(TWO_CHOICES, target=3), "JC@d4", "=d2-d6", "=a4-e4")
    assert state.position.outcome is None
    assert state.position.count_sequences(1) == 2


WIDE = own_cards("." * 9 + ("\n" + "." * 9) * 2, line_length=4, shared_spaces=2)
SEVEN = "111.111.."


def test_r22_where_two_may_be_shared_seven_finished_by_the_middle_offer_all_four_lines() -> None:
    state = after(set_up(SEVEN, ["W", "A3"], variant=WIDE), "W@d1")
    assert legal(state) == "=a1-d1 =b1-e1 =c1-f1 =d1-g1"
    assert claims(state) == ""


@pytest.mark.parametrize(
    ("chosen", "then", "claimed", "row"),
    [
        ("=b1-e1", "", "1:b1-e1 1:d1-g1", "1AAAAAA.."),
        ("=c1-f1", "", "1:c1-f1 1:a1-d1", "AAAAAA1.."),
        ("=a1-d1", "=c1-f1 =d1-g1", "1:a1-d1", "AAAA111.."),
        ("=d1-g1", "=a1-d1 =b1-e1", "1:d1-g1", "111AAAA.."),
    ],
)
def test_r22_where_two_may_be_shared_the_rest_is_claimed_or_asked_for(
    chosen: str, then: str, claimed: str, row: str
) -> None:
    state = after(set_up(SEVEN, ["W", "A3"], variant=WIDE), "W@d1", chosen)
    assert (claims(state), drawn(state)) == (claimed, row)
    assert (legal(state) if state.position.phase == "choose" else "") == then
    if then:
        for line in then.split():
            assert len(claims(after(state, line)).split()) == 2


def test_r22_a_line_in_no_best_way_is_not_offered() -> None:
    # Five long, two shared, nine finished by the middle: c1-g1 fits with no other line.
    wide = own_cards("." * 9 + ("\n" + "." * 9) * 2, line_length=5, shared_spaces=2)
    state = after(set_up("1111.1111", ["W", "A3"], variant=wide), "W@e1")
    assert legal(state) == "=a1-e1 =b1-f1 =d1-h1 =e1-i1"


def test_r22_three_may_count_in_one_direction_without_a_choice() -> None:
    wide = own_cards("." * 9 + ("\n" + "." * 9) * 2, line_length=5, shared_spaces=3)
    state = after(set_up("1111.1111", ["W", "A3"], variant=wide), "W@e1")
    assert claims(state) == "1:a1-e1 1:c1-g1 1:e1-i1"
