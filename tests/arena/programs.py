"""Bot programs for the tests, good and bad: a few lines of Python each."""

import shlex
import sys
from pathlib import Path
from typing import Final

HEAD: Final = """\
import json, os, subprocess, sys, time

def say(**message):
    sys.stdout.write(json.dumps(message) + "\\n")
    sys.stdout.flush()

def hello():
    say(type="hello", name="NAME")

asked = 0
"""

LOOP: Final = """
while line := sys.stdin.readline():
    message = json.loads(line)
    if message["type"] == "hello":
        hello()
    elif message["type"] == "move":
        asked += 1
        legal = message["legal"]
        move = legal[0]
{body}
    elif message["type"] == "quit":
        break
"""

GOOD: Final = "say(type='move', move=move)"


def program(folder: Path, name: str, body: str = GOOD, *, head: str = "", loop: str = LOOP) -> str:
    """The bot's text for a program that does that when it is asked for a move."""
    indented = "\n".join(f"        {line}" for line in body.splitlines())
    path = folder / f"{name}.py"
    path.write_text(HEAD.replace("NAME", name) + head + loop.replace("{body}", indented))
    return "cmd:" + shlex.join([sys.executable, "-I", "-S", str(path)])
