"""Run the command as people do."""

import io
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from sarja.cli import main

LIMIT = 60
"""Seconds; generous, so that only a hang exceeds it."""


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


def sarja(*arguments: str | Path, given: bytes = b"", **environment: str) -> Result:
    """The exit code and output of `sarja` with these arguments, run in this process."""
    out, err = _stream(environment), _stream(environment)
    kept = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(given)), out, err
    try:
        with mock.patch.dict(os.environ, command_environment(**environment), clear=True):
            main(list(map(str, arguments)))
    except SystemExit as end:
        assert isinstance(end.code, int)
        return Result(end.code, _text(out), _text(err))
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept


def sarja_process(*arguments: str | Path, given: bytes = b"", **environment: str) -> Result:
    """The same in a process of its own, as people run it."""
    done = subprocess.run(
        [sys.executable, "-m", "sarja", *map(str, arguments)],
        input=given,
        capture_output=True,
        timeout=LIMIT,
        check=False,
        env=command_environment(**environment),
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def _stream(environment: dict[str, str]) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), environment.get("PYTHONIOENCODING", "utf-8"))


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()


def command_environment(**changes: str) -> dict[str, str]:
    """The environment without what would colour the output."""
    kept = {k: v for k, v in os.environ.items() if k not in ("FORCE_COLOR", "SARJA_LANG")}
    return kept | {"PYTHONIOENCODING": "utf-8", "COLUMNS": "80"} | changes


def one_line(result: Result) -> str:
    """Standard error, which must be one line and no traceback."""
    assert "Traceback" not in result.err
    assert result.err.count("\n") == 1, result.err
    return result.err.rstrip("\n")
