"""One connection: what waits to be sent, and who it is; a client that stops reading delays nobody.

What happens at a table does not wait in a queue: only which tables have something new does. So a
slow client gets fewer and larger updates, and memory stays bounded by construction.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Final

from sarja.server.lesson_room import LessonRole
from sarja.server.room import Role, encode
from sarja.table.messages import Bye, ServerMessage

MAX_REPLIES: Final = 200
"""So many answers may wait for a client; who asks on without reading is cut off."""
STALL_SECONDS: Final = 10.0
"""So long may one message take to leave."""

Send = Callable[[str], Awaitable[None]]


class Connection:
    """The outgoing side of a socket, and the roles in which its client follows tables."""

    def __init__(self, send: Send, address: str, stall: float = STALL_SECONDS) -> None:
        self.address = address
        self.nonce = secrets.token_urlsafe(16)
        """Known to nobody; makes short command ids unique."""
        self.roles: dict[tuple[str, str | None], Role] = {}
        """By table and hash of the token, None for a spectator."""
        self.lessons: dict[str, LessonRole] = {}
        """By code."""
        self.account: str | None = None
        """The id of the account that is signed in here."""
        self.device: str | None = None
        """The hash of what the client says that its device is."""
        self.there = True
        """Whether the person looks at what comes."""
        self._send = send
        self._stall = stall
        # A list, since few wait, and an empty deque takes half a kilobyte.
        self._replies: list[str] = []
        self._awake: dict[Role | LessonRole, None] = {}
        self._is_awake = False
        self._sleeper: asyncio.Future[None] | None = None
        self._bye: Bye | None = None

    def reply(self, message: ServerMessage) -> None:
        """Answer the client; answers go out in order, and before what happens at tables."""
        if len(self._replies) >= MAX_REPLIES:
            self.say_bye(Bye("too-slow", 1))
            return
        self._replies.append(encode(message))
        self._rouse()

    def wake(self, role: Role | LessonRole) -> None:
        """There may be something to send for the role."""
        self._awake[role] = None
        self._rouse()

    def say_bye(self, bye: Bye) -> None:
        """Send what waits, if it goes quickly, then this, and close."""
        self._bye = self._bye or bye
        self._rouse()

    @property
    def is_closing(self) -> bool:
        """Whether the goodbye has been said."""
        return self._bye is not None

    def attend(self, there: bool) -> None:
        """The person has come back to this, or has turned to something else."""
        self.there = there
        for role in list(self.roles.values()):
            role.room.attend(role, there)

    def leave_all(self) -> None:
        """Follow nothing any more."""
        for role in list(self.roles.values()):
            role.room.leave(role)
        self.roles.clear()
        for lesson_role in self.lessons.values():
            lesson_role.lesson_room.leave(lesson_role)
        self.lessons.clear()

    def _forget(self, role: Role) -> None:
        for key, one in list(self.roles.items()):
            if one is role:
                del self.roles[key]

    async def write(self) -> None:
        """Send until the connection is to be closed.

        Raises:
            TimeoutError: the client does not read.
        """
        while True:
            await self._sleep()
            while (message := self.next_message()) is not None:
                async with asyncio.timeout(self._stall):
                    await self._send(message)
            if self._bye is not None:
                async with asyncio.timeout(self._stall):
                    await self._send(encode(self._bye))
                return

    def _rouse(self) -> None:
        self._is_awake = True
        if self._sleeper is not None and not self._sleeper.done():
            self._sleeper.set_result(None)

    async def _sleep(self) -> None:
        """Wait until there is something to send; as an event would, in a third of its memory."""
        if not self._is_awake:
            self._sleeper = asyncio.get_running_loop().create_future()
            await self._sleeper
        self._is_awake, self._sleeper = False, None

    def next_message(self) -> str | None:
        """What is to be sent next, or None for now; it does not wait any more."""
        if self._replies:
            return self._replies.pop(0)
        while self._awake and self._bye is None:
            role = next(iter(self._awake))
            del self._awake[role]
            if not role.is_follower():
                continue
            message = role.compose()
            if isinstance(role, Role) and not role.is_follower():
                self._forget(role)
            if message is not None:
                return message
        return None
