"""What counts as a sequence, and what stays locked (R19 to R21)."""

from collections.abc import Iterable
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sarja.rules.events import SequenceClaimed
from sarja.rules.model import State
from tests.boards import after, claims, drawn, kinds, legal, refusal, rows, set_up, to_play, told
from tests.rules.variants import own_cards

ELEVEN = own_cards("." * 11 + ("\n" + "." * 11) * 2)
COLUMNS = "abcdefghijk"


def lay(state: State, spaces: Iterable[str], choice: Random | None = None) -> State:
    """The state after team 1 has put a chip on each; lines are chosen by chance, or the first."""
    for space in spaces:
        state = after(state, f"W@{space}")
        while state.position.phase == "choose":
            offered = legal(state).split()
            state = after(state, choice.choice(offered) if choice else offered[0])
        state = to_play(state, 1)
    return state


def in_a_row(order: Iterable[int], choice: Random | None = None) -> State:
    """The row after chips of team 1 in that order."""
    state = set_up("", ["W W", "A3"], variant=ELEVEN, deck="")
    return lay(state, (f"{COLUMNS[at]}1" for at in order), choice)


def starts(state: State) -> list[int]:
    """Where the sequences of the row begin, in the order of claiming."""
    return [sequence.spaces[0] for sequence in state.position.sequences]


@pytest.mark.parametrize("seed", [0, 1])
def test_r20_six_in_a_row_are_one_sequence_in_every_order_of_placing(seed: int) -> None:
    choice = Random(seed)
    for order in permutations(range(6)):
        state = in_a_row(order, choice)
        assert len(starts(state)) == 1, order
        assert drawn(state) in ("AAAAA1.....", "1AAAAA.....")


@settings(max_examples=150)
@given(st.integers(7, 8).flatmap(lambda n: st.permutations(range(n))), st.integers(0, 99))
def test_r20_seven_or_eight_in_a_row_are_one_sequence_in_any_order(
    order: list[int], seed: int
) -> None:
    state = in_a_row(order, Random(seed))
    assert len(starts(state)) == 1
    assert drawn(state).count("A") == 5
    assert drawn(state).count("1") == len(order) - 5


@settings(max_examples=200)
@given(st.permutations(range(9)), st.integers(0, 99))
def test_r20_nine_in_a_row_are_two_unless_a_five_was_locked_that_leaves_no_room(
    order: list[int], seed: int
) -> None:
    state = in_a_row(order, Random(seed))
    first = starts(state)[0]
    expected = {0: [0, 4], 4: [4, 0]}.get(first, [first])
    if order[-1] == 4:
        expected = [0, 4]
    assert starts(state) == expected


@settings(max_examples=100)
@given(st.integers(5, 11).flatmap(lambda n: st.permutations(range(n))), st.integers(0, 99))
def test_r20_in_a_row_of_any_length_no_line_shares_two_and_none_that_may_count_is_left(
    order: list[int], seed: int
) -> None:
    taken = starts(in_a_row(order, Random(seed)))
    assert all(abs(one - other) >= 4 for one, other in combinations(taken, 2))
    assert not [at for at in range(len(order) - 4) if all(abs(at - t) >= 4 for t in taken)]


def test_r20_nine_in_a_row_finished_by_the_middle_chip_are_two_not_three_nor_one() -> None:
    state = after(set_up("1111.1111..", ["W W", "A3"], variant=ELEVEN), "W@e1")
    assert claims(state) == "1:a1-e1 1:e1-i1"
    assert drawn(state) == "AAAAAAAAA.."
    assert state.position.phase == "play"


def test_r20_a_middle_five_locked_first_and_extended_both_ways_to_nine_is_still_one() -> None:
    state = in_a_row([2, 3, 4, 5, 6])
    assert drawn(state) == "..AAAAA...."
    for order in ([1, 7, 0, 8], [0, 8, 1, 7], [8, 7, 1, 0]):
        longer = lay(state, (f"{COLUMNS[at]}1" for at in order))
        assert drawn(longer) == "11AAAAA11.."
        assert claims(longer) == "1:c1-g1"


def test_r20_the_second_five_of_nine_shares_the_middle_space_of_the_first() -> None:
    state = set_up("AAAAA111...", ["W", "A3"], variant=ELEVEN, sequences="1:a1-e1")
    state = after(state, "W@i1")
    assert (drawn(state), claims(state)) == ("AAAAAAAAA..", "1:a1-e1 1:e1-i1")


def test_r20_five_more_that_share_two_spaces_do_not_count() -> None:
    state = set_up("AAAAA11....", ["W", "A3"], variant=ELEVEN, sequences="1:a1-e1")
    state = after(state, "W@h1")
    assert (drawn(state), claims(state)) == ("AAAAA111...", "1:a1-e1")


def test_r20_a_line_may_cross_one_space_of_each_of_several_sequences() -> None:
    before = """
        *........*
        AAAAA.....
        ..1.......
        ..1.......
        ..........
        AAAAA.....
    """
    state = set_up(before, sequences="1:a2-e2 1:a6-e6", target=5)
    state = after(state, "JC@c5")
    assert claims(state) == "1:a2-e2 1:a6-e6 1:c2-c6"
    assert drawn(state) == rows("""
        *........*
        AAAAA.....
        ..A.......
        ..A.......
        ..A.......
        AAAAA.....
    """)


def test_r20_the_sequences_of_other_teams_are_no_hindrance() -> None:
    # Both use the corner a1; team 2's new line shares it with team 1's sequence.
    before = "*AAAA....*\n.2........\n..2.......\n...2......"
    state = set_up(before, turn=2, sequences="1:a1-e1")
    assert claims(after(state, "JC@e5")) == "1:a1-e1 2:a1-e5"


def test_r20_two_corners_in_a_row_may_be_used_by_two_teams() -> None:
    # By one team they could not: that would be two shared spaces.
    pair = own_cards("..**..\n......\n......", line_length=4)
    state = set_up("AA**.2", ["X", "W"], variant=pair, turn=2, sequences="1:a1-d1")
    assert claims(after(state, "W@e1")) == "1:a1-d1 2:c1-f1"
    state = set_up("AA**.1", ["W", "X"], variant=pair, sequences="1:a1-d1")
    assert claims(after(state, "W@e1")) == "1:a1-d1"


def test_r20_a_variant_may_let_sequences_share_more() -> None:
    wide = own_cards("." * 8 + "\n........\n........", shared_spaces=2)
    state = set_up("AAAAA11.", ["W", "A3"], variant=wide, sequences="1:a1-e1")
    state = after(state, "W@h1")
    assert claims(state) == "1:a1-e1 1:d1-h1"
    narrow = own_cards("." * 8 + "\n........\n........", shared_spaces=1)
    state = set_up("AAAAA11.", ["W", "A3"], variant=narrow, sequences="1:a1-e1")
    assert claims(after(state, "W@h1")) == "1:a1-e1"


def test_r20_a_corner_counts_among_the_spaces_that_are_shared() -> None:
    middle = own_cards("....*....\n" + ".........\n" * 2)
    state = set_up("....*....", ["W W", "A3"], variant=middle, deck="")
    state = lay(state, ["a1", "b1", "c1", "d1", "f1", "g1", "h1"])
    assert (drawn(state), claims(state)) == ("AAAA*111.", "1:a1-e1")
    state = lay(state, ["i1"])
    assert (drawn(state), claims(state)) == ("AAAA*AAAA", "1:a1-e1 1:e1-i1")


def test_r19_a_sequence_counts_whether_or_not_anyone_announces_it() -> None:
    state = set_up("*........*\n1111......", ["2C 7H", "2C"])
    after_it, events = told(state, "2C@e2")
    assert events[1] == SequenceClaimed(1, (10, 11, 12, 13, 14))
    assert claims(after_it) == "1:a2-e2"


@pytest.mark.parametrize("viewer", [1, 2, 3, None])
def test_r19_everybody_sees_which_chips_are_locked(viewer: int | None) -> None:
    state = set_up("*........*\n1111......", ["2C 7H", "2C", "3S"], target=2)
    seen = after(state, "2C@e2").view(viewer).position
    assert drawn(seen) == "*........*\nAAAAA....."
    assert [sequence.team for sequence in seen.sequences] == [1]


def test_r19_a_finished_sequence_cannot_be_broken() -> None:
    state = set_up("*........*\n1111......", ["2C 7H", "JS JH"])
    state = after(state, "2C@e2")
    for space in ("a2", "b2", "c2", "d2", "e2"):
        assert refusal(state, f"JSx{space}") == "R19 removal-locked"
    assert legal(state) == "-"


def test_r19_the_corner_of_a_sequence_is_not_locked() -> None:
    state = after(set_up("*111.....*", ["JC", "JS JH"]), "JC@e1")
    assert state.position.locked == frozenset({1, 2, 3, 4})
    assert refusal(state, "JSxa1") == "R10 removal-corner"


def test_r19_a_sequence_is_not_changed_by_chips_that_come_later() -> None:
    state = set_up(
        "*........*\n.1111.....", ["JC JD 6C", "9D TD 8D"], target=3, deck="9C 8C 5C 4C 3C 2C"
    )
    state = after(state, "JC@f2", "9D@f10", "6C@a2", "TD@e10", "JD@g2")
    assert drawn(state).splitlines()[1] == "1AAAAA1..."
    assert claims(state) == "1:b2-f2"


def test_r21_one_chip_may_complete_two_sequences() -> None:
    before = """
        *........*
        ..1.......
        ..1.......
        11.11.....
        ..1.......
        ..1.......
    """
    state = set_up(before, target=5)
    assert kinds(state, "JC@c4").count("SequenceClaimed") == 2
    state = after(state, "JC@c4")
    assert claims(state) == "1:c2-c6 1:a4-e4"
    assert drawn(state) == rows("""
        *........*
        ..A.......
        ..A.......
        AAAAA.....
        ..A.......
        ..A.......
    """)


def test_r21_three_crossing_sequences_win_where_a_variant_wants_three() -> None:
    before = "1...1\n.1..1\n..1.1\n...11\n1111."
    crossing = own_cards(".....\n" * 5, sequences=3)
    state = after(set_up(before, ["W", "X"], variant=crossing), "W@e5")
    assert claims(state) == "1:a1-e5 1:e1-e5 1:a5-e5"
    assert drawn(state) == "A...A\n.A..A\n..A.A\n...AA\nAAAAA"
    assert state.position.outcome is not None
    assert state.position.outcome.sequences == (3, 0)
    two = set_up(before.replace("1...1", "....1"), ["W", "X"], variant=crossing)
    assert after(two, "W@e5").position.outcome is None


def test_r21_one_chip_may_complete_four_sequences_and_five() -> None:
    star = "1...1...1\n.1..1..1.\n..1.1.1..\n...111...\n{}\n"
    wide = own_cards("." * 9 + ("\n" + "." * 9) * 8, sequences=15)
    state = set_up(star.format(".111.1..."), ["W", "X"], variant=wide)
    assert claims(after(state, "W@e5")) == "1:a1-e5 1:e1-e5 1:i1-e5 1:b5-f5"
    state = set_up(star.format("1111.1111"), ["W", "X"], variant=wide)
    assert claims(after(state, "W@e5")) == "1:a1-e5 1:e1-e5 1:i1-e5 1:a5-e5 1:e5-i5"
