"""One seat's end of the desk: what its player sees there, and what may be typed at any prompt."""

from rich.text import Text

from sarja.rules.errors import IllegalMove
from sarja.rules.events import DrawnSeen
from sarja.rules.model import State, View
from sarja.rules.moves import Move, Place, Remove
from sarja.rules.notation import format_move
from sarja.rules.play import check, legal_moves
from sarja.tui.board import Marks
from sarja.tui.desk import Desk
from sarja.tui.settings import Settings
from sarja.tui.table import draw_hand

Answer = tuple[Move, int | None]
"""A move, and the seat that was named with it."""


class Seat:
    """What one player sees, and the prompts they answer; it knows no more than the seat may."""

    def __init__(self, number: int, desk: Desk, settings: Settings) -> None:
        self.number = number
        self.desk = desk
        self.words = desk.words
        self._settings = settings

    @property
    def helped(self) -> bool:
        """Whether legal spaces are shown."""
        return self._settings.help == "spaces"

    @property
    def _shared(self) -> bool:
        """Whether other people play at the same screen."""
        return len(self._settings.persons) > 1

    def take_screen(self, view: View) -> None:
        """Make sure that this player, and nobody else, looks at the screen."""
        desk = self.desk
        if not self._shared or desk.holder == self.number:
            return
        if desk.holder is not None:
            desk.hide()
        name = self.words.name(self.number)
        desk.heading(self.words.text("tui-heading-pass", player=self.words.player(self.number)))
        desk.show(*desk.story(None, desk.since(self.number)))
        while True:
            line, command = desk.ask_command(self.words.text("tui-ask-pass", name=name))
            if command == "help":
                desk.explain("tui-help-pass", "tui-help-commands", name=name)
            elif command in ("hand", "hint"):
                desk.say("tui-hand-hidden", name=name)
            elif not desk.obey(line, command, View(view.position, None, ())):
                break
        desk.holder = self.number
        desk.hide()

    def show_turn(self, view: View, marks: Marks | None = None) -> None:
        """Show the player all there is to know before a move."""
        desk = self.desk
        chip = self.words.chip(desk.game.team_of(self.number))
        desk.heading(f"{chip} {self.words.player(self.number)}")
        if self._shared:
            desk.show(*self._news())
        desk.show_table(view.position, marks or desk.marks(self.number))
        desk.show(Text())
        self.show_hand(view)

    def show_hand(self, view: View) -> None:
        """Show the player's cards."""
        width = self.desk.console.width
        self.desk.show(*draw_hand(self.words, view, width, show_dead=self.helped))

    def _news(self) -> list[Text]:
        """What the player has not seen: the card drawn last, and all that happened since."""
        desk, since = self.desk, self.desk.since(self.number)
        own = desk.log[since - 1].drawn_by(self.number) if since else ()
        drawn = [DrawnSeen(event.seat, event.card, event.occasion) for event in own]
        lines = [Text("  " + self.words.event(event)) for event in drawn]
        return lines + desk.story(self.number, since)

    # Prompts

    def ask(self, view: View, key: str, help_key: str, *, card: str = "") -> str:
        """The next line that is no command; commands are obeyed.

        Raises:
            Left: the player leaves.
            EOFError: there is no more to read.
        """
        desk = self.desk
        chip = self.words.chip(desk.game.team_of(self.number))
        prompt = self.words.text(key, name=self.words.name(self.number), chip=chip, card=card)
        while True:
            line, command = desk.ask_command(prompt)
            if line in view.hand:
                return line
            if command == "help":
                self._explain(view, help_key, card)
            elif command == "hand":
                self.show_hand(view)
            elif command == "hint":
                desk.advise(self._settings.adviser if self.helped else None, view)
            elif not desk.obey(line, command, view):
                return line

    def _explain(self, view: View, key: str, card: str) -> None:
        desk = self.desk
        variant = desk.game.variant
        cards = view.hand or tuple(variant.cards)
        code = next((c for c in cards if variant.cards[c].effect == "place"), cards[0])
        example = f"{code}@{variant.board.names[variant.board.playable[0]]}"
        for move in legal_moves(view.position, view.hand) if self.helped else ():
            if isinstance(move, Place | Remove):
                code, example = move.card, format_move(move, variant.board)
                break
        keys = [key]
        if key == "tui-help-move" and desk.game.draw == "manual":
            keys.append("tui-help-manual")
        if key == "tui-help-move" and desk.game.table_talk == "penalty":
            keys.append("tui-help-talk")
        keys.append("tui-help-commands")
        desk.explain(*keys, card=card, code=code, example=example, seat=self.number)

    def refuse(self, error: IllegalMove) -> None:
        """Say why a move is refused."""
        self.desk.say_loud(self.words.refusal(error))

    def permits(self, view: View, answer: Answer) -> bool:
        """Whether the rules permit the move; if not, the player is told why."""
        # The check asks for no hand but that of the seat that acts.
        seats = range(1, self.desk.game.seats + 1)
        hands = tuple(view.hand if seat == self.number else () for seat in seats)
        move, named = answer
        try:
            check(State(view.position, hands, ()), move, named or self.number)
        except IllegalMove as error:
            self.refuse(error)
            return False
        return True
