"""The expert: it works as much as it is told, and answers alike."""

import pickle
from random import Random

from sarja.bots.beginner import Beginner
from sarja.bots.expert import Expert
from sarja.bots.search.thinking import Effort, think
from sarja.rules.model import Game, State
from sarja.rules.moves import Place
from tests.boards import set_up, variant_named
from tests.bots.games import play_game
from tests.bots.quick import quick_bot
from tests.bots.test_ladder import FOUR, ORDINARY, RIVAL, won_of


def test_an_expert_gives_the_same_answer_to_the_same_seed_and_works_as_much_as_it_is_told() -> None:
    variant = variant_named("classic")
    seen: list[State] = []
    game = Game(variant, variant.setups[0], 2)
    play_game(game, [quick_bot("club")] * 2, "work", watch=lambda s, m: seen.append(s))
    for state in seen[5:40:7]:
        view = state.view(state.position.to_act)
        first, again = (think(view, 3, Effort(200, 8, 2, 30)) for _ in range(2))
        assert first == again
        assert len(first) in (1, 8)
        if len(first) == 8:
            assert 150 <= sum(tried.games for tried in first) <= 200
            assert all(0 <= (tried.chance or 0.0) <= 1 for tried in first)
            assert first[0].games == max(tried.games for tried in first)


def test_an_expert_plays_a_view_that_came_from_another_process() -> None:
    variant = variant_named("classic")
    state = set_up(FOUR, [f"{ORDINARY} AH", RIVAL], target=1)
    view = pickle.loads(pickle.dumps(state.view(1)))
    assert view.position.game.variant is not variant
    assert isinstance(Expert(20).choose(view, Random(1)), Place)


def test_an_expert_beats_a_beginner_even_when_it_thinks_little() -> None:
    assert won_of(Expert(simulations=60, candidates=6), Beginner(), 6) > 0.7
