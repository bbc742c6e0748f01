"""What holds at a table just now and is no event: it is not stored, and a restart forgets it."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Moment:
    """Who is connected and who is away, as the server sees it."""

    here: frozenset[int] = frozenset()
    """The seats whose person has a connection."""
    away: frozenset[int] = frozenset()
    """The seats whose person has not been there for a while."""


NOWHEN: Final = Moment()
"""Where nobody is connected, and nobody is missed."""
