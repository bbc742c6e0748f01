"""What the levels of the ladder do on boards where it can be told."""

from random import Random

import pytest

from sarja.bots.beginner import Beginner
from sarja.bots.club import Club
from sarja.bots.expert import Expert
from sarja.bots.registry import Bot
from sarja.rules.model import Game, State
from sarja.rules.notation import format_move
from tests.boards import set_up, variant_named
from tests.bots.games import play_game
from tests.bots.quick import quick_bot
from tests.extras import needs_numba

FOUR = """
    *........*
    ..........
    ..........
    ..........
    ..1111....
"""
THREAT = """
    *........*
    ..........
    ..........
    ..........
    ..2222....
"""
ONE_END = """
    *........*
    ..........
    ..........
    ..........
    .12222....
"""
RIVAL = "2D 3D 4D 5D 6D 7D TD"
ORDINARY = "3C 4C KD 8S"


def answers(bot: Bot, state: State, times: int = 20) -> list[str]:
    board = state.position.game.variant.board
    view = state.view(state.position.to_act)
    return [format_move(bot.choose(view, Random(n)), board) for n in range(times)]


def test_a_beginner_mostly_finishes_what_it_can_finish() -> None:
    found = answers(Beginner(), set_up(FOUR, [f"{ORDINARY} AH", RIVAL], target=1))
    assert found.count("AH@g5") >= 15


def test_a_beginner_overlooks_many_threats_but_not_all() -> None:
    state = set_up(THREAT, [f"{ORDINARY} AH", RIVAL], target=1)
    blocked = answers(Beginner(), state, 100).count("AH@g5")
    assert 5 <= blocked <= 70


def test_a_beginner_builds_on_what_it_has() -> None:
    drawing = "*........*\n..........\n..........\n..........\n..111....."
    found = answers(Beginner(), set_up(drawing, ["4H 4S 5D KC", RIVAL], target=1))
    assert found.count("4H@f5") >= 15


@pytest.mark.parametrize("name", ["club", pytest.param("expert", marks=needs_numba)])
def test_who_is_better_wins_when_it_can_and_blocks_when_it_must(name: str) -> None:
    bot: Bot = Club() if name == "club" else Expert(simulations=300)
    win = set_up(FOUR, [f"{ORDINARY} AH", RIVAL], target=1)
    assert set(answers(bot, win, 5)) == {"AH@g5"}
    block = set_up(ONE_END, [f"{ORDINARY} AH", RIVAL], target=1)
    assert set(answers(bot, block, 5)) == {"AH@g5"}


def won_of(first: Bot, second: Bot, pairs: int, variant: str = "classic") -> float:
    board = variant_named(variant)
    won = 0.0
    for number in range(pairs):
        for seat in (1, 2):
            bots = [first if at == seat else second for at in (1, 2)]
            outcome = play_game(Game(board, board.setups[0], 2), bots, f"rung-{number}").position
            if outcome.outcome is not None and outcome.outcome.winner is not None:
                won += outcome.outcome.winner == seat
            else:
                won += 0.5
    return won / (2 * pairs)


def test_a_beginner_beats_chance_and_loses_to_casual() -> None:
    assert won_of(Beginner(), quick_bot("random"), 15) > 0.7
    assert won_of(quick_bot("casual"), Beginner(), 15) > 0.7
