"""A chart of chances as an SVG: light or dark as its reader likes, and readable without colours."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

WIDTH: Final = 800
HEIGHT: Final = 420
LEFT: Final = 64
RIGHT: Final = 110
TOP: Final = 48
BOTTOM: Final = 56

# Light first, then dark. Teams differ in the dashes of their lines too.
_STYLE: Final = """\
<style>
svg { --page: #fff; --ink: #22262e; --grid: #d5d9e0 }
svg { --one: #1f5fae; --two: #1d7a3c; --three: #b3261e; --four: #7b3fa0 }
@media (prefers-color-scheme: dark) {
  svg { --page: #1b1f28; --ink: #dadee6; --grid: #3a4150 }
  svg { --one: #7aaaff; --two: #76cb8b; --three: #f07178; --four: #c792ea }
}
text { fill: var(--ink); font: 13px sans-serif }
.title { font-size: 16px; font-weight: bold }
.page { fill: var(--page) }
.grid { stroke: var(--grid); fill: none }
.line { fill: none; stroke-width: 2; stroke-linejoin: round }
.s1 { stroke: var(--one) } .s2 { stroke: var(--two) } .s3 { stroke: var(--three) }
.s4 { stroke: var(--four) }
.s2.line { stroke-dasharray: 7 3 } .s3.line { stroke-dasharray: 2 3 }
.s4.line { stroke-dasharray: 9 3 2 3 }
.dot { fill: var(--page); stroke-width: 2 }
.mark { font-size: 15px; font-weight: bold; text-anchor: middle }
</style>
"""


@dataclass(frozen=True, slots=True)
class Curve:
    """A line through points (x, chance); `number` from 1 gives its colour and dashes."""

    name: str
    number: int
    points: Sequence[tuple[float, float]]
    dots: bool = False


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign at a point of a curve of that number; `about` is told where the mouse rests on it."""

    x: float
    chance: float
    number: int
    sign: str
    about: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Curves of chances from 0 to 1 over something that goes to `end` in ticks of `step`."""

    title: str
    across: str
    up: str
    end: float
    step: float
    percent_across: bool
    curves: Sequence[Curve]
    signs: Sequence[Sign] = ()
    diagonal: bool = False

    def svg(self) -> str:
        """The text of the picture."""
        return "".join(self._parts())

    def _parts(self) -> Iterator[str]:
        yield '<svg xmlns="http://www.w3.org/2000/svg" '
        yield f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img">\n'
        yield f"<title>{escape(self.title)}</title>\n"
        yield _STYLE
        yield f'<rect class="page" width="{WIDTH}" height="{HEIGHT}"/>\n'
        yield _text(LEFT, 28, self.title, "title")
        yield from self._axes()
        for curve in self.curves:
            yield from self._curve(curve)
        for sign in self.signs:
            x, y = self._x(sign.x), self._y(sign.chance)
            yield f'<g class="s{sign.number}"><title>{escape(sign.about)}</title>'
            yield f'<circle class="dot" cx="{x}" cy="{y}" r="5"/>'
            # A move that loses comes from above, so the sign stands below where there is room.
            beside = y + 21 if y < self._y(0) - 24 else y - 10
            yield f'<text class="mark" stroke="none" x="{x}" y="{beside:g}">'
            yield f"{escape(sign.sign)}</text></g>\n"
        yield from self._names()
        yield "</svg>\n"

    def _axes(self) -> Iterator[str]:
        right, bottom = self._x(self.end), self._y(0)
        for tick in range(0, 101, 25):
            y = self._y(tick / 100)
            yield f'<path class="grid" d="M{LEFT} {y}H{right}"/>'
            yield _text(LEFT - 8, y + 4, f"{tick} %", anchor="end")
        at = 0.0
        while at <= self.end + 1e-9:
            shown = f"{100 * at:.0f} %" if self.percent_across else f"{at:.0f}"
            yield f'<path class="grid" d="M{self._x(at)} {bottom}v5"/>'
            yield _text(self._x(at), bottom + 20, shown, anchor="middle")
            at += self.step
        if self.diagonal:
            yield f'<path class="grid" d="M{LEFT} {bottom}L{right} {TOP}"/>'
        yield _text((LEFT + right) / 2, HEIGHT - 12, self.across, anchor="middle")
        middle = (TOP + bottom) / 2
        yield (
            f'<text text-anchor="middle" transform="translate(16 {middle:g}) rotate(-90)">'
            f"{escape(self.up)}</text>\n"
        )

    def _curve(self, curve: Curve) -> Iterator[str]:
        path = "L".join(f"{self._x(x)} {self._y(chance)}" for x, chance in curve.points)
        if path:
            yield f'<path class="line s{curve.number}" d="M{path}"/>\n'
        for x, chance in curve.points if curve.dots else ():
            place = f'cx="{self._x(x)}" cy="{self._y(chance)}"'
            yield f'<circle class="dot s{curve.number}" {place} r="4"/>\n'

    def _names(self) -> Iterator[str]:
        """The name of each curve at its end, none upon another."""
        ends = sorted((self._y(c.points[-1][1]), c.number, c) for c in self.curves if c.points)
        lowest = 0.0
        for end, number, curve in ends:
            y = max(end, lowest + 18)
            lowest = y
            x = self._x(self.end) + 8
            yield f'<path class="line s{number}" d="M{x} {y:g}h22"/>'
            yield _text(x + 28, y + 4, curve.name)

    def _x(self, value: float) -> float:
        share = value / self.end if self.end else 0
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    def _y(self, chance: float) -> float:
        return round(TOP + (1 - chance) * (HEIGHT - TOP - BOTTOM), 1)


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(text)}</text>\n'
