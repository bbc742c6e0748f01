"""A bot for `sarja arena`: puts its chips beside its own where it can, else anywhere.

Try it: sarja arena casual "cmd:python3 examples/bot.py" --games 10
"""

import json
import sys
from random import Random

chance = Random()


def worth(move, view):
    """How many chips of the own team lie round the space that the move takes."""
    if "@" not in move:  # the notation is CARD@SPACE to place a chip
        return 0.5
    space = move.split("@")[1]
    column, row = ord(space[0]) - ord("a"), int(space[1:]) - 1
    team = str((view["seat"] - 1) % view["teams"] + 1)
    rows = view["board"][max(0, row - 1) : row + 2]
    return sum(line[max(0, column - 1) : column + 2].count(team) for line in rows)


def answer(message):
    """What is answered to a message, or None."""
    if message["type"] == "hello":
        return {"type": "hello", "name": "neighbour", "author": "Sarja"}
    if message["type"] == "newgame":
        chance.seed(message["seed"])  # the same arena then plays the same games
    if message["type"] == "move":
        best = max(worth(move, message["view"]) for move in message["legal"])
        fitting = [m for m in message["legal"] if worth(m, message["view"]) == best]
        return {"type": "move", "move": chance.choice(fitting)}
    return sys.exit() if message["type"] == "quit" else None


for line in sys.stdin:
    if said := answer(json.loads(line)):
        print(json.dumps(said), flush=True)
