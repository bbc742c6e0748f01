"""Run the fenced blocks of a page, as a reader would who follows it from its top.

A `console` block has commands after `$ ` and their output below; a line `...` stands for any number
of lines, `[exit 1]` for an exit code that is not 0. A `python` block is a session after `>>> `.
In an `sh` block each line that begins with `sarja` is tried; who is asked something there leaves.
A block of another language that names a file is that file.
"""

import contextlib
import doctest
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.cli.commands import LIMIT, command_environment
from tools.pages import ROOT, Block

RUN = ("console", "python", "sh")
LEAVING = "quit\ny\n"


@dataclass(frozen=True)
class Command:
    """A command of a console block, and what the page shows below it."""

    text: str
    shown: str


def lay_out_folder(folder: Path) -> None:
    """Make the folder look like the repository, with a `sarja` to run beside it."""
    for name in ("docs", "examples", "src", "tests"):
        (folder / name).symlink_to(ROOT / name, target_is_directory=True)
    programs = folder / ".programs"
    programs.mkdir()
    (programs / "sarja").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sarja "$@"\n')
    (programs / "sarja").chmod(0o755)


def run_block(block: Block, folder: Path, names: dict[str, Any]) -> list[str]:
    """What went otherwise than the block shows; `names` are what Python blocks have defined."""
    match block.language:
        case "console":
            return [wrong for command in commands(block.text) for wrong in _run(command, folder)]
        case "python":
            return _run_python(block, folder, names)
        case "sh":
            tried = [line for line in block.text.splitlines() if line.startswith("sarja ")]
            return [wrong for line in tried for wrong in _try(line, folder)]
        case _:
            if block.file:
                (folder / block.file).write_text(block.text, encoding="utf-8")
            return []


def commands(text: str) -> Iterator[Command]:
    """The commands of a console block."""
    assert text.startswith("$ "), "a console block begins with a command"
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield Command(command, shown)


def matches(shown: str, printed: str) -> bool:
    """Whether what a program printed is what the page shows."""
    pattern = "".join(
        r"(?:(?!\[exit ).*\n)*" if line.strip() == "..." else re.escape(line)
        for line in shown.splitlines(keepends=True)
    )
    return re.fullmatch(pattern, printed) is not None


def _run(command: Command, folder: Path) -> list[str]:
    printed = _printed(command.text, folder)
    if matches(command.shown, printed):
        return []
    return [f"$ {command.text}\nshown:\n{command.shown}printed:\n{printed}"]


def _try(line: str, folder: Path) -> list[str]:
    printed = _printed(line, folder, LEAVING)
    return [f"$ {line}\n{printed}"] if "[exit " in printed else []


def _printed(command: str, folder: Path, typed: str = "") -> str:
    """What the command prints, with its exit code below where that is not 0."""
    path = f"{folder / '.programs'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", command],
        input=typed.encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=folder,
        env=command_environment(PATH=path),
        timeout=LIMIT,
        check=False,
    )
    return done.stdout.decode() + (f"[exit {done.returncode}]\n" if done.returncode else "")


def _run_python(block: Block, folder: Path, names: dict[str, Any]) -> list[str]:
    test = doctest.DocTestParser().get_doctest(block.text, {}, "page", None, block.line)
    assert test.examples, "a python block is a session after >>>"
    test.globs = names
    report = io.StringIO()
    with contextlib.chdir(folder):
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
        runner.run(test, out=report.write, clear_globs=False)
    return [report.getvalue()] if report.getvalue() else []
