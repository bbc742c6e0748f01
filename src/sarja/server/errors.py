"""What the server refuses, or cannot start without."""

from pathlib import Path

from sarja.rules.errors import SarjaError


class ServerError(SarjaError):
    """Something that this server does not do for this client, or not now."""


class StoreError(SarjaError):
    """The folder or the database cannot be used, or has not taken what it was given."""


class VersionTaken(Exception):
    """Somebody else's command came first: read what it made happen, and decide again."""


def describe(error: BaseException) -> str:
    """The kind of an error and where it arose; its text could hold a card or a token."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return type(error).__name__
    return (
        f"{type(error).__name__} ({Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno})"
    )
