"""The page on the protocol is true: every example is a message, and nothing is left out."""

import json
import re
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from sarja.rules import events as game_events
from sarja.rules.errors import RULE_OF_ERROR
from sarja.rules.events import SeenEvent
from sarja.rules.model import Choice, Outcome
from sarja.server.answers import BODY_SECONDS
from sarja.server.connection import MAX_REPLIES, STALL_SECONDS
from sarja.server.doors import ASK_SECONDS
from sarja.server.lessons import LESSON_SECONDS
from sarja.server.lessons_store import KEPT_SECONDS
from sarja.server.peace_store import MOST_BLOCKED
from sarja.server.quotas import Rates
from sarja.server.room import TAIL
from sarja.server.rooms import LINK_SECONDS
from sarja.server.run import MAX_FRAME
from sarja.server.session import LONG_ID, MAX_GARBAGE, MAX_ROLES
from sarja.server.streams import KEEP_ALIVE, MAX_WAITING, SECRET
from sarja.server.tokens import ALPHABET
from sarja.table.actions import AnyAction, Saying
from sarja.table.events import SeenTableEvent, seen_data
from sarja.table.lesson_messages import AnyLeadAction, LessonTable, LessonView
from sarja.table.lessons import MAX_PUPILS
from sarja.table.messages import ClientMessage, GameView, ServerMessage, TableView
from sarja.table.phrases import SAYING_SECONDS, SAYINGS
from sarja.table.table import KEPT_SAYINGS
from sarja.table.votes import MAX_FINES, VOTE_SECONDS
from tests.boards import after, refusal, variant_named
from tests.rules.test_refusals import REFUSALS
from tools.pages import ROOT, blocks
from tools.rule_refusals import ANY_MOVE, RULE_REFUSALS

PAGE = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
SHOWN = [json.loads(block.text) for block in blocks(PAGE) if block.language == "json"]
EXAMPLES = [example for example in SHOWN if "type" in example]
NAMES = variant_named("numbers-small").board.names
LINE = tuple(NAMES.index(name) for name in ("b2", "c3", "d4", "e5", "f6"))


def part(heading: str) -> str:
    """What stands below the heading, up to the next of its rank."""
    rank = heading.split(" ", maxsplit=1)[0]
    return re.split(rf"^{rank} ", PAGE.split(f"\n{heading}\n", 1)[1], flags=re.MULTILINE)[0]


def first_cells(text: str) -> Iterator[str]:
    for line in re.findall(r"^\| (.*?) \|", text, re.MULTILINE):
        yield from re.findall(r"`([^`]+)`", line)


def tags(union: Any) -> set[str]:
    return {member.__struct_config__.tag for member in get_args(union)}


def test_every_example_is_a_message_and_is_what_is_sent() -> None:
    for example in EXAMPLES:
        if example["type"] in tags(ServerMessage):
            message: Any = msgspec.convert(example, ServerMessage)
            assert json.loads(msgspec.json.encode(message)) == example
        else:
            heard = msgspec.convert(example, ClientMessage)
            sent = json.loads(msgspec.json.encode(heard))
            assert {key: sent[key] for key in example} == example


def test_every_message_has_an_example_under_its_own_heading() -> None:
    assert {example["type"] for example in EXAMPLES} == tags(ClientMessage) | tags(ServerMessage)
    headings = re.findall(r"^### ([a-z-]+)$", PAGE, re.MULTILINE)
    assert set(headings) == tags(ClientMessage) | tags(ServerMessage)


def test_every_action_is_there_and_is_one() -> None:
    shown = [json.loads(text) for text in first_cells(part("## Actions")) if text.startswith("{")]
    assert {action["do"] for action in shown} == tags(AnyAction)
    for action in shown:
        msgspec.convert(action, AnyAction)


def test_everything_that_a_teacher_asks_for_is_there_and_is_one() -> None:
    text = part("## Lessons")
    shown = [json.loads(cell) for cell in first_cells(text) if cell.startswith("{")]
    assert {action["lead"] for action in shown} == tags(AnyLeadAction)
    for action in shown:
        made: Any = msgspec.convert(action, AnyLeadAction)
        assert json.loads(msgspec.json.encode(made)) == action
    keys = {key for key in first_cells(text) if not key.startswith("{")}
    assert keys == set(LessonView.__struct_fields__)
    row = next(line for line in text.splitlines() if line.startswith("| `tables` |"))
    assert set(LessonTable.__struct_fields__) <= set(re.findall(r"`([a-z]+)`", row))
    assert "Eight hours" in text and LESSON_SECONDS == 8 * 3600
    assert "For one more\nday" in text and KEPT_SECONDS == 86400


def test_every_event_of_a_table_is_there_and_is_one() -> None:
    text = part("## Events").split("### ")[0]
    shown = [json.loads(cell) for cell in first_cells(text) if cell.startswith("{")]
    assert {event["type"] for event in shown} == tags(SeenTableEvent)
    for event in shown:
        made: Any = msgspec.convert(event, SeenTableEvent)
        assert json.loads(msgspec.json.encode(made)) == event


def test_every_event_of_a_game_is_there_as_it_is_sent() -> None:
    happened: list[SeenEvent] = [
        game_events.DealtSeen((5, 5), ("10+5", "10+3", "4-3", "6+6", "1+0")),
        game_events.ChipPlaced(1, "4-3", NAMES.index("e2")),
        game_events.ChipRemoved(2, "MINUS", NAMES.index("e2")),
        game_events.DrawnSeen(1, None, "turn"),
        game_events.DrewNothing(1, "turn"),
        game_events.DrawOwed(1),
        game_events.CardExchanged(1, "6+6"),
        game_events.ReshuffledSeen(),
        game_events.SequenceClaimed(1, LINE),
        game_events.ChoiceOpened(Choice(NAMES.index("e2"), (0,))),
        game_events.LineChosen(1, LINE),
        game_events.Passed(1),
        game_events.TurnBegan(2),
        game_events.TableTalkRuled(1, (1, 3)),
        game_events.CardGivenUp(1, "6+6"),
        game_events.GameEnded(Outcome(1, "sequences", (1, 0))),
    ]
    assert {type(event) for event in happened} == set(get_args(SeenEvent))
    shown = [
        json.loads(cell)
        for cell in first_cells(part("### What happens in a game"))
        if cell.startswith("{")
    ]
    assert shown == [json.loads(msgspec.json.encode(seen_data(e, NAMES))) for e in happened]


def test_every_key_of_a_view_is_explained() -> None:
    table = set(first_cells(part("## The view").split("### ")[0]))
    assert table == set(TableView.__struct_fields__)
    game = set(first_cells(part("### The game").split("\n## ")[0]))
    assert game == set(GameView.__struct_fields__)


def test_every_saying_is_there() -> None:
    assert set(get_args(Saying)) <= set(re.findall(r"`([a-z-]+)`", part("### Phrases and signs")))


def test_every_refusal_that_a_client_may_get_is_there() -> None:
    source = (ROOT / "src/sarja/locales/en/server.ftl").read_text(encoding="utf-8")
    codes = set(re.findall(r"^error-([a-z-]+) =", source, re.MULTILINE))
    elsewhere = {"texts-not-here"}
    advice, meanings = part("## Refusals").split("### ")[0].split("| code | meaning |")
    shown = set(first_cells(meanings)) - {"place", "$.action.move", "version", "seat"}
    assert shown - {"attach"} == codes - elsewhere
    assert not shown & set(RULE_OF_ERROR)
    assert set(first_cells(advice)) <= shown


def test_the_refusals_of_the_rules_are_said_of_the_moves_that_get_them() -> None:
    said = {(move, code) for code, one in RULE_REFUSALS.items() for move in one.moves}
    # What cannot be read is a move of no kind.
    said -= {(move, "move-unreadable") for move in ANY_MOVE}
    assert refused_in_known_positions() == said
    without = {code for code, one in RULE_REFUSALS.items() if not one.moves}
    assert without == {"reshuffle-missing", "reshuffle-wrong"}


def refused_in_known_positions() -> set[tuple[str, str]]:
    """The kinds of moves with their refusals, of all moves in all positions of the rules' tests."""
    more = ["3:7H!", "2:2S!", "1:1S!", "1:9D!", "1:7H!", "2:+", "1S#", "9D#", "1SxB1", "1Sxb1"]
    more += ["9Dxb1", "9Dxk6", "=k1-k5", "7H@d6", "7H#", "2:7H#", "2:JSxb1", "2:=a2-e2", "2:-"]
    texts = {*more, *(text for *_, text, _ in REFUSALS)}
    kinds = {"@": "play", "x": "remove", "#": "exchange", "=": "choose", "+": "draw"}
    found = set()
    for start, before, *_ in REFUSALS:
        state = after(start, *before.split())
        for text in texts:
            kind = next((name for sign, name in kinds.items() if sign in text), "pass")
            if "!" in text:
                kind = "call" if text.startswith("!") else "give up"
            code = refusal(state, text).split()[-1]
            if code in RULE_OF_ERROR and code != "move-unreadable":
                found.add((kind, code))
    return found


def test_the_limits_are_those_of_the_program() -> None:
    limits = part("## Limits")
    rates = Rates()
    numbers = [int(number.replace(",", "")) for number in re.findall(r"[0-9][0-9,]*", limits)]
    for number in (
        *(MAX_PUPILS, int(rates.lessons.split("/")[0])),
        MOST_BLOCKED,
        *(MAX_FRAME, MAX_GARBAGE, MAX_ROLES, MAX_REPLIES),
        *(rates.connections, rates.spectators, int(rates.asked), int(rates.asked_burst)),
        *(ASK_SECONDS, BODY_SECONDS),
        MAX_WAITING,
        *(rates.sockets, int(rates.messages), int(rates.burst), int(STALL_SECONDS)),
        *(
            int(rate.split("/")[0])
            for rate in (
                rates.tables,
                rates.guesses,
                rates.links,
                rates.analyses,
                rates.passwords,
                rates.passwords_of,
                rates.accounts,
                rates.reports,
                rates.changes,
                rates.reports_from,
            )
        ),
    ):
        assert number in numbers
    prose = " ".join(PAGE.split())
    assert f"the last {TAIL} events" in prose
    assert f"`{ALPHABET}`" in prose
    assert f"of {SECRET[0]} to {SECRET[-1]} letters" in prose
    assert f"at least every {KEEP_ALIVE:.0f} seconds" in prose
    assert f"an id of {LONG_ID} characters" in prose
    assert f"a seat may say three things in {SAYING_SECONDS} seconds" in prose.lower()
    assert SAYINGS == 3 and f"after {VOTE_SECONDS} seconds does not agree" in prose
    assert f"the last {KEPT_SAYINGS} phrases" in prose
    assert MAX_FINES == 2 and "A team pays twice in a game at most" in prose
    assert LINK_SECONDS == 600 and "for ten minutes" in prose


def test_every_refusal_over_http_is_there() -> None:
    source = (ROOT / "src/sarja/locales/en/people.ftl").read_text(encoding="utf-8")
    codes = set(re.findall(r"^error-([a-z-]+) =", source, re.MULTILINE))
    text = part("## HTTP").split("| code | meaning |")[1].split("### ")[0]
    # The page says this one of its own accord.
    assert set(first_cells(text)) == codes - {"unreachable"}
