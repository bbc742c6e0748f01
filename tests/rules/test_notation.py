"""Moves as text, there and back, and texts that are none."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sarja.rules.board import Board
from sarja.rules.errors import IllegalMove
from sarja.rules.moves import (
    PASS,
    Draw,
    Exchange,
    GiveUp,
    Lock,
    Move,
    Pass,
    Place,
    Remove,
    TableTalk,
)
from sarja.rules.notation import format_move, parse_move
from tests.boards import variant_named
from tests.rules.variants import all_kinds

CLASSIC = variant_named("classic").board
LARGEST = Board(20, 20, tuple(str(space) for space in range(400)), 5)
BOARDS = [*(variant.board for variant in all_kinds()), LARGEST]

# The contract's words: 1 to 12 of these signs, with at least one letter or digit.
codes = st.text("ABCJQZ0189+-*/.?_", min_size=1, max_size=12).filter(
    lambda code: re.search("[A-Z0-9]", code) is not None
)
seats = st.integers(1, 12)


def moves_on(board: Board) -> st.SearchStrategy[Move]:
    spaces = st.integers(0, len(board.labels) - 1)
    return st.one_of(
        st.builds(Place, codes, spaces),
        st.builds(Remove, codes, spaces),
        st.builds(Exchange, codes),
        st.builds(Lock, spaces, spaces),
        st.just(PASS),
        st.builds(Draw, seats),
        st.builds(TableTalk, st.integers(1, 3)),
        st.builds(GiveUp, seats, codes),
    )


def reads(text: str, board: Board = CLASSIC) -> tuple[Move, int | None] | str:
    """The move, or the code of what is wrong."""
    try:
        return parse_move(text, board)
    except IllegalMove as error:
        return error.code


@settings(max_examples=400)
@given(st.data(), st.sampled_from(BOARDS))
def test_a_move_that_is_written_is_read_as_the_same_move(data: st.DataObject, board: Board) -> None:
    move = data.draw(moves_on(board))
    seat = move.seat if isinstance(move, Draw | GiveUp) else None
    assert reads(format_move(move, board), board) == (move, seat)


@settings(max_examples=200)
@given(st.data(), seats)
def test_a_seat_may_stand_before_any_other_move(data: st.DataObject, seat: int) -> None:
    move = data.draw(moves_on(CLASSIC))
    if isinstance(move, Draw | GiveUp):
        return
    text = f"{seat}:{format_move(move, CLASSIC)}"
    assert reads(text) == ("move-unreadable" if isinstance(move, TableTalk) else (move, seat))


@settings(max_examples=500)
@given(st.one_of(st.text("7HJS@x#=-+!:a1e50 \n", max_size=9), st.text(st.characters())))
@example("")
def test_whatever_the_text_is_it_is_a_move_or_refused(text: str) -> None:
    found = reads(text)
    if isinstance(found, str):
        assert found in ("move-unreadable", "space-off-board")
    else:
        move, seat = found
        written = format_move(move, CLASSIC)
        assert text in (written, f"{seat}:{written}")


@pytest.mark.parametrize(
    ("text", "move", "seat"),
    [
        ("7H@d6", Place("7H", 53), None),
        ("JC@e5", Place("JC", 44), None),
        ("JSxe5", Remove("JS", 44), None),
        ("7H#", Exchange("7H"), None),
        ("=a1-e1", Lock(0, 4), None),
        ("-", Pass(), None),
        ("2:+", Draw(2), 2),
        ("!1", TableTalk(1), None),
        ("3:7H!", GiveUp(3, "7H"), 3),
        ("2:7H@d6", Place("7H", 53), 2),
        ("12:-", Pass(), 12),
        ("2:=a1-e1", Lock(0, 4), 2),
        ("7+5@j10", Place("7+5", 99), None),
        ("12-4xa2", Remove("12-4", 10), None),
        ("1:5-5!", GiveUp(1, "5-5"), 1),
        ("-1#", Exchange("-1"), None),
        ("PLUS@b1", Place("PLUS", 1), None),
        ("A+-*/.?_BCDZ@b1", Place("A+-*/.?_BCDZ", 1), None),
    ],
)
def test_the_notation_is_that_of_the_contract(text: str, move: Move, seat: int | None) -> None:
    assert reads(text) == (move, seat)


UNREADABLE = [
    "",
    " ",
    "7H",
    "7H@",
    "@d6",
    "7H@d6 ",
    " 7H@d6",
    "7H@d6\n",
    "7H@d6\r\n",
    "\n-",
    "-\n",
    "--",
    "7H @d6",
    "7h@d6",
    "7H@D6",
    "7H@6d",
    "7H@d06",
    "7H@d0",
    "7H@d",
    "7H@d21",
    "7H@d100",
    "7H@u1",
    "7H@z1",
    "7H@dd6",
    "7H@d6@d6",
    "7H@d6xd6",
    "7HXd6",
    "7H×d6",
    "JSxe5#",
    "7H##",
    "7H!",
    "7H!!",
    "#",
    "!",
    "!0",
    "!01",
    "!100",
    "!1 ",
    "!a",
    "!-1",
    "2:!1",
    "1:!1",
    "+",
    "0:+",
    "02:+",
    "2:",
    "2:2:+",
    ":+",
    "100:+",
    "-1:+",
    "+1:+",
    "2: +",
    "2 :+",
    "2:++",
    "٢:+",
    "２:+",
    "²:+",
    "7H@d６",
    "7H@d٦",
    "７H@d6",
    "7\u041d@d6",  # a Cyrillic letter
    "!１",
    "!١",
    "=a1-e",
    "=a1",
    "=a1-",
    "=a1e1",
    "a1-e1",
    "=a1-e1-",
    "=a1–e1",
    "=A1-E1",
    "=a01-e1",
    "ABCDEFGHIJKLM@d6",
    "7H\x00@d6",
    "7H@d6\x00",
    "7=H@d6",
    "pass",
    "\ud800",
    "7H@d6" * 1000,
]


@pytest.mark.parametrize("text", UNREADABLE, ids=lambda text: ascii(text)[:24])
def test_a_text_that_is_no_move_cannot_be_read(text: str) -> None:
    assert reads(text) == "move-unreadable"
    with pytest.raises(IllegalMove) as caught:
        parse_move(text, CLASSIC)
    assert caught.value.rule == "R7"


def test_a_code_without_a_letter_or_digit_cannot_be_read() -> None:
    for text in ("+@d6", "-xe5", "*@a1", "+.@d6", "?@j10", "1:_xe5", "+#", "-#", "2:+!"):
        assert (text, reads(text)) == (text, "move-unreadable")


@pytest.mark.parametrize("text", ["7H@k1", "7H@a11", "7H@t20", "JSxk5", "=a1-a11", "=k1-o1"])
def test_a_space_that_the_board_has_not_is_refused(text: str) -> None:
    assert reads(text) == "space-off-board"
    assert not isinstance(reads(text, LARGEST), str)


def test_on_a_board_that_is_not_square_letters_count_columns_and_numbers_rows() -> None:
    board = variant_named("numbers").board
    assert board.space("h10") == 79
    assert board.space("a10") == 72
    assert board.space("i1") is None
    assert board.space("h11") is None


def test_every_space_is_found_by_its_name() -> None:
    for board in BOARDS:
        assert len(set(board.names)) == len(board.labels)
        for space, name in enumerate(board.names):
            assert board.space(name) == space
    assert (LARGEST.names[0], LARGEST.names[19], LARGEST.names[20]) == ("a1", "t1", "a2")
    assert LARGEST.names[-1] == "t20"


@pytest.mark.parametrize(
    "name",
    ["", "a", "1", "1a", "a0", "a01", "A1", "u1", "a21", "a-1", "a+1", "a1 ", " a1", "aa1", "a1\n",
     "a１", "\u04301", "a1.0"],
    ids=ascii,
)  # fmt: skip
def test_a_name_of_no_space_is_none(name: str) -> None:
    assert LARGEST.space(name) is None


def test_a_line_is_named_by_its_ends() -> None:
    lines = CLASSIC.lines
    assert CLASSIC.format_line(lines[0]) == "a1-e1"
    assert len({CLASSIC.format_line(line) for line in lines}) == len(lines)
    assert all(list(line) == sorted(line) for line in lines)
    assert list(lines) == sorted(lines)
