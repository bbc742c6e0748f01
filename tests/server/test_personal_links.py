"""A personal link brings a seat to another device: once, for ten minutes, for who asked."""

from pathlib import Path

import msgspec
import pytest

from sarja.server.errors import ServerError
from tests.server.phones import Phone, run, seated, serving


def test_a_personal_link_opens_the_seat_on_another_device_once(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            ann, bob = await seated(server, "Ann", "Bob")
            table = ann.view["table"]
            offered = await ann.say(type="offer-link", table=table, token=ann.token)
            assert offered["type"] == "link" and offered["seconds"] == 600
            tablet, thief = Phone(server), Phone(server)
            taken = await tablet.say(type="take-link", secret=offered["secret"], id="take" * 5)
            tablet.token = taken["token"]
            shown = await tablet.attach(table)
            assert shown["view"]["you"] == 1 == taken["seat"]
            again = await tablet.say(type="take-link", secret=offered["secret"], id="take" * 5)
            assert again == taken
            spent = await thief.say(type="take-link", secret=offered["secret"])
            assert spent["code"] == "link-spent"
            # Both devices have the seat, and nobody is told more than that something happened.
            assert (await ann.do("rename", name="Zoe"))["type"] == "done"
            assert (await tablet.do("rename", name="Ann"))["type"] == "done"
            bob.listen()
            numbers = [e for m in bob.heard for e in msgspec.json.decode(m).get("events", [])]
            assert {"number": 4} in numbers

    run(evening())


def test_a_link_is_for_who_asked_and_not_for_the_seat(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            ann, bob = await seated(server, "Ann", "Bob")
            offered = await ann.say(type="offer-link", table=ann.view["table"], token=ann.token)
            assert (await ann.do("swap", seat=2))["seat"] == 2
            taken = await Phone(server).say(type="take-link", secret=offered["secret"])
            assert taken["seat"] == 2
            gone = await bob.say(type="offer-link", table=bob.view["table"], token=bob.token)
            await bob.do("stand")
            assert (await bob.say(type="take-link", secret=gone["secret"]))["code"] == "link-spent"

    run(evening())


def test_a_link_is_good_for_ten_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            (ann,) = await seated(server, "Ann")
            offered = await ann.say(type="offer-link", table=ann.view["table"], token=ann.token)
            monkeypatch.setattr("sarja.server.rooms.now", lambda: 1e12)
            late = await Phone(server).say(type="take-link", secret=offered["secret"])
            assert late["code"] == "link-spent"

    run(evening())


def test_a_link_that_never_was_is_unknown(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            with pytest.raises(ServerError):
                await server.rooms.take_link("x", "0" * 32)
            answer = await Phone(server).say(type="take-link", secret="0" * 32)
            assert answer["code"] == "link-unknown"

    run(evening())
