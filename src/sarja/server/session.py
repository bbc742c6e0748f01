"""What a client says over its socket, and what it is answered: codes, never a traceback."""

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, assert_never

import msgspec

from sarja.rules.errors import IllegalMove, SarjaError
from sarja.server.accounts import Accounts
from sarja.server.accounts_store import Account
from sarja.server.connection import Connection
from sarja.server.errors import ServerError, StoreError, describe
from sarja.server.lesson_desk import LessonDesk
from sarja.server.lessons import Lessons
from sarja.server.peace import Peace
from sarja.server.quotas import Quotas
from sarja.server.room import CLOSED, Role, Room
from sarja.server.rooms import LINK_SECONDS, Rooms
from sarja.server.sender import Sender
from sarja.server.tokens import digest
from sarja.table.actions import Play, Say, Sit
from sarja.table.lesson_messages import (
    AttachLesson,
    DetachLesson,
    Join,
    Lead,
    OfferLessonLink,
    OpenLesson,
    TakeLessonLink,
)
from sarja.table.messages import (
    Attach,
    Attend,
    Bye,
    ClientMessage,
    Cover,
    Detach,
    Do,
    LinkOffered,
    OfferLink,
    Open,
    Opened,
    Ping,
    Pong,
    Refused,
    SignedIn,
    SignIn,
    TakeLink,
    Uncover,
)

MAX_ROLES: Final = 64
MAX_GARBAGE: Final = 10
PASSED: Final = "passed"
"""Stands for the token of a role that has several."""
LONG_ID: Final = 16
"""From this length on an id is taken to be random, and known to its sender only."""

WITHOUT_ID: Final = (Detach, Cover, Attend, Ping, DetachLesson)
"""Messages that are not answered, or by nothing that could be another's answer."""

_DECODER: Final = msgspec.json.Decoder(ClientMessage)
_PLACE: Final = re.compile(r" - at `(?:key in )?([^`]*)`$")
_LOG: Final = logging.getLogger(__name__)


class _KeyTwice(ValueError):
    """An object has a key twice: readers differ in which of the values they take."""


def read_object(text: str) -> dict[str, Any]:
    """The JSON object, with all that JSON allows; nothing where it is something else.

    Raises:
        ValueError: it is no JSON, or has a key twice.
    """
    found = json.loads(text, object_pairs_hook=_without_twins, parse_constant=_no_number)
    return found if isinstance(found, dict) else {}


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _KeyTwice
    return found


def _no_number(text: str) -> Any:
    raise ValueError


def _is_text(text: str) -> bool:
    """Whether it can be sent: half of a surrogate pair cannot."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


class Session:
    """The incoming side of a socket."""

    def __init__(
        self,
        rooms: Rooms,
        quotas: Quotas,
        connection: Connection,
        accounts: Accounts | None = None,
        lessons: Lessons | None = None,
        peace: Peace | None = None,
    ) -> None:
        self._lessons = LessonDesk(lessons, quotas, connection, self._stranger)
        self._accounts = accounts
        self._peace = peace
        self._account: Account | None = None
        """Whose connection it is, if anybody has said so."""
        self._rooms = rooms
        self._quotas = quotas
        self._connection = connection
        self._garbage = 0
        self.bucket = quotas.bucket()

    async def hear(self, text: str) -> None:
        """Do what the message says, and answer it."""
        if wait := max(self.bucket.take(), self._quotas.pace(self._connection.address)):
            # Nothing more is read meanwhile, so a flood dams itself up.
            await asyncio.sleep(wait)
        try:
            message = _DECODER.decode(text)
            read_object(text)
        except (msgspec.DecodeError, RecursionError, ValueError) as error:
            self._refuse_garbage(text, error)
            return
        command_id = None if isinstance(message, WITHOUT_ID) else message.id
        self._rooms.metrics.message(str(type(message).__struct_config__.tag))
        try:
            await self._do(message)
        except SarjaError as error:
            self._refuse(command_id, error)
        except Exception as error:
            # Its text could hold a card or a token, so only its kind is told.
            _LOG.error("%s %s", type(message).__name__, describe(error))
            self._refuse(command_id, ServerError("internal"))

    def hear_bytes(self) -> None:
        """Refuse a frame that is not text."""
        self._refuse(None, ServerError("message-not-text"))
        self._count_garbage()

    async def _do(self, message: ClientMessage) -> None:
        match message:
            case Attach():
                await self._attach(message)
            case Detach():
                self._detach(message)
            case Do():
                await self._act(message)
            case Open():
                self._quotas.count_table(self._connection.address)
                room = await self._rooms.open(self._stranger(message.id), message.settings)
                self._connection.reply(Opened(message.id, room.table.id, room.table.code))
            case OfferLink():
                room = await self._room(message.table)
                owner = digest(message.token)
                with self._quotas.guess(self._connection.address, "token-unknown"):
                    await self._rooms.seat_of(room, owner)
                self._see(room, owner)
                self._quotas.count_link(owner)
                seat, secret = await self._rooms.offer_link(room, owner)
                offered = LinkOffered(message.id, room.table.id, seat, secret, LINK_SECONDS)
                self._connection.reply(offered)
            case TakeLink():
                with self._quotas.guess(self._connection.address, "link-unknown"):
                    await self._rooms.take_link(message.id, message.secret, self._connection.reply)
            case Uncover():
                await self._uncover(message)
            case Cover():
                self._cover(message)
            case Attend():
                self._connection.attend(message.there)
            case SignIn():
                await self._sign_in(message)
            case (
                OpenLesson()
                | AttachLesson()
                | DetachLesson()
                | Join()
                | Lead()
                | OfferLessonLink()
                | TakeLessonLink()
            ):
                await self._lessons.hear(message)
            case Ping():
                self._connection.reply(Pong())
            case _:
                assert_never(message)

    async def _attach(self, message: Attach) -> None:
        with self._quotas.guess(self._connection.address, "table-unknown", "token-unknown"):
            if message.table is not None:
                room = await self._rooms.room(message.table)
            elif message.code is not None:
                room = await self._find(message.code, guessed=not (message.token or message.tokens))
            else:
                raise ServerError("table-missing")
            # Who comes from another server may know of more than this one has heard.
            await self._rooms.catch_up(room, message.have or 0)
            owner = None if message.token is None else digest(message.token)
            passed = tuple(dict.fromkeys(map(digest, message.tokens or ())))
            self._see(room, *passed, *(() if owner is None else (owner,)))
            if passed:
                await self._check_seats(room, passed)
            elif owner is not None:
                with self._moved(room, owner):
                    await self._rooms.check_known(room, owner)
                await self._claim(room, owner)
            elif not room.table.lets_watch:
                raise ServerError(CLOSED)
            else:
                self._quotas.check_spectators(room.spectators)
        roles = self._connection.roles
        key = (room.table.id, PASSED if passed else owner)
        earlier = roles.get(key)
        if earlier is None and len(roles) >= MAX_ROLES:
            raise ServerError("too-many-roles", limit=MAX_ROLES)
        connection, unheard = self._connection, frozenset[int]()
        if self._peace is not None:
            unheard = await self._peace.unheard(room.table, connection.account)
        # Nobody has followed it so far, so it may have been forgotten meanwhile, and what happens
        # at the table would come to another room. From here on nothing waits for anything.
        room = await self._rooms.room(room.table.id)
        role = Role(
            connection, room, owner, message.have or 0, attach=message.id, there=connection.there
        )
        role.passed, role.unheard = passed, unheard
        roles[key] = role
        self._rooms.follow(room, role)
        if earlier is not None:
            # Only now, so that nobody seems to have gone.
            earlier.room.leave(earlier)

    def _detach(self, message: Detach) -> None:
        roles = self._connection.roles
        for key, role in list(roles.items()):
            seat = None if role.passed else role.seat
            if role.room.table.id == message.table and seat == message.seat:
                del roles[key]
                role.room.leave(role)

    async def _check_seats(self, room: Room, owners: tuple[str, ...]) -> None:
        """Nothing, if all of them are tokens of seats.

        Raises:
            ServerError: `token-unknown`, with the number of the first that is not.
        """
        for number, owner in enumerate(owners, 1):
            try:
                await self._rooms.seat_of(room, owner)
            except ServerError:
                raise ServerError("token-unknown", number=number) from None

    async def _uncover(self, message: Uncover) -> None:
        """Show a hand of several, and only that of who must act."""
        role = self._passed_role(message.table)
        owner = digest(message.token)
        if role is None or owner not in role.passed:
            raise ServerError("seat-not-here")
        seat = role.room.table.seat_of_token(owner)
        if seat is None or role.room.table.to_act != seat:
            raise ServerError("turn-of-another")
        role.uncovered, role.whole, role.attach = owner, True, message.id
        self._connection.wake(role)

    def _cover(self, message: Cover) -> None:
        role = self._passed_role(message.table)
        if role is not None and role.uncovered is not None:
            role.uncovered, role.whole = None, True
            self._connection.wake(role)

    def _passed_role(self, table_id: str) -> Role | None:
        return self._connection.roles.get((table_id, PASSED))

    async def _act(self, message: Do) -> None:
        room = await self._room(message.table)
        if message.token is None:
            sender = self._stranger(message.id)
            if isinstance(message.action, Sit) and self._peace is not None:
                await self._peace.check_welcome(room.table, self._connection)
        else:
            self._see(room, digest(message.token))
            sender = Sender.with_token(message.token, message.id)
        if not isinstance(message.action, Play):
            self._quotas.count_change(sender.owner, self._connection.address)
        if isinstance(message.action, Say) and self._peace is not None:
            await self._peace.hear_at(room)
        try:
            with (
                self._quotas.guess(self._connection.address, "token-unknown"),
                self._moved(room, sender.owner),
                self._rooms.metrics.command(is_move=isinstance(message.action, Play)),
            ):
                done = await self._rooms.act(
                    room, sender, message.action, message.version, self._connection.reply
                )
        except SarjaError as error:
            if error.code == "stale":
                self._show_again(room)
            raise
        if done.token is not None:
            self._see(room, digest(done.token))
            # It has been answered; should this fail, attaching makes it good.
            with suppress(StoreError):
                await self._claim(room, digest(done.token))

    def _see(self, room: Room, *owners: str) -> None:
        """Note that the tokens with these hashes are here; none of an account that is banned.

        Raises:
            ServerError: `account-banned`.
        """
        if self._peace is None:
            return
        for owner in owners:
            self._peace.check_owner(room.table, owner)
            self._peace.see(owner, self._connection)

    async def _sign_in(self, message: SignIn) -> None:
        self._account = self._connection.account = None
        if message.device is not None:
            self._connection.device = digest(message.device)
        if message.session is not None:
            if self._accounts is None:
                raise ServerError("session-unknown")
            with self._quotas.guess(self._connection.address, "session-unknown"):
                self._account = await self._accounts.of_session(message.session)
        if self._account is not None:
            self._connection.account = self._account.id
        if self._peace is not None:
            await self._peace.hear_anew([self._connection])
        name = None if self._account is None else self._account.name
        self._connection.reply(SignedIn(message.id, name))

    async def _claim(self, room: Room, owner: str) -> None:
        """Where somebody is signed in, the seat of that token is theirs."""
        if self._account is None or self._accounts is None:
            return
        if room.table.seat_of_token(owner) is not None:
            await self._accounts.claim(self._account, owner, room.table.id)
            if self._peace is not None:
                await self._peace.hear_at(room)

    async def _find(self, code: str, *, guessed: bool) -> Room:
        if guessed:
            self._lessons.pass_on(code)
            self._quotas.check_guesses(self._connection.address)
        try:
            return await self._rooms.find(code)
        except ServerError:
            await self._lessons.find_by_code(code)
            raise

    @contextmanager
    def _moved(self, room: Room, owner: str | None) -> Iterator[None]:
        """Tell a pupil who has been seated at another table; that is no wrong guess.

        Raises:
            ServerError: `seat-moved` in the place of `token-unknown`.
        """
        try:
            yield
        except ServerError as error:
            if error.code == "token-unknown" and self._lessons.has_moved(room.table.id, owner):
                raise ServerError("seat-moved") from None
            raise

    async def _room(self, table_id: str) -> Room:
        with self._quotas.guess(self._connection.address, "table-unknown"):
            return await self._rooms.room(table_id)

    def _stranger(self, command_id: str) -> Sender:
        """Somebody without a seat, known by a long id, or else by this connection."""
        known = len(command_id) >= LONG_ID
        key = command_id if known else f"{self._connection.nonce}/{command_id}"
        return Sender.stranger(key, command_id)

    def _show_again(self, room: Room) -> None:
        """Send the whole table to who follows it here: what it has is not what there is."""
        for role in self._connection.roles.values():
            if role.room is room:
                role.whole = True
                self._connection.wake(role)

    def _refuse(self, command_id: str | None, error: SarjaError) -> None:
        rule = error.rule if isinstance(error, IllegalMove) else None
        self._rooms.metrics.refusal(error.code)
        self._connection.reply(Refused(command_id, error.code, error.params, rule))

    def _refuse_garbage(self, text: str, error: Exception) -> None:
        command_id = None
        place = _PLACE.search(str(error)) if isinstance(error, msgspec.ValidationError) else None
        refusal = ServerError("message-unknown", place=place[1][:100] if place else "$")
        try:
            found = read_object(text).get("id")
            if isinstance(found, str) and 0 < len(found) <= 40 and _is_text(found):
                command_id = found
        except _KeyTwice:
            # Which of two ids would be meant?
            pass
        except (ValueError, RecursionError):
            refusal = ServerError("message-not-json")
        self._refuse(command_id, refusal)
        self._count_garbage()

    def _count_garbage(self) -> None:
        self._garbage += 1
        if self._garbage >= MAX_GARBAGE:
            self._connection.say_bye(Bye("too-many", 10))
