"""The score of moves, in plain Python."""

import pytest

from sarja.bots.assessment import Assessment
from sarja.bots.patterns import (
    BLOCKED,
    EXCHANGED,
    FAR,
    FILLS,
    MISSING,
    MOST_MISSING,
    OWN_RIPE,
    PATTERNS,
    THEIR_RIPE,
    WEIGHTS,
    WON,
    is_ripe,
    names_of_weights,
    pattern_of,
    space_code,
    unpack,
)
from sarja.rules.model import State
from sarja.rules.moves import Exchange, Place
from sarja.rules.notation import format_move
from tests.boards import set_up


def scores_of(state: State, weights: list[int]) -> dict[str, int]:
    view = state.view(state.position.to_act)
    board = state.position.game.variant.board
    return {format_move(m, board): s for m, s in Assessment(view, weights).scores().items()}


FOUR = """
    *........*
    ..........
    ..........
    ..........
    ..1111....
"""
RIVAL = "2D 3D 4D 5D 6D 7D TD"


def test_what_wins_scores_won_and_nothing_else_does() -> None:
    scores = scores_of(set_up(FOUR, ["3C 4C KD 8S AH QS", RIVAL], target=1), [0] * WEIGHTS)
    assert {move for move, score in scores.items() if score == WON} == {"AH@g5", "QS@b5"}


def test_an_exchange_scores_more_than_any_play_but_one_that_wins() -> None:
    drawing = """
        *1.......*
        ..........
        ..........
        ..........
        ..........
        ..........
        ..........
        ..........
        ......2...
        *........*
    """
    state = set_up(drawing, ["2S 4C KD", RIVAL], target=1)
    weights = [WEIGHTS * 5] * WEIGHTS
    scores = Assessment(state.view(1), weights).scores()
    exchanges = [move for move in scores if isinstance(move, Exchange)]
    assert [scores[move] for move in exchanges] == [EXCHANGED] * len(exchanges)
    assert all(score < EXCHANGED for move, score in scores.items() if isinstance(move, Place))


def test_a_line_that_lacks_one_held_card_has_its_weight() -> None:
    names = list(names_of_weights())
    weights = [0] * WEIGHTS
    weights[names.index("own last h")] = 100
    # With g5 the line from c5 lacks only d5, the 6H, of which nobody has seen the other.
    drawing = "*........*\n..........\n..........\n..........\n..1.11...."
    scores = scores_of(set_up(drawing, ["6H AH 3C", RIVAL], target=1), weights)
    assert scores["AH@g5"] - scores["3C@d2"] == 100


def test_each_pattern_has_one_number_and_keys_lead_to_it() -> None:
    assert len(set(PATTERNS)) == len(PATTERNS)
    for number, fills in enumerate(PATTERNS):
        assert pattern_of(sum(map(space_code, fills))) == number or not fills
    assert pattern_of((MOST_MISSING + 1) * space_code(FILLS - 1)) == FAR
    # Even the longest line in which everything is lacking is no blocked one.
    assert 20 * space_code(FILLS - 1) < BLOCKED
    assert is_ripe(space_code(0))
    assert is_ripe(space_code(FILLS - 1))
    assert not is_ripe(0)
    assert not is_ripe(2 * space_code(0))
    assert space_code(FILLS - 1) * MOST_MISSING - MOST_MISSING * MISSING < MISSING


def test_names_of_weights_are_one_each() -> None:
    names = list(names_of_weights())
    assert len(names) == len(set(names)) == WEIGHTS


@pytest.mark.parametrize("weight", [-5_000_000, -1, 0, 7, 5_000_000])
def test_a_sum_of_worths_comes_apart_as_it_was_put_together(weight: int) -> None:
    for own in (0, 1, 300):
        for theirs in (0, 2, 300):
            assert unpack(weight + own * OWN_RIPE + theirs * THEIR_RIPE) == (weight, own, theirs)
