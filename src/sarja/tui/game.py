"""A whole game in the terminal: people and bots take their turns, and a record comes out."""

import secrets
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from random import Random
from time import sleep
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from sarja.i18n import Catalogue
from sarja.rules.chance import CutRound, cut_for_deal, next_dealer, seeded_chance, seeded_deck
from sarja.rules.events import Reshuffled
from sarja.rules.model import Game, new_position
from sarja.rules.moves import Draw, Lock, Move, Place, Remove
from sarja.rules.notation import format_move
from sarja.rules.play import deal, play
from sarja.rules.record import Record
from sarja.tui.desk import Desk, Happened, Left, maker
from sarja.tui.glyphs import glyphs_of
from sarja.tui.person import Person
from sarja.tui.settings import Ask, Settings
from sarja.tui.words import Words
from sarja.variants import builtin_variant

MOST_WATCHED: Final = 10_000
"""Moves after which bots that play by themselves are stopped."""


def play_game(settings: Settings, console: Console, catalogue: Catalogue, ask: Ask) -> Record:
    """The record of the game that is played on the console; unfinished where somebody leaves.

    The same seed and the same answers give the same game.
    """
    return Sitting(settings, console, catalogue, ask).run()


def play_games(
    settings: Settings, console: Console, catalogue: Catalogue, ask: Ask
) -> Iterator[Record]:
    """The record of each game of an evening: after every one a rematch is offered.

    The deal passes to the left (R4); a seed that was given is followed by others made from it.
    """
    for number in count(1):
        seed = settings.seed if number == 1 else f"{settings.seed}/{number}"
        seeded = settings if settings.seed is None else replace(settings, seed=seed)
        sitting = Sitting(seeded, console, catalogue, ask)
        record = sitting.run()
        yield record
        if sitting.unread:
            raise BrokenPipeError
        dealer = next_dealer(record.game)
        if record.result is None or not settings.persons or not sitting.wants_rematch(dealer):
            return
        settings = replace(settings, dealer=dealer)


class Sitting:
    """One game: the referee's state, the desk, and whoever sits at it."""

    def __init__(
        self, settings: Settings, console: Console, catalogue: Catalogue, ask: Ask
    ) -> None:
        seed = secrets.token_hex(16) if settings.seed is None else settings.seed
        self._settings = settings
        self._cut: tuple[CutRound, ...] = ()
        dealer = settings.dealer
        if dealer is None:
            random = Random(f"{seed}/cut")
            dealer, self._cut = cut_for_deal(settings.variant, settings.setup.seats, random)
        game = Game(settings.variant, settings.setup, dealer, settings.draw, settings.table_talk)
        names = [player.name for player in settings.players]
        glyphs = glyphs_of(console, ascii_only=settings.ascii_only)
        self.desk = Desk(console, Words(catalogue, glyphs, game, names), ask)
        self._deck = seeded_deck(settings.variant, seed)
        self._chance = seeded_chance(seed)
        self._state, self._dealt = deal(game, self._deck)
        self.unread = False
        """Whether nobody reads what the console shows; the game so far is kept all the same."""
        self._moves: list[str] = []
        self._reshuffles: list[tuple[str, ...]] = []
        self._persons = {seat: Person(seat, self.desk, settings) for seat in settings.persons}
        self._randoms = {seat: Random(f"{seed}/seat {seat}") for seat in range(1, game.seats + 1)}

    def run(self) -> Record:
        """The record of the game, after it was played to its end or somebody left."""
        try:
            self._play()
        except Left:
            self.desk.say("tui-left")
        except (EOFError, KeyboardInterrupt):
            self.desk.show(Text())
            self.desk.say("tui-left")
        except BrokenPipeError:
            self.unread = True
        return self._record()

    def wants_rematch(self, dealer: int) -> bool:
        """Whether another game is wanted, which that seat would deal."""
        try:
            self.desk.say("tui-rematch", dealer=self.desk.words.player(dealer))
            return self.desk.confirm("tui-ask-rematch")
        except (Left, EOFError, KeyboardInterrupt):
            self.desk.show(Text())
            return False

    def _play(self) -> None:
        self._begin()
        while (seat := self._state.position.to_act) is not None:
            move, named = self._ask_for_move(seat)
            self._do(move, named or seat)
            self._draw_after(move, seat)
            if not self._persons:
                self._let_watch()
                if self._state.position.ply >= MOST_WATCHED:
                    # Bots without a reason to stop: a variant may let them go on for ever.
                    self.desk.say("tui-watched-enough", count=MOST_WATCHED)
                    return
        self._end()

    def _record(self) -> Record:
        settings, outcome = self._settings, self._state.position.outcome
        about: dict[str, Any] = {"players": [player.name for player in settings.players]}
        if settings.date is not None:
            about["date"] = settings.date
        if self._cut:
            about["cut"] = [list(cards) for cards in self._cut]
        return Record(
            game=self._state.position.game,
            deck=self._deck,
            moves=tuple(self._moves),
            reshuffles=tuple(self._reshuffles),
            help=settings.help,
            variant_given=builtin_variant(settings.variant.id) != settings.variant,
            result_given=outcome is not None,
            result=outcome,
            about=about,
        )

    # Moves

    def _ask_for_move(self, seat: int) -> tuple[Move, int | None]:
        view = self._state.view(seat)
        bot = self._settings.players[seat - 1].bot
        if bot is not None:
            return bot.choose(view, self._randoms[seat]), None
        return self._persons[seat].choose(view)

    def _do(self, move: Move, seat: int) -> None:
        before = self._state.position
        state, events = play(self._state, move, self._chance, seat)
        self._state = state
        self._moves.append(format_move(move, before.game.variant.board))
        self._reshuffles += [event.deck for event in events if isinstance(event, Reshuffled)]
        self._note(Happened(move, maker(move, before.to_act or seat), before, events))

    def _note(self, happened: Happened) -> None:
        """Keep it in the log, and tell it at once where nobody has to hide a hand."""
        self.desk.log.append(happened)
        if len(self._persons) < 2:
            self.desk.show(*self.desk.tell(happened, next(iter(self._persons), None)))

    def _draw_after(self, move: Move, seat: int) -> None:
        """Bots draw at once; a person who has completed a play is asked (R13, R14)."""
        for owing in self._state.position.owed:
            if owing not in self._persons and owing in self._state.position.owed:
                self._do(Draw(owing), owing)
        played = isinstance(move, Place | Remove | Lock) and seat in self._persons
        if not played or seat not in self._state.position.owed:
            return
        if self._persons[seat].offer_draw(self._state.view(seat)):
            self._do(Draw(seat), seat)

    # The beginning and the end

    def _begin(self) -> None:
        desk, game = self.desk, self.desk.game
        words, variant = desk.words, game.variant
        desk.heading(words.glyphs.legible(variant.name(words.texts.language)))
        desk.say(
            "tui-welcome",
            length=variant.board.line_length,
            needed=game.setup.sequences,
            corner=words.glyphs.corner,
        )
        for team in range(1, game.teams + 1):
            line = words.chip_text(team).append(" ")
            players = words.listed([words.player(seat) for seat in game.seats_of(team)])
            desk.show(line.append(words.text("tui-team-players", team=team, players=players)))
        for number, cards in enumerate(self._cut, 1):
            cut = ", ".join(
                words.text("tui-cut-card", name=words.name(seat), card=words.card(card))
                for seat, card in enumerate(cards, 1)
                if card is not None
            )
            desk.say("tui-cut" if number == 1 else "tui-cut-again", cards=cut)
        first = words.player(game.first_seat)
        how = "cut" if self._cut else "given" if self._settings.dealer else "drawn"
        desk.say("tui-dealer", dealer=words.player(game.dealer), how=how, first=first)
        self._note(Happened(None, None, new_position(game), self._dealt))
        if self._persons:
            desk.say("tui-start")

    def _let_watch(self) -> None:
        """Show where the game stands to whoever watches, and wait as was asked."""
        desk, settings = self.desk, self._settings
        position = self._state.position
        if position.outcome is not None or not (settings.step or settings.pause):
            return
        if not settings.step:
            # The board stays in its place, and what led to it stands above.
            desk.console.clear()
            desk.show(*desk.story(None, max(1, len(desk.log) - settings.setup.seats)), Text())
        desk.show_table(position, desk.marks(None))
        if not settings.step:
            sleep(settings.pause)
            return
        view = self._state.view(None)
        while True:
            line, command = desk.ask_command(desk.words.text("tui-ask-step"))
            if command == "help":
                desk.explain("tui-help-step", "tui-help-commands")
            elif command in ("hand", "hint"):
                desk.say("tui-watching")
            elif not desk.obey(line, command, view):
                return

    def _end(self) -> None:
        desk, position = self.desk, self._state.position
        if len(self._persons) > 1:
            desk.hide()
        desk.heading(desk.words.text("tui-heading-over"))
        if len(self._persons) > 1:
            desk.show(*desk.story(None, max(0, len(desk.log) - desk.game.seats)))
        desk.show_table(position, desk.marks(None))
        if position.outcome is not None:
            desk.show(Text())
            desk.say_loud(desk.words.outcome(position.outcome))
