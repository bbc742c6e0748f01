"""What so many servers bear, as tables and a picture for `docs/scaling.md`.

    python benchmarks/capacity_report.py RESULTS [--picture FILE] [--busy 0.5 ...]

RESULTS is what `scaling.py --json` printed. The costs that follow from it and the table of servers
are printed as Markdown; what is assumed about people can be set.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields
from html import escape
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.capacity import (
    SERVERS,
    WANTED,
    Cost,
    Costs,
    Evening,
    capacity,
    costs_of,
    foretold,
    servers_for,
)
from benchmarks.load import Data

# The tables


def table(costs: Costs, evening: Evening) -> Iterator[str]:
    """The table of servers in Markdown, and the fewest for a million players a day in bold."""
    yield (
        "| servers | of a table's four people at | moves a second | players at once "
        "| players a day | memory a server | transactions a second | cores of PostgreSQL "
        "| of Redis | connections | log a second | stored a day |"
    )
    yield "|---" * 12 + "|"
    rows = [capacity(costs, servers, evening) for servers in SERVERS]
    million = servers_for(costs, WANTED, evening)
    for one in sorted({*rows, million}, key=lambda one: one.servers):
        mark = "**" if one == million else ""
        yield (
            f"| {mark}{one.servers}{mark} | {one.spread:.1f} | {rounded(one.moves)} "
            f"| {rounded(one.players)} | {mark}{rounded(one.players_a_day)}{mark} "
            f"| {rounded(one.memory / 1e6)} MB | {rounded(one.transactions)} "
            f"| {one.database:.1f} | {one.redis:.2f} | {one.connections} "
            f"| {one.log_bytes / 1e6:.1f} MB | {rounded(one.stored_bytes / 1e9)} GB |"
        )


def rounded(number: float) -> str:
    """The number to two figures, as people write it."""
    digits = len(str(int(number))) - 2
    return f"{round(number, -digits) if digits > 0 else round(number):,.0f}"


def cost_rows(costs: Costs) -> Iterator[str]:
    """The costs in Markdown."""
    yield "| what | CPU of the servers | of PostgreSQL |"
    yield "|---|---|---|"
    rows = (
        ("a server without tables, a second", Cost(costs.still, 0), Cost(costs.database_still, 0)),
        ("a table at rest, a second", costs.resting, costs.database_resting),
        ("a move, told to four people", costs.move, costs.database_move),
        ("a move at a table that a server has not", Cost(costs.passed, 0), Cost(0, 0)),
        ("a notice of who comes or goes at all", Cost(costs.notice, 0), Cost(0, 0)),
        ("somebody comes back", costs.back, costs.database_back),
    )
    for name, *found in rows:
        yield f"| {name} | {' | '.join(told(cost) for cost in found)} |"


def comparison(found: Data, costs: Costs) -> Iterator[str]:
    """What was measured beside what the costs make it, in Markdown."""
    yield "| setting | CPU of all servers a move, measured | reckoned |"
    yield "|---|---|---|"
    for name, used, made in foretold(found, costs):
        yield f"| `{name}` | {used * 1000:.2f} ms | {made * 1000:.2f} ms |"


def told(cost: Cost) -> str:
    """The cost in milliseconds."""
    if not cost.first and not cost.other:
        return "none"
    besides = f" + {cost.other * 1000:.2f} for each other server" if cost.other else ""
    return f"{cost.first * 1000:.2f} ms{besides}"


# The picture

STYLE: Final = """\
<style>
svg { --page: #fff; --ink: #22262e; --grid: #d5d9e0; --line: #1f5fae; --even: #b3541e }
@media (prefers-color-scheme: dark) {
  svg { --page: #1b1f28; --ink: #dadee6; --grid: #3a4150; --line: #7aaaff; --even: #e0955f }
}
text { fill: var(--ink); font: 13px sans-serif }
.title { font-size: 16px; font-weight: bold }
.page { fill: var(--page) }
.grid { stroke: var(--grid) }
.line { stroke: var(--line); fill: none; stroke-width: 3 }
.even { stroke: var(--even); fill: none; stroke-width: 2; stroke-dasharray: 6 4 }
.dot { fill: var(--line) }
</style>
"""
WIDTH: Final = 760
HEIGHT: Final = 400
LEFT, RIGHT, TOP, BOTTOM = 70, 30, 60, 56


def picture(costs: Costs, evening: Evening) -> str:
    """Players a day against servers: people of a table by any of them, and by one."""
    end, every = SERVERS[-1], range(1, SERVERS[-1] + 1)
    curve = [capacity(costs, servers, evening).players_a_day for servers in every]
    even = [capacity(costs, servers, evening, together=True).players_a_day for servers in every]
    top = max(*curve, *even)
    step = next(s for s in (1e5, 2e5, 5e5, 1e6, 2e6, 5e6, 1e7, 2e7) if top / s <= 8)

    def point(servers: float, players: float) -> tuple[float, float]:
        across = LEFT + (WIDTH - LEFT - RIGHT) * servers / end
        return across, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * players / top

    def path(points: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)

    parts = []
    for number in range(int(top / step) + 1):
        x, y = point(0, number * step)
        parts.append(
            f'<line class="grid" x1="{x:g}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        )
        parts.append(text(x - 8, y + 4, f"{number * step / 1e6:g}", "end"))
    for servers in (1, *range(8, end + 1, 8)):
        x, y = point(servers, 0)
        parts.append(text(x, y + 20, f"{servers}", "middle"))
    parts.append(f'<polyline class="even" points="{path([*map(point, every, even)])}"/>')
    parts.append(f'<polyline class="line" points="{path([*map(point, every, curve)])}"/>')
    for servers in SERVERS:
        x, y = point(servers, curve[servers - 1])
        parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="5"/>')
    parts.append(text(WIDTH / 2, HEIGHT - 12, "servers, each on a core of its own", "middle"))
    at = round(end * 0.6)
    x, y = point(at, even[at - 1])
    parts.append(text(x - 12, y - 8, "all of a table by one server", "end"))
    x, y = point(at, curve[at - 1])
    parts.append(text(x + 8, y + 24, "each by any server, as it is now", "start"))
    title = "Millions of players a day against servers, reckoned"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {HEIGHT}">',
            f"<title>{escape(title)}</title>",
            STYLE + f'<rect class="page" width="{WIDTH}" height="{HEIGHT}"/>',
            f'<text class="title" x="16" y="30">{escape(title)}</text>',
            *parts,
            "</svg>\n",
        ]
    )


def text(x: float, y: float, content: str, anchor: str) -> str:
    """A text of the picture."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(content)}</text>'


def main() -> None:
    """Read what was measured, and print what follows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("--picture", type=Path, help="the file that gets the picture")
    for field in fields(Evening):
        name = f"--{field.name.replace('_', '-')}"
        parser.add_argument(name, type=float, default=field.default)
    given = vars(parser.parse_args())
    found: Data = json.loads(given.pop("results").read_text("utf-8"))
    drawn: Path | None = given.pop("picture")
    costs, evening = costs_of(found), Evening(**given)
    print(*cost_rows(costs), "", *table(costs, evening), "", *comparison(found, costs), sep="\n")
    million = servers_for(costs, WANTED, evening, together=True)
    print(f"\nAll of a table by one server: {million.servers} for {WANTED:,} players a day")
    if drawn is not None:
        drawn.write_text(picture(costs, evening), "utf-8")


if __name__ == "__main__":
    main()
