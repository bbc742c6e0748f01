"""The board as the terminal shows it: as printed, with chips, marks, and names of the spaces."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Final, Literal

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from sarja.rules.board import CORNER_LABEL
from sarja.rules.model import CORNER, OPEN, Position
from sarja.rules.variant import Variant
from sarja.tui.glyphs import Glyphs

Kind = Literal["roomy", "regular", "compact", "staggered"]

# The board brings its own paper, so it reads alike on dark and on light terminals.
PAPER: Final = "#f7f2e4"
_SHADED: Final = "#e8e0c9"
_INKS: Final = {
    "black": "#1c1c1c",
    "red": "#b3001b",
    "blue": "#1746a2",
    "green": "#0f6b2f",
    "brown": "#6b3e12",
    "orange": "#a34700",
    "purple": "#6a1b9a",
    "violet": "#6a1b9a",
}
_INK: Final = _INKS["black"]
_CORNER: Final = Style(bold=True, color="#f6d365", bgcolor="#3b3b3b")
_TARGET: Final = Style(bold=True, color="#1c1c1c", bgcolor="#ffd23f")
_CHIPS: Final = tuple(
    Style(bold=True, color="#ffffff", bgcolor=ground)
    for ground in ("#2457d6", "#0e8a2e", "#c62828")
)
_LOCKED: Final = tuple(
    Style(bold=True, color="#ffe08a", bgcolor=ground)
    for ground in ("#12307a", "#005a14", "#7a1212")
)
_NAMES: Final = Style(bold=True)
TEAM_STYLES: Final = tuple(Style(bold=True, color=name) for name in ("blue", "green", "red"))
"""Colours of the teams on the terminal's own ground: blue, green, and red with a third (R3)."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Spaces to be pointed out: where something new happened, and where a card may go."""

    new: frozenset[int] = frozenset()
    targets: frozenset[int] = frozenset()


NO_MARKS: Final = Marks()


@dataclass(frozen=True, slots=True)
class Layout:
    """How a board is laid out in a window of some width."""

    kind: Kind
    label: int
    """Cells for what a space shows."""
    head: int
    """Cells for the numbers of the rows."""
    brief: bool
    """Whether spaces show the shortest that says it, such as `T♥` for `10♥`."""
    window: int
    """Cells from side to side of the window."""
    bands: tuple[range, ...]
    """The columns that are shown side by side; more than one where the window is too narrow."""

    @property
    def pitch(self) -> int:
        """Cells from one column to the next."""
        return _pitch(self.kind, self.label)

    @property
    def width(self) -> int:
        """Cells from the row's number to the last column."""
        columns = max(map(len, self.bands))
        over = self.label + 3 - self.pitch if self.kind == "staggered" else 0
        return self.head + columns * self.pitch + over

    @property
    def split(self) -> bool:
        """Whether the window is too narrow for the whole board."""
        return len(self.bands) > 1


def _pitch(kind: Kind, label: int) -> int:
    match kind:
        case "roomy":
            return max(label + 3, 6)
        case "regular":
            return label + 3
        case "compact":
            return label + 1
        case "staggered":
            return (label + 4) // 2


def lay_out(variant: Variant, glyphs: Glyphs, width: int, height: int = 24) -> Layout:
    """The roomiest layout of the variant's board that a window of that size can show."""
    board = variant.board
    head = len(str(board.rows)) + 1
    whole = (range(board.columns),)
    full, short = (
        max(cell_len(glyphs.label(variant, each, brief=brief)) for each in board.spaces_showing)
        for brief in (False, True)
    )
    candidates: list[tuple[Kind, bool]] = [("roomy", False), ("regular", False), ("regular", True)]
    candidates += [("compact", False), ("compact", True), ("staggered", False), ("staggered", True)]
    for kind, brief in candidates:
        layout = Layout(kind, short if brief else full, head, brief, width, whole)
        tall = kind == "roomy" and 2 * board.rows + 16 > height
        if layout.width <= width and not tall:
            return layout
    # Too narrow: as many columns at a time as fit, of spaces cut short if need be.
    label = max(1, min(short, width - head - 1))
    step = max(1, (width - head) // _pitch("compact", label))
    starts = range(0, board.columns, step)
    bands = tuple(range(at, min(at + step, board.columns)) for at in starts)
    return Layout("compact", label, head, True, width, bands)


def draw_board(position: Position, glyphs: Glyphs, layout: Layout, marks: Marks = NO_MARKS) -> Text:
    """The board of the position, a line of text or two for each row."""
    artist = _Artist(position, glyphs, layout, marks)
    lines: list[Text] = []
    for band in layout.bands:
        lines.append(artist.names_of_columns(band))
        for row in range(position.game.variant.board.rows):
            lines.extend(artist.row(row, band))
    return Text("\n").join(lines)


def ink_of(variant: Variant, code: str) -> str:
    """The colour in which a label, or a card of that code, is printed.

    A card without a label takes the colour of those that bear its symbol: a jack that of its suit.
    """
    card = variant.cards.get(code)
    label = code if card is None or card.label is None else card.label
    suits = [sign for sign in code if sign in variant.symbols]
    likely = set()
    for group, labels in variant.colours.items():
        if label in labels:
            return _INKS.get(group, _INK)
        if any(suit in each for suit in suits for each in labels):
            likely.add(_INKS.get(group, _INK))
    return likely.pop() if len(likely) == 1 else _INK


Cell = tuple[str, Style]


class _Artist:
    """Draws the rows of one position in one layout."""

    def __init__(self, position: Position, glyphs: Glyphs, layout: Layout, marks: Marks) -> None:
        variant = position.game.variant
        self.position = position
        self.board = variant.board
        self.glyphs = glyphs
        self.layout = layout
        self.marks = marks
        inks = {label: ink_of(variant, label) for label in self.board.spaces_showing}
        self.inks = [inks[label] for label in self.board.labels]
        shown = {
            label: glyphs.label(variant, label, brief=layout.brief)
            for label in self.board.spaces_showing
        }
        shown[CORNER_LABEL] = glyphs.corner
        numeric = all(s.lstrip("-−").isdecimal() for ln, s in shown.items() if ln != CORNER_LABEL)
        self.texts = [self._fitted(shown[label], numeric) for label in self.board.labels]

    def _fitted(self, text: str, numeric: bool) -> str:
        cells = self.layout.label
        text = self.glyphs.cut(text, cells)
        room = " " * (cells - cell_len(text))
        return room + text if numeric else text + room

    def names_of_columns(self, band: range) -> Text:
        """The letters above the columns."""
        layout = self.layout
        before = 1 if layout.kind in ("compact", "roomy") else 2
        line = ""
        for at, column in enumerate(band):
            start = layout.head + at * layout.pitch + before + (layout.label - 1) // 2
            line = line.ljust(start) + ascii_lowercase[column]
        return Text(line, style=_NAMES)

    def row(self, row: int, band: range) -> Iterator[Text]:
        """The lines of one row of spaces."""
        spaces = [row * self.board.columns + column for column in band]
        number = str(row + 1).rjust(self.layout.head - 1) + " "
        indent = " " * len(number)
        match self.layout.kind:
            case "regular":
                yield self._line(number, map(self._regular, spaces))
            case "compact":
                line = self._line(number, map(self._compact, spaces))
                yield self._with_margin(line, spaces)
            case "roomy":
                yield self._line(number, map(self._upper, spaces))
                yield self._line(indent, map(self._lower, spaces))
            case "staggered":
                gap = 2 * self.layout.pitch - self.layout.label - 3
                shift = indent + " " * self.layout.pitch
                yield self._line(number, map(self._regular, spaces[::2]), gap)
                yield self._line(shift, map(self._regular, spaces[1::2]), gap)

    def _line(self, head: str, cells: Iterable[Cell], gap: int = 0) -> Text:
        line = Text().append(head, style=_NAMES)
        for text, style in cells:
            line.append(text, style=style)
            if gap:
                line.append(" " * gap)
        return line

    def _with_margin(self, line: Text, spaces: list[int]) -> Text:
        """The line, with the columns where something is new beside it: a cell has no room."""
        columns = [ascii_lowercase[s % self.board.columns] for s in spaces if s in self.marks.new]
        room = self.layout.window - line.cell_len
        if columns and room > 2:
            line.append(f" {self.glyphs.new}{''.join(columns)}"[:room], style=_NAMES)
        return line

    # Cells

    def _regular(self, space: int) -> Cell:
        left, right = self._brackets(space)
        chip = self._chip(space, self.glyphs.chips)
        return left + chip + self.texts[space] + right, self._style(space)

    def _compact(self, space: int) -> Cell:
        locked = space in self.position.locked
        chip = self._chip(space, self.glyphs.locked if locked else self.glyphs.loose)
        if chip == " " and space in self.marks.targets:
            chip = "("
        style = self._style(space)
        if space in self.marks.new:
            style += Style(underline=True)
        return chip + self.texts[space], style

    def _upper(self, space: int) -> Cell:
        text = "" if self.position.chips[space] == CORNER else " " + self.texts[space]
        return set_cell_size(text, self.layout.pitch), self._style(space)

    def _lower(self, space: int) -> Cell:
        left, right = self._brackets(space)
        around = self.layout.pitch - 5
        sign = self._chip(space, self.glyphs.chips)
        if self.position.chips[space] == CORNER:
            sign = self.glyphs.corner
        text = f"{' ' * (around // 2)}{left} {sign} {right}{' ' * (around - around // 2)}"
        return text, self._style(space)

    def _chip(self, space: int, shapes: tuple[str, ...]) -> str:
        holder = self.position.chips[space]
        return " " if holder in (OPEN, CORNER) else shapes[holder - 1]

    def _brackets(self, space: int) -> tuple[str, str]:
        """What stands left and right of a space: `( )` target, `[ ]` locked, a sign for new."""
        locked = space in self.position.locked
        left, right = ("[", "]") if locked else (" ", " ")
        if space in self.marks.new:
            left = self.glyphs.new
        return ("(", ")") if space in self.marks.targets else (left, right)

    def _style(self, space: int) -> Style:
        holder = self.position.chips[space]
        if space in self.marks.targets:
            return _TARGET
        if holder == CORNER:
            return _CORNER
        if holder == OPEN:
            shaded = sum(divmod(space, self.board.columns)) % 2
            return Style(color=self.inks[space], bgcolor=_SHADED if shaded else PAPER)
        return (_LOCKED if space in self.position.locked else _CHIPS)[holder - 1]
