"""Whole games played by chance, for what must hold in every one of them."""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from sarja.rules.chance import seeded_chance, seeded_deck
from sarja.rules.events import Event, Reshuffled
from sarja.rules.model import DrawMode, Game, State, TalkMode
from sarja.rules.moves import Draw, Exchange, GiveUp, Lock, Move, Pass, Place, Remove, TableTalk
from sarja.rules.notation import format_move
from sarja.rules.play import deal, late_moves, legal_moves, play
from sarja.rules.record import Record
from sarja.rules.variant import Variant
from tests.rules.variants import all_kinds

LONGEST: Final = 260
"""Moves after which a game is left unfinished."""


@dataclass(frozen=True)
class Step:
    """A move, the states round it, and what happened."""

    before: State
    move: Move
    events: tuple[Event, ...]
    after: State


@dataclass(frozen=True)
class Played:
    """A game from the deal on."""

    deck: tuple[str, ...]
    start: State
    dealt: tuple[Event, ...]
    steps: tuple[Step, ...]

    @property
    def game(self) -> Game:
        return self.start.position.game

    @property
    def end(self) -> State:
        return self.steps[-1].after

    def states(self) -> list[State]:
        return [self.start, *(step.after for step in self.steps)]

    def record(self) -> Record:
        """The record of the game as far as it was played."""
        board = self.game.variant.board
        happened = [event for step in self.steps for event in step.events]
        return Record(
            game=self.game,
            deck=self.deck,
            moves=tuple(format_move(step.move, board) for step in self.steps),
            reshuffles=tuple(e.deck for e in happened if isinstance(e, Reshuffled)),
            variant_given=self.game.variant.id == "own-cards",
            result_given=True,
            result=self.end.position.outcome,
        )


def _seatings() -> list[tuple[int, int, DrawMode, TalkMode]]:
    """Which variant and which of its setups is played how: half by hand and with table talk."""
    found: list[tuple[int, int, DrawMode, TalkMode]] = []
    for at, variant in enumerate(all_kinds()):
        for number in range(len(variant.setups)):
            by_hand = (at + number) % 2 == 1
            found.append((at, number, "auto", "off"))
            if by_hand or variant.setups[number].seats >= 4:
                found.append((at, number, "manual", "penalty"))
    return found


SEATINGS: Final = _seatings()


def name(seating: tuple[int, int, DrawMode, TalkMode]) -> str:
    """What a test of that game is called."""
    at, number, draw, talk = seating
    variant = all_kinds()[at]
    setup = variant.setups[number]
    return f"{variant.id}{at}-{setup.seats}-in-{setup.teams}-{draw}-{talk}"


@cache
def played(seating: tuple[int, int, DrawMode, TalkMode]) -> Played:
    """The game of that seating, the same each time."""
    at, number, draw, talk = seating
    variant = all_kinds()[at]
    setup = variant.setups[number]
    random = Random(name(seating))
    game = Game(variant, setup, random.randint(1, setup.seats), draw, talk)
    deck = seeded_deck(variant, name(seating))
    chance = seeded_chance(name(seating))
    start, dealt = deal(game, deck)
    state = start
    steps: list[Step] = []
    while state.position.outcome is None and len(steps) < LONGEST:
        move = _some_move(state, random)
        after, events = play(state, move, chance)
        steps.append(Step(state, move, events, after))
        state = after
    return Played(deck, start, dealt, tuple(steps))


def _some_move(state: State, random: Random) -> Move:
    """A move that is allowed; exchanges and removals, being few, more often than their share."""
    position = state.position
    late = late_moves(position)
    draws = [move for move in late if isinstance(move, Draw)]
    talk = [move for move in late if isinstance(move, TableTalk)]
    if draws and random.random() < 0.4:
        return random.choice(draws)
    if talk and random.random() < 0.02:
        return random.choice(talk)
    moves = legal_moves(position, state.hand(position.to_act or 0))
    few = [move for move in moves if isinstance(move, Exchange | Remove)]
    return random.choice(few if few and random.random() < 0.3 else moves)


def all_moves(variant: Variant) -> list[Move]:
    """Every move that anybody could ask for on this board with these cards."""
    board = variant.board
    spaces = range(len(board.labels))
    ends = {(line[0], line[-1]) for line in board.lines}
    ends |= {(last, first) for first, last in ends} | {(line[0], line[1]) for line in board.lines}
    return [
        *(Place(card, space) for card in variant.cards for space in spaces),
        *(Remove(card, space) for card in variant.cards for space in spaces),
        *(Exchange(card) for card in variant.cards),
        *(Lock(first, last) for first, last in sorted(ends)),
        Pass(),
        *(Draw(seat) for seat in range(14)),
        *(TableTalk(team) for team in range(5)),
        *(GiveUp(seat, card) for seat in range(14) for card in variant.cards),
    ]
