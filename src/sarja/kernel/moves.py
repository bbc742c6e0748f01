"""Moves as numbers: the same number for the same move all through a variant and seating.

`card * spaces + space` plays the card there, be it to place or to remove; after these come the
exchange of each card, the choice of each line, the pass, and giving up each card.
"""

from contextlib import suppress

from sarja.kernel.errors import KernelError
from sarja.kernel.layout import card_codes
from sarja.kernel.slots import (
    EXCHANGE_MOVES,
    GIVE_UP_MOVES,
    LOCK_MOVES,
    MOVE_COUNT,
    PASS_MOVE,
    REMOVING_CARDS,
    SPACES,
    LayoutArray,
)
from sarja.rules.model import Game
from sarja.rules.moves import (
    PASS,
    Draw,
    Exchange,
    GiveUp,
    Lock,
    Move,
    Pass,
    Place,
    Remove,
    TableTalk,
)


def move_to_index(move: Move, layout: LayoutArray, game: Game) -> int:
    """The number of the move.

    Raises:
        KernelError: for draws by hand and table talk, which the kernel does not know, and for
            cards, spaces and lines that the game does not have.
    """
    codes = card_codes(game.variant)
    # The ValueError of `index` says that there is no such card, or no such line.
    with suppress(ValueError):
        match move:
            case Place() | Remove():
                card = codes.index(move.card)
                removes = card >= layout[REMOVING_CARDS]
                if removes == isinstance(move, Remove) and 0 <= move.space < layout[SPACES]:
                    return int(card * layout[SPACES] + move.space)
            case Exchange():
                return int(layout[EXCHANGE_MOVES]) + codes.index(move.card)
            case Lock():
                ends = [(line[0], line[-1]) for line in game.variant.board.lines]
                return int(layout[LOCK_MOVES]) + ends.index((move.first, move.last))
            case Pass():
                return int(layout[PASS_MOVE])
            case GiveUp():
                return int(layout[GIVE_UP_MOVES]) + codes.index(move.card)
            case Draw() | TableTalk():
                pass
    raise KernelError("move-not-numbered")


def index_to_move(index: int, layout: LayoutArray, game: Game, seat: int) -> Move:
    """The move of that number; `seat` is the one that makes it, which `GiveUp` tells.

    Raises:
        KernelError: for a number that no move has.
    """
    codes = card_codes(game.variant)
    if not 0 <= index < layout[MOVE_COUNT]:
        raise KernelError("index-without-move", index=index)
    if index < layout[EXCHANGE_MOVES]:
        card, space = divmod(index, int(layout[SPACES]))
        return (Place if card < layout[REMOVING_CARDS] else Remove)(codes[card], space)
    if index < layout[LOCK_MOVES]:
        return Exchange(codes[index - int(layout[EXCHANGE_MOVES])])
    if index < layout[PASS_MOVE]:
        line = game.variant.board.lines[index - int(layout[LOCK_MOVES])]
        return Lock(line[0], line[-1])
    if index == layout[PASS_MOVE]:
        return PASS
    return GiveUp(seat, codes[index - int(layout[GIVE_UP_MOVES])])
