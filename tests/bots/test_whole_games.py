"""Every bot at every kind of table: it always has a legal answer, and the same one again."""

import os
from random import Random
from typing import Final

import pytest

from sarja.bots.registry import bot_names, make_bot
from sarja.rules.loader import variant_from_data
from sarja.rules.model import DrawMode, Game, State, TalkMode
from sarja.rules.moves import Exchange, GiveUp, Lock, Move, Pass, Place, Remove
from sarja.rules.variant import Setup, Variant
from sarja.variants import builtin_names
from tests.boards import variant_named
from tests.bots.games import play_game
from tests.bots.quick import quick_bot
from tests.laws.random_variants import random_variant

BUILT_IN: Final = [(v, s) for v in map(variant_named, builtin_names()) for s in v.setups]
MODES: Final[tuple[tuple[DrawMode, TalkMode], ...]] = (("auto", "off"), ("manual", "penalty"))


def tiny() -> Variant:
    """Three by three, a card in each hand, no jacks, no exchange: seats soon have to pass."""
    return variant_from_data(
        {
            "id": "tiny",
            "format": 1,
            "line_length": 3,
            "grid": [["A", "B", "C"], ["D", "E", "F"], ["G", "H", "I"]],
            "cards": {label: {"count": 2} for label in "ABCDEFGHI"},
            "setups": [
                {"seats": 2, "teams": 2, "hand": 1, "sequences": 1},
                {"seats": 3, "teams": 3, "hand": 2, "sequences": 2},
            ],
            "exchanges_per_turn": 0,
        }
    )


def jacks_galore() -> Variant:
    """Free corners in the middle, two shared spaces, a label four times, more jacks than cards."""
    return variant_from_data(
        {
            "id": "jacks-galore",
            "format": 1,
            "line_length": 4,
            "grid": """
                A B C D A B
                C * E F G H
                A I J K * L
                B M * N O P
                C Q R S T C
                A B U V W X
            """,
            "cards": {
                **{label: {"count": 1} for label in "ABCDEFGHIJKLMNOPQRSTUVWX"},
                "W1": {"effect": "wild", "count": 9},
                "W2": {"effect": "wild", "count": 9},
                "X1": {"effect": "remove", "count": 12},
            },
            "setups": [
                {"seats": 2, "teams": 2, "hand": 9, "sequences": 4},
                {"seats": 6, "teams": 3, "hand": 3, "sequences": 3},
                {"seats": 12, "teams": 2, "hand": 4, "sequences": 3},
            ],
            "exchanges_per_turn": 3,
            "shared_spaces": 2,
        }
    )


def all_dealt() -> Variant:
    """One long board and a deck that the deal uses up, with the same label side by side."""
    return variant_from_data(
        {
            "id": "all-dealt",
            "format": 1,
            "line_length": 6,
            "grid": [["A", "A", "B", "B", "C", "C", "D", "D"] for _ in range(3)],
            "cards": {label: {"count": 4} for label in "ABCD"},
            "setups": [{"seats": 4, "teams": 2, "hand": 4, "sequences": 1}],
        }
    )


ODD: Final = [(v, s) for v in (tiny(), jacks_galore(), all_dealt()) for s in v.setups]


def named(case: tuple[Variant, Setup]) -> str:
    variant, setup = case
    return f"{variant.id}-{setup.seats}-in-{setup.teams}"


@pytest.mark.parametrize("case", BUILT_IN, ids=named)
@pytest.mark.parametrize("bot", bot_names())
def test_a_bot_plays_whole_games_by_legal_moves(bot: str, case: tuple[Variant, Setup]) -> None:
    variant, setup = case
    for draw, talk in MODES:
        game = Game(variant, setup, setup.seats, draw, talk)
        end = play_game(game, [quick_bot(bot)] * setup.seats, f"{named(case)}-{bot}-{draw}")
        assert end.position.outcome is not None


@pytest.mark.parametrize("case", ODD, ids=named)
def test_bots_play_odd_variants(case: tuple[Variant, Setup]) -> None:
    variant, setup = case
    bots = [quick_bot(bot_names()[seat % len(bot_names())]) for seat in range(setup.seats)]
    for number in range(5):
        for draw, talk in MODES:
            game = Game(variant, setup, 1, draw, talk)
            play_game(game, bots, f"{named(case)}-{number}", longest=300)


def test_the_casual_bot_plays_variants_made_at_random() -> None:
    seed = os.environ["SARJA_SEED"]
    random = Random(seed)
    for number in range(12):
        variant = random_variant(random, number)
        setup = random.choice(variant.setups)
        draw, talk = random.choice(MODES)
        game = Game(variant, setup, random.randint(1, setup.seats), draw, talk)
        play_game(game, [make_bot("casual")] * setup.seats, f"{seed}-{number}", longest=150)


def test_the_games_above_ask_a_bot_for_every_kind_of_move() -> None:
    asked: set[type[Move]] = set()

    def watch(state: State, move: Move) -> None:
        asked.add(type(move))

    for variant, setup in ODD:
        game = Game(variant, setup, 1, "auto", "penalty")
        for number in range(3):
            bots = [make_bot("casual")] * setup.seats
            play_game(game, bots, f"kinds-{number}", longest=300, watch=watch)
    assert asked == {Place, Remove, Exchange, Lock, Pass, GiveUp}


@pytest.mark.parametrize("bot", bot_names())
def test_the_same_seed_makes_the_same_moves(bot: str) -> None:
    variant = variant_named("classic")
    game = Game(variant, variant.setups[2], 1, "manual", "penalty")

    def moves_of_a_game() -> list[Move]:
        moves: list[Move] = []
        bots = [quick_bot(bot)] * game.seats
        play_game(game, bots, "twice", watch=lambda state, move: moves.append(move))
        return moves

    assert moves_of_a_game() == moves_of_a_game()


def test_casual_beats_random_in_nine_games_of_ten() -> None:
    variant = variant_named("classic")
    won = 0
    for number in range(30):
        for seat in (1, 2):
            bots = [make_bot("casual" if at == seat else "random") for at in (1, 2)]
            end = play_game(Game(variant, variant.setups[0], 2), bots, f"duel-{number}")
            outcome = end.position.outcome
            won += outcome is not None and outcome.winner == seat
    assert won >= 54, f"won {won} of 60"
