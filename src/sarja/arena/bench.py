"""The players of one worker: made when first wanted, kept from game to game, let go at the end."""

from collections.abc import Sequence

from sarja.arena.contest import Contest, Entrant
from sarja.arena.games import Absent, OwnBot, Played, Player, play_fixture
from sarja.arena.program import kill_all
from sarja.arena.protocol import ProgramBot, close_all
from sarja.arena.schedule import Fixture
from sarja.bots.registry import make_bot


class Bench:
    """Plays the games of a contest in this process."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._players: dict[tuple[int, int], Player] = {}

    def play(self, fixture: Fixture) -> Played:
        """The game, played to its end."""
        return play_fixture(self._contest, fixture, self._seated(fixture.line_up))

    def close(self) -> None:
        """Let the programs go."""
        close_all([player for player in self._players.values() if isinstance(player, ProgramBot)])
        self._players.clear()

    def kill(self) -> None:
        """End the programs at once; for a process that ends in the middle of a game."""
        kill_all()

    def _seated(self, line_up: Sequence[int]) -> list[Player]:
        """A player for each seat: a bot on two seats is two, who tell each other nothing."""
        players, taken = [], dict.fromkeys(line_up, 0)
        for bot in line_up:
            key = bot, taken[bot]
            taken[bot] += 1
            if key not in self._players:
                self._players[key] = self._player(self._contest.entrants[bot])
            players.append(self._players[key])
        return players

    def _player(self, entrant: Entrant) -> Player:
        if entrant.fault is not None:
            return Absent(entrant.fault)
        if entrant.command is not None:
            contest = self._contest
            return ProgramBot(entrant.command, contest.game.variant, contest.time_ms)
        return OwnBot(entrant.bot or make_bot(entrant.text))
