"""Pictures of the ladder, from what the arena found.

    python benchmarks/ladder.py RESULTS FOLDER

RESULTS is a folder of files that `sarja arena ... --json` has written. FOLDER gets
`ladder-crosstable.svg`, all bots against all in Classic for two, and `ladder-steps.svg`, each level
on the one below it in every game that was played. Where a pair met in several files its games are
added up in the crosstable; a step shows the file with most games.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from sarja.bots.registry import bot_names

STYLE: Final = """\
<style>
svg { --page: #fff; --ink: #22262e; --grid: #d5d9e0; --won: #1f5fae; --lost: #b3541e }
@media (prefers-color-scheme: dark) {
  svg { --page: #1b1f28; --ink: #dadee6; --grid: #3a4150; --won: #4f86d9; --lost: #c8733c }
}
text { fill: var(--ink); font: 14px sans-serif }
.title { font-size: 17px; font-weight: bold }
.small { font-size: 12px }
.name { font-weight: bold }
.page { fill: var(--page) }
.grid { stroke: var(--grid); fill: none }
.even { stroke: var(--ink); stroke-dasharray: 4 3 }
.won { fill: var(--won) } .lost { fill: var(--lost) }
.bar { stroke: var(--won); stroke-width: 3 }
.dot { fill: var(--won); stroke: var(--page); stroke-width: 2 }
.open { fill: var(--page); stroke: var(--won); stroke-width: 3 }
</style>
"""
CELL: Final = (92, 50)
CROSS_LEFT: Final = 110
CROSS_TOP: Final = 84
STEP_LEFT: Final = 330
STEP_WIDTH: Final = 440
STEP_HEIGHT: Final = 28
ELO_RANGE: Final = (-20, 180)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two bots in one game, as one file of results tells it."""

    game: str
    first: str
    second: str
    games: int
    points: float
    elo: int
    low: int
    """With `high` the interval of 95 %."""
    high: int

    def turned(self) -> "Meeting":
        """The same, looked at by the second bot."""
        points = self.games - self.points
        return Meeting(
            self.game,
            self.second,
            self.first,
            self.games,
            points,
            -self.elo,
            -self.high,
            -self.low,
        )


def main() -> None:
    """Read the results and draw."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    results, folder = Path(sys.argv[1]), Path(sys.argv[2])
    meetings = [m for file in sorted(results.glob("*.json")) for m in read(file)]
    folder.joinpath("ladder-crosstable.svg").write_text(draw_crosstable(meetings), "utf-8")
    folder.joinpath("ladder-steps.svg").write_text(draw_steps(meetings), "utf-8")
    print(*crosstable_rows(meetings), *step_rows(meetings), sep="\n")


def read(file: Path) -> Iterator[Meeting]:
    """The meetings in a file of results."""
    found: Mapping[str, Any] = json.loads(file.read_text("utf-8"))
    game = f"{found['variant'].capitalize()}, {found['seats']} seats in {found['teams']} teams"
    for pair in found["pairs"]:
        points = pair["wins"] + pair["draws"] / 2
        low, high = pair["elo_95"]
        yield Meeting(game, pair["a"], pair["b"], pair["games"], points, pair["elo"], low, high)


def score_of(meetings: Iterable[Meeting], row: str, column: str) -> tuple[int, float]:
    """How many games the two played in Classic for two, and the points of the first."""
    games, points = 0, 0.0
    for meeting in meetings:
        for one in (meeting, meeting.turned()):
            if one.game.startswith("Classic, 2 ") and (one.first, one.second) == (row, column):
                games += one.games
                points += one.points
    return games, points


def crosstable_rows(meetings: Sequence[Meeting]) -> Iterator[str]:
    """The crosstable as a table of Markdown."""
    names = bot_names()
    yield f"| | {' | '.join(names)} |"
    yield "|---" * (len(names) + 1) + "|"
    for row in names:
        cells = []
        for column in names:
            games, points = score_of(meetings, row, column)
            cells.append(f"{points:g} of {games}" if games else "")
        yield f"| {row} | {' | '.join(cells)} |"


def draw_crosstable(meetings: Sequence[Meeting]) -> str:
    """All against all: the share of points that the bot of the row won, and of how many games."""
    names = bot_names()
    width, height = CELL
    parts = []
    for at, name in enumerate(names):
        x, y = CROSS_LEFT + at * width + width / 2, CROSS_TOP + at * height + height / 2
        parts.append(text(x, CROSS_TOP - 10, name, "middle", "name"))
        parts.append(text(CROSS_LEFT - 12, y + 5, name, "end", "name"))
    for down, row in enumerate(names):
        for across, column in enumerate(names):
            x, y = CROSS_LEFT + across * width, CROSS_TOP + down * height
            parts.append(f'<rect class="grid" x="{x}" y="{y}" width="{width}" height="{height}"/>')
            games, points = score_of(meetings, row, column)
            if games:
                share = points / games
                shade = "won" if share >= 0.5 else "lost"
                parts.append(
                    f'<rect class="{shade}" x="{x + 1}" y="{y + 1}" width="{width - 2}" '
                    f'height="{height - 2}" opacity="{abs(share - 0.5) * 1.1:.2f}"/>'
                )
                parts.append(text(x + width / 2, y + 22, f"{share:.1%}", "middle"))
                parts.append(text(x + width / 2, y + 39, f"of {games}", "middle", "small"))
    title = "Share of points that the bot of the row won, Classic for two"
    size = CROSS_LEFT + len(names) * width + 20, CROSS_TOP + len(names) * height + 20
    return svg(size, title, parts)


def steps(meetings: Sequence[Meeting]) -> Iterator[Meeting]:
    """Each level on the one below, in every game: by level, then by game."""
    names = bot_names()
    for below, name in pairwise(names[2:]):
        turned = [one for m in meetings for one in (m, m.turned())]
        found = [m for m in turned if (m.first, m.second) == (name, below)]
        best: dict[str, Meeting] = {}
        for meeting in found:
            if meeting.game not in best or best[meeting.game].games < meeting.games:
                best[meeting.game] = meeting
        yield from (best[game] for game in sorted(best))


def step_rows(meetings: Sequence[Meeting]) -> Iterator[str]:
    """The steps as a table of Markdown."""
    yield "| step | game | Elo | 95 % | games |"
    yield "|---|---|---|---|---|"
    for m in steps(meetings):
        span = f"{m.low:+} to {m.high:+}"
        yield f"| {m.first} on {m.second} | {m.game} | {m.elo:+} | {span} | {m.games} |"


def draw_steps(meetings: Sequence[Meeting]) -> str:
    """Elo of each level on the one below it, with intervals."""
    lowest, highest = ELO_RANGE

    def x_of(elo: float) -> float:
        clipped = min(max(elo, lowest), highest)
        return STEP_LEFT + STEP_WIDTH * (clipped - lowest) / (highest - lowest)

    parts: list[str] = []
    y, before = 70, ""
    for meeting in steps(meetings):
        if meeting.first != before:
            y += 12
            parts.append(text(16, y, f"{meeting.first} on {meeting.second}", "start", "name"))
            before = meeting.first
            y += STEP_HEIGHT - 4
        parts.append(text(28, y, meeting.game, "start"))
        middle = y - 5
        low, high = x_of(meeting.low), x_of(meeting.high)
        parts.append(
            f'<line class="bar" x1="{low:.1f}" y1="{middle}" x2="{high:.1f}" y2="{middle}"/>'
        )
        shade = "dot" if meeting.low > 0 else "open"
        parts.append(f'<circle class="{shade}" cx="{x_of(meeting.elo):.1f}" cy="{middle}" r="6"/>')
        told = f"{meeting.elo:+} in {meeting.games} games"
        parts.append(text(STEP_LEFT + STEP_WIDTH + 16, y, told, "start", "small"))
        y += STEP_HEIGHT
    scale = [
        f'<line class="{"even" if elo == 0 else "grid"}" x1="{x_of(elo)}" y1="56" '
        f'x2="{x_of(elo)}" y2="{y - 8}"/>'
        + text(x_of(elo), y + 10, f"{elo:+}" if elo else "0", "middle", "small")
        for elo in range(lowest + 20, highest, 40)
    ]
    title = "Elo of each level on the one below, with intervals of 95 %; full where above 0"
    return svg((STEP_LEFT + STEP_WIDTH + 150, y + 26), title, scale + parts)


def text(x: float, y: float, content: str, anchor: str, shade: str = "") -> str:
    """A text of the picture."""
    return (
        f'<text class="{shade}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(content)}</text>'
    )


def svg(size: tuple[float, float], title: str, parts: Iterable[str]) -> str:
    """The whole picture."""
    width, height = size
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" role="img" '
            f'viewBox="0 0 {width:g} {height:g}">',
            f"<title>{escape(title)}</title>",
            STYLE + f'<rect class="page" width="{width:g}" height="{height:g}"/>',
            text(16, 32, title, "start", "title"),
            *parts,
            "</svg>\n",
        ]
    )


if __name__ == "__main__":
    main()
