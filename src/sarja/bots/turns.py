"""How far bots look ahead."""

from typing import Final

from sarja.rules.model import Game

PLIES_AHEAD: Final = 6
"""About how far a game is played on before its score is taken for its worth."""


def turns_ahead(game: Game) -> int:
    """How many more turns a seat has in games that are played on."""
    return max(round(PLIES_AHEAD / game.seats), 1)
