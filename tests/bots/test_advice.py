"""Advice by the learned table: what is good, and why.

Row 1 and row 5 of Classic, where most of it happens:

    a1 **  b1 2S  c1 3S  d1 4S  e1 5S  f1 6S  g1 7S  h1 8S  i1 9S  j1 **
    a5 9C  b5 QS  c5 7C  d5 6H  e5 5H  f5 4H  g5 AH  h5 9D  i5 7H  j5 AS
"""

import pytest

from sarja.bots.advice import advise
from sarja.bots.reasons import AGAINST, CODES, Reason, reasons_for
from sarja.i18n import catalogue
from sarja.rules.model import State, evolve
from sarja.rules.moves import Exchange
from sarja.rules.notation import format_move, parse_move
from sarja.tui.analysis import reason_text
from tests.boards import after, set_up

FOUR = """
    *........*
    ..........
    ..........
    ..........
    ..1111....
"""
THREE = """
    *........*
    ..........
    ..........
    ..........
    ...111....
"""
RIVALS = """
    *........*
    ..........
    ..........
    ..........
    ..2222....
"""
ORDINARY = "3C 4C KD 8S"
RIVAL = "2D 3D 4D 5D 6D 7D TD"


def first_advice(state: State) -> tuple[str, list[str]]:
    """The best move and the codes of its reasons."""
    best = advise(state.view(state.position.to_act), simulations=0)[0]
    codes = [reason.code for reason in best.reasons]
    return format_move(best.move, state.position.game.variant.board), codes


def told(state: State, text: str) -> dict[str, dict[str, str | int]]:
    """The reasons for the move, by code."""
    move, _ = parse_move(text, state.position.game.variant.board)
    reasons = reasons_for(state.view(state.position.to_act), move)
    assert [CODES.index(r.code) for r in reasons] == sorted(CODES.index(r.code) for r in reasons)
    for reason in reasons:
        assert reason_text(reason, state.position.game, catalogue())
    return {reason.code: dict(reason.params) for reason in reasons}


def places(state: State, card: str) -> list[str]:
    """The names of the spaces that the card names."""
    variant = state.position.game.variant
    return [variant.board.names[space] for space in variant.spaces_of[card]]


def laid(state: State, *names: str) -> State:
    """The state with chips of team 2 on the spaces."""
    chips = bytearray(state.position.chips)
    for name in names:
        space = state.position.game.variant.board.space(name)
        assert space is not None
        chips[space] = 2
    return State(evolve(state.position, chips=bytes(chips)), state.hands, state.deck)


def test_a_move_that_wins_is_advised_first_and_is_sure() -> None:
    state = set_up(FOUR, [f"{ORDINARY} AH", RIVAL], target=1)
    best = advise(state.view(1), simulations=0)[0]
    assert first_advice(state) == ("AH@g5", ["wins"])
    assert best.chance == 1.0
    assert best.reasons[0].params == {"line": "c5-g5", "count": 1}


def test_a_line_that_does_not_win_yet_is_finished_and_the_jack_is_saved() -> None:
    state = set_up(FOUR, [f"{ORDINARY} AH JC", RIVAL])
    assert list(told(state, "AH@g5")) == ["finishes", "saves-jack"]
    assert told(state, "JC@g5") == {
        "finishes": {"line": "c5-g5", "count": 1},
        "spends-jack": {"card": "JC"},
    }


def test_a_rival_is_blocked_or_kept_from_winning() -> None:
    for target, code in ((1, "blocks-win"), (2, "blocks")):
        state = set_up(RIVALS, [f"{ORDINARY} AH", RIVAL], target=target)
        # The line ends at b5, too: one of both is blocked.
        assert told(state, "AH@g5")[code] == {"line": "c5-g5", "team": 2}


def test_a_chip_of_a_rivals_line_is_removed() -> None:
    for target, code in ((1, "removes-win"), (2, "removes-threat")):
        state = set_up(RIVALS, [f"{ORDINARY} JS", RIVAL], target=target)
        assert first_advice(state)[1][0] == code
        assert told(state, "JSxd5")["spends-jack"] == {"card": "JS"}


def test_two_ways_are_opened_and_a_line_is_built() -> None:
    state = set_up(THREE, [f"{ORDINARY} 7C AH 7H", RIVAL])
    assert told(state, "7C@c5") == {"opens-ways": {"count": 2, "spaces": "b5 g5"}}
    assert told(state, "7H@i5") == {"builds": {"line": "e5-i5"}}
    assert told(state, "3C@f4") == {}


def test_a_line_one_chip_short_is_named_with_its_space() -> None:
    state = set_up("*.11.....*", [f"{ORDINARY} 5S", RIVAL])
    assert told(state, "5S@e1") == {"threatens": {"line": "a1-e1", "space": "b1"}}
    state = set_up("*22111...*", [f"{ORDINARY} 7S", RIVAL])
    assert told(state, "7S@g1") == {"threatens": {"line": "d1-h1", "space": "h1"}}


def test_a_chip_in_the_way_of_a_rival_is_told_and_one_off_it_makes_a_line_possible_again() -> None:
    state = set_up("*.22.....*", [f"{ORDINARY} 5S JS", RIVAL])
    assert told(state, "5S@e1") == {"hinders": {"line": "a1-e1", "team": 2}}
    assert told(state, "JSxc1") == {
        "breaks": {"line": "a1-e1", "team": 2},
        "spends-jack": {"card": "JS"},
    }
    state = set_up("*12.1....*", [f"{ORDINARY} JS", RIVAL])
    assert told(state, "JSxc1")["reopens"] == {"line": "a1-e1"}


def test_cards_that_a_chip_makes_dead_are_told() -> None:
    state = set_up("", ["2S 2S KD", RIVAL])
    one, other = places(state, "2S")
    assert "kills-own-card" not in told(state, f"2S@{one}")
    taken = laid(state, other)
    assert told(taken, f"2S@{one}") == {"kills-own-card": {"card": "2S"}}
    taken = laid(set_up("", ["2S KD", RIVAL]), other)
    assert told(taken, f"2S@{one}")["kills-card"] == {"card": "2S", "count": 1}


def test_an_exchange_is_as_good_as_the_best_move_and_its_card_is_named() -> None:
    state = set_up("", ["2S KD 4C", RIVAL])
    dead = laid(state, *places(state, "2S"))
    assert told(dead, "2S#") == {"exchanges-dead": {"card": "2S"}}
    found = advise(dead.view(1), simulations=0)
    exchange = next(advice for advice in found if isinstance(advice.move, Exchange))
    assert exchange.chance == found[0].chance < 1


def test_the_only_move_is_told_as_such() -> None:
    state = set_up("", ["JS", RIVAL], discards=())
    assert first_advice(state) == ("-", ["only-move"])


def test_a_card_to_give_up_is_not_the_jack() -> None:
    hands = [f"{ORDINARY} JC", "2D 3D 4D", "2C 3C 5C", "6C 7C 8C"]
    state = after(set_up("", hands, table_talk="penalty", turn=1), "!1")
    board = state.position.game.variant.board
    found = [format_move(a.move, board) for a in advise(state.view(1), simulations=0)]
    assert found[0] != "1:JC!"
    assert told(state, "1:3C!") == {"keeps-jacks": {}}


def test_advice_needs_the_seat_that_is_to_act() -> None:
    state = set_up("", [ORDINARY, RIVAL])
    for seat in (2, None):
        with pytest.raises(ValueError, match=str(seat)):
            advise(state.view(seat), simulations=0)


def test_every_reason_has_its_text_and_those_against_come_last() -> None:
    for code in CODES:
        assert catalogue().has(f"advice-{code}")
    assert set(CODES[-len(AGAINST) :]) == AGAINST
    assert Reason("spends-jack").speaks_against
    assert not Reason("wins").speaks_against
