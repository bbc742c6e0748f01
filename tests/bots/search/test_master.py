"""The master: two searches are one, and plays of others count."""

from random import Random

import numpy as np
import pytest

from sarja.bots.expert import Expert
from sarja.bots.master import Master
from sarja.bots.search.ground import ground_of
from sarja.bots.search.hands import take_back
from sarja.bots.search.thinking import Effort, think
from sarja.kernel.rows import from_state, to_state
from sarja.kernel.slots import NONE
from sarja.rules.chance import seeded_chance, seeded_deck
from sarja.rules.model import Game, State
from sarja.rules.moves import Place
from sarja.rules.play import deal, play
from tests.boards import set_up, variant_named
from tests.bots.games import play_game
from tests.bots.quick import quick_bot
from tests.bots.search.fits import fits_of
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
    effort = Effort(60, 6, 2, trust=30, memory=5, searches=2)
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
    one = think(view, 9, Effort(60, 6, 2, trust=30))
    two = think(view, 9, Effort(60, 6, 2, trust=30, searches=2))
    assert {tried.move for tried in one} <= {tried.move for tried in two}
    assert sum(tried.games for tried in two) > 1.8 * sum(tried.games for tried in one)


def test_a_master_wins_when_it_can() -> None:
    state = set_up(FOUR, [f"{ORDINARY} AH", RIVAL], target=1)
    assert Master(40).choose(state.view(1), Random(1)) == Expert(40).choose(
        state.view(1), Random(1)
    )
    assert isinstance(Master(40).choose(state.view(1), Random(1)), Place)


@pytest.mark.parametrize(("name", "setup"), [("classic", 0), ("classic", 2), ("numbers", 0)])
def test_a_play_that_is_taken_back_leaves_the_position_before_it(name: str, setup: int) -> None:
    variant = variant_named(name)
    game = Game(variant, variant.setups[setup], 2)
    chance = seeded_chance("back")
    state, _ = deal(game, seeded_deck(variant, "back"))
    ground = ground_of(game)
    bot, random = quick_bot("casual"), Random("back")
    taken = 0
    for _ in range(60):
        seat = state.position.to_act
        if seat is None:
            break
        move = bot.choose(state.view(seat), random)
        after, _ = play(state, move, chance)
        row = from_state(after, ground.layout)
        if after.position.phase == "play" and take_back(row, ground.layout, seat) != NONE:
            taken += 1
            before = to_state(row, ground.layout, game)
            position, expected = before.position, state.position
            assert position.chips == expected.chips
            assert position.turn == expected.turn
            assert position.discards == expected.discards
            assert position.hand_sizes == expected.hand_sizes
            assert position.deck_size == expected.deck_size
            assert [sorted(hand) for hand in before.hands] == [sorted(h) for h in state.hands]
            assert before.deck == state.deck
        state = after
    assert taken > 15


def test_a_hand_that_could_have_won_goes_badly_with_a_play_elsewhere() -> None:
    known, rest = "3C 4C KD 8S 9H 2S TC", "3D 4D 5D 6D 7D TD"
    innocent, guilty = (
        set_up(PLAYED, [known, f"{card} {rest}"], discards=["", "2D"], target=1)
        for card in ("KH", "AH")
    )
    assert fits_of(innocent)[0] > 4 * fits_of(guilty)[0]


def test_the_true_hands_go_better_with_the_plays_than_others() -> None:
    true, dealt = [], []
    for seed in range(4):
        for state in states_of("classic", 0, f"true-{seed}")[8:60:3]:
            fits = fits_of(state, 12)
            true.append(fits[0])
            dealt.append(np.mean(fits[1:]))
    assert np.mean(true) > 1.03 * np.mean(dealt)
