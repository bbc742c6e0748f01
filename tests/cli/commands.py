"""Run the command as people do, in a process of its own."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LIMIT = 60
"""Seconds; generous, so that only a hang exceeds it."""


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


def sarja(*arguments: str | Path, given: bytes = b"", **environment: str) -> Result:
    """The exit code and output of `sarja` with these arguments."""
    done = subprocess.run(
        [sys.executable, "-m", "sarja", *map(str, arguments)],
        input=given,
        capture_output=True,
        timeout=LIMIT,
        check=False,
        env=command_environment(**environment),
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def command_environment(**changes: str) -> dict[str, str]:
    """The environment without what would colour the output."""
    kept = {k: v for k, v in os.environ.items() if k not in ("FORCE_COLOR", "SARJA_LANG")}
    return kept | {"PYTHONIOENCODING": "utf-8", "COLUMNS": "80"} | changes


def one_line(result: Result) -> str:
    """Standard error, which must be one line and no traceback."""
    assert "Traceback" not in result.err
    assert result.err.count("\n") == 1, result.err
    return result.err.rstrip("\n")


Data = dict[str, Any]
