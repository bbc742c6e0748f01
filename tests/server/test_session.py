"""What a session answers: codes, never a traceback; and what it lets nobody do."""

import json
import logging
import os
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sarja.server import rooms
from sarja.server.quotas import Rates
from sarja.server.room import Room
from sarja.server.session import MAX_GARBAGE, MAX_ROLES
from sarja.server.tokens import ALPHABET, SystemSource, clean_code
from sarja.table.messages import ServerMessage
from tests.server.phones import Data, Phone, play_out, run, seated, serving

SOAK = os.environ.get("SARJA_SOAK") == "1"

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
WORDS = st.sampled_from(["open", "attach", "detach", "do", "offer-link", "take-link", "ping"])
KEYS = st.sampled_from(["id", "table", "code", "token", "have", "version", "action", "settings"])
MESSAGES = st.builds(
    lambda kind, rest: {"type": kind, **rest}, WORDS, st.dictionaries(KEYS, JSON | WORDS)
)


@pytest.mark.soak
@settings(max_examples=5000 if SOAK else 30)
@given(heard=st.lists(st.text() | JSON.map(json.dumps) | MESSAGES.map(json.dumps), max_size=9))
def test_whatever_comes_in_each_message_has_one_answer_that_a_client_can_read(
    heard: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    async def work() -> None:
        async with serving(tmp_path_factory.mktemp("data")) as server:
            phone = Phone(server)
            for text in heard:
                for answer in await phone.hear(text):
                    msgspec.convert(answer, ServerMessage)
                    assert answer.get("code") != "internal"

    run(work())


async def refusals(phone: Phone, *messages: Data) -> list[str]:
    return [(await phone.say(**message))["code"] for message in messages]


def test_what_cannot_be_done_is_refused_with_a_code(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            (ann,) = await seated(server, "Ann")
            table, wrong = ann.view["table"], "x" * 32
            sit = {"type": "do", "table": table, "version": 2, "action": {"do": "sit", "name": "B"}}
            assert await refusals(
                ann,
                {"type": "attach"},
                {"type": "attach", "table": "no-such-table"},
                {"type": "attach", "code": "?!"},
                {"type": "attach", "table": table, "token": wrong},
                {"type": "open", "settings": {"variant": "no-such"}},
                {"type": "open", "settings": {"seats": 5}},
                {"type": "offer-link", "table": table, "token": wrong},
                {"type": "take-link", "secret": wrong},
                {**sit, "token": wrong},
                {**sit, "action": {"do": "fly"}},
                {**sit, "action": {"do": "sit", "name": ""}},
                {**sit, "extra": 1},
            ) == [
                "table-missing",
                "table-unknown",
                "table-unknown",
                "token-unknown",
                "variant-not-here",
                "seating-not-possible",
                "token-unknown",
                "link-unknown",
                "token-unknown",
                "message-unknown",
                "message-unknown",
                "message-unknown",
            ]

    run(work())


def test_a_refused_move_cites_its_rule(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            ann, bob = await seated(server, "Ann", "Bob")
            await ann.do("start")
            bob.listen()
            mover = ann if ann.is_to_move else bob
            answer = await mover.do("play", move="7H@a1")
            assert (answer["code"], answer["rule"]) == ("card-unknown", "R8")
            assert answer["params"] == {"card": "7H"}

    run(work())


HALF = "\\ud83d"


@pytest.mark.parametrize(
    ("text", "id", "code"),
    [
        ('{"type":"open","id":"a","settings":{"variant":"' + HALF + '"}}', "a", "message-unknown"),
        ('{"type":"attach","id":"a","code":"' + HALF + 'x"}', "a", "message-unknown"),
        ('{"type":"attach","id":"' + HALF + '","code":"BBBBB"}', None, "message-unknown"),
        ('{"' + HALF + '":1,"type":"ping","id":"a"}', "a", "message-unknown"),
        ('{"type":"attach","id":"a","code":"BBBBB","code":"CCCCC"}', None, "message-unknown"),
        ('{"type":"open","id":"a","settings":{"seats":2,"seats":3}}', None, "message-unknown"),
        ('{"type":"open","id":"a","settings":{"seats":NaN}}', None, "message-not-json"),
        ('{"type":"fly","id":"a"}', "a", "message-unknown"),
        ('{"type":"ping"', None, "message-not-json"),
        ("[" * 8000, None, "message-not-json"),
        ("[1]", None, "message-unknown"),
    ],
)
def test_what_cannot_be_read_is_refused_under_its_id(
    text: str, id: str | None, code: str, tmp_path: Path
) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            (answer,) = await Phone(server).hear(text)
            assert (answer["type"], answer["id"], answer["code"]) == ("refused", id, code)

    run(work())


def test_garbage_closes_the_connection_politely(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            phone = Phone(server)
            for _ in range(MAX_GARBAGE):
                await phone.hear("garbage")
            assert phone.connection.is_closing

    run(work())


def test_a_connection_follows_only_so_many_tables(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path, rates=Rates(tables="1000/minute", burst=1000)) as server:
            phone = Phone(server)
            answers = [await phone.attach(await phone.open()) for _ in range(MAX_ROLES + 1)]
            assert [a["type"] for a in answers] == ["table"] * MAX_ROLES + ["refused"]
            assert answers[-1]["code"] == "too-many-roles"

    run(work())


# Codes and tokens


def test_a_code_is_found_however_it_is_typed(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            (ann,) = await seated(server, "Ann")
            code = ann.view["code"]
            assert len(code) == 5 and set(code) <= set(ALPHABET)
            for typed in (code, code.lower(), f" {code[:2]}-{code[2:]} "):
                assert (await ann.say(type="attach", code=typed))["view"]["code"] == code

    run(work())


def test_codes_have_no_look_alikes_and_grow_with_the_server() -> None:
    assert not set("AEIOU0158L") & set(ALPHABET)
    source = SystemSource()
    assert [len(source.code(tables)) for tables in (0, 1000, 10_000, 1_000_000)] == [5, 5, 6, 8]
    assert clean_code("bcd-fg ") == "BCDFG"


def test_secrets_are_long_and_never_the_same() -> None:
    source = SystemSource()
    made = {source.secret() for _ in range(1000)}
    assert len(made) == 1000 and {len(secret) for secret in made} == {32}


def test_who_guesses_too_often_is_refused_and_a_seat_still_comes_in(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path, rates=Rates(guesses="5/minute")) as server:
            (ann,) = await seated(server, "Ann")
            thief = Phone(server)
            codes = await refusals(thief, *({"type": "attach", "code": "BBBBB"} for _ in range(7)))
            assert codes == ["table-unknown"] * 5 + ["too-many-guesses"] * 2
            right = {"type": "attach", "code": ann.view["code"]}
            assert await refusals(thief, right) == ["too-many-guesses"]
            assert (await ann.attach(ann.view["table"]))["type"] == "table"
            again = await thief.say(**right, token=ann.token)
            assert again["type"] == "table" and again["view"]["you"] == 1
            assert await refusals(thief, {**right, "token": "x" * 32}) == ["too-many-guesses"]
            elsewhere = Phone(server, "192.168.1.99")
            assert (await elsewhere.say(**right))["type"] == "table"

    run(work())


@pytest.mark.parametrize("kind", ["attach", "do", "offer-link", "take-link"])
def test_every_wrong_token_counts_as_a_guess(kind: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path, rates=Rates(guesses="5/minute")) as server:
            (ann,) = await seated(server, "Ann")
            table = ann.view["table"]
            thief = Phone(server)
            rest: dict[str, Data] = {
                "attach": {"table": table},
                "do": {"table": table, "version": 2, "action": {"do": "start"}},
                "offer-link": {"table": table},
                "take-link": {},
            }
            wrong = "secret" if kind == "take-link" else "token"
            guesses = [{"type": kind, wrong: f"{at:032}", **rest[kind]} for at in range(7)]
            codes = await refusals(thief, *guesses)
            assert set(codes[:5]) == {"link-unknown" if kind == "take-link" else "token-unknown"}
            assert codes[5:] == ["too-many-guesses"] * 2

    run(work())


def test_an_address_opens_only_so_many_tables(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path, rates=Rates(tables="2/minute", links="1/minute")) as server:
            ann = Phone(server)
            await ann.attach(await ann.open())
            await ann.open()
            answer = await ann.say(type="open", settings={})
            assert answer["code"] == "too-many-tables"
            await ann.sit("Ann")
            ask = {"type": "offer-link", "table": ann.view["table"], "token": ann.token}
            assert (await ann.say(**ask))["type"] == "link"
            assert (await ann.say(**ask))["code"] == "too-many-links"

    run(work())


def test_a_flood_of_messages_waits(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path, rates=Rates(messages=1000, burst=5)) as server:
            phone = Phone(server)
            waits = [phone.session.bucket.take() for _ in range(10)]
            assert waits[:4] == [0, 0, 0, 0] and waits[-1] > 0

    run(work())


# The log


def test_no_line_of_the_log_has_a_card_a_token_or_a_name(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    secrets: list[str] = []

    async def evening() -> None:
        async with serving(tmp_path) as server:
            ann, bob = await seated(server, "Annabel", "Bartholomew", variant="classic")
            offered = await ann.say(type="offer-link", table=ann.view["table"], token=ann.token)
            secrets.extend((str(ann.token), str(bob.token), offered["secret"]))
            await ann.do("start")
            bob.listen()
            await ann.do("play", move="QQ@a1")
            await ann.hear("garbage with the queen of hearts QH")
            await play_out([ann, bob])
            broken = Random(1)
            # Even an error that nobody has foreseen tells nothing.
            server.rooms.room = broken.choice  # type: ignore[assignment]
            answer = await ann.say(type="attach", table="QH")
            assert answer["code"] == "internal"

    run(evening())
    lines = [record.getMessage() for record in caplog.records if "asyncio" not in record.name]
    assert any("Attach" in line for line in lines)
    ranks, suits = "23456789TJQKA", "SHDC"
    cards = {rank + suit for rank in ranks for suit in suits}
    for line in lines:
        words = set(line.replace(":", " ").replace("(", " ").split())
        assert not words & cards, line
        assert not any(secret in line for secret in (*secrets, "Annabel", "Bartholomew")), line


def test_one_id_opens_a_table_and_sits_down_at_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            ann = Phone(server)
            same = "one-and-the-same-id-of-32-letters"
            opened = await ann.say(
                type="open", settings={"variant": "numbers-small", "seats": 2}, id=same
            )
            sit = {
                "type": "do",
                "table": opened["table"],
                "version": 1,
                "action": {"do": "sit", "name": "Ann"},
                "id": same,
            }
            done = await ann.say(**sit)
            assert done["type"] == "done" and done["token"]
            assert await ann.say(**sit) == done

    run(work())


def test_a_table_that_is_forgotten_while_somebody_comes_is_followed_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with serving(tmp_path) as server:
            (ann,) = await seated(server, "Ann")
            table = ann.view["table"]
            ann.connection.leave_all()
            catch_up = server.rooms.catch_up

            async def slowly(room: Room, version: int) -> None:
                await catch_up(room, version)
                with monkeypatch.context() as full:
                    full.setattr(rooms, "KEPT", 1)
                    server.rooms._forget_idle()
                assert server.rooms.known(table) is None

            watcher = Phone(server)
            with monkeypatch.context() as slow:
                slow.setattr(server.rooms, "catch_up", slowly)
                await watcher.attach(table)
            assert (await ann.do("rename", name="Zoe"))["type"] == "done"
            assert [message["type"] for message in watcher.listen()] == ["update"]
            assert watcher.view["seats"][0]["name"] == "Zoe"

    run(work())
