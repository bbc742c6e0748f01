"""Whole games between bots, with all that a table may ask of them."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from sarja.bots.registry import Bot
from sarja.rules.chance import seeded_chance, seeded_deck
from sarja.rules.model import Game, State
from sarja.rules.moves import Draw, Move, TableTalk
from sarja.rules.play import deal, late_moves, legal_moves, play

LONGEST: Final = 1500
"""Moves after which a game is left unfinished: some odd variants can go on for ever."""


def play_game(
    game: Game,
    bots: Sequence[Bot],
    seed: str,
    *,
    longest: int = LONGEST,
    watch: Callable[[State, Move], None] = lambda state, move: None,
) -> State:
    """The state in which a game ends, with a bot for each seat.

    Draws by hand are made, now and then too late, and table talk is ruled, by chance. `watch` sees
    each state in which a bot is asked, and its answer, which must be legal.
    """
    table, random = Random(f"{seed}/table"), Random(f"{seed}/bots")
    chance = seeded_chance(seed)
    state, _ = deal(game, seeded_deck(game.variant, seed))
    while (seat := state.position.to_act) is not None and state.position.ply < longest:
        late = _late_move(state, table)
        if late is not None:
            state, _ = play(state, late, chance)
            continue
        view = state.view(seat)
        move = bots[seat - 1].choose(view, random)
        assert move in legal_moves(view.position, view.hand)
        watch(state, move)
        state, _ = play(state, move, chance)
    return state


def _late_move(state: State, table: Random) -> Move | None:
    """A draw by hand, mostly at once; table talk, seldom; else None."""
    for move in late_moves(state.position):
        if table.random() < (0.8 if isinstance(move, Draw) else 0.02):
            assert isinstance(move, Draw | TableTalk)
            return move
    return None
