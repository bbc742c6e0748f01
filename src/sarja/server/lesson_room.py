"""A live lesson and who follows it: what its teacher and its pupils get is made here."""

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from sarja.server.lessons_store import Lesson
from sarja.server.room import Room, encode
from sarja.table.lesson_messages import LessonPupil, LessonShown, LessonView, OwnPlace
from sarja.table.lesson_views import lesson_table

if TYPE_CHECKING:
    from sarja.server.connection import Connection

TELL_SECONDS: Final = 0.4
"""So seldom the teacher is told what happens at the tables: twenty of them are much to tell."""


@dataclass(eq=False, slots=True)
class LessonRole:
    """As whom a connection follows a lesson: by the hash of its token, or as nobody yet."""

    connection: "Connection"
    lesson_room: "LessonRoom"
    owner: str | None
    attach: str | None = None
    """The id of the `attach-lesson` that waits for its answer."""
    fresh: bool = True
    """Whether there is something to tell."""

    def is_follower(self) -> bool:
        """Whether it is sent anything at all."""
        return self in self.lesson_room.followers

    def compose(self) -> str | None:
        """The next message, or None for now."""
        if not self.fresh:
            return None
        message = LessonShown(self.lesson_room.view(self.owner), self.attach)
        self.fresh, self.attach = False, None
        return encode(message)


@dataclass(eq=False)
class LessonRoom:
    """A lesson in memory, its tables, and who follows it."""

    lesson: Lesson
    rooms: dict[str, Room] = field(default_factory=dict)
    """The rooms of its tables, by id."""
    followers: set[LessonRole] = field(default_factory=set)
    addresses: set[str] = field(default_factory=set)
    """From where its teacher and pupils come: there its code is no secret. Never stored."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _timer: asyncio.TimerHandle | None = None

    def follow(self, role: LessonRole) -> None:
        """Send the role what happens from now on."""
        self.followers.add(role)
        role.connection.wake(role)
        self._tell_teacher_later()

    def leave(self, role: LessonRole) -> None:
        """Send the role nothing more."""
        self.followers.discard(role)
        self._tell_teacher_later()

    def tell(self) -> None:
        """The lesson is another one: tell all."""
        for role in self.followers:
            role.fresh = True
            role.connection.wake(role)

    def table_changed(self, room: Room) -> None:
        """Something has happened at one of its tables."""
        self.rooms[room.table.id] = room
        self._tell_teacher_later()

    def close(self) -> None:
        """Tell nothing later."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _tell_teacher_later(self) -> None:
        if self._timer is None and any(self.is_teacher(role.owner) for role in self.followers):
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(TELL_SECONDS, self.tell_teacher)

    def tell_teacher(self) -> None:
        """Tell the teacher now."""
        self.close()
        for role in self.followers:
            if self.is_teacher(role.owner):
                role.fresh = True
                role.connection.wake(role)

    def is_teacher(self, owner: str | None) -> bool:
        """Whether the token of that hash is the teacher's."""
        return bool(owner) and owner == self.lesson.teacher

    @property
    def table_numbers(self) -> list[int]:
        """The numbers of the tables that there are; one may have been closed."""
        return [number for number, id_ in self.lesson.tables if id_ in self.rooms]

    def view(self, owner: str | None) -> LessonView:
        """The lesson as who has the token of that hash may see it."""
        lesson = self.lesson
        teacher = self.is_teacher(owner)
        pupil = None if teacher or owner is None else lesson.pupil(owner)
        here = {role.owner for role in self.followers}
        # At another server they follow the lesson unseen, but they are at their tables, too.
        for one in self.rooms.values():
            here.update(owner for there in one.elsewhere.values() for owner, _ in there.owners)
        taken = {pupil.table for pupil in lesson.pupils}
        return LessonView(
            code=lesson.code,
            role="teacher" if teacher else "pupil" if pupil else "guest",
            over=lesson.over,
            ends_at=int(lesson.ends_at),
            settings=lesson.settings,
            bots=lesson.bots,
            round=lesson.round,
            you=None if pupil is None else self._place(pupil.hash),
            pupils=[LessonPupil(p.number, p.name, p.table, p.hash in here) for p in lesson.pupils]
            if teacher
            else [],
            tables=[
                lesson_table(number, room.table, room.moment)
                for number, id_ in lesson.tables
                if number in taken and (room := self.rooms.get(id_)) is not None
            ]
            if teacher
            else [],
        )

    def _place(self, hash_: str) -> OwnPlace | None:
        """Where the pupil sits by now; nothing while the seat is being changed."""
        for number, id_ in self.lesson.tables:
            room = self.rooms.get(id_)
            seat = None if room is None else room.table.seat_of_token(hash_)
            if room is not None and seat is not None:
                chair = room.table.chair(seat)
                return OwnPlace(chair.name, number, id_, room.table.code, seat)
        return None
