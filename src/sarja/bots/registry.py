"""What a bot is, and every bot by its name."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final, Protocol

from sarja import kernel
from sarja.bots.beginner import Beginner
from sarja.bots.casual import Casual
from sarja.bots.club import Club
from sarja.bots.expert import Expert
from sarja.bots.master import Master
from sarja.bots.uniform import Uniform
from sarja.kernel import EXTRA
from sarja.rules.errors import SarjaError
from sarja.rules.model import View
from sarja.rules.moves import Move


class Bot(Protocol):
    """Something that plays.

    What it does, in a line for people, stands in the catalogue under `bot-NAME`.
    """

    @property
    def name(self) -> str:
        """The name that the registry knows it by."""

    def choose(self, view: View, random: Random) -> Move:
        """A legal move of the view's seat, which must be the one that has to act.

        All chance comes from `random`: the same view and the same `random` give the same move.
        """


class UnknownBot(SarjaError):
    """A name that no bot has; `known` lists those there are."""

    def __init__(self, name: str) -> None:
        super().__init__("bot-unknown", name=name, known=", ".join(bot_names()))


# From weak to strong.
_MAKERS: Final[Mapping[str, Callable[[], Bot]]] = MappingProxyType(
    {maker.name: maker for maker in (Uniform, Beginner, Casual, Club, Expert, Master)}
)


_NEEDING_KERNEL: Final = frozenset({Expert.name, Master.name})


def bot_names() -> tuple[str, ...]:
    """The names of all bots, from weak to strong."""
    return tuple(_MAKERS)


def playable_bots() -> tuple[str, ...]:
    """The names of those that can play with the extras that are installed."""
    return tuple(name for name in _MAKERS if extra_missing(name) is None)


def extra_missing(name: str) -> str | None:
    """The extra that the bot of that name needs and that is not installed."""
    return EXTRA if name in _NEEDING_KERNEL and not kernel.is_there() else None


def make_bot(name: str) -> Bot:
    """A new bot of that name.

    Raises:
        UnknownBot: `bot-unknown`.
        SarjaError: `extra-missing`, where an extra is needed and not installed.
    """
    if name not in _MAKERS:
        raise UnknownBot(name)
    return _MAKERS[name]()
