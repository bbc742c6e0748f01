"""What happens at a table of a server, in words, and kept in the log of the desk."""

from collections import deque
from collections.abc import Iterator, Sequence

from rich.text import Text

from sarja.client.messages import Data, GameShown, TableShown
from sarja.client.reading import read_claims, read_event, read_log, read_move
from sarja.i18n import Catalogue
from sarja.rules.events import SequenceClaimed, advance
from sarja.rules.model import CORNER, Position, new_position
from sarja.rules.variant import Variant
from sarja.tui.desk import Desk, Happened

PHRASES = (
    "hello",
    "good-luck",
    "well-played",
    "thanks",
    "sorry",
    "one-moment",
    "hurry",
    "bye",
    "smile",
    "laugh",
    "cheer",
    "tea",
)
"""What people can say at a table (docs/protocol.md)."""


def names_of(table: TableShown, texts: Catalogue) -> list[str]:
    """What the players of the seats are called; empty for a seat that is open."""
    return [
        texts.text("tui-join-bot", bot=seat.bot or "") if seat.kind == "bot" else seat.name
        for seat in table.seats
    ]


class Teller:
    """Tells one game: puts what happens into the desk's log, and says it."""

    def __init__(self, desk: Desk, number: int) -> None:
        self.desk = desk
        self.number = number
        """Which game of the table it is."""
        self._position: Position = new_position(desk.game)

    @property
    def _variant(self) -> Variant:
        return self.desk.game.variant

    def take_up(self, shown: GameShown, position: Position) -> None:
        """Begin in the middle: what has been played so far goes into the log untold."""
        self.desk.log = list(read_history(self.desk, shown))
        self._position = position

    def follow(self, events: Sequence[Data], seat: int | None) -> list[Text]:
        """The lines to be shown for what has happened in the game."""
        lines: list[Text] = []
        for happened in self._group(events):
            self.desk.log.append(happened)
            lines += self.desk.tell(happened, seat)
        return lines

    def settle(self, position: Position) -> None:
        """The position as the server shows it after all that."""
        self._position = position

    def _group(self, events: Sequence[Data]) -> Iterator[Happened]:
        """The events by the moves that made them happen."""
        group: Happened | None = None
        for event in events:
            if event["type"] == "MoveMade":
                if group is not None:
                    yield group
                move = read_move(event["move"], self._variant)
                group = Happened(move, event["seat"], self._position, ())
            elif event["type"] == "GameEvent":
                seen = read_event(event["event"], self._variant)
                if seen is None:
                    continue
                group = group or Happened(None, None, self._position, ())
                group = Happened(group.move, group.seat, group.before, (*group.events, seen))
                self._position = advance(self._position, seen)
        if group is not None:
            yield group


def read_history(desk: Desk, shown: GameShown) -> Iterator[Happened]:
    """The moves that the server's log has, as far as it tells what came of them."""
    position = new_position(desk.game)
    claims = deque(read_claims(shown, desk.game.variant))
    for seat, move, seen in read_log(shown, desk.game.variant):
        before, events = position, [] if seen is None else [seen]
        for event in events:
            position = advance(position, event)
        while claims and _is_complete(position, claims[0]):
            events.append(claims.popleft())
        yield Happened(move, seat, before, tuple(events))


def _is_complete(position: Position, claim: SequenceClaimed) -> bool:
    return all(position.chips[space] in (CORNER, claim.team) for space in claim.spaces)


def table_line(event: Data, names: Sequence[str], texts: Catalogue) -> str:
    """What has happened at the table beside the game; empty for what goes without saying.

    `names` are those of the seats after it.
    """
    seat = event.get("seat") or 0
    name = _name(names, seat, texts)
    match event["type"]:
        case "SeatTaken":
            return texts.text("tui-join-sat", name=event["name"], seat=seat)
        case "SeatRenamed":
            return texts.text("tui-join-renamed", name=event["name"], seat=seat)
        case "SeatVacated":
            return texts.text("tui-join-vacated", seat=seat)
        case "BotSeated":
            return texts.text("tui-join-bot-sat", seat=seat, bot=event["bot"])
        case "SeatsSwapped":
            return texts.text("tui-join-swapped", first=event["first"], second=event["second"])
        case "StandInSeated":
            return texts.text("tui-join-stand-in", name=name, bot=event["bot"])
        case "StandInLeft":
            return texts.text("tui-join-back", name=name)
        case "ClockRanOut":
            return texts.text("tui-join-time-up", name=name)
        case "SettingsChanged":
            return texts.text("tui-join-settings")
        case "RequestMade":
            return texts.text("tui-join-request", name=name, what=event["what"])
        case "RequestDropped" | "TalkDropped":
            return texts.text("tui-join-dropped")
        case "GamePaused":
            return texts.text("tui-join-paused")
        case "GameResumed":
            return texts.text("tui-join-resumed")
        case "GameCalledOff":
            return texts.text("tui-join-called-off")
        case "TalkCalled":
            return texts.text("tui-join-talk-called", name=name, team=event["team"])
        case "Said" if event["what"] in PHRASES:
            said = texts.text(f"web-saying-{event['what']}")
            return texts.text("tui-join-said", name=name, said=said)
        case _:
            return ""


def _name(names: Sequence[str], seat: int, texts: Catalogue) -> str:
    name = names[seat - 1] if 0 < seat <= len(names) else ""
    return name or texts.text("tui-seat", seat=seat)
