"""What a seat can ask for. Moves are values: equal when they ask for the same."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Place:
    """Play the card and put a chip on the space (R8); a wild card goes on any open space (R9)."""

    card: str
    space: int


@dataclass(frozen=True, slots=True)
class Remove:
    """Play the card and take an opponent's chip off the space (R10)."""

    card: str
    space: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """Put the dead card on the discard pile and take another (R12)."""

    card: str


@dataclass(frozen=True, slots=True)
class Lock:
    """Lock the line from `first` to `last`, where more than one could be (R22)."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Play nothing, for want of anything to play (R17)."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the card that a play has earned, where players draw by hand (R13, R14)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TableTalk:
    """Table talk is ruled against the team (R16); no seat makes this move."""

    team: int


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Put a card on the discard pile for table talk, without a replacement (R16)."""

    seat: int
    card: str


Move = Place | Remove | Exchange | Lock | Pass | Draw | TableTalk | GiveUp

PASS: Final = Pass()
