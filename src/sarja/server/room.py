"""A live table and who follows it: what each viewer gets is made here, and only here."""

import asyncio
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, Protocol

import msgspec

from sarja.rules.events import TurnBegan
from sarja.server.attendance import Attendance
from sarja.server.company import Company, merged
from sarja.server.stopwatch import Stopwatch
from sarja.server.voices import Voices
from sarja.table.events import (
    AnyTableEvent,
    GameEvent,
    GameStarted,
    Said,
    SettingsChanged,
    TableOpened,
    redact,
)
from sarja.table.messages import (
    GameView,
    NumberedEvent,
    Presence,
    Refused,
    SentAway,
    ServerMessage,
    TableShown,
    TableView,
    Update,
    clock_info,
    public_game,
    table_view,
    vote_info,
)
from sarja.table.moment import Moment
from sarja.table.table import Chair, Table, fold, variant_of

CLOSED: Final = "spectators-none"
"""The code for spectators who may not look on."""
TAIL: Final = 500
"""So many events are kept in memory, for those who come back; before them is the whole table."""

_ENCODER: Final = msgspec.json.Encoder()


def encode(message: ServerMessage) -> str:
    """The message as it goes over the wire."""
    return _ENCODER.encode(message).decode()


class Listener(Protocol):
    """A connection, as a room knows it."""

    def wake(self, role: "Role") -> None:
        """There may be something to send for the role."""


@dataclass(eq=False, slots=True)
class Role:
    """As whom a connection follows a table: as a seat or a table screen, or as a spectator."""

    connection: Listener
    room: "Room"
    owner: str | None
    """The hash of the token."""
    sent: int = 0
    """The last event that was sent."""
    whole: bool = True
    """Whether the whole table must be sent next."""
    attach: str | None = None
    """The id of the `attach` that waits for its answer."""
    presence: bool = False
    """Whether who is here must be told."""
    there: bool = True
    """Whether the person looks at what is sent."""
    passed: tuple[str, ...] = ()
    """Pass and play: the hashes of the tokens of all seats that are on one device."""
    uncovered: str | None = None
    """The one of them whose hand is shown."""
    unheard: frozenset[int] = frozenset()
    """The numbers of the people at the table whose phrases and signs are not sent to it."""

    def is_follower(self) -> bool:
        """Whether it is sent anything at all."""
        return self in self.room.followers

    def compose(self) -> str | None:
        """The next message, or None for now."""
        return self.room.compose(self)

    @property
    def owners(self) -> tuple[str, ...]:
        """The hashes of all its tokens."""
        return self.passed or (() if self.owner is None else (self.owner,))

    @property
    def may_look(self) -> bool:
        """Whether the table is shown to the connection now: to seats and table screens always."""
        table = self.room.table
        return table.lets_watch or self.owner in table.screens or any(self.seats)

    @property
    def seat(self) -> int | None:
        """The seat as which the connection follows the table now, and whose hand it may see."""
        owner = self.uncovered if self.passed else self.owner
        return None if owner is None else self.room.seat_of(owner)

    @property
    def is_screen(self) -> bool:
        """Whether it is a table screen of those who play, or have played, the game."""
        return self.owner is not None and self.room.table.screen_was_there(self.owner)

    @property
    def seats(self) -> tuple[int | None, ...]:
        """The seats of all its tokens, None for one that has none any more."""
        if self.passed:
            return tuple(map(self.room.seat_of, self.passed))
        return () if self.seat is None else (self.seat,)


@dataclass(frozen=True, slots=True)
class _Kept:
    number: int
    event: AnyTableEvent
    names: tuple[str, ...]
    """The names of the spaces when it happened."""


@dataclass(eq=False)
class Room:
    """A table in memory, its last events, and the roles that follow it."""

    table: Table
    followers: set[Role] = field(default_factory=set)
    closed: bool = False
    """Whether the host of the server has closed the table, or it has been cleared away."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a command is carried out; other processes have locks of their own."""
    attendance: Attendance = field(default_factory=Attendance)
    stopwatch: Stopwatch = field(default_factory=Stopwatch)
    """Counts the turn."""
    ballot: Stopwatch = field(default_factory=Stopwatch)
    """Counts the half minute to judge table talk."""
    voices: Voices = field(default_factory=Voices)
    on_presence: Callable[["Room"], None] = lambda room: None
    """Called when somebody comes or goes."""
    elsewhere: Mapping[str, Company] = field(default_factory=dict)
    """Who is here on other servers, by server."""
    on_company: Callable[["Room"], None] = lambda room: None
    """Called when it is news for other servers who is here on this one."""
    _company: tuple[bool, tuple[tuple[str, bool], ...]] = (False, ())
    """Whether anybody is here on this server, and who, as it was told last."""
    _tail: deque[_Kept] = field(default_factory=lambda: deque(maxlen=TAIL))
    _encoded: dict[Hashable, str] = field(default_factory=dict)
    _public: tuple[Table, GameView | None] | None = None
    """What everybody may see of the game, and of which table that is."""
    _seats: dict[str, int | None] = field(default_factory=dict)
    """The seats of tokens, by hash, as long as the chairs are the same."""
    _chairs: tuple[Chair, ...] = ()

    def advance(
        self,
        events: Sequence[AnyTableEvent],
        after: Table | None = None,
        ages: Sequence[float] = (),
    ) -> None:
        """Take note of what has been stored; `after` is the table after it, if that is at hand.

        `ages` has for each event how many seconds ago it was stored; without it that was just now.
        """
        settings, names = self.table.settings, self.table.space_names
        first = self.table.version + 1
        for number, event in enumerate(events, first):
            if isinstance(event, TableOpened | SettingsChanged):
                settings = event.settings
            elif isinstance(event, GameStarted):
                names = variant_of(settings).board.names
            elif isinstance(event, Said):
                self.voices.note(event.seat, ages[number - first] if ages else 0.0)
            self._tail.append(_Kept(number, event, names))
        self.table = fold(self.table, events) if after is None else after
        self._encoded.clear()
        self._cover(events)

    def _cover(self, events: Sequence[AnyTableEvent]) -> None:
        """Cover the hands of those whose turn is over, also if they are to act again by now."""
        passed_on = any(
            isinstance(event, GameEvent) and event.event["type"] == TurnBegan.__name__
            for event in events
        )
        for role in self.followers:
            if role.uncovered is not None and (passed_on or role.seat != self.table.to_act):
                role.uncovered = None

    def seat_of(self, owner: str) -> int | None:
        """The seat of the token with that hash; asked many times for every move."""
        if self._chairs is not self.table.chairs:
            self._chairs = self.table.chairs
            self._seats.clear()
        if owner not in self._seats:
            self._seats[owner] = self.table.seat_of_token(owner)
        return self._seats[owner]

    # Followers

    @property
    def spectators(self) -> int:
        """How many follow the table without a token."""
        return sum(not role.owners for role in self.followers)

    def follow(self, role: Role) -> None:
        """Send the role what happens from now on."""
        self.followers.add(role)
        self.look_who_is_here()
        role.connection.wake(role)

    def leave(self, role: Role) -> None:
        """Send the role nothing more."""
        self.followers.discard(role)
        self.look_who_is_here()

    def notify(self) -> None:
        """Tell all followers that there is something to send."""
        self.look_who_is_here()
        for role in self.followers:
            role.connection.wake(role)

    def attend(self, role: Role, there: bool) -> None:
        """The person whose role it is has come back to it, or has turned to something else."""
        role.there = there
        self.look_who_is_here()

    def look_who_is_here(self) -> None:
        """See who is connected, there and away now, and tell it where it is news."""
        own = merged((owner, role.there) for role in self.followers for owner in role.owners)
        if (company := (bool(self.followers), own)) != self._company:
            self._company = company
            self.on_company(self)
        others = (owner for there in self.elsewhere.values() for owner in there.owners)
        seats = [(self.table.seat_of_token(owner), there) for owner, there in (*own, *others)]
        here = frozenset(seat for seat, _ in seats if seat is not None)
        there = frozenset(seat for seat, looks in seats if seat is not None and looks)
        before, table = self.attendance.there, self.table
        news = self.attendance.look(table, here, there)
        waited_for = not table.paused and bool(self.attendance.there)
        turn = table.timed_seat is not None and not table.time_up and table.vote is None
        news |= self.stopwatch.set(table.turn_began, table.charged, waited_for and turn)
        # Nothing of it is stored: after a restart people have the half minute once more.
        vote = table.vote
        news |= self.ballot.set(vote.since if vote else 0, 0, waited_for and vote is not None)
        if news:
            self._tell_presence()
        if before != self.attendance.there:
            self.on_presence(self)

    def _tell_presence(self) -> None:
        self._encoded.clear()
        for role in self.followers:
            role.presence = True
            role.connection.wake(role)

    def company(self) -> Company | None:
        """Who is here on this server, and how the clocks stand; None for nobody at all."""
        looked_on, owners = self._company
        if not looked_on:
            return None
        return Company(owners, self.stopwatch.counted, self.ballot.counted)

    def is_counted_at(self, server: str) -> bool:
        """Whether somebody follows the table here, and on no server that comes before this one.

        Servers come in the order of their names, so that only one of them counts a table.
        """
        return self._company[0] and all(server < other for other in self.elsewhere)

    def seats_counted_at(self, server: str) -> frozenset[int]:
        """The seats whose people are connected here, and to no server that comes before it."""
        before = (there.owners for other, there in self.elsewhere.items() if other < server)
        counted = self._seats_of(self._company[1])
        return counted - self._seats_of(one for owners in before for one in owners)

    def _seats_of(self, owners: Iterable[tuple[str, bool]]) -> frozenset[int]:
        seats = (self.seat_of(owner) for owner, _ in owners)
        return frozenset(seat for seat in seats if seat is not None)

    def meet(self, elsewhere: Mapping[str, Company]) -> bool:
        """Take note of who is here on other servers; whether one of them is new."""
        new = bool(elsewhere.keys() - self.elsewhere.keys())
        changed = elsewhere != self.elsewhere
        self.elsewhere = elsewhere
        if changed:
            self.look_who_is_here()
        adopted = [
            watch.adopt(*counted)
            for company in elsewhere.values()
            for watch, counted in ((self.stopwatch, company.turn), (self.ballot, company.vote))
        ]
        if any(adopted):
            self._tell_presence()
        if changed or any(adopted):
            self.on_presence(self)
        return new

    # What a viewer gets

    def compose(self, role: Role) -> str | None:
        """The next message for the role, or None where it has everything."""
        if role not in self.followers:
            return None
        seat, version = role.seat, self.table.version
        if not role.may_look:
            return self._send_away(role)
        if role.whole or (role.sent < version and not self._can_tell(seat, role.sent)):
            message = self._whole(role, seat)
        elif role.sent < version:
            message = self._update(role, seat)
        elif role.presence:
            message = self._presence()
        else:
            return None
        role.sent, role.whole, role.attach, role.presence = version, False, None, False
        return message

    def _send_away(self, role: Role) -> str:
        """What a spectator is told who may not look on any more; the role follows nothing now."""
        self.leave(role)
        if role.attach is not None:
            return encode(Refused(role.attach, CLOSED))
        return encode(SentAway(self.table.id, CLOSED))

    @property
    def moment(self) -> Moment:
        """Who is here, and how the clock stands."""
        attendance, stopwatch, ballot = self.attendance, self.stopwatch, self.ballot
        return Moment(
            attendance.here,
            attendance.away,
            stopwatch.charged,
            stopwatch.runs,
            ballot.charged,
            ballot.runs,
            self.voices.hushed,
        )

    def _presence(self) -> str:
        moment = self.moment
        here, away = sorted(moment.here), sorted(moment.away)
        clock, vote = clock_info(self.table, moment), vote_info(self.table, moment)
        return encode(Presence(self.table.id, here, away, clock, vote))

    def _whole(self, role: Role, seat: int | None) -> str:
        """The whole table, and where it can be told what has happened since `role.sent`."""
        view = self._view(role, seat)
        told = role.attach is not None and 0 < role.sent <= self.table.version
        told = told and self._can_tell(seat, role.sent)
        events = self._events(role, seat) if told else []
        return encode(TableShown(view, events, role.attach))

    def _update(self, role: Role, seat: int | None) -> str:
        key = (seat, role.seats, role.is_screen, role.unheard, role.sent)
        found = self._encoded.get(key)
        if found is None:
            found = encode(Update(self._events(role, seat), self._view(role, seat)))
            if not self.stopwatch.runs and not self.ballot.runs:
                # A clock that runs shows something else every time.
                self._encoded[key] = found
        return found

    def _can_tell(self, seat: int | None, sent: int) -> bool:
        """Whether what happened after `sent` can be told one by one.

        It must be at hand, and the viewer must have had the seat all the while: who takes a seat
        does not see what it drew before.
        """
        at_hand = not self._tail or self._tail[0].number <= sent + 1
        return at_hand and (seat is None or self.table.chair(seat).since <= sent)

    def _view(self, role: Role, seat: int | None) -> TableView:
        table = self.table
        if self._public is None or self._public[0] is not table:
            self._public = table, public_game(table)
        return table_view(
            table,
            seat,
            self.moment,
            role.seats,
            screen=role.is_screen,
            unheard=role.unheard,
            public=self._public[1],
        )

    def _events(self, role: Role, seat: int | None) -> list[NumberedEvent]:
        numbered = []
        missed = self.table.version - role.sent
        for kept in islice(self._tail, max(0, len(self._tail) - missed), None):
            seen = redact(kept.event, seat, kept.names)
            if isinstance(kept.event, Said) and kept.event.person in role.unheard:
                seen = None
            numbered.append(NumberedEvent(kept.number, seen or msgspec.UNSET))
        return numbered
