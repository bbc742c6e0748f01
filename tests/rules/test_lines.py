"""Five in a line, wherever it lies (R18)."""

from collections.abc import Iterator

import pytest

from tests.boards import after, claims, drawn, legal, rows, set_up, variant_named
from tests.rules.variants import own_cards

CORNERS = {(1, 1), (1, 10), (10, 1), (10, 10)}
Places = list[tuple[int, int]]
"""(row, column), from 1."""


def name(place: tuple[int, int]) -> str:
    return f"{'abcdefghij'[place[1] - 1]}{place[0]}"


def all_lines() -> Iterator[Places]:
    """Every five in a row, down, and along both diagonals of a board of ten by ten."""
    for row in range(1, 11):
        for column in range(1, 11):
            across = [(row, column + step) for step in range(5)]
            down = [(row + step, column) for step in range(5)]
            right = [(row + step, column + step) for step in range(5)]
            left = [(row + step, column - step) for step in range(5)]
            for line in (across, down, right, left):
                if all(1 <= r <= 10 and 1 <= c <= 10 for r, c in line):
                    yield line


def board_with(chips: Places, sign: str) -> str:
    return "\n".join(
        "".join(
            "*" if (r, c) in CORNERS else sign if (r, c) in chips else "." for c in range(1, 11)
        )
        for r in range(1, 11)
    )


LINES = {f"{name(line[0])}-{name(line[-1])}": line for line in all_lines()}


def test_r18_the_board_has_the_lines_that_lie_on_it_and_no_others() -> None:
    board = variant_named("classic").board
    assert len(LINES) == 192
    assert {tuple(board.names[space] for space in line) for line in board.lines} == {
        tuple(map(name, line)) for line in LINES.values()
    }


def complete(chips: Places) -> list[str]:
    """The lines that lie in those chips and the free corners."""
    return [ends for ends, line in LINES.items() if CORNERS.union(chips).issuperset(line)]


@pytest.mark.parametrize("ends", LINES)
def test_r18_the_last_chip_of_a_line_claims_it_whichever_that_is(ends: str) -> None:
    chips = [place for place in LINES[ends] if place not in CORNERS]
    for last in chips:
        before = set_up(board_with([place for place in chips if place != last], "1"))
        state = after(before, f"JC@{name(last)}")
        if state.position.phase == "choose":
            # The corner beside it makes six in a row.
            assert len(complete(chips)) == 2
            assert f"={ends}" in legal(state).split()
            state = after(state, f"={ends}")
        assert claims(state) == f"1:{ends}"
        assert drawn(state) == rows(board_with(chips, "A"))


@pytest.mark.parametrize("ends", LINES)
def test_r18_a_line_with_a_gap_is_no_sequence_wherever_the_gap_is(ends: str) -> None:
    chips = [place for place in LINES[ends] if place not in CORNERS]
    for gap in chips:
        *before, last = (place for place in chips if place != gap)
        state = after(set_up(board_with(before, "1")), f"JC@{name(last)}")
        assert claims(state) == "".join(f"1:{line}" for line in complete([*before, last]))
        assert f"1:{ends}" != claims(state)


def played(drawing: str, *moves: str, held: int = 2) -> str:
    state = after(set_up(drawing, ["JC JD"] * held, deck="KC QC TC 9C 8C 7C"), *moves)
    return f"{drawn(state)}\n{claims(state)}"


def test_r18_five_of_a_teams_chips_in_a_connected_line_are_a_sequence() -> None:
    assert played("*........*\n.1111.....", "JC@f2") == "*........*\n.AAAAA....\n1:b2-f2"


def test_r18_a_free_corner_counts_as_a_chip() -> None:
    assert played("*111.....*", "JC@e1") == "*AAAA....*\n1:a1-e1"
    assert played("*......11*", "JC@g1", "JD@b2", "JD@f1") == "*....AAAA*\n.2........\n1:f1-j1"


def test_r18_a_corner_at_each_end_of_a_diagonal_counts() -> None:
    state = set_up("*........*\n" + "..........\n.......1..\n......1...\n.....1....")
    assert claims(after(state, "JC@i2")) == "1:j1-f5"


def test_r18_one_chip_between_two_corners_is_a_line_of_three() -> None:
    small = own_cards("*.*\n...\n...", line_length=3)
    state = after(set_up("", ["W", "X"], variant=small), "W@b1")
    assert (drawn(state), claims(state)) == ("*A*", "1:a1-c1")


def test_r18_a_corner_is_a_chip_of_every_team_so_several_may_use_it() -> None:
    state = set_up("*111.....*\n2.........\n2.........\n2.........\n..........")
    state = after(state, "JC@e1", "JC@a5")
    assert drawn(state) == rows("*AAAA....*\nB.........\nB.........\nB.........\nB.........")
    assert claims(state) == "1:a1-e1 2:a1-a5"


def test_r18_three_teams_may_use_one_corner() -> None:
    before = """
        *111.....*
        23........
        2.3.......
        2..3......
        ..........
    """
    state = after(set_up(before, ["JC"] * 3, target=2), "JC@e1", "JC@a5", "JC@e5")
    assert claims(state) == "1:a1-e1 2:a1-a5 3:a1-e5"
    assert drawn(state) == rows("*AAAA....*\nBC........\nB.C.......\nB..C......\nB...C.....")


def test_r18_one_team_may_use_a_corner_twice() -> None:
    before = "*111.....*\n1.........\n1.........\n1........."
    state = set_up(before, ["JC JC", "JD JD"], target=3)
    state = after(state, "JC@e1", "JD@j9", "JC@a5")
    assert claims(state) == "1:a1-e1 1:a1-a5"


def test_r18_a_gap_an_opponents_chip_or_a_bend_makes_no_sequence() -> None:
    for drawing, last in (
        ("*........*\n11.11.....", "f2"),
        ("*........*\n11211.....", "f2"),
        ("*........*\n1111......\n..........", "e3"),
        ("*1.......*\n..1.......\n...1......\n....1.....", "f6"),
        # From the end of one row to the start of the next.
        ("*........*\n.......111\n1.........", "b3"),
        ("*........*\n......1111\n..........", "a3"),
    ):
        assert played(drawing, f"JC@{last}").endswith("\n")


@pytest.mark.parametrize(
    ("drawing", "last", "line"),
    [
        ("*..1111..*", "h1", "d1-h1"),
        ("*..1.111.*", "e1", "d1-h1"),
        ("*........*\n1111......", "e2", "a2-e2"),
        ("*........*\n.1111.....", "a2", "a2-e2"),
        ("*........*\n.....1111.", "j2", "f2-j2"),
        ("*........*\n......1111", "f2", "f2-j2"),
        ("*........*\n.........." + "\n1........." * 4, "a7", "a3-a7"),
        ("*........*\n.........." + "\n.........1" * 4, "j7", "j3-j7"),
        ("*........*" + "\n.........." * 8 + "\n*.1111...*", "g10", "c10-g10"),
        ("*........*" + "\n.........." * 5 + "\n..1......." * 3 + "\n*.1......*", "c6", "c6-c10"),
    ],
)
def test_r18_lines_along_the_edges_and_up_to_them_are_seen(
    drawing: str, last: str, line: str
) -> None:
    assert claims(after(set_up(drawing, target=3), f"JC@{last}")) == f"1:{line}"


@pytest.mark.parametrize("ends", ["e1-a5", "f1-j5", "a6-e10", "j6-f10"])
def test_r18_the_shortest_diagonals_beside_the_corners_are_lines(ends: str) -> None:
    assert ends in LINES
    assert len({LINES[ends][0], LINES[ends][-1]} & CORNERS) == 0
