"""The turn clock at a running server: it charges while people are there, never while it is away."""

import asyncio
from pathlib import Path

from sarja.server.app import Server
from sarja.server.room import Room
from sarja.server.stopwatch import Stopwatch
from tests.server.phones import Phone, run, seated, serving, until
from tests.server.test_stand_ins import Clock, leave


def test_a_stopwatch_counts_while_it_runs() -> None:
    clock = Clock()
    watch = Stopwatch(clock)
    assert not watch.set(7, 0, False)
    clock.now += 5
    assert (watch.charged, watch.runs) == (0, False)
    assert watch.set(7, 0, True), "it is told that it goes on"
    clock.now += 3
    assert watch.charged == 3000
    assert watch.set(7, 0, False)
    clock.now += 60
    assert watch.charged == 3000
    watch.set(7, 0, True)
    clock.now += 1
    assert watch.charged == 4000


def test_each_turn_begins_with_what_is_stored_of_it() -> None:
    clock = Clock()
    watch = Stopwatch(clock)
    watch.set(7, 0, True)
    clock.now += 9
    assert not watch.set(12, 1500, True), "the event of the turn tells that"
    assert watch.charged == 1500
    clock.now += 2
    watch.set(12, 1500, True)
    assert watch.charged == 3500


async def alone(server: Server, **settings: object) -> tuple[Phone, Room]:
    """Ann and Bob at a table with a clock, in the turn of whoever begins, who is returned."""
    phones = await seated(server, "Ann", "Bob", **settings)
    await phones[0].do("start")
    for phone in phones:
        phone.listen()
    room = await server.rooms.room(phones[0].view["table"])
    return next(phone for phone in phones if phone.is_to_move), room


def count(server: Server, clock: Clock) -> None:
    """Let the tables count by that clock."""
    server.rooms.clock = clock


def test_it_charges_while_anybody_is_there(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            clock = Clock()
            count(server, clock)
            one, other = await seated(server, "Ann", "Bob", turn_seconds=60)
            await one.do("start")
            room = await server.rooms.room(one.view["table"])
            one.listen()
            assert one.view["clock"]["left"] == 60_000 and one.view["clock"]["runs"]
            clock.now += 10
            await one.do("rename", name="Anne")
            one.listen()
            assert one.view["clock"]["left"] == 50_000
            await one.hear('{"type": "attend", "there": false}')
            clock.now += 10
            assert room.moment.charged == 20_000, "somebody waits"
            leave(one)
            leave(other)
            clock.now += 10_000
            assert (room.moment.charged, room.moment.runs) == (20_000, False)
            back = Phone(server)
            back.token = one.token
            await back.attach(room.table.id)
            assert back.view["clock"] | {"seat": 0} == {
                "seat": 0,
                "seconds": 60,
                "left": 40_000,
                "runs": True,
            }

    run(evening())


def test_a_follower_who_stays_is_told_that_it_stands_and_goes_on(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            one, room = await alone(server, turn_seconds=60)
            watcher = Phone(server)
            await watcher.attach(room.table.id)
            for phone in list(room.followers):
                room.attend(phone, False)
            assert watcher.listen()[-1]["clock"]["runs"] is False
            await one.hear('{"type": "attend", "there": true}')
            assert watcher.listen()[-1]["clock"]["runs"] is True

    run(evening())


def test_when_time_is_up_a_bot_plays_the_turn(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            clock = Clock()
            count(server, clock)
            _, room = await alone(server, turn_seconds=60)
            clock.now += 59
            server.timekeeper.look(room)
            await asyncio.sleep(0.01)
            assert room.table.stood_in == ()
            clock.now += 1
            server.timekeeper.look(room)
            await until(lambda: room.table.stood_in != ())
            await until(lambda: room.table.bot_to_move() is None)
            assert room.stopwatch.charged == 0 and room.stopwatch.runs

    run(evening())


def test_or_all_wait(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            clock = Clock()
            count(server, clock)
            mover, room = await alone(server, turn_seconds=60, run_out="wait")
            clock.now += 61
            server.timekeeper.look(room)
            await until(lambda: room.table.time_up)
            mover.listen()
            assert mover.view["clock"]["left"] == 0 and not mover.view["clock"]["runs"]
            assert (await mover.do("play", move=mover.any_move()))["type"] == "done"

    run(evening())


def test_the_real_clock_runs_out_by_itself(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            _, room = await alone(server, turn_seconds=5)
            await until(lambda: room.table.stood_in != ())

    run(evening())


def test_the_servers_absence_is_not_charged(tmp_path: Path) -> None:
    async def before() -> tuple[str, str | None, int]:
        async with serving(tmp_path) as server:
            clock = Clock()
            count(server, clock)
            mover, room = await alone(server, turn_seconds=60)
            clock.now += 25
            seat = room.table.timed_seat
            assert seat is not None
            return room.table.id, mover.token, seat

    async def afterwards(table: str, token: str | None, seat: int) -> None:
        async with serving(tmp_path) as server:
            clock = Clock()
            count(server, clock)
            room = await server.rooms.room(table)
            clock.now += 9_000
            phone = Phone(server)
            phone.token = token
            await phone.attach(table)
            assert phone.view["clock"] == {
                "seat": seat,
                "seconds": 60,
                "left": 35_000,
                "runs": True,
            }
            assert room.table.charged == 25_000

    run(afterwards(*run(before())))


def test_in_a_pause_the_clock_stands_also_over_night(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, away_after=0.0) as server:
            clock = Clock()
            count(server, clock)
            one, other = await seated(server, "Ann", "Bob", turn_seconds=60, stand_in=1)
            await one.do("start")
            clock.now += 20
            await one.do("ask", what="pause")
            await other.do("agree")
            room = await server.rooms.room(one.view["table"])
            assert room.table.paused and room.table.charged == 20_000
            leave(other)
            clock.now += 50_000
            server.timekeeper.look(room)
            await asyncio.sleep(0.01)
            assert not room.table.time_up and room.table.chair(2).stand_in is None
            await one.do("ask", what="resume")
            one.listen()
            assert room.moment.runs or room.table.timed_seat is None
            assert one.view["clock"] is None or one.view["clock"]["left"] == 40_000

    run(evening())


def test_who_goes_away_leaves_the_others_to_decide(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, away_after=0.02) as server:
            one, other = await seated(server, "Ann", "Bob")
            await one.do("start")
            room = await server.rooms.room(one.view["table"])
            await one.do("ask", what="end")
            assert room.table.stage == "playing"
            leave(other)
            await until(lambda: room.table.stage == "lobby")

    run(evening())
