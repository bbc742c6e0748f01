"""Spectators: the public game only, where the table allows; all hands once it is over."""

import json
from pathlib import Path

from tests.server.phones import Phone, play_out, run, seated, serving

NEVER = (1e6, 1e6)


def test_spectators_are_sent_away_when_the_host_says_so_and_come_back(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            ann, bob = await seated(server, "Ann", "Bob")
            table = ann.view["table"]
            eve = Phone(server)
            await eve.attach(table)
            await ann.do("start")
            eve.listen()
            assert eve.view["stage"] == "playing" and eve.game["hand"] == []

            assert (await bob.do("admit", spectators="none"))["code"] == "host-only"
            assert (await ann.do("admit", spectators="none"))["type"] == "done"
            (gone,) = eve.listen()
            assert gone == {"type": "sent-away", "table": table, "code": "spectators-none"}
            assert not eve.connection.roles
            bob.listen()
            on_turn = ann if ann.is_to_move else bob
            await on_turn.do("play", move=on_turn.any_move())
            assert eve.listen() == []
            assert (await eve.attach(table))["code"] == "spectators-none"
            # Who sits here is a spectator nowhere.
            assert (await ann.attach(table))["view"]["you"] == 1

            await ann.do("admit", spectators="allowed")
            assert (await eve.attach(table))["type"] == "table"

    run(evening())


def test_who_comes_for_a_seat_sees_the_seats_of_a_closed_table(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            ann, bob = await seated(server, "Ann", "Bob", seats=4, spectators="none")
            eve = Phone(server)
            assert (await eve.attach(ann.view["table"]))["type"] == "table"
            await ann.do("start")
            assert eve.listen()[-1]["type"] == "sent-away"
            # Who has lost the seat in a game is a spectator like any other.
            await bob.do("stand")
            assert json.loads(bob.heard[-1])["type"] == "sent-away"

    run(evening())


def test_a_spectator_whose_place_was_just_closed_is_refused_the_table(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            (ann,) = await seated(server, "Ann", spectators="none")
            eve = Phone(server)
            message = {"type": "attach", "id": "a1", "table": ann.view["table"]}
            await eve.session.hear(json.dumps(message))
            await ann.do("start")
            (answer,) = eve.listen()
            assert (answer["id"], answer["code"]) == ("a1", "spectators-none")

    run(evening())


def test_all_see_all_hands_once_the_game_is_over_and_not_before(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            ann, bob = await seated(server, "Ann", "Bob")
            eve = Phone(server)
            await eve.attach(ann.view["table"])
            await ann.do("start")
            await play_out([ann, bob])
            for phone in (ann, bob, eve):
                phone.listen()
                views = [json.loads(text).get("view") for text in phone.heard]
                games = [view["game"] for view in views if view and view["game"]]
                assert [game["hands"] for game in games[:-1]] == [[]] * (len(games) - 1)
                assert games[-1]["outcome"] is not None
                hands = [sorted(hand) for hand in games[-1]["hands"]]
                assert hands == [sorted(ann.game["hand"]), sorted(bob.game["hand"])]

    run(evening())


def test_a_closed_table_shows_its_end_to_those_at_the_door_but_no_hand(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            ann, bob = await seated(server, "Ann", "Bob", spectators="none")
            await ann.do("start")
            await play_out([ann, bob])
            await bob.do("stand")
            eve = Phone(server)
            await eve.attach(ann.view["table"])
            assert eve.view["stage"] == "over" and eve.game["hands"] == []
            await eve.sit("Eve")
            assert eve.game["hands"] == [] and eve.game["hand"] == []

    run(evening())
