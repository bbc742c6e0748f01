"""What a connection says about lessons, and what it is answered."""

from collections.abc import Callable

from sarja.server.connection import Connection
from sarja.server.errors import ServerError
from sarja.server.lesson_room import LessonRole, LessonRoom
from sarja.server.lessons import Lessons
from sarja.server.quotas import Quotas
from sarja.server.rooms import LINK_SECONDS
from sarja.server.sender import Sender
from sarja.server.tokens import clean_code, digest
from sarja.table.lesson_messages import (
    AttachLesson,
    DetachLesson,
    Join,
    Joined,
    Lead,
    Led,
    LessonClientMessage,
    LessonLinkOffered,
    LessonOpened,
    OfferLessonLink,
    OpenLesson,
    TakeLessonLink,
)


class LessonDesk:
    """The part of a session that is about lessons."""

    def __init__(
        self,
        lessons: Lessons | None,
        quotas: Quotas,
        connection: Connection,
        stranger: Callable[[str], Sender],
    ) -> None:
        self._lessons, self._quotas, self._connection = lessons, quotas, connection
        self._stranger = stranger

    async def hear(self, message: LessonClientMessage) -> None:
        """Do what the message says, and answer it.

        Raises:
            SarjaError: it is refused, and why.
        """
        match message:
            case OpenLesson():
                await self._open(message)
            case AttachLesson():
                await self._attach(message)
            case DetachLesson():
                self._detach(clean_code(message.code))
            case Join():
                await self._join(message)
            case Lead():
                await self._lead(message)
            case OfferLessonLink():
                await self._offer_link(message)
            case TakeLessonLink():
                await self._take_link(message)

    def pass_on(self, code: str) -> None:
        """Nothing, unless the code is that of a lesson that somebody at this address is in.

        Raises:
            ServerError: `lesson-code`: that is no table, and the page for it is another one.
        """
        if self._lessons is not None and self._lessons.admits(code, self._connection.address):
            raise ServerError("lesson-code", lesson=clean_code(code))

    async def find_by_code(self, code: str) -> None:
        """Nothing, unless the code, which is no table's, is that of a lesson.

        Raises:
            ServerError: `lesson-code`, `too-many-guesses`.
        """
        if self._lessons is None:
            return
        self._quotas.check_guesses(self._connection.address)
        if await self._lessons.has_code(code):
            raise ServerError("lesson-code", lesson=clean_code(code))

    def has_moved(self, table: str, owner: str | None) -> bool:
        """Whether that token is a pupil's, whose seat is at another table of the lesson by now."""
        return self._lessons is not None and self._lessons.has_moved(table, owner)

    async def _open(self, message: OpenLesson) -> None:
        lessons = self._served()
        self._quotas.count_lesson(self._connection.address)
        room, token = await lessons.open(self._stranger(message.id), message.settings, message.bots)
        room.addresses.add(self._connection.address)
        self._connection.reply(LessonOpened(message.id, room.lesson.code, token))

    async def _attach(self, message: AttachLesson) -> None:
        room = await self._find(message.code, known=message.token is not None)
        owner = None if message.token is None else digest(message.token)
        if owner is not None and not room.lesson.over:
            with self._quotas.guess(self._connection.address, "token-unknown"):
                if not room.is_teacher(owner) and room.lesson.pupil(owner) is None:
                    raise ServerError("token-unknown")
            room.addresses.add(self._connection.address)
        self._detach(room.lesson.code)
        role = LessonRole(self._connection, room, owner, message.id)
        self._connection.lessons[room.lesson.code] = role
        room.follow(role)

    def _detach(self, code: str) -> None:
        role = self._connection.lessons.pop(code, None)
        if role is not None:
            role.lesson_room.leave(role)

    async def _join(self, message: Join) -> None:
        lessons = self._served()
        room = await self._find(message.code)
        token = await lessons.join(room, self._stranger(message.id), message.name)
        room.addresses.add(self._connection.address)
        self._connection.reply(Joined(message.id, room.lesson.code, token))

    async def _lead(self, message: Lead) -> None:
        lessons = self._served()
        room = await self._find(message.code, known=True)
        self._check_teacher(room, message.token)
        await lessons.lead(room, message.id, message.action)
        self._connection.reply(Led(message.id))

    async def _offer_link(self, message: OfferLessonLink) -> None:
        lessons = self._served()
        room = await self._find(message.code, known=True)
        self._check_teacher(room, message.token)
        self._quotas.count_link(digest(message.token))
        secret = await lessons.offer_link(room, message.token)
        offered = LessonLinkOffered(message.id, room.lesson.code, secret, LINK_SECONDS)
        self._connection.reply(offered)

    async def _take_link(self, message: TakeLessonLink) -> None:
        lessons = self._served()
        room = await self._find(message.code, known=True)
        with self._quotas.guess(self._connection.address, "link-unknown"):
            token = await lessons.take_link(room, message.id, message.secret)
        room.addresses.add(self._connection.address)
        self._connection.reply(LessonOpened(message.id, room.lesson.code, token))

    def _check_teacher(self, room: LessonRoom, token: str) -> None:
        """Nothing, if that is the token of the lesson's teacher, or the lesson is over."""
        if room.lesson.over:
            return
        with self._quotas.guess(self._connection.address, "token-unknown"):
            if not room.is_teacher(digest(token)):
                raise ServerError("token-unknown")

    async def _find(self, code: str, *, known: bool = False) -> LessonRoom:
        """The lesson of that code.

        Who comes from where its teacher or a pupil is need not have guessed it, however much others
        there guess; everybody else is let in only where not too much has been guessed.
        """
        lessons, address = self._served(), self._connection.address
        room = lessons.admits(code, address)
        if room is not None:
            return room
        if not known:
            self._quotas.check_guesses(address)
        with self._quotas.guess(address, "lesson-unknown"):
            return await lessons.find(code)

    def _served(self) -> Lessons:
        if self._lessons is None:
            raise ServerError("lesson-unknown")
        return self._lessons
