"""Analyses of finished games: one at a time, in a process of its own, watched, and kept."""

import asyncio
import logging
import multiprocessing
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Final, Literal

import msgspec

from sarja import kernel
from sarja.bots.analysis import analyse
from sarja.bots.analysis_data import analysis_data
from sarja.rules.record import parse_record, replay
from sarja.server.bus import Bus, MemoryBus
from sarja.server.errors import ServerError, StoreError
from sarja.server.store import Store
from sarja.server.thinking import begin_worker
from sarja.variants import builtin_variant

Depth = Literal["off", "quick", "full"]
DEPTHS: Final[tuple[Depth, ...]] = ("off", "quick", "full")
MOST_WAITING: Final = 20
ANALYSIS: Final = "analysis"
"""The kind of notice by which a server tells others how far it is with an analysis."""
TOLD_SECONDS: Final = 30.0
"""For so long it counts what another server has told: it may have stopped."""
LONGEST: Final = 900.0
"""Seconds after which an analysis is given up: some games have no end."""

_LOG: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class Job:
    """An analysis that was asked for."""

    game: str
    record: bytes
    done: int = 0
    of: int = 0
    failed: bool = False
    begun: bool = False


class Analyst:
    """Makes the analyses that people ask for, one after the other, and keeps them.

    `depth` is `full` for games played on, which needs the extra `fast`, `quick` for the learned
    table alone, and `off` for none at all.
    """

    def __init__(self, store: Store, depth: Depth = "full", bus: Bus | None = None) -> None:
        self._store = store
        self._bus = bus or MemoryBus()
        self._bus.hear(ANALYSIS, self._heard)
        self._elsewhere: dict[str, tuple[float, dict[str, Any]]] = {}
        """What another server has told of an analysis, and when."""
        self.depth: Depth = "quick" if depth == "full" and not kernel.is_there() else depth
        self._jobs: dict[str, Job] = {}
        """Those that wait, the one that is being made, and those that failed."""
        self._working: asyncio.Task[None] | None = None

    async def found(self, game: str) -> bytes | None:
        """The analysis of the game, if it has been made."""
        return await self._store.analysis(game, self.depth)

    def progress(self, game: str) -> dict[str, Any]:
        """How far the analysis of the game is."""
        if self.depth == "off":
            return {"state": "off"}
        job = self._jobs.get(game)
        if job is None:
            at, told = self._elsewhere.get(game, (0.0, {"state": "none"}))
            return told if time.monotonic() < at + TOLD_SECONDS else {"state": "none"}
        if job.failed:
            return {"state": "failed"}
        if not job.begun:
            before = [other for other in self._jobs.values() if not other.failed].index(job)
            return {"state": "waiting", "before": before}
        return {"state": "running", "done": job.done, "of": job.of}

    def ask(self, game: str, record: str) -> None:
        """See to it that the game is analysed.

        Raises:
            ServerError: `analysis-not-here`, `too-many-analyses`.
        """
        if self.depth == "off":
            raise ServerError("analysis-not-here")
        job = self._jobs.get(game)
        if job is not None and not job.failed:
            return
        if self.progress(game)["state"] in ("waiting", "running"):
            return
        self._jobs.pop(game, None)
        if sum(not job.failed for job in self._jobs.values()) >= MOST_WAITING:
            raise ServerError("too-many-analyses")
        for failed in [key for key, job in self._jobs.items() if job.failed][MOST_WAITING:]:
            del self._jobs[failed]
        self._jobs[game] = Job(game, record.encode())
        self._tell(game)
        if self._working is None or self._working.done():
            self._working = asyncio.get_running_loop().create_task(self._work())

    def _tell(self, game: str) -> None:
        told = self.progress(game)
        self._bus.tell(ANALYSIS, game, msgspec.json.encode(told).decode())

    def _heard(self, game: str, told: str) -> None:
        now = time.monotonic()
        kept = self._elsewhere.items()
        self._elsewhere = {of: one for of, one in kept if now < one[0] + TOLD_SECONDS}
        self._elsewhere[game] = now, msgspec.json.decode(told, type=dict[str, Any])

    async def close(self) -> None:
        """Give up what is being made."""
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)

    async def _work(self) -> None:
        while (job := next((j for j in self._jobs.values() if not j.failed), None)) is not None:
            job.begun = True
            try:
                async with asyncio.timeout(LONGEST):
                    made = await self._make(job)
                await self._store.keep_analysis(job.game, self.depth, made)
                del self._jobs[job.game]
                self._tell(job.game)
            except (StoreError, EOFError, OSError, TimeoutError) as error:
                # What the process died of it has said itself.
                _LOG.error("analysis: %s", type(error).__name__)
                job.failed = True
                self._tell(job.game)

    async def _make(self, job: Job) -> bytes:
        """The analysis, made by a process that tells how far it is."""
        context = multiprocessing.get_context("spawn")
        hearing, telling = context.Pipe(duplex=False)
        simulations = 0 if self.depth == "quick" else None
        process = context.Process(
            target=_analyse, args=(telling, job.record, simulations), daemon=True
        )
        process.start()
        telling.close()
        try:
            while True:
                # Asked again and again, so that nothing waits for a thread at the end.
                while not hearing.poll():
                    await asyncio.sleep(0.05)
                told = hearing.recv()
                if isinstance(told, bytes):
                    return told
                job.done, job.of = told
                for waiting in self._jobs.values():
                    if not waiting.failed:
                        self._tell(waiting.game)
        finally:
            process.kill()
            hearing.close()
            await asyncio.to_thread(process.join)


def _analyse(telling: Connection, source: bytes, simulations: int | None) -> None:
    """In the process: analyse the record, and send how far it is, then the analysis."""
    begin_worker()
    if hasattr(os, "nice"):
        os.nice(10)
    record = parse_record(source, builtin_variant)
    steps = list(replay(record))
    with suppress(BrokenPipeError):
        telling.send((0, len(steps) - 1))
        made = analyse(
            record,
            steps,
            simulations,
            watch=lambda done: telling.send((done, len(steps) - 1)),
        )
        telling.send(msgspec.json.encode(analysis_data(made)))
