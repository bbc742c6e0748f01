"""One game between bots: the referee asks, the bots answer, and a bot that fails has lost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any, Literal, Protocol

from sarja.arena.contest import Contest
from sarja.arena.errors import BotFault, FaultyBot, illegal
from sarja.arena.schedule import Fixture
from sarja.bots.registry import Bot
from sarja.rules.errors import IllegalMove
from sarja.rules.model import Game, State, View
from sarja.rules.moves import Move
from sarja.rules.notation import format_move
from sarja.rules.play import deal, play
from sarja.rules.record import outcome_data

Ending = Literal["sequences", "blocked", "limit", "fault"]


class Player(Protocol):
    """Who sits on a seat for the referee: a bot of ours, or a program."""

    def begin(self, game: Game, seat: int, random: Random) -> None:
        """Take the seat in a new game.

        Raises:
            FaultyBot: the bot cannot play.
        """

    def choose(self, view: View, log: Sequence[str]) -> Move:
        """The bot's move; `log` has all moves so far, as text. Whether it is legal is not known.

        Raises:
            FaultyBot: there is none.
        """

    def end(self, outcome: Mapping[str, Any]) -> None:
        """Hear how the game ended."""

    def fail(self) -> None:
        """Leave the game after a fault."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game went. After a fault the team of `faulty`, a seat, has lost.

    `winner` is a team; where one of three has lost by a fault nobody has won.
    """

    number: int
    ending: Ending
    winner: int | None
    moves: tuple[str, ...]
    faulty: int | None = None
    fault: BotFault | None = None

    def points(self, game: Game, team: int) -> float:
        """What the game was worth for the team: more than another's is a win over it."""
        if self.faulty is not None and game.team_of(self.faulty) == team:
            return -1.0
        return 1.0 if self.winner == team else 0.0


def team_that_has_won(game: Game, faulty: int) -> int | None:
    """The team that wins by the fault of that seat; with three teams nobody does."""
    return 3 - game.team_of(faulty) if game.teams == 2 else None


@dataclass(slots=True)
class Clock:
    """How long each bot of a game thought, in seconds, and over how many moves."""

    seconds: dict[int, float] = field(default_factory=dict)
    moves: dict[int, int] = field(default_factory=dict)

    def add(self, bot: int, seconds: float, moves: int = 1) -> None:
        """Add what a bot took."""
        self.seconds[bot] = self.seconds.get(bot, 0.0) + seconds
        self.moves[bot] = self.moves.get(bot, 0) + moves

    def add_all(self, other: "Clock") -> None:
        """Add what another clock has."""
        for bot, seconds in other.seconds.items():
            self.add(bot, seconds, other.moves[bot])


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: its result, and how long the bots took, which nothing repeats."""

    result: Result
    clock: Clock


class OwnBot:
    """A bot of ours on a seat."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._random = Random(0)

    def begin(self, game: Game, seat: int, random: Random) -> None:
        """Take the seat."""
        self._random = random

    def choose(self, view: View, log: Sequence[str]) -> Move:
        """The bot's move; whatever goes wrong in it is the bot's fault."""
        try:
            move: object = self._bot.choose(view, self._random)
        except Exception as error:
            raise FaultyBot("failed", error=type(error).__name__) from error
        if not isinstance(move, Move):
            raise FaultyBot("failed", error=type(move).__name__)
        return move

    def end(self, outcome: Mapping[str, Any]) -> None:
        """Nothing: the bot remembers no game."""

    def fail(self) -> None:
        """Nothing."""


class Absent:
    """A bot that could not be started: it loses when a game begins."""

    def __init__(self, fault: BotFault) -> None:
        self._fault = fault

    def begin(self, game: Game, seat: int, random: Random) -> None:
        """Nothing but the fault."""
        raise FaultyBot(self._fault.code, **self._fault.params)

    def choose(self, view: View, log: Sequence[str]) -> Move:
        """Nothing but the fault."""
        raise FaultyBot(self._fault.code, **self._fault.params)

    def end(self, outcome: Mapping[str, Any]) -> None:
        """Nothing."""

    def fail(self) -> None:
        """Nothing."""


def play_fixture(contest: Contest, fixture: Fixture, players: Sequence[Player]) -> Played:
    """The game between the players, one a seat."""
    return _Course(contest, fixture, players).run()


class _Course:
    def __init__(self, contest: Contest, fixture: Fixture, players: Sequence[Player]) -> None:
        self._contest, self._fixture, self._players = contest, fixture, players
        self._chance = contest.chance(fixture)
        self._state, _ = deal(contest.game, contest.deck(fixture))
        self._log: list[str] = []
        self._clock = Clock()
        self._seat = 0
        self._begun = 0

    def run(self) -> Played:
        try:
            result = self._play()
        except FaultyBot as error:
            result = self._lost(error.fault)
        self._tell(result)
        return Played(result, self._clock)

    def _play(self) -> Result:
        contest = self._contest
        for seat, player in enumerate(self._players, 1):
            self._seat = seat
            player.begin(contest.game, seat, contest.random(self._fixture, seat))
            self._begun = seat
        while (to_act := self._state.position.to_act) is not None:
            if len(self._log) >= contest.most_plies:
                return Result(self._fixture.number, "limit", None, tuple(self._log))
            self._seat = to_act
            self._state = self._after(self._ask(to_act))
        outcome = self._state.position.outcome
        assert outcome is not None
        return Result(self._fixture.number, outcome.reason, outcome.winner, tuple(self._log))

    def _ask(self, seat: int) -> Move:
        view = self._state.view(seat)
        start = perf_counter()
        try:
            return self._players[seat - 1].choose(view, self._log)
        finally:
            self._clock.add(self._fixture.line_up[seat - 1], perf_counter() - start)

    def _after(self, move: Move) -> State:
        board = self._contest.game.variant.board
        try:
            state, _ = play(self._state, move, self._chance, self._seat)
        except IllegalMove as error:
            raise illegal(format_move(move, board), error) from None
        self._log.append(format_move(move, board))
        return state

    def _lost(self, fault: BotFault) -> Result:
        winner = team_that_has_won(self._contest.game, self._seat)
        return Result(self._fixture.number, "fault", winner, tuple(self._log), self._seat, fault)

    def _tell(self, result: Result) -> None:
        """Tell the players how it ended; the faulty one is not asked any more."""
        position = self._state.position
        outcome = outcome_data(position.outcome) or {
            "winner": result.winner,
            "reason": result.ending,
            "sequences": [
                position.count_sequences(team) for team in range(1, position.game.teams + 1)
            ],
        }
        for seat, player in enumerate(self._players, 1):
            if seat == result.faulty:
                player.fail()
            elif seat <= self._begun:
                player.end(outcome)
