"""A move and what follows from it: the rules of a turn (R5, R7 to R17, R24).

`step` takes for granted that the move is legal; `legality.is_legal` says whether it is.
"""

from sarja.kernel.cards import deal_hands, draw, hand_size, lay_card
from sarja.kernel.chance import set_seed, shuffle, stream
from sarja.kernel.claims import claim, claim_lines, claim_sure, end_game
from sarja.kernel.jit import inlined, jitted, spliced
from sarja.kernel.lines import DIRECTION_COUNT
from sarja.kernel.slots import (
    BLOCKED,
    BOX_TABLE,
    CHIPS_AT,
    CHOICE_DIRECTIONS,
    CHOICE_SPACE,
    DECK_AT,
    DECK_ROOM,
    DECK_SIZE,
    EMPTY_BOARD_TABLE,
    EXCHANGE_MOVES,
    EXCHANGES,
    FORFEIT,
    GIVE_UP_MOVES,
    GIVERS,
    HAND_SIZES_AT,
    HEADER,
    LOCK_MOVES,
    LOOSE_CHIPS,
    NONE,
    OPEN_SPACES,
    PASS_MOVE,
    PASSES,
    PHASE,
    PILE_SIZES_AT,
    PLAY,
    PLY,
    REMOVING_CARDS,
    ROW_SIZE,
    SEATS,
    SEQUENCE_COUNTS,
    SPACES,
    TEAMS,
    TURN,
    Layout,
    Row,
)
from sarja.kernel.status import count_up, first_giver, team_of
from sarja.rules.model import OPEN


@jitted
def step(row: Row, layout: Layout, move: int) -> None:
    """Make the move, which must be legal, and all that follows from it up to the next move."""
    count_up(row, PLY)
    turn_ends = False
    if move < layout[EXCHANGE_MOVES]:
        card = move // layout[SPACES]
        turn_ends = play_card(row, layout, card, move - card * layout[SPACES])
    elif move < layout[LOCK_MOVES]:
        exchange_card(row, layout, move - layout[EXCHANGE_MOVES])
    elif move < layout[PASS_MOVE]:
        turn_ends = choose_line(row, layout, move - layout[LOCK_MOVES])
    elif move == layout[PASS_MOVE]:
        row[PASSES] += 1
        turn_ends = True
    else:
        give_up_card(row, layout, move - layout[GIVE_UP_MOVES])
    if turn_ends:
        end_turn(row, layout)


@spliced
def play_card(row: Row, layout: Layout, card: int, space: int) -> bool:
    """Play the card and lay a chip on the space, or take one off (R8 to R10).

    Whether the play is complete; if not, the game is over or a line must be chosen.
    """
    turn = row[TURN]
    lay_card(row, layout, turn, card)
    row[PASSES] = 0
    chip = layout[CHIPS_AT] + space
    if card < layout[REMOVING_CARDS]:
        team = team_of(layout, turn)
        row[chip] = team
        row[LOOSE_CHIPS + team - 1] += 1
        row[OPEN_SPACES] -= 1
        claim_lines(row, layout, space, team)
    else:
        row[LOOSE_CHIPS + row[chip] - 1] -= 1
        row[OPEN_SPACES] += 1
        row[chip] = OPEN
    return complete_play(row, layout)


@spliced
def exchange_card(row: Row, layout: Layout, card: int) -> None:
    """Put the dead card on the discard pile and take another (R12)."""
    row[EXCHANGES] += 1
    turn = row[TURN]
    lay_card(row, layout, turn, card)
    draw(row, layout, turn)


@spliced
def choose_line(row: Row, layout: Layout, line: int) -> bool:
    """Lock the chosen line and those that now leave no choice; whether none is left (R22)."""
    team, space = team_of(layout, row[TURN]), row[CHOICE_SPACE]
    row[CHOICE_SPACE] = NONE
    row[PHASE] = PLAY
    claim(row, layout, line, team)
    claim_sure(row, layout, space, team)
    return complete_play(row, layout)


@spliced
def give_up_card(row: Row, layout: Layout, card: int) -> None:
    """Put a card on the discard pile for table talk, without a replacement (R16)."""
    lay_card(row, layout, first_giver(row), card)
    givers = row[GIVERS]
    row[GIVERS] = givers & (givers - 1)  # without its lowest bit
    row[PHASE] = FORFEIT if row[GIVERS] else PLAY


@inlined
def complete_play(row: Row, layout: Layout) -> bool:
    """Whether the play is complete; its last act, the draw, is done for the player (R13, R14)."""
    complete = row[PHASE] == PLAY
    if complete:
        draw(row, layout, row[TURN])
    return complete


@spliced
def end_turn(row: Row, layout: Layout) -> None:
    """The next seat's turn, unless all have passed (R24); an empty hand takes a card (R17)."""
    if row[PASSES] == layout[SEATS]:
        end_game(row, leading_team(row, layout), BLOCKED)
        return
    seat = row[TURN] + 1
    if seat > layout[SEATS]:
        seat = 1
    row[TURN] = seat
    row[EXCHANGES] = 0
    if hand_size(row, layout, seat) == 0:
        draw(row, layout, seat)


@spliced
def leading_team(row: Row, layout: Layout) -> int:
    """The team with most sequences, or 0 where that is shared (R24)."""
    best, leader = -1, 0
    for team in range(1, layout[TEAMS] + 1):
        count = row[SEQUENCE_COUNTS + team - 1]
        if count == best:
            leader = 0
        elif count > best:
            best, leader = count, team
    return leader


@spliced
def deal(row: Row, layout: Layout, seed: int, first_seat: int) -> None:
    """Fill the row with a new game: shuffle by the seed and deal, the first seat first (R5)."""
    for slot in range(HEADER):
        row[slot] = 0
    for slot in range(HEADER, layout[ROW_SIZE]):
        row[slot] = NONE
    row[TURN] = first_seat
    for slot in range(CHOICE_SPACE, CHOICE_DIRECTIONS + DIRECTION_COUNT):
        row[slot] = NONE
    for seat in range(layout[SEATS]):
        row[layout[HAND_SIZES_AT] + seat] = 0
        row[layout[PILE_SIZES_AT] + seat] = 0
    for space in range(layout[SPACES]):
        chip = layout[layout[EMPTY_BOARD_TABLE] + space]
        row[layout[CHIPS_AT] + space] = chip
        if chip == OPEN:
            row[OPEN_SPACES] += 1
    for at in range(layout[DECK_ROOM]):
        row[layout[DECK_AT] + at] = layout[layout[BOX_TABLE] + at]
    row[DECK_SIZE] = layout[DECK_ROOM]
    set_seed(row, seed)
    shuffle(row, layout[DECK_AT], layout[DECK_ROOM], stream(seed, 0))
    deal_hands(row, layout, first_seat)
