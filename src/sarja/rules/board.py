"""The printed board: its spaces, their names, and the lines on it.

A space is a number in reading order, `row * columns + column` from 0; people see `a1` … `t20`
(letter = column from the left, number = row from the top).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase
from typing import Final

CORNER_LABEL: Final = "*"
MIN_SIDE: Final = 3
MAX_SIDE: Final = 20
SPACE_PATTERN: Final = "[a-t](?:20|1[0-9]|[1-9])"

Line = tuple[int, ...]
"""Spaces in a row, down or along a diagonal, in reading order."""

# (rows down, columns right) of one step. Every step goes forward in reading order, so a line that
# is walked this way comes out in reading order.
DIRECTIONS: Final = ((0, 1), (1, -1), (1, 0), (1, 1))


@dataclass(frozen=True)
class Board:
    """A grid of labels; `*` marks a free corner, which counts for every team (R18)."""

    rows: int
    columns: int
    labels: tuple[str, ...]
    line_length: int

    @cached_property
    def corners(self) -> frozenset[int]:
        """The free corners."""
        return frozenset(self.spaces_showing.get(CORNER_LABEL, ()))

    @cached_property
    def spaces_showing(self) -> dict[str, tuple[int, ...]]:
        """The spaces that show each label, in reading order."""
        found: dict[str, list[int]] = {}
        for space, label in enumerate(self.labels):
            found.setdefault(label, []).append(space)
        return {label: tuple(spaces) for label, spaces in found.items()}

    @cached_property
    def playable(self) -> tuple[int, ...]:
        """Every space but the free corners (R9), in reading order."""
        return tuple(s for s, label in enumerate(self.labels) if label != CORNER_LABEL)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each space, from `a1` on."""
        return tuple(
            f"{ascii_lowercase[column]}{row + 1}"
            for row in range(self.rows)
            for column in range(self.columns)
        )

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Every line of the board, in the order of its spaces (R22)."""
        return tuple(
            sorted(
                line
                for start in range(self.rows * self.columns)
                for direction in range(len(DIRECTIONS))
                if len(line := (start, *self._walk(start, direction, 1))) == self.line_length
            )
        )

    @cached_property
    def rays(self) -> tuple[tuple[tuple[Line, Line], ...], ...]:
        """For each space and direction: the spaces before it, nearest first, and those after it.

        No farther than a line through the space can reach.
        """
        return tuple(
            tuple(
                (self._walk(space, direction, -1), self._walk(space, direction, 1))
                for direction in range(len(DIRECTIONS))
            )
            for space in range(self.rows * self.columns)
        )

    def _walk(self, start: int, direction: int, sign: int) -> Line:
        row, column = divmod(start, self.columns)
        down, right = DIRECTIONS[direction]
        walked = []
        for step in range(1, self.line_length):
            r, c = row + sign * step * down, column + sign * step * right
            if not (0 <= r < self.rows and 0 <= c < self.columns):
                break
            walked.append(r * self.columns + c)
        return tuple(walked)

    def space(self, name: str) -> int | None:
        """The space of that name, or None where the board has none."""
        if not re.fullmatch(SPACE_PATTERN, name):
            return None
        column, row = ascii_lowercase.index(name[0]), int(name[1:]) - 1
        on_board = row < self.rows and column < self.columns
        return row * self.columns + column if on_board else None

    def format_line(self, line: Sequence[int]) -> str:
        """The line by its first and last space, as `a1-e1`."""
        return f"{self.names[line[0]]}-{self.names[line[-1]]}"
