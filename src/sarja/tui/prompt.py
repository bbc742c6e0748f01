"""Lines from the keyboard, whatever the terminal sends."""

import contextlib
import sys
from importlib import import_module

from rich.console import Console

from sarja.tui.settings import Ask


def keyboard(console: Console) -> Ask:
    """Prompts on the console, and the lines that are typed at its standard input."""
    # Gives the arrow keys their meaning, where there is such a library; but keeps no lines, for
    # the next player could read the cards of the last one there.
    with contextlib.suppress(ImportError, AttributeError):
        import_module("readline").set_auto_history(False)

    def ask(prompt: str) -> str:
        console.file.flush()
        try:
            line = input(prompt)
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}"
        except (RuntimeError, ValueError, OSError) as error:  # closed, or the terminal is gone
            raise EOFError from error
        if not sys.stdin.isatty():
            # What a pipe answers is not echoed; without this the next line would follow the prompt.
            console.print()
        return line

    return ask
