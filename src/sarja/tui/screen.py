"""The terminal as all of Sarja writes to it."""

from typing import NoReturn

from rich.console import Console


class Screen(Console):
    """A console that shows text as it is, and lets the command decide when nobody reads it."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, stderr=stderr)

    def on_broken_pipe(self) -> NoReturn:
        """Raise, where the library would end the program with an exit code of its own.

        Raises:
            BrokenPipeError: always.
        """
        raise BrokenPipeError
