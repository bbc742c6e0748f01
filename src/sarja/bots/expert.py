"""The bots that play games on in their heads; they need the extra `fast`."""

from random import Random

from sarja import kernel
from sarja.bots.turns import turns_ahead
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
        from sarja.bots.search.thinking import think  # noqa: PLC0415 - numba is an extra

        self._think = think
        self._work = simulations, candidates

    def choose(self, view: View, random: Random) -> Move:
        """The legal move that wins most of those games."""
        turns = turns_ahead(view.position.game)
        return self._think(view, random.getrandbits(60), *self._work, turns)[0].move
