"""Who plays the games: this process, or several. Only the arena knows this interface.

A worker is given fixtures and gives back games; the order in which they come back is anybody's.
Nothing in a game depends on who played it.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from queue import SimpleQueue
from typing import Final, Protocol

from sarja.arena.bench import Bench
from sarja.arena.contest import Contest
from sarja.arena.errors import ArenaError
from sarja.arena.games import Played
from sarja.arena.schedule import Fixture

TRIES: Final = 2
"""So often a game is begun whose worker the system ends; then it is the game that does it."""
LAST_SECONDS: Final = 10.0


class Workers(Protocol):
    """Something that plays games."""

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Played]:
        """The games, as they are finished; a fixture is taken when somebody is free for it.

        Raises:
            ArenaError: `worker-died`.
        """

    def close(self) -> None:
        """End at once; what is being played is dropped, and no process is left behind."""


def make_workers(contest: Contest, where: int | str) -> Workers:
    """That many workers on this machine, or those of the Ray cluster `ray` or `ray:ADDRESS`.

    One worker plays in this process.

    Raises:
        ArenaError: `ray-missing`, `ray-not-reached`.
    """
    if isinstance(where, int):
        return Serial(contest) if where == 1 else Processes(contest, where)
    # Only here, for most have no Ray and nobody else wants it.
    from sarja.arena.ray_workers import RayWorkers  # noqa: PLC0415

    return RayWorkers(contest, where.partition(":")[2] or None)


class Serial:
    """Plays in this process, one game after the other."""

    def __init__(self, contest: Contest) -> None:
        self._bench = Bench(contest)

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Played]:
        """The games, in order."""
        return map(self._bench.play, fixtures)

    def close(self) -> None:
        """Let the programs go."""
        self._bench.close()


class Processes:
    """Plays in processes of its own, which end when this one does, however it ends."""

    def __init__(self, contest: Contest, count: int) -> None:
        self._contest, self._count = contest, count
        # Spawned, not forked: it is there on every system, and takes no lock of a thread with it.
        self._context = multiprocessing.get_context("spawn")
        self._workers: dict[Connection, SpawnProcess] = {}

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Played]:
        """The games as they are finished."""
        coming = iter(fixtures)
        busy: dict[Connection, tuple[Fixture, int]] = {}
        for _ in range(self._count):
            self._give(next(coming, None), 1, busy)
        while busy:
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                fixture, tries = busy.pop(ready)
                try:
                    played = ready.recv()
                except (EOFError, OSError):
                    self._bury(ready)
                    if tries == TRIES:
                        raise ArenaError("worker-died", number=fixture.number) from None
                    self._give(fixture, tries + 1, busy)
                    continue
                self._give(next(coming, None), 1, busy, ready)
                yield played

    def close(self) -> None:
        """Close the connections, at which the workers end."""
        for connection in self._workers:
            connection.close()
        for process in self._workers.values():
            process.join(LAST_SECONDS)
            if process.is_alive():
                process.kill()
                process.join()
            process.close()
        self._workers.clear()

    def _give(
        self,
        fixture: Fixture | None,
        tries: int,
        busy: dict[Connection, tuple[Fixture, int]],
        connection: Connection | None = None,
    ) -> None:
        """Let the worker at that connection play the game, or a new one."""
        if fixture is None:
            return
        if connection is None:
            connection = self._hire()
        busy[connection] = fixture, tries
        with suppress(OSError):  # one that is dead is found so when it is waited for
            connection.send(fixture)

    def _hire(self) -> Connection:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs, self._contest), daemon=True)
        process.start()
        theirs.close()
        self._workers[ours] = process
        return ours

    def _bury(self, connection: Connection) -> None:
        process = self._workers.pop(connection)
        connection.close()
        process.join()
        process.close()


def _serve(connection: Connection, contest: Contest) -> None:
    """Play what comes, until the connection closes: so too when the arena is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a key pressed is for the arena, which tells us
    bench = Bench(contest)
    fixtures: SimpleQueue[Fixture] = SimpleQueue()

    def receive() -> None:
        with suppress(EOFError, OSError):
            while True:
                fixtures.put(connection.recv())
        bench.kill()
        os._exit(0)

    threading.Thread(target=receive, daemon=True).start()
    while True:
        played = bench.play(fixtures.get())
        with suppress(OSError):
            connection.send(played)
