"""Live tables: the fold of what is stored, who follows it, and how a command is carried out."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from time import time as now
from typing import Any, Final

import msgspec
from msgspec import Struct

from sarja.rules.errors import SarjaError
from sarja.server.attendance import AWAY_SECONDS, Attendance
from sarja.server.bus import Bus
from sarja.server.errors import ServerError, StoreError, VersionTaken
from sarja.server.metrics import Metrics
from sarja.server.room import Role, Room
from sarja.server.sender import Sender
from sarja.server.stopwatch import Stopwatch
from sarja.server.store import Entry, FinishedGame, Link, Player, Store
from sarja.server.tokens import Source, clean_code, digest, token_from
from sarja.server.voices import Voices
from sarja.table.actions import AnyAction, Play, Screen, Settings, Sit
from sarja.table.chance import TableChance
from sarja.table.commands import check_fresh, decide, open_table
from sarja.table.errors import TableError
from sarja.table.events import AnyTableEvent, TokenAdded, decode_events, encode_events
from sarja.table.messages import Done
from sarja.table.reviews import ended_games, review_id
from sarja.table.table import Table, fold

ATTEMPTS: Final = 20
"""How often a command is decided again because another one came first."""
LINK_SECONDS: Final = 600
KEPT: Final = 1000
"""From so many rooms on, those that nobody follows go out of memory."""

_LOG: Final = logging.getLogger(__name__)


class Answer(Struct, frozen=True, omit_defaults=True):
    """What is stored of the answer to a command."""

    version: int
    seat: int | None = None
    nonce: str | None = None
    """Makes the new token, together with what only the client knows."""


Answerer = Callable[[Done], None]
"""Sends the answer to a command on its way."""


def _unheard(done: Done) -> None:
    """For who waits for what comes back."""


@dataclass(slots=True)
class _Decision:
    events: Sequence[AnyTableEvent]
    seat: int | None
    token: str | None = None
    nonce: str | None = None
    link: str | None = None


@dataclass
class Rooms:
    """All tables of a server: finds them, loads them, carries out what people ask of them."""

    store: Store
    bus: Bus
    chance: TableChance
    source: Source
    clock: Callable[[], float] = monotonic
    """By which people are away."""
    away_after: float = AWAY_SECONDS
    metrics: Metrics = field(default_factory=Metrics)
    on_change: list[Callable[[Room], None]] = field(default_factory=list)
    """Called when a room has something new or somebody comes or goes: bots listen, and clocks."""
    on_load: Callable[[Room], Awaitable[None]] | None = None
    """Called with a room before anybody gets it: who is there on other servers."""
    _rooms: dict[str, Room] = field(default_factory=dict)
    _loading: dict[str, asyncio.Lock] = field(default_factory=dict)
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.bus.listen(self._heard)

    # Finding

    async def open(self, sender: Sender, settings: Settings, teacher: str | None = None) -> Room:
        """A new table; the same one where the same command is sent again.

        With the hash of a teacher's token it is one of a lesson.

        Raises:
            TableError: the settings name no game.
            StoreError: it is not stored.
        """
        open_table("", settings)
        # So that its id may also be that of the first command at the table.
        sender = replace(sender, scope="open")
        for _ in range(ATTEMPTS):
            table_id, review_key = self.source.secret()[:16], self.source.secret()
            code = self.source.code(await self.store.count())
            events = open_table(code, settings, teacher)
            entry = _entry(
                Table(table_id), sender, None, msgspec.json.encode(settings), events, b"{}"
            )
            try:
                earlier = await self.store.open_table(entry, code, review_key)
            except VersionTaken:
                continue
            return await self.room(earlier or table_id)
        raise ServerError("too-busy")

    async def find(self, code: str) -> Room:
        """The table with that code.

        Raises:
            ServerError: `table-unknown`.
        """
        cleaned = clean_code(code)
        found = await self.store.find(cleaned) if cleaned else None
        if found is None:
            raise ServerError("table-unknown")
        return await self.room(found)

    async def room(self, table_id: str) -> Room:
        """The table with that id.

        Raises:
            ServerError: `table-unknown`.
        """
        if (room := self._rooms.get(table_id)) is not None:
            return room
        lock = self._loading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                if (room := self._rooms.get(table_id)) is not None:
                    return room
                attendance = Attendance(self.clock, self.away_after)
                table = Table(table_id, review_key=await self.store.review_key(table_id))
                room = Room(
                    table,
                    attendance=attendance,
                    stopwatch=Stopwatch(self.clock),
                    ballot=Stopwatch(self.clock),
                    voices=Voices(self.clock),
                )
                await self._reload(room)
                if room.table.version == 0:
                    raise ServerError("table-unknown")
                if await self.store.is_closed(table_id):
                    raise ServerError("table-closed")
                if self.on_load is not None:
                    await self.on_load(room)
                room.on_presence = self._changed
                self._forget_idle()
                room = self._rooms.setdefault(table_id, room)
                self.bus.follow(table_id)
                return room
        finally:
            self._loading.pop(table_id, None)

    async def check_known(self, room: Room, owner: str) -> None:
        """Nothing, if the token with that hash is that of a seat, or of a table screen.

        Raises:
            ServerError: `token-unknown`.
        """
        if not room.table.knows(owner):
            # Another process may have let it in just now.
            await self._catch_up(room)
        if not room.table.knows(owner):
            raise ServerError("token-unknown")

    async def seat_of(self, room: Room, owner: str) -> int:
        """The seat of the token with that hash.

        Raises:
            ServerError: `token-unknown`.
        """
        await self.check_known(room, owner)
        seat = room.table.seat_of_token(owner)
        if seat is None:
            raise ServerError("token-unknown")
        return seat

    def forget(self, table_id: str) -> Room | None:
        """Let nothing happen at the table any more; its room, if it was in memory."""
        room = self._rooms.pop(table_id, None)
        if room is not None:
            room.closed = True
            self.bus.leave(table_id)
        return room

    def known(self, table_id: str) -> Room | None:
        """The room, if it is in memory."""
        return self._rooms.get(table_id)

    def rooms(self) -> list[Room]:
        """The rooms that are in memory."""
        return list(self._rooms.values())

    def follow(self, room: Room, role: Role) -> None:
        """Let the role follow the room; bots that rested for want of company play on."""
        room.follow(role)
        self._changed(room)

    def _changed(self, room: Room) -> None:
        for listener in self.on_change:
            listener(room)

    # Doing

    async def act(
        self,
        room: Room,
        sender: Sender,
        action: AnyAction,
        version: int,
        answer: Answerer = _unheard,
    ) -> Done:
        """Carry out the action; what comes back is stored.

        `answer` is given the same before anybody hears of what it made happen.

        Raises:
            SarjaError: it is refused, and why.
        """

        def decide_action(table: Table) -> _Decision:
            seat = _seat(table, sender)
            check_fresh(table, action, version)
            token = nonce = None
            if isinstance(action, Sit | Screen):
                nonce = self.source.secret()
                token = token_from(nonce, sender.key)
            events = decide(
                table,
                seat,
                action,
                self.chance,
                token and digest(token),
                room.moment,
                by_bot=sender.bot is not None,
            )
            return _Decision(events, seat, token, nonce)

        command = msgspec.json.encode(action)
        return await self._carry_out(room, sender, command, decide_action, answer)

    async def act_for_bot(self, room: Room, seat: int, move: str, version: int) -> None:
        """Make the move of a bot, decided at that version.

        Raises:
            SarjaError: it is refused, and why.
        """
        await self.act(room, Sender.for_bot(seat, version), Play(move), version)

    async def act_for_server(
        self,
        room: Room,
        name: str,
        decide_it: Callable[[Table], list[AnyTableEvent]],
        *,
        once: bool = False,
    ) -> None:
        """Do what time has brought; `name` is what it is, and happens once at a version.

        With `once` it happens once for ever.

        Raises:
            SarjaError: it is not done, and why.
        """
        sender = Sender.for_server(name if once else f"{name}/{room.table.version}")
        command = msgspec.json.encode({"do": name})
        await self._carry_out(
            room, sender, command, lambda table: _Decision(decide_it(table), None), _unheard
        )

    async def offer_link(self, room: Room, owner: str) -> tuple[int, str]:
        """The seat, and the secret of a link that opens it once on another device.

        Raises:
            ServerError: `token-unknown`.
            StoreError: it is not stored.
        """
        seat = await self.seat_of(room, owner)
        secret = self.source.secret()
        expires = now() + LINK_SECONDS
        await self.store.add_link(Link(digest(secret), room.table.id, owner, expires))
        return seat, secret

    async def take_link(self, command_id: str, secret: str, answer: Answerer = _unheard) -> Done:
        """A new token for the seat that the link opens; `answer` as in `act`.

        Raises:
            ServerError: `link-unknown`, `link-spent`.
            StoreError: it is not stored.
        """
        link = await self.store.link(digest(secret))
        if link is None:
            raise ServerError("link-unknown")
        room = await self.room(link.table)
        sender = Sender.with_link(secret, command_id)

        def decide_link(table: Table) -> _Decision:
            seat = table.seat_of_token(link.owner)
            if seat is None or link.used or link.expires < now():
                raise ServerError("link-spent")
            nonce = self.source.secret()
            token = token_from(nonce, sender.key)
            return _Decision([TokenAdded(seat, digest(token))], seat, token, nonce, link.hash)

        command = b'{"do":"take-link"}'
        return await self._carry_out(room, sender, command, decide_link, answer)

    async def _carry_out(
        self,
        room: Room,
        sender: Sender,
        command: bytes,
        decision: Callable[[Table], _Decision],
        answer: Answerer,
    ) -> Done:
        """Carry the command out, to its end, also if who sent it is gone before."""
        task = asyncio.ensure_future(self._journey(room, sender, command, decision, answer))
        self._keep(task)
        return await asyncio.shield(task)

    async def settle(self) -> None:
        """Wait until all that was begun is done."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _keep(self, task: asyncio.Task[Any]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # Where nobody waits any more, what it came to is of no interest.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _journey(
        self,
        room: Room,
        sender: Sender,
        command: bytes,
        decision: Callable[[Table], _Decision],
        answered: Answerer,
    ) -> Done:
        """Decide, store, and only then let anybody know; decide again if somebody was first.

        The sender is the first to know: from the answer on nothing here waits for anything.
        """
        async with room.lock:
            for _ in range(ATTEMPTS):
                table = room.table
                try:
                    decided = decision(table)
                except SarjaError:
                    head, earlier = await self.store.look(table.id, sender.scope, sender.name)
                    if earlier is not None:
                        return await self._again(room, head, sender, earlier, answered)
                    if head > table.version:
                        await self._reload(room)
                        continue
                    raise
                if not decided.events:
                    # All is so already. Stored, it would take the version of whatever comes next,
                    # and nothing could ever happen at the table again.
                    done = Done(sender.id, table.id, table.version, decided.seat)
                    answered(done)
                    return done
                after = fold(table, decided.events)
                owner = digest(decided.token) if decided.token else sender.owner
                seat = after.seat_of_token(owner) if owner else sender.bot
                answer = Answer(after.version, seat, decided.nonce)
                entry = _entry(
                    table,
                    sender,
                    decided.seat,
                    command,
                    decided.events,
                    msgspec.json.encode(answer),
                )
                try:
                    earlier = await self.store.append(
                        entry,
                        bot_due=after.bot_to_move() is not None,
                        link=decided.link,
                        game=_finished(entry, after) if ended_games(decided.events) else None,
                    )
                except VersionTaken:
                    await self._reload(room)
                    continue
                if earlier is not None:
                    return await self._again(room, after.version, sender, earlier, answered)
                room.advance(decided.events, after)
                done = _done(table.id, sender, answer, decided.token)
                answered(done)
                self.bus.publish(table.id, after.version)
                return done
        raise ServerError("too-busy")

    async def _again(
        self, room: Room, head: int, sender: Sender, stored: bytes, answered: Answerer
    ) -> Done:
        """The answer to a command that has been done before."""
        answer = msgspec.json.decode(stored, type=Answer)
        token = token_from(answer.nonce, sender.key) if answer.nonce else None
        done = _done(room.table.id, sender, answer, token)
        answered(done)
        if head > room.table.version:
            try:
                await self._reload(room)
            except StoreError as error:
                # It is answered; the next notice makes it good.
                _LOG.error("table %s: %s", room.table.id, error.code)
        return done

    # Keeping up

    async def _reload(self, room: Room) -> None:
        """Read what others have stored since."""
        entries = await self.store.entries(room.table.id, room.table.version)
        events, ages, today = [], [], now()
        for entry in entries:
            happened = decode_events(entry.events)
            events += happened
            # The date of another server may be a little ahead of this one's.
            ages += [max(0.0, today - entry.at)] * len(happened)
        room.advance(events, ages=ages)
        room.notify()
        self._changed(room)

    def _heard(self, table_id: str, version: int) -> None:
        room = self._rooms.get(table_id)
        if room is None:
            return
        if room.table.version < version:
            self._keep(asyncio.ensure_future(self._catch_up(room, version)))
            return
        room.notify()
        self._changed(room)

    async def catch_up(self, room: Room, version: int) -> None:
        """Read what others have stored, if it is not known here that the table is so far."""
        if room.table.version < version:
            await self._catch_up(room, version)

    async def look_at(self, tables: Iterable[str]) -> None:
        """Read what others have stored at these tables, of those that are in memory.

        Raises:
            StoreError: it cannot be told whether they have.
        """
        for table, version in (await self.store.versions(tables)).items():
            room = self._rooms.get(table)
            if room is not None:
                await self.catch_up(room, version)

    async def _catch_up(self, room: Room, version: int | None = None) -> None:
        try:
            async with room.lock:
                # Another notice may have been first.
                if version is None or room.table.version < version:
                    await self._reload(room)
        except StoreError as error:
            # The next notice makes it good.
            _LOG.error("table %s: %s", room.table.id, error.code)

    def _forget_idle(self) -> None:
        if len(self._rooms) < KEPT:
            return
        for table_id, room in list(self._rooms.items()):
            if not room.followers and not room.lock.locked():
                del self._rooms[table_id]
                self.bus.leave(table_id)
            if len(self._rooms) < KEPT * 3 // 4:
                return


def _seat(table: Table, sender: Sender) -> int | None:
    if sender.bot is not None:
        if table.bot_at(sender.bot) is None:
            raise TableError("stale")
        return sender.bot
    if sender.owner is None:
        return None
    if sender.owner in table.screens:
        # Nor can it sit down by that token: who does so comes as a stranger.
        raise TableError("not-seated")
    seat = table.seat_of_token(sender.owner)
    if seat is None:
        raise ServerError("token-unknown")
    return seat


def _entry(
    table: Table,
    sender: Sender,
    seat: int | None,
    command: bytes,
    events: Sequence[AnyTableEvent],
    answer: bytes,
) -> Entry:
    return Entry(
        table=table.id,
        version=table.version + 1,
        last=table.version + len(events),
        scope=sender.scope,
        id=sender.name,
        seat=seat,
        command=command,
        events=encode_events(list(events)),
        answer=answer,
        at=now(),
    )


def _finished(entry: Entry, after: Table) -> FinishedGame:
    """The game that is over with the entry."""
    outcome = None if after.state is None else after.state.position.outcome
    teams = after.setup.teams
    return FinishedGame(
        id=review_id(after.review_key, after.number),
        table=entry.table,
        number=after.number,
        last=entry.last,
        ended_at=entry.at,
        variant=after.settings.variant,
        teams=teams,
        players=tuple(
            Player(at % teams + 1, chair.bot, chair.token_hashes)
            for at, chair in enumerate(after.chairs)
        ),
        winner=None if outcome is None else outcome.winner,
        rated=after.settings.rated and after.was_played_by_all,
    )


def _done(table_id: str, sender: Sender, answer: Answer, token: str | None) -> Done:
    return Done(sender.id, table_id, answer.version, answer.seat, token)
