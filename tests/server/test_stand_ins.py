"""Who is gone: three clocks kept apart, bots that stand in, and people who come back."""

import asyncio
from pathlib import Path

import pytest

from sarja.server.app import Server
from sarja.server.attendance import Attendance
from sarja.server.errors import StoreError
from sarja.server.room import Room
from sarja.table.table import Table
from tests.server.phones import Phone, run, seated, serving, until
from tests.table.tables import two_people

NOBODY: frozenset[int] = frozenset()
ANN, BOB = frozenset({1}), frozenset({2})


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


# Connected, there, away


def test_who_comes_back_soon_was_never_away() -> None:
    clock, table = Clock(), two_people()
    attendance = Attendance(clock, away_after=20)
    attendance.look(table, ANN | BOB, ANN | BOB)
    assert attendance.look(table, ANN, ANN), "a lost connection is told at once"
    assert (attendance.here, attendance.away) == (ANN, NOBODY)
    clock.now += 19
    assert attendance.next_absence() == 1
    attendance.look(table, ANN | BOB, ANN | BOB)
    clock.now += 19
    attendance.look(table, ANN, ANN)
    assert attendance.away == NOBODY and attendance.next_absence() == 20


def test_who_stays_away_is_away_whatever_the_connection_does() -> None:
    clock, table = Clock(), two_people()
    attendance = Attendance(clock, away_after=20)
    attendance.look(table, ANN | BOB, ANN | BOB)
    # The telephone is locked, and its connection lives on.
    assert not attendance.look(table, ANN | BOB, ANN), "nobody can see a difference yet"
    clock.now += 20
    assert attendance.look(table, ANN | BOB, ANN)
    assert (attendance.here, attendance.away) == (ANN | BOB, BOB)
    # The connection comes and goes: the person has not been there for all that.
    attendance.look(table, ANN, ANN)
    attendance.look(table, ANN | BOB, ANN)
    assert attendance.away == BOB and attendance.gone_for(2) == 20
    attendance.look(table, ANN | BOB, ANN | BOB)
    assert attendance.away == NOBODY and attendance.gone_for(2) == 0


def test_bots_and_empty_seats_are_never_away() -> None:
    clock = Clock()
    attendance = Attendance(clock, away_after=0)
    attendance.look(Table("t"), NOBODY, NOBODY)
    assert attendance.away == NOBODY and attendance.next_absence() is None


# At a table


async def ann_and_bob(server: Server, **settings: object) -> tuple[Phone, Phone, Room]:
    ann, bob = await seated(server, "Ann", "Bob", **settings)
    await ann.do("start")
    return ann, bob, await server.rooms.room(ann.view["table"])


async def turn_of(seat: int, phones: list[Phone]) -> None:
    """Play until it is that seat's turn."""
    while True:
        for phone in phones:
            phone.listen()
        if phones[0].game["turn"] == seat:
            return
        mover = next(phone for phone in phones if phone.is_to_move)
        await mover.do("play", move=mover.any_move())


def leave(phone: Phone) -> None:
    phone.connection.leave_all()


def test_absence_is_told_and_so_is_the_return(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, away_after=0.02) as server:
            ann, bob, room = await ann_and_bob(server)
            ann.listen()
            await bob.hear('{"type": "attend", "there": false}')
            assert ann.listen() == [], "connected, and not away yet"
            await until(lambda: room.attendance.away == BOB)
            told = ann.listen()[-1]
            assert (told["type"], told["here"], told["away"]) == ("presence", [1, 2], [2])
            await bob.hear('{"type": "attend", "there": true}')
            assert ann.listen()[-1]["away"] == []
            leave(bob)
            assert ann.listen()[-1]["here"] == [1]

    run(evening())


def test_a_new_role_of_who_is_not_there_brings_nobody_back(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, away_after=0.0) as server:
            ann, bob, room = await ann_and_bob(server)
            leave(bob)
            again = Phone(server)
            again.token = bob.token
            await again.hear('{"type": "attend", "there": false}')
            await again.attach(ann.view["table"])
            assert room.attendance.here == ANN | BOB and room.attendance.away == BOB

    run(evening())


def test_a_bot_stands_in_when_asked_and_gives_the_seat_back(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, away_after=0.0) as server:
            ann, bob, room = await ann_and_bob(server)
            await turn_of(2, [ann, bob])
            assert (await ann.do("stand-in", seat=2))["code"] == "person-there"
            hand = bob.game["hand"]
            leave(bob)
            assert (await ann.do("stand-in", seat=2))["type"] == "done"
            await until(lambda: room.table.stood_in != ())
            await until(lambda: room.table.bot_to_move() is None)
            assert ann.listen() and ann.is_to_move

            back = Phone(server)
            back.token = bob.token
            await back.attach(ann.view["table"])
            await until(lambda: room.table.chair(2).stand_in is None)
            back.listen()
            assert back.view["you"] == 2 and len(back.game["hand"]) == len(hand)
            assert back.game["stood_in"] == list(room.table.stood_in)
            await ann.do("play", move=ann.any_move())
            back.listen()
            assert (await back.do("play", move=back.any_move()))["type"] == "done"

    run(evening())


def test_by_itself_a_bot_stands_in_after_the_time_that_is_set(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            ann, bob, room = await ann_and_bob(server, stand_in=1)
            await turn_of(2, [ann, bob])
            leave(bob)
            await until(lambda: room.table.chair(2).stand_in == "casual")
            await until(lambda: room.table.bot_to_move() is None)

    run(evening())


def test_while_all_are_gone_everything_stays_as_it_is(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, away_after=0.0) as server:
            ann, bob, room = await ann_and_bob(server, stand_in=1)
            await turn_of(1, [ann, bob])
            leave(bob)
            await ann.do("stand-in", seat=2)
            await ann.do("play", move=ann.any_move())
            leave(ann)
            resting = room.table.version
            await asyncio.sleep(1.2)
            # What was being thought may still be played, and nothing after it.
            assert room.table.chair(1).stand_in is None
            assert room.table.state is not None and room.table.stage == "playing"
            assert room.table.version <= resting + 5
            assert not server.timekeeper._timers

    run(evening())


def test_in_the_middle_of_a_turn_the_seat_is_taken_back_at_once(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, away_after=0.0, pause=(60.0, 60.0)) as server:
            ann, bob, room = await ann_and_bob(server)
            await turn_of(2, [ann, bob])
            leave(bob)
            await ann.do("stand-in", seat=2)
            back = Phone(server)
            back.token = bob.token
            await back.attach(ann.view["table"])
            await asyncio.sleep(0.02)
            assert room.table.chair(2).stand_in == "casual", "the bot is about to play this turn"
            assert (await back.do("return"))["type"] == "done"
            back.listen()
            assert room.table.chair(2).stand_in is None and back.is_to_move

    run(evening())


def test_a_stand_in_outlasts_a_restart_and_waits_for_company(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, away_after=0.0, pause=(60.0, 60.0)) as server:
            ann, bob, _ = await ann_and_bob(server)
            await turn_of(2, [ann, bob])
            leave(bob)
            await ann.do("stand-in", seat=2)
            table, token = ann.view["table"], ann.token
        async with serving(tmp_path, away_after=0.0) as server:
            room = await server.rooms.room(table)
            await asyncio.sleep(0.05)
            assert room.table.bot_to_move() == (2, "casual") and not room.table.stood_in
            ann = Phone(server)
            ann.token = token
            await ann.attach(table)
            await until(lambda: room.table.stood_in != ())

    run(evening())


def test_what_cannot_be_stored_is_done_a_little_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        async with serving(tmp_path) as server:
            monkeypatch.setattr("sarja.server.timekeeper.RETRY_SECONDS", 0.01)
            _ann, bob, room = await ann_and_bob(server, stand_in=1)
            leave(bob)
            append, failures = server.store.append, [StoreError("storage-full")] * 3

            async def failing(*rest: object, **more: object) -> bytes | None:
                if failures:
                    raise failures.pop()
                return await append(*rest, **more)  # type: ignore[arg-type]

            monkeypatch.setattr(server.store, "append", failing)
            await until(lambda: room.table.chair(2).stand_in is not None)
            assert failures == []

    run(evening())


def test_two_devices_of_one_person_are_one_person(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, away_after=0.0) as server:
            ann, bob, room = await ann_and_bob(server)
            other = Phone(server)
            other.token = bob.token
            await other.attach(ann.view["table"])
            leave(bob)
            assert room.attendance.away == NOBODY
            await other.hear('{"type": "attend", "there": false}')
            assert room.attendance.away == BOB

    run(evening())
