"""The command `sarja`: one small file a command, texts from the catalogue, errors in one line."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NoReturn

import click

from sarja.cli.exits import INTERRUPTED, NOT_WRITTEN, PIPE_CLOSED, UNUSABLE
from sarja.cli.manual import CommandGroup, UsageFault, usage_message
from sarja.i18n import ENGLISH, LANGUAGES, asked_language, catalogue
from sarja.rules.errors import SarjaError
from sarja.rules.jsontext import one_line

COMMANDS: Final = (
    "play",
    "serve",
    "join",
    "admin",
    "replay",
    "verify",
    "analyse",
    "variant",
    "bots",
    "arena",
    "train",
)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line, and exit; whatever comes in, there is no traceback."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _open_missing_streams()
    code = _guarded(given)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        code = PIPE_CLOSED
    except OSError:
        _say(given, "error-output-not-writable")
        code = NOT_WRITTEN
    if code in (PIPE_CLOSED, NOT_WRITTEN):
        # Python flushes once more on its way out, and would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def _open_missing_streams() -> None:
    """Open to nowhere what the caller has closed: standard input, output or error."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 -- stays open
            setattr(sys, name, stream)


def _guarded(arguments: list[str]) -> int:
    try:
        return _run(arguments)
    except (click.Abort, KeyboardInterrupt):
        print(file=sys.stderr)
        return INTERRUPTED
    except SystemExit:
        # That is what click makes of a reader who has gone.
        return PIPE_CLOSED


def _run(arguments: list[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A name that the terminal's encoding lacks must not end the program.
            stream.reconfigure(errors="backslashreplace")
    language = asked_language(arguments) or ENGLISH
    if language not in LANGUAGES:
        choices = ", ".join(LANGUAGES)
        _say(arguments, "cli-language-unknown", language=language, choices=choices)
        return UNUSABLE
    texts = catalogue(language)
    root = CommandGroup("sarja", texts, COMMANDS)
    try:
        result = root.main(arguments, prog_name="sarja", standalone_mode=False)
    except (click.UsageError, UsageFault) as error:
        print(usage_message(error, texts), file=sys.stderr)
        return UNUSABLE
    except SarjaError as error:
        print(one_line(texts.text(f"error-{error.code}", **error.params), 400), file=sys.stderr)
        return UNUSABLE
    except OSError:
        _say(arguments, "error-output-not-writable")
        return NOT_WRITTEN
    return result if isinstance(result, int) else 0


def _say(arguments: list[str], key: str, **params: str | int) -> None:
    language = asked_language(arguments) or ENGLISH
    texts = catalogue(language if language in LANGUAGES else ENGLISH)
    print(texts.text(key, **params), file=sys.stderr)
