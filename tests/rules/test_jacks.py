"""Two-eyed and one-eyed jacks, plus and minus cards (R9 to R11)."""

import pytest

from sarja.rules.events import ChipPlaced, redact
from tests.boards import (
    after,
    drawn,
    kinds,
    legal,
    piles,
    refusal,
    rows,
    set_up,
    told,
    variant_named,
)

WILD = [("classic", "JC"), ("classic", "JD"), ("numbers", "PLUS"), ("numbers-small", "PLUS")]
REMOVE = [("classic", "JS"), ("classic", "JH"), ("numbers", "MINUS"), ("numbers-small", "MINUS")]

# Team 2 has a sequence on the top row, a chip beside it and one below.
LOCKED_ROW = """
*BBBBB2..*
1.2.......
"""


def corners(name: str) -> list[str]:
    board = variant_named(name).board
    return [board.names[corner] for corner in board.corners]


@pytest.mark.parametrize(("variant", "card"), WILD)
def test_r9_a_two_eyed_jack_puts_a_chip_on_any_open_space(variant: str, card: str) -> None:
    board = variant_named(variant).board
    drawing = "*12" + "." * (board.columns - 4) + "*"
    state = set_up(drawing, [card, card], variant=variant)
    open_spaces = set(board.names) - set(corners(variant)) - {"b1", "c1"}
    assert set(legal(state).split()) == {f"{card}@{name}" for name in open_spaces}
    for name in sorted(open_spaces):
        placed, _ = told(state, f"{card}@{name}")
        assert placed.position.chips[board.space(name) or 0] == 1
        assert piles(placed) == f"{card} | "


@pytest.mark.parametrize(("variant", "card"), WILD)
def test_r9_nobody_ever_puts_a_chip_on_a_corner(variant: str, card: str) -> None:
    state = set_up("", [card, card], variant=variant)
    assert len(corners(variant)) == 4
    for corner in corners(variant):
        assert refusal(state, f"{card}@{corner}") == "R9 space-corner"


def test_r9_a_card_that_is_no_jack_goes_on_no_corner_either() -> None:
    assert refusal(set_up("", ["2S", "2S"]), "2S@a1") == "R9 space-corner"


@pytest.mark.parametrize("viewer", [1, 2, 3, None])
def test_r9_the_space_is_the_call_so_everybody_is_told_which_it_is(viewer: int | None) -> None:
    state, events = told(set_up("", ["PLUS"] * 3, variant="numbers"), "PLUS@b2")
    seen = redact(events[0], viewer)
    assert seen == ChipPlaced(1, "PLUS", 9)
    assert state.position.game.variant.help == "none"
    assert state.position.game.variant.board.labels[9] == "29"


@pytest.mark.parametrize(("variant", "card"), WILD)
def test_r9_a_two_eyed_jack_never_removes(variant: str, card: str) -> None:
    drawing = "*2" + "." * (variant_named(variant).board.columns - 3) + "*"
    state = set_up(drawing, [card, card], variant=variant)
    assert refusal(state, f"{card}xb1") == "R10 card-never-removes"
    assert "x" not in legal(state)


@pytest.mark.parametrize(("variant", "card"), REMOVE)
def test_r10_a_one_eyed_jack_removes_one_chip_of_an_opponent(variant: str, card: str) -> None:
    columns = variant_named(variant).board.columns
    drawing = "*212" + "." * (columns - 5) + "*"
    state = set_up(drawing, [card, card], variant=variant)
    assert legal(state) == f"{card}xb1 {card}xd1"
    state = after(state, f"{card}xd1")
    assert drawn(state) == "*21." + "." * (columns - 5) + "*"
    assert piles(state) == f"{card} | "


def test_r10_removing_ends_the_play_and_no_chip_may_be_placed_in_this_turn() -> None:
    state = set_up("*2.......*", ["JS 2S", "2S"])
    assert kinds(state, "JSxb1") == "ChipRemoved Drawn TurnBegan"
    state = after(state, "JSxb1")
    assert drawn(state) == ""
    assert refusal(state, "1:2S@b1") == "R5 seat-not-to-act"


def test_r10_from_the_next_turn_on_the_space_is_open_to_everybody() -> None:
    state = after(set_up("*2.......*", ["JS 2S", "2S JC"]), "JSxb1")
    assert drawn(after(state, "2S@b1")) == "*2.......*"
    assert drawn(after(state, "JC@j9", "2S@b1")).splitlines()[0] == "*1.......*"


@pytest.mark.parametrize("card", ["JS", "JH"])
def test_r10_a_one_eyed_jack_puts_no_chip_anywhere(card: str) -> None:
    state = set_up("*2.......*", [card, card])
    assert refusal(state, f"{card}@c1") == "R10 card-only-removes"
    assert "@" not in legal(state)


def test_r10_a_card_that_is_no_jack_never_removes() -> None:
    assert refusal(set_up("*2.......*", ["2S", "2S"]), "2Sxb1") == "R10 card-never-removes"


def test_r10_a_one_eyed_jack_never_removes_a_chip_of_the_own_team() -> None:
    state = set_up("*12......*", ["JS"] * 2)
    assert refusal(state, "JSxb1") == "R10 removal-own"
    assert legal(state) == "JSxc1"


def test_r10_a_one_eyed_jack_never_removes_a_team_mates_chip() -> None:
    state = after(set_up("", ["2S", "3S", "JS", "JS"]), "2S@b1", "3S@c1")
    assert refusal(state, "3:JSxb1") == "R10 removal-own"
    assert legal(state) == "JSxc1"


def test_r10_in_a_game_of_three_teams_both_others_are_opponents() -> None:
    state = set_up("*123.....*", ["JH"] * 3, turn=2)
    assert legal(state) == "JHxb1 JHxd1"
    assert refusal(state, "JHxc1") == "R10 removal-own"


def test_r10_a_one_eyed_jack_never_removes_a_locked_chip() -> None:
    state = set_up(LOCKED_ROW, ["JS JH", "JC"], sequences="2:b1-f1")
    for card in ("JS", "JH"):
        for space in ("b1", "c1", "d1", "e1", "f1"):
            assert refusal(state, f"{card}x{space}") == "R19 removal-locked"
    assert legal(state) == "JSxg1 JSxc2 JHxg1 JHxc2"
    assert drawn(after(state, "JSxg1")) == rows("*BBBBB...*\n1.2.......")


def test_r10_a_one_eyed_jack_takes_nothing_from_a_corner() -> None:
    state = set_up("*2.......*", ["JS", "JC"])
    for corner in ("a1", "j1", "a10", "j10"):
        assert refusal(state, f"JSx{corner}") == "R10 removal-corner"


def test_r10_a_one_eyed_jack_takes_nothing_from_an_open_space() -> None:
    assert refusal(set_up("*2.......*", ["JS", "JC"]), "JSxc1") == "R10 removal-open"


@pytest.mark.parametrize("card", ["JC", "JD", "JS", "JH"])
def test_r11_a_jack_is_never_dead_even_when_there_is_nothing_for_it(card: str) -> None:
    # Not one space is open, and not one chip is an opponent's.
    full = "*11111111*\n" + "1111111111\n" * 8 + "*11111111*"
    state = set_up(full, [card, "2S"])
    assert refusal(state, f"{card}#") == "R11 exchange-jack"
    assert legal(state) == "-"
    assert refusal(set_up("", [card, "2S"]), f"{card}#") == "R11 exchange-jack"


def test_r11_a_plus_and_a_minus_card_are_never_dead() -> None:
    full = "*111111*\n" + "11111111\n" * 8 + "*111111*"
    for card in ("PLUS", "MINUS"):
        state = set_up(full, [card, "1+1"], variant="numbers")
        assert refusal(state, f"{card}#") == "R11 exchange-jack"
        assert legal(state) == "-"


def test_r11_a_jack_may_be_played_on_any_turn_that_has_something_for_it() -> None:
    state = set_up("*22.....2*", ["JC JS 2S", "7H"])
    assert {"JC@b2", "JSxb1"} <= set(legal(state).split())
    # Also after an exchange in the same turn, and with the card that came for it.
    dead = "*2.......*\n" + "..........\n" * 7 + "......2..."
    state = after(set_up(dead, ["2S JS", "7H"], deck="JD KC"), "2S#")
    assert {"JD@c1", "JSxb1", "JSxg9"} <= set(legal(state).split())
