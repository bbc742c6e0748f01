"""The master: two searches are one, and plays of others count."""

from random import Random

from sarja.bots.expert import Expert
from sarja.bots.master import Master
from sarja.bots.search.thinking import Effort, think
from sarja.rules.model import Game, State
from sarja.rules.moves import Place
from tests.boards import set_up, variant_named
from tests.bots.games import play_game
from tests.bots.quick import quick_bot
from tests.bots.test_ladder import FOUR, ORDINARY, RIVAL

PLAYED = """
    *........*
    ..........
    ..........
    ..........
    ..2222....
    .........2
"""


def states_of(name: str, setup: int, seed: str) -> list[State]:
    variant = variant_named(name)
    seen: list[State] = []
    game = Game(variant, variant.setups[setup], 2)
    bots = [quick_bot("casual")] * game.seats
    play_game(game, bots, seed, longest=80, watch=lambda state, move: seen.append(state))
    return [state for state in seen if state.position.phase == "play"]


def test_two_searches_give_the_same_move_in_one_thread_and_in_two() -> None:
    effort = Effort(60, 6, 2, memory=5, searches=2)
    for state in states_of("classic", 0, "threads")[4:40:6]:
        view = state.view(state.position.to_act)
        alone, together = think(view, 9, effort), think(view, 9, effort, threads=2)
        assert alone == together
        if len(alone) > 1:
            games = sum(tried.games for tried in alone)
            assert 90 <= games <= 120


def test_two_searches_are_more_than_one_of_them() -> None:
    state = states_of("classic", 0, "other")[20]
    view = state.view(state.position.to_act)
    one = think(view, 9, Effort(60, 6, 2, memory=0))
    two = think(view, 9, Effort(60, 6, 2, memory=0, searches=2))
    assert {tried.move for tried in one} <= {tried.move for tried in two}
    assert sum(tried.games for tried in two) > 1.8 * sum(tried.games for tried in one)


def test_a_master_wins_when_it_can() -> None:
    state = set_up(FOUR, [f"{ORDINARY} AH", RIVAL], target=1)
    assert Master(40).choose(state.view(1), Random(1)) == Expert(40).choose(
        state.view(1), Random(1)
    )
    assert isinstance(Master(40).choose(state.view(1), Random(1)), Place)
