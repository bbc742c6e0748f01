"""A recorded game for people: its last position, or step by step."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from sarja.i18n import Catalogue
from sarja.rules.model import new_position
from sarja.rules.notation import parse_move
from sarja.rules.record import Record, Step
from sarja.tui.desk import Desk, Happened, Left, maker
from sarja.tui.entry import STEPPING, read_number
from sarja.tui.glyphs import glyphs_of
from sarja.tui.prompt import keyboard
from sarja.tui.screen import Screen
from sarja.tui.settings import Ask
from sarja.tui.table import draw_hands
from sarja.tui.words import Words


def draw_final(
    record: Record,
    steps: Sequence[Step],
    catalogue: Catalogue,
    console: Console | None = None,
    *,
    ascii_only: bool = False,
) -> None:
    """Draw the last position of a game that was replayed, with every hand and the outcome."""
    console = console or Screen()
    player = _Player(record, steps, catalogue, console, keyboard(console), ascii_only)
    player.show(len(steps) - 1)


def step_through(
    record: Record,
    steps: Sequence[Step],
    catalogue: Catalogue,
    console: Console | None = None,
    ask: Ask | None = None,
    *,
    ascii_only: bool = False,
) -> None:
    """Show a game that was replayed, one move at a time, as somebody types."""
    console = console or Screen()
    ask = ask or keyboard(console)
    player = _Player(record, steps, catalogue, console, ask, ascii_only)
    try:
        player.run()
    except (Left, EOFError, KeyboardInterrupt):
        console.print()


class _Player:
    """Shows the steps of a game; `at` counts the moves made so far."""

    def __init__(
        self,
        record: Record,
        steps: Sequence[Step],
        catalogue: Catalogue,
        console: Console,
        ask: Ask,
        ascii_only: bool,
    ) -> None:
        glyphs = glyphs_of(console, ascii_only=ascii_only)
        words = Words(catalogue, glyphs, record.game, record.about.get("players", ()))
        self._record = record
        self._steps = steps
        self._desk = Desk(console, words, ask)
        self._at = 0
        board = record.game.variant.board
        before = new_position(record.game)
        self._entries = []
        for step in steps:
            move = parse_move(step.text, board)[0] if step.text is not None else None
            seat = maker(move, before.to_act or before.turn) if move is not None else None
            self._entries.append(Happened(move, seat, before, step.events))
            before = step.state.position

    def show(self, at: int) -> None:
        """Show the game after so many moves."""
        self._at = at
        desk, step = self._desk, self._steps[at]
        desk.log = self._entries[: at + 1]
        position = step.state.position
        last = len(self._steps) - 1
        key = "tui-heading-step" if at else "tui-heading-start"
        move = desk.words.glyphs.cut(step.text or "", 40)
        desk.heading(desk.words.text(key, number=at, count=last, move=move))
        desk.show(*desk.tell(self._entries[at], self._entries[at].seat))
        desk.show_table(position, desk.marks(None))
        desk.show(Text(), *draw_hands(desk.words, step.state))
        if position.outcome is not None:
            desk.show(Text())
            desk.say_loud(desk.words.outcome(position.outcome))

    def run(self) -> None:
        """Step through the game until somebody leaves.

        Raises:
            Left: somebody leaves.
            EOFError: there is no more to read.
        """
        self.show(0)
        while True:
            line, command = self._desk.ask_command(
                self._desk.words.text("tui-ask-replay"), STEPPING
            )
            number = read_number(line)
            # `g` and `G` are known by their size alone.
            command = {"g": "first", "G": "last"}.get(line, command)
            if command == "quit":
                raise Left
            if command == "help":
                self._desk.explain("tui-help-replay")
            elif command in ("first", "last", "previous", "next", "board") or not line:
                self._go(command or "next")
            elif number is not None:
                self._go_to(number)
            elif not self._desk.obey(line, command, self._steps[self._at].state.view(None)):
                self._desk.explain("tui-help-replay")

    def _go(self, command: str) -> None:
        last = len(self._steps) - 1
        aims = {"first": 0, "last": last, "previous": self._at - 1, "next": self._at + 1}
        self._go_to(aims.get(command, self._at))

    def _go_to(self, at: int) -> None:
        last = len(self._steps) - 1
        if at < 0:
            self._desk.say("tui-at-start")
        elif at > last and self._at == last:
            self._desk.say("tui-at-end")
        elif at > last:
            self._desk.say("tui-no-such-move", number=at, count=last)
        else:
            self.show(at)
