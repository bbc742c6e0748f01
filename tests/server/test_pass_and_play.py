"""Pass and play: several seats on one device, and at most one hand, uncovered, is ever sent."""

import json
from pathlib import Path
from typing import Any

from sarja.server.app import Server
from tests.server.phones import Phone, run, seated, serving, until

NEVER = (1e6, 1e6)


class Device(Phone):
    """A device that people pass round."""

    tokens: list[str]

    async def hold(self, table: str, *phones: Phone) -> dict[str, Any]:
        """Follow the table as the seats of those phones."""
        self.tokens = [str(phone.token) for phone in phones]
        return await self.say(type="attach", table=table, tokens=self.tokens)

    async def uncover(self, seat: int) -> dict[str, Any]:
        token = self.tokens[self.view["yours"].index(seat)]
        return await self.say(type="uncover", table=self.view["table"], token=token)

    async def play(self) -> dict[str, Any]:
        """Make a move for who is to act, whose hand is uncovered."""
        self.token = self.tokens[self.view["yours"].index(self.view["you"])]
        return await self.do("play", move=self.any_move())

    def hands(self, since: int = 0) -> list[list[str]]:
        """Every hand that has come since so many messages, one after the other."""
        views = [json.loads(text).get("view") for text in self.heard[since:]]
        games = [view["game"] for view in views if view]
        return [game["hand"] for game in games if game]


async def two_on_one(server: Server, **settings: Any) -> tuple[Device, list[Phone]]:
    """A game of Ann and Bob, who pass a device round; their phones are there to compare."""
    phones = await seated(server, "Ann", "Bob", **settings)
    device = Device(server)
    shown = await device.hold(phones[0].view["table"], *phones)
    assert (shown["view"]["you"], shown["view"]["yours"]) == (None, [1, 2])
    await phones[0].do("start")
    for phone in (*phones, device):
        phone.listen()
    return device, phones


def test_only_the_uncovered_hand_is_sent_and_only_in_its_turn(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            device, phones = await two_on_one(server)
            turn = device.game["turn"]
            assert not any(device.hands()) and device.game["may"] == []
            assert (await device.uncover(3 - turn))["code"] == "turn-of-another"
            assert not any(device.hands())

            shown = await device.uncover(turn)
            assert shown["type"] == "table" and shown["view"]["you"] == turn
            assert device.game["hand"] == phones[turn - 1].game["hand"]
            before = len(device.heard)
            assert (await device.play())["type"] == "done"
            device.listen()
            # The turn is over: what was drawn is not sent, nor the hand.
            assert device.view["you"] is None
            assert not any(device.hands(before))
            events = [e for t in device.heard[before:] for e in json.loads(t).get("events", [])]
            drawn = [e["event"]["event"] for e in events if e["event"]["type"] == "GameEvent"]
            assert [e["card"] for e in drawn if e["type"] == "Drawn"] == [None]
            assert (await device.uncover(3 - turn))["view"]["you"] == 3 - turn

    run(evening())


def test_a_hand_is_covered_by_hand_and_after_a_lost_connection(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            device, phones = await two_on_one(server)
            await device.uncover(device.game["turn"])
            assert device.game["hand"]
            await device.hear(json.dumps({"type": "cover", "table": device.view["table"]}))
            assert device.view["you"] is None and device.game["hand"] == []
            await device.uncover(device.game["turn"])
            # Coming back begins covered.
            await device.hold(device.view["table"], *phones)
            assert (device.view["you"], device.game["hand"]) == (None, [])

    run(evening())


def test_a_turn_that_has_come_round_again_must_be_uncovered_again(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            (ann,) = await seated(server, "Ann")
            device = Device(server)
            await device.hold(ann.view["table"], ann)
            await ann.do("start")
            room = await server.rooms.room(ann.view["table"])
            await until(lambda: room.table.to_act == 1 or room.table.stage == "over")
            device.listen()
            await device.uncover(1)
            seen = len(device.heard)
            ann.listen()
            assert (await ann.do("play", move=ann.any_move()))["type"] == "done"
            # Nothing is read until the bot has played, and it is Ann's turn once more.
            await until(lambda: room.table.to_act == 1 or room.table.stage == "over")
            device.listen()
            assert device.view["you"] is None
            assert not any(device.hands(seen))

    run(evening())


def test_seats_that_are_not_on_the_device_are_not_uncovered(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            device, phones = await two_on_one(server)
            lone = Device(server)
            await lone.hold(device.view["table"], phones[0])
            message = {"type": "uncover", "table": device.view["table"], "token": phones[1].token}
            assert (await lone.say(**message))["code"] == "seat-not-here"
            eve = Phone(server)
            await eve.attach(device.view["table"])
            assert (await eve.say(**message))["code"] == "seat-not-here"

    run(evening())


def test_a_token_that_has_no_seat_is_named_and_a_seat_that_is_lost_shown(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            ann, _bob, cid = await seated(server, "Ann", "Bob", "Cid", seats=3)
            table = ann.view["table"]
            device = Device(server)
            await device.hold(table, ann, cid)
            assert device.view["yours"] == [1, 3]
            assert {seat["here"] for seat in device.view["seats"]} == {True}
            await ann.do("swap", seat=2)
            device.listen()
            assert device.view["yours"] == [2, 3]
            await ann.do("vacate", seat=3)
            device.listen()
            assert device.view["yours"] == [2, None]
            refused = await device.hold(table, ann, cid)
            assert (refused["code"], refused["params"]) == ("token-unknown", {"number": 2})

    run(evening())


def test_a_card_can_be_drawn_by_hand_while_all_is_covered(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            device, phones = await two_on_one(server, draw="manual")
            turn = device.game["turn"]
            await device.uncover(turn)
            await device.play()
            device.listen()
            assert device.game["owed"] == [turn] and device.view["you"] is None
            device.token = str(phones[turn - 1].token)
            assert (await device.do("play", move=f"{turn}:+"))["type"] == "done"
            assert device.game["owed"] == [] and device.game["hand"] == []

    run(evening())


def test_a_device_with_seats_is_let_in_where_spectators_are_not(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            device, phones = await two_on_one(server, spectators="none")
            assert device.view["stage"] == "playing"
            await device.hold(device.view["table"], *phones)
            for phone in phones:
                await phone.do("stand")
            assert device.listen()[-1]["type"] == "sent-away"

    run(evening())
