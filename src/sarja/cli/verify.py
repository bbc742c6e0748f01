"""`sarja verify`: whether a record has the shuffles that were committed to."""

import sys

import click

from sarja.cli.exits import DONE, REFUSED, UNUSABLE
from sarja.cli.files import FileError, read_bytes
from sarja.cli.manual import ManualCommand
from sarja.cli.replay import refusal, unusable
from sarja.i18n import Catalogue
from sarja.rules.commitments import CommitmentError, verify
from sarja.rules.errors import RecordError
from sarja.rules.record import MAX_BYTES, MoveError, ResultError, parse_record
from sarja.variants import builtin_variant


def command(texts: Catalogue) -> click.Command:
    """The command."""

    def action(file: str) -> int:
        return _verify(file, texts)

    return ManualCommand("verify", texts, action, [click.Argument(["file"], metavar="FILE")])


def _verify(file: str, texts: Catalogue) -> int:
    try:
        record = parse_record(read_bytes(file, MAX_BYTES), builtin_variant)
        for number, kept in enumerate(verify(record)):
            print(texts.text("cli-verify-kept", number=number, hash=kept.hash))
    except (FileError, RecordError) as error:
        print(unusable(file, error, texts), file=sys.stderr)
        return UNUSABLE
    except (MoveError, ResultError) as error:
        print(refusal(error, texts), file=sys.stderr)
        return REFUSED
    except CommitmentError as error:
        sys.stdout.flush()
        print(texts.text(f"error-{error.code}", **error.params), file=sys.stderr)
        return REFUSED
    print(texts.text("cli-verify-sound"))
    return DONE
