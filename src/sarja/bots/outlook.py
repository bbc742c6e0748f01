"""What one seat may expect of the board, and what a chip on each space would be worth.

*Reach* is about the chance that a team gets its chip on a space: 1 where it has one, 0 where
another has, and else what the cards say. The *prospect* of a line is the product of the reaches of
its spaces. What a chip on a space adds is then the sum, over the lines through it, of the prospects
of all their other spaces: no move need be tried out to see what it changes.
"""

from functools import lru_cache
from math import prod
from typing import Final

from sarja.bots.cards import CardCount
from sarja.bots.weights import Weights
from sarja.rules.board import Board, Line
from sarja.rules.model import CORNER, OPEN, View, evolve
from sarja.rules.sequences import best_ways, directions_in_order

SURE: Final = 1.0
"""The reach of a chip that lies there, and of a corner; a space that is open never has it."""

Crossing = tuple[int, Line]
"""A line through a space: its place in `board.lines`, and its other spaces."""


@lru_cache(maxsize=64)
def crossings(board: Board) -> tuple[tuple[Crossing, ...], ...]:
    """For each space the lines through it; worked out once for each board."""
    through: list[list[Crossing]] = [[] for _ in board.labels]
    for number, line in enumerate(board.lines):
        for at, space in enumerate(line):
            through[space].append((number, line[:at] + line[at + 1 :]))
    return tuple(map(tuple, through))


class Outlook:
    """One view as the seat that must act sees it, thought through as far as it is asked."""

    def __init__(self, view: View, weights: Weights) -> None:
        position = view.position
        game = position.game
        self.position = position
        self.variant = game.variant
        self.weights = weights
        self.team = game.team_of(position.to_act or position.turn)
        self.rivals = tuple(t for t in range(1, game.teams + 1) if t != self.team)
        self._cards = CardCount(view, weights)
        teams = (self.team, *self.rivals)
        self._lacking = {t: game.setup.sequences - position.count_sequences(t) for t in teams}
        self._reach = {t: self._reach_of_spaces(t) for t in teams}
        self._spent = {t: self._spent_lines(t) for t in teams}
        self._known: dict[tuple[int, int], list[tuple[float, int]]] = {}

    def is_open(self, space: int) -> bool:
        """Whether there is no chip on the space, nor a corner."""
        return self.position.chips[space] == OPEN

    def reach(self, team: int, space: int) -> float:
        """About the chance that the team gets, or has, its chip on the space."""
        return self._reach[team][space]

    def reach_if_open(self, team: int, space: int) -> float:
        """What the reach of the space is once it has no chip."""
        return self._cards.reach(team, self.variant.board.labels[space])

    def reach_by_card(self, card: str) -> float:
        """How much of the own team's reach of its spaces hangs on having the card in hand."""
        label = self.variant.cards[card].label
        return 0.0 if label is None else self._cards.reach_by_one(label)  # jacks have no label

    def stake(self, team: int) -> float:
        """How much everything counts to the team: more when all it lacks is one sequence."""
        return self.weights.last if self._lacking[team] == 1 else 1.0

    def promise(self, team: int, space: int) -> float:
        """What a chip on the space is worth to the team, or would be if it had one there."""
        urgency = self.weights.finish if team == self.team else self.weights.threat
        lines = self._lines_through(team, space)
        return self.stake(team) * sum(p * urgency if lacks == 1 else p for p, lacks in lines)

    def threatens_to_win(self, space: int) -> bool:
        """Whether a rival wins with one more chip: there, or in a line with its chip there."""
        return any(
            self._lacking[rival] == 1
            and self.reach(rival, space) > 0
            and any(lacks == 1 for _, lacks in self._lines_through(rival, space))
            for rival in self.rivals
        )

    def would_win(self, space: int) -> bool:
        """Whether a chip on the space makes every sequence that the own team lacks (R23)."""
        if all(lacks > 1 for _, lacks in self._lines_through(self.team, space)):
            return False
        chips = self.position.chips
        laid = evolve(self.position, chips=chips[:space] + bytes((self.team,)) + chips[space + 1 :])
        made = sum(len(best_ways(laid, space, d)[0]) for d in directions_in_order(laid, space))
        return made >= self._lacking[self.team]

    def promise_after_locking(self, line: Line) -> float:
        """What the lines are worth that may still count for the own team beside this one (R20)."""
        spent = self._spent[self.team]
        locked = frozenset(line)
        safe = self.position.locked | locked | self.variant.board.corners
        reach = [
            self.weights.exposed if reach == SURE and space not in safe else reach
            for space, reach in enumerate(self._reach[self.team])
        ]
        return sum(
            prod([reach[space] for space in other])
            for number, other in enumerate(self.variant.board.lines)
            if number not in spent and not self._shares_too_much(locked, other)
        )

    def _lines_through(self, team: int, space: int) -> list[tuple[float, int]]:
        """The lines through the space that the team can still fill.

        Each with the prospect of its other spaces, and how many chips it lacks in all.
        """
        if (team, space) not in self._known:
            reach, spent = self._reach[team], self._spent[team]
            here = self.position.chips[space] != team
            lines = []
            for number, others in crossings(self.variant.board)[space]:
                reaches = [reach[other] for other in others]
                prospect = prod(reaches)
                if prospect > 0 and number not in spent:
                    lines.append((prospect, len(others) - reaches.count(SURE) + here))
            self._known[team, space] = lines
        return self._known[team, space]

    def _reach_of_spaces(self, team: int) -> list[float]:
        labels = self.variant.board.labels
        if_open = {label: self._cards.reach(team, label) for label in self.variant.covering}
        return [
            if_open[labels[space]] if chip == OPEN else SURE if chip in (team, CORNER) else 0.0
            for space, chip in enumerate(self.position.chips)
        ]

    def _spent_lines(self, team: int) -> frozenset[int]:
        """The lines that share too much with a sequence of the team ever to count (R20)."""
        earlier = [frozenset(s.spaces) for s in self.position.sequences if s.team == team]
        if not earlier:
            return frozenset()
        return frozenset(
            number
            for number, line in enumerate(self.variant.board.lines)
            if any(self._shares_too_much(spaces, line) for spaces in earlier)
        )

    def _shares_too_much(self, spaces: frozenset[int], line: Line) -> bool:
        return len(spaces.intersection(line)) > self.variant.shared_spaces
