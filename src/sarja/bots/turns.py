"""How far bots look ahead, and back."""

from typing import Final

from sarja.rules.model import Game

PLIES_AHEAD: Final = 6
"""About how far a game is played on before its score is taken for its worth."""
MEMORY: Final = 12
"""So many of the latest turns are asked what they say about hands."""


def turns_ahead(game: Game) -> int:
    """How many more turns a seat has in games that are played on."""
    return max(round(PLIES_AHEAD / game.seats), 1)
