"""A seat at a table of a server: follows it, does things there, and survives a lost connection."""

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from random import SystemRandom
from typing import Any, Final, TypeVar

import msgspec

from sarja.client.address import Address
from sarja.client.connection import Connection
from sarja.client.errors import ClientError
from sarja.client.messages import (
    ClockShown,
    Data,
    Done,
    Numbered,
    PresenceShown,
    Refused,
    Shown,
    TableShown,
)
from sarja.client.seats import KeptSeat, SeatBook
from sarja.client.transport import Transport
from sarja.client.ways import Ways

ASK_AGAIN: Final = 10.0
"""Seconds after which somebody who was sent away asks to look on again."""
SOON: Final = 2.0
"""Seconds after which is asked again what the server could not do just then."""
PASSING: Final = ("too-busy", "storage-away", "storage-busy", "internal", "too-many-guesses")
"""Codes of refusals that do not last: the same may be asked for again after a while."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class News:
    """The table as it is now, and what has happened since it was last shown."""

    view: TableShown
    events: tuple[Numbered, ...]
    whole: bool
    """Whether something may have happened that the events do not tell."""


@dataclass(frozen=True, slots=True)
class ClockNews:
    """The clock stands otherwise than when the table was shown."""

    clock: ClockShown | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of the command with that id."""

    id: str
    result: Done | Refused


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The connection is lost; the next attempt is in so many seconds."""

    seconds: float
    restarting: bool = False
    """Whether the server has said that it starts anew."""


@dataclass(frozen=True, slots=True)
class Connected:
    """The connection is there again."""


@dataclass(frozen=True, slots=True)
class SeatGone:
    """The seat that was kept is somebody else's by now; the table is followed without one."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The table cannot be followed any more."""

    error: ClientError


Arrival = News | ClockNews | Answer | Disconnected | Connected | SeatGone | Ended


class TableClient:
    """Follows one table, at a seat or looking on. What arrives goes into `inbox`, in order.

    Commands are sent again, unchanged and under the same id, after a lost connection, until they
    are answered: so each happens once.
    """

    def __init__(
        self,
        address: Address,
        book: SeatBook | None = None,
        name: str | None = None,
        inbox: "SimpleQueue[Any] | None" = None,
        open_: Callable[[Address], Transport] | None = None,
    ) -> None:
        self.inbox: SimpleQueue[Any] = SimpleQueue() if inbox is None else inbox
        self.site = address.site
        self._address = address
        self._book = book
        self._name = name
        self._lock = threading.RLock()
        self._waiting: dict[str, Data] = {}
        """Commands without an answer, by id."""
        self._table: str | None = None
        self._code = address.code
        self._token: str | None = None
        self._version = 0
        self._attach_id: str | None = None
        self._link_id: str | None = None
        opener = open_ or Ways().open
        self._connection = Connection(lambda: opener(address), self, SystemRandom())
        if book is not None and self._code is not None:
            kept = book.find(self.site, self._code, name)
            self._token = kept.token if kept else None

    def start(self) -> None:
        """Connect, and follow the table from now on.

        Raises:
            Lost: the server is not to be reached.
            ClientError: it is no server to speak with.
        """
        if self._address.secret is not None:
            self._link_id = new_id()
            self._keep_asking(
                {"type": "take-link", "id": self._link_id, "secret": self._address.secret}
            )
        self._connection.start()

    def close(self) -> None:
        """Leave the table alone; the seat is kept."""
        self._connection.close()

    @property
    def has_seat(self) -> bool:
        """Whether there is a token for a seat."""
        return self._token is not None

    def act(self, action: Data, version: int | None = None) -> str:
        """Do something at the table, as it was at that version; the id of the answer to come."""
        command_id = new_id()
        with self._lock:
            message = {
                "type": "do",
                "id": command_id,
                "table": self._table,
                "version": self._version if version is None else version,
                "action": action,
            }
            if self._token is not None:
                message["token"] = self._token
            self._keep_asking(message)
        return command_id

    def _keep_asking(self, message: Data) -> None:
        with self._lock:
            self._waiting[message["id"]] = message
        self._connection.send(message)

    # What the connection hears

    def up(self, welcome: Data) -> None:
        """Follow the table again, and ask again for all that has no answer."""
        with self._lock:
            self._attach()
            waiting = list(self._waiting.values())
        for message in waiting:
            self._connection.send(message)
        self.inbox.put(Connected())

    def down(self, seconds: float, *, restarting: bool) -> None:
        """The connection is lost."""
        self.inbox.put(Disconnected(seconds, restarting))

    def end(self, error: ClientError) -> None:
        """Nothing more comes."""
        self.inbox.put(Ended(error))

    def hear(self, message: Data) -> None:
        """Take note of a message, and pass it on."""
        with self._lock:
            match message.get("type"):
                case "table":
                    self._shown(_read(message, Shown), answered=message.get("id") is not None)
                case "update":
                    self._updated(_read(message, Shown))
                case "done":
                    self._done(_read(message, Done))
                case "refused":
                    self._refused(_read(message, Refused))
                case "presence" if message.get("table") == self._table:
                    self._arrive(ClockNews(_read(message, PresenceShown).clock))
                case "sent-away" if message.get("table") == self._table:
                    self._attach_after(ASK_AGAIN)
                case _:
                    # What is new is for newer clients.
                    pass

    def _attach_after(self, seconds: float) -> None:
        timer = threading.Timer(seconds, self._attach)
        timer.daemon = True
        timer.start()

    def _attach(self) -> None:
        if self._table is None and self._code is None:
            # The table of a link is known when the link has been taken.
            return
        self._attach_id = new_id()
        message: Data = {"type": "attach", "id": self._attach_id}
        if self._table is not None:
            message["table"] = self._table
        else:
            message["code"] = self._code
        if self._token is not None:
            message["token"] = self._token
        if self._version:
            message["have"] = self._version
        self._connection.send(message)

    def _shown(self, shown: Shown, *, answered: bool) -> None:
        view, before = shown.view, self._version
        if self._table not in (None, view.table) or (view.you is None and self._token is not None):
            # Of another table, or what the spectator saw who has a seat by now.
            return
        self._table, self._code, self._version = view.table, view.code, view.version
        told = bool(shown.events) or view.version == before
        self._arrive(News(view, tuple(shown.events), not told))

    def _updated(self, shown: Shown) -> None:
        view = shown.view
        if view.table != self._table or (view.you is None and self._token is not None):
            return
        if shown.events and shown.events[0].number != self._version + 1:
            self._attach()
            return
        self._version = view.version
        self._arrive(News(view, tuple(shown.events), False))

    def _done(self, done: Done) -> None:
        if self._waiting.pop(done.id, None) is None:
            return
        if done.token is not None:
            self._take_seat(done)
        if done.id == self._link_id:
            return
        self._arrive(Answer(done.id, done))

    def _take_seat(self, done: Done) -> None:
        """Be that seat from now on, and no spectator."""
        if self._table is not None:
            self._connection.send({"type": "detach", "table": self._table, "seat": None})
        self._token, self._table = done.token, done.table
        self._attach()

    def _refused(self, refused: Refused) -> None:
        if refused.id is not None and self._waiting.pop(refused.id, None) is not None:
            if refused.id == self._link_id:
                self._arrive(Ended(_error(refused)))
            else:
                self._arrive(Answer(refused.id, refused))
        elif refused.id is not None and refused.id == self._attach_id:
            if self._token is not None and refused.code in ("token-unknown", "table-unknown"):
                self._lose_seat()
            elif refused.code in PASSING:
                self._attach_after(ASK_AGAIN if refused.code == "too-many-guesses" else SOON)
            else:
                self._arrive(Ended(_error(refused)))
        elif refused.id is None and refused.code == "table-closed":
            self._arrive(Ended(_error(refused)))

    def _lose_seat(self) -> None:
        if self._book is not None and self._token is not None:
            self._book.forget(self._token)
        self._token = None
        self._arrive(SeatGone())
        self._attach()

    def _arrive(self, arrival: Arrival) -> None:
        self.inbox.put(arrival)

    # Seats that are kept

    def keep_seat(self, view: TableShown) -> bool:
        """Keep the seat on disk, under the name that is on it; whether that was possible."""
        if self._token is None or self._book is None or view.you is None:
            return False
        name = view.seat(view.you).name
        return self._book.keep(KeptSeat(self.site, view.table, view.code, name, self._token))

    def forget_seat(self) -> None:
        """Follow the table without a seat: it has been left."""
        with self._lock:
            if self._book is not None and self._token is not None:
                self._book.forget(self._token)
            self._token = None
            self._attach()


def new_id() -> str:
    """An id that nobody else makes."""
    return secrets.token_hex(16)


def _error(refused: Refused) -> ClientError:
    return ClientError(refused.code, **refused.params)


def _read(message: Data, kind: type[T]) -> T:
    """The message as a value.

    Raises:
        ClientError: `server-unreadable`.
    """
    try:
        return msgspec.convert(message, kind, strict=True)
    except msgspec.ValidationError:
        raise ClientError("server-unreadable") from None
