"""Cards on their way: from deck to hand, from hand to discard pile, and back into a deck."""

from sarja.kernel.chance import seed_of, shuffle, stream
from sarja.kernel.jit import inlined, jitted, spliced
from sarja.kernel.slots import (
    CARDS,
    DEALT,
    DECK_AT,
    DECK_ROOM,
    DECK_SIZE,
    HAND_ROOM,
    HAND_SIZES_AT,
    HANDS_AT,
    NONE,
    PILE_SIZES_AT,
    PILES_AT,
    RESHUFFLES,
    SEATS,
    Layout,
    Row,
)
from sarja.kernel.status import count_up, read_long


@inlined
def hand_at(layout: Layout, seat: int) -> int:
    """The slot of the first card of the seat's hand."""
    return layout[HANDS_AT] + (seat - 1) * layout[HAND_ROOM]


@inlined
def hand_size(row: Row, layout: Layout, seat: int) -> int:
    """How many cards the seat holds."""
    return int(row[layout[HAND_SIZES_AT] + seat - 1])


@inlined
def came_before(row: Row, begin: int, at: int) -> bool:
    """Whether a card equal to the one in slot `at` lies before it, from slot `begin` on."""
    first = begin
    while row[first] != row[at]:
        first += 1
    return first < at


@inlined
def count_copies(row: Row, begin: int, size: int, card: int) -> int:
    """How often the card is among the `size` cards from slot `begin` on."""
    copies = 0
    for at in range(begin, begin + size):
        if row[at] == card:
            copies += 1
    return copies


@jitted
def holds(row: Row, layout: Layout, seat: int, card: int) -> bool:
    """Whether the seat holds the card."""
    return count_copies(row, hand_at(layout, seat), hand_size(row, layout, seat), card) > 0


@inlined
def lay_card(row: Row, layout: Layout, seat: int, card: int) -> None:
    """Put a card from the seat's hand on its discard pile, of two equal ones the first (R8)."""
    begin = hand_at(layout, seat)
    last = begin + hand_size(row, layout, seat) - 1
    # Always through the whole hand: a loop that ends where the card is takes the processor longer.
    shift = 0
    for at in range(begin, last):
        if row[at] == card:
            shift = 1
        row[at] = row[at + shift]
    row[last] = NONE
    row[layout[HAND_SIZES_AT] + seat - 1] -= 1

    size_at = layout[PILE_SIZES_AT] + seat - 1
    row[layout[PILES_AT] + (seat - 1) * layout[DECK_ROOM] + row[size_at]] = card
    row[size_at] += 1


@jitted
def draw(row: Row, layout: Layout, seat: int) -> None:
    """Give the seat the top card; an empty deck is made anew from the discards (R13, R15)."""
    if row[DECK_SIZE] == 0:
        reshuffle(row, layout)
    size = row[DECK_SIZE]
    if size == 0:
        return
    top = layout[DECK_AT] + size - 1
    row[hand_at(layout, seat) + hand_size(row, layout, seat)] = row[top]
    row[layout[HAND_SIZES_AT] + seat - 1] += 1
    row[top] = NONE
    row[DECK_SIZE] = size - 1
    if size == 1:
        reshuffle(row, layout)


@jitted
def reshuffle(row: Row, layout: Layout) -> None:
    """Make all discards, if any, the new deck (R15); its order hangs on seed and number."""
    size = 0
    for seat in range(layout[SEATS]):
        begin = layout[PILES_AT] + seat * layout[DECK_ROOM]
        for at in range(begin, begin + row[layout[PILE_SIZES_AT] + seat]):
            row[layout[DECK_AT] + size] = row[at]
            row[at] = NONE
            size += 1
        row[layout[PILE_SIZES_AT] + seat] = 0
    if size == 0:
        return
    row[DECK_SIZE] = size
    sort_deck(row, layout)
    shuffle(row, layout[DECK_AT], size, stream(seed_of(row), read_long(row, RESHUFFLES) + 1))
    count_up(row, RESHUFFLES)


@spliced
def sort_deck(row: Row, layout: Layout) -> None:
    """Put the deck in order, so that a shuffle hangs on which cards there are and nothing else.

    The discard piles are empty now, and their slots count how often each card is there. They are
    enough: there is room in each pile for every card of the box, and so for each kind of them.
    """
    begin, end = layout[DECK_AT], layout[DECK_AT] + row[DECK_SIZE]
    counts = layout[PILES_AT]
    for at in range(begin, end):
        card = row[at]
        row[counts + card] += 1
    to = begin
    for card in range(layout[CARDS]):
        # An empty slot holds NONE, which is one less than none of a card.
        for _ in range(row[counts + card] - NONE):
            row[to] = card
            to += 1
        row[counts + card] = NONE


@spliced
def deal_hands(row: Row, layout: Layout, first_seat: int) -> None:
    """Deal to everybody, one card at a time, from the first seat on (R5)."""
    seat = first_seat
    for _ in range(layout[DEALT] * layout[SEATS]):
        draw(row, layout, seat)
        seat = seat + 1 if seat < layout[SEATS] else 1
