"""What is played in an arena: the game, the bots, who meets whom, and the seed of it all."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from sarja.arena.errors import ArenaError, BotFault, FaultyBot
from sarja.arena.protocol import introduce
from sarja.arena.schedule import Fixture, Match, Pairing, fixtures, opponents
from sarja.bots.registry import Bot, make_bot
from sarja.rules.chance import Chance, seeded_chance, seeded_deck
from sarja.rules.jsontext import one_line
from sarja.rules.loader import variant_data
from sarja.rules.model import Game
from sarja.rules.record import variant_hash
from sarja.rules.variant import Setup

COMMAND: Final = "cmd:"
"""What a bot's text begins with when a command line follows that starts it."""
LONGEST_NAME: Final = 60
TIME_MS: Final = 5000
MOST_PLIES: Final = 10_000
"""Moves after which a game is a draw: some variants let bots go on for ever."""

Schedule = Callable[[int, Setup], tuple[Match, ...]]
"""Who meets whom, from the number of bots and the seating: `round_robin`, `gauntlet`, …"""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot that takes part: its name in the results, and the text that says what it is.

    `bot` is the bot itself where it is not to be found by its text. `fault` is why a program
    could not be started when the arena began: then its games are lost without trying again.
    """

    name: str
    text: str
    bot: Bot | None = None
    fault: BotFault | None = None

    @property
    def command(self) -> str | None:
        """The command line of a program, or None for a bot of ours."""
        return self.text.removeprefix(COMMAND) if self.text.startswith(COMMAND) else None


@dataclass(frozen=True, slots=True)
class Contest:
    """Everything from which the games of an arena follow."""

    game: Game
    entrants: tuple[Entrant, ...]
    matches: tuple[Match, ...]
    seed: int = 1
    time_ms: int = TIME_MS
    most_plies: int = MOST_PLIES

    def fixtures(self, games: int) -> Iterator[Fixture]:
        """The games in order, at least so many for each match."""
        return fixtures(self.matches, games)

    def deck(self, fixture: Fixture) -> tuple[str, ...]:
        """The deck of a game: the same for all games of a bout, and in every match."""
        return seeded_deck(self.game.variant, self._luck(fixture))

    def chance(self, fixture: Fixture) -> Chance:
        """The reshuffles of a game, which follow from their number: pairs stay paired."""
        return seeded_chance(self._luck(fixture))

    def random(self, fixture: Fixture, seat: int) -> Random:
        """What the bot on that seat draws its chance from."""
        return Random(f"{self.seed}/game {fixture.number}/seat {seat}")

    def are_opponents(self, pair: Pairing) -> bool:
        """Whether the two bots are ever opponents."""
        line_ups = (one for match in self.matches for bout in match.bouts for one in bout)
        return any(pair in opponents(line_up, self.game) for line_up in line_ups)

    def data(self) -> Mapping[str, Any]:
        """The plain data from which the games follow, to tell one arena from another."""
        game = self.game
        return {
            "variant": game.variant.id,
            "variant_hash": variant_hash(variant_data(game.variant)),
            "seats": game.seats,
            "teams": game.teams,
            "seed": self.seed,
            "time_ms": self.time_ms,
            "most_plies": self.most_plies,
            "bots": [entrant.text for entrant in self.entrants],
            "matches": [match.bouts for match in self.matches],
        }

    def _luck(self, fixture: Fixture) -> str:
        return f"{self.seed}/bout {fixture.bout}"


def make_contest(
    bots: Sequence[str | Bot],
    game: Game,
    schedule: Schedule,
    *,
    seed: int = 1,
    time_ms: int = TIME_MS,
    most_plies: int = MOST_PLIES,
) -> Contest:
    """The contest between those bots; of two with one name the second is called `NAME 2`.

    Raises:
        UnknownBot: `bot-unknown`.
    """
    matches = schedule(len(bots), game.setup)
    return Contest(game, enter(bots), matches, seed, time_ms, most_plies)


def enter(bots: Sequence[str | Bot]) -> tuple[Entrant, ...]:
    """The entrants for those bots; of two with the same name the second is called `NAME 2`.

    Raises:
        UnknownBot: `bot-unknown`.
        ArenaError: `programs-need-posix`.
    """
    entrants: list[Entrant] = []
    for bot in bots:
        if not isinstance(bot, str):
            entrants.append(Entrant(bot.name, f"bot:{bot.name}", bot))
        elif bot.startswith(COMMAND):
            if os.name != "posix":
                raise ArenaError("programs-need-posix")
            entrants.append(Entrant(one_line(bot, LONGEST_NAME), bot))
        else:
            entrants.append(Entrant(make_bot(bot).name, bot))
    return named_apart(entrants)


def named_apart(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """The entrants, none with the name of another."""
    taken: list[str] = []
    for entrant in entrants:
        name, number = entrant.name, 1
        while name in taken:
            number += 1
            name = f"{entrant.name} {number}"
        taken.append(name)
    return tuple(replace(entrant, name=name) for name, entrant in zip(taken, entrants, strict=True))


def introduced(contest: Contest) -> Contest:
    """The contest with every program by the name that it gives itself.

    A program that does not start takes part all the same, and loses every game.
    """
    entrants = []
    for entrant in contest.entrants:
        if entrant.command is None:
            entrants.append(entrant)
            continue
        try:
            name = introduce(entrant.command, contest.game.variant) or entrant.name
            entrants.append(replace(entrant, name=name))
        except FaultyBot as error:
            entrants.append(replace(entrant, fault=error.fault))
    return replace(contest, entrants=named_apart(entrants))


def renamed(contest: Contest, names: Sequence[str]) -> Contest:
    """The contest with those names for the bots."""
    pairs = zip(contest.entrants, names, strict=True)
    return replace(contest, entrants=tuple(replace(bot, name=name) for bot, name in pairs))
