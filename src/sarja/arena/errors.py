"""What an arena cannot go on with, and what a bot can do wrong."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from sarja.rules.errors import IllegalMove, Param, SarjaError


class ArenaError(SarjaError):
    """Something that keeps an arena from being held."""


FAULTS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "failed": ("error",),
        # And what the rule's own message needs.
        "illegal": ("move", "error", "rule"),
        "not-started": ("reason",),
        "no-hello": ("seconds",),
        "late": ("ms",),
        "ended": ("number",),
        "ended-saying": ("number", "said"),
        "ended-by-signal": ("number",),
        "ended-by-signal-saying": ("number", "said"),
        "closed": (),
        "nonsense": ("said",),
        "unasked": ("said",),
        "too-long": ("limit",),
    }
)
"""The codes of faults, and the parameters of each."""


@dataclass(frozen=True, slots=True)
class BotFault:
    """What a bot did that lost its game: `arena-fault-CODE` of the catalogue says it."""

    code: str
    params: Mapping[str, Param] = field(default_factory=dict)

    @property
    def is_known(self) -> bool:
        """Whether there is such a fault, with those parameters."""
        wanted = FAULTS.get(self.code)
        if wanted is None or not all(type(value) in (str, int) for value in self.params.values()):
            return False
        names = set(self.params)
        return names >= set(wanted) if self.code == "illegal" else names == set(wanted)


class FaultyBot(Exception):
    """A bot cannot go on with its game."""

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(code, params)
        self.fault = BotFault(code, params)

    def __reduce__(self) -> str | tuple[object, ...]:
        return _faulty, (self.fault,)


def illegal(text: str, error: IllegalMove) -> FaultyBot:
    """What a bot did whose move, in notation, the rules refuse."""
    return FaultyBot("illegal", move=text, error=error.code, rule=error.rule, **error.params)


def _faulty(fault: BotFault) -> FaultyBot:
    return FaultyBot(fault.code, **fault.params)
