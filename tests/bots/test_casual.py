"""What the casual bot does on boards where a person would know what to do.

Row 1 and row 5 of Classic, where most of it happens:

    a1 **  b1 2S  c1 3S  d1 4S  e1 5S  f1 6S  g1 7S  h1 8S  i1 9S  j1 **
    a5 9C  b5 QS  c5 7C  d5 6H  e5 5H  f5 4H  g5 AH  h5 9D  i5 7H  j5 AS
"""

from dataclasses import replace
from random import Random

import pytest

from sarja.bots.casual import Casual
from sarja.bots.weights import CASUAL
from sarja.rules.model import State
from sarja.rules.notation import format_move
from tests.boards import after, set_up
from tests.rules.variants import CORNERED, own_cards

FOUR = """
    *........*
    ..........
    ..........
    ..........
    ..1111....
"""
RIVALS_CORNER = "*222.....*"
ORDINARY = "3C 4C KD 8S"
"""Cards that mean nothing on these boards."""
RIVAL = "2D 3D 4D 5D 6D 7D TD"
"""A hand that the casual bot does not see."""

EXACT = Casual(replace(CASUAL, misjudged=0.0))
"""The casual bot with a good eye: what it thinks is to be seen without what it overlooks."""


def chosen(state: State) -> str:
    """What the casual bot does in the seat that must act; the same whatever its dice say."""
    seat = state.position.to_act
    moves = {EXACT.choose(state.view(seat), Random(number)) for number in range(5)}
    assert len(moves) == 1, "it may do one thing or another"
    return format_move(moves.pop(), state.position.game.variant.board)


def chosen_among(state: State, times: int = 10) -> set[str]:
    """What the casual bot may do in the seat that must act."""
    board = state.position.game.variant.board
    view = state.view(state.position.to_act)
    return {format_move(EXACT.choose(view, Random(n)), board) for n in range(times)}


# Sequences


def test_it_wins_when_it_can() -> None:
    assert chosen(set_up(FOUR, [f"{ORDINARY} AH", RIVAL], target=1)) == "AH@g5"


def test_it_finishes_a_sequence_that_does_not_win_yet() -> None:
    assert chosen(set_up(FOUR, [f"{ORDINARY} AH", RIVAL], target=2)) == "AH@g5"


def test_it_finishes_a_sequence_with_a_wild_card() -> None:
    state = set_up(FOUR, [f"{ORDINARY} JC", RIVAL], target=2)
    assert chosen_among(state) <= {"JC@b5", "JC@g5"}


def test_it_keeps_its_wild_card_when_an_ordinary_one_wins_elsewhere() -> None:
    assert chosen(set_up(FOUR, ["JC QS", RIVAL], target=1)) == "QS@b5"


def test_it_counts_a_free_corner() -> None:
    drawing = "*111.....*"
    assert chosen(set_up(drawing, [f"{ORDINARY} 5S", RIVAL], target=1)) == "5S@e1"


def test_it_counts_the_chips_of_its_partner() -> None:
    state = set_up(FOUR, ["2D", "3D", f"{ORDINARY} AH", "4D"], target=1, turn=3)
    assert chosen(state) == "AH@g5"


def test_it_wins_with_two_sequences_at_once() -> None:
    drawing = """
        *........*
        ......1...
        ......1...
        ......1...
        ..1111....
        ......1...
        ..........
        ..........
        BBBBB.....
    """
    state = set_up(drawing, ["QS AH", RIVAL], target=2, sequences="2:a9-e9")
    assert chosen(state) == "AH@g5"


def test_it_does_not_take_six_in_a_row_for_two_sequences() -> None:
    drawing = """
        *111.....*
        ..........
        ..........
        ..........
        AAAAA.....
    """
    state = set_up(drawing, [f"{ORDINARY} 4H 5S", RIVAL], target=2, sequences="1:a5-e5")
    assert chosen(state) == "5S@e1"


def test_it_finds_its_sequences_in_numbers() -> None:
    drawing = "*1111..*"
    state = set_up(drawing, ["12-7 20+9 2+1 8-5", "1+0"], variant="numbers")
    assert chosen(state) == "12-7@f1"


# Blocks


def test_it_blocks_a_four_that_would_win() -> None:
    drawing = """
        *222.....*
        ..........
        ..........
        ..........
        ..111.....
    """
    assert chosen(set_up(drawing, [f"{ORDINARY} 4H 5S", RIVAL], target=1)) == "5S@e1"


def test_it_blocks_with_a_wild_card_if_need_be() -> None:
    assert chosen(set_up(RIVALS_CORNER, [f"{ORDINARY} JD", RIVAL], target=1)) == "JD@e1"


def test_it_breaks_a_four_with_a_removing_card_if_need_be() -> None:
    move = chosen_among(set_up(RIVALS_CORNER, [f"{ORDINARY} JS", RIVAL], target=1))
    assert move <= {"JSxb1", "JSxc1", "JSxd1"}


def test_it_blocks_with_an_ordinary_card_rather_than_a_jack() -> None:
    assert chosen(set_up(RIVALS_CORNER, [f"{ORDINARY} JD JS 5S", RIVAL], target=1)) == "5S@e1"


def test_it_never_removes_when_it_can_win() -> None:
    drawing = """
        *222.....*
        ..........
        ..........
        ..........
        ..1111....
    """
    assert chosen(set_up(drawing, [f"{ORDINARY} JS JH AH", RIVAL], target=1)) == "AH@g5"


def test_it_wins_rather_than_blocks() -> None:
    drawing = """
        *222.....*
        ..........
        ..........
        ..........
        ..1111....
    """
    assert chosen(set_up(drawing, ["5S AH 3C", RIVAL], target=1)) == "AH@g5"


def test_with_three_teams_it_blocks_either_rival() -> None:
    for team in "23":
        drawing = RIVALS_CORNER.replace("2", team)
        assert chosen(set_up(drawing, [f"{ORDINARY} 5S", "2D", "3D"])) == "5S@e1"


def test_it_does_not_block_what_no_card_can_finish() -> None:
    drawing = """
        *222.....*
        ..........
        ..........
        ..........
        ..111.....
    """
    # One 5S is in its own hand, the other lies with the jacks on the discard piles.
    gone = ["5S JC JC", "JD JD"]
    state = set_up(drawing, [f"{ORDINARY} 4H 5S", RIVAL], target=1, discards=gone)
    assert chosen(state) == "4H@f5"


# Jacks


@pytest.mark.parametrize("jack", ["JC", "JS", "JC JD JS JH"])
def test_it_opens_with_an_ordinary_card(jack: str) -> None:
    drawing = "*.....2..*"
    state = set_up(drawing, [f"{jack} {ORDINARY}", RIVAL])
    assert not chosen_among(state, 20) & {"J"}


def test_it_prefers_the_card_of_a_space_to_a_wild_one() -> None:
    state = set_up(FOUR, ["JC AH QS", RIVAL], target=2)
    assert {move[:2] for move in chosen_among(state)} <= {"AH", "QS"}


def test_it_plays_a_jack_when_it_has_nothing_else() -> None:
    assert chosen_among(set_up("", ["JC JC JD", RIVAL]))
    assert chosen_among(set_up("*2.......*", ["JS JH", RIVAL])) == {"JSxb1", "JHxb1"}


def test_it_passes_when_it_has_nothing_to_play() -> None:
    assert chosen(set_up("", ["JS", RIVAL])) == "-"


# Cards


def test_it_exchanges_a_dead_card() -> None:
    drawing = """
        *........*
        .....2....
        ..........
        ..........
        ......2...
    """
    assert chosen(set_up(drawing, [f"{ORDINARY} AH", RIVAL])) == "AH#"


def test_it_wins_before_it_exchanges() -> None:
    drawing = """
        *........*
        .....2....
        ..........
        ..........
        ..11112...
    """
    assert chosen(set_up(drawing, ["AH QS", RIVAL], target=1)) == "QS@b5"


def test_it_keeps_a_dead_card_that_a_removal_brings_back_to_life() -> None:
    drawing = """
        *........*
        .....2....
        ..........
        ..........
        .211112...
    """
    # The rival's chip on g5 is in the way of a line of four that goes on to h5.
    state = set_up(drawing, [f"{ORDINARY} JS AH", RIVAL], target=1)
    assert chosen(state) == "JSxg5"


def test_it_gives_up_the_card_it_needs_least() -> None:
    state = set_up(
        FOUR, ["JC AH 3C", "2D", "JD QS 8S", "4D"], table_talk="penalty", target=1, turn=2
    )
    state = after(state, "!1")
    assert chosen(state) == "1:3C!"
    assert chosen(after(state, "1:3C!")) == "3:8S!"


def test_it_gives_up_a_dead_card_first() -> None:
    drawing = """
        *........*
        .....2....
        ..........
        ..........
        ..11112...
    """
    state = set_up(drawing, ["AH QS 3C", "2D", "JD", "4D"], table_talk="penalty", target=2, turn=2)
    assert chosen(after(state, "!1")) == "1:AH!"


# Lines to choose


def test_it_leaves_the_chips_that_help_the_next_sequence() -> None:
    for row, line in (("1111.11...", "=a5-e5"), ("...11.1111", "=f5-j5")):
        drawing = f"*........* .......... .......... .......... {row}"
        state = set_up(drawing, [f"{ORDINARY} 5H 4H", RIVAL])
        finishing = "5H@e5" if row.startswith("1") else "4H@f5"
        assert chosen(after(state, finishing)) == line


def test_it_locks_the_chip_that_is_needed_elsewhere() -> None:
    # No other line is left in the row, but a chip that is not locked may be removed.
    drawing = """
        *....*
        ......
        111.11
        {row}
        {row}
        *....*
    """
    variant = own_cards(CORNERED, sequences=2)
    for row, line in ((".....1", "=b3-f3"), ("1.....", "=a3-e3")):
        state = set_up(drawing.format(row=row), ["D3 D4", "B1 B2"], variant=variant)
        assert chosen(after(state, "D3@d3")) == line


# Misjudging


def test_it_takes_a_play_for_more_than_it_is_but_never_overlooks_a_win() -> None:
    state = set_up("*........*", ["2S 3C 4C KD 8S", RIVAL])
    view = state.view(1)
    plays = {Casual().choose(view, Random(number)) for number in range(40)}
    assert len(plays) > len({EXACT.choose(view, Random(number)) for number in range(40)})
    won = set_up(FOUR, [f"{ORDINARY} AH", RIVAL], target=1).view(1)
    board = won.position.game.variant.board
    assert {format_move(Casual().choose(won, Random(n)), board) for n in range(40)} == {"AH@g5"}
