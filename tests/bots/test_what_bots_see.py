"""A bot sees a view: what its seat may know, and nothing else."""

import ast
from pathlib import Path
from random import Random
from typing import Final, get_type_hints

import pytest

import sarja.bots
from sarja.bots.registry import bot_names
from sarja.rules.model import Game, State, View
from sarja.rules.moves import Move
from tests.boards import variant_named
from tests.bots.games import play_game
from tests.bots.quick import quick_bot

LOOKING_BACK: Final = ("luck.py",)
"""What looks at games that are over, with all cards open, and helps no bot."""
SOURCES: Final = [
    path
    for path in sorted(Path(str(sarja.bots.__path__[0])).glob("*.py"))
    if path.name not in LOOKING_BACK
]
SECRET: Final = {"State", "hands", "deck", "Dealt", "Drawn", "Reshuffled"}
"""Names under which the rules keep what a bot may not know."""


@pytest.mark.parametrize("name", bot_names())
def test_a_bot_is_given_a_view_and_gives_a_move(name: str) -> None:
    hints = get_type_hints(type(quick_bot(name)).choose)
    assert hints == {"view": View, "random": Random, "return": Move}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_bot_names_what_only_the_referee_knows(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    used |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    used |= {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert not used & SECRET


@pytest.mark.parametrize("name", bot_names())
def test_a_move_does_not_depend_on_how_the_hidden_cards_lie(name: str) -> None:
    variant = variant_named("classic")
    game = Game(variant, variant.setups[2], 1, "auto", "penalty")
    bot = quick_bot(name)

    def watch(state: State, move: Move) -> None:
        seat = state.position.to_act or 0
        other = dealt_anew(state, seat, Random(state.position.ply))
        assert other.view(seat) == state.view(seat)
        answers = {bot.choose(s.view(seat), Random("same")) for s in (state, other)}
        assert len(answers) == 1

    play_game(game, [bot] * game.seats, "hidden", watch=watch)


def dealt_anew(state: State, seat: int, random: Random) -> State:
    """The state with all cards that the seat does not see mixed and dealt out again."""
    others = [number for number in range(1, len(state.hands) + 1) if number != seat]
    hidden = [*state.deck, *(card for number in others for card in state.hand(number))]
    random.shuffle(hidden)
    hands = list(state.hands)
    for number in others:
        size = len(hands[number - 1])
        hands[number - 1], hidden = tuple(hidden[:size]), hidden[size:]
    return State(state.position, tuple(hands), tuple(hidden))
