"""The picture in the README: a game in the terminal, drawn by the terminal's own code."""

from __future__ import annotations

import io
from typing import Final

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from sarja.i18n import catalogue
from sarja.rules.events import ChipPlaced, ChipRemoved
from sarja.rules.record import parse_record, replay
from sarja.tui.board import Marks
from sarja.tui.desk import Desk
from sarja.tui.glyphs import RICH
from sarja.tui.table import draw_hand
from sarja.tui.words import Words
from sarja.variants import builtin_variant
from tools.pages import ROOT

RECORD: Final = ROOT / "tests/data/records/classic-2-choice.json"
PLY: Final = 60
"""The moves of the record that have been made."""
SEAT: Final = 1
"""Whose hand is shown."""
PLAYERS: Final = ("Aino", "Pekka")
WIDTH: Final = 96
HEIGHT: Final = 40

THEME: Final = TerminalTheme(
    background=(27, 31, 40),
    foreground=(218, 222, 230),
    normal=[
        (68, 74, 88),
        (240, 113, 120),
        (118, 203, 139),
        (240, 200, 116),
        (122, 170, 255),
        (199, 146, 234),
        (137, 221, 255),
        (218, 222, 230),
    ],
    bright=[
        (104, 112, 130),
        (255, 139, 146),
        (148, 226, 168),
        (255, 218, 140),
        (150, 190, 255),
        (215, 170, 245),
        (165, 232, 255),
        (255, 255, 255),
    ],
)

# Rich's own format loads a font from a server. This one takes what the reader's system has: every
# text is stretched to its cells, so any font with a fixed width will do.
FORMAT: Final = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" role="img">
<title>A game of Classic in the terminal</title>
<style>
.{unique_id}-matrix {{
  font-family: "DejaVu Sans Mono", "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
  font-size: {char_height}px;
  line-height: {line_height}px;
  white-space: pre;
}}
.{unique_id}-title {{ font-family: sans-serif; font-size: 16px; opacity: 0.7 }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g>
</g>
</svg>
"""


def make_board_picture() -> str:
    """Return the picture as SVG."""
    record = parse_record(RECORD.read_bytes(), builtin_variant)
    steps = list(replay(record))
    state = steps[PLY].state
    console = Console(
        record=True,
        width=WIDTH,
        height=HEIGHT,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
        highlight=False,
        _environ={},
    )
    words = Words(catalogue(), RICH, record.game, PLAYERS)
    desk = Desk(console, words, ask=lambda prompt: prompt)
    new = {e.space for e in steps[PLY].events if isinstance(e, ChipPlaced | ChipRemoved)}
    desk.show_table(state.position, Marks(new=frozenset(new)))
    view = state.view(SEAT)
    chip = words.chip(record.game.team_of(SEAT))
    prompt = words.text("tui-ask-move", name=words.name(SEAT), chip=chip)
    hand = draw_hand(words, view, WIDTH, show_dead=True)
    desk.show(Text(), *hand, Text(), Text(f"{prompt} {record.moves[PLY]}"))
    svg = console.export_svg(title="sarja play", theme=THEME, code_format=FORMAT, unique_id="sarja")
    return "".join(line.rstrip() + "\n" for line in svg.splitlines())
