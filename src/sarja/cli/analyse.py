"""`sarja analyse`: a recorded game looked at again, for people, for programs, and as a plot."""

import json
import sys
from pathlib import Path
from typing import Final

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sarja.bots.analysis import Analysis, analyse
from sarja.bots.analysis_data import analysis_data
from sarja.bots.judging import SIMULATIONS
from sarja.cli.chart import Chart, Curve, Sign
from sarja.cli.exits import DONE, REFUSED, UNUSABLE
from sarja.cli.files import FileError, read_bytes, write_text
from sarja.cli.manual import ManualCommand, Number, write_line
from sarja.cli.replay import refusal, unusable
from sarja.i18n import Catalogue
from sarja.rules.errors import RecordError
from sarja.rules.notation import format_move
from sarja.rules.record import (
    MAX_BYTES,
    MoveError,
    Record,
    ResultError,
    Step,
    parse_record,
    replay,
)
from sarja.tui.analysis import draw_analysis, lost
from sarja.tui.screen import Screen
from sarja.variants import builtin_variant

MOST_SIMULATIONS: Final = 1_000_000
MOST_SEED: Final = 2**62
SIGNS: Final = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""How the plot marks a move, as books on other games do."""


def command(texts: Catalogue) -> click.Command:
    """The command."""
    return ManualCommand(
        "analyse",
        texts,
        lambda **given: _analyse(texts, **given),
        [
            click.Argument(["file"], metavar="RECORD"),
            click.Option(["--json", "as_json"], is_flag=True, help=texts.text("cli-analyse-json")),
            click.Option(["--plot"], metavar="FILE", help=texts.text("cli-analyse-plot")),
            click.Option(
                ["--simulations"],
                type=Number(0, MOST_SIMULATIONS),
                help=texts.text("cli-analyse-simulations", number=str(SIMULATIONS)),
            ),
            click.Option(
                ["--seed"],
                type=Number(0, MOST_SEED),
                default=1,
                help=texts.text("cli-analyse-seed"),
            ),
        ],
    )


def _analyse(
    texts: Catalogue, file: str, as_json: bool, plot: str | None, simulations: int | None, seed: int
) -> int:
    try:
        record = parse_record(read_bytes(file, MAX_BYTES), builtin_variant)
    except (FileError, RecordError) as error:
        print(unusable(file, error, texts), file=sys.stderr)
        return UNUSABLE
    try:
        steps = list(replay(record))
    except (MoveError, ResultError) as error:
        print(refusal(error, texts), file=sys.stderr)
        return REFUSED
    try:
        if plot is not None:
            _check_place(plot)
        found = _watched(record, steps, simulations, seed, texts)
        if plot is not None:
            write_text(plot, chart_of(found, texts).svg())
    except FileError as error:
        print(unusable(plot or "", error, texts), file=sys.stderr)
        return UNUSABLE
    if as_json:
        write_line(json.dumps(analysis_data(found)))
    else:
        draw_analysis(found, record.about.get("players", ()), texts, Screen())
    return DONE


def _check_place(name: str) -> None:
    """That something may be written there, before the work is done."""
    path = Path(name)
    try:
        sound = path.parent.is_dir() and not path.is_dir()
    except (OSError, ValueError):
        sound = False
    if not sound:
        raise FileError("file-not-writable")


def _watched(
    record: Record, steps: list[Step], simulations: int | None, seed: int, texts: Catalogue
) -> Analysis:
    """The analysis, with a bar on a terminal while it is made."""
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Screen(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task(texts.text("analysis-progress"), total=len(steps) - 1)
        return analyse(
            record, steps, simulations, seed, lambda done: bar.update(task, completed=done)
        )


def chart_of(found: Analysis, texts: Catalogue) -> Chart:
    """Each team's chance to win as its own seats saw it, with what went wrong."""
    game = found.game
    curves = []
    for team in range(1, game.teams + 1):
        points: list[tuple[float, float]] = []
        for judged in found.moves:
            if judged.team == team:
                points += [(judged.number - 1, judged.before), (judged.number, judged.after)]
        if found.outcome is not None:
            winner = found.outcome.winner
            share = 1 / game.teams if winner is None else float(winner == team)
            points.append((found.plies, share))
        curves.append(Curve(texts.text("analysis-team", team=team), team, points))
    signs = [
        Sign(
            judged.number,
            judged.after,
            judged.team,
            SIGNS[judged.verdict],
            texts.text(
                "analysis-sign",
                number=judged.number,
                move=judged.text,
                verdict=texts.text(f"analysis-verdict-{judged.verdict}"),
                loss=lost(judged),
                best=format_move(judged.best[0].move, game.variant.board),
            ),
        )
        for judged in found.moves
        if judged.verdict is not None
    ]
    step = next((s for s in (1, 2, 5, 10, 20, 50, 100, 200) if found.plies <= 12 * s), 500)
    return Chart(
        title=texts.text("analysis-plot-title", variant=game.variant.name(texts.language)),
        across=texts.text("analysis-plot-across"),
        up=texts.text("analysis-plot-up"),
        end=max(found.plies, 1),
        step=step,
        percent_across=False,
        curves=curves,
        signs=signs,
    )
