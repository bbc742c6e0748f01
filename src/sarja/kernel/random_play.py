"""Uniformly random moves, and games played out with them."""

from typing import Final

from sarja.kernel.cards import came_before, count_copies, hand_at, hand_size
from sarja.kernel.chance import another, below, noise
from sarja.kernel.jit import jitted, spliced
from sarja.kernel.legality import can_exchange, can_play, is_dead, legal, places_begin
from sarja.kernel.slots import (
    CHIPS_AT,
    EXCHANGE_MOVES,
    LOOSE_CHIPS,
    MOST_PLACES,
    OPEN_SPACES,
    PHASE,
    PLAY,
    REMOVING_CARDS,
    SPACES,
    TURN,
    WILD_CARDS,
    Layout,
    Longs,
    Row,
)
from sarja.kernel.status import is_over, team_of
from sarja.kernel.turns import step
from sarja.rules.model import OPEN

TRIES: Final = 8


@spliced
def random_playout(row: Row, layout: Layout, key: int, plies: int, moves: Longs) -> int:
    """Play random moves until so many are made or the game is over; how many were made.

    `moves` is room to work in, as for `legal`.
    """
    made = 0
    while made < plies and not is_over(row):
        step(row, layout, random_move(row, layout, noise(key, made), moves))
        made += 1
    return made


@jitted
def random_move(row: Row, layout: Layout, number: int, moves: Longs) -> int:
    """One of the legal moves, each as likely as another; it follows from the 32 random bits.

    The game may not be over. `moves` is room to work in, as for `legal`.
    """
    if row[PHASE] == PLAY:
        # Guessing is quicker than listing: a play of a card in hand, until it is a legal one. Each
        # legal move is one guess, so all are as likely.
        guesses = count_guesses(row, layout)
        # There is none for an empty hand, nor for jacks without a play (R17).
        for _ in range(TRIES if guesses > 0 else 0):
            move = guess_move(row, layout, below(number, guesses))
            if move >= 0:
                return move
            number = another(number)
    return moves[below(number, legal(row, layout, moves))]


@spliced
def count_guesses(row: Row, layout: Layout) -> int:
    """How many guesses there are: for each card as many as one has at most, and jacks' plays."""
    begin, size = hand_at(layout, row[TURN]), hand_size(row, layout, row[TURN])
    guesses = size * layout[MOST_PLACES]
    for at in range(begin, begin + size):
        if row[at] >= layout[WILD_CARDS]:
            guesses += jack_plays(row, layout, row[at])
    return guesses


@spliced
def guess_move(row: Row, layout: Layout, guess: int) -> int:
    """The move that the guess of that number stands for, or -1 if it is none.

    For a dead card the exchange stands in for its first space (R12).
    """
    begin, size = hand_at(layout, row[TURN]), hand_size(row, layout, row[TURN])
    width = layout[MOST_PLACES]
    if guess >= size * width:
        return nth_jack_play(row, layout, guess - size * width)
    at = begin + guess // width
    card, nth = row[at], guess % width
    place = places_begin(layout, card) + nth
    if card >= layout[WILD_CARDS] or place >= places_begin(layout, card + 1):
        return -1
    if count_copies(row, begin, size, card) > 1 and came_before(row, begin, at):
        return -1
    if row[layout[CHIPS_AT] + layout[place]] == OPEN:
        return card * layout[SPACES] + layout[place]
    if nth == 0 and can_exchange(row, layout, card) and is_dead(row, layout, card):
        return layout[EXCHANGE_MOVES] + card
    return -1


@jitted
def jack_plays(row: Row, layout: Layout, card: int) -> int:
    """How many plays the wild or removing card has now (R9, R10)."""
    if card < layout[REMOVING_CARDS]:
        return row[OPEN_SPACES]
    removable = row[LOOSE_CHIPS] + row[LOOSE_CHIPS + 1] + row[LOOSE_CHIPS + 2]
    return removable - row[LOOSE_CHIPS + team_of(layout, row[TURN]) - 1]


@jitted
def nth_jack_play(row: Row, layout: Layout, nth: int) -> int:
    """The play of that number, from 0, of the jacks in hand; -1 if it is one of an equal jack."""
    begin = hand_at(layout, row[TURN])
    at = begin
    while row[at] < layout[WILD_CARDS] or nth >= jack_plays(row, layout, row[at]):
        if row[at] >= layout[WILD_CARDS]:
            nth -= jack_plays(row, layout, row[at])
        at += 1
    card = row[at]
    if came_before(row, begin, at):
        return -1
    place = places_begin(layout, card)
    while nth > 0 or not can_play(row, layout, row[TURN], card, layout[place]):
        if can_play(row, layout, row[TURN], card, layout[place]):
            nth -= 1
        place += 1
    return card * layout[SPACES] + layout[place]
