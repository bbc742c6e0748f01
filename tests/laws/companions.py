"""Two referees at one game, and a player who makes sure that something happens in it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, cast

from sarja.rules.chance import seeded_chance, seeded_deck
from sarja.rules.errors import IllegalMove
from sarja.rules.events import Reshuffled
from sarja.rules.loader import variant_data
from sarja.rules.model import DrawMode, Game, Position, State, TalkMode
from sarja.rules.moves import Draw, Move, Place, TableTalk
from sarja.rules.notation import format_move, parse_move
from sarja.rules.play import deal, late_moves, legal_moves, play
from sarja.rules.record import state_data
from sarja.rules.variant import Setup, Variant
from sarja.variants import builtin_names, builtin_variant
from tests import naive

MODES: tuple[tuple[DrawMode, TalkMode], ...] = tuple(
    product(cast(tuple[DrawMode, ...], ("auto", "manual")), cast(Any, ("off", "penalty")))
)
MOST_PLIES = 1500


def builtin_settings() -> Iterator[tuple[Variant, Setup, DrawMode, TalkMode]]:
    """Every combination of built-in variant, seating, `draw` and `table_talk`."""
    for name in builtin_names():
        variant = builtin_variant(name)
        assert variant is not None
        for setup, (draw, talk) in product(variant.setups, MODES):
            yield variant, setup, draw, talk


@dataclass
class Tally:
    """What came up in some games, so that a test can see that it did see something."""

    games: int = 0
    plies: int = 0
    choices: int = 0
    reshuffles: int = 0
    blocked: int = 0
    refusals: int = 0


def compare_game(game: Game, seed: str, tally: Tally, data: dict[str, Any]) -> None:
    """Play one whole game under both referees, who must agree at every ply."""
    random = Random(seed)
    deck = seeded_deck(game.variant, seed)
    chance = seeded_chance(seed)
    state, _ = deal(game, deck)
    other = naive.Referee(
        data,
        {
            "seats": game.seats,
            "teams": game.teams,
            "dealer": game.dealer,
            "options": {"draw": game.draw, "table_talk": game.table_talk},
            "deck": list(deck),
            "reshuffles": [],
        },
    )
    board = game.variant.board
    eager = random.random() < 0.5
    _agree(state, other, seed)
    while state.position.outcome is None and state.position.ply < MOST_PLIES:
        if random.random() < 0.03:
            tally.refusals += _compare_refusal(state, other, random)
        move = choose_move(state, random, eager)
        state, events = play(state, move, chance)
        other.reshuffles += [list(e.deck) for e in events if isinstance(e, Reshuffled)]
        other.play(format_move(move, board))
        _agree(state, other, seed)
        tally.choices += state.position.choice is not None
    tally.games += 1
    tally.plies += state.position.ply
    tally.reshuffles += state.position.reshuffles
    outcome = state.position.outcome
    tally.blocked += outcome is not None and outcome.reason == "blocked"


def choose_move(state: State, random: Random, eager: bool) -> Move:
    """A legal move; now and then a draw by hand or table talk, and if eager towards lines."""
    position = state.position
    late = late_moves(position)
    draws = [move for move in late if isinstance(move, Draw)]
    talks = [move for move in late if isinstance(move, TableTalk)]
    if draws and random.random() < 0.6:
        return random.choice(draws)
    if talks and random.random() < 0.04:
        return random.choice(talks)
    moves = legal_moves(position, state.hand(position.to_act or 0))
    if not eager:
        return random.choice(moves)
    sample = [random.choice(moves) for _ in range(4)]
    return max(sample, key=lambda move: _neighbours(position, move))


def _neighbours(position: Position, move: Move) -> int:
    """How many of the next spaces in all directions hold chips of the team to move."""
    if not isinstance(move, Place):
        return 0
    team = position.game.team_of(position.turn)
    rays = position.game.variant.board.rays[move.space]
    return sum(position.chips[s] == team for both in rays for ray in both for s in ray[:2])


def _agree(state: State, other: naive.Referee, seed: str) -> None:
    mine, theirs = state_data(state), other.snapshot()
    assert mine == theirs, f"seed {seed!r}, ply {state.position.ply}"
    board = state.position.game.variant.board
    late = sorted(format_move(move, board) for move in late_moves(state.position))
    assert late == sorted(other.others()), f"seed {seed!r}, ply {state.position.ply}"


def _compare_refusal(state: State, other: naive.Referee, random: Random) -> bool:
    """Try a move that is likely not allowed; both must refuse it, or it is not tried at all."""
    game = state.position.game
    board = game.variant.board
    card = random.choice(game.variant.deck)
    name = random.choice(board.names)
    seat = random.randint(1, game.seats + 1)
    attempts = (
        *(f"{card}@{name}", f"{card}x{name}", f"{card}#", "-", f"{seat}:+", f"!{seat}"),
        *(f"{seat}:{card}!", f"={name}-{random.choice(board.names)}", f"{seat}:{card}@{name}"),
    )
    text = random.choice(attempts)
    try:
        move, named = parse_move(text, board)
        play(state, move, seeded_chance(0), named)
    except IllegalMove:
        before = other.snapshot()
        try:
            other.play(text)
        except naive.Fault:
            assert other.snapshot() == before
            return True
        raise AssertionError(f"only one referee refuses {text}") from None
    return False


def data_of(variant: Variant) -> dict[str, Any]:
    """The variant as the second referee reads it."""
    return variant_data(variant)
