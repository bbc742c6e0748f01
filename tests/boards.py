"""Positions drawn as text, so that a test reads: a drawn board in, a move, a drawn board out.

A drawing has a word a row: `*` free corner, `.` open, `1` `2` `3` a chip of that team, and
`A` `B` `C` a locked chip of team 1, 2, 3. Rows below the last chip may be left out.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final

from sarja.rules.board import Board
from sarja.rules.chance import Chance
from sarja.rules.errors import RULE_OF_ERROR, IllegalMove
from sarja.rules.events import Event
from sarja.rules.model import (
    CORNER,
    OPEN,
    DrawMode,
    Game,
    Position,
    State,
    TalkMode,
    evolve,
    new_position,
)
from sarja.rules.model import Sequence as Claimed
from sarja.rules.moves import Move
from sarja.rules.notation import format_move, parse_move
from sarja.rules.play import check, late_moves, legal_moves, play
from sarja.rules.variant import Setup, Variant
from sarja.variants import builtin_variant

SIGNS: Final = {OPEN: ".", 1: "1", 2: "2", 3: "3", CORNER: "*"}
LOCKED: Final = {"A": 1, "B": 2, "C": 3}


@cache
def variant_named(name: str) -> Variant:
    """The built-in variant of that name."""
    variant = builtin_variant(name)
    assert variant is not None
    return variant


def sorted_chance(number: int, cards: tuple[str, ...]) -> tuple[str, ...]:
    """A reshuffle that anyone can foretell: the cards in order of their codes."""
    return tuple(sorted(cards))


def set_up(
    drawing: str = "",
    hands: Sequence[str] = ("JC", "JC"),
    *,
    variant: Variant | str = "classic",
    teams: int | None = None,
    target: int | None = None,
    dealer: int | None = None,
    turn: int = 1,
    draw: DrawMode = "auto",
    table_talk: TalkMode = "off",
    deck: str | None = None,
    discards: Sequence[str] = (),
    sequences: str = "",
    owed: tuple[int, ...] = (),
    exchanges: int = 0,
    passes: int = 0,
) -> State:
    """The state that is drawn and told: one hand of cards a seat, seat `turn` to play.

    `sequences` is `1:a1-e1 2:b2-b6`, in the order of claiming, and must be what the drawing shows
    as locked. Without `deck` all cards that lie nowhere else are in it, sorted by their codes.
    """
    rules = variant_named(variant) if isinstance(variant, str) else variant
    setup = rules.setup(len(hands), teams)
    assert setup is not None
    if target is not None:
        setup = Setup(setup.seats, setup.teams, setup.hand, target)
    game = Game(rules, setup, dealer or setup.seats, draw, table_talk)
    held = tuple(tuple(hand.split()) for hand in hands)
    piles = tuple(tuple(pile.split()) for pile in discards) or ((),) * len(hands)
    if deck is None:
        rest = Counter(rules.deck) - Counter(card for pile in (*held, *piles) for card in pile)
        cards = tuple(sorted(rest.elements()))
    else:
        cards = tuple(deck.split())
    claimed = tuple(_claimed(text, rules.board) for text in sequences.split())
    position = evolve(
        new_position(game),
        turn=turn,
        chips=_chips(drawing, rules.board),
        sequences=claimed,
        locked=frozenset(s for line in claimed for s in line.spaces) - rules.board.corners,
        discards=piles,
        hand_sizes=tuple(map(len, held)),
        deck_size=len(cards),
        owed=owed,
        exchanges=exchanges,
        passes=passes,
    )
    state = State(position, held, cards)
    assert drawn(state) == rows(drawing, rules.board), "the drawing is not what `sequences` locks"
    return state


def rows(drawing: str, board: Board | None = None) -> str:
    """The drawing with nothing round it, and without rows below the last chip."""
    words = drawing.split()
    if board is not None:
        assert len(words) <= board.rows
        assert all(len(word) == board.columns for word in words), "a row has the wrong length"
    while words and not set(words[-1]) - {".", "*"}:
        words.pop()
    return "\n".join(words)


def drawn(state: State | Position) -> str:
    """The board as a drawing, without rows below the last chip."""
    position = state.position if isinstance(state, State) else state
    board = position.game.variant.board
    letters = {team: letter for letter, team in LOCKED.items()}
    signs = "".join(
        letters[chip] if space in position.locked else SIGNS[chip]
        for space, chip in enumerate(position.chips)
    )
    return rows("\n".join(signs[at : at + board.columns] for at in _starts(board)))


def after(state: State, *moves: str, chance: Chance = sorted_chance) -> State:
    """The state after the moves, written as in a record."""
    for text in moves:
        state, _ = told(state, text, chance)
    return state


def to_play(state: State, seat: int) -> State:
    """The same with that seat to play."""
    return State(evolve(state.position, turn=seat), state.hands, state.deck)


def told(
    state: State, text: str, chance: Chance = sorted_chance
) -> tuple[State, tuple[Event, ...]]:
    """The state after the move, written as in a record, and what happened."""
    move, seat = parse_move(text, state.position.game.variant.board)
    return play(state, move, chance, seat)


def kinds(state: State, text: str, chance: Chance = sorted_chance) -> str:
    """What the move makes happen, by the names of the events in order."""
    return " ".join(type(event).__name__ for event in told(state, text, chance)[1])


def refusal(state: State, text: str, chance: Chance = sorted_chance) -> str:
    """Why the move is refused, as `R19 removal-locked`; or that it is not refused.

    Asked of `check` and `play` alike, unless the reason lies in the reshuffle.
    """
    try:
        move, seat = parse_move(text, state.position.game.variant.board)
        if chance is sorted_chance:
            return refused(state, move, seat)
        play(state, move, chance, seat)
    except IllegalMove as error:
        return f"{error.rule} {error.code}"
    return "not refused"


def refused(state: State, move: Move, seat: int | None = None) -> str:
    """Why `check` and `play` refuse the move, as `R19 removal-locked`; or that they do not."""
    answers = []
    for ask in (lambda: check(state, move, seat), lambda: play(state, move, sorted_chance, seat)):
        try:
            ask()
        except IllegalMove as error:
            assert error.rule == RULE_OF_ERROR[error.code]
            answers.append(f"{error.rule} {error.code}")
        else:
            answers.append("not refused")
    assert answers[0] == answers[1], "`check` and `play` disagree"
    return answers[0]


def legal(state: State) -> str:
    """The moves of the seat that must act, as text in the order that they are found."""
    position = state.position
    hand = state.hand(position.to_act) if position.to_act is not None else ()
    board = position.game.variant.board
    return " ".join(format_move(move, board) for move in legal_moves(position, hand))


def late(state: State) -> str:
    """The draws by hand and the table talk that are allowed, as text."""
    board = state.position.game.variant.board
    return " ".join(format_move(move, board) for move in late_moves(state.position))


def claims(state: State) -> str:
    """The sequences in the order of claiming, as `1:a1-e1 2:b2-b6`."""
    board = state.position.game.variant.board
    return " ".join(f"{s.team}:{board.format_line(s.spaces)}" for s in state.position.sequences)


def hands(state: State) -> str:
    """The hands, as `7H JC | TS`."""
    return " | ".join(" ".join(hand) for hand in state.hands)


def piles(state: State) -> str:
    """The discard piles, as `7H JC | TS`."""
    return " | ".join(" ".join(pile) for pile in state.position.discards)


def deck(state: State) -> str:
    """The deck, the top card first."""
    return " ".join(state.deck)


def _starts(board: Board) -> range:
    return range(0, board.rows * board.columns, board.columns)


def _chips(drawing: str, board: Board) -> bytes:
    teams = {sign: team for team, sign in SIGNS.items()} | LOCKED
    chips = bytearray(CORNER if s in board.corners else OPEN for s in range(len(board.labels)))
    for space, sign in enumerate("".join(drawing.split())):
        assert (sign == "*") == (space in board.corners), f"a corner at {board.names[space]}?"
        chips[space] = teams[sign]
    return bytes(chips)


def _claimed(text: str, board: Board) -> Claimed:
    team, _, ends = text.partition(":")
    line = next(line for line in board.lines if board.format_line(line) == ends)
    return Claimed(int(team), line)
