"""One suite for both buses; and what the one over Redis does when Redis is not there."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from sarja.server.bus import Bus, MemoryBus
from sarja.server.errors import StoreError
from sarja.server.redis_bus import AT_ONCE, SENDERS, WAITING, RedisBus
from tests.server.phones import run, until
from tests.server.redises import REDIS, fresh_channel, own_redis


class Ear:
    """What somebody hears of a bus."""

    def __init__(self, bus: Bus) -> None:
        self.tables: list[tuple[str, int]] = []
        self.told: list[tuple[str, ...]] = []
        self.followed: list[str] = []
        self.gaps = 0
        bus.listen(lambda table, version: self.tables.append((table, version)))
        bus.hear("word", lambda *what: self.told.append(what))
        bus.mind_gaps(self._gap)
        bus.mind_gap_of(self.followed.append)

    def _gap(self) -> None:
        self.gaps += 1


@asynccontextmanager
async def joined(*buses: Bus) -> AsyncIterator[list[Ear]]:
    """The buses at work, and who hears at each; those over Redis have heard that they are on.

    They follow a table that is called t.
    """
    ears = [Ear(bus) for bus in buses]
    for bus in buses:
        bus.follow("t")
        await bus.begin()
    for bus, ear in zip(buses, ears, strict=True):
        if isinstance(bus, RedisBus):
            await until(lambda ear=ear: ear.gaps > 0)  # type: ignore[misc]
    try:
        yield ears
    finally:
        for bus in buses:
            await bus.close()


@pytest.fixture(params=["memory", "redis"])
def two(request: pytest.FixtureRequest) -> Callable[[], tuple[Bus, Bus]]:
    """Makes two buses, as two who share one have them."""

    def in_memory() -> tuple[Bus, Bus]:
        bus = MemoryBus()
        return bus, bus

    def over_redis() -> tuple[Bus, Bus]:
        channel = fresh_channel()
        return RedisBus(REDIS, channel), RedisBus(REDIS, channel)

    return in_memory if request.param == "memory" else over_redis


def test_all_hear_of_a_table_in_the_order_in_which_it_changed(
    two: Callable[[], tuple[Bus, Bus]],
) -> None:
    async def work() -> None:
        one, other = two()
        async with joined(one, other) as (near, far):
            for version in range(1, 201):
                one.publish("t", version)
            wanted = [("t", version) for version in range(1, 201)]
            assert near.tables == wanted, "who publishes hears of it at once"
            await until(lambda: far.tables == wanted)
            assert near.tables == wanted, "and once"

    run(work())


def test_who_tells_the_others_does_not_hear_it(two: Callable[[], tuple[Bus, Bus]]) -> None:
    async def work() -> None:
        one, other = two()
        async with joined(one, other) as (near, far):
            one.tell("word", "hello", "you")
            one.tell("nobody", "listens")
            one.publish("t", 1)
            await until(lambda: far.tables == [("t", 1)])
            assert near.told == []
            assert far.told == ([] if one is other else [("hello", "you")])

    run(work())


def test_of_a_table_they_alone_hear_who_follow_it() -> None:
    async def work() -> None:
        channel = fresh_channel()
        one, other = RedisBus(REDIS, channel), RedisBus(REDIS, channel)
        async with joined(one, other) as (near, far):
            one.publish("u", 1)
            one.tell_of("word", "u")
            one.publish("t", 1)
            await until(lambda: far.tables == [("t", 1)])
            assert near.tables == [("u", 1), ("t", 1)], "here all is heard"
            other.follow("u")
            await until(lambda: "u" in far.followed)
            one.publish("u", 2)
            one.tell_of("word", "u")
            await until(lambda: far.told == [("u",)])
            assert far.tables[1:] == [("u", 2)] and near.told == []
            other.leave("u")
            other.follow("v")
            await until(lambda: "v" in far.followed)
            one.publish("u", 3)
            one.publish("v", 1)
            await until(lambda: far.tables[-1] == ("v", 1))
            assert ("u", 3) not in far.tables

    run(work())


def test_thousands_of_tables_are_followed_and_left() -> None:
    async def work() -> None:
        channel = fresh_channel()
        one, other = RedisBus(REDIS, channel), RedisBus(REDIS, channel)
        names = [f"t{number}" for number in range(3 * AT_ONCE + 1)]
        async with joined(one, other) as (_, far):
            for name in names:
                other.follow(name)
            await until(lambda: set(names) <= set(far.followed))
            for name in names[1:]:
                other.leave(name)
            other.follow("last")
            await until(lambda: "last" in far.followed)
            for name in (*names, "last"):
                one.publish(name, 1)
            await until(lambda: ("last", 1) in far.tables)
            assert far.tables == [(names[0], 1), ("last", 1)]

    run(work())


def test_what_is_sent_twice_is_heard_once() -> None:
    async def work() -> None:
        channel = fresh_channel()
        one, other = RedisBus(REDIS, channel), RedisBus(REDIS, channel)
        async with joined(one, other) as (_, far):
            heard = other._take
            taken: list[bytes] = []
            other._take = lambda data: (taken.append(data), heard(data))[1]  # type: ignore[method-assign, func-returns-value]
            words = [("word", str(number)) for number in range(50)]
            for word in words:
                one.tell(*word)
            one.publish("t", 1)
            # So it is where the bus is closed while something is on its way.
            await asyncio.gather(one._send_all(), one._send_all())
            one.publish("t", 2)
            await until(lambda: ("t", 2) in far.tables)
            assert len(taken) > len(words) + 2, "it has been sent twice"
            assert far.told == [(what,) for _, what in words]
            assert far.tables == [("t", 1), ("t", 2)]

    run(work())


def test_who_does_not_count_its_notices_is_heard_all_the_same() -> None:
    bus = RedisBus(REDIS, "c")
    ear = Ear(bus)
    for _ in range(2):
        bus._take(b'["an older program", "word", ["hello"]]')
    assert ear.told == [("hello",), ("hello",)]


def test_of_ever_so_many_senders_the_latest_are_remembered() -> None:
    bus = RedisBus(REDIS, "c")
    ear = Ear(bus)
    for sender in range(SENDERS + 1):
        bus._take(b'["%d", "word", [], 7]' % sender)
    assert len(ear.told) == SENDERS + 1 and len(bus._heard) == SENDERS
    bus._take(b'["%d", "word", [], 7]' % SENDERS)
    assert len(ear.told) == SENDERS + 1


def test_a_site_hears_nothing_of_another_one() -> None:
    async def work() -> None:
        here = fresh_channel()
        buses = RedisBus(REDIS, here), RedisBus(REDIS, here), RedisBus(REDIS, fresh_channel())
        async with joined(*buses) as (_, near, far):
            buses[0].publish("t", 1)
            await until(lambda: near.tables == [("t", 1)])
            assert far.tables == []

    run(work())


def test_after_redis_has_been_gone_all_look_anew_and_hear_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def work() -> None:
        with own_redis() as server:
            one, other = RedisBus(server.url, "c"), RedisBus(server.url, "c")
            async with joined(one, other) as (near, far):
                for round_ in range(2):
                    gaps = near.gaps, far.gaps
                    await asyncio.to_thread(server.stop)
                    one.publish("t", round_ * 2 + 1)
                    await asyncio.sleep(0.1)
                    await asyncio.to_thread(server.start)
                    await until(lambda gaps=gaps: near.gaps > gaps[0])  # type: ignore[misc]
                    await until(lambda gaps=gaps: far.gaps > gaps[1])  # type: ignore[misc]
                    one.publish("t", round_ * 2 + 2)
                    await until(lambda at=round_ * 2 + 2: ("t", at) in far.tables)  # type: ignore[misc]

    with caplog.at_level(logging.WARNING):
        run(work())
    assert caplog.text.count("bus-away") == 4 and caplog.text.count("bus-back") == 4


def test_nothing_waits_for_a_redis_that_is_not_there_and_memory_stays_bounded() -> None:
    async def work() -> None:
        bus = RedisBus("redis://127.0.0.1:1", "c")
        ear = Ear(bus)
        await bus.begin()
        for version in range(1, 2 * WAITING):
            bus.publish("t", version)
        assert len(ear.tables) == 2 * WAITING - 1 and ear.gaps == 0
        assert len(bus._waiting) == WAITING
        await bus.close()

    run(work())


def test_what_another_version_tells_is_no_harm(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        channel = fresh_channel()
        one, other = RedisBus(REDIS, channel), RedisBus(REDIS, channel)
        async with joined(one, other) as (_, far):
            one.tell("table", "t", "no number")
            one.tell("table")
            one.publish("t", 7)
            await until(lambda: far.tables == [("t", 7)])

    run(work())
    assert "bus:" in caplog.text and "no number" not in caplog.text


@pytest.mark.parametrize("url", ["http://:secret@127.0.0.1", "redis://:secret@127.0.0.1:x"])
def test_an_address_that_is_none_is_refused_without_its_secret(url: str) -> None:
    with pytest.raises(StoreError) as caught:
        RedisBus(url, "c")
    assert caught.value.code == "bus-unknown" and "secret" not in str(caught.value)
