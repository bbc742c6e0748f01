"""The row is the state: nothing is lost, and a copy of whatever kind plays on the same."""

import pickle
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from sarja import kernel
from sarja.kernel.errors import KernelError
from sarja.kernel.slots import DECK_SIZE, PHASE, PLY, ROW_SIZE, SEATS, RowArray
from sarja.rules.model import Game, State, evolve
from sarja.rules.moves import TableTalk
from sarja.rules.play import deal, play
from tests.boards import after, set_up
from tests.kernel.comparing import builtin_setups


def dealt(game: Game, *seeds: int) -> RowArray:
    layout = kernel.layout_of(game)
    rows = np.empty((len(seeds), layout[ROW_SIZE]), dtype=np.int16)
    kernel.deal_rows(rows, layout, np.array(seeds), game.first_seat)
    return rows


def test_equal_seeds_make_equal_rows_and_others_do_not(classic: Game) -> None:
    one, same, other = dealt(classic, 5, 5, 6)
    assert one.tobytes() == same.tobytes()
    assert one.tobytes() != other.tobytes()
    assert [kernel.read_seed(row) for row in (one, other)] == [5, 6]


def test_a_clone_a_pickle_and_bytes_play_on_identically(classic: Game) -> None:
    layout = kernel.layout_of(classic)
    rows = dealt(classic, *range(8))
    kernel.play_out_rows(rows, layout, 1, 30)
    copies = [
        rows.copy(),
        pickle.loads(pickle.dumps(rows)),
        np.frombuffer(rows.tobytes(), dtype=np.int16).reshape(rows.shape).copy(),
    ]
    kernel.play_out_rows(rows, layout, 2, 10**6)
    for copy in copies:
        kernel.play_out_rows(copy, layout, 2, 10**6)
        assert copy.tobytes() == rows.tobytes()


def test_rows_of_a_batch_play_as_each_would_alone(classic: Game) -> None:
    layout = kernel.layout_of(classic)
    rows = dealt(classic, *range(8))
    singles = rows.copy()
    moves = np.empty(8, dtype=np.int64)
    for ply in range(60):
        kernel.random_moves(rows, layout, ply, moves)
        assert kernel.step_rows(rows, layout, moves) == -1
        for at in range(8):
            assert kernel.step_rows(singles[at : at + 1], layout, moves[at : at + 1]) == -1
    assert singles.tobytes() == rows.tobytes()


def test_an_illegal_move_changes_no_row_of_the_batch(classic: Game) -> None:
    layout = kernel.layout_of(classic)
    rows = dealt(classic, 1, 2, 3)
    moves = np.empty(3, dtype=np.int64)
    kernel.random_moves(rows, layout, 0, moves)
    moves[1] = 10**9
    before = rows.tobytes()
    assert kernel.step_rows(rows, layout, moves) == 1
    assert rows.tobytes() == before
    moves[1] = -1
    assert kernel.step_rows(rows, layout, moves) == -1
    assert rows[:, PLY].tolist() == [1, 0, 1]


def test_flags_say_the_same_as_the_list(classic: Game) -> None:
    layout = kernel.layout_of(classic)
    rows = dealt(classic, *range(20))
    kernel.play_out_rows(rows, layout, 1, 75)
    flags = np.ones((20, 5497), dtype=np.bool_)
    kernel.legal_flags(rows, layout, flags)
    listed = np.empty(10**4, dtype=np.int64)
    for row, row_flags in zip(rows, flags, strict=True):
        count = kernel.legal_moves(row, layout, listed)
        assert np.flatnonzero(row_flags).tolist() == sorted(listed[:count].tolist())
        assert (count == 0) == (row[PHASE] == 3)


def test_a_layout_that_was_sent_to_another_process_serves_as_well(classic: Game) -> None:
    layout = pickle.loads(pickle.dumps(kernel.layout_of(classic)))
    rows = np.empty((1, layout[ROW_SIZE]), dtype=np.int16)
    kernel.deal_rows(rows, layout, np.array([5]), 1)
    assert rows.tobytes() == dealt(classic, 5).tobytes()


def test_the_layout_does_not_hang_on_dealer_and_options(classic: Game) -> None:
    other = replace(classic, dealer=1, draw="manual", table_talk="penalty")
    assert kernel.layout_of(other).tobytes() == kernel.layout_of(classic).tobytes()
    assert not kernel.layout_of(classic).flags.writeable


def test_a_game_with_draws_by_hand_goes_on_as_if_drawing_were_automatic() -> None:
    state = set_up(hands=("JC 2S", "3S 4S"), draw="manual", table_talk="penalty")
    state = after(state, "JC@a2")
    assert state.position.owed == (1,)
    layout = kernel.layout_of(state.position.game)
    row = kernel.from_state(state, layout)
    auto = kernel.as_auto(state)
    assert kernel.to_state(row, layout, auto.position.game) == auto
    assert auto.position.owed == ()
    assert auto.hands == (("2S",), ("3S", "4S"))


def test_cards_that_are_being_given_up_are_still_given_up() -> None:
    state = set_up(hands=("2S", "3S 4S", "5S 5S 6S", "7S"), table_talk="penalty")
    state, _ = play(state, TableTalk(1), lambda count, cards: cards)
    layout = kernel.layout_of(state.position.game)
    row = kernel.from_state(state, layout)
    told = []
    for seat in (1, 3):
        moves = np.empty(10**4, dtype=np.int64)
        count = kernel.legal_moves(row, layout, moves)
        game = state.position.game
        told.append([kernel.index_to_move(m, layout, game, seat) for m in moves[:count].tolist()])
        assert kernel.step_rows(row[None], layout, moves[:1]) == -1
    assert [[move.card for move in moves] for moves in told] == [["2S"], ["5S", "6S"]]  # type: ignore[union-attr]
    after_it = kernel.to_state(row, layout, state.position.game)
    assert after_it.position.phase == "play"
    assert after_it.hands == ((), ("3S", "4S"), ("5S", "6S"), ("7S",))


def test_counts_go_on_beyond_what_one_slot_holds(classic: Game) -> None:
    state, _ = deal(classic, kernel.seeded_deck(classic.variant, 1))
    layout = kernel.layout_of(classic)
    for count in (32766, 32767, 32768, 10**8):
        position = evolve(state.position, ply=count, reshuffles=count)
        row = kernel.from_state(State(position, state.hands, state.deck), layout)
        moves = np.empty(1, dtype=np.int64)
        kernel.random_moves(row[None], layout, 0, moves)
        kernel.step_rows(row[None], layout, moves)
        after_it = kernel.to_state(row, layout, classic).position
        assert (after_it.ply, after_it.reshuffles) == (count + 1, count)


def test_a_view_gives_a_row_without_a_secret_of_the_others() -> None:
    for variant, setup in builtin_setups():
        game = Game(variant, setup, 1)
        layout = kernel.layout_of(game)
        (row,) = dealt(game, 7)
        kernel.play_out_rows(row[None], layout, 1, 5 * setup.seats)
        other = row.copy()
        kernel.redeal_rows(other[None], layout, np.array([99]), 2)
        one, two = (kernel.to_state(r, layout, game) for r in (row, other))
        assert one.view(2) == two.view(2)
        assert one.hands != two.hands
        assert sorted(variant.deck) == sorted(_all_cards(two))
        seen = kernel.from_view(two.view(2), layout)
        assert seen.tobytes() == kernel.from_view(one.view(2), layout).tobytes()
        assert kernel.to_state(seen, layout, game).view(2) == one.view(2)


def _all_cards(state: State) -> list[str]:
    piles = (*state.hands, *state.position.discards, state.deck)
    return [card for pile in piles for card in pile]


def test_a_deal_of_the_hidden_cards_follows_from_its_seed(classic: Game) -> None:
    layout = kernel.layout_of(classic)
    rows = dealt(classic, 3, 3, 3)
    kernel.redeal_rows(rows, layout, np.array([8, 8, 9]), 1)
    assert rows[0].tobytes() == rows[1].tobytes()
    assert rows[0].tobytes() != rows[2].tobytes()
    assert [kernel.read_seed(row) for row in rows] == [8, 8, 9]
    assert set(rows[:, DECK_SIZE].tolist()) == {90}


def test_a_spectators_view_hides_every_hand(classic: Game) -> None:
    layout = kernel.layout_of(classic)
    (row,) = dealt(classic, 3)
    state = kernel.to_state(row, layout, classic)
    before = kernel.from_view(state.view(None), layout)
    kernel.redeal_rows(before[None], layout, np.array([1]), 0)
    after_it = kernel.to_state(before, layout, classic)
    assert after_it.view(None) == state.view(None)
    assert after_it.hands != state.hands


def test_what_does_not_fit_is_refused(classic: Game) -> None:
    layout = kernel.layout_of(classic)
    rows = dealt(classic, 1, 2)
    long, flags = np.zeros(2, dtype=np.int64), np.zeros((2, 7), dtype=np.bool_)
    narrow = np.zeros((2, 9), dtype=np.int16)
    state = kernel.to_state(rows[0], layout, classic)
    too_many = State(state.position, (("2S",) * 8, ()), state.deck)
    for refused in (
        lambda: kernel.deal_rows(rows, layout, long[:1], 1),
        lambda: kernel.deal_rows(rows, layout, long, 0),
        lambda: kernel.deal_rows(rows, layout, long - 1, 1),
        lambda: kernel.deal_rows(rows, layout, long + 2**60, 1),
        lambda: kernel.deal_rows(narrow, layout, long, 1),
        lambda: kernel.redeal_rows(rows, layout, long[:1], 1),
        lambda: kernel.redeal_rows(rows, layout, long, 3),
        lambda: kernel.legal_moves(rows[0], layout, long),
        lambda: kernel.legal_moves(narrow[0], layout, np.zeros(10**4, dtype=np.int64)),
        lambda: kernel.legal_flags(rows, layout, flags),
        lambda: kernel.step_rows(narrow, layout, long),
        lambda: kernel.random_moves(rows, layout, 0, long[:1]),
        lambda: kernel.play_out_rows(narrow, layout, 0, 1),
        lambda: kernel.perft(narrow[0], layout, 1),
        lambda: kernel.from_state(too_many, layout),
        lambda: kernel.from_state(state, layout, seed=2**60),
    ):
        with pytest.raises(KernelError):
            refused()


def test_a_state_of_another_game_is_refused(classic: Game) -> None:
    setup = classic.variant.setup(3)
    assert setup is not None
    layout = kernel.layout_of(Game(classic.variant, setup, 1))
    assert layout[SEATS] == 3
    state, _ = deal(classic, classic.variant.deck)
    with pytest.raises(KernelError):
        kernel.from_state(state, layout)


def test_seeds_of_any_size_come_back(classic: Game) -> None:
    state, _ = deal(classic, classic.variant.deck)
    random = Random(4)
    for seed in (0, 2**60 - 1, *(random.getrandbits(60) for _ in range(50))):
        assert kernel.read_seed(kernel.from_state(state, kernel.layout_of(classic), seed)) == seed
