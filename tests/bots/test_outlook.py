"""What the casual bot makes of a view before it decides."""

import pytest

from sarja.bots.outlook import Outlook, crossings
from sarja.bots.weights import CASUAL
from sarja.rules.model import State
from tests.boards import set_up, variant_named

RIVAL = "2D 3D 4D 5D 6D 7D TD"


def outlook(state: State) -> Outlook:
    return Outlook(state.view(state.position.to_act), CASUAL)


def space(name: str) -> int:
    found = variant_named("classic").board.space(name)
    assert found is not None
    return found


def test_every_line_crosses_each_of_its_spaces() -> None:
    board = variant_named("classic").board
    found = {
        tuple(sorted((at, *others)))
        for at, lines in enumerate(crossings(board))
        for _, others in lines
    }
    assert found == set(board.lines)
    assert sum(map(len, crossings(board))) == 5 * len(board.lines)


def test_a_card_in_hand_reaches_farther_than_one_to_be_drawn() -> None:
    seen = outlook(set_up("", ["AH 3C", RIVAL]))
    assert seen.reach(1, space("g5")) > seen.reach(1, space("b5")) > 0


def test_a_rival_may_hold_what_we_do_not_but_nobody_holds_what_is_discarded() -> None:
    seen = outlook(set_up("", ["3C", RIVAL], discards=["QS QS", "AH"]))
    never, once, twice = (seen.reach(2, space(name)) for name in ("b5", "g5", "d5"))
    assert never < once < twice


def test_without_wild_cards_a_space_whose_cards_are_gone_is_out_of_reach() -> None:
    seen = outlook(set_up("", ["3C", RIVAL], discards=["QS QS JC JC", "JD JD"]))
    assert [seen.reach(team, space("b5")) for team in (1, 2)] == [0, 0]


def test_a_wild_card_in_hand_reaches_everywhere() -> None:
    without, with_wild = (outlook(set_up("", [hand, RIVAL])) for hand in ("3C", "3C JC"))
    assert with_wild.reach(1, space("b5")) > without.reach(1, space("b5"))


def test_a_chip_beside_a_finished_sequence_adds_nothing_to_it() -> None:
    locked = set_up("*AAAA....*", ["6S", RIVAL], sequences="1:a1-e1")
    along_the_row = set_up("*1111....*", ["6S", RIVAL])
    assert outlook(locked).promise(1, space("f1")) < outlook(along_the_row).promise(1, space("f1"))


def test_a_chip_of_a_sequence_may_serve_one_more_line() -> None:
    drawing = "*AAAA....* ....1..... ....1..... ....1....."
    column = outlook(set_up(drawing, ["5H", RIVAL], sequences="1:a1-e1"))
    assert column.promise(1, space("e5")) > 1


def test_everything_counts_more_to_a_team_that_lacks_one_sequence() -> None:
    drawing = "*AAAA....*"
    seen = outlook(set_up(drawing, ["5H", RIVAL], sequences="1:a1-e1"))
    assert seen.stake(1) == pytest.approx(CASUAL.last)
    assert seen.stake(2) == 1
