"""Files named on the command line, read with a bound; `-` is standard input."""

import contextlib
import secrets
import sys
from pathlib import Path

from sarja.cli.manual import fail
from sarja.rules.errors import SarjaError
from sarja.rules.jsontext import one_line
from sarja.rules.loader import MAX_BYTES, parse_variant
from sarja.rules.variant import Variant
from sarja.variants import builtin_names, builtin_variant


class FileError(SarjaError):
    """A file that cannot be read or written."""


def read_bytes(name: str, limit: int) -> bytes:
    """The bytes of the file, at most one more than the limit, so that the reader can tell.

    Raises:
        FileError: `file-missing`, `file-is-folder`, `file-not-readable`.
    """
    try:
        if name == "-":
            return sys.stdin.buffer.read(limit + 1)
        with Path(name).open("rb") as file:
            return file.read(limit + 1)
    except FileNotFoundError:
        raise FileError("file-missing") from None
    except IsADirectoryError:
        raise FileError("file-is-folder") from None
    except (OSError, ValueError):
        raise FileError("file-not-readable") from None


def write_text(name: str, text: str) -> None:
    """Write the text to the file, whole or not at all.

    Where the name is that of a link, a pipe or a device it stays so, and the text goes through it.

    Raises:
        FileError: `file-not-writable`.
    """
    path = Path(name)
    draft = path.parent / f".{path.name}.{secrets.token_hex(4)}"
    try:
        if path.is_symlink() or (path.exists() and not path.is_file()):
            path.write_text(text, encoding="utf-8", newline="\n")
            return
        with draft.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
        draft.replace(path)
    except (OSError, ValueError):
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise FileError("file-not-writable") from None


def take_place(name: str) -> None:
    """Make the file, empty, so that nobody else writes there.

    Raises:
        FileError: `file-exists`, `file-not-writable`.
    """
    try:
        Path(name).open("x", encoding="utf-8").close()
    except FileExistsError:
        raise FileError("file-exists") from None
    except (OSError, ValueError):
        raise FileError("file-not-writable") from None


def take_numbered_place(name: str, number: int) -> str:
    """Where the evening's game of that number is recorded: the file's name with a number.

    Raises:
        FileError: `file-not-writable`.
    """
    path = Path(name)
    while True:
        place = str(path.with_stem(f"{path.stem}-{number}"))
        try:
            take_place(place)
        except FileError as error:
            if error.code != "file-exists":
                raise
            number += 1
        else:
            return place


def read_variant(name: str) -> Variant:
    """The built-in variant of that name, or the one in the TOML or JSON file of that name.

    Raises:
        FileError: there is no such file, or it cannot be read.
        VariantError: the file holds no variant.
    """
    builtin = builtin_variant(name)
    if builtin is not None:
        return builtin
    if name != "-" and "." not in name and "/" not in name and not is_there(name):
        fail("variant-unknown", name=one_line(name, 60), choices=", ".join(builtin_names()))
    return parse_variant(read_bytes(name, MAX_BYTES))


def is_there(name: str) -> bool:
    """Whether there is something of that name."""
    try:
        return Path(name).exists()
    except OSError:  # a name that no file can have
        return False
