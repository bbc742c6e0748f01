"""Bots at the tables: a bot's move is a command like any other."""

import asyncio
import logging
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Final

from sarja.rules.errors import SarjaError
from sarja.rules.model import View
from sarja.rules.moves import Draw
from sarja.rules.notation import format_move
from sarja.server.errors import StoreError, describe
from sarja.server.room import Room
from sarja.server.rooms import Rooms
from sarja.server.shared_store import SharedStore
from sarja.server.thinking import Thinker
from sarja.table.table import Table

CLAIM_SECONDS: Final = 6.0
"""For so long a turn is a server's own; while its bot thinks it is claimed again and again."""
HOLD_SECONDS: Final = CLAIM_SECONDS / 3
"""So often it is claimed again: one claim that comes late, or fails, loses nothing yet."""
RETRY_SECONDS: Final = 1.0
DRAW_SECONDS: Final = 9.0
LONGEST_ALONE: Final = 10_000
"""So many moves bots make in a game that no person plays: some games of bots have no end."""

_LOG: Final = logging.getLogger(__name__)


@dataclass
class BotDriver:
    """Sees to it that bots move, at every table, also after a restart.

    `pause` is how long a move takes at least, in seconds: people want to see what happens, and how
    long a bot thought must not tell what it holds.
    """

    rooms: Rooms
    thinker: Thinker
    pause: tuple[float, float]
    draw_time: float = DRAW_SECONDS
    """How long people who are owed a card may take to draw it, before a bot plays (R14)."""
    owner: str = field(default_factory=lambda: secrets.token_hex(8))
    """The server's name, by which it claims turns."""
    _tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _news: dict[str, asyncio.Event] = field(default_factory=dict)
    """For each table with a task: something has changed there."""
    _closed: bool = False
    _trouble: str = ""
    """Why moves of bots cannot be stored, as it was told last."""

    def __post_init__(self) -> None:
        self.rooms.on_change.append(self.look)

    async def wake(self) -> None:
        """See to the tables where a bot was to move when the server stopped.

        Where there are other servers, they have seen to them, or `Neighbours` will.
        """
        if isinstance(self.rooms.store, SharedStore):
            return
        for table_id in await self.rooms.store.bots_due():
            try:
                await self.rooms.room(table_id)
            except SarjaError as error:
                _LOG.error("table %s: %s", table_id, error.code)

    def look(self, room: Room) -> None:
        """If a bot must move at the table, let it think."""
        if (news := self._news.get(room.table.id)) is not None:
            news.set()
        if self._closed or not has_bot_due(room) or room.table.id in self._tasks:
            return
        self._news[room.table.id] = asyncio.Event()
        task = asyncio.get_running_loop().create_task(self._drive(room))
        self._tasks[room.table.id] = task

    async def close(self) -> None:
        """Let no bot begin a move any more."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinker.close()

    async def _drive(self, room: Room) -> None:
        """Move for the table's bots for as long as it is their turn."""
        late: set[int] = set()
        told = ""
        try:
            while not self._closed and has_bot_due(room):
                before = room.table.version
                if not await self._give_time(room, late):
                    continue
                try:
                    await self._move(room)
                except StoreError as error:
                    self._tell_trouble(error.code)
                except SarjaError as error:
                    if room.table.version == before and error.code != told:
                        told = error.code
                        _LOG.error("table %s: %s", room.table.id, told)
                except Exception as error:
                    if describe(error) != told:
                        told = describe(error)
                        _LOG.error("table %s: %s", room.table.id, told)
                if room.table.version == before:
                    await asyncio.sleep(RETRY_SECONDS)
                else:
                    told = self._trouble = ""
        finally:
            del self._tasks[room.table.id], self._news[room.table.id]

    def _tell_trouble(self, code: str) -> None:
        """Say that bots cannot store their moves: once for all tables, until it is otherwise."""
        if code != self._trouble:
            self._trouble = code
            _LOG.error("bots: %s", code)

    async def _give_time(self, room: Room, late: set[int]) -> bool:
        """Let people draw who would lose a card by the bot's turn; whether all is as it was then.

        `late` has the seats that have had their time already.
        """
        version, news = room.table.version, self._news[room.table.id]
        until = time.monotonic() + self.draw_time
        owed = people_owed(room.table)
        late &= owed
        while waited_for := people_owed(room.table) & owed - late:
            left = until - time.monotonic()
            if left <= 0:
                late |= waited_for
                break
            news.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), left)
            if self._closed or not has_bot_due(room):
                return False
        return room.table.version == version

    async def _move(self, room: Room) -> None:
        table = room.table
        due = table.bot_to_move()
        if due is None or table.state is None:
            return
        seat, bot = due
        turn = f"bot/{table.id}/{table.version}"
        if not await self.rooms.store.claim(turn, self.owner, CLAIM_SECONDS):
            return
        position = table.state.position
        if seat in position.owed:
            # Drawn at once, as a person would who does not want to lose the card (R14).
            move = format_move(Draw(seat), position.game.variant.board)
        else:
            holding = asyncio.get_running_loop().create_task(self._hold(turn))
            try:
                move = await self._think(bot, table.state.view(seat))
            finally:
                holding.cancel()
        await self.rooms.act_for_bot(room, seat, move, table.version)

    async def _hold(self, turn: str) -> None:
        """Keep the turn from other servers for as long as the bot thinks."""
        while True:
            await asyncio.sleep(HOLD_SECONDS)
            # Should it fail, another server may think as well: one of the moves is stored.
            with suppress(StoreError):
                await self.rooms.store.claim(turn, self.owner, CLAIM_SECONDS)

    async def _think(self, bot: str, view: View) -> str:
        low, high = self.pause
        until = time.monotonic() + Random(secrets.randbits(64)).uniform(low, high)
        with self.rooms.metrics.thinking(bot):
            move = await self.thinker.choose(bot, view)
        if (left := until - time.monotonic()) > 0:
            await asyncio.sleep(left)
        return format_move(move, view.position.game.variant.board)


def people_owed(table: Table) -> set[int]:
    """The seats of people whose draws lapse when the bot that is due has played and drawn (R14)."""
    due = table.bot_to_move()
    if due is None or table.state is None:
        return set()
    owed = table.state.position.owed
    before = owed[: owed.index(due[0])] if due[0] in owed else owed
    return {seat for seat in before if table.bot_at(seat) is None}


def has_bot_due(room: Room) -> bool:
    """Whether a bot must move there now, and it matters to anybody.

    Bots among themselves rest while nobody looks on, and for good when they come to no end. One
    that stands in for somebody plays while anybody is there, and stops when its person is back.
    """
    if room.closed:
        return False
    table = room.table
    due = table.bot_to_move()
    if due is None:
        return False
    chair = table.chair(due[0])
    if chair.kind == "person":
        back = chair.stand_in is not None and room.attendance.is_back(table, due[0])
        return bool(room.attendance.there) and not back
    return table.host is not None or (bool(room.followers) and len(table.moves) < LONGEST_ALONE)
