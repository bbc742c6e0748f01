"""`sarja play`: a game in this terminal."""

import signal
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import click

from sarja.cli.exits import DONE, UNUSABLE
from sarja.cli.files import (
    FileError,
    read_variant,
    take_numbered_place,
    take_place,
    write_text,
)
from sarja.cli.manual import ManualCommand, Number, Word, fail
from sarja.cli.variant import fault_lines
from sarja.i18n import Catalogue
from sarja.rules.errors import VariantError
from sarja.rules.jsontext import one_line
from sarja.rules.loader import nearest, seats_reason
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
            option("--people", Number(0, 12)),
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
    people: int | None,
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
    from sarja.bots.registry import make_bot
    from sarja.tui.game import play_games
    from sarja.tui.prompt import keyboard
    from sarja.tui.screen import Screen
    from sarja.tui.settings import Settings

    try:
        played = read_variant(variant)
    except (FileError, VariantError) as error:
        for line in fault_lines(variant, error, texts):
            print(line, file=sys.stderr)
        return UNUSABLE
    setup = _setup(played, seats, teams)
    if seed is not None and not _is_text(seed):
        fail("seed-form")
    if watch and people:
        fail("not-together", first="--watch", second="--people")
    people = 0 if watch else 1 if people is None else people
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
    console = Screen()
    # A closed window or a polite kill leaves the game as Ctrl-C does, so that it is recorded.
    for name in ("SIGHUP", "SIGTERM"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _leave)
    file = record
    try:
        # The place is taken before the first card: nothing that is there is overwritten, and what
        # cannot be written is known while nothing is lost.
        if file is not None:
            take_place(file)
        for number, game in enumerate(play_games(settings, console, texts, keyboard(console)), 1):
            if record is not None and file is not None:
                file = file if number == 1 else take_numbered_place(record, number)
                write_text(file, format_record(game))
                console.print(texts.text("cli-play-recorded", file=one_line(file, 200)))
    except FileError as error:
        for line in fault_lines(file or "", error, texts):
            print(line, file=sys.stderr)
        return UNUSABLE
    return DONE


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
    for kind in kinds:
        make_bot(kind)
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


def _is_text(given: str) -> bool:
    """Whether the shell's bytes were text."""
    return not any("\ud800" <= character <= "\udfff" for character in given)


def _leave(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt


def _setup(variant: Variant, seats: int, teams: int | None) -> Setup:
    setup = variant.setup(seats, teams)
    if setup is None:
        if teams is not None and variant.setup(seats) is not None:
            fail("teams-not-possible", seats=seats, teams=teams)
        counts = nearest(seats, (s.seats for s in variant.setups))
        fail("seats-not-possible", seats=seats, nearest=counts, reason=seats_reason(seats))
    return setup
