"""What can be wrong, as one tree of errors with stable codes.

An error carries a `code` and `params`, never a sentence: the catalogue turns them into words
(key `error-CODE`), so every reader gets their own language.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

Param = str | int
"""What a message may be filled with."""

RULE_OF_ERROR: Final[Mapping[str, str]] = MappingProxyType(
    {
        "move-unreadable": "R7",
        "seat-not-to-act": "R5",
        "card-unknown": "R8",
        "card-not-held": "R8",
        "space-off-board": "R8",
        "space-taken": "R8",
        "space-not-named": "R8",
        "space-corner": "R9",
        "card-only-removes": "R10",
        "card-never-removes": "R10",
        "removal-corner": "R10",
        "removal-open": "R10",
        "removal-own": "R10",
        "removal-locked": "R19",
        "exchange-jack": "R11",
        "exchange-alive": "R12",
        "exchange-used": "R12",
        "draw-automatic": "R13",
        "draw-not-owed": "R14",
        "reshuffle-missing": "R15",
        "reshuffle-wrong": "R15",
        "talk-off": "R16",
        "talk-not-now": "R16",
        "talk-team-unknown": "R16",
        "talk-team-alone": "R16",
        "card-to-give-up": "R16",
        "card-not-asked": "R16",
        "pass-play-possible": "R17",
        "pass-exchange-possible": "R17",
        "line-to-choose": "R22",
        "line-not-asked": "R22",
        "line-not-offered": "R22",
        "over-won": "R23",
        "over-blocked": "R24",
    }
)
"""The rule that each refusal cites."""


class SarjaError(Exception):
    """Anything that Sarja refuses, with a code that never changes and the facts for its message."""

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(code, params)
        self.code = code
        self.params: dict[str, Param] = params


class IllegalMove(SarjaError):
    """A move that the rules do not allow, or that cannot be read; the game stands as it stood."""

    @property
    def rule(self) -> str:
        """The rule that forbids it, as `R19`."""
        return RULE_OF_ERROR[self.code]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in data that somebody wrote, and where.

    `path` is a key path such as `setups[2].hand`; `row` and `column` count from 1 in the grid;
    `line` counts from 1 in the file, and is known for faults of syntax only.
    """

    code: str
    path: str = ""
    params: Mapping[str, Param] = field(default_factory=dict)
    row: int | None = None
    column: int | None = None
    line: int | None = None


class RecordError(SarjaError):
    """Something that is no record of a game; `place` is where in it, as `moves[3]`."""

    def __init__(self, code: str, place: str = "", **params: Param) -> None:
        super().__init__(code, **params)
        self.place = place


class VariantError(SarjaError):
    """Something that is no variant, with every fault that was found, in the order of looking."""

    def __init__(self, faults: tuple[Fault, ...], *, readable: bool = True) -> None:
        super().__init__("variant-faults", count=len(faults))
        self.faults = faults
        self.readable = readable
