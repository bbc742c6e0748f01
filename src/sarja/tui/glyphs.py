"""What a terminal can show: the shapes of chips, the marks, and every other text made legible."""

import unicodedata
from dataclasses import dataclass, replace
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.console import Console

from sarja.rules.variant import Variant

_PLAIN: Final = str.maketrans(
    {
        "−": "-",
        "–": "-",
        "—": "-",
        "…": "...",
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "·": "-",
        "×": "x",
        "\u00a0": " ",
        "ł": "l",
        "Ł": "L",
    }
)
"""What stands in for a sign that the terminal lacks; letters lose their accents by themselves."""


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The signs of one terminal; `encoding` is what it can show."""

    encoding: str
    chips: tuple[str, ...]
    """The chip of each team, where a cell has room to show besides that it is locked."""
    loose: tuple[str, ...]
    """The chip of each team in narrow cells, while it is not locked."""
    locked: tuple[str, ...]
    """The chip of each team in narrow cells, locked."""
    corner: str
    new: str
    turn: str
    rule: str
    ellipsis: str

    def fits(self, text: str) -> bool:
        """Whether the terminal can show the text as it is."""
        try:
            text.encode(self.encoding)
        except (UnicodeError, LookupError):
            return False
        return text.isprintable()

    def legible(self, text: str) -> str:
        """The text with signs that the terminal has; lines stay, other control signs do not."""
        if self.fits(text):
            return text
        return "\n".join("".join(map(self._sign, line)) for line in text.split("\n"))

    def card(self, variant: Variant, code: str) -> str:
        """What the card shows; its code where the terminal lacks a sign of it."""
        return self._shown(variant.card_text(code), code)

    def label(self, variant: Variant, label: str, *, brief: bool = False) -> str:
        """What the spaces with that label show; the bare label where the terminal lacks a sign.

        `brief` asks for the shortest that says it, such as `T♥` for `10♥`.
        """
        shown = self._shown(variant.label_text(label), label)
        if brief:
            signs = "".join(variant.symbols.get(sign, sign) for sign in label)
            return min(shown, self._shown(signs, label), key=cell_len)
        return shown

    def cut(self, text: str, cells: int) -> str:
        """The legible text, shortened where it is wider than so many cells."""
        text = self.legible(text)
        if cell_len(text) <= cells:
            return text
        room = max(0, cells - len(self.ellipsis))
        return set_cell_size(text, room).rstrip() + self.ellipsis[: max(0, cells)]

    def _shown(self, text: str, plain: str) -> str:
        for candidate in (text, text.translate(_PLAIN)):
            if self.fits(candidate):
                return candidate
        return self.legible(plain)

    def _sign(self, sign: str) -> str:
        if self.fits(sign):
            return sign
        if sign in "\t\r\v\f":
            return " "
        plain = sign.translate(_PLAIN)
        if self.fits(plain):
            return plain
        parts = unicodedata.normalize("NFKD", sign)
        bare = "".join(part for part in parts if self.fits(part) and part.isalnum())
        return bare or "?" * max(1, cell_len(sign))


RICH: Final = Glyphs(
    encoding="utf-8",
    chips=("●", "▲", "■"),
    loose=("○", "△", "□"),
    locked=("●", "▲", "■"),
    corner="★",
    new="»",
    turn="▸",
    rule="─",
    ellipsis="…",
)
PLAIN: Final = Glyphs(
    encoding="ascii",
    chips=("o", "x", "v"),
    loose=("o", "x", "v"),
    locked=("O", "X", "V"),
    corner="*",
    new=">",
    turn=">",
    rule="-",
    ellipsis="..",
)


def glyphs_of(console: Console, *, ascii_only: bool = False) -> Glyphs:
    """The glyphs that the console can show, as far as its encoding tells."""
    if ascii_only:
        return PLAIN
    signs = "".join((*RICH.chips, *RICH.loose, RICH.corner, RICH.new, RICH.turn, RICH.rule))
    try:
        signs.encode(console.encoding)
    except LookupError:
        return PLAIN
    except UnicodeError:
        # Letters that the terminal has stay: only the signs of the board are plain.
        return replace(PLAIN, encoding=console.encoding)
    return replace(RICH, encoding=console.encoding)
