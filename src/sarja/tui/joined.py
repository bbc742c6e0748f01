"""A table of a server in the terminal: one takes a seat, plays, and follows what others do."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from queue import Empty
from random import Random, SystemRandom
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from sarja.client.errors import ClientError
from sarja.client.messages import Data, Done, Refused, TableShown
from sarja.client.reading import read_game, read_view
from sarja.client.table import (
    Answer,
    ClockNews,
    Connected,
    Disconnected,
    Ended,
    News,
    SeatGone,
    TableClient,
)
from sarja.client.web import fetch_variant
from sarja.i18n import Catalogue, Param
from sarja.rules.errors import IllegalMove
from sarja.rules.model import View
from sarja.rules.moves import Draw, Move, TableTalk
from sarja.rules.notation import format_move
from sarja.rules.variant import Variant
from sarja.tui.clock import TurnClock
from sarja.tui.desk import Desk, Left
from sarja.tui.entry import AT_TABLES, MoveAsked, find_command, read_entry
from sarja.tui.glyphs import glyphs_of
from sarja.tui.happenings import PHRASES, Teller, names_of, table_line
from sarja.tui.keyboard import Keyboard, Typed
from sarja.tui.person import Person
from sarja.tui.settings import Ask, Bot, Player, Settings
from sarja.tui.table import draw_hand, two_columns
from sarja.tui.words import Words

GUESTS: Final = 12
"""More people cannot sit at a table."""


class Outdated(Exception):
    """What was asked for hangs on something that has changed meanwhile."""


@dataclass(frozen=True, slots=True)
class Wish:
    """As whom somebody comes to a table."""

    name: str | None = None
    """None is a guest."""
    seat: int | None = None
    watch: bool = False
    """Take no seat."""
    bot: Bot | None = None
    """Plays in place of a person."""
    ascii_only: bool = False


class _Elsewhere:
    """Whoever plays at another seat; their moves come from the server."""

    def choose(self, view: View, random: Random, /) -> Move:
        raise NotImplementedError


class Joined:
    """One terminal at one table."""

    def __init__(
        self, client: TableClient, console: Console, texts: Catalogue, ask: Ask, wish: Wish
    ) -> None:
        self._client = client
        self._console = console
        self._texts = texts
        self._wish = wish
        self._glyphs = glyphs_of(console, ascii_only=wish.ascii_only)
        self._keyboard = Keyboard(console, ask, client.inbox)
        self._lines: deque[str | None] = deque()
        self._answers: dict[str, Done | Refused] = {}
        self._variants: dict[str, Variant] = {}
        self._table: TableShown | None = None
        self._view: View | None = None
        self._teller: Teller | None = None
        self._names: list[str] = []
        self._down = False
        self._behind = False
        """Whether the table has not been shown since the connection was lost."""
        self._clock = TurnClock()
        self._clock_told: tuple[object, ...] = ()
        """The moment in which it was said how much time there is."""
        self._waits = False
        """Whether it has been said that a game is on in which there is no seat."""
        self._kept: str | None = None
        self._random = SystemRandom()
        self._shown_over = 0
        """The last game whose end was shown."""

    def run(self) -> None:
        """Follow the table until somebody leaves.

        Raises:
            Lost: the server is not to be reached.
            SarjaError: the table is not to be played at, and why.
        """
        self._client.start()
        try:
            while True:
                try:
                    self._step()
                except Outdated:
                    continue
        except (Left, EOFError, KeyboardInterrupt):
            self._keyboard.hide()
            self._say("tui-join-left")
            if self._table is not None and self._table.you is not None:
                link = f"{self._client.site}/t/{self._table.code}"
                self._say("tui-join-come-back", link=link)
        finally:
            self._client.close()

    # What comes from the server

    def _step(self) -> None:
        table = self._table
        if table is None:
            self._wait()
        elif table.you is None and not self._wish.watch:
            self._sit(table)
        elif table.stage == "playing":
            self._turn(table)
        else:
            self._between(table)

    def _wait(self) -> None:
        """Wait for whatever comes next."""
        self._take(self._client.inbox.get())

    def _take(self, arrival: Any) -> None:
        match arrival:
            case Typed():
                self._lines.append(self._keyboard.take(arrival))
            case News():
                self._take_news(arrival)
            case ClockNews(clock):
                self._clock.take(clock)
            case Answer(command_id, result):
                self._answers[command_id] = result
            case Disconnected(restarting=restarting):
                self._behind = True
                if not self._down:
                    self._down = True
                    self._say("tui-join-restarting" if restarting else "tui-join-down")
            case Connected():
                if self._down:
                    self._down = False
                    self._say("tui-join-up")
            case SeatGone():
                self._say("tui-join-seat-gone")
            case Ended(error):
                raise error
            case _:
                raise TypeError(arrival)

    def _take_news(self, news: News) -> None:
        table, before = news.view, self._table
        self._table = table
        self._clock.take(table.clock)
        if self._behind:
            self._behind, self._clock_told = False, ()
        self._names[:] = names_of(table, self._texts)
        events = [numbered.event for numbered in news.events if numbered.event is not None]
        name = table.seat(table.you).name if table.you is not None else None
        if name is not None and name != self._kept:
            self._kept = name
            self._client.keep_seat(table)
        for event in events if before is not None else ():
            if line := table_line(event, self._names, self._texts):
                self._show(Text("  " + self._glyphs.legible(line)))
        self._take_game(table, events, fresh=news.whole or before is None)
        if before is None:
            game = self._variant(table.variant).name(self._texts.language)
            self._say("tui-join-at", code=table.code, game=game)

    def _take_game(self, table: TableShown, events: Sequence[Data], *, fresh: bool) -> None:
        """Follow the game that is on the table."""
        shown = table.game
        if shown is None:
            self._view = self._teller = None
            return
        variant = self._variant(table.variant)
        self._view = view = read_view(table, shown, variant)
        if self._teller is None or self._teller.number != shown.number:
            game = read_game(table, shown, variant)
            words = Words(self._texts, self._glyphs, game, self._names)
            self._teller = Teller(Desk(self._console, words, self._ask), shown.number)
            starts = [at for at, event in enumerate(events) if event["type"] == "GameStarted"]
            if starts and not fresh:
                events = events[starts[-1] :]
                dealer = self._name(shown.dealer)
                self._say("tui-join-game", number=shown.number, dealer=dealer)
            else:
                self._teller.take_up(shown, view.position)
                return
        elif fresh:
            self._teller.take_up(shown, view.position)
            return
        self._show(*self._teller.follow(events, table.you))
        self._teller.settle(view.position)

    def _variant(self, name: str) -> Variant:
        if name not in self._variants:
            self._variants[name] = fetch_variant(self._client.site, name)
        return self._variants[name]

    # What is said

    def _say(self, key: str, /, **params: Param) -> None:
        self._show(Text(self._glyphs.legible(self._texts.text(key, **params))))

    def _show(self, *lines: Text) -> None:
        if lines:
            self._keyboard.hide()
        for line in lines:
            self._console.print(line, highlight=False)

    def _name(self, seat: int | None) -> str:
        name = self._names[seat - 1] if seat is not None else ""
        return name or self._texts.text("tui-seat", seat=seat or 0)

    def _refuse(self, refused: Refused) -> None:
        """Say why it was not done."""
        if refused.code == "stale":
            self._say("tui-join-stale")
            return
        reason = reason_of(refused, self._texts)
        if refused.rule is not None:
            self._say("tui-refused", reason=reason, rule=refused.rule)
        else:
            self._say("tui-join-refused", reason=reason)

    # What is asked, and done

    def _moment(self) -> tuple[object, ...]:
        """What a question hangs on: where it changes, something else is to be asked."""
        table = self._table
        if table is None:
            return ()
        game = table.game
        moment = (game.number, game.turn, game.phase, game.ply) if game else ()
        seats = tuple(seat.kind for seat in table.seats)
        return table.you, table.stage, table.paused, table.vote is None, seats, moment

    def _ask(self, prompt: str) -> str:
        """The next line that is not for the table as a whole.

        Raises:
            Outdated: meanwhile something else is to be asked.
            EOFError: there is no more to read.
        """
        moment = self._moment()
        while True:
            self._tell_clock(moment)
            # Until the table is shown again nobody knows whether this is still what is to be asked.
            self._keyboard.want(prompt, quiet=self._behind)
            self._wait_for_all()
            if self._lines:
                line = self._lines.popleft()
                if line is None:
                    raise EOFError
                if not self._obey(line) and self._moment() == moment:
                    return line
            if self._moment() != moment:
                # A line that was typed for what was shown before is not taken for a new answer.
                raise Outdated

    def _tell_clock(self, moment: tuple[object, ...]) -> None:
        """Say once in a turn of one's own how much time there is for it."""
        clock, table = self._clock, self._table
        if table is None or clock.seat is None or clock.seat != table.you or self._behind:
            return
        if self._clock_told != moment:
            self._clock_told = moment
            self._say("tui-join-clock", time=clock.text())

    def _wait_for_all(self) -> None:
        """Take in what comes next, and all that has come with it; or say that time runs out."""
        own = self._table is not None and self._clock.seat == self._table.you
        try:
            wait = self._clock.until_warning() if own else None
            arrival = self._client.inbox.get(timeout=wait)
        except Empty:
            self._say("tui-join-clock", time=self._clock.text())
            return
        self._take(arrival)
        while True:
            try:
                arrival = self._client.inbox.get_nowait()
            except Empty:
                return
            self._take(arrival)

    def _send(self, action: Data) -> Done | Refused:
        """Do something at the table: what came of it, when it is shown here, too."""
        command_id = self._client.act(action)
        while command_id not in self._answers:
            self._wait()
        answer = self._answers.pop(command_id)
        if isinstance(answer, Done):
            while self._table is None or self._table.version < answer.version:
                self._wait()
        return answer

    def _try(self, action: Data) -> bool:
        """Do something at the table, or say why it cannot be done."""
        answer = self._send(action)
        if isinstance(answer, Refused):
            self._refuse(answer)
        return isinstance(answer, Done)

    def _obey(self, line: str) -> bool:
        """Obey what is said to the table as a whole; whether it was that."""
        first, _, rest = line.strip().partition(" ")
        table = self._table
        command = find_command(first, self._texts, AT_TABLES)
        if command is None or table is None or (rest and command != "say"):
            return False
        match command:
            case "say" if rest.strip().casefold() in PHRASES:
                self._try({"do": "say", "what": rest.strip().casefold()})
            case "say":
                self._say("tui-join-phrases", phrases=", ".join(PHRASES))
            case "pause" | "resume":
                self._try({"do": "ask", "what": command})
            case "agree" | "decline" if table.vote is not None:
                self._try({"do": "judge", "agree": command == "agree"})
            case "stand":
                if self._try({"do": "stand"}):
                    self._client.forget_seat()
                    raise Left
            case _:
                self._try({"do": command})
        return True

    # A seat

    def _sit(self, table: TableShown) -> None:
        """Take a seat; where a game is on in which there is none, look on until it is over.

        Raises:
            ClientError: no seat is to be had.
        """
        wish = self._wish
        if all(seat.kind == "person" for seat in table.seats):
            raise ClientError("table-full")
        if table.stage == "playing" and all(seat.kind != "open" for seat in table.seats):
            if not self._waits:
                self._waits = True
                self._say("tui-join-wait-for-seat")
            self._look_on(table)
            return
        for number in range(1, GUESTS + 1):
            name = wish.name or self._texts.text("tui-join-guest")
            if wish.name is None and number > 1:
                name += f" {number}"
            answer = self._send({"do": "sit", "name": name, "seat": wish.seat})
            if isinstance(answer, Done):
                while self._table is None or self._table.you is None:
                    self._wait()
                return
            if answer.code == "stale":
                return
            if wish.name is not None or answer.code != "name-taken":
                raise ClientError(answer.code, **answer.params)

    def _look_on(self, table: TableShown) -> None:
        """Follow the game without a seat."""
        if self._wish.bot is not None:
            self._wait()
            return
        self._idle(self._texts.text("tui-join-ask-watch"))

    # Between games

    def _between(self, table: TableShown) -> None:
        game, view = table.game, self._view
        if game is not None and view is not None and self._shown_over != game.number:
            self._shown_over = game.number
            self._show_end(view)
            if self._wish.bot is not None:
                raise Left
        if self._wish.bot is not None:
            full = all(seat.kind != "open" for seat in table.seats)
            if full and table.you == table.host and table.stage == "lobby":
                self._try({"do": "start"})
            else:
                self._wait()
            return
        self._show_seats(table)
        who = "watch" if table.you is None else "lobby"
        self._idle(self._texts.text(f"tui-join-ask-{who}"))

    def _show_seats(self, table: TableShown) -> None:
        lines = []
        for seat in table.seats:
            key = "tui-join-seat-open" if seat.kind == "open" else "tui-join-seat"
            name = "" if seat.kind == "open" else self._name(seat.seat)
            text = self._texts.text(key, seat=seat.seat, team=seat.team, name=name)
            lines.append(Text("  " + self._glyphs.legible(text)))
        self._show(*lines)

    def _show_end(self, view: View) -> None:
        if self._teller is None:
            return
        self._keyboard.hide()
        desk = self._teller.desk
        desk.heading(desk.words.text("tui-heading-over"))
        desk.show_table(view.position, desk.marks(view.seat))
        if view.position.outcome is not None:
            desk.show(Text())
            desk.say_loud(desk.words.outcome(view.position.outcome))

    # A game

    def _turn(self, table: TableShown) -> None:
        view, teller = self._view, self._teller
        if view is None or teller is None:
            self._wait()
            return
        seat = table.you
        rests = table.paused or table.vote is not None
        if seat is None:
            self._look_on(table)
        elif self._wish.bot is not None:
            self._turn_of_bot(view, self._wish.bot, seat, rests=rests)
        elif rests:
            self._idle(self._texts.text("tui-join-ask-rest"))
        elif view.position.to_act == seat:
            self._turn_of_person(table, view, teller)
        else:
            name = self._name(view.position.to_act)
            if self._clock.seat is None:
                self._idle(self._texts.text("tui-join-ask-wait", name=name))
            else:
                time = self._clock.text()
                self._idle(self._texts.text("tui-join-ask-wait-time", name=name, time=time))

    def _turn_of_person(self, table: TableShown, view: View, teller: Teller) -> None:
        person = self._person(table, view, teller)
        self._keyboard.hide()
        move, named = person.choose(view)
        if not self._play(move, named):
            return
        view_after = self._view
        if view_after is not None and view.seat in view_after.position.owed:
            self._keyboard.hide()
            if person.offer_draw(view_after):
                self._play(Draw(view.seat), None)

    def _turn_of_bot(self, view: View, bot: Bot, seat: int, *, rests: bool) -> None:
        position = view.position
        if seat in position.owed and not rests:
            self._play(Draw(seat), None)
        elif position.to_act == seat and not rests:
            self._play(bot.choose(view, self._random), None)
        else:
            self._wait()

    def _play(self, move: Move, named: int | None) -> bool:
        """Send the move; whether it was made."""
        teller = self._teller
        if teller is None:
            return False
        text = format_move(move, teller.desk.game.variant.board)
        if named is not None and ":" not in text:
            text = f"{named}:{text}"
        return self._try({"do": "play", "move": text})

    def _person(self, table: TableShown, view: View, teller: Teller) -> Person:
        number = view.seat or 1
        players = tuple(
            Player(name, None if seat == number else _Elsewhere())
            for seat, name in enumerate(self._names, 1)
        )
        game = teller.desk.game
        settings = Settings(game.variant, game.setup, players, table.draw, help=table.help)
        return Person(number, teller.desk, settings)

    def _idle(self, prompt: str) -> None:
        """Obey a command while others play, or nobody does.

        Raises:
            Outdated: something else is to be asked by now.
            Left: one leaves.
        """
        line = self._ask(self._glyphs.legible(prompt)).strip()
        command = find_command(line, self._texts)
        if command == "quit":
            raise Left
        if command == "help" or self._view is None or self._teller is None:
            self._explain()
            return
        desk, view = self._teller.desk, self._view
        if command == "hand" and view.seat is not None:
            desk.show(*draw_hand(desk.words, view, self._console.width, show_dead=False))
        elif command == "hint":
            desk.say("tui-hint-off")
        elif line and not desk.obey(line, command, view):
            self._move_out_of_turn(line, view)

    def _move_out_of_turn(self, line: str, view: View) -> None:
        """Draw, or call table talk, which may be done while others are on turn."""
        try:
            entry = read_entry(line, view)
        except IllegalMove as error:
            self._refuse_move(error)
            return
        if isinstance(entry, MoveAsked) and isinstance(entry.move, Draw | TableTalk):
            self._play(entry.move, None)
        else:
            self._say("tui-join-not-now")

    def _refuse_move(self, error: IllegalMove) -> None:
        if self._teller is not None:
            self._teller.desk.say_loud(self._teller.desk.words.refusal(error))

    def _explain(self) -> None:
        lines = self._glyphs.legible(self._texts.text("tui-help-join")).split("\n")
        self._show(*two_columns(lines, self._console.width))


def reason_of(refused: Refused | ClientError, texts: Catalogue) -> str:
    """Why something is refused, in words; a code that is not known here stays one."""
    key = f"error-{refused.code}"
    try:
        return texts.text(key, **refused.params)
    except KeyError:
        return refused.code
