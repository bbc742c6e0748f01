"""`sarja train`: the table by which club and expert see a kind of game, learned anew."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sarja import kernel
from sarja.bots.learned import format_table, kind_of
from sarja.cli.exits import DONE, INTERRUPTED, UNUSABLE
from sarja.cli.files import FileError, is_there, read_variant, take_place, write_text
from sarja.cli.manual import ManualCommand, Number, fail
from sarja.cli.variant import fault_lines
from sarja.i18n import Catalogue
from sarja.rules.errors import SarjaError, VariantError
from sarja.rules.model import Game
from sarja.tui.screen import Screen

if TYPE_CHECKING:
    from sarja.bots import learning

GAMES: Final = 40_000
STUDIED: Final = 300
MOST_GAMES: Final = 10_000_000
MOST_SEED: Final = 2**62
SAVED_EVERY: Final = 10
"""Steps of work after which progress is kept: some seconds."""


def command(texts: Catalogue) -> click.Command:
    """The command."""

    def option(name: str, kind: click.ParamType[Any], default: int | None = None) -> click.Option:
        key = f"cli-train-{name.removeprefix('--')}"
        filled = {} if default is None else {"number": str(default)}
        return click.Option([name], type=kind, default=default, help=texts.text(key, **filled))

    return ManualCommand(
        "train",
        texts,
        lambda **given: _train(texts, **given),
        [
            click.Argument(["games"], metavar="GAME...", nargs=-1),
            option("--length", Number(1000, MOST_GAMES), GAMES),
            option("--study", Number(0, MOST_GAMES), STUDIED),
            option("--seed", Number(0, MOST_SEED), 1),
            click.Option(["--out"], metavar="FILE", help=texts.text("cli-train-out")),
        ],
    )


def _train(
    texts: Catalogue, games: tuple[str, ...], length: int, study: int, seed: int, out: str | None
) -> int:
    if not games or not out:
        fail("train-nothing")
    setups = []
    for text in games:
        try:
            setups.append(_game(text))
        except (FileError, VariantError) as error:
            for line in fault_lines(text, error, texts):
                print(line, file=sys.stderr)
            return UNUSABLE
    if len({kind_of(game) for game in setups}) > 1:
        raise SarjaError("train-kinds")
    file = Path(out)
    if is_there(out):
        fail("train-file-there", file=out)
    kernel.require()
    from sarja.bots import learning

    length = -(-length // learning.BLOCK) * learning.BLOCK
    study = -(-study // learning.ROUND) * learning.ROUND
    course = learning.Course(tuple(setups), length, study, seed)
    kept = file.with_name(f"{file.name}.progress")
    try:
        progress = learning.resume(course, kept) if kept.exists() else learning.begin()
        learning.save(course, progress, kept)
    except OSError:
        print(texts.text("cli-train-not-writable", file=out), file=sys.stderr)
        return UNUSABLE
    try:
        progress = _learn(texts, course, progress, kept)
    except KeyboardInterrupt:
        print("\n" + texts.text("cli-train-stopped", file=str(kept)), file=sys.stderr)
        return INTERRUPTED
    words = ("sarja", "train", *games, f"--length {length} --study {study} --seed {seed}")
    table = learning.table_of(course, progress, " ".join(words))
    try:
        take_place(out)
        write_text(out, format_table(table))
    except FileError as error:
        # What somebody has put there meanwhile stays, and what was learned is kept.
        learning.save(course, progress, kept)
        if error.code == "file-exists":
            fail("train-file-there", file=out)
        print(texts.text("cli-train-not-writable", file=out), file=sys.stderr)
        return UNUSABLE
    kept.unlink()
    return DONE


def _learn(
    texts: Catalogue, course: "learning.Course", progress: "learning.Progress", kept: Path
) -> "learning.Progress":
    from sarja.bots import learning

    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Screen(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    done = progress
    with bar:
        playing = bar.add_task(texts.text("train-playing"), total=course.blocks)
        studying = bar.add_task(texts.text("train-studying"), total=course.studied)
        bar.update(playing, completed=progress.blocks)
        bar.update(studying, completed=progress.studied)
        for done in learning.learn(course, progress):
            bar.update(playing, completed=done.blocks)
            bar.update(studying, completed=done.studied)
            if (done.blocks + done.studied) % SAVED_EVERY == 0:
                learning.save(course, done, kept)
    return done


def _game(text: str) -> Game:
    """The game that `VARIANT/SEATS` or `VARIANT/SEATS/TEAMS` names."""
    name, *counts = text.rsplit("/", text.count("/") if text.count("/") < 3 else 2)
    if not 1 <= len(counts) <= 2 or not all(n.isascii() and n.isdigit() for n in counts):
        fail("train-game-form", game=text)
    seats, *teams = (int(number[:3]) for number in counts)
    variant = read_variant(name)
    setup = variant.setup(seats, *teams)
    if setup is None:
        fail("train-game-form", game=text)
    return Game(variant, setup, dealer=seats)
