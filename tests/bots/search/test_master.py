"""The master: two searches are one, and wins and losses of the next two plies are exact."""

from dataclasses import replace
from math import comb
from random import Random

import pytest

from sarja.bots.expert import Expert
from sarja.bots.master import PLAYED_OUT, Master
from sarja.bots.search import thinking
from sarja.bots.search.comparing import Comparison
from sarja.bots.search.thinking import Effort, Tried, think
from sarja.bots.turns import turns_ahead
from sarja.rules.model import Game, State, View, evolve
from sarja.rules.moves import Move, Place
from sarja.rules.play import legal_moves
from tests.boards import set_up, variant_named
from tests.bots.games import play_game
from tests.bots.quick import quick_bot
from tests.bots.test_ladder import FOUR, ONE_END, ORDINARY, RIVAL, THREAT

WORLDS = 2000


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


def test_moves_are_compared_by_worlds_that_all_of_them_have_seen() -> None:
    # Worlds of one search may be kinder than those of the other; whoever was tried in more of
    # those would look better.
    state = next(s for s in states_of("classic", 2, "halving") if len(legal(s)) >= 12)
    view = state.view(state.position.to_act)
    found = think(view, 9, Effort(240, 12, 2, memory=5, searches=2))
    rounds = [2 * 5, 2 * 10, 2 * 20, 2 * 30]
    last, third, half, dozen = (sum(rounds[:count]) for count in (4, 3, 2, 1))
    assert [tried.games for tried in found] == [last] * 2 + [third] + [half] * 3 + [dozen] * 6
    chances = [tried.chance or 0.0 for tried in found]
    for group in (chances[:2], chances[3:6], chances[6:]):
        assert group == sorted(group, reverse=True)


def legal(state: State) -> list[Move]:
    view = state.view(state.position.to_act)
    return legal_moves(view.position, view.hand)


def test_a_master_wins_when_it_can() -> None:
    state = set_up(FOUR, [f"{ORDINARY} AH", RIVAL], target=1)
    assert Master(40).choose(state.view(1), Random(1)) == Expert(40).choose(
        state.view(1), Random(1)
    )
    assert isinstance(Master(40).choose(state.view(1), Random(1)), Place)


@pytest.mark.parametrize(("setup", "turns"), [(0, 40), (2, 20), (-1, 6)])
def test_a_game_played_out_is_cut_after_eighty_plies(
    setup: int, turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Some go on for ever: with six seats that took minutes for a move.
    efforts: list[Effort] = []

    def watched(view: View, seed: int, effort: Effort, threads: int = 1) -> list[Tried]:
        efforts.append(effort)
        return [Tried(legal_moves(view.position, view.hand)[0], 0, None)]

    monkeypatch.setattr(thinking, "think", watched)
    state = states_of("classic", setup, "late")[-1]
    few = PLAYED_OUT * state.position.game.seats
    for deck_size in (few, few + 1):
        view = state.view(state.position.to_act)
        position = evolve(state.position, deck_size=deck_size)
        Master(8, 4).choose(replace(view, position=position), Random(1))
    assert [effort.turns for effort in efforts] == [turns, turns_ahead(state.position.game)]


def test_a_win_is_played_at_once_without_any_game() -> None:
    # Whatever the others hold: what is sure needs no sampling.
    state = set_up(FOUR, [f"{ORDINARY} AH 9H 2S", RIVAL], target=1)
    for memory, searches in ((0, 1), (12, 2)):
        [won] = think(state.view(1), 3, Effort(60, 6, 2, memory, searches))
        assert (won.move, won.games, won.chance) == (Place("AH", 46), 0, None)


@pytest.mark.parametrize(("drawing", "winning"), [(ONE_END, 2 + 4), (THREAT, 2 + 2 + 4)])
def test_the_next_seat_wins_in_just_those_worlds_where_it_holds_a_card_for_it(
    drawing: str, winning: int
) -> None:
    # Cards that win: two for each end that is open, and four wild jacks. None of them is in sight.
    hand = f"{ORDINARY} 9H 2S TC"
    state = set_up(drawing, [hand, RIVAL], target=1)
    game, unseen, rival = state.position.game, 104 - 7, 7
    chances = Comparison(game).chances(state.view(1), [Place("KD", 92)], WORLDS, turns=1, seed=5)
    lost = float((chances == 0).mean())
    expected = 1 - comb(unseen - winning, rival) / comb(unseen, rival)
    error = (expected * (1 - expected) / WORLDS) ** 0.5
    assert abs(lost - expected) < 4 * error
    assert ((chances == 0) | (chances > 0.02)).all()


def test_no_world_is_lost_at_once_behind_a_block() -> None:
    state = set_up(ONE_END, [f"{ORDINARY} AH 9H 2S", RIVAL], target=1)
    blocked, open_end = (
        Comparison(state.position.game)
        .chances(state.view(1), [move], WORLDS, turns=1, seed=5)
        .ravel()
        for move in (Place("AH", 46), Place("KD", 92))
    )
    assert (blocked > 0).all()
    assert (open_end == 0).any()
    found = Master(60).choose(state.view(1), Random(1))
    assert found == Place("AH", 46)
