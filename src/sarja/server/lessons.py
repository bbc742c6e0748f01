"""Lessons: a teacher opens one, pupils come by its code, and the server seats them."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from random import SystemRandom
from typing import Final, assert_never

from sarja.rules.errors import SarjaError
from sarja.server import lessons_store as stored
from sarja.server.dates import even_now
from sarja.server.errors import ServerError, StoreError, VersionTaken, describe
from sarja.server.lesson_room import LessonRoom
from sarja.server.lessons_store import Lesson, Pupil
from sarja.server.room import Room
from sarja.server.rooms import ATTEMPTS, LINK_SECONDS, Rooms
from sarja.server.sender import Sender
from sarja.server.sql_store import SqlStore
from sarja.server.tokens import Source, clean_code, digest, seal, token_from, unseal
from sarja.table.actions import Settings
from sarja.table.events import AnyTableEvent
from sarja.table.lesson_messages import (
    AnyLeadAction,
    EndLesson,
    Fill,
    MovePupil,
    PauseTables,
    Regroup,
    RemovePupil,
    ResumeTables,
    StartRound,
)
from sarja.table.lessons import (
    MAX_PUPILS,
    Place,
    check_lesson,
    clear,
    grouped,
    next_table,
    pause,
    reseat,
    result_of,
    resume,
    settings_for,
    start_round,
)
from sarja.table.names import clean_name
from sarja.table.table import Table

LESSON_SECONDS: Final = 8 * 3600.0
"""A lesson ends by itself after so long: names last no longer."""
SWEEP_SECONDS: Final = 30.0
CHANGED: Final = "lesson"
"""The kind of notice by which a server tells others that a lesson is another one."""

_LOG: Final = logging.getLogger(__name__)

Decision = Callable[[Table], list[AnyTableEvent]]


@dataclass
class Lessons:
    """All lessons of a server. What is planned is stored first; then the tables are made so."""

    store: SqlStore
    rooms: Rooms
    source: Source
    clock: Callable[[], float] = even_now
    _open: dict[str, LessonRoom] = field(default_factory=dict)
    """By code: those that are not over."""
    _of_table: dict[str, LessonRoom] = field(default_factory=dict)
    _opening: asyncio.Lock = field(default_factory=asyncio.Lock)
    _sweeping: asyncio.Task[None] | None = None
    _news: set[str] = field(default_factory=set)
    """Codes of lessons that are others by now at another server."""
    _following: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    """By code: who looks at such a lesson. One does, however many notices come."""

    def __post_init__(self) -> None:
        self.rooms.on_change.append(self._table_changed)
        self.rooms.bus.hear(CHANGED, self._heard)
        self.rooms.bus.mind_gaps(self._look_anew)

    async def begin(self) -> None:
        """Go on with the lessons that were on when the server stopped."""
        for id_ in await self.store.read(stored.running):
            lesson = await self._read("id", id_)
            if lesson is not None:
                await self._bring_up(lesson)
        self._sweeping = asyncio.get_running_loop().create_task(self._sweep())

    async def close(self) -> None:
        """Do nothing any more."""
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, *self._following.values(), return_exceptions=True)
        for room in self._open.values():
            room.close()

    # Finding

    async def open(self, sender: Sender, settings: Settings, bots: Fill) -> tuple[LessonRoom, str]:
        """A new lesson and its teacher's token; the same where the same command is sent again.

        Raises:
            TableError: the settings name no game.
            StoreError: it is not stored.
        """
        check_lesson(settings)
        async with self._opening:
            for _ in range(ATTEMPTS):
                nonce, now = self.source.secret(), self.clock()
                token = token_from(nonce, sender.key)
                code = self.source.code(await self.store.count())
                lesson = Lesson(
                    id=self.source.secret()[:16],
                    code=code,
                    teacher=digest(token),
                    settings=settings,
                    bots=bots,
                    round=0,
                    ends_at=now + LESSON_SECONDS,
                )
                job = partial(stored.add, lesson=lesson, opener=sender.name, nonce=nonce, now=now)
                try:
                    id_, nonce = await self.store.submit(job)
                except VersionTaken:
                    continue
                found = await self._read("id", id_)
                if found is None or found.over:
                    raise ServerError("lesson-over")
                return await self._bring_up(found), token_from(nonce, sender.key)
        raise ServerError("too-busy")

    async def find(self, code: str) -> LessonRoom:
        """The lesson of that code, however it is typed.

        Raises:
            ServerError: `lesson-unknown`.
        """
        cleaned = clean_code(code)
        if (room := self._open.get(cleaned)) is not None:
            return room
        lesson = await self._read("code", cleaned) if cleaned else None
        if lesson is None:
            raise ServerError("lesson-unknown")
        return LessonRoom(lesson) if lesson.over else await self._bring_up(lesson)

    def admits(self, code: str, address: str) -> LessonRoom | None:
        """The lesson of that code, where somebody from that address is in it already."""
        room = self._open.get(clean_code(code))
        return room if room is not None and address in room.addresses else None

    async def has_code(self, code: str) -> bool:
        """Whether there is, or was of late, a lesson of that code."""
        cleaned = clean_code(code)
        return cleaned in self._open or await self._read("code", cleaned) is not None

    def has_moved(self, table: str, owner: str | None) -> bool:
        """Whether that token, which has no seat at the table, is that of a pupil of its lesson."""
        room = self._of_table.get(table)
        return room is not None and room.lesson.pupil(owner) is not None

    async def _read(self, column: str, value: str) -> Lesson | None:
        return await self.store.read(partial(stored.read, column=column, value=value))

    async def _bring_up(self, lesson: Lesson) -> LessonRoom:
        new = LessonRoom(lesson)
        room = self._open.setdefault(lesson.code, new)
        # Whoever finds it here meanwhile waits until its tables are known.
        async with room.lock:
            if room is new:
                # Of what was told since it was read nobody here has heard.
                room.lesson = await self._read("id", lesson.id) or lesson
            if room.lesson.over:
                self._close(room)
            else:
                await self._settle(room)
        return room

    # Pupils

    async def join(self, room: LessonRoom, sender: Sender, name: str) -> str:
        """Let a pupil in; the token.

        Raises:
            SarjaError: `lesson-over`, `lesson-full`, or the name cannot be had.
            StoreError: it is not stored.
        """
        async with room.lock:
            for _ in range(ATTEMPTS):
                try:
                    return await self._let_in(room, sender, name)
                except VersionTaken:
                    # Somebody has come at another server at the same moment.
                    await self._refresh(room)
        raise ServerError("too-busy")

    async def _let_in(self, room: LessonRoom, sender: Sender, name: str) -> str:
        """Let a pupil in as the lesson is known here.

        Raises:
            VersionTaken: there is more than what is known here.
        """
        lesson = room.lesson
        earlier = await self.store.read(
            partial(stored.nonce_of, lesson=lesson.id, command=sender.name)
        )
        if earlier is not None:
            return token_from(earlier, sender.key)
        if lesson.over:
            raise ServerError("lesson-over")
        name = clean_name(name, [pupil.name for pupil in lesson.pupils])
        if len(lesson.pupils) >= MAX_PUPILS:
            raise ServerError("lesson-full", limit=MAX_PUPILS)
        number = await self._free_table(room)
        nonce = self.source.secret()
        token = token_from(nonce, sender.key)
        at = lesson.at(number)
        pupil = Pupil(
            number=max((p.number for p in lesson.pupils), default=0) + 1,
            name=name,
            hash=digest(token),
            table=number,
            rank=at[-1].rank + 1 if at else 0,
        )
        await self.store.submit(
            partial(
                stored.add_pupil,
                lesson=lesson.id,
                pupil=pupil,
                command=sender.name,
                nonce=nonce,
            )
        )
        await self._refresh(room)
        await self._settle(room)
        self._tell_others(room)
        return token

    async def _free_table(self, room: LessonRoom, but: int | None = None) -> int:
        """The number of the next table with a free seat, which is opened where there is none."""
        lesson = room.lesson
        await self._look(lesson)
        taken = {number: len(lesson.at(number)) for number, _ in lesson.tables}
        playing = {
            number
            for number, id_ in lesson.tables
            if (one := room.rooms.get(id_)) is None or one.table.stage == "playing"
        }
        if but is not None:
            playing.add(but)
        number = next_table(taken, playing, lesson.settings.seats)
        if number not in taken:
            await self._open_table(room)
        return number

    async def _open_table(self, room: LessonRoom) -> None:
        """Open one table more; if it was opened before and not noted, it is found again."""
        lesson = room.lesson
        number = len(lesson.tables) + 1
        sender = Sender.stranger(f"lesson/{lesson.id}/{number}", str(number))
        table = (await self.rooms.open(sender, lesson.settings, lesson.teacher)).table.id
        await self.store.submit(
            partial(stored.add_table, lesson=lesson.id, number=number, table=table)
        )
        await self._refresh(room)

    # The teacher

    async def lead(self, room: LessonRoom, command: str, action: AnyLeadAction) -> None:
        """Do what the teacher asks for, once for each command.

        Raises:
            ServerError: `lesson-over`, `pupil-unknown`, `lesson-table-unknown`, `no-free-seat`.
            StoreError: it is not stored.
        """
        async with room.lock:
            lesson = room.lesson
            if lesson.over and isinstance(action, EndLesson):
                return
            if lesson.over:
                raise ServerError("lesson-over")
            job = partial(stored.is_done, lesson=lesson.id, command=command)
            if await self.store.read(job):
                return
            await self._refresh(room)
            await self._carry_out(room, command, action)
            if not isinstance(action, EndLesson):
                await self.store.submit(
                    partial(stored.mark_done, lesson=lesson.id, command=command)
                )
            room.tell()
            self._tell_others(room)

    async def offer_link(self, room: LessonRoom, token: str) -> str:
        """The secret of a link by which another device gets the teacher's token, once.

        Raises:
            ServerError: `lesson-over`.
            StoreError: it is not stored.
        """
        secret = self.source.secret()
        job = partial(
            stored.add_link,
            lesson=room.lesson.id,
            hash_=digest(secret),
            sealed=seal(token, secret),
            expires=self.clock() + LINK_SECONDS,
        )
        await self.store.submit(job)
        return secret

    async def take_link(self, room: LessonRoom, command: str, secret: str) -> str:
        """The teacher's token, for the first command that asks for it with that secret.

        Raises:
            ServerError: `lesson-over`, `link-unknown`, `link-spent`.
            StoreError: it is not stored.
        """
        job = partial(
            stored.take_link,
            lesson=room.lesson.id,
            hash_=digest(secret),
            taker=digest(f"{secret}/{command}"),
            now=self.clock(),
        )
        return unseal(await self.store.submit(job), secret)

    async def _carry_out(self, room: LessonRoom, command: str, action: AnyLeadAction) -> None:
        match action:
            case StartRound():
                await self._check_table(room, action.table)
                await self._plan(room, command, next_round=action.table is None)
                decide = partial(start_round, chance=self.rooms.chance)
                await self._everywhere(room, action.table, f"round/{command}", decide)
            case PauseTables():
                await self._check_table(room, action.table)
                await self._pause(room, action.table, f"pause/{command}")
            case ResumeTables():
                await self._check_table(room, action.table)
                await self._everywhere(room, action.table, f"resume/{command}", resume)
            case Regroup():
                await self._regroup(room, command, action)
            case MovePupil():
                await self._move(room, command, action)
            case RemovePupil():
                self._pupil(room, action.pupil)
                await self._plan(room, command, removed=action.pupil)
            case EndLesson():
                await self._end(room)
            case _:
                assert_never(action)

    async def _pause(self, room: LessonRoom, table: int | None, name: str) -> None:
        for one in self._tables(room, table):
            await self._do(one, name, partial(_pause, one))

    async def _everywhere(
        self, room: LessonRoom, table: int | None, name: str, decide: Decision
    ) -> None:
        for one in self._tables(room, table):
            await self._do(one, name, decide)

    def _tables(self, room: LessonRoom, table: int | None) -> list[Room]:
        taken = {pupil.table for pupil in room.lesson.pupils}
        wanted = taken if table is None else taken & {table}
        return [
            room.rooms[id_]
            for number, id_ in room.lesson.tables
            if number in wanted and id_ in room.rooms
        ]

    def _order(self, room: LessonRoom, how: str) -> list[int]:
        """The numbers of all pupils, in the order in which they are to be grouped."""
        ids = dict(room.lesson.tables)
        pupils = list(room.lesson.pupils)
        # Who sits with whom is no secret, and nobody gains by it.
        SystemRandom().shuffle(pupils)
        if how == "winners":
            played = {n: room.rooms[id_].table for n, id_ in ids.items() if id_ in room.rooms}
            results = {
                p.hash: result_of(played[p.table], p.hash) if p.table in played else 0
                for p in pupils
            }
            pupils.sort(key=lambda p: -results[p.hash])
        return [pupil.number for pupil in pupils]

    async def _regroup(self, room: LessonRoom, command: str, action: Regroup) -> None:
        groups = grouped(self._order(room, action.how), room.lesson.settings.seats)
        while len(numbers := room.table_numbers) < len(groups):
            await self._open_table(room)
        await self._plan(room, command, places=dict(zip(numbers, groups, strict=False)))
        # Also where the same people sit as before.
        await self._everywhere(room, None, f"regroup/{command}", clear)

    async def _move(self, room: LessonRoom, command: str, action: MovePupil) -> None:
        pupil = self._pupil(room, action.pupil)
        number = action.table
        if number is None:
            number = await self._free_table(room, but=pupil.table)
        await self._check_table(room, number)
        there = [p.number for p in room.lesson.at(number)]
        if number != pupil.table:
            id_ = dict(room.lesson.tables)[number]
            full = len(there) >= room.lesson.settings.seats
            if full or room.rooms[id_].table.stage == "playing":
                raise ServerError("no-free-seat", table=number)
            await self._plan(room, command, places={number: [*there, pupil.number]})

    def _pupil(self, room: LessonRoom, number: int) -> Pupil:
        found = next((p for p in room.lesson.pupils if p.number == number), None)
        if found is None:
            raise ServerError("pupil-unknown")
        return found

    async def _check_table(self, room: LessonRoom, number: int | None) -> None:
        if number is not None and number not in room.table_numbers:
            raise ServerError("lesson-table-unknown", table=number)

    async def _plan(
        self,
        room: LessonRoom,
        command: str,
        *,
        places: dict[int, list[int]] | None = None,
        removed: int | None = None,
        next_round: bool = False,
    ) -> None:
        """Store what is planned, and make the tables so."""
        await self.store.submit(
            partial(
                stored.plan,
                lesson=room.lesson.id,
                command=command,
                places=places,
                removed=removed,
                next_round=next_round,
            )
        )
        await self._refresh(room)
        await self._settle(room)

    # Making it so

    async def _refresh(self, room: LessonRoom) -> None:
        found = await self._read("id", room.lesson.id)
        if found is None:
            raise ServerError("lesson-over")
        room.lesson = found
        await self._load(room)
        await self._look(found)

    async def _look(self, lesson: Lesson) -> None:
        """See how far the tables are: of a game that has begun no notice may have told."""
        await self.rooms.look_at(id_ for _, id_ in lesson.tables)

    async def _load(self, room: LessonRoom) -> None:
        for _, id_ in room.lesson.tables:
            self._of_table[id_] = room
            try:
                room.rooms[id_] = await self.rooms.room(id_)
            except ServerError:
                # Whoever runs the server has closed it; who sat there can be moved.
                room.rooms.pop(id_, None)

    async def _settle(self, room: LessonRoom) -> None:
        """Seat everybody where the plan says: first those who leave a table, then all."""
        await self._load(room)
        lesson = room.lesson
        for number, id_ in lesson.tables:
            if id_ not in room.rooms:
                continue
            pupils = lesson.at(number)
            settings = settings_for(lesson.settings, lesson.bots, len(pupils))
            places = [Place(pupil.name, pupil.hash) for pupil in pupils]
            await self._seat(room.rooms[id_], partial(reseat, settings=settings, places=places))
        room.tell()

    async def _seat(self, room: Room, decide: Decision) -> None:
        """Do it until it is so.

        Another server may have done the same at that version, of a plan with fewer pupils in it:
        that is then the answer, and only the table as it is after it shows who is missing.
        """
        for _ in range(ATTEMPTS):
            before = room.table.version
            if decide(room.table):
                await self._do(room, "lesson", decide, once=False)
            if room.table.version == before:
                return

    async def _do(self, room: Room, name: str, decide: Decision, *, once: bool = True) -> None:
        """Do that at the table, if it can be done there."""
        try:
            await self.rooms.act_for_server(room, name, decide, once=once)
        except StoreError:
            raise
        except SarjaError as error:
            # At this table there was nothing to do, or somebody was first.
            _LOG.debug("table %s: %s", room.table.id, error.code)

    def _table_changed(self, room: Room) -> None:
        lesson_room = self._of_table.get(room.table.id)
        if lesson_room is not None:
            lesson_room.table_changed(room)

    # Other servers

    def _tell_others(self, room: LessonRoom) -> None:
        self.rooms.bus.tell(CHANGED, room.lesson.code)

    def _heard(self, code: str) -> None:
        if code not in self._open:
            return
        self._news.add(code)
        if code not in self._following:
            self._following[code] = asyncio.ensure_future(self._keep_up(code))

    async def _keep_up(self, code: str) -> None:
        """Look at the lesson until nothing more is told of it."""
        try:
            while code in self._news and (room := self._open.get(code)) is not None:
                await self._follow(room)
        finally:
            self._news.discard(code)
            del self._following[code]

    def _look_anew(self) -> None:
        for code in list(self._open):
            self._heard(code)

    async def _follow(self, room: LessonRoom) -> None:
        """See what another server has made of the lesson."""
        try:
            async with room.lock:
                # What is told while this reads may not be in what it reads.
                self._news.discard(room.lesson.code)
                lesson = await self._read("id", room.lesson.id)
                if lesson is None or lesson.over:
                    self._close(room)
                elif lesson != room.lesson:
                    room.lesson = lesson
                    await self._load(room)
                    room.tell()
        except Exception as error:
            # The next sweep makes it good.
            _LOG.error("lessons: %s", describe(error))

    # The end

    async def _end(self, room: LessonRoom) -> None:
        await self.store.submit(partial(stored.end, lesson=room.lesson.id, now=self.clock()))
        self._close(room)
        self._tell_others(room)

    def _close(self, room: LessonRoom) -> None:
        for _, id_ in room.lesson.tables:
            self._of_table.pop(id_, None)
        self._open.pop(room.lesson.code, None)
        room.close()
        room.rooms.clear()
        room.lesson = replace(room.lesson, over=True, teacher="", tables=(), pupils=())
        room.tell()

    async def sweep(self) -> None:
        """End the lessons whose time is up, and forget those that have long been over."""
        for room in list(self._open.values()):
            if room.lesson.ends_at <= self.clock():
                async with room.lock:
                    if not room.lesson.over:
                        await self._end(room)
            else:
                await self._follow(room)
        await self.store.submit(partial(stored.forget, now=self.clock()))

    async def _sweep(self) -> None:
        while True:
            try:
                await self.sweep()
            except Exception as error:
                _LOG.error("lessons: %s", describe(error))
            await asyncio.sleep(SWEEP_SECONDS)


def _pause(room: Room, table: Table) -> list[AnyTableEvent]:
    return pause(table, room.moment)
