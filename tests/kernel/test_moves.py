"""Every move has one number, and every number one move."""

import pytest

from sarja import kernel
from sarja.kernel.errors import KernelError
from sarja.kernel.slots import GIVE_UP_MOVES, MOVE_COUNT
from sarja.rules.model import Game
from sarja.rules.moves import Draw, Exchange, GiveUp, Lock, Move, Place, Remove, TableTalk
from sarja.rules.variant import Setup, Variant
from tests.kernel.comparing import builtin_setups


@pytest.mark.parametrize(("variant", "setup"), list(builtin_setups()))
def test_numbers_and_moves_are_each_others_inverse(variant: Variant, setup: Setup) -> None:
    game = Game(variant, setup, 1)
    layout = kernel.layout_of(game)
    moves = [kernel.index_to_move(index, layout, game, 2) for index in range(layout[MOVE_COUNT])]
    assert [kernel.move_to_index(move, layout, game) for move in moves] == list(range(len(moves)))
    assert len(set(moves)) == len(moves)
    assert all(isinstance(move, GiveUp) for move in moves[layout[GIVE_UP_MOVES] :])


def test_the_numbers_of_classic_moves_never_change(classic: Game) -> None:
    layout = kernel.layout_of(classic)
    assert kernel.move_to_index(Place("2C", 0), layout, classic) == 0
    assert kernel.move_to_index(Place("2C", 14), layout, classic) == 14
    assert kernel.move_to_index(Place("JC", 3), layout, classic) == 4803
    assert kernel.move_to_index(Exchange("2C"), layout, classic) == 5200
    assert layout[MOVE_COUNT] == 5200 + 52 + 192 + 1 + 52


@pytest.mark.parametrize(
    "move",
    [
        Draw(1),
        TableTalk(1),
        Place("JC", 100),
        Place("ZZ", 3),
        Exchange("ZZ"),
        Remove("JC", 3),
        Place("JS", 3),
        Lock(0, 99),
    ],
)
def test_what_the_kernel_does_not_know_has_no_number(move: Move, classic: Game) -> None:
    with pytest.raises(KernelError):
        kernel.move_to_index(move, kernel.layout_of(classic), classic)


@pytest.mark.parametrize("index", [-1, 5497])
def test_a_number_without_a_move_is_refused(index: int, classic: Game) -> None:
    with pytest.raises(KernelError):
        kernel.index_to_move(index, kernel.layout_of(classic), classic, 1)
