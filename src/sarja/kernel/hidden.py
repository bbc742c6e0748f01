"""Worlds that fit what one seat knows: the cards that it does not see, dealt anew."""

from sarja.kernel.cards import hand_at, hand_size
from sarja.kernel.chance import set_seed, shuffle, stream
from sarja.kernel.jit import spliced
from sarja.kernel.slots import DECK_AT, DECK_SIZE, NONE, SEATS, Layout, Row


@spliced
def redeal(row: Row, layout: Layout, seat: int, seed: int) -> None:
    """Shuffle the other hands and the deck together and deal them out anew, every hand as large.

    The order of coming reshuffles is drawn anew too. Every deal is as likely as another; it
    follows from the row and the seed. Seat 0 sees no hand.
    """
    size = row[DECK_SIZE]
    top = layout[DECK_AT] + size
    for other in range(1, layout[SEATS] + 1):
        if other != seat:
            begin = hand_at(layout, other)
            for at in range(begin, begin + hand_size(row, layout, other)):
                row[top] = row[at]
                top += 1
    shuffle(row, layout[DECK_AT], top - layout[DECK_AT], stream(seed, -1))
    for other in range(1, layout[SEATS] + 1):
        if other != seat:
            begin = hand_at(layout, other)
            for at in range(begin, begin + hand_size(row, layout, other)):
                top -= 1
                row[at] = row[top]
                row[top] = NONE
    set_seed(row, seed)
