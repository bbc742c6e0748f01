"""The strongest bot: it thinks longer than expert, and plays the end out."""

import os
from random import Random
from typing import Final

from sarja import kernel
from sarja.bots.turns import MEMORY, turns_ahead
from sarja.rules.model import View
from sarja.rules.moves import Move

SEARCHES: Final = 2
PLAYED_OUT: Final = 6
"""With so few cards in the deck for each seat, games are played to their end."""
LONGEST: Final = 80
"""Plies after which they are cut all the same: some games go on for long, or for ever."""


class Master:
    """Two searches with seeds of their own, added up, in worlds that go with what was played."""

    name = "master"

    def __init__(self, simulations: int = 1500, candidates: int = 12, threads: int = 0) -> None:
        """Compile the search, or read it from the cache.

        With no `threads` both searches run at once where there are processors to spare. That
        changes the time and not the move.

        Raises:
            SarjaError: `extra-missing`.
        """
        kernel.require()
        from sarja.bots.search import thinking  # noqa: PLC0415 - numba is an extra

        self._thinking = thinking
        self._work = simulations, candidates
        self._threads = threads or (SEARCHES if (os.cpu_count() or 1) >= 2 * SEARCHES else 1)

    def choose(self, view: View, random: Random) -> Move:
        """The legal move that wins most of those games."""
        simulations, candidates = self._work
        position = view.position
        turns = turns_ahead(position.game)
        if position.deck_size <= PLAYED_OUT * position.game.seats:
            turns = max(LONGEST // position.game.seats, turns)
        effort = self._thinking.Effort(simulations, candidates, turns, MEMORY, SEARCHES)
        return self._thinking.think(view, random.getrandbits(60), effort, self._threads)[0].move
