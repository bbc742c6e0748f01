"""Holding an arena: games are played, added up in order, kept, and at last judged."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

from sarja.arena.contest import TIME_MS, Contest, Schedule, introduced, make_contest
from sarja.arena.errors import ArenaError
from sarja.arena.games import Clock, Played, Result
from sarja.arena.journal import Journal
from sarja.arena.schedule import Fixture, round_robin
from sarja.arena.sequential import SequentialTest
from sarja.arena.standings import Standings, standings
from sarja.arena.tally import Tally
from sarja.arena.workers import Workers, make_workers
from sarja.bots.registry import Bot
from sarja.rules.model import Game
from sarja.rules.variant import Variant
from sarja.variants import builtin_variant

GAMES: Final = 200
"""How many games a match has unless somebody says otherwise."""

Watch = Callable[[Fixture, Result, Tally], None]
"""Called after each game, in order of their numbers, those of a journal included."""


def hold_arena(
    contest: Contest,
    workers: Workers,
    games: int,
    *,
    test: SequentialTest | None = None,
    journal: Journal | None = None,
    watch: Watch = lambda fixture, result, tally: None,
) -> Standings:
    """The standings after that many games of each match, or when the test has its answer.

    Games that the journal holds are not played again. The result is the same for any workers,
    and for an arena that was stopped and went on. `workers` are closed, whatever happens.
    """
    tally, clock = Tally(contest), Clock()
    held = () if journal is None else journal.results
    with closing(workers):
        for fixture, played in _games(contest.fixtures(games), held, workers):
            clock.add_all(played.clock)
            if journal is not None and fixture.number > len(held):
                journal.keep(played.result)
            finished = tally.add(fixture, played.result)
            watch(fixture, played.result, tally)
            if finished and test is not None and test.verdict(tally.bout_counts((0, 1))):
                break
    return standings(contest, tally, clock, test)


def play_match(
    bots: Sequence[str | Bot],
    *,
    variant: str | Variant = "classic",
    seats: int = 2,
    teams: int | None = None,
    games: int = GAMES,
    seed: int = 1,
    test: SequentialTest | None = None,
    schedule: Schedule = round_robin,
    workers: int | str = 1,
    time_ms: int = TIME_MS,
    out: Path | None = None,
) -> Standings:
    """The standings of bots that all meet on paired deals: what scripts need, in one call.

    A bot is a name from the registry, `cmd:` and a command line, or a bot itself (which several
    workers must be able to pickle). With `out` the games are kept in that file, and not played
    again when it is called again.

    Raises:
        UnknownBot: `bot-unknown`.
        ArenaError: `variant-unknown-here`, `seating-unknown`, `worker-died`, `ray-missing`,
            `journal-other` and the like.
    """
    game = seating(variant, seats, teams)
    contest = introduced(make_contest(bots, game, schedule, seed=seed, time_ms=time_ms))
    with ExitStack() as stack:
        journal = None
        if out is not None:
            journal = stack.enter_context(Journal(out, contest))
            contest = journal.contest
        found = make_workers(contest, workers)
        return hold_arena(contest, found, games, test=test, journal=journal)


def seating(variant: str | Variant, seats: int, teams: int | None = None) -> Game:
    """The game of that many seats; the last seat deals, so seat 1 begins.

    Raises:
        ArenaError: `variant-unknown-here`, `seating-unknown`.
    """
    found = builtin_variant(variant) if isinstance(variant, str) else variant
    if found is None:
        raise ArenaError("variant-unknown-here")
    setup = found.setup(seats, teams)
    if setup is None:
        raise ArenaError("seating-unknown", seats=seats)
    return Game(found, setup, dealer=seats)


def _games(
    fixtures: Iterator[Fixture], held: Sequence[Result], workers: Workers
) -> Iterator[tuple[Fixture, Played]]:
    """Every game in the order of the numbers: those held already, then those played now."""
    for result in held:
        fixture = next(fixtures, None)
        if fixture is None:
            return
        yield fixture, Played(result, Clock())
    given: dict[int, Fixture] = {}
    played: dict[int, Played] = {}

    def give() -> Iterator[Fixture]:
        for fixture in fixtures:
            given[fixture.number] = fixture
            yield fixture

    number = len(held) + 1
    for game in workers.play(give()):
        played[game.result.number] = game
        while number in played:
            yield given.pop(number), played.pop(number)
            number += 1
