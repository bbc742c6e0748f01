"""Between the states of `rules` and rows, both ways and without loss."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sarja.kernel.errors import KernelError
from sarja.kernel.layout import card_codes
from sarja.kernel.slots import (
    BLOCKED,
    BY_SEQUENCES,
    CHIPS_AT,
    CHOICE_SPACE,
    CHOOSE,
    DECK_AT,
    DECK_ROOM,
    DECK_SIZE,
    EXCHANGES,
    FORFEIT,
    GIVERS,
    HAND_ROOM,
    HAND_SIZES_AT,
    HANDS_AT,
    HEADER,
    LAYOUT_HEADER,
    LOCKED,
    LOOSE_CHIPS,
    MOST_TEAMS,
    NONE,
    OPEN_SPACES,
    OVER,
    PASSES,
    PHASE,
    PILE_SIZES_AT,
    PILES_AT,
    PLAY,
    PLY,
    REASON,
    RESHUFFLES,
    ROW_SIZE,
    SEATS,
    SEED,
    SEQUENCE_COUNTS,
    SEQUENCE_LINES_AT,
    SEQUENCE_ROOM,
    SEQUENCE_TEAMS_AT,
    SEQUENCES,
    SPACES,
    TEAMS,
    TURN,
    WINNER,
    LayoutArray,
    RowArray,
)
from sarja.rules.board import DIRECTIONS
from sarja.rules.model import (
    OPEN,
    Choice,
    Game,
    Outcome,
    Position,
    Reason,
    State,
    View,
    evolve,
)
from sarja.rules.model import Sequence as Claimed

PHASES = {"play": PLAY, "choose": CHOOSE, "forfeit": FORFEIT, "over": OVER}
REASONS: dict[int, Reason] = {BY_SEQUENCES: "sequences", BLOCKED: "blocked"}
_SLOT_BITS = 15
_SLOT_MASK = (1 << _SLOT_BITS) - 1


def as_auto(state: State) -> State:
    """The state as the kernel takes it: from now on drawing is done for the players.

    Draws that are still owed lapse (R14) and nobody rules table talk; hands stay as small as they
    are, and cards that are being given up are still given up (R16).
    """
    game = replace(state.position.game, draw="auto", table_talk="off")
    return State(evolve(state.position, game=game, owed=()), state.hands, state.deck)


def from_state(state: State, layout: LayoutArray, seed: int = 0) -> RowArray:
    """The row of the state, as `as_auto` has it; coming reshuffles follow from the seed."""
    position = state.position
    game, choice, outcome = position.game, position.choice, position.outcome
    sizes = (game.seats, game.teams, len(position.chips))
    if (layout[SEATS], layout[TEAMS], layout[SPACES]) != sizes:
        raise KernelError("layout-of-another-game")
    row = np.full(layout[ROW_SIZE], NONE, dtype=np.int16)
    row[:HEADER] = 0
    row[TURN] = position.turn
    row[PHASE] = PHASES[position.phase]
    _write_long(row, PLY, 2, position.ply)
    _write_long(row, RESHUFFLES, 2, position.reshuffles)
    _write_long(row, SEED, 4, seed)
    row[EXCHANGES] = position.exchanges
    row[PASSES] = position.passes
    if outcome is not None:
        row[WINNER] = outcome.winner or 0
        row[REASON] = BLOCKED if outcome.reason == "blocked" else BY_SEQUENCES
    row[GIVERS] = sum(1 << seat - 1 for seat in position.giving_up)
    _write(row, CHOICE_SPACE, [NONE] * (1 + len(DIRECTIONS)))
    if choice is not None:
        _write(row, CHOICE_SPACE, [choice.space, *choice.directions])
    _write_board(row, layout, position)
    _write_cards(row, layout, game, state)
    return row


def to_state(row: RowArray, layout: LayoutArray, game: Game) -> State:
    """The state in the row; the game is told because the row does not know dealer and options."""
    codes = card_codes(game.variant)
    slots = layout[:LAYOUT_HEADER].tolist()
    hands = tuple(
        _read_cards(row, slots[HANDS_AT] + seat * slots[HAND_ROOM], size, codes)
        for seat, size in enumerate(_read(row, slots[HAND_SIZES_AT], game.seats))
    )
    piles = tuple(
        _read_cards(row, slots[PILES_AT] + seat * slots[DECK_ROOM], size, codes)
        for seat, size in enumerate(_read(row, slots[PILE_SIZES_AT], game.seats))
    )
    deck = _read_cards(row, slots[DECK_AT], int(row[DECK_SIZE]), codes)[::-1]
    chips = _read(row, slots[CHIPS_AT], slots[SPACES])
    sequences = _read_sequences(row, slots, game)
    position = Position(
        game=game,
        ply=_read_long(row, PLY, 2),
        turn=int(row[TURN]),
        chips=bytes(chip & ~LOCKED for chip in chips),
        locked=frozenset(s for s, chip in enumerate(chips) if chip & LOCKED),
        sequences=sequences,
        discards=piles,
        hand_sizes=tuple(map(len, hands)),
        deck_size=len(deck),
        reshuffles=_read_long(row, RESHUFFLES, 2),
        owed=(),
        exchanges=int(row[EXCHANGES]),
        passes=int(row[PASSES]),
        choice=_read_choice(row),
        giving_up=tuple(s for s in range(1, game.seats + 1) if row[GIVERS] >> s - 1 & 1),
        outcome=_read_outcome(row, game),
    )
    return State(position, hands, deck)


def from_view(view: View, layout: LayoutArray, seed: int = 0) -> RowArray:
    """The row of all that the view shows; the cards that it hides lie where they may, in order.

    To be dealt anew with `redeal` before anything is concluded from it.
    """
    position = view.position
    game = position.game
    hidden = list(game.variant.deck)
    for card in (*view.hand, *(card for pile in position.discards for card in pile)):
        hidden.remove(card)
    hands = []
    for seat, size in enumerate(position.hand_sizes, 1):
        if seat == view.seat:
            hands.append(view.hand)
        else:
            hands.append(tuple(hidden[:size]))
            del hidden[:size]
    return from_state(State(position, tuple(hands), tuple(hidden)), layout, seed)


def read_seed(row: RowArray) -> int:
    """The seed in the row."""
    return _read_long(row, SEED, 4)


def _write(row: RowArray, begin: int, values: Sequence[int]) -> None:
    row[begin : begin + len(values)] = values


def _write_long(row: RowArray, begin: int, slots: int, value: int) -> None:
    if not 0 <= value < 1 << slots * _SLOT_BITS:
        raise KernelError("count-too-large", count=str(value), bits=slots * _SLOT_BITS)
    _write(row, begin, [value >> at * _SLOT_BITS & _SLOT_MASK for at in range(slots)])


def _read(row: RowArray, begin: int, size: int) -> list[int]:
    values: list[int] = row[begin : begin + size].tolist()
    return values


def _read_long(row: RowArray, begin: int, slots: int) -> int:
    return sum(value << at * _SLOT_BITS for at, value in enumerate(_read(row, begin, slots)))


def _read_cards(row: RowArray, begin: int, size: int, codes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(codes[card] for card in _read(row, begin, size))


def _write_board(row: RowArray, layout: LayoutArray, position: Position) -> None:
    chips = [
        chip | LOCKED if space in position.locked else chip
        for space, chip in enumerate(position.chips)
    ]
    _write(row, int(layout[CHIPS_AT]), chips)
    row[OPEN_SPACES] = chips.count(OPEN)
    _check_room(position.sequences, layout[SEQUENCE_ROOM])
    lines = position.game.variant.board.lines
    _write(row, int(layout[SEQUENCE_TEAMS_AT]), [s.team for s in position.sequences])
    _write(row, int(layout[SEQUENCE_LINES_AT]), [lines.index(s.spaces) for s in position.sequences])
    row[SEQUENCES] = len(position.sequences)
    for at in range(MOST_TEAMS):
        row[LOOSE_CHIPS + at] = chips.count(at + 1)
        row[SEQUENCE_COUNTS + at] = position.count_sequences(at + 1)


def _write_cards(row: RowArray, layout: LayoutArray, game: Game, state: State) -> None:
    numbers = {code: number for number, code in enumerate(card_codes(game.variant))}
    places = [
        (state.hands, layout[HAND_SIZES_AT], layout[HANDS_AT], layout[HAND_ROOM]),
        (state.position.discards, layout[PILE_SIZES_AT], layout[PILES_AT], layout[DECK_ROOM]),
    ]
    for piles, sizes_at, begin, room in places:
        for at, pile in enumerate(piles):
            _check_room(pile, room)
            row[sizes_at + at] = len(pile)
            _write(row, int(begin + at * room), [numbers[card] for card in pile])
    _check_room(state.deck, layout[DECK_ROOM])
    _write(row, int(layout[DECK_AT]), [numbers[card] for card in reversed(state.deck)])
    row[DECK_SIZE] = len(state.deck)


def _check_room(pieces: Sequence[object], room: int) -> None:
    if len(pieces) > room:
        raise KernelError("row-too-small", count=len(pieces), room=int(room))


def _read_sequences(row: RowArray, slots: list[int], game: Game) -> tuple[Claimed, ...]:
    teams = _read(row, slots[SEQUENCE_TEAMS_AT], int(row[SEQUENCES]))
    lines = _read(row, slots[SEQUENCE_LINES_AT], int(row[SEQUENCES]))
    spaces = game.variant.board.lines
    return tuple(Claimed(team, spaces[line]) for team, line in zip(teams, lines, strict=True))


def _read_choice(row: RowArray) -> Choice | None:
    if row[PHASE] != CHOOSE:
        return None
    space, *directions = _read(row, CHOICE_SPACE, 1 + len(DIRECTIONS))
    return Choice(space, tuple(d for d in directions if d != NONE))


def _read_outcome(row: RowArray, game: Game) -> Outcome | None:
    if row[PHASE] != OVER:
        return None
    counts = tuple(_read(row, SEQUENCE_COUNTS, game.teams))
    return Outcome(int(row[WINNER]) or None, REASONS[int(row[REASON])], counts)
