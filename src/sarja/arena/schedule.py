"""Which bots meet, on which seats, in which order: everything follows from the settings.

A *line-up* names the bot of each seat by its index. A *match* is of bots that meet, and a *bout* is
its games on one deck, in which the bots change seats so that neither cards nor seats favour one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count

from sarja.rules.model import Game
from sarja.rules.variant import Setup

LineUp = tuple[int, ...]
Bout = tuple[LineUp, ...]
Pairing = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Match:
    """Bots that meet; its bouts are played in turn, again and again, each on a deck of its own."""

    bots: tuple[int, ...]
    bouts: tuple[Bout, ...]

    def games_of(self, bout: int) -> int:
        """How many games the bout of that number has, from 0."""
        return len(self.bouts[bout % len(self.bouts)])


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to be played; `number` counts from 1 through the arena, `bout` from 0 in a match."""

    number: int
    match: int
    bout: int
    line_up: LineUp


def round_robin(bots: int, setup: Setup) -> tuple[Match, ...]:
    """Everybody against everybody; with three teams and bots enough, every three of them."""
    size = min(bots, setup.teams)
    return tuple(_match(chosen, setup) for chosen in combinations(range(bots), size))


def gauntlet(bots: int, setup: Setup) -> tuple[Match, ...]:
    """The first against all the others."""
    return tuple(match for match in round_robin(bots, setup) if 0 in match.bots)


def mixed(line_ups: Sequence[LineUp]) -> tuple[Match, ...]:
    """A match of each line-up, in which the bots move round the table seat by seat."""
    return tuple(
        Match(tuple(sorted(set(line_up))), (tuple(dict.fromkeys(_rotations(line_up))),))
        for line_up in line_ups
    )


def unpaired(matches: Sequence[Match]) -> tuple[Match, ...]:
    """The same matches, but every game on a deck of its own."""
    return tuple(
        Match(match.bots, tuple((line_up,) for bout in match.bouts for line_up in bout))
        for match in matches
    )


def fixtures(matches: Sequence[Match], games: int) -> Iterator[Fixture]:
    """The games of the arena in order: bout after bout, at least so many games for each match.

    More games continue fewer ones, so an arena that was held can be made longer.
    """
    number = 0
    played = [0] * len(matches)
    for bout in count():
        if min(played) >= games:
            return
        for at, match in enumerate(matches):
            if played[at] < games:
                for line_up in match.bouts[bout % len(match.bouts)]:
                    number += 1
                    yield Fixture(number, at, bout, line_up)
                played[at] += match.games_of(bout)


def opponents(line_up: LineUp, game: Game) -> Iterator[Pairing]:
    """Every two bots that are opponents in the line-up, the lower index first.

    Bots that share a team anywhere are none: what one wins there the other wins too.
    """
    teams = teams_of(line_up, game)
    for a, b in combinations(sorted(teams), 2):
        if not teams[a] & teams[b]:
            yield a, b


def teams_of(line_up: LineUp, game: Game) -> dict[int, set[int]]:
    """The teams that each bot of the line-up plays in."""
    teams: dict[int, set[int]] = {}
    for seat, bot in enumerate(line_up, 1):
        teams.setdefault(bot, set()).add(game.team_of(seat))
    return teams


def _match(bots: tuple[int, ...], setup: Setup) -> Match:
    """Bots that have a team each; two bots for three teams share the third by turns."""
    if len(bots) == setup.teams:
        orders = [bots] if setup.teams == 2 else [bots, (bots[0], *bots[:0:-1])]
        bouts = [_rotations(order) for order in orders]
    else:
        first, second = bots[0], bots[-1]
        bouts = [_rotations((first, first, second)) + _rotations((first, second, second))]
    return Match(
        bots,
        tuple(
            tuple(dict.fromkeys(_seated(teams, setup.seats) for teams in bout)) for bout in bouts
        ),
    )


def _seated(teams: tuple[int, ...], seats: int) -> LineUp:
    """The line-up in which each team is one bot."""
    return tuple(teams[seat % len(teams)] for seat in range(seats))


def _rotations(bots: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [bots[at:] + bots[:at] for at in range(len(bots))]
