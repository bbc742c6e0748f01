"""Lines that are typed while other things happen: read in a thread, and put into an inbox."""

import contextlib
import os
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from queue import SimpleQueue
from typing import Any

from rich.console import Console

from sarja.tui.settings import Ask

CLEAR_LINE = "\r\x1b[K"


@dataclass(frozen=True, slots=True)
class Typed:
    """A line that was typed; None at the end of input."""

    line: str | None


class Keyboard:
    """Prompts for a line without waiting for it; what is shown meanwhile goes above the prompt."""

    def __init__(self, console: Console, ask: Ask, inbox: "SimpleQueue[Any]") -> None:
        self._console = console
        self._ask = ask
        self._inbox = inbox
        self._prompt = ""
        self._reading = False
        self._hidden = False
        self._wanted = threading.Semaphore(0)
        threading.Thread(target=self._read, name="sarja-keyboard", daemon=True).start()

    def want(self, prompt: str, *, quiet: bool = False) -> None:
        """Show the prompt; the next line that is typed goes into the inbox.

        With `quiet` a prompt that is hidden stays so; a line is taken all the same.
        """
        prompt = prompt.rstrip() + " "
        if self._reading and (quiet if self._hidden else prompt == self._prompt):
            return
        self.hide()
        self._prompt = prompt
        if self._reading:
            self._console.file.write(prompt + _typed_so_far())
            self._console.file.flush()
        else:
            self._reading = True
            self._wanted.release()
        self._hidden = False

    def hide(self) -> None:
        """Take the prompt away, for something is to be shown in its place."""
        if not self._reading or self._hidden:
            return
        if self._wanted.acquire(blocking=False):
            # The thread has not shown it yet, and would do so after a second one.
            self._reading = False
            return
        plain = self._console.is_dumb_terminal or not self._console.is_terminal
        self._console.file.write("\n" if plain else CLEAR_LINE)
        self._console.file.flush()
        self._hidden = True

    def take(self, typed: Typed) -> str | None:
        """The line that was typed; from now on another one may be wanted."""
        self._reading = self._hidden = False
        return typed.line

    def _read(self) -> None:
        while True:
            self._wanted.acquire()
            try:
                line: str | None = self._ask(self._prompt)
            except EOFError:
                line = None
            self._inbox.put(Typed(line))


def _typed_so_far() -> str:
    """What has been typed of a line that is not finished, where that is known."""
    readline = sys.modules.get("readline")
    return readline.get_line_buffer() if readline is not None else ""


@contextlib.contextmanager
def terminal_as_it_was() -> Iterator[None]:
    """Leave the terminal in the mode in which it was, also if a line was being typed."""
    try:
        termios: Any = import_module("termios")
        stdin = sys.stdin.fileno()
    except (ImportError, OSError, ValueError):
        yield
        return
    before = termios.tcgetattr(stdin) if os.isatty(stdin) else None
    try:
        yield
    finally:
        if before is not None:
            termios.tcsetattr(stdin, termios.TCSADRAIN, before)
