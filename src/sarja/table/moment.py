"""What holds at a table just now and is no event: it is not stored, and a restart forgets it."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Moment:
    """Who is connected and who is away, and how the clock stands, as the server sees it."""

    here: frozenset[int] = frozenset()
    """The seats whose person has a connection."""
    away: frozenset[int] = frozenset()
    """The seats whose person has not been there for a while."""
    charged: int = 0
    """Milliseconds of the turn that are used up."""
    runs: bool = False
    """Whether the clock of the turn goes on."""
    vote_used: int = 0
    """Milliseconds of the half minute to judge table talk that are used up."""
    vote_runs: bool = False
    """Whether that goes on."""
    hushed: frozenset[int] = frozenset()
    """The seats that have said so much of late that they must wait."""


NOWHEN: Final = Moment()
"""Where nobody is connected, and nobody is missed."""
