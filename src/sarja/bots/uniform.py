"""The bot that plays any legal move."""

from random import Random

from sarja.rules.model import View
from sarja.rules.moves import Move
from sarja.rules.play import legal_moves


class Uniform:
    """Plays any legal move, each with the same chance; the others are measured against it."""

    name = "random"

    def choose(self, view: View, random: Random) -> Move:
        """Any legal move of the seat that must act."""
        return random.choice(legal_moves(view.position, view.hand))
