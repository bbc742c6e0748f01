"""The bot that plays as a child does who has just learned the game."""

from random import Random
from typing import Final

from sarja.bots.assessment import lines_through
from sarja.rules.model import CORNER, OPEN, Position, View
from sarja.rules.moves import Exchange, Move, Place, Remove
from sarja.rules.play import legal_moves

LOOKS_AROUND: Final = 0.3
"""How often it sees at all what the others are building."""
CARELESSNESS: Final = 1.5
"""By how many chips it may misjudge a line."""


class Beginner:
    """Finishes a sequence when it sees it, overlooks blocks, and spends jacks early."""

    name = "beginner"

    def choose(self, view: View, random: Random) -> Move:
        """A legal move that makes sense, if not much; jacks are cards like others to it."""
        position = view.position
        moves = legal_moves(position, view.hand)
        plays = [move for move in moves if isinstance(move, Place | Remove)]
        if not plays:
            return random.choice(moves)
        if exchanges := [move for move in moves if isinstance(move, Exchange)]:
            return random.choice(exchanges)
        looks = random.random() < LOOKS_AROUND
        worths = [_worth(position, play, looks) + CARELESSNESS * random.random() for play in plays]
        return plays[worths.index(max(worths))]


def _worth(position: Position, play: Place | Remove, looks: bool) -> int:
    """About how many chips in a row the play is good for, by a child's eye."""
    own = position.game.team_of(position.turn)
    rivals = [team for team in range(1, position.game.teams + 1) if team != own]
    theirs = max(_most_in_line(position, rival, play.space) for rival in rivals)
    if isinstance(play, Remove):
        return theirs - 1
    mine = _most_in_line(position, own, play.space)
    length = position.game.variant.board.line_length
    if mine == length - 1:
        return 2 * length
    return max(mine, theirs) if looks else mine


def _most_in_line(position: Position, team: int, space: int) -> int:
    """The most chips of the team on the other spaces of a line through it that no rival blocks."""
    board, chips = position.game.variant.board, position.chips
    most = 0
    for line in lines_through(board)[space]:
        others = [chips[other] for other in board.lines[line] if other != space]
        chips_of_team = sum(chip in (team, CORNER) for chip in others)
        if chips_of_team + others.count(OPEN) == len(others):
            most = max(most, chips_of_team)
    return most
