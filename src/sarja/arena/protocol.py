"""What is said to a bot program and what it answers, a JSON object a line (docs/arena.md)."""

import json
import shlex
from collections.abc import Mapping, Sequence
from random import Random
from time import monotonic
from typing import Any, Final

from sarja.arena.errors import FaultyBot, illegal
from sarja.arena.program import LAST_SECONDS, Program, shown
from sarja.rules.errors import IllegalMove
from sarja.rules.jsontext import JsonError, one_line, parse_json
from sarja.rules.loader import variant_data
from sarja.rules.model import Game, View
from sarja.rules.moves import Move
from sarja.rules.notation import parse_move
from sarja.rules.record import view_data
from sarja.rules.variant import Variant

PROTOCOL: Final = 1
HELLO_SECONDS: Final = 30.0
"""So long a program may take to start."""
LONGEST_NAME: Final = 40
LARGEST_SEED: Final = 2**53 - 1
"""So that every language can read the number exactly."""


def read_command(text: str) -> tuple[str, ...] | None:
    """The words of a command line, as a shell would part them; None if it is none."""
    try:
        words = tuple(shlex.split(text))
    except ValueError:
        return None
    sound = bool(words) and bool(words[0]) and "\0" not in text
    return words if sound else None


class ProgramBot:
    """A program on a seat: started when it is wanted, and anew after it has failed."""

    def __init__(self, command: str, variant: Variant, time_ms: int) -> None:
        self._words = read_command(command) or ()
        self._variant, self._time_ms = variant, time_ms
        self._program: Program | None = None
        self.name: str | None = None
        """What it calls itself."""

    def begin(self, game: Game, seat: int, random: Random) -> None:
        """Take the seat: start the program if it does not run, or is out of step."""
        if self._program is not None and not self._program.in_step():
            self.fail()
        if self._program is None:
            self.start()
        self._send(
            type="newgame",
            seat=seat,
            seats=game.seats,
            teams=game.teams,
            options={},
            seed=random.randint(0, LARGEST_SEED),
        )

    def start(self) -> None:
        """Start the program and hear its name.

        Raises:
            FaultyBot: `not-started`, `no-hello`, and what else can be wrong with an answer.
        """
        self._program = Program(self._words)
        hello = {"type": "hello", "protocol": PROTOCOL, "variant": variant_data(self._variant)}
        try:
            answer = self._answer(hello, HELLO_SECONDS)
        except FaultyBot as error:
            if error.fault.code == "late":
                raise FaultyBot("no-hello", seconds=round(HELLO_SECONDS)) from None
            raise
        name = answer.get("name")
        if isinstance(name, str) and name.strip():
            self.name = one_line(name.strip(), LONGEST_NAME)

    def choose(self, view: View, log: Sequence[str]) -> Move:
        """The move that the program answers."""
        seen = view_data(view, log)
        question = {
            "type": "move",
            "view": seen,
            "legal": seen["legal"],
            "time_ms": self._time_ms,
        }
        text = self._answer(question, self._time_ms / 1000).get("move")
        if not isinstance(text, str):
            raise FaultyBot("nonsense", said=one_line(json.dumps(text), LONGEST_NAME))
        try:
            move, seat = parse_move(text, view.position.game.variant.board)
            if seat not in (None, view.seat):
                raise IllegalMove("seat-not-to-act", seat=seat, turn=view.seat or 0)
        except IllegalMove as error:
            raise illegal(one_line(text, LONGEST_NAME), error) from None
        return move

    def end(self, outcome: Mapping[str, Any]) -> None:
        """Tell how the game ended."""
        self._send(type="end", outcome=outcome)

    def fail(self) -> None:
        """End the program at once."""
        if self._program is not None:
            self._program.kill()
            self._program = None

    def part(self) -> None:
        """Tell the program to exit; `close` must follow."""
        if self._program is not None:
            self._program.part(_line({"type": "quit"}))

    def close(self, deadline: float) -> None:
        """End the program, which has until then to exit by itself."""
        if self._program is not None:
            self._program.wait(deadline)
            self.fail()

    def _send(self, **message: Any) -> None:
        if self._program is not None:
            self._program.send(_line(message))

    def _answer(self, message: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """The object that answers the message, of the same type."""
        assert self._program is not None
        line = self._program.ask(_line(message), seconds)
        try:
            answer = parse_json(line.decode())
        except (UnicodeDecodeError, JsonError):
            answer = None
        if not isinstance(answer, dict) or answer.get("type") != message["type"]:
            raise FaultyBot("nonsense", said=shown(line))
        return answer


def close_all(bots: Sequence[ProgramBot]) -> None:
    """Let the programs exit together, and end those that do not."""
    for bot in bots:
        bot.part()
    deadline = monotonic() + LAST_SECONDS
    for bot in bots:
        bot.close(deadline)


def introduce(command: str, variant: Variant) -> str | None:
    """What the program calls itself, asked by starting and ending it.

    Raises:
        FaultyBot: it does not start as it should.
    """
    bot = ProgramBot(command, variant, 0)
    try:
        bot.start()
        bot.part()
        bot.close(monotonic() + LAST_SECONDS)
        return bot.name
    finally:
        bot.fail()


def _line(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"
