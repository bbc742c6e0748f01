"""`sarja replay`: a record of a game, for people or for programs."""

import json
import sys
from typing import Final

import click

from sarja.cli.exits import DONE, REFUSED, UNUSABLE
from sarja.cli.files import FileError, read_bytes
from sarja.cli.manual import ManualCommand, fail, write_line
from sarja.i18n import Catalogue
from sarja.rules.errors import RecordError
from sarja.rules.jsontext import one_line
from sarja.rules.record import (
    MAX_BYTES,
    MoveError,
    Record,
    ResultError,
    Step,
    parse_record,
    replay,
    state_data,
)
from sarja.variants import builtin_variant

SHOWN_MOVE: Final = 100


def command(texts: Catalogue) -> click.Command:
    """The command."""

    def action(file: str, as_json: bool, trace: bool) -> int:
        if as_json and trace:
            fail("not-together", first="--json", second="--trace")
        return _replay(file, as_json, trace, texts)

    return ManualCommand(
        "replay",
        texts,
        action,
        [
            click.Argument(["file"], metavar="FILE"),
            click.Option(["--json", "as_json"], is_flag=True, help=texts.text("cli-replay-json")),
            click.Option(["--trace"], is_flag=True, help=texts.text("cli-replay-trace")),
        ],
    )


def _replay(file: str, as_json: bool, trace: bool, texts: Catalogue) -> int:
    try:
        record = parse_record(read_bytes(file, MAX_BYTES), builtin_variant)
    except (FileError, RecordError) as error:
        print(unusable(file, error, texts), file=sys.stderr)
        return UNUSABLE
    try:
        if trace:
            for step in replay(record):
                write_line(json.dumps(state_data(step.state)))
            return DONE
        steps = list(replay(record))
    except (MoveError, ResultError) as error:
        sys.stdout.flush()
        print(refusal(error, texts), file=sys.stderr)
        return REFUSED
    if as_json:
        write_line(json.dumps(state_data(steps[-1].state)))
    else:
        _show(record, steps, texts)
    return DONE


def unusable(file: str, error: FileError | RecordError, texts: Catalogue) -> str:
    """The line that the contract asks for: which file, the place in it, what is wrong."""
    places = [one_line(file, 200)]
    if isinstance(error, RecordError) and error.place:
        places.append(error.place)
    return ": ".join([*places, texts.text(f"error-{error.code}", **error.params)])


def refusal(error: MoveError | ResultError, texts: Catalogue) -> str:
    """The line that the contract asks for: which move, what is wrong, which rule."""
    if isinstance(error, ResultError):
        return f"result: {texts.text('error-record-result')} ({error.rule})"
    reason = error.reason
    sentence = texts.text(f"error-{reason.code}", **reason.params)
    return f"move {error.number}: {one_line(error.text, SHOWN_MOVE)}: {sentence} ({reason.rule})"


def _show(record: Record, steps: list[Step], texts: Catalogue) -> None:
    from sarja.tui.replay import draw_final, step_through

    if sys.stdin.isatty() and sys.stdout.isatty():
        step_through(record, steps, texts)
    else:
        draw_final(record, steps, texts)
