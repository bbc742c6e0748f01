"""What an arena cannot go on with, and what a bot can do wrong."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sarja.rules.errors import IllegalMove, Param, SarjaError


class ArenaError(SarjaError):
    """Something that keeps an arena from being held."""


@dataclass(frozen=True, slots=True)
class BotFault:
    """What a bot did that lost its game: `arena-fault-CODE` of the catalogue says it."""

    code: str
    params: Mapping[str, Param] = field(default_factory=dict)


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
