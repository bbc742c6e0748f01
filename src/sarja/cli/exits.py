"""Exit codes, as the help pages list them."""

from typing import Final

DONE: Final = 0
REFUSED: Final = 1
"""What was given is well formed, but not allowed or not sound."""
UNUSABLE: Final = 2
"""What was given cannot be read or used."""
NOT_WRITTEN: Final = 74
"""The output could not be written (EX_IOERR of sysexits.h)."""
INTERRUPTED: Final = 130
"""Stopped by the keyboard (128 + SIGINT)."""
PIPE_CLOSED: Final = 141
"""Nobody reads the output any more (128 + SIGPIPE)."""
