"""How many sockets each address has at all servers of a site together.

Each server tells the others of every socket that comes or goes, and now and then of all that it
has, so that a notice that was lost makes a difference for some seconds only.
"""

import asyncio
import json
import secrets
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from sarja.server.bus import Bus

ONE: Final = "crowd"
"""The kind of notice that tells how many sockets an address has at a server."""
ALL: Final = "crowds"
"""The kind that tells it of all addresses that have any there."""
TELL_SECONDS: Final = 10.0
"""So often each server tells of all its sockets."""
BELIEVED_SECONDS: Final = 35.0
"""Who has not told for so long is not there any more, and neither are its sockets."""


@dataclass(slots=True)
class _There:
    """What another server has told of its sockets, and when it told of anything last."""

    heard: float
    counts: dict[str, int] = field(default_factory=dict)


class Crowds:
    """The sockets of addresses, here and at other servers."""

    def __init__(self, bus: Bus, clock: Callable[[], float] = time.monotonic) -> None:
        self._bus, self._clock = bus, clock
        self._name = secrets.token_hex(8)
        self._here: Counter[str] = Counter()
        self._elsewhere: dict[str, _There] = {}
        self._telling: asyncio.Task[None] | None = None
        bus.hear(ONE, self._heard_one)
        bus.hear(ALL, self._heard_all)
        bus.mind_gaps(self._tell_all)

    async def begin(self) -> None:
        """Tell the others from now on, if there may be any."""
        if self._bus.has_others:
            self._telling = asyncio.get_running_loop().create_task(self._keep_telling())

    async def close(self) -> None:
        """Tell them that nobody is here any more."""
        if self._telling is None:
            return
        self._telling.cancel()
        await asyncio.gather(self._telling, return_exceptions=True)
        self._here.clear()
        self._tell_all()

    def of(self, network: str) -> int:
        """How many sockets the address has."""
        since = self._clock() - BELIEVED_SECONDS
        there = (s.counts.get(network, 0) for s in self._elsewhere.values() if s.heard > since)
        return self._here[network] + sum(there)

    def change(self, network: str, by: int) -> None:
        """The address has so many sockets more at this server, or fewer."""
        self._here[network] += by
        if self._here[network] <= 0:
            del self._here[network]
        self._bus.tell(ONE, self._name, network, str(self._here[network]))

    def _tell_all(self) -> None:
        self._bus.tell(ALL, self._name, json.dumps(self._here))

    async def _keep_telling(self) -> None:
        while True:
            await asyncio.sleep(TELL_SECONDS)
            self._tell_all()

    def _heard_one(self, server: str, network: str, count: str) -> None:
        there = self._elsewhere.setdefault(server, _There(self._clock()))
        there.heard = self._clock()
        there.counts[network] = int(count)
        if not there.counts[network]:
            del there.counts[network]

    def _heard_all(self, server: str, counts: str) -> None:
        told: Mapping[str, int] = json.loads(counts)
        now = self._clock()
        gone = [name for name, s in self._elsewhere.items() if s.heard <= now - BELIEVED_SECONDS]
        for name in gone if told else [*gone, server]:
            self._elsewhere.pop(name, None)
        if told:
            self._elsewhere[server] = _There(now, dict(told))
