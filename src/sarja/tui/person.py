"""A person at the terminal: what is asked in a turn, and how the answers become a move."""

from collections.abc import Sequence

from rich.text import Text

from sarja.rules.errors import IllegalMove
from sarja.rules.model import View
from sarja.rules.moves import PASS, Exchange, GiveUp, Lock, Place, Remove
from sarja.rules.play import is_dead, legal_moves
from sarja.rules.sequences import offered_lines
from sarja.tui.board import Marks
from sarja.tui.desk import Desk
from sarja.tui.entry import (
    CardChosen,
    Entry,
    MoveAsked,
    NumberGiven,
    SpaceNamed,
    find_command,
    read_entry,
    read_number,
)
from sarja.tui.seat import Answer, Seat
from sarja.tui.settings import Settings
from sarja.tui.table import flow

Play = Place | Remove

LISTED_AT_ONCE = 24
"""Spaces that are listed with numbers; where there are more, they are named."""


class Person:
    """Asks the player of one seat for moves; knows no more than that seat may."""

    def __init__(self, number: int, desk: Desk, settings: Settings) -> None:
        self._desk = desk
        self._words = desk.words
        self._seat = Seat(number, desk, settings)

    def choose(self, view: View) -> Answer:
        """The move that the player wants; the rules have seen no fault in it.

        Raises:
            Left: the player leaves.
            EOFError: there is no more to read.
        """
        self._seat.take_screen(view)
        match view.position.phase:
            case "choose":
                return self._choose_line(view)
            case "forfeit":
                return self._give_up(view)
            case _:
                return self._take_turn(view)

    def offer_draw(self, view: View) -> bool:
        """Whether the player draws now that the play is complete (R13, R14)."""
        self._desk.say("tui-draw-due")
        while True:
            line = self._seat.ask(view, "tui-ask-draw", "tui-help-draw")
            if line in ("", "+", f"{self._seat.number}:+"):
                return line != ""
            self._desk.say("tui-draw-or-not")

    # A turn

    def _take_turn(self, view: View) -> Answer:
        self._seat.show_turn(view)
        stuck = legal_moves(view.position, view.hand) == [PASS]
        if stuck and self._seat.helped:
            self._desk.say("tui-nothing-to-play")
        while True:
            line = self._seat.ask(view, "tui-ask-move", "tui-help-move")
            answer = self._read_turn(line, view)
            if answer is not None and self._seat.permits(view, answer):
                return answer

    def _read_turn(self, line: str, view: View) -> Answer | None:
        """The move that the line asks for, after further questions if need be."""
        match self._read(line, view):
            case MoveAsked(move, seat):
                return move, seat
            case CardChosen(card) if card in view.hand:
                return self._play_card(card, view)
            case CardChosen(card):
                self._seat.refuse(IllegalMove("card-not-held", card=card))
            case entry:
                self._answer_other(entry, view)
        return None

    def _read(self, line: str, view: View) -> Entry | None:
        """What the line says; None, and the reason told, where it says nothing."""
        if not line:
            self._desk.say("tui-empty-line")
            return None
        try:
            return read_entry(line, view)
        except IllegalMove as error:
            self._seat.refuse(error)
            return None

    def _answer_other(self, entry: Entry | None, view: View) -> None:
        """Answer what is no move: a space alone, or a number that is none."""
        match entry:
            case NumberGiven(number):
                self._desk.say("tui-no-such-number", number=number, count=len(view.hand))
            case SpaceNamed(space):
                self._desk.say_space(view.position, space)
            case _:
                pass

    def _play_card(self, card: str, view: View) -> Answer | None:
        """The move that plays the card, or another that the player prefers; None goes back."""
        legal = legal_moves(view.position, view.hand)
        plays = [m for m in legal if isinstance(m, Place | Remove) and m.card == card]
        if plays or not self._seat.helped:
            return self._choose_space(card, plays, view)
        shown = self._words.card(card)
        if not is_dead(view.position, card):
            self._desk.say("tui-card-idle", card=shown)
        elif Exchange(card) not in legal:
            self._desk.say("tui-card-dead-used", card=shown)
        else:
            self._desk.say("tui-card-dead", card=shown)
            return (Exchange(card), None) if self._desk.confirm("tui-ask-exchange") else None
        return None

    def _choose_space(self, card: str, plays: Sequence[Play], view: View) -> Answer | None:
        """The move that plays the card on a space that the player types; None goes back."""
        desk, words = self._desk, self._words
        listed = False
        if self._seat.helped:
            desk.show_table(view.position, Marks(targets=frozenset(move.space for move in plays)))
            listed = len(plays) <= LISTED_AT_ONCE
            if listed:
                self._list_spaces(plays)
            else:
                desk.say("tui-many-spaces", count=len(plays))
        removes = desk.game.variant.cards[card].effect == "remove"
        key = "tui-ask-chip" if removes else "tui-ask-space"
        while True:
            line = self._seat.ask(view, key, "tui-help-space", card=words.card(card))
            command = find_command(line, words.texts)
            number = read_number(line)
            answer: Answer | None = None
            if not line or command == "back":
                return None
            if command == "list" and self._seat.helped:
                self._list_spaces(plays)
                listed = True
            elif number is not None and self._seat.helped:
                answer = self._numbered(number, plays if listed else ())
            elif line == "#":
                answer = Exchange(card), None
            else:
                answer = self._read_space(line, card, view)
            if answer is not None and self._seat.permits(view, answer):
                return answer

    def _list_spaces(self, plays: Sequence[Play]) -> None:
        items = [
            Text(f"{number}) {self._words.space(move.space)} {self._words.label(move.space)}")
            for number, move in enumerate(plays, 1)
        ]
        self._desk.show(*flow(items, self._desk.console.width, even=len(items) > 6))

    def _numbered(self, number: int, plays: Sequence[Play]) -> Answer | None:
        if 1 <= number <= len(plays):
            return plays[number - 1], None
        self._desk.say("tui-no-such-space", number=number, count=len(plays))
        return None

    def _read_space(self, line: str, card: str, view: View) -> Answer | None:
        """The move that plays the card on the space of that name, or a whole move."""
        match self._read(line, view):
            case MoveAsked(move, seat):
                return move, seat
            case SpaceNamed(space):
                removes = self._desk.game.variant.cards[card].effect == "remove"
                return (Remove if removes else Place)(card, space), None
            case CardChosen() | NumberGiven():
                self._desk.say("tui-no-space", card=self._words.card(card))
            case None:
                pass
        return None

    # Lines, and cards to give up

    def _choose_line(self, view: View) -> Answer:
        desk, words = self._desk, self._words
        lines = offered_lines(view.position)
        self._seat.show_turn(view, Marks(targets=frozenset().union(*lines)))
        desk.say("tui-choose-line")
        for number, line in enumerate(lines, 1):
            desk.show(Text(f"  {number}) {words.spaces(line)}"))
        while True:
            typed = self._seat.ask(view, "tui-ask-line", "tui-help-line")
            chosen = read_number(typed)
            answer: Answer | None = None
            if chosen is not None and 1 <= chosen <= len(lines):
                answer = Lock(lines[chosen - 1][0], lines[chosen - 1][-1]), None
            elif chosen is not None:
                desk.say("tui-no-such-line", number=chosen, count=len(lines))
            else:
                answer = self._read_move(typed, view)
            if answer is not None and self._seat.permits(view, answer):
                return answer

    def _give_up(self, view: View) -> Answer:
        self._seat.show_turn(view)
        self._desk.say("tui-give-up")
        while True:
            typed = self._seat.ask(view, "tui-ask-give-up", "tui-help-give-up")
            answer = self._read_move(typed, view)
            if answer is not None and self._seat.permits(view, answer):
                return answer

    def _read_move(self, line: str, view: View) -> Answer | None:
        """The move where no space is asked for: a card alone is given up."""
        match self._read(line, view):
            case MoveAsked(move, seat):
                return move, seat
            case CardChosen(card) if view.position.phase == "forfeit":
                return GiveUp(self._seat.number, card), None
            case CardChosen():
                self._seat.refuse(IllegalMove("line-to-choose"))
            case entry:
                self._answer_other(entry, view)
        return None
