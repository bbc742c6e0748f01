"""What is settled before a game in the terminal: who plays what, and how."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from sarja.rules.model import DrawMode, TalkMode, View
from sarja.rules.moves import Move
from sarja.rules.variant import Help, Setup, Variant

Ask = Callable[[str], str]
"""Shows a prompt and returns the line that was typed; raises EOFError where there is no more."""


class Bot(Protocol):
    """A program that plays."""

    def choose(self, view: View, random: Random, /) -> Move:
        """The move it makes in that view."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits in a seat: a person, unless there is a bot."""

    name: str
    bot: Bot | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """A game to be played: the variant and the seating, one player a seat, the table's choices."""

    variant: Variant
    setup: Setup
    players: tuple[Player, ...]
    draw: DrawMode = "auto"
    table_talk: TalkMode = "off"
    help: Help = "spaces"
    seed: int | str | None = None
    """The same seed gives the same game; None draws a secret one."""
    dealer: int | None = None
    """None cuts for the deal, or draws the dealer where the variant has no cut (R4)."""
    date: str | None = None
    """Kept in the record."""
    adviser: Bot | None = None
    """Who is asked for a hint."""
    pause: float = 0.0
    """Seconds between the moves of bots when nobody else plays."""
    step: bool = False
    """Whether somebody who watches presses Enter for each move."""
    ascii_only: bool = False

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, player in enumerate(self.players, 1) if player.bot is None)
