"""The bot that tries its moves in games that begin as it sees the table."""

from random import Random

from sarja import kernel
from sarja.bots.turns import MEMORY, turns_ahead
from sarja.rules.model import View
from sarja.rules.moves import Move


class Expert:
    """Tries its dozen best moves in a thousand games that begin as it sees the table."""

    name = "expert"

    def __init__(self, simulations: int = 1000, candidates: int = 12) -> None:
        """Compile the search, or read it from the cache.

        Raises:
            SarjaError: `extra-missing`.
        """
        kernel.require()
        from sarja.bots.search import thinking  # noqa: PLC0415 - numba is an extra

        self._thinking = thinking
        self._work = simulations, candidates

    def choose(self, view: View, random: Random) -> Move:
        """The legal move that wins most of those games."""
        simulations, candidates = self._work
        turns = turns_ahead(view.position.game)
        effort = self._thinking.Effort(simulations, candidates, turns, MEMORY)
        return self._thinking.think(view, random.getrandbits(60), effort)[0].move
