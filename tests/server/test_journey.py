"""One move's journey: decided, stored, acknowledged, published; once, whoever comes first."""

import asyncio
import threading
from pathlib import Path

import msgspec
import pytest

from sarja.server.app import Server
from sarja.server.database import Connection
from sarja.server.room import Room
from sarja.server.sender import Sender
from sarja.server.sql_store import SqlStore
from sarja.server.tokens import digest
from sarja.table.actions import Play, Rename, Start
from sarja.table.errors import TableError
from sarja.table.events import decode_events
from sarja.table.table import Table, fold
from tests.server.phones import Phone, play_out, run, seated, serving, until
from tests.server.stores import dumped

pytestmark = pytest.mark.usefixtures("both_stores")

# A whole evening


def test_a_game_is_played_to_its_end_and_then_another(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            ann, bob = await seated(server, "Ann", "Bob")
            assert (await ann.do("start"))["type"] == "done"
            bob.listen()
            await play_out([ann, bob])
            assert ann.game["outcome"] == bob.game["outcome"] is not None
            dealer = ann.game["dealer"]
            assert (await bob.do("start"))["type"] == "done"
            ann.listen()
            assert ann.game["number"] == 2 and ann.game["dealer"] == 3 - dealer
            await play_out([ann, bob])

    run(evening())


@pytest.mark.parametrize("draw", ["auto", "manual"])
def test_bots_play_where_no_person_does(tmp_path: Path, draw: str) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            (ann,) = await seated(server, "Ann", seats=4, draw=draw)
            await ann.do("start")
            await play_out([ann])
            assert ann.view["stage"] == "over"

    run(evening())


def test_what_is_stored_folds_to_what_is_in_memory(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            (ann,) = await seated(server, "Ann")
            await ann.do("start")
            await play_out([ann])
            table = ann.view["table"]
            room = await server.rooms.room(table)
            entries = await server.store.entries(table, 0)
            assert [e.version for e in entries[1:]] == [e.last + 1 for e in entries[:-1]]
            events = [event for entry in entries for event in decode_events(entry.events)]
            empty = Table(table, review_key=room.table.review_key)
            assert fold(empty, events) == room.table

    run(evening())


def test_where_nothing_is_to_be_done_nothing_is_stored_and_the_table_goes_on(
    tmp_path: Path,
) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            ann, _ = await seated(server, "Ann", "Bob")
            room = await server.rooms.room(ann.view["table"])
            before = await server.store.entries(room.table.id, 0)
            await server.rooms.act_for_server(room, "lesson", lambda table: [])
            assert await server.store.entries(room.table.id, 0) == before
            assert await server.store.look(room.table.id, "", "") == (before[-1].last, None)
            assert (await ann.do("start"))["type"] == "done"

    run(evening())


# Once


def test_the_same_command_sent_again_gets_the_same_answer_and_happens_once(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            ann, bob = await seated(server, "Ann", "Bob")
            await ann.do("start")
            bob.listen()
            mover = ann if ann.is_to_move else bob
            version, move = mover.view["version"], mover.any_move()
            first = await mover.do("play", version, id="one", move=move)
            again = await mover.do("play", version, id="one", move=move)
            later = await mover.do("play", id="one", move=move)
            assert first["type"] == "done"
            assert first == again == later
            ann.listen()
            assert len(ann.game["log"]) == 1

    run(evening())


def test_the_answer_is_the_same_after_a_restart_and_over_another_socket(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            ann = Phone(server)
            await ann.attach(await ann.open())
            table = ann.view["table"]
            sat = await ann.do("sit", id="a-long-id-that-nobody-knows", name="Ann")
            stood = {"type": "do", "table": table, "version": 2, "action": {"do": "stand"}}
            left = await ann.say(**stood, token=sat["token"], id="leave")
        async with serving(tmp_path) as server:
            ann = Phone(server)
            await ann.attach(table)
            assert await ann.do("sit", id="a-long-id-that-nobody-knows", name="Ann") == sat
            assert await ann.say(**stood, token=sat["token"], id="leave") == left
            assert ann.view["seats"][0]["kind"] == "open"

    run(evening())


def test_short_ids_of_strangers_do_not_meet(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            ann, bob = Phone(server), Phone(server)
            table = await ann.open()
            for phone, name in ((ann, "Ann"), (bob, "Bob")):
                await phone.attach(table)
                phone.token = (await phone.do("sit", id="1", name=name))["token"]
            assert ann.token != bob.token

    run(evening())


def test_a_table_opened_twice_by_the_same_command_is_one(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            ask = {"type": "open", "settings": {"variant": "classic"}, "id": "0123456789abcdef"}
            one, again = await Phone(server).say(**ask), await Phone(server).say(**ask)
            other = await Phone(server).say(**ask | {"id": "fedcba9876543210"})
            assert one == again
            assert other["table"] != one["table"]

    run(evening())


def test_no_token_and_no_id_that_makes_one_is_stored(tmp_path: Path) -> None:
    async def evening() -> list[str]:
        async with serving(tmp_path) as server:
            ann = Phone(server)
            await ann.attach(await ann.open())
            await ann.do("sit", id="this-id-makes-a-token", name="Ann")
            again = await ann.do("sit", id="this-id-makes-a-token", name="Ann")
            ann.token = again["token"]
            offered = await ann.say(type="offer-link", table=ann.view["table"], token=ann.token)
            taken = await Phone(server).say(
                type="take-link", secret=offered["secret"], id="another-id-that-makes-one"
            )
            return [again["token"], "this-id-makes-a-token", offered["secret"], taken["token"]]

    secrets = run(evening())
    stored = dumped(tmp_path)
    assert digest(secrets[0]) in stored
    for secret in secrets:
        assert secret not in stored


# First come


def test_a_seat_taken_elsewhere_is_known_here_at_once(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            assert isinstance(server.store, SqlStore)
            first, second = two_servers(server, server.store)
            watching, ann = Phone(second), Phone(first)
            table = await ann.open()
            await watching.attach(table)
            await ann.attach(table)
            await ann.sit("Ann")
            watching.token = ann.token
            assert (await watching.attach(table))["view"]["you"] == 1
            assert (await watching.do("stand"))["seat"] is None

    run(evening())


def two_servers(server: Server, store: SqlStore) -> tuple[Server, Server]:
    """Two processes' worth of server on one database, neither of which hears of the other."""
    return server, Server(store, pause=(0.0, 0.0))


async def _rooms(first: Server, second: Server, table: str) -> tuple[Room, Room]:
    return await first.rooms.room(table), await second.rooms.room(table)


def test_of_two_who_move_at_once_one_moves_and_the_other_is_told(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            assert isinstance(server.store, SqlStore)
            first, second = two_servers(server, server.store)
            ann, bob = await seated(first, "Ann", "Bob")
            await ann.do("start")
            bob.listen()
            mover = ann if ann.is_to_move else bob
            table, version = mover.view["table"], mover.view["version"]
            here, there = await _rooms(first, second, table)
            assert mover.token is not None
            moves = [move for move in mover.game["may"] if "@" in move][:2]
            answers = await asyncio.gather(
                first.rooms.act(here, Sender.with_token(mover.token, "a"), Play(moves[0]), version),
                second.rooms.act(
                    there, Sender.with_token(mover.token, "b"), Play(moves[1]), version
                ),
                return_exceptions=True,
            )
            refused = [answer for answer in answers if isinstance(answer, TableError)]
            assert [error.code for error in refused] == ["stale"]
            await until(lambda: here.table.version == there.table.version or _look(here, there))
            assert here.table.moves == there.table.moves and len(here.table.moves) == 1

    run(evening())


def _look(here: Room, there: Room) -> bool:
    """A process that has heard nothing catches up with its next command."""
    return max(here.table.version, there.table.version) > 0


def test_what_does_not_hang_on_what_changed_is_done_all_the_same(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            assert isinstance(server.store, SqlStore)
            first, second = two_servers(server, server.store)
            ann, bob = await seated(first, "Ann", "Bob")
            here, there = await _rooms(first, second, ann.view["table"])
            assert ann.token is not None and bob.token is not None
            version = here.table.version
            await first.rooms.act(here, Sender.with_token(ann.token, "x"), Rename("Zoe"), version)
            assert there.table.version == version
            await second.rooms.act(there, Sender.with_token(bob.token, "y"), Rename("Kim"), version)
            assert [chair.name for chair in there.table.chairs] == ["Zoe", "Kim"]

    run(evening())


def test_a_command_done_elsewhere_is_not_refused_here(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            assert isinstance(server.store, SqlStore)
            first, second = two_servers(server, server.store)
            ann, _ = await seated(first, "Ann", "Bob")
            here, there = await _rooms(first, second, ann.view["table"])
            assert ann.token is not None
            sender, version = Sender.with_token(ann.token, "go"), here.table.version
            done = await first.rooms.act(here, sender, Start(), version)
            assert await second.rooms.act(there, sender, Start(), version) == done
            await until(lambda: there.table.version == here.table.version)
            assert there.table.stage == "playing"

    run(evening())


def test_a_move_of_a_bot_where_a_person_sits_is_dropped(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, pause=(30.0, 30.0)) as server:
            (ann,) = await seated(server, "Ann")
            await ann.do("start")
            room = await server.rooms.room(ann.view["table"])
            with pytest.raises(TableError) as caught:
                await server.rooms.act_for_bot(room, 1, "-", room.table.version)
            assert caught.value.code == "stale"

    run(evening())


def test_a_stale_move_is_refused_aloud_and_the_whole_table_follows(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            ann, bob = await seated(server, "Ann", "Bob")
            await ann.do("start")
            bob.listen()
            mover = ann if ann.is_to_move else bob
            version = mover.view["version"]
            await mover.do("play", move=mover.any_move())
            answers = await mover.hear(
                msgspec.json.encode(
                    {
                        "type": "do",
                        "id": "late",
                        "table": mover.view["table"],
                        "version": version,
                        "action": {"do": "play", "move": "-"},
                        "token": mover.token,
                    }
                ).decode()
            )
            assert [(m["type"], m.get("code")) for m in answers] == [
                ("refused", "stale"),
                ("table", None),
            ]

    run(evening())


# Stored before it is told


def test_nothing_is_acknowledged_or_published_before_it_is_stored(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            assert isinstance(server.store, SqlStore)
            ann, bob = await seated(server, "Ann", "Bob")
            held, reached = threading.Event(), threading.Event()

            def hold(_: Connection) -> None:
                reached.set()
                held.wait()

            server.store.before_commit = hold
            before = len(ann.heard), len(bob.heard)
            asked = asyncio.ensure_future(ann.do("rename", name="Zoe"))
            await until(reached.is_set)
            for _ in range(50):
                await asyncio.sleep(0.001)
                ann.listen()
                bob.listen()
            assert not asked.done()
            assert (len(ann.heard), len(bob.heard)) == before
            held.set()
            assert (await asked)["type"] == "done"
            bob.listen()
            assert bob.view["seats"][0]["name"] == "Zoe"

    run(evening())


def test_what_was_begun_is_finished_though_its_sender_is_gone(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            assert isinstance(server.store, SqlStore)
            ann, bob = await seated(server, "Ann", "Bob")
            held, reached = threading.Event(), threading.Event()

            def hold(_: Connection) -> None:
                reached.set()
                held.wait()

            server.store.before_commit = hold
            asked = asyncio.ensure_future(ann.do("rename", name="Zoe"))
            await until(reached.is_set)
            asked.cancel()
            held.set()
            await until(lambda: bool(bob.listen()))
            assert bob.view["seats"][0]["name"] == "Zoe"

    run(evening())
