"""`sarja play`: a game in this terminal."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from sarja.cli.exits import DONE, UNUSABLE
from sarja.cli.files import FileError, read_variant, write_text
from sarja.cli.manual import ManualCommand, Number, Word, fail
from sarja.cli.variant import fault_lines
from sarja.i18n import Catalogue
from sarja.rules.errors import VariantError
from sarja.rules.jsontext import one_line
from sarja.rules.record import format_record
from sarja.rules.variant import Setup, Variant

if TYPE_CHECKING:
    from sarja.tui.settings import Player

MAX_NAME: Final = 24
WATCH_PAUSE: Final = 0.6
"""Seconds between the moves that are watched in a terminal."""


def command(texts: Catalogue) -> click.Command:
    """The command."""

    def option(name: str, kind: click.ParamType[Any] | None = None, **more: object) -> click.Option:
        key = f"cli-play-{name.removeprefix('--')}"
        return click.Option([name], type=kind, help=texts.text(key), **more)  # type: ignore[arg-type]

    return ManualCommand(
        "play",
        texts,
        lambda **given: _play(texts, **given),
        [
            option("--variant", metavar="VARIANT", default="classic"),
            option("--seats", Number(2, 12), default=2),
            option("--teams", Number(2, 3)),
            option("--bots", metavar="NAME[,NAME]", default="casual"),
            option("--people", Number(0, 12), default=1),
            option("--names", metavar="NAME[,NAME]"),
            option("--watch", is_flag=True),
            option("--step", is_flag=True),
            option("--draw", Word("auto", "manual"), default="auto"),
            option("--table-talk", Word("off", "penalty"), default="off"),
            option("--show", Word("spaces", "none")),
            option("--seed", metavar="SEED"),
            option("--record", metavar="FILE"),
            option("--ascii", is_flag=True),
        ],
    )


def _play(
    texts: Catalogue,
    *,
    variant: str,
    seats: int,
    teams: int | None,
    bots: str,
    people: int,
    names: str | None,
    watch: bool,
    step: bool,
    draw: str,
    table_talk: str,
    show: str | None,
    seed: str | None,
    record: str | None,
    ascii: bool,
) -> int:
    from rich.console import Console

    from sarja.bots.registry import make_bot
    from sarja.tui.game import play_games
    from sarja.tui.prompt import keyboard
    from sarja.tui.settings import Settings

    try:
        played = read_variant(variant)
    except (FileError, VariantError) as error:
        for line in fault_lines(variant, error, texts):
            print(line, file=sys.stderr)
        return UNUSABLE
    setup = _setup(played, seats, teams)
    if record is not None and Path(record).exists():
        fail("file-exists", file=one_line(record, 200))
    people = 0 if watch else people
    if people > seats:
        fail("too-many-people", people=people, seats=seats)
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    settings = Settings(
        variant=played,
        setup=setup,
        players=_players(texts, setup, people, bots, names),
        draw="manual" if draw == "manual" else "auto",
        table_talk="penalty" if table_talk == "penalty" else "off",
        help="none" if (show or played.help) == "none" else "spaces",
        seed=seed,
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        adviser=make_bot("casual"),
        pause=WATCH_PAUSE if interactive and not step else 0.0,
        step=step,
        ascii_only=ascii,
    )
    console = Console(highlight=False)
    games = play_games(settings, console, texts, keyboard(console))
    for number, game in enumerate(games, 1):
        if record is not None:
            file = _numbered(record, number)
            try:
                write_text(file, format_record(game))
            except FileError as error:
                for line in fault_lines(file, error, texts):
                    print(line, file=sys.stderr)
                return UNUSABLE
            print(texts.text("cli-play-recorded", file=one_line(file, 200)))
    return DONE


def _numbered(file: str, number: int) -> str:
    """Where the evening's game of that number is recorded; nothing is overwritten."""
    path = Path(file)
    while number > 1 and path.exists():
        path = Path(file).with_stem(f"{Path(file).stem}-{number}")
        number += 1
    return str(path)


def _players(
    texts: Catalogue, setup: Setup, people: int, bots: str, names: str | None
) -> "tuple[Player, ...]":
    """Who sits where: people at the first seats, then the bots in turn."""
    from sarja.bots.registry import make_bot
    from sarja.tui.settings import Player

    given = [name.strip() for name in names.split(",")] if names else []
    if len(given) > people:
        fail("too-many-names", count=len(given), people=people)
    if any(not name or not name.isprintable() or len(name) > MAX_NAME for name in given):
        fail("name-form", limit=MAX_NAME)
    kinds = [kind.strip() for kind in bots.split(",")]
    players = []
    for seat in range(1, setup.seats + 1):
        if seat <= people:
            default = texts.text("cli-play-you" if people == 1 else "cli-play-player", number=seat)
            players.append(Player(given[seat - 1] if seat <= len(given) else default))
        else:
            kind = kinds[(seat - people - 1) % len(kinds)]
            name = texts.text("cli-play-bot", bot=kind, number=seat)
            players.append(Player(name, make_bot(kind)))
    return tuple(players)


def _setup(variant: Variant, seats: int, teams: int | None) -> Setup:
    setup = variant.setup(seats, teams)
    if setup is None:
        if teams is not None and variant.setup(seats) is not None:
            fail("teams-not-possible", seats=seats, teams=teams)
        possible = sorted({s.seats for s in variant.setups})
        fail("seats-not-possible", seats=seats, possible=", ".join(map(str, possible)))
    return setup
