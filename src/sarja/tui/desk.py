"""What everybody at one terminal shares: the screen, the log, and the commands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from sarja.i18n import Param
from sarja.rules import model
from sarja.rules.events import (
    ChipPlaced,
    ChipRemoved,
    Drawn,
    DrawnSeen,
    DrawOwed,
    DrewNothing,
    Event,
    GameEnded,
    SeenEvent,
    SequenceClaimed,
    advance,
    redact,
)
from sarja.rules.model import Game, Position, View
from sarja.rules.moves import Draw, Exchange, GiveUp, Lock, Move, Pass, Place, Remove
from sarja.rules.notation import format_move
from sarja.tui.board import NO_MARKS, Layout, Marks, draw_board, lay_out
from sarja.tui.entry import ANSWERS, PLAYING, find_command
from sarja.tui.settings import Ask, Bot
from sarja.tui.table import (
    BOLD,
    FAINT,
    GAP,
    NARROWEST,
    beside,
    draw_below,
    draw_beside,
    draw_legend,
    draw_piles,
    two_columns,
)
from sarja.tui.words import Words

SHOWN_LOG: Final = 20
"""Moves that the command `log` shows; `log all` shows every one."""
FAR: Final = 60
"""Empty lines that hide a hand where nothing can be wiped."""
CLEAR_SCROLLED: Final = "\x1b[3J"
"""Clears what has scrolled out of the screen."""


class Left(Exception):
    """Somebody leaves the game."""


@dataclass(frozen=True, slots=True)
class Happened:
    """One move of the log: who made it, where, and what came of it; no move is the deal."""

    move: Move | None
    seat: int | None
    before: Position
    events: tuple[Event | SeenEvent, ...]

    def drawn_by(self, seat: int) -> tuple[Drawn, ...]:
        """What the seat drew."""
        return tuple(e for e in self.events if isinstance(e, Drawn) and e.seat == seat)


class Desk:
    """The screen of one game, and what has happened so far."""

    def __init__(self, console: Console, words: Words, ask: Ask) -> None:
        self.console = console
        self.words = words
        self.log: list[Happened] = []
        self.holder: int | None = None
        """The seat whose player looks at the screen, where more than one person plays."""
        self._ask = ask

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.words.game

    # Saying

    def say(self, key: str, /, **params: Param) -> None:
        """Print a text of the catalogue."""
        self.show(Text(self.words.text(key, **params)))

    def explain(self, *keys: str, **params: Param) -> None:
        """Print help: what may be typed stands left of a bar in the text, what it does right."""
        lines = [line for key in keys for line in self.words.text(key, **params).split("\n")]
        self.show(*two_columns(lines, self.console.width))

    def say_loud(self, text: str) -> None:
        """Print what must not be overlooked."""
        self.show(Text(text, style=BOLD))

    def say_space(self, position: Position, space: int) -> None:
        """Print what the space shows, and whose chip lies there."""
        name, label = self.words.space(space), self.words.label(space)
        match position.chips[space]:
            case model.CORNER:
                self.say("tui-space-corner", space=name)
            case model.OPEN:
                self.say("tui-space-open", space=name, label=label)
            case team:
                key = "tui-space-locked" if space in position.locked else "tui-space-chip"
                self.say(key, space=name, label=label, team=self.words.team(team))

    def show(self, *lines: Text) -> None:
        """Print lines of text."""
        for line in lines:
            self.console.print(line, highlight=False)

    def heading(self, text: str) -> None:
        """Print a heading that parts one turn from the next."""
        rule = self.words.glyphs.rule
        width = max(0, min(self.console.width, 80) - cell_len(text) - 5)
        line = Text().append(f"{rule * 3} ", style=FAINT).append(text, style=BOLD)
        self.show(Text(), line.append(f" {rule * width}", style=FAINT))

    def hide(self) -> None:
        """Wipe the screen, and what has scrolled out of it, so that nobody reads a hand there."""
        console = self.console
        console.clear()
        if console.is_dumb_terminal or not console.is_terminal:
            console.print("\n" * max(console.height, FAR))
        elif not console.legacy_windows:
            console.file.write(CLEAR_SCROLLED)
            console.file.flush()

    # Asking

    def ask(self, prompt: str) -> str:
        """The line that was typed at the prompt, without the space around it.

        Raises:
            EOFError: there is no more to read.
        """
        return self._ask(self.words.glyphs.legible(prompt) + " ").strip()

    def ask_command(self, prompt: str, among: Sequence[str] = PLAYING) -> tuple[str, str | None]:
        """The line that was typed, and which of those commands it is, if it is one."""
        line = self.ask(prompt)
        return line, find_command(line, self.words.texts, among)

    def confirm(self, key: str) -> bool:
        """Whether the answer to the question is yes; it is asked until it is yes or no.

        Raises:
            Left: the answer is to leave.
        """
        while True:
            _, answer = self.ask_command(self.words.text(key), ANSWERS)
            if answer in ("yes", "no"):
                return answer == "yes"
            if answer == "quit":
                raise Left
            self.say("tui-yes-or-no")

    def leave(self) -> None:
        """Ask whether to leave.

        Raises:
            Left: the answer is yes.
        """
        if self.confirm("tui-ask-leave"):
            raise Left

    def obey(self, line: str, command: str | None, view: View) -> bool:
        """Obey a command that is understood at every prompt; whether it was one."""
        texts, seat = self.words.texts, view.seat
        start = max(0, len(self.log) - SHOWN_LOG)
        first, _, rest = line.partition(" ")
        if rest and find_command(first, texts) == "log" and find_command(rest, texts, ("all",)):
            command, start = "log", 0
        match command:
            case "board":
                self.show_table(view.position, self.marks(seat))
            case "log":
                if start:
                    self.say("tui-log-earlier", count=start)
                self.show(*self.story(seat, start))
            case "piles":
                self.show(*draw_piles(self.words, view.position))
            case "quit":
                self.leave()
            case _:
                return False
        return True

    def advise(self, adviser: Bot | None, view: View) -> None:
        """Show what the adviser would do."""
        if adviser is None or view.seat is None:
            self.say("tui-hint-off")
            return
        move: Move
        if view.position.to_act != view.seat:
            move = Draw(view.seat)  # asked between the play and the draw (R13)
        else:
            move = adviser.choose(view, Random(f"hint/{view.position.ply}"))
        notation = format_move(move, self.game.variant.board)
        words = self.words.move(move, view.seat)
        self.say("tui-hint", words=words, move=notation)

    # Showing

    def layout(self) -> Layout:
        """The layout of the board in the window as it is now."""
        console = self.console
        return lay_out(self.game.variant, self.words.glyphs, console.width, console.height)

    def show_table(self, position: Position, marks: Marks = NO_MARKS) -> None:
        """Draw the board and what lies around it."""
        layout = self.layout()
        if layout.split:
            self.say("tui-too-narrow", width=self.console.width)
        board = draw_board(position, self.words.glyphs, layout, marks)
        legend = draw_legend(self.words, position, marks, narrow=layout.kind == "compact")
        width = self.console.width
        room = width - max(line.cell_len for line in board.split("\n")) - GAP
        if room >= NARROWEST and not layout.split:
            column = draw_beside(self.words, position, legend, room)
            # A line that is cut short says more than one that is broken in two.
            self.console.print(beside(board, column), no_wrap=True, overflow="crop")
        else:
            self.show(board, Text(), *draw_below(self.words, position, legend, width))

    def tell(self, happened: Happened, seat: int | None) -> Iterator[Text]:
        """What happened, in words that the seat may read; how the game ended is told apart."""
        position = happened.before
        for event in happened.events:
            seen = redact(event, seat)
            if isinstance(seen, GameEnded):
                return
            for lost in _lapsed(position, seen):
                yield Text("  " + self.words.lapse(lost))
            line = self.words.event(seen, position)
            if line:
                yield self._told(seen, line)
            position = advance(position, event)

    def story(self, seat: int | None, start: int) -> list[Text]:
        """What happened from that entry of the log on, in words that the seat may read."""
        return [line for happened in self.log[start:] for line in self.tell(happened, seat)]

    def since(self, seat: int | None) -> int:
        """The entry of the log at which the seat's last turn had ended."""
        if seat is None:
            return max(0, len(self.log) - 1)
        for at in range(len(self.log) - 1, -1, -1):
            happened = self.log[at]
            if happened.seat == seat and isinstance(happened.move, Place | Remove | Lock | Pass):
                return at + 1
        return 0

    def marks(self, seat: int | None) -> Marks:
        """The spaces where something is new to the seat."""
        return Marks(
            new=frozenset(
                event.space
                for happened in self.log[self.since(seat) :]
                for event in happened.events
                if isinstance(event, ChipPlaced | ChipRemoved)
            )
        )

    def _told(self, event: SeenEvent, line: str) -> Text:
        """The line with the chip of whoever it is about before it."""
        seat = getattr(event, "seat", None)
        if isinstance(event, SequenceClaimed):
            return Text("  " + line, style=BOLD)
        if seat is None:
            return Text("  " + line)
        return self.words.chip_text(self.game.team_of(seat)).append(" " + line)


def _lapsed(position: Position, event: SeenEvent) -> tuple[int, ...]:
    """The seats that lose a draw by the event (R14)."""
    match event:
        case DrawnSeen() | DrewNothing() if event.occasion == "by hand":
            return position.owed[: position.owed.index(event.seat)]
        case DrawOwed() if event.seat in position.owed:
            return (event.seat,)
        case _:
            return ()


def maker(move: Move, acting: int) -> int | None:
    """The seat that makes the move while another, or the same, is to act."""
    match move:
        case Place() | Remove() | Lock() | Pass() | Exchange():
            return acting
        case GiveUp():
            return move.seat
        case _:
            return getattr(move, "seat", None)
