"""Workers on many machines, by Ray; it comes with the extra `sarja[ray]`.

Each node needs Sarja itself and the commands of the programs that play.
"""

import importlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

from sarja.arena.bench import Bench
from sarja.arena.contest import Contest
from sarja.arena.errors import ArenaError
from sarja.arena.games import Played
from sarja.arena.schedule import Fixture
from sarja.arena.workers import LAST_SECONDS, TRIES


class RayWorkers:
    """One worker for each processor of a Ray cluster."""

    def __init__(self, contest: Contest, address: str | None = None) -> None:
        """Join the cluster at the address, else that of `RAY_ADDRESS`, else begin one here.

        Raises:
            ArenaError: `ray-missing`, `ray-not-reached`.
        """
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            self._ray: Any = importlib.import_module("ray")
        except ImportError:
            raise ArenaError("ray-missing") from None
        ray = self._ray
        self._joined = not ray.is_initialized()
        if self._joined:
            try:
                ray.init(address=address, log_to_driver=False, logging_level="ERROR")
            except (ConnectionError, OSError, RuntimeError, ValueError):
                raise ArenaError("ray-not-reached", address=address or "") from None
        # A second thread, so that a player can be told to go while it plays.
        kind = ray.remote(num_cpus=1, max_concurrency=2, max_restarts=0)(Bench)
        self._hire: Callable[[], Any] = lambda: kind.remote(contest)
        count = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.actors: list[Any] = [self._hire() for _ in range(count)]

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Played]:
        """The games as they are finished."""
        coming = iter(fixtures)
        busy: dict[Any, tuple[Any, Fixture, int]] = {}
        for actor, fixture in zip(self.actors, coming, strict=False):
            busy[actor.play.remote(fixture)] = actor, fixture, 1
        while busy:
            (ready,), _ = self._ray.wait(list(busy))
            actor, fixture, tries = busy.pop(ready)
            try:
                played = self._ray.get(ready)
            except self._ray.exceptions.RayActorError:
                if tries == TRIES:
                    raise ArenaError("worker-died", number=fixture.number) from None
                self.actors.remove(actor)
                self.actors.append(actor := self._hire())
                busy[actor.play.remote(fixture)] = actor, fixture, tries + 1
                continue
            following = next(coming, None)
            if following is not None:
                busy[actor.play.remote(following)] = actor, following, 1
            yield played

    def close(self) -> None:
        """Let the programs go, then the workers, and leave the cluster."""
        gone = [actor.kill.remote() for actor in self.actors]
        with suppress(self._ray.exceptions.RayError):
            self._ray.wait(gone, num_returns=len(gone), timeout=LAST_SECONDS)
        for actor in self.actors:
            self._ray.kill(actor)
        if self._joined:
            self._ray.shutdown()
