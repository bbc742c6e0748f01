"""The bus of several processes: what one publishes, Redis tells the others.

Redis keeps nothing of it. Who was not connected has missed it, and looks at the database instead.
"""

import asyncio
import logging
import secrets
from collections import defaultdict, deque
from collections.abc import Callable
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
QUIET_SECONDS: Final = 5.0
"""After so much silence it is asked whether the line is still there."""
PAUSE_SECONDS: Final = 0.3
"""Between two attempts to connect."""

_GONE: Final = (RedisError, OSError, TimeoutError)
_LOG: Final = logging.getLogger(__name__)


class Notice(msgspec.Struct, array_like=True, frozen=True):
    """What one process tells the others."""

    sender: str
    kind: str
    what: tuple[str, ...]


_DECODER: Final = msgspec.json.Decoder(Notice)


class RedisBus(MemoryBus):
    """A bus over one channel of a Redis, or of what speaks its language."""

    has_others = True

    def __init__(self, url: str, channel: str) -> None:
        """Nothing is connected yet, nor need anybody be there.

        Raises:
            StoreError: `bus-unknown`.
        """
        super().__init__()
        self._channel = channel
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
        self._waiting: deque[bytes] = deque(maxlen=WAITING)
        self._news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._away = False

    def publish(self, table: str, version: int) -> None:
        """Tell every process, this one first, that the table is at that version."""
        super().publish(table, version)
        self.tell("table", table, str(version))

    def tell(self, kind: str, *what: str) -> None:
        """Tell the other processes."""
        self._waiting.append(msgspec.json.encode(Notice(self._name, kind, what)))
        self._news.set()

    def hear(self, kind: str, hearer: Hearer) -> None:
        """Call the hearer with what others tell of that kind."""
        self._hearers[kind].append(hearer)

    def mind_gaps(self, look: Callable[[], None]) -> None:
        """Call that when notices may have been lost."""
        self._lookers.append(look)

    async def begin(self) -> None:
        """Take part from now on, as soon as Redis is there."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._keep_sending()), loop.create_task(self._keep_on())]

    async def close(self) -> None:
        """Send what waits, if it goes quickly, and take part no more."""
        with suppress(*_GONE):
            async with asyncio.timeout(1):
                await self._send_all()
        while any(not task.done() for task in self._tasks):
            # More than once: the library may take it for a lost line, and go on.
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks, timeout=0.1)
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
        while self._waiting:
            sending = list(self._waiting)
            async with self._redis.pipeline(transaction=False) as pipeline:
                for notice in sending:
                    pipeline.publish(self._channel, notice)
                await pipeline.execute()
            # What came meanwhile stands behind them; what was dropped is gone already.
            for notice in sending:
                if self._waiting and self._waiting[0] is notice:
                    self._waiting.popleft()

    # Hearing

    async def _keep_on(self) -> None:
        """Hear what is told, and begin anew whenever the line is lost."""
        while True:
            try:
                async with self._redis.pubsub() as line:
                    await line.subscribe(self._channel)
                    await self._hear_all(line)
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
                self._begin_anew()
            elif message["type"] == "message":
                self._take(message["data"])

    def _begin_anew(self) -> None:
        if self._away:
            self._away = False
            _LOG.warning("bus: %s", "bus-back")
        for look in self._lookers:
            look()

    def _take(self, data: bytes) -> None:
        try:
            notice = _DECODER.decode(data)
            if notice.sender == self._name:
                return
            if notice.kind == "table":
                table, version = notice.what
                super().publish(table, int(version))
            for hearer in self._hearers.get(notice.kind, ()):
                hearer(*notice.what)
        except Exception as error:
            # Another version of the program may tell things that this one does not know.
            _LOG.error("bus: %s", describe(error))
