"""Table talk that is judged, and what people say to each other, at a running server."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from sarja.server import rooms
from sarja.server.app import Server
from sarja.server.room import Room
from sarja.server.voices import Voices
from sarja.table.phrases import SAYING_SECONDS, SAYINGS
from tests.server.phones import Phone, run, seated, serving, until
from tests.server.test_clock import count
from tests.server.test_stand_ins import Clock, leave

NAMES = ("Ann", "Bob", "Cid", "Dan")


async def four(server: Server, **settings: Any) -> tuple[list[Phone], Room]:
    """Ann and Cid against Bob and Dan, in a game in which table talk costs."""
    phones = await seated(server, *NAMES, teams=2, table_talk="penalty", **settings)
    assert (await phones[0].do("start"))["type"] == "done"
    for phone in phones:
        phone.listen()
    return phones, await server.rooms.room(phones[0].view["table"])


async def called(server: Server, clock: Clock, **settings: Any) -> tuple[list[Phone], Room]:
    """The same where Bob has called table talk of Ann and Cid."""
    count(server, clock)
    phones, room = await four(server, **settings)
    assert (await phones[1].do("play", move="!1"))["type"] == "done"
    for phone in phones:
        phone.listen()
    return phones, room


def test_a_call_is_judged_and_then_cards_are_given_up(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            (ann, bob, cid, dan), room = await called(server, Clock())
            watcher = Phone(server)
            await watcher.attach(room.table.id)
            expected = {
                **{"seat": 2, "team": 1, "asked": [4], "agreed": [], "declined": []},
                **{"left": 30_000, "runs": True},
            }
            for phone in (ann, bob, cid, dan, watcher):
                assert phone.view["vote"] == expected
            assert (await cid.do("judge", agree=True))["code"] == "not-judge"
            assert (await dan.do("judge", agree=True))["type"] == "done"
            ann.listen()
            assert ann.view["vote"] is None
            assert (ann.game["phase"], ann.game["turn"]) == ("forfeit", 1)
            before = len(ann.game["hand"])
            await ann.do("play", move=ann.any_move())
            assert len(ann.game["hand"]) == before - 1

    run(evening())


def test_the_same_answer_sent_twice_counts_once(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            phones, room = await called(server, Clock())
            dan = phones[3]
            version = dan.view["version"]
            first = await dan.do("judge", version=version, id="the-same-id-0001", agree=True)
            again = await dan.do("judge", version=version, id="the-same-id-0001", agree=True)
            assert first == again and first["type"] == "done"
            assert room.table.fines_of(1) == 1

    run(evening())


def test_after_half_a_minute_silence_is_no_agreement(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            clock = Clock()
            phones, room = await called(server, clock)
            clock.now += 29.9
            server.timekeeper.look(room)
            await asyncio.sleep(0.01)
            assert room.table.vote is not None
            late = Phone(server)
            await late.attach(room.table.id)
            assert late.view["vote"]["left"] == 100
            clock.now += 0.2
            server.timekeeper.look(room)
            await until(lambda: room.table.vote is None)
            assert room.table.calls_lost == {2} and room.table.fines_of(1) == 0
            phones[1].listen()
            assert (await phones[1].do("play", move="!1"))["code"] == "talk-call-lost"

    run(evening())


def test_the_clock_of_the_vote_stands_while_nobody_is_there(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            clock = Clock()
            phones, room = await called(server, clock, turn_seconds=60)
            clock.now += 10
            assert not room.stopwatch.runs, "nor is the turn charged"
            watcher = Phone(server)
            await watcher.attach(room.table.id)
            for phone in phones:
                leave(phone)
            heard = [message for message in watcher.listen() if message["type"] == "presence"]
            assert heard[-1]["vote"]["runs"] is False
            clock.now += 1000
            server.timekeeper.look(room)
            await asyncio.sleep(0.01)
            assert room.table.vote is not None and room.moment.vote_used == 10_000
            back = Phone(server)
            back.token = phones[3].token
            await back.attach(room.table.id)
            assert (back.view["vote"]["left"], back.view["vote"]["runs"]) == (20_000, True)
            assert back.view["clock"] is None or not back.view["clock"]["runs"]

    run(evening())


def test_a_vote_outlasts_a_restart_with_its_half_minute_anew(tmp_path: Path) -> None:
    async def before() -> tuple[str, list[str | None]]:
        async with serving(tmp_path) as server:
            clock = Clock()
            phones, room = await called(server, clock)
            clock.now += 25
            return room.table.id, [phone.token for phone in phones]

    async def afterwards(table: str, tokens: list[str | None]) -> None:
        async with serving(tmp_path) as server:
            clock = Clock()
            count(server, clock)
            room = await server.rooms.room(table)
            clock.now += 500
            dan = Phone(server)
            dan.token = tokens[3]
            await dan.attach(table)
            assert (dan.view["vote"]["left"], dan.view["vote"]["asked"]) == (30_000, [4])
            assert (await dan.do("judge", agree=False))["type"] == "done"
            assert room.table.vote is None and room.table.calls_lost == {2}

    run(afterwards(*run(before())))


def test_bots_wait_for_the_judges_and_then_play_on(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            count(server, Clock())
            people = await seated(
                server, "Ann", "Bob", "Cid", seats=6, teams=2, table_talk="penalty"
            )
            ann, _, cid = people
            await ann.do("start")
            room = await server.rooms.room(ann.view["table"])
            while room.table.to_act not in (1, 2, 3):
                await until(lambda: room.table.bot_to_move() is None)
            assert (await ann.do("play", move="!2"))["type"] == "done"
            mover = people[(room.table.to_act or 1) - 1]
            assert (await mover.do("play", move="-"))["code"] == "vote-open"
            assert (await cid.do("judge", agree=True))["type"] == "done"
            # Bots of the team give up cards, and then all goes on.
            for phone in people:
                phone.listen()
            bob = people[1]
            await until(lambda: room.table.to_act == 2)
            bob.listen()
            await bob.do("play", move=next(m for m in bob.game["may"] if m[-1] == "!"))
            await until(lambda: room.table.bot_to_move() is None)
            assert room.table.state is not None
            assert room.table.state.position.phase == "play"

    run(evening())


def test_a_seat_says_only_so_much_in_so_short_a_time(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            clock = Clock()
            count(server, clock)
            (ann, bob), room = await two(server)
            for _ in range(SAYINGS):
                assert (await ann.do("say", what="hello"))["type"] == "done"
            refused = await ann.do("say", what="hello")
            assert (refused["type"], refused["code"]) == ("refused", "too-many-phrases")
            assert (await bob.do("say", what="tea"))["type"] == "done"
            clock.now += SAYING_SECONDS
            assert (await ann.do("say", what="bye"))["type"] == "done"
            assert [said.what for _, said in room.table.said] == ["hello"] * 3 + ["tea", "bye"]

    run(evening())


def test_the_same_phrase_sent_again_is_said_once_also_by_who_must_wait(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            count(server, Clock())
            (ann, _), room = await two(server)
            for number in range(SAYINGS):
                said = await ann.do("say", id=f"phrase-number-{number:04}", what="hello")
            again = await ann.do("say", id=f"phrase-number-{SAYINGS - 1:04}", what="hello")
            assert again == said and len(room.table.said) == SAYINGS

    run(evening())


def test_spectators_hear_what_is_said_and_say_nothing(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            (ann, _), room = await two(server)
            watcher = Phone(server)
            await watcher.attach(room.table.id)
            await ann.do("say", what="hello")
            [update] = watcher.listen()
            event = update["events"][0]["event"]
            assert (event["type"], event["seat"], event["what"]) == ("Said", 1, "hello")
            assert update["view"]["said"][-1] == [0, 1, "hello"]
            assert (await watcher.do("say", what="hello"))["code"] == "not-seated"

    run(evening())


@pytest.mark.parametrize(("later", "answer"), [(0.0, "refused"), (SAYING_SECONDS + 1.0, "done")])
def test_what_was_said_before_a_restart_is_there_and_counts_for_as_long_as_it_would(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later: float, answer: str
) -> None:
    async def before() -> tuple[str, str | None]:
        async with serving(tmp_path) as server:
            (ann, _), room = await two(server)
            for _ in range(SAYINGS):
                await ann.do("say", what="hello")
            return room.table.id, ann.token

    async def afterwards(table: str, token: str | None) -> None:
        async with serving(tmp_path) as server:
            ann = Phone(server)
            ann.token = token
            await ann.attach(table)
            assert len(ann.view["said"]) == SAYINGS
            assert (await ann.do("say", what="thanks"))["type"] == answer

    told = run(before())
    monkeypatch.setattr(rooms, "now", lambda: time.time() + later)
    run(afterwards(*told))


def test_voices_count_the_last_few_seconds() -> None:
    clock = Clock()
    voices = Voices(clock)
    for _ in range(SAYINGS):
        assert voices.hushed == frozenset()
        voices.note(3)
        clock.now += 4
    assert voices.hushed == {3}
    clock.now += SAYING_SECONDS - 4 * SAYINGS
    assert voices.hushed == frozenset(), "the first one is long ago"


async def two(server: Server) -> tuple[list[Phone], Room]:
    """Ann and Bob in a game."""
    phones = await seated(server, "Ann", "Bob")
    await phones[0].do("start")
    for phone in phones:
        phone.listen()
    return phones, await server.rooms.room(phones[0].view["table"])
