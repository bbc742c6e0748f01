"""What the plays of others say about their hands, compiled.

Who could have finished a line and laid a chip elsewhere does not hold the card for it, and who
begins a line likely holds cards for it. So a world is the likelier the better the latest plays were
with the hands that it gives. Worlds come one from another: a few hidden cards change places, and a
change that makes the plays less likely is taken back as often (N. Metropolis et al., "Equation of
state calculations by fast computing machines", 1953).
"""

from typing import Final

from sarja.bots.patterns import EXCHANGED, WON
from sarja.bots.search.plan import CHANCE_STEP, CHANCE_STEPS, CHANCE_TABLE, SURE
from sarja.bots.search.scoring import score_moves
from sarja.bots.search.seeing import Numbers, Plan, Room
from sarja.kernel.cards import hand_at, hand_size
from sarja.kernel.chance import SEED_BITS, below, noise, set_seed, shuffle, stream
from sarja.kernel.hidden import redeal
from sarja.kernel.jit import inlined, jitted
from sarja.kernel.legality import places_begin
from sarja.kernel.slots import (
    CHIPS_AT,
    DEALT,
    DECK_AT,
    DECK_ROOM,
    DECK_SIZE,
    EXCHANGES,
    LOCKED,
    LOOSE_CHIPS,
    NONE,
    OPEN_SPACES,
    PHASE,
    PILE_SIZES_AT,
    PILES_AT,
    PLAY,
    SEATS,
    SPACES,
    TURN,
    WILD_CARDS,
    Layout,
    Longs,
    Row,
    Rows,
)
from sarja.kernel.status import copy_row, team_of
from sarja.rules.model import OPEN

MOST_SEATS: Final = 12
MOST_PLAYS: Final = 12
"""So many of the latest turns are looked back at, at most."""

# What the rows of a search are for.
KNOWN: Final = 0
"""What the seat knows; the hidden cards lie in it anyhow."""
WORLD: Final = 1
"""A world that fits it."""
GAME: Final = 2
"""A game played on in that world."""
SPARE: Final = 3
PASTS: Final = 4
"""From here on the positions before the latest plays of others, the latest first."""
ROWS: Final = PASTS + MOST_PLAYS

# What `notes` holds: of each of those plays its move, and how many turns of its seat ago it was;
# then of each seat how many of its turns are taken back, and how its hand goes with its plays.
MOVES_BACK: Final = 0
AGES: Final = MOST_PLAYS
TURNS_BACK: Final = 2 * MOST_PLAYS
FITS: Final = TURNS_BACK + MOST_SEATS + 1
PLAYS: Final = FITS + MOST_SEATS + 1
"""How many plays those are."""
NOTES: Final = PLAYS + 1

UNKNOWN: Final = NONE - 1
"""Stands for a play of which the card is known and not the space."""
FIRST_CHANGES: Final = 30
"""So often cards of the first world change places, so that it hardly hangs on how it was dealt."""
CHANGES: Final = 6
"""The same between one world and the next."""
SEED_MASK: Final = (1 << SEED_BITS) - 1

SHARPNESS: Final = 3
"""A play that is worse than the best by a third of a logit is half as likely, about."""
DOUBT: Final = SURE // 16
"""Nobody plays so well that a play proves anything."""


@jitted
def recall(rows: Rows, layout: Layout, seat: int, depth: int, notes: Longs) -> int:
    """Write the positions before the latest plays of others into `rows` from `PASTS` on.

    Their moves go into `notes`. So many turns at most are taken back, as far as the discard piles
    tell them. Returns how many plays those are.
    """
    known = rows[GAME]
    copy_row(rows[KNOWN], known)
    for other in range(1, layout[SEATS] + 1):
        notes[TURNS_BACK + other] = 0
    count, mover = 0, seat
    for _ in range(min(depth, MOST_PLAYS)):
        mover = mover - 1 if mover > 1 else layout[SEATS]
        move = take_back(known, layout, mover)
        if move == NONE:
            break
        notes[TURNS_BACK + mover] += 1
        if move != UNKNOWN and mover != seat:
            copy_row(known, rows[PASTS + count])
            notes[MOVES_BACK + count] = move
            notes[AGES + count] = notes[TURNS_BACK + mover]
            count += 1
    return count


@jitted
def fit_of_plays(
    rows: Rows,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Room,
    room_after: Room,
    moves: Longs,
    scores: Longs,
    notes: Longs,
    plays: int,
    other: int,
) -> int:
    """How well the hand of that seat in `rows[WORLD]` goes with its latest plays; of `SURE`."""
    fit, begin = SURE, hand_at(layout, other)
    for nth in range(plays):
        past = rows[PASTS + nth]
        if past[TURN] == other:
            # Before so many cards were drawn it held the older ones, and what it has played since.
            age = notes[AGES + nth]
            for at in range(begin + age, begin + hand_size(past, layout, other)):
                past[at] = rows[WORLD][at - age]
            count = score_moves(
                past, layout, plan, weights, room, room_after, rows[SPARE], moves, scores
            )
            one = likelihood(plan, moves, scores, count, notes[MOVES_BACK + nth])
            fit = max(fit * one // SURE, 1)
    return fit


@jitted
def hidden_slot(row: Row, layout: Layout, seat: int, number: int) -> int:
    """The slot of a card that the seat does not see: others' hands by turns, then the deck."""
    for other in range(1, layout[SEATS] + 1):
        if other != seat:
            if number < hand_size(row, layout, other):
                return hand_at(layout, other) + number
            number -= hand_size(row, layout, other)
    return layout[DECK_AT] + number


@inlined
def owner_of(row: Row, layout: Layout, slot: int) -> int:
    """The seat in whose hand the slot is; 0 for the deck."""
    owner = 0
    for seat in range(1, layout[SEATS] + 1):
        if hand_at(layout, seat) <= slot < hand_at(layout, seat) + hand_size(row, layout, seat):
            owner = seat
    return owner


@jitted
def change_world(
    rows: Rows,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Room,
    room_after: Room,
    moves: Longs,
    scores: Longs,
    notes: Longs,
    plays: int,
    seat: int,
    changes: int,
    key: int,
) -> None:
    """Let cards that the seat does not see change places in `rows[WORLD]`, so often."""
    world, held = rows[WORLD], 0
    for other in range(1, layout[SEATS] + 1):
        if other != seat:
            held += hand_size(world, layout, other)
    hidden = held + world[DECK_SIZE]
    for change in range(changes if held > 0 else 0):
        one = hidden_slot(world, layout, seat, below(noise(key, 3 * change), held))
        two = hidden_slot(world, layout, seat, below(noise(key, 3 * change + 1), hidden))
        card = world[one]
        if card == world[two]:
            continue
        world[one] = world[two]
        world[two] = card
        first, second = owner_of(world, layout, one), owner_of(world, layout, two)
        fit = fit_of_plays(
            rows, layout, plan, weights, room, room_after, moves, scores, notes, plays, first
        )
        before, after, other_fit = notes[FITS + first], fit, SURE
        if second not in (0, first):
            other_fit = fit_of_plays(
                rows, layout, plan, weights, room, room_after, moves, scores, notes, plays, second
            )
            before = max(before * notes[FITS + second] // SURE, 1)
            after = max(after * other_fit // SURE, 1)
        if below(noise(key, 3 * change + 2), before) < after:
            notes[FITS + first] = fit
            if second not in (0, first):
                notes[FITS + second] = other_fit
        else:
            world[two] = world[one]
            world[one] = card


@jitted
def any_world(rows: Rows, layout: Layout, seat: int, key: int) -> None:
    """Make `rows[WORLD]` a world that fits what the seat knows; all are as likely."""
    copy_row(rows[KNOWN], rows[WORLD])
    redeal(rows[WORLD], layout, seat, key & SEED_MASK)


@jitted
def note_fits(
    rows: Rows,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Room,
    room_after: Room,
    moves: Longs,
    scores: Longs,
    notes: Longs,
    plays: int,
    seat: int,
) -> None:
    """Note how well each other hand in `rows[WORLD]` goes with the plays of its seat."""
    for other in range(1, layout[SEATS] + 1):
        if other != seat:
            fit = fit_of_plays(
                rows, layout, plan, weights, room, room_after, moves, scores, notes, plays, other
            )
            notes[FITS + other] = fit


@jitted
def next_world(
    rows: Rows,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Room,
    room_after: Room,
    moves: Longs,
    scores: Longs,
    notes: Longs,
    plays: int,
    seat: int,
    number: int,
    key: int,
) -> None:
    """Make `rows[WORLD]` world number 1, 2, … of a search, which goes with so many plays.

    Each world comes from the one before, and all together are as likely as the plays say.
    """
    if number == 1 or plays == 0:
        any_world(rows, layout, seat, key)
    if plays == 0:
        return
    if number == 1:
        note_fits(rows, layout, plan, weights, room, room_after, moves, scores, notes, plays, seat)
    change_world(
        rows,
        layout,
        plan,
        weights,
        room,
        room_after,
        moves,
        scores,
        notes,
        plays,
        seat,
        FIRST_CHANGES if number == 1 else CHANGES,
        stream(key, 0),
    )
    world = rows[WORLD]
    shuffle(world, layout[DECK_AT], world[DECK_SIZE], stream(key, 1))
    set_seed(world, key & SEED_MASK)


@jitted
def likelihood(plan: Plan, moves: Longs, scores: Longs, count: int, move: int) -> int:
    """How likely the move is among those, of `SURE`, where the best would be sure."""
    best, found = -WON, -WON
    for nth in range(count):
        if scores[nth] != EXCHANGED:
            best = max(best, scores[nth])
            if moves[nth] == move:
                found = scores[nth]
    at = min(SHARPNESS * (best - found) // CHANCE_STEP, CHANCE_STEPS)
    return max(2 * plan[plan[CHANCE_TABLE] + CHANCE_STEPS - at], DOUBT)


@jitted
def take_back(row: Row, layout: Layout, seat: int) -> int:
    """Take back the play by which the seat ended its last turn; the move, or `UNKNOWN`.

    The card is the upper one of its discard pile; `NONE` comes back where there is none. It is
    known where it went if only one of its spaces has a chip of the team, and that one is in no
    sequence; else the board stays. What was drawn after it is the last card of the hand; it goes
    back on the deck.
    """
    team, size = team_of(layout, seat), hand_size(row, layout, seat)
    pile_size = row[layout[PILE_SIZES_AT] + seat - 1]
    if pile_size == 0 or size != layout[DEALT] or row[DECK_SIZE] == layout[DECK_ROOM]:
        return NONE
    top = layout[PILES_AT] + (seat - 1) * layout[DECK_ROOM] + pile_size - 1
    card = row[top]
    move = UNKNOWN
    if card < layout[WILD_CARDS]:
        chips, space = 0, 0
        for place in range(places_begin(layout, card), places_begin(layout, card + 1)):
            if row[layout[CHIPS_AT] + layout[place]] & ~LOCKED == team:
                chips += 1
                space = layout[place]
        if chips == 1 and row[layout[CHIPS_AT] + space] == team:
            row[layout[CHIPS_AT] + space] = OPEN
            row[OPEN_SPACES] += 1
            row[LOOSE_CHIPS + team - 1] -= 1
            move = card * layout[SPACES] + space
    row[top] = NONE
    row[layout[PILE_SIZES_AT] + seat - 1] -= 1
    begin = hand_at(layout, seat)
    row[layout[DECK_AT] + row[DECK_SIZE]] = row[begin + size - 1]
    row[DECK_SIZE] += 1
    for at in range(begin + size - 1, begin, -1):
        row[at] = row[at - 1]
    row[begin] = card
    row[TURN] = seat
    row[PHASE] = PLAY
    row[EXCHANGES] = 0
    return move
