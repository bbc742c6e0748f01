"""`sarja arena`: bots against bots."""

import json
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, Final

import click

from sarja.arena.contest import (
    COMMAND,
    MOST_PLIES,
    TIME_MS,
    Contest,
    Schedule,
    introduced,
    make_contest,
)
from sarja.arena.errors import ArenaError
from sarja.arena.games import Result
from sarja.arena.journal import Journal
from sarja.arena.protocol import read_command
from sarja.arena.records import RecordFolder
from sarja.arena.run import GAMES, hold_arena
from sarja.arena.schedule import Fixture, Match, gauntlet, mixed, round_robin, unpaired
from sarja.arena.sequential import SequentialTest
from sarja.arena.standings import Standings
from sarja.arena.tally import Tally
from sarja.arena.workers import make_workers
from sarja.cli.exits import DONE, INTERRUPTED, UNUSABLE
from sarja.cli.files import FileError, read_variant
from sarja.cli.manual import ManualCommand, Number, fail, write_line
from sarja.cli.variant import fault_lines
from sarja.i18n import Catalogue
from sarja.rules.errors import SarjaError, VariantError
from sarja.rules.jsontext import one_line
from sarja.rules.loader import nearest, seats_reason
from sarja.rules.model import Game
from sarja.rules.variant import Setup
from sarja.tui.arena import Watching, draw_standings
from sarja.tui.screen import Screen

MOST_GAMES: Final = 1_000_000
MOST_TESTED: Final = 20_000
"""Games after which a sequential test ends without an answer, unless more are asked for."""
MOST_BOTS: Final = 50
MOST_WORKERS: Final = 256
ELO: Final = (0, 20)
FARTHEST_ELO: Final = 2000
LONGEST_MS: Final = 3_600_000
FARTHEST_PLY: Final = 1_000_000
MOST_SEED: Final = 10**18


def command(texts: Catalogue) -> click.Command:
    """The command."""

    def option(name: str, kind: click.ParamType[Any] | None = None, **more: Any) -> click.Option:
        filled = more.pop("filled", {})
        key = f"cli-arena-{name.removeprefix('--')}"
        return click.Option([name], type=kind, help=texts.text(key, **filled), **more)

    numbers = {"games": str(GAMES), "most": str(MOST_TESTED)}
    return ManualCommand(
        "arena",
        texts,
        lambda **given: _hold(texts, _Options(**given)),
        [
            click.Argument(["bots"], metavar="BOT...", nargs=-1),
            option("--variant", metavar="VARIANT", default="classic"),
            option("--seats", Number(2, 12), default=2),
            option("--teams", Number(2, 3)),
            option("--games", Number(1, MOST_GAMES), filled=numbers),
            option("--seed", Number(0, MOST_SEED), default=1),
            option("--gauntlet", is_flag=True),
            option("--line-up", metavar="N,N,...", multiple=True),
            option("--unpaired", is_flag=True),
            option("--sprt", is_flag=True),
            option("--elo0", Elo(), default=ELO[0], filled={"elo": str(ELO[0])}),
            option("--elo1", Elo(), default=ELO[1], filled={"elo": str(ELO[1])}),
            option(
                "--time-ms", Number(1, LONGEST_MS), default=TIME_MS, filled={"ms": str(TIME_MS)}
            ),
            option(
                "--max-plies",
                Number(1, FARTHEST_PLY),
                default=MOST_PLIES,
                filled={"plies": str(MOST_PLIES)},
            ),
            option("--workers", Workers(), default=1),
            option("--out", metavar="FILE"),
            option("--records", metavar="FOLDER"),
            click.Option(["--json", "as_json"], is_flag=True, help=texts.text("cli-arena-json")),
        ],
    )


class Elo(click.ParamType[float]):
    """A difference in strength."""

    name = "ELO"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """`ELO`, for the usage line."""
        return "ELO"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number, if it is one within the bounds."""
        text = str(value)
        number = float(text) if re.fullmatch(r"[+-]?[0-9]{1,5}(\.[0-9]{1,5})?", text) else inf
        if abs(number) > FARTHEST_ELO or not text.isascii():
            name = param.opts[0] if param else ""
            fail("arena-elo-form", name=name, value=text, low=-FARTHEST_ELO, high=FARTHEST_ELO)
        return number


class Workers(click.ParamType[int | str]):
    """How many workers, or which Ray cluster."""

    name = "N|ray"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """`N|ray`, for the usage line."""
        return self.name

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | str:
        """The number, or `ray` with an address or without."""
        text = str(value)
        if text == "ray" or text.startswith("ray:"):
            return text
        return Number(1, MOST_WORKERS).convert(value, param, ctx)


@dataclass(frozen=True, slots=True)
class _Options:
    bots: tuple[str, ...]
    variant: str
    seats: int
    teams: int | None
    games: int | None
    seed: int
    gauntlet: bool
    line_up: tuple[str, ...]
    unpaired: bool
    sprt: bool
    elo0: float
    elo1: float
    time_ms: int
    max_plies: int
    workers: int | str
    out: str | None
    records: str | None
    as_json: bool


def _hold(texts: Catalogue, options: _Options) -> int:
    try:
        game = _game(options)
    except (FileError, VariantError) as error:
        for line in fault_lines(options.variant, error, texts):
            print(line, file=sys.stderr)
        return UNUSABLE
    contest, test = _contest(options, game), _test(options)
    if test is not None and not contest.are_opponents((0, 1)):
        fail("arena-sprt-two")
    try:
        with _stoppable():
            found = _held(texts, options, introduced(contest), test)
    except _Stopped as stopped:
        key = "arena-stopped" if options.out is None else "arena-stopped-kept"
        print("\n" + texts.text(key, games=stopped.games), file=sys.stderr)
        return INTERRUPTED
    except SarjaError as error:
        sentence = texts.text(f"error-{error.code}", **error.params)
        about = options.records if error.code.startswith("record") else options.out
        print(f"{one_line(about, 200)}: {sentence}" if about else sentence, file=sys.stderr)
        return UNUSABLE
    if options.as_json:
        write_line(json.dumps(found.data(), ensure_ascii=False))
    else:
        draw_standings(found, texts, Screen())
    return DONE


def _held(
    texts: Catalogue, options: _Options, contest: Contest, test: SequentialTest | None
) -> Standings:
    """The standings; all that is written on the way is written."""
    games = options.games or (MOST_TESTED if options.sprt else GAMES)
    with ExitStack() as stack:
        journal = None
        if options.out is not None:
            journal = stack.enter_context(Journal(Path(options.out), contest))
            contest = journal.contest
        if options.records == "":
            raise ArenaError("records-not-writable")
        folder = None if options.records is None else RecordFolder(Path(options.records), contest)
        total = sum(1 for _ in contest.fixtures(games))
        watching = stack.enter_context(Watching(contest, total, texts))

        def watch(fixture: Fixture, result: Result, tally: Tally) -> None:
            if folder is not None:
                folder.keep(fixture, result)
            watching(fixture, result, tally)

        workers = make_workers(contest, options.workers)
        try:
            return hold_arena(contest, workers, games, test=test, journal=journal, watch=watch)
        except KeyboardInterrupt:
            raise _Stopped(watching.games) from None


class _Stopped(Exception):
    """The arena was stopped after so many games."""

    def __init__(self, games: int) -> None:
        super().__init__(games)
        self.games = games


@contextmanager
def _stoppable() -> Iterator[None]:
    """A closed window or a polite kill stops the arena as Ctrl-C does, so no program is left.

    Once it is stopping nothing stops that.
    """
    names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    signals = [getattr(signal, name) for name in names]

    def stop(_signal: int, _frame: object) -> None:
        for one in signals:
            signal.signal(one, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {one: signal.signal(one, stop) for one in signals}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _game(options: _Options) -> Game:
    variant = read_variant(options.variant)
    setup = variant.setup(options.seats, options.teams)
    if setup is None:
        if options.teams is not None and variant.setup(options.seats) is not None:
            fail("teams-not-possible", seats=options.seats, teams=options.teams)
        counts = nearest(options.seats, (s.seats for s in variant.setups))
        reason = seats_reason(options.seats)
        fail("seats-not-possible", seats=options.seats, nearest=counts, reason=reason)
    return Game(variant, setup, dealer=options.seats)


def _contest(options: _Options, game: Game) -> Contest:
    if len(options.bots) < 2:
        fail("arena-too-few-bots")
    if len(options.bots) > MOST_BOTS:
        fail("arena-too-many-bots", limit=MOST_BOTS)
    if options.gauntlet and options.line_up:
        fail("not-together", first="--gauntlet", second="--line-up")
    for bot in options.bots:
        if bot.startswith(COMMAND) and read_command(bot.removeprefix(COMMAND)) is None:
            fail("arena-command-form", bot=one_line(bot, 60))
    return make_contest(
        options.bots,
        game,
        _schedule(options),
        seed=options.seed,
        time_ms=options.time_ms,
        most_plies=options.max_plies,
    )


def _schedule(options: _Options) -> Schedule:
    def schedule(bots: int, setup: Setup) -> tuple[Match, ...]:
        if options.line_up:
            matches = mixed([_line_up(text, bots, setup.seats) for text in options.line_up])
        else:
            matches = (gauntlet if options.gauntlet else round_robin)(bots, setup)
        return unpaired(matches) if options.unpaired else matches

    return schedule


def _line_up(text: str, bots: int, seats: int) -> tuple[int, ...]:
    numbers: Sequence[str] = text.replace(" ", "").split(",")
    valid = {str(number): number - 1 for number in range(1, bots + 1)}
    if len(numbers) != seats or not valid.keys() >= set(numbers):
        fail("arena-line-up-form", value=text, bots=bots, seats=seats)
    return tuple(valid[number] for number in numbers)


def _test(options: _Options) -> SequentialTest | None:
    if not options.sprt:
        return None
    if len(options.bots) != 2:
        fail("arena-sprt-two")
    if options.elo0 >= options.elo1:
        fail("arena-elo-order")
    return SequentialTest(options.elo0, options.elo1)
