"""Bots at tables: they think elsewhere, see a view, and the table goes on whatever they do."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sarja.rules.model import View
from sarja.rules.moves import PASS, Move
from sarja.rules.play import legal_moves
from sarja.server import thinking
from sarja.server.app import Server
from sarja.server.bots import BotDriver
from sarja.server.errors import StoreError
from sarja.server.thinking import Thinker
from tests.extras import needs_numba
from tests.server.phones import LIMIT, Phone, play_out, run, seated, serving, until
from tests.table.tables import two_people


def a_view() -> View:
    state = two_people().state
    assert state is not None and state.position.to_act is not None
    return state.view(state.position.to_act)


@contextmanager
def thinker(processes: int = 0) -> Iterator[Thinker]:
    made = Thinker(processes)
    try:
        yield made
    finally:
        made.close()


class Stub:
    """A bot that does as it is told."""

    def __init__(self, move: Move | Exception) -> None:
        self.move = move
        self.seen: list[Any] = []

    def choose(self, view: View, random: Random) -> Move:
        self.seen.append(view)
        if isinstance(self.move, Exception):
            raise self.move
        return self.move


@pytest.mark.parametrize("processes", [0, 1])
def test_a_bot_thinks_in_a_thread_or_in_a_process(processes: int) -> None:
    view = a_view()
    with thinker(processes) as made:
        assert run(made.choose("casual", view)) in legal_moves(view.position, view.hand)


def test_without_processes_bots_think_in_threads(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    view = a_view()
    with thinker(1) as made:
        monkeypatch.setattr(made, "_executor", _Broken())
        assert run(made.choose("casual", view)) in legal_moves(view.position, view.hand)
        assert run(made.choose("casual", view)) in legal_moves(view.position, view.hand)
    assert len(caplog.records) == 1


class _Broken:
    def submit(self, *_: Any) -> Any:
        raise OSError

    def shutdown(self, **_: Any) -> None:
        pass


@pytest.mark.parametrize("move", [PASS, ValueError("QH")])
def test_a_bot_that_fails_plays_anything_and_nothing_is_told(
    move: Move | Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    view = a_view()
    monkeypatch.setattr(thinking, "_bot", lambda name: Stub(move))
    with thinker() as made, caplog.at_level(logging.DEBUG):
        assert run(made.choose("casual", view)) in legal_moves(view.position, view.hand)
    assert caplog.records and "QH" not in caplog.text


def test_a_bot_that_never_comes_to_an_end_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def think(*_: Any) -> Move:
        await asyncio.sleep(60)
        return PASS

    view = a_view()
    monkeypatch.setattr(thinking, "THINK_SECONDS", 0.01)
    with thinker() as made:
        monkeypatch.setattr(made, "_think", think)
        assert run(made.choose("casual", view)) in legal_moves(view.position, view.hand)


@needs_numba
def test_the_stronger_bots_are_compiled_by_a_process_of_their_own() -> None:
    with thinker(1) as made:
        made.warm()
        warming = made._warming
        assert warming is not None
        # With an empty cache that takes two minutes of a busy machine.
        warming.join(10 * LIMIT)
        assert warming.exitcode == 0


def test_where_bots_think_in_threads_nothing_is_compiled_beforehand() -> None:
    with thinker() as made:
        made.warm()
        assert made._warming is None


def test_a_bot_is_shown_the_view_of_its_own_seat_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub = Stub(PASS)
    monkeypatch.setattr(thinking, "_bot", lambda name: stub)

    async def evening() -> None:
        async with serving(tmp_path) as server:
            (ann,) = await seated(server, "Ann")
            await ann.do("start")
            await play_out([ann])

    run(evening())
    assert stub.seen
    assert {type(view) for view in stub.seen} == {View}
    assert {view.seat for view in stub.seen} == {2}


def test_bots_go_on_by_themselves_after_a_restart(tmp_path: Path) -> None:
    async def begin() -> tuple[str, str | None]:
        async with serving(tmp_path, pause=(60.0, 60.0)) as server:
            (ann,) = await seated(server, "Ann", seats=3)
            await ann.do("start")
            ann.listen()
            while ann.is_to_move:
                await ann.do("play", move=ann.any_move())
                ann.listen()
            table = str(ann.view["table"])
            assert await server.store.bots_due() == [table]
            return table, ann.token

    async def go_on(table: str, token: str | None) -> None:
        async with serving(tmp_path) as server:
            # Nobody is connected, but a person sits there, and comes back to her turn.
            room = await server.rooms.room(table)
            await until(lambda: room.table.bot_to_move() is None)
            ann = Phone(server)
            ann.token = token
            await ann.attach(table)
            assert ann.is_to_move or ann.view["stage"] == "over"

    run(go_on(*run(begin())))


def test_bots_among_themselves_rest_while_nobody_looks_on(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, pause=(0.01, 0.01)) as server:
            (ann,) = await seated(server, "Ann")
            await ann.do("start")
            await ann.do("stand")
            table = ann.view["table"]
            room = await server.rooms.room(table)
            ann.connection.leave_all()
            assert not room.followers
            await until(lambda: table not in server.bots._tasks)
            resting = room.table.version
            assert room.table.stage == "playing"
            await asyncio.sleep(0.1)
            assert room.table.version == resting

            watcher = Phone(server)
            await watcher.attach(table)
            await until(lambda: room.table.version > resting)
            watcher.connection.leave_all()
            await until(lambda: table not in server.bots._tasks)
            assert await server.store.bots_due() == [table]

        # The restart wakes nobody who has no company.
        async with serving(tmp_path) as server:
            room = await server.rooms.room(table)
            await asyncio.sleep(0.05)
            assert room.table.stage == "playing" and not server.bots._tasks
            watcher = Phone(server)
            await watcher.attach(table)
            await until(lambda: room.table.stage == "over")
            assert await server.store.bots_due() == []

    run(evening())


def test_a_game_of_bots_without_end_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sarja.server.bots.LONGEST_ALONE", 5)

    async def evening() -> None:
        async with serving(tmp_path) as server:
            (ann,) = await seated(server, "Ann")
            await ann.do("start")
            await ann.do("stand")
            room = await server.rooms.room(ann.view["table"])
            await until(lambda: len(room.table.moves) >= 5)
            await until(lambda: not server.bots._tasks)
            assert len(room.table.moves) == 5 and room.table.stage == "playing"
            # Who sits down there can begin anew, and with a person the same number is no limit.
            bob = Phone(server)
            await bob.attach(room.table.id)
            assert (await bob.sit("Bob"))["type"] == "done"
            assert bob.view["stage"] == "lobby"
            await bob.do("start")
            await play_out([bob])
            assert len(bob.game["log"]) > 5

    run(evening())


def test_a_move_of_a_bot_takes_a_while_that_does_not_hang_on_its_cards(tmp_path: Path) -> None:
    waits: list[float] = []

    async def evening(monkeypatch: pytest.MonkeyPatch) -> None:
        sleep = asyncio.sleep

        async def note(seconds: float) -> None:
            waits.append(seconds)
            await sleep(0)

        async with serving(tmp_path, pause=(5.0, 9.0)) as server:
            (ann,) = await seated(server, "Ann")
            monkeypatch.setattr("sarja.server.bots.asyncio.sleep", note)
            await ann.do("start")
            await play_out([ann])

    with pytest.MonkeyPatch.context() as patch:
        run(evening(patch))
    pauses = [seconds for seconds in waits if seconds > 0]
    assert len(pauses) > 3
    assert all(seconds < 9 for seconds in pauses) and max(pauses) > 4


async def played_and_owed(server: Server) -> Phone:
    """Somebody who has just played against a bot, and is owed the draw."""
    (ann,) = await seated(server, "Ann", draw="manual")
    await ann.do("start")
    await until(lambda: ann.listen() is not None and ann.is_to_move)
    await ann.do("play", move=next(m for m in ann.game["may"] if ":" not in m))
    return ann


def test_a_bot_gives_people_time_to_draw_also_through_a_reload(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, draw_time=LIMIT) as server:
            ann = await played_and_owed(server)
            room = await server.rooms.room(ann.view["table"])
            ann.connection.leave_all()
            await asyncio.sleep(0.1)
            again = Phone(server)
            again.token = ann.token
            await again.attach(room.table.id)
            assert again.game["turn"] == 2 and "1:+" in again.game["may"]
            assert (await again.do("play", move="1:+"))["type"] == "done"
            # When it is drawn nothing is waited for any more.
            await until(lambda: again.listen() is not None and again.is_to_move)
            assert len(again.game["hand"]) == room.table.setup.hand

    run(evening())


def test_a_bot_does_not_wait_for_ever_for_a_draw(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, draw_time=0.1) as server:
            ann = await played_and_owed(server)
            started = asyncio.get_running_loop().time()
            await until(lambda: ann.listen() is not None and not ann.game["owed"])
            assert asyncio.get_running_loop().time() - started > 0.09
            assert len(ann.game["hand"]) == ann.game["hand_sizes"][1] - 1

    run(evening())


def test_a_bot_that_waits_for_a_draw_rests_when_who_was_to_draw_has_left(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, draw_time=LIMIT) as server:
            ann = await played_and_owed(server)
            await ann.do("stand")
            room = await server.rooms.room(ann.view["table"])
            await until(lambda: room.table.stage == "over")

    run(evening())


def test_a_full_disk_is_told_once_for_all_tables_and_once_more_when_it_is_full_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("sarja.server.bots.RETRY_SECONDS", 0.001)
    failed = 0

    async def evening() -> None:
        nonlocal failed
        async with serving(tmp_path) as server:
            append = server.store.append
            full = True

            async def fill(*given: Any, **named: Any) -> Any:
                nonlocal failed
                if full and given[0].scope == "bot":
                    failed += 1
                    raise StoreError("storage-full")
                return await append(*given, **named)

            monkeypatch.setattr(server.store, "append", fill)
            people = [(await seated(server, "Ann"))[0] for _ in range(3)]
            for ann in people:
                await ann.do("start")
                while ann.listen() is not None and ann.is_to_move:
                    await ann.do("play", move=ann.any_move())
            await until(lambda: failed > 30)
            lines = [record.getMessage() for record in caplog.records]
            assert lines.count("bots: storage-full") == 1 and len(lines) < 5

            full = False
            for ann in people:
                await until(lambda ann=ann: ann.listen() is not None and ann.is_to_move)  # type: ignore[misc]
            full, seen = True, failed
            for ann in people:
                await ann.do("play", move=ann.any_move())
            await until(lambda: failed > seen + 10)
            assert caplog.text.count("storage-full") == 2

    run(evening())


def test_trouble_with_a_table_is_tried_again_and_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("sarja.server.bots.RETRY_SECONDS", 0.001)
    failing = iter([RuntimeError("QH"), RuntimeError("QH")])
    move = BotDriver._move

    async def fail_twice(self: BotDriver, room: Any) -> None:
        if (error := next(failing, None)) is not None:
            raise error
        await move(self, room)

    monkeypatch.setattr(BotDriver, "_move", fail_twice)

    async def evening() -> None:
        async with serving(tmp_path) as server:
            (ann,) = await seated(server, "Ann")
            await ann.do("start")
            await play_out([ann])

    run(evening())
    assert "RuntimeError" in caplog.text and "QH" not in caplog.text
