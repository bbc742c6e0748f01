"""Whatever is said over a socket, in whatever order, tables stay sound and answers have codes.

A Hypothesis state machine speaks to the whole server: people come, sit down, play what is allowed
and what is not, say things twice and late, leave, and the server is started anew in between.
"""

import asyncio
import json
import logging
import os
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from sarja.i18n import ENGLISH, catalogue
from sarja.server.app import Server
from sarja.server.quotas import Rates
from sarja.table.actions import AnyAction, Settings
from sarja.table.chance import GeneratorChance
from sarja.table.events import decode_events
from sarja.table.messages import ClientMessage
from sarja.table.table import Table, fold, is_draw
from tests.server.phones import LIMIT, Data, Phone, run, serving

SOAK = os.environ.get("SARJA_SOAK") == "1"
PARTS = 10 if SOAK else 2
EVENINGS, STEPS = (100, 60) if SOAK else (3, 40)
FRAMES = 5000 if SOAK else 60

UNBOUNDED = "1000000/minute"
RATES = Rates(
    burst=1e9,
    asked_burst=1e9,
    tables=UNBOUNDED,
    lessons=UNBOUNDED,
    guesses=UNBOUNDED,
    links=UNBOUNDED,
    changes=UNBOUNDED,
)
TEXTS = catalogue(ENGLISH)


class Faults(logging.Handler):
    """What a server says of its own faults."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


def structs(union: Any) -> st.SearchStrategy[Any]:
    """Anything of those kinds, within their bounds or not."""
    return st.one_of([st.from_type(kind) for kind in get_args(union)])


ACTIONS = structs(AnyAction)
WHICH = st.integers(0, 9999)
"""Stands for one of some: what is drawn may not hang on how the bots are doing."""
BEHIND = st.sampled_from((0, 0, 0, 1, 5))
USUAL: tuple[Data, ...] = (
    {"do": "start"},
    {"do": "start", "teams": "shuffled"},
    {"do": "stand"},
    {"do": "swap", "seat": 1},
    {"do": "fill"},
    {"do": "vacate", "seat": 1},
    {"do": "invite", "seat": 1, "bot": "casual"},
    {"do": "stand-in", "seat": 1},
    {"do": "return"},
    *({"do": "ask", "what": what} for what in ("pause", "resume", "end")),
    {"do": "agree"},
    {"do": "decline"},
    {"do": "play", "move": "!1"},
    {"do": "judge", "agree": True},
    {"do": "say", "what": "tea"},
    {"do": "admit", "spectators": "none"},
    {"do": "screen"},
    {"do": "lobby"},
)
"""What people ask for; in the place of the seat stands one or another."""
MOVE = r"([1-4]:)?[A-Z0-9+-]{1,4}[@x#!]?[a-k]?[0-9]?"
MESSAGES = structs(ClientMessage)
VARIANTS = st.sampled_from(("numbers-small", "numbers-small", "numbers", "classic"))
SETTINGS = st.builds(
    Settings,
    variant=VARIANTS,
    seats=st.integers(2, 4),
    duplicate=st.booleans(),
    draw=st.sampled_from(("auto", "manual")),
    table_talk=st.sampled_from(("off", "penalty")),
    help=st.sampled_from(("spaces", "none")),
)
GARBAGE = st.one_of(
    st.text(max_size=200),
    st.binary(max_size=200).map(lambda data: data.decode("latin-1")),
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=20),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(("type", "id", "table", "action", "do", "token", "code"))
                | st.text(),
                inner | st.sampled_from(("do", "open", "attach", "play", "lead")),
                max_size=6,
            )
        ),
        max_leaves=12,
    ).map(json.dumps),
)


class Evening(RuleBasedStateMachine):
    """People, their tables, and all that they say."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = TemporaryDirectory()
        self.faults = Faults()
        logging.getLogger().addHandler(self.faults)
        self.phones: list[Phone] = []
        self.tables: list[str] = []
        self.last: dict[Phone, tuple[Data, Data]] = {}
        """The last that each has done, and the answer."""
        self.start()

    def wait(self, work: Any) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(work, LIMIT))

    def in_loop(self, work: Callable[[], object]) -> None:
        """Do it where the server is at work, for it may begin something."""

        async def do() -> None:
            work()

        self.wait(do())

    def listen(self, phone: Phone) -> None:
        self.in_loop(phone.listen)

    def start(self) -> None:
        self.open = AsyncExitStack()
        chance = GeneratorChance(Random(1))
        serving_ = serving(Path(self.folder.name), rates=RATES, away_after=0.0, chance=chance)
        self.server: Server = self.wait(self.open.enter_async_context(serving_))

    def teardown(self) -> None:
        self.wait(self.check_stored())
        self.wait(self.open.aclose())
        logging.getLogger().removeHandler(self.faults)
        self.loop.close()
        self.folder.cleanup()
        assert not self.faults.lines

    async def check_stored(self) -> None:
        """What is in memory is the fold of what is on the disk."""
        await self.server.rooms.settle()
        for room in self.server.rooms.rooms():
            table, store = room.table, self.server.rooms.store
            events = [
                event
                for entry in await store.entries(table.id, 0)
                for event in decode_events(entry.events)
            ]
            new = Table(table.id, review_key=await store.review_key(table.id))
            # Bots go on meanwhile.
            assert fold(new, events[: table.version]) == table

    def say(self, phone: Phone, message: Data) -> Data:
        answer: Data = self.wait(phone.say(**message))
        self.note(answer)
        if message["type"] == "do" and answer["type"] == "done":
            self.last[phone] = ({**message, "id": answer["id"]}, answer)
        return answer

    def note(self, answer: Data) -> None:
        if answer["type"] == "refused":
            assert TEXTS.has(f"error-{answer['code']}"), answer
            assert answer["code"] != "internal", answer

    def phone(self, which: int) -> Phone:
        """One of those who are here; who has left in the meantime comes again."""
        if not self.phones:
            self.come(which)
        return self.phones[which % len(self.phones)]

    def do(self, phone: Phone, action: Data, behind: int = 0, id_: str | None = None) -> Data:
        message = {
            "type": "do",
            "table": phone.view["table"],
            "version": max(0, phone.view["version"] - behind),
            "action": action,
            "token": phone.token,
        }
        return self.say(phone, message | ({} if id_ is None else {"id": id_}))

    # What people do

    @initialize(chosen=SETTINGS)
    def begin(self, chosen: Settings) -> None:
        self.open_table(chosen)
        for name in ("Ann", "Bob"):
            self.come()
            self.do_sit(self.phones[-1], name)
        self.do(self.phones[-1], {"do": "start"})

    @rule(chosen=SETTINGS)
    def open_table(self, chosen: Settings) -> None:
        if len(self.tables) == 3:
            return
        phone = Phone(self.server)
        opened = self.say(phone, {"type": "open", "settings": msgspec.to_builtins(chosen)})
        if opened["type"] == "opened":
            self.tables.append(opened["table"])

    @rule(which=WHICH)
    def come(self, which: int = -1) -> None:
        if len(self.phones) == 5:
            return
        phone = Phone(self.server)
        answer = self.wait(phone.attach(self.tables[which % len(self.tables)]))
        self.note(answer)
        if answer["type"] == "table":
            self.phones.append(phone)
        elif not self.phones:
            # Nobody may look on there. So somebody opens another table.
            opened = self.say(phone, {"type": "open", "settings": {}})
            self.tables[which % len(self.tables)] = opened["table"]
            self.wait(phone.attach(opened["table"]))
            self.phones.append(phone)

    def do_sit(self, phone: Phone, name: str) -> None:
        answer = self.wait(phone.sit(name))
        self.note(answer)

    @rule(which=WHICH, name=st.text(max_size=30) | st.sampled_from(("Ann", "Zoe")))
    def sit(self, which: int, name: str) -> None:
        phone = self.phone(which)
        if name and len(name) <= 24 and phone.token is None:
            self.do_sit(phone, name)

    @rule(which=WHICH, action=ACTIONS, behind=BEHIND)
    def act(self, which: int, action: Any, behind: int) -> None:
        self.do(self.phone(which), msgspec.to_builtins(action), behind)

    @rule(which=WHICH, action=st.sampled_from(USUAL), behind=BEHIND)
    def act_as_usual(self, which: int, action: Data, behind: int) -> None:
        seat = {"seat": which % 4 + 1} if "seat" in action else {}
        self.do(self.phone(which), action | seat, behind)

    @rule(which=WHICH, times=st.integers(1, 15))
    def play(self, which: int, times: int) -> None:
        for _ in range(times):
            for phone in self.phones:
                self.listen(phone)
                game = phone.view.get("game") or {}
                may = [move for move in game.get("may", []) if not move.startswith("!")]
                if may and phone.view["stage"] == "playing":
                    move = may[which % len(may)]
                    answer = self.do(phone, {"do": "play", "move": move})
                    self.wait(asyncio.sleep(0))
                    if answer["type"] == "refused" and not is_draw(move):
                        # A bot may have been first, but for a draw that is refused by the rules.
                        assert answer["code"] in ALLOWED, (move, answer)

    @rule(which=WHICH, text=st.from_regex(MOVE, fullmatch=True))
    def play_wrong(self, which: int, text: str) -> None:
        self.do(self.phone(which), {"do": "play", "move": text})

    @rule(which=WHICH)
    def again(self, which: int) -> None:
        phone = self.phone(which)
        if phone not in self.last:
            return
        message, answer = self.last[phone]
        repeated: Data = self.wait(phone.say(**message))
        # A token may have been good for something that is done, and be good for nothing by now.
        assert repeated == answer or repeated["code"] == "token-unknown"

    @rule(which=WHICH, message=MESSAGES)
    def say_anything(self, which: int, message: Any) -> None:
        phone = self.phone(which)
        said = msgspec.to_builtins(message)
        there = {"table": phone.view.get("table"), "token": phone.token}
        said |= {key: value for key, value in there.items() if key in said}
        if said["type"] not in ("attach", "open"):
            for answer in self.wait(phone.hear(json.dumps(said))):
                self.note(answer)

    @rule(which=WHICH, have=st.none() | st.integers(0, 99))
    def attach(self, which: int, have: int | None) -> None:
        self.note(self.wait(self.phone(which).attach(have=have)))

    @rule(which=WHICH)
    def leave(self, which: int) -> None:
        phone = self.phone(which)
        self.in_loop(phone.connection.leave_all)
        self.server.connections.discard(phone.connection)
        self.phones.remove(phone)

    @rule()
    def pass_round(self) -> None:
        tokens = [phone.token for phone in self.phones if phone.token]
        device = Phone(self.server)
        if tokens and self.phones:
            table = self.phones[0].view["table"]
            self.say(device, {"type": "attach", "table": table, "tokens": tokens})
            for token in tokens:
                self.say(device, {"type": "uncover", "table": table, "token": token})
            self.look_at(device)

    @rule(which=WHICH)
    def take_link(self, which: int) -> None:
        phone = self.phone(which)
        if phone.token:
            offer = {"type": "offer-link", "table": phone.view["table"], "token": phone.token}
            offered = self.say(phone, offer)
            if offered["type"] == "link":
                other = Phone(self.server)
                taken = self.say(other, {"type": "take-link", "secret": offered["secret"]})
                other.token = taken["token"]
                self.note(self.wait(other.attach(taken["table"])))
                self.phones.append(other)

    @rule()
    def restart(self) -> None:
        self.wait(self.check_stored())
        self.wait(self.open.aclose())
        self.start()
        old, self.phones, self.last = self.phones, [], {}
        for phone in old:
            again = Phone(self.server)
            again.token = phone.token
            answer = self.wait(again.attach(phone.view["table"], phone.view["version"]))
            self.note(answer)
            if answer["type"] == "table":
                assert answer["view"]["version"] >= phone.view["version"]
                self.phones.append(again)

    # What must be so

    @invariant()
    def nobody_sees_what_is_not_theirs(self) -> None:
        for phone in self.phones:
            self.listen(phone)
            self.look_at(phone)
        assert not self.faults.lines

    @invariant()
    def no_card_is_lost_or_doubled(self) -> None:
        for room in self.server.rooms.rooms():
            state = room.table.state
            if state is not None:
                cards = [*state.deck, *(card for hand in state.hands for card in hand)]
                cards += [card for pile in state.position.discards for card in pile]
                assert Counter(cards) == Counter(state.position.game.variant.deck)

    def look_at(self, phone: Phone) -> None:
        """What it was sent tells nothing that it may not know, and leaves no gap."""
        for text in phone.heard:
            message: Data = json.loads(text)
            if "events" in message:
                numbers = [event["number"] for event in message["events"]]
                last = message["view"]["version"]
                assert numbers == list(range(last - len(numbers) + 1, last + 1))
            view = message.get("view", {})
            game = view.get("game")
            if not game:
                continue
            if view["you"] is None:
                assert not game["hand"] and not game["dead"]
            assert view["stage"] == "over" or not (game["hands"] or game["review"])
            for room in self.server.rooms.rooms():
                if room.table.id == view["table"]:
                    check_secrets(room.table, text, phone)
        phone.heard.clear()


ALLOWED = {"stale", "vote-open", "game-paused", "token-unknown"}
"""Why a move may be refused that was allowed when it was last looked."""


def check_secrets(table: Table, text: str, phone: Phone) -> None:
    """No hash of a token, no salt, and of hands the one that is the viewer's."""
    for chair in table.chairs:
        assert not any(token in text for token in chair.token_hashes)
    assert not any(one.salt in text for one in table.commitments)
    view = json.loads(text)["view"]
    if view["version"] == table.version and table.state is not None and view["you"] is not None:
        assert view["you"] in {role.seat for role in phone.connection.roles.values()}
        seen = table.view(view["you"])
        assert seen is not None and view["game"]["hand"] == list(seen.hand)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_people_do_the_table_stays_sound(part: int) -> None:
    machine = settings(
        max_examples=EVENINGS,
        stateful_step_count=STEPS,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    seeded = seed(int(os.environ["SARJA_SEED"]) + part)(Evening)
    run_state_machine_as_test(seeded, settings=machine)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_garbage_is_refused_with_a_code(part: int, tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, rates=RATES) as server:

            @seed(int(os.environ["SARJA_SEED"]) + part)
            @settings(max_examples=FRAMES, database=None, suppress_health_check=list(HealthCheck))
            @given(GARBAGE)
            def hear(text: str) -> None:
                phone = Phone(server)
                # Nothing in it waits for anything, so it is done at once.
                work = phone.session.hear(text)
                try:
                    while True:
                        work.send(None)
                except StopIteration:
                    pass
                answers = phone.listen()
                assert all(answer["type"] in ("refused", "pong") for answer in answers), answers
                for answer in answers:
                    if answer["type"] == "refused":
                        assert answer["code"] in ("message-not-json", "message-unknown"), answer
                server.connections.discard(phone.connection)

            hear()

    faults = Faults()
    logging.getLogger().addHandler(faults)
    try:
        run(evening())
    finally:
        logging.getLogger().removeHandler(faults)
    assert not faults.lines
