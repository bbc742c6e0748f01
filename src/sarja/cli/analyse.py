"""`sarja analyse`: a recorded game looked at again, for people, for programs, and as a plot."""

import json
import sys
from pathlib import Path
from typing import Any, Final

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sarja.bots.analysis import Analysis, JudgedMove, analyse
from sarja.bots.judging import SIMULATIONS, Valued
from sarja.cli.chart import Chart, Curve, Sign
from sarja.cli.exits import DONE, REFUSED, UNUSABLE
from sarja.cli.files import FileError, read_bytes, write_text
from sarja.cli.manual import ManualCommand, Number, write_line
from sarja.cli.replay import refusal, unusable
from sarja.i18n import Catalogue
from sarja.rules.errors import RecordError
from sarja.rules.model import Game
from sarja.rules.notation import format_move
from sarja.rules.record import (
    MAX_BYTES,
    MoveError,
    Record,
    ResultError,
    Step,
    outcome_data,
    parse_record,
    replay,
)
from sarja.tui.analysis import draw_analysis
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


def analysis_data(found: Analysis) -> dict[str, Any]:
    """The object that `--json` prints (docs/analysis.md)."""
    game = found.game
    return {
        "variant": game.variant.id,
        "seats": game.seats,
        "teams": game.teams,
        "plies": found.plies,
        "simulations": found.simulations,
        "seed": found.seed,
        "outcome": outcome_data(found.outcome),
        "moves": [_move_data(game, judged) for judged in found.moves],
        "next": None
        if found.next_seat is None
        else {"seat": found.next_seat, "best": _best_data(game, found.next_best)},
        "draws": [
            {"number": d.ply, "seat": d.seat, "card": d.card, "change": _rounded(d.change)}
            for d in found.draws
        ],
        "luck": [
            {
                "team": luck.team,
                "cards": luck.cards,
                "jacks": luck.jacks,
                "jacks_expected": _rounded(luck.jacks_expected),
                "deal": _rounded(luck.deal),
                "draws": _rounded(luck.draws),
            }
            for luck in found.luck
        ],
    }


def _move_data(game: Game, judged: JudgedMove) -> dict[str, Any]:
    return {
        "number": judged.number,
        "move": judged.text,
        "seat": judged.seat,
        "team": judged.team,
        "before": _rounded(judged.before),
        "after": _rounded(judged.after),
        "loss": _rounded(judged.loss),
        "error": _rounded(judged.error),
        "choices": judged.choices,
        "verdict": judged.verdict,
        "best": _best_data(game, judged.best),
        "reasons": [{"code": r.code, "params": dict(r.params)} for r in judged.reasons],
    }


def _best_data(game: Game, best: tuple[Valued, ...]) -> list[dict[str, Any]]:
    board = game.variant.board
    return [
        {"move": format_move(one.move, board), "chance": _rounded(one.chance), "games": one.games}
        for one in best
    ]


def _rounded(number: float) -> float:
    # So that the last bits, which may differ between machines, are not shown.
    return round(number, 4)


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
                loss=f"{100 * judged.loss:.0f}",
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
