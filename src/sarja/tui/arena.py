"""An arena for people: a bar while games are played, a line a fault, tables at the end."""

import sys
from contextlib import suppress
from types import TracebackType
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from sarja.arena.contest import Contest
from sarja.arena.errors import BotFault
from sarja.arena.games import Result
from sarja.arena.schedule import Fixture
from sarja.arena.scores import Interval
from sarja.arena.standings import SprtStanding, Standings
from sarja.arena.tally import Tally
from sarja.i18n import Catalogue
from sarja.rules.jsontext import one_line
from sarja.tui.screen import Screen

MOST_TOLD: Final = 20
"""So many faults of one bot are told; all are counted."""


class Watching:
    """Tells on standard error how an arena goes; the bar is there in a terminal only."""

    def __init__(self, contest: Contest, games: int, texts: Catalogue) -> None:
        self._contest, self._texts = contest, texts
        self._console = Screen(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=self._console,
            transient=True,
            disable=not sys.stderr.isatty(),
        )
        self._task = self._progress.add_task("", total=games)
        self._told = [0] * len(contest.entrants)
        self.games = 0

    def __call__(self, fixture: Fixture, result: Result, tally: Tally) -> None:
        """See a game."""
        self.games = fixture.number
        if result.fault is not None and result.faulty is not None:
            self._tell_fault(fixture, result.faulty, result.fault)
        self._progress.update(self._task, completed=fixture.number)
        if not self._progress.disable and (pairs := tally.pairs()):
            (a, b), points = next(iter(pairs.items()))
            names = self._contest.entrants
            score = f"{points.wins} : {points.losses}"
            line = self._texts.text("arena-progress", a=names[a].name, b=names[b].name, score=score)
            self._progress.update(self._task, description=line)

    def __enter__(self) -> "Watching":
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def _tell_fault(self, fixture: Fixture, seat: int, fault: BotFault) -> None:
        bot = fixture.line_up[seat - 1]
        name = self._contest.entrants[bot].name
        self._told[bot] += 1
        if self._told[bot] == MOST_TOLD + 1:
            self._say(self._texts.text("arena-fault-many", bot=name))
        if self._told[bot] > MOST_TOLD:
            return
        self._say(
            self._texts.text(
                "arena-fault-line",
                game=str(fixture.number),
                seat=seat,
                bot=name,
                fault=fault_text(fault, self._texts),
                team=self._contest.game.team_of(seat),
            )
        )

    def _say(self, line: str) -> None:
        self._console.print(line, soft_wrap=True)


def fault_text(fault: BotFault, texts: Catalogue) -> str:
    """What the bot did, in a few words of one line."""
    params = {
        key: one_line(value, 200) if isinstance(value, str) else str(value)
        for key, value in fault.params.items()
    }
    if "error" in params and texts.has(f"error-{params['error']}"):
        refused = {key: fault.params[key] for key in fault.params if key not in ("error", "move")}
        # A journal that somebody has changed may lack what that message needs.
        with suppress(KeyError):
            params["reason"] = texts.text(f"error-{params['error']}", **refused)
    params.setdefault("reason", params.get("error", ""))
    return texts.text(f"arena-fault-{fault.code}", **params)


def draw_standings(found: Standings, texts: Catalogue, console: Console) -> None:
    """Draw the ratings, every pair of opponents, and the sequential test."""
    game = found.contest.game
    title = texts.text(
        "arena-seating",
        variant=game.variant.name(texts.language),
        seats=game.seats,
        teams=game.teams,
        games=found.games,
    )
    console.print(title, soft_wrap=True)
    if found.cut_short:
        limit = str(found.contest.most_plies)
        console.print(texts.text("arena-cut-short", games=found.cut_short, plies=limit))
    ratings = _table(texts, "bot", "elo", "interval", "ms", "faults")
    ranked = sorted(found.bots, key=lambda bot: -(bot.rating.elo or 0.0))
    for bot in ranked:
        ratings.add_row(
            bot.name,
            "–" if bot.rating.elo is None else f"{bot.rating.elo:+.0f}",
            "–" if bot.rating.elo_95 is None else _elos(bot.rating.elo_95),
            "–" if bot.ms_per_move is None else f"{bot.ms_per_move:.1f}",
            str(bot.faults),
        )
    pairs = _table(texts, "pair", "games", "wins", "draws", "losses", "score", "elo", "interval")
    for pair in found.pairs:
        points = pair.points
        counts = (points.games, points.wins, points.draws, points.losses)
        pairs.add_row(
            texts.text("arena-pair", a=pair.a, b=pair.b),
            *map(str, counts),
            f"{100 * points.score:.1f} %",
            f"{pair.elo:+.0f}",
            _elos(pair.elo_95),
        )
    for table in (ratings, pairs):
        console.print()
        console.print(table)
    if found.test is not None:
        console.print()
        console.print(_verdict(found, found.test, texts), soft_wrap=True)


def _verdict(found: Standings, sprt: SprtStanding, texts: Catalogue) -> str:
    ratio = f"{sprt.ratio:.2f}"
    if sprt.verdict is None:
        lower, upper = f"{sprt.test.lower:.2f}", f"{sprt.test.upper:.2f}"
        return texts.text("arena-sprt", ratio=ratio, lower=lower, upper=upper)
    a, b = (entrant.name for entrant in found.contest.entrants)
    elo = f"{sprt.test.elo1 if sprt.verdict == 'H1' else sprt.test.elo0:g}"
    return texts.text(f"arena-sprt-{sprt.verdict.lower()}", a=a, b=b, elo=elo, ratio=ratio)


def _table(texts: Catalogue, first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(texts.text(f"arena-head-{first}"), overflow="fold")
    for head in others:
        table.add_column(texts.text(f"arena-head-{head}"), justify="right", no_wrap=True)
    return table


def _elos(interval: Interval) -> str:
    return f"{interval[0]:+.0f} … {interval[1]:+.0f}"
