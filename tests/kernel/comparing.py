"""The kernel and `rules` at one game, compared at every ply; also a program for other settings.

`python -m tests.kernel.comparing 5` plays five games of each kind and says how many; numba's
settings come from the environment.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np

from sarja import kernel
from sarja.kernel.slots import MOST_MOVES, MOVE_COUNT, NONE, ROW_SIZE, LayoutArray, RowArray
from sarja.rules.model import CORNER, Game, Position, State, evolve
from sarja.rules.moves import Move, Place
from sarja.rules.play import deal, legal_moves, play
from sarja.rules.variant import Setup, Variant
from sarja.variants import builtin_names, builtin_variant
from tests.laws.companions import MODES, MOST_PLIES, choose_move
from tests.laws.random_variants import random_variant


@dataclass
class Tally:
    """What came up in some games, so that a test can see that it did see something."""

    most_plies: int = MOST_PLIES
    games: int = 0
    plies: int = 0
    choices: int = 0
    forfeits: int = 0
    reshuffles: int = 0
    blocked: int = 0
    small_hands: int = 0


def builtin_setups() -> Iterator[tuple[Variant, Setup]]:
    """Every built-in variant with each of its seatings."""
    for name in builtin_names():
        variant = builtin_variant(name)
        assert variant is not None
        for setup in variant.setups:
            yield variant, setup


def compare_dealt(game: Game, seed: int, random: Random, tally: Tally) -> None:
    """Compare a whole game from the deal, which the kernel makes."""
    layout = kernel.layout_of(game)
    rows = np.empty((1, layout[ROW_SIZE]), dtype=np.int16)
    kernel.deal_rows(rows, layout, np.array([seed]), game.first_seat)
    state, _ = deal(game, kernel.seeded_deck(game.variant, seed))
    _compare(rows, layout, state, seed, random, tally)


def compare_from_the_middle(game: Game, seed: int, random: Random, tally: Tally) -> None:
    """Compare from a state that draws by hand and table talk have led to."""
    chance = kernel.seeded_chance(game.variant, seed)
    state, _ = deal(game, kernel.seeded_deck(game.variant, seed))
    for _ in range(random.randrange(20 * game.seats)):
        if state.position.outcome is None:
            state, _ = play(state, choose_move(state, random, eager=True), chance)
    state = kernel.as_auto(state)
    layout = kernel.layout_of(game)
    tally.small_hands += any(n < game.setup.hand for n in state.position.hand_sizes)
    _compare(kernel.from_state(state, layout, seed)[None], layout, state, seed, random, tally)


def compare_crowded(game: Game, random: Random, tally: Tally) -> None:
    """Compare from a board full of chips that nobody has claimed, so long lines abound."""
    seed = random.getrandbits(60)
    state, _ = deal(game, kernel.seeded_deck(game.variant, seed))
    weights = [random.randint(1, 8), *(random.randint(1, 40) for _ in range(game.teams))]
    chips = bytes(
        CORNER if chip == CORNER else random.choices(range(game.teams + 1), weights)[0]
        for chip in state.position.chips
    )
    state = State(evolve(state.position, chips=chips), state.hands, state.deck)
    layout = kernel.layout_of(game)
    row = kernel.from_state(state, layout, seed)
    _compare(row[None], layout, state, seed, random, tally)


def _compare(
    rows: RowArray, layout: LayoutArray, state: State, seed: int, random: Random, tally: Tally
) -> None:
    """Play the game in the one row to its end, with what `rules` say."""
    game = state.position.game
    chance = kernel.seeded_chance(game.variant, seed)
    eager = random.random() < 0.5
    _agree(rows[0], layout, state, seed)
    while state.position.outcome is None and state.position.ply < tally.most_plies:
        tally.choices += state.position.choice is not None
        tally.forfeits += bool(state.position.giving_up)
        move = _compare_moves(rows, layout, state, random, eager)
        index = kernel.move_to_index(move, layout, game)
        assert kernel.step_rows(rows, layout, np.array([index])) == -1
        state, _ = play(state, move, chance)
        _agree(rows[0], layout, state, seed)
    tally.games += 1
    tally.plies += state.position.ply
    tally.reshuffles += state.position.reshuffles
    outcome = state.position.outcome
    tally.blocked += outcome is not None and outcome.reason == "blocked"


def _agree(row: RowArray, layout: LayoutArray, state: State, seed: int) -> None:
    """The row says what the state says, and nothing else."""
    where = f"seed {seed}, ply {state.position.ply}"
    assert kernel.to_state(row, layout, state.position.game) == state, where
    assert kernel.from_state(state, layout, seed).tobytes() == row.tobytes(), where


def _compare_moves(
    rows: RowArray, layout: LayoutArray, state: State, random: Random, eager: bool
) -> Move:
    """The kernel lists the legal moves, and refuses others; one of them, chosen at random."""
    position = state.position
    game, seat = position.game, position.to_act or 0
    moves = legal_moves(position, state.hand(seat))
    numbers = np.empty(layout[MOST_MOVES], dtype=np.int64)
    listed = numbers[: kernel.legal_moves(rows[0], layout, numbers)].tolist()
    assert [kernel.index_to_move(number, layout, game, seat) for number in listed] == moves
    assert [kernel.move_to_index(move, layout, game) for move in moves] == listed

    one = np.empty(1, dtype=np.int64)
    assert kernel.random_moves(rows, layout, random.getrandbits(60), one) == 1
    assert one[0] in listed

    before = rows.tobytes()
    one[0] = random.choice((random.randrange(-2, int(layout[MOVE_COUNT]) + 2), listed[0] + 1))
    if one[0] not in listed and one[0] != NONE:
        assert kernel.step_rows(rows, layout, one) == 0
        assert rows.tobytes() == before

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


def compare_builtin(variant: Variant, setup: Setup, games: int, seed: str) -> Tally:
    """Compare so many games from the deal, and half as many from the middle."""
    random, tally = Random(f"{seed}/{variant.id}/{setup.seats}/{setup.teams}"), Tally()
    for number in range(games):
        dealer = number % setup.seats + 1
        compare_dealt(Game(variant, setup, dealer), random.getrandbits(60), random, tally)
        if number % 2:
            game = Game(variant, setup, dealer, "manual", "penalty")
            compare_from_the_middle(game, random.getrandbits(60), random, tally)
    return tally


def compare_random(number: int, games: int, seed: str) -> Tally:
    """Compare so many games of a variant made at random."""
    random = Random(f"{seed}/variant/{number}")
    return compare_games(random_variant(random, number), games, random)


def compare_games(
    variant: Variant, games: int, random: Random, most_plies: int = MOST_PLIES
) -> Tally:
    """Compare so many games, with seatings and modes at random; a third from the middle."""
    tally = Tally(most_plies=most_plies)
    for _ in range(games):
        setup = random.choice(variant.setups)
        dealer = random.randint(1, setup.seats)
        if random.random() < 0.7:
            compare_dealt(Game(variant, setup, dealer), random.getrandbits(60), random, tally)
        else:
            draw, talk = random.choice(MODES)
            game = Game(variant, setup, dealer, draw, talk)
            compare_from_the_middle(game, random.getrandbits(60), random, tally)
    return tally


def main() -> None:
    """Compare some games of all kinds."""
    games, seed = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "0"
    variants = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    for variant, setup in builtin_setups():
        print(variant.id, setup.seats, setup.teams, compare_builtin(variant, setup, games, seed))
    for number in range(variants):
        print("random", number, compare_random(number, games, seed))


if __name__ == "__main__":
    main()
