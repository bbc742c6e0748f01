"""Which moves are legal (R8 to R12, R16, R17, R22), in the order in which `rules` lists them."""

from sarja.kernel.cards import came_before, hand_at, hand_size, holds
from sarja.kernel.jit import inlined, jitted, spliced
from sarja.kernel.lines import line_of_bit, offered_lines
from sarja.kernel.slots import (
    CHIPS_AT,
    CHOICE_DIRECTIONS,
    CHOICE_SPACE,
    CHOOSE,
    EXCHANGE_MOVES,
    EXCHANGES,
    EXCHANGES_PER_TURN,
    FORFEIT,
    GIVE_UP_MOVES,
    LINE_LENGTH,
    LOCK_MOVES,
    PASS_MOVE,
    PHASE,
    PLACES_TABLE,
    PLAY,
    REMOVING_CARDS,
    SPACES,
    TEAMS,
    TURN,
    WILD_CARDS,
    Layout,
    Longs,
    Row,
)
from sarja.kernel.status import team_of, to_act
from sarja.rules.model import OPEN


@jitted
def legal(row: Row, layout: Layout, moves: Longs) -> int:
    """Write the legal moves into `moves` and return how many they are; 0 when the game is over.

    `moves` has room for `layout[MOST_MOVES]`.
    """
    if row[PHASE] == PLAY:
        return legal_in_turn(row, layout, moves)
    if row[PHASE] == CHOOSE:
        return legal_choices(row, layout, moves)
    if row[PHASE] == FORFEIT:
        return legal_forfeits(row, layout, moves)
    return 0


@spliced
def legal_in_turn(row: Row, layout: Layout, moves: Longs) -> int:
    """Placing, removing and exchanging; a pass where there is none of them (R8 to R12, R17)."""
    turn = row[TURN]
    begin, count = hand_at(layout, turn), 0
    for at in range(begin, begin + hand_size(row, layout, turn)):
        if came_before(row, begin, at):
            continue
        card, found = row[at], count
        for place in range(places_begin(layout, card), places_begin(layout, card + 1)):
            space = layout[place]
            if can_play(row, layout, turn, card, space):
                moves[count] = card * layout[SPACES] + space
                count += 1
        if count == found and can_exchange(row, layout, card):
            moves[count] = layout[EXCHANGE_MOVES] + card
            count += 1
    if count == 0:
        moves[0] = layout[PASS_MOVE]
        count = 1
    return count


@spliced
def legal_choices(row: Row, layout: Layout, moves: Longs) -> int:
    """The lines between which the seat must choose now (R22)."""
    space, direction = row[CHOICE_SPACE], row[CHOICE_DIRECTIONS]
    offered = offered_lines(row, layout)
    count = 0
    for bit in range(layout[LINE_LENGTH]):
        if offered >> bit & 1:
            moves[count] = layout[LOCK_MOVES] + line_of_bit(layout, space, direction, bit)
            count += 1
    return count


@spliced
def legal_forfeits(row: Row, layout: Layout, moves: Longs) -> int:
    """The cards that the seat may give up (R16)."""
    giver = to_act(row)
    begin, count = hand_at(layout, giver), 0
    for at in range(begin, begin + hand_size(row, layout, giver)):
        if not came_before(row, begin, at):
            moves[count] = layout[GIVE_UP_MOVES] + row[at]
            count += 1
    return count


@inlined
def places_begin(layout: Layout, card: int) -> int:
    """Where the spaces of the card begin in the tables; they end where the next card's begin."""
    return layout[layout[PLACES_TABLE] + card]


@inlined
def can_play(row: Row, layout: Layout, turn: int, card: int, space: int) -> bool:
    """Whether the card, which names that space, can be played there now (R8 to R10, R19)."""
    chip = row[layout[CHIPS_AT] + space]
    if card < layout[REMOVING_CARDS]:
        return chip == OPEN
    # Corners and locked chips have higher numbers than the teams.
    return OPEN < chip <= layout[TEAMS] and chip != team_of(layout, turn)


@inlined
def can_exchange(row: Row, layout: Layout, card: int) -> bool:
    """Whether the card may be exchanged if it is dead (R11, R12)."""
    return bool(card < layout[WILD_CARDS] and row[EXCHANGES] < layout[EXCHANGES_PER_TURN])


@inlined
def is_dead(row: Row, layout: Layout, card: int) -> bool:
    """Whether every space that the placing card names is taken (R12)."""
    dead = True
    for place in range(places_begin(layout, card), places_begin(layout, card + 1)):
        if row[layout[CHIPS_AT] + layout[place]] == OPEN:
            dead = False
    return dead


@spliced
def is_legal(row: Row, layout: Layout, move: int, moves: Longs) -> bool:
    """Whether the move may be made now; any number may be asked for.

    `moves` is room to work in, as for `legal`.
    """
    if row[PHASE] == PLAY and 0 <= move < layout[EXCHANGE_MOVES]:
        # Most moves are plays, and of one it is soon said.
        card = move // layout[SPACES]
        space = move - card * layout[SPACES]
        held = holds(row, layout, row[TURN], card) and is_place(layout, card, space)
        return held and can_play(row, layout, row[TURN], card, space)
    found = False
    for nth in range(legal(row, layout, moves)):
        if moves[nth] == move:
            found = True
    return found


@spliced
def is_place(layout: Layout, card: int, space: int) -> bool:
    """Whether the space is one of the card's (R8, R9)."""
    found = False
    for place in range(places_begin(layout, card), places_begin(layout, card + 1)):
        if layout[place] == space:
            found = True
    return found
