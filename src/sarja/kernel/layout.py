"""The layout: what compiled code must be told about variant and seating, in one frozen array."""

from collections.abc import Mapping

import numpy as np

from sarja.kernel.slots import (
    BOX_TABLE,
    CARDS,
    CHIPS_AT,
    DEALT,
    DECK_AT,
    DECK_ROOM,
    EMPTY_BOARD_TABLE,
    EXCHANGE_MOVES,
    EXCHANGES_PER_TURN,
    GIVE_UP_MOVES,
    HAND_ROOM,
    HAND_SIZES_AT,
    HANDS_AT,
    HEADER,
    LAYOUT_HEADER,
    LINE_DIRECTION_TABLE,
    LINE_LENGTH,
    LINE_START_TABLE,
    LINE_TABLE,
    LINES,
    LOCK_MOVES,
    MOST_MOVES,
    MOST_PLACES,
    MOVE_COUNT,
    NONE,
    PASS_MOVE,
    PILE_SIZES_AT,
    PILES_AT,
    PLACES_TABLE,
    RAY_TABLE,
    REMOVING_CARDS,
    ROW_SIZE,
    SEATS,
    SEQUENCE_LINES_AT,
    SEQUENCE_ROOM,
    SEQUENCE_TEAMS_AT,
    SHARED_SPACES,
    SPACES,
    TARGET,
    TEAM_TABLE,
    TEAMS,
    WILD_CARDS,
    LayoutArray,
)
from sarja.rules.board import DIRECTIONS
from sarja.rules.model import CORNER, OPEN, Game
from sarja.rules.variant import Variant


def layout_of(game: Game) -> LayoutArray:
    """The layout for the game's variant and seating; takes some milliseconds, so keep it.

    Equal variants and setups have equal layouts, whoever deals and however the table is set.
    """
    sizes = _sizes(game)
    slots = sizes | _places_in_row(sizes) | _first_moves(sizes)
    tables = _tables(game, sizes)
    begin = LAYOUT_HEADER
    for name, values in tables.items():
        slots[name] = begin
        begin += len(values)
    header = [slots[name] for name in range(LAYOUT_HEADER)]
    layout = np.array(header + [v for values in tables.values() for v in values], dtype=np.int32)
    # The places of each card were counted from the begin of their table.
    layout[slots[PLACES_TABLE] :][: sizes[CARDS] + 1] += slots[PLACES_TABLE]
    layout.flags.writeable = False
    return layout


def card_codes(variant: Variant) -> tuple[str, ...]:
    """The codes of all cards in the order of their numbers."""
    return variant.codes


def hand_room(dealt: int) -> int:
    """The most cards that a hand can come to hold, if so many were dealt.

    Two where one was dealt: who draws by hand can get one for an empty hand (R17) while the draw
    of the turn before still stands (R14). Otherwise no hand outgrows the deal.
    """
    return max(dealt, 2)


def _sizes(game: Game) -> dict[int, int]:
    variant, setup, board = game.variant, game.setup, game.variant.board
    effects = [card.effect for card in variant.cards.values()]
    gap = board.line_length - variant.shared_spaces
    # Of one direction no more lines through the last chip can count than begin so far apart.
    most_at_once = len(DIRECTIONS) * -(-board.line_length // gap)
    return {
        SEATS: setup.seats,
        TEAMS: setup.teams,
        TARGET: setup.sequences,
        SPACES: len(board.labels),
        CARDS: len(effects),
        WILD_CARDS: effects.count("place"),
        REMOVING_CARDS: len(effects) - effects.count("remove"),
        MOST_PLACES: _most_places(variant),
        LINES: len(board.lines),
        LINE_LENGTH: board.line_length,
        SHARED_SPACES: variant.shared_spaces,
        EXCHANGES_PER_TURN: variant.exchanges_per_turn,
        DEALT: setup.hand,
        HAND_ROOM: hand_room(setup.hand),
        DECK_ROOM: len(variant.deck),
        SEQUENCE_ROOM: setup.teams * (setup.sequences - 1) + most_at_once,
    }


def _most_places(variant: Variant) -> int:
    placing = (card.code for card in variant.cards.values() if card.effect == "place")
    return max((len(variant.spaces_of[code]) for code in placing), default=0)


def _places_in_row(sizes: Mapping[int, int]) -> dict[int, int]:
    seats = sizes[SEATS]
    widths = {
        HAND_SIZES_AT: seats,
        HANDS_AT: seats * sizes[HAND_ROOM],
        PILE_SIZES_AT: seats,
        CHIPS_AT: sizes[SPACES] + 1,
        SEQUENCE_TEAMS_AT: sizes[SEQUENCE_ROOM],
        SEQUENCE_LINES_AT: sizes[SEQUENCE_ROOM],
        DECK_AT: sizes[DECK_ROOM],
        PILES_AT: seats * sizes[DECK_ROOM],
    }
    places = {}
    begin = HEADER
    for name, width in widths.items():
        places[name] = begin
        begin += width
    return places | {ROW_SIZE: begin}


def _first_moves(sizes: Mapping[int, int]) -> dict[int, int]:
    exchanges = sizes[CARDS] * sizes[SPACES]
    locks = exchanges + sizes[CARDS]
    passing = locks + sizes[LINES]
    most_plays = min(sizes[HAND_ROOM], sizes[CARDS]) * sizes[SPACES]
    return {
        EXCHANGE_MOVES: exchanges,
        LOCK_MOVES: locks,
        PASS_MOVE: passing,
        GIVE_UP_MOVES: passing + 1,
        MOVE_COUNT: passing + 1 + sizes[CARDS],
        MOST_MOVES: max(most_plays, sizes[LINE_LENGTH]) + 1,
    }


def _tables(game: Game, sizes: Mapping[int, int]) -> dict[int, list[int]]:
    variant, board = game.variant, game.variant.board
    codes = card_codes(variant)
    numbers = {code: number for number, code in enumerate(codes)}
    spaces = range(sizes[SPACES])
    return {
        TEAM_TABLE: [0, *map(game.team_of, range(1, game.seats + 1))],
        BOX_TABLE: sorted(numbers[code] for code in variant.deck),
        EMPTY_BOARD_TABLE: [CORNER if space in board.corners else OPEN for space in spaces],
        RAY_TABLE: _rays(variant),
        LINE_TABLE: [space for line in board.lines for space in line],
        LINE_DIRECTION_TABLE: [_direction(variant, line) for line in board.lines],
        LINE_START_TABLE: _line_starts(variant),
        PLACES_TABLE: _places([variant.spaces_of.get(code, board.playable) for code in codes]),
    }


def _places(places: list[tuple[int, ...]]) -> list[int]:
    begins = [len(places) + 1]
    for spaces in places:
        begins.append(begins[-1] + len(spaces))
    return begins + [space for spaces in places for space in spaces]


def _rays(variant: Variant) -> list[int]:
    most, beyond = variant.board.line_length - 1, len(variant.board.labels)
    return [
        space
        for directions in variant.board.rays
        for sides in directions
        for ray in sides
        for space in (*ray, *[beyond] * (most - len(ray)))
    ]


def _direction(variant: Variant, line: tuple[int, ...]) -> int:
    rays = variant.board.rays[line[0]]
    return next(d for d, (_, after) in enumerate(rays) if after == line[1:])


def _line_starts(variant: Variant) -> list[int]:
    board = variant.board
    starts = [NONE] * len(board.labels) * len(DIRECTIONS)
    for number, line in enumerate(board.lines):
        starts[line[0] * len(DIRECTIONS) + _direction(variant, line)] = number
    return starts
