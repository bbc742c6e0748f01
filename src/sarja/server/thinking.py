"""Where bots think: outside of the event loop, so that nobody waits for them."""

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import threading
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from multiprocessing.context import SpawnProcess
from pickle import PicklingError
from random import Random
from typing import Any, Final

from sarja.bots.registry import Bot, extra_missing, make_bot
from sarja.rules.errors import SarjaError
from sarja.rules.model import View
from sarja.rules.moves import Move
from sarja.rules.play import legal_moves

THINK_SECONDS: Final = 20.0
"""After so long a bot plays anything, for its table must go on."""
FIRST_SECONDS: Final = 90.0
"""The same for the first answer of a bot whose code may still have to be compiled."""
THREADS: Final = 2
WARMED: Final = "expert"
"""The bot whose code is compiled before anybody asks for it."""
COMPILED: Final = frozenset({WARMED, "master"})
"""The bots that share that code."""

_LOG: Final = logging.getLogger(__name__)


class Thinker:
    """Lets bots think in processes of their own, or in threads where there can be none."""

    def __init__(self, processes: int = 0) -> None:
        self._executor = _processes(processes) if processes else _threads()
        self._own_processes = processes > 0
        self._warming: SpawnProcess | None = None
        self._warmed = False

    async def choose(self, bot: str, view: View) -> Move:
        """The bot's move; any legal one where the bot fails."""
        seed = secrets.randbits(64)
        legal = legal_moves(view.position, view.hand)
        try:
            cold = bot in COMPILED and not self._warmed
            async with asyncio.timeout(FIRST_SECONDS if cold else THINK_SECONDS):
                move = await self._think(bot, view, seed)
            self._warmed = self._warmed or cold
        except Exception as error:
            # The error's text could hold a card.
            _LOG.error("bot %s: %s", bot, type(error).__name__)
        else:
            if move in legal:
                return move
            _LOG.error("bot %s: illegal move", bot)
        return Random(seed).choice(legal)

    def warm(self) -> None:
        """Have the stronger bots' code compiled in the background, so that no table waits for it.

        The first time that takes half a minute; from then on it lies in a cache. Where bots think
        in threads, or what they need is not installed, nothing is done.
        """
        if self._own_processes and extra_missing(WARMED) is None:
            context = multiprocessing.get_context("spawn")
            self._warming = context.Process(target=_warm, daemon=True)
            with suppress(OSError):
                self._warming.start()

    def close(self) -> None:
        """Let go of processes and threads; what is being thought is of no use any more."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        if self._warming is not None and self._warming.pid is not None:
            self._warming.kill()

    async def _think(self, bot: str, view: View, seed: int) -> Move:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._executor, think, bot, view, seed)
        except (BrokenExecutor, PicklingError, OSError):
            if not self._own_processes:
                raise
        if self._own_processes:
            _LOG.warning("bots: %s", "no-processes")
            self._own_processes = False
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = _threads()
        return await loop.run_in_executor(self._executor, think, bot, view, seed)


def think(bot: str, view: View, seed: int) -> Move:
    """The bot's move in that view."""
    return _bot(bot).choose(view, Random(seed))


@cache
def _bot(name: str) -> Bot:
    return make_bot(name)


def _threads() -> Executor:
    return ThreadPoolExecutor(THREADS, "sarja-bot")


def _processes(count: int) -> Executor:
    # Spawned, not forked: it is there on every system, and takes no lock of a thread with it.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(count, mp_context=context, initializer=begin_worker)


def _warm() -> None:
    """Compile, with all others first."""
    begin_worker()
    if hasattr(os, "nice"):
        os.nice(10)
    with suppress(SarjaError):
        make_bot(WARMED)


def begin_worker() -> None:
    """A key pressed to stop the server is not for the worker; but without a server it ends too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(0)
