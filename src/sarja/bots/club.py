"""The bot that looks one move ahead with a table learned from games against itself."""

from random import Random

from sarja.bots.assessment import Assessment
from sarja.bots.learned import table_for
from sarja.rules.model import View
from sarja.rules.moves import Move


class Club:
    """Plays the move of the highest score."""

    name = "club"

    def choose(self, view: View, random: Random) -> Move:
        """The legal move that the table scores highest; among equals, any."""
        scores = Assessment(view, table_for(view.position.game, "played").weights).scores()
        highest = max(scores.values())
        return random.choice([move for move, score in scores.items() if score == highest])
