"""The score of every legal move, in plain Python; `patterns` explains what a score is.

`search.scoring` does the same compiled; tests hold the two equal, to the last bit.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from sarja.bots.patterns import (
    BLOCKED,
    CHANCES,
    COUNTED,
    DEAD_CARDS,
    DEAD_COUNTED,
    EXCHANGED,
    LACKS,
    NEXT_LINES,
    OTHER_LINES,
    OWN_CODES,
    OWN_LINES,
    OWN_RIPE,
    PATTERNS,
    SPENT,
    STANDING,
    THEIR_CODES,
    THEIR_RIPE,
    THREATS,
    WON,
    is_ripe,
    pattern_of,
    unpack,
)
from sarja.rules.board import Board
from sarja.rules.model import CORNER, OPEN, Position, View, evolve
from sarja.rules.model import Sequence as Claimed
from sarja.rules.moves import GiveUp, Lock, Move, Place, Remove
from sarja.rules.play import legal_moves
from sarja.rules.sequences import best_ways


@lru_cache(maxsize=64)
def lines_through(board: Board) -> tuple[tuple[int, ...], ...]:
    """For each space the numbers of the lines through it; worked out once for each board."""
    through: list[list[int]] = [[] for _ in board.labels]
    for number, line in enumerate(board.lines):
        for space in line:
            through[space].append(number)
    return tuple(map(tuple, through))


class Assessment:
    """What the seat that must act sees, and what each of its moves is worth."""

    def __init__(self, view: View, weights: Sequence[int]) -> None:
        """Look at the view with those weights, `patterns.WEIGHTS` of them."""
        position = view.position
        self.view = view
        self.seat = position.to_act or position.turn
        self.team = position.game.team_of(self.seat)
        self._weights = weights
        self._unseen = _unseen_cards(view)
        self._sight = _Sight(position, self.seat, view.hand, self._unseen, weights)

    def scores(self) -> dict[Move, int]:
        """The score of each legal move, in their order."""
        return {m: self.score(m) for m in legal_moves(self.view.position, self.view.hand)}

    def score(self, move: Move) -> int:
        """The score of a legal move: thousandths of a logit, `WON` or `EXCHANGED`."""
        position, sight = self.view.position, self._sight
        if position.phase != "play":
            return self._score_afterwards(move)
        match move:
            case Place() if self._completes(move.space):
                return self._score_afterwards(move)
            case Place():
                hand = self._without(move.card)
                change = sight.change_by_chip(move.card, move.space)
                dead = sight.count_dead(hand, taken=move.space)
            case Remove():
                hand = self._without(move.card)
                change = sight.change_by_removal(move.space)
                dead = sight.count_dead(hand, freed=move.space)
            case _:
                return EXCHANGED
        return sight.score(sight.lines + change, hand, dead)

    def _completes(self, space: int) -> bool:
        code = self._sight.codes[self.team][space]
        keys = self._sight.keys[self.team]
        return any(keys[line] == code for line in lines_through(self._board)[space])

    def _score_afterwards(self, move: Move) -> int:
        """The score of what the move leaves, looked at anew.

        Where lines must be chosen (R22), the first ones are taken.
        """
        position, hand = self.view.position, self.view.hand
        match move:
            case Place():
                hand = self._without(move.card)
                position = _with_chip(position, move.space, self.team)
                position = _with_claims(position, self.team, _first_ways(position, move.space))
            case Remove():
                hand = self._without(move.card)
                position = _with_chip(position, move.space, OPEN)
            case Lock():
                ends = (move.first, move.last)
                line = next(ln for ln in self._board.lines if (ln[0], ln[-1]) == ends)
                position = _with_claims(position, self.team, [line])
            case GiveUp():
                hand = self._without(move.card)
            case _:
                return EXCHANGED
        if position.count_sequences(self.team) >= position.game.setup.sequences:
            return WON
        sight = _Sight(position, self.seat, hand, self._unseen, self._weights)
        return sight.score(sight.lines, hand, sight.count_dead(hand))

    @property
    def _board(self) -> Board:
        return self.view.position.game.variant.board

    def _without(self, card: str) -> tuple[str, ...]:
        at = self.view.hand.index(card)
        return self.view.hand[:at] + self.view.hand[at + 1 :]


class _Sight:
    """A position as one seat sees it: codes and keys for each team, and what they add up to."""

    def __init__(
        self,
        position: Position,
        seat: int,
        hand: Sequence[str],
        unseen: Counter[str],
        weights: Sequence[int],
    ) -> None:
        game = position.game
        self._position = position
        self._variant = variant = game.variant
        self._through = lines_through(variant.board)
        self._weights = weights
        self._own = game.team_of(seat)
        self._teams = range(1, game.teams + 1)
        self._held = Counter(s for card in hand for s in self._spaces_of(card))
        covers = {
            label: sum(unseen[card] for card in cards) for label, cards in variant.covering.items()
        }
        self._unseen = [min(covers.get(label, 0), 2) for label in variant.board.labels]
        lacks = {t: self._lack(t) for t in self._teams}
        following = game.team_of(seat % game.seats + 1)
        begins = {t: NEXT_LINES if t == following else OTHER_LINES for t in self._teams}
        begins[self._own] = OWN_LINES
        self._begins = {t: begins[t] + lacks[t] * len(PATTERNS) for t in self._teams}
        self._lacks = lacks[self._own], min(lacks[t] for t in self._teams if t != self._own)
        self.codes = {t: self._code_spaces(t) for t in self._teams}
        self.keys = {t: self._key_lines(t) for t in self._teams}
        self.lines = sum(self._worth(t, key) for t in self._teams for key in self.keys[t])

    def score(self, worth: int, hand: Iterable[str], dead: int) -> int:
        """The score of lines of that worth, such a hand, and the sequences so far."""
        weight, own_ripe, their_ripe = unpack(worth)
        effects = Counter(self._variant.cards[card].effect for card in hand)
        wild, removing = effects["wild"], effects["remove"]
        own_lack, rival_lack = self._lacks
        weight += self._weights[CHANCES + _slot(own_lack, wild, removing, own_ripe)]
        weight += self._weights[THREATS + _slot(rival_lack, wild, removing, their_ripe)]
        weight += self._weights[STANDING + own_lack * LACKS + rival_lack]
        return weight + self._weights[DEAD_CARDS + dead]

    def count_dead(self, hand: Iterable[str], taken: int = -1, freed: int = -1) -> int:
        """How many cards of the hand are dead, at most as many as count, if that space were so."""
        chips, cards = self._position.chips, self._variant.cards
        dead = sum(
            cards[card].effect == "place"
            and all(s == taken or (chips[s] != OPEN and s != freed) for s in self._spaces_of(card))
            for card in hand
        )
        return min(dead, DEAD_COUNTED - 1)

    def change_by_chip(self, card: str, space: int) -> int:
        """What the worth of all lines grows by if a chip is laid there with that card."""
        shifts: dict[tuple[int, int], int] = {}
        for other in self._spaces_of(card):
            if other != space and self._position.chips[other] == OPEN and self._held[other] == 1:
                unseen = self._unseen[other]
                for team in self._teams:
                    codes = self._codes_for(team)
                    self._shift(shifts, team, other, codes[0][unseen] - codes[1][unseen])
        for team in self._teams:
            code = 0 if team == self._own else BLOCKED
            self._shift(shifts, team, space, code - self.codes[team][space])
        return self._grows_by(shifts)

    def change_by_removal(self, space: int) -> int:
        """What the worth of all lines grows by if the chip is taken off the space."""
        shifts: dict[tuple[int, int], int] = {}
        for team in self._teams:
            self._shift(shifts, team, space, self._open_code(team, space) - self.codes[team][space])
        return self._grows_by(shifts)

    def _shift(self, shifts: dict[tuple[int, int], int], team: int, space: int, by: int) -> None:
        """Note that the code of the space changes so much, in each line through it."""
        if by:
            for line in self._through[space]:
                shifts[team, line] = shifts.get((team, line), 0) + by

    def _grows_by(self, shifts: Mapping[tuple[int, int], int]) -> int:
        return sum(
            self._worth(team, self.keys[team][line] + by) - self._worth(team, self.keys[team][line])
            for (team, line), by in shifts.items()
        )

    def _codes_for(self, team: int) -> tuple[tuple[int, ...], ...]:
        return OWN_CODES if team == self._own else THEIR_CODES

    def _open_code(self, team: int, space: int) -> int:
        return self._codes_for(team)[min(self._held[space], 1)][self._unseen[space]]

    def _spaces_of(self, card: str) -> tuple[int, ...]:
        """The spaces that the card names; none where it is a jack."""
        label = self._variant.cards[card].label
        return () if label is None else self._variant.board.spaces_showing[label]

    def _lack(self, team: int) -> int:
        lacking = self._position.game.setup.sequences - self._position.count_sequences(team)
        return 1 if lacking > 1 else 0

    def _code_spaces(self, team: int) -> list[int]:
        codes = []
        for space, chip in enumerate(self._position.chips):
            if chip == OPEN:
                codes.append(self._open_code(team, space))
            else:
                codes.append(0 if chip in (team, CORNER) else BLOCKED)
        return codes

    def _key_lines(self, team: int) -> list[int]:
        codes, board = self.codes[team], self._variant.board
        keys = [sum([codes[space] for space in line]) for line in board.lines]
        earlier = [set(s.spaces) for s in self._position.sequences if s.team == team]
        for line, spaces in enumerate(board.lines if earlier else ()):
            shared = max(len(other.intersection(spaces)) for other in earlier)
            if keys[line] < 2 * BLOCKED and shared > self._variant.shared_spaces:
                keys[line] += SPENT
        return keys

    def _worth(self, team: int, key: int) -> int:
        """What a line with that key adds to the score, packed with whether it lacks one chip."""
        if key >= BLOCKED:
            return 0
        worth = self._weights[self._begins[team] + pattern_of(key)]
        if not is_ripe(key):
            return worth
        return worth + (OWN_RIPE if team == self._own else THEIR_RIPE)


def _slot(lack: int, *numbers: int) -> int:
    """The place among weights that count by jacks and ripe lines."""
    slot = lack
    for number in numbers:
        slot = slot * COUNTED + min(number, COUNTED - 1)
    return slot


def _unseen_cards(view: View) -> Counter[str]:
    """How many cards of each kind lie in the deck or in other hands."""
    cards = view.position.game.variant.cards.values()
    unseen = Counter({card.code: card.count for card in cards})
    unseen.subtract(view.hand)
    for pile in view.position.discards:
        unseen.subtract(pile)
    return unseen


def _with_chip(position: Position, space: int, chip: int) -> Position:
    chips = position.chips
    return evolve(position, chips=chips[:space] + bytes((chip,)) + chips[space + 1 :])


def _with_claims(position: Position, team: int, lines: Iterable[tuple[int, ...]]) -> Position:
    claimed = tuple(Claimed(team, line) for line in lines)
    return evolve(position, sequences=position.sequences + claimed)


def _first_ways(position: Position, space: int) -> list[tuple[int, ...]]:
    """What the chip just laid completes, of each direction the first best way (R22)."""
    directions = range(len(position.game.variant.board.rays[space]))
    ways = [best_ways(position, space, direction) for direction in directions]
    return [line for found in ways if found for line in found[0]]
