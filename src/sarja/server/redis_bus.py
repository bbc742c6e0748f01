"""The bus of several processes: what one publishes, Redis tells the others.

Redis keeps nothing of it. Who was not connected has missed it, and looks at the database instead.
One channel is for all, and each table has one for those who follow it: with many processes most of
what happens is none of one's business, and to hear it all would be most of one's work.
"""

import asyncio
import logging
import secrets
from collections import defaultdict, deque
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Final

import msgspec
import redis.asyncio
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from sarja.server.bus import Hearer, MemoryBus
from sarja.server.errors import StoreError, describe

WAITING: Final = 10_000
"""So many notices may wait for Redis; older ones are dropped."""
AT_ONCE: Final = 500
"""So many tables are asked for in one breath."""
QUIET_SECONDS: Final = 5.0
"""After so much silence it is asked whether the line is still there."""
SENDERS: Final = 1000
"""Of so many it is known what they sent last; a process that starts again is another one."""
PAUSE_SECONDS: Final = 0.3
"""Between two attempts to connect."""

_GONE: Final = (RedisError, OSError, TimeoutError)
_LOG: Final = logging.getLogger(__name__)


class Notice(msgspec.Struct, array_like=True, frozen=True):
    """What one process tells the others."""

    sender: str
    kind: str
    what: tuple[str, ...]
    number: int = 0
    """Counted by the sender from 1; one who does not count, an older program, has 0."""


_DECODER: Final = msgspec.json.Decoder(Notice)


class RedisBus(MemoryBus):
    """A bus over channels of a Redis, or of what speaks its language."""

    has_others = True

    def __init__(self, url: str, channel: str) -> None:
        """Nothing is connected yet, nor need anybody be there.

        Raises:
            StoreError: `bus-unknown`.
        """
        super().__init__()
        self._channel, self._of_tables = channel, f"{channel}/"
        self._name = secrets.token_hex(8)
        try:
            self._redis = redis.asyncio.Redis.from_url(
                url.replace("valkey://", "redis://", 1).replace("valkeys://", "rediss://", 1),
                socket_connect_timeout=QUIET_SECONDS,
                socket_timeout=QUIET_SECONDS,
                # Whoever connects again by itself does not tell that it was away.
                retry=Retry(NoBackoff(), 0),
            )
        except ValueError:
            # Its text could hold the password.
            raise StoreError("bus-unknown") from None
        self._hearers: dict[str, list[Hearer]] = defaultdict(list)
        self._lookers: list[Callable[[], None]] = []
        self._lookers_at: list[Callable[[str], None]] = []
        self._waiting: deque[tuple[str, bytes]] = deque(maxlen=WAITING)
        self._news = asyncio.Event()
        self._told = 0
        self._heard: dict[str, int] = {}
        """For each sender the number of its latest notice."""
        self._followed: set[str] = set()
        self._turned: set[str] = set()
        """Tables that are followed, or no more, and Redis does not know it yet."""
        self._turns = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._away = False

    def publish(self, table: str, version: int) -> None:
        """Tell this process, then those that follow the table, that it is at that version."""
        super().publish(table, version)
        self._tell(self._of_tables + table, "table", table, str(version))

    def follow(self, table: str) -> None:
        """Hear from now on of what others tell of that table."""
        self._followed.add(table)
        self._turn(table)

    def leave(self, table: str) -> None:
        """Hear no more of it."""
        self._followed.discard(table)
        self._turn(table)

    def _turn(self, table: str) -> None:
        self._turned.add(table)
        self._turns.set()

    def tell(self, kind: str, *what: str) -> None:
        """Tell the other processes."""
        self._tell(self._channel, kind, *what)

    def tell_of(self, kind: str, table: str) -> None:
        """Tell the other processes that follow the table, with nothing but which table it is."""
        self._tell(self._of_tables + table, kind, table)

    def _tell(self, channel: str, kind: str, *what: str) -> None:
        self._told += 1
        notice = Notice(self._name, kind, what, self._told)
        self._waiting.append((channel, msgspec.json.encode(notice)))
        self._news.set()

    def hear(self, kind: str, hearer: Hearer) -> None:
        """Call the hearer with what others tell of that kind."""
        self._hearers[kind].append(hearer)

    def mind_gaps(self, look: Callable[[], None]) -> None:
        """Call that when notices may have been lost."""
        self._lookers.append(look)

    def mind_gap_of(self, look: Callable[[str], None]) -> None:
        """Call that with a table when it is followed in earnest: what was told before is lost."""
        self._lookers_at.append(look)

    async def begin(self) -> None:
        """Take part from now on, as soon as Redis is there."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._keep_sending()), loop.create_task(self._keep_on())]

    async def close(self) -> None:
        """Send what waits, if it goes quickly, and take part no more."""
        with suppress(*_GONE):
            async with asyncio.timeout(1):
                await self._send_all()
        await _end(self._tasks)
        await self._redis.aclose()

    # Sending

    async def _keep_sending(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                await self._send_all()
            except _GONE:
                self._news.set()
                await asyncio.sleep(PAUSE_SECONDS)

    async def _send_all(self) -> None:
        """Send what waits, in its order.

        Some of it may be sent again: where the line was lost before Redis had answered, or where
        the bus is closed meanwhile. By their numbers the others heed it once (`_is_new`).
        """
        while self._waiting:
            sending = list(self._waiting)
            async with self._redis.pipeline(transaction=False) as pipeline:
                for channel, notice in sending:
                    pipeline.publish(channel, notice)
                await pipeline.execute()
            # What came meanwhile stands behind them; what was dropped is gone already.
            for sent in sending:
                if self._waiting and self._waiting[0] is sent:
                    self._waiting.popleft()

    # Hearing

    async def _keep_on(self) -> None:
        """Hear what is told, and begin anew whenever the line is lost."""
        while True:
            try:
                async with self._redis.pubsub() as line:
                    # When the channel for all is there, all others are.
                    self._turned = set(self._followed)
                    await self._follow(line)
                    await line.subscribe(self._channel)
                    await _first_to_fail(self._hear_all(line), self._keep_following(line))
            except _GONE as error:
                if not self._away:
                    self._away = True
                    _LOG.warning("bus: %s (%s)", "bus-away", type(error).__name__)
            await asyncio.sleep(PAUSE_SECONDS)

    async def _hear_all(self, line: PubSub) -> None:
        asked = False
        while True:
            message = await line.get_message(timeout=QUIET_SECONDS)
            if message is None:
                if asked:
                    raise TimeoutError
                asked = True
                await line.ping()
                continue
            asked = False
            if message["type"] == "subscribe":
                self._begin_to_hear(message["channel"].decode())
            elif message["type"] == "message":
                self._take(message["data"])

    async def _keep_following(self, line: PubSub) -> None:
        while True:
            await self._turns.wait()
            await self._follow(line)

    async def _follow(self, line: PubSub) -> None:
        """Let Redis know which tables are followed now."""
        self._turns.clear()
        while self._turned:
            some = [self._turned.pop() for _ in range(min(AT_ONCE, len(self._turned)))]
            new = [self._of_tables + table for table in some if table in self._followed]
            old = [self._of_tables + table for table in some if table not in self._followed]
            if new:
                await line.subscribe(*new)
            if old:
                await line.unsubscribe(*old)

    def _begin_to_hear(self, channel: str) -> None:
        if channel != self._channel:
            for look in self._lookers_at:
                look(channel.removeprefix(self._of_tables))
            return
        if self._away:
            self._away = False
            _LOG.warning("bus: %s", "bus-back")
        for look_anew in self._lookers:
            look_anew()

    def _take(self, data: bytes) -> None:
        try:
            notice = _DECODER.decode(data)
            if notice.sender == self._name or not self._is_new(notice):
                return
            if notice.kind == "table":
                table, version = notice.what
                super().publish(table, int(version))
            for hearer in self._hearers.get(notice.kind, ()):
                hearer(*notice.what)
        except Exception as error:
            # Another version of the program may tell things that this one does not know.
            _LOG.error("bus: %s", describe(error))

    def _is_new(self, notice: Notice) -> bool:
        """Whether it has not been heard before.

        Whoever sends something again sends all that has come since after it, so nothing that is
        new comes after what has a higher number.
        """
        if not notice.number:
            return True
        last = self._heard.pop(notice.sender, 0)
        self._heard[notice.sender] = max(last, notice.number)
        if len(self._heard) > SENDERS:
            del self._heard[next(iter(self._heard))]
        return notice.number > last


async def _first_to_fail(*works: Coroutine[None, None, None]) -> None:
    """Do what has no end at the same time; what ends one of them ends all."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        await _end(tasks)


async def _end(tasks: Sequence[asyncio.Task[None]]) -> None:
    """End the tasks, whatever they were at."""
    while running := [task for task in tasks if not task.done()]:
        # More than once: the library may take it for a lost line, and go on.
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=0.1)
    for task in tasks:
        # What it came to is of no interest any more; to ask keeps it out of the log.
        task.cancelled() or task.exception()
