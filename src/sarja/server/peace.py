"""Keeping the peace: whom people block, whom they report, and whom the host has banned."""

import asyncio
import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal, NamedTuple
from weakref import WeakKeyDictionary

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sarja.server import peace_store as stored
from sarja.server.accounts import Accounts
from sarja.server.accounts_store import Account
from sarja.server.answers import address_of, answering, body, data
from sarja.server.connection import Connection
from sarja.server.errors import ServerError
from sarja.server.peace_store import Person, Report
from sarja.server.room import Room
from sarja.server.rooms import Rooms
from sarja.server.sql_store import SqlStore
from sarja.server.tokens import digest
from sarja.table.messages import Bye
from sarja.table.table import Table
from sarja.table.wire import TableId, Token

BANNED_SECONDS: Final = 3600
"""For so long a client that is banned need not come back."""
SEEN_THERE: Final = "seen"
"""The kind of notice by which servers tell each other where a seat's token is."""
BLOCKED: Final = "blocked"
"""The kind of notice that says whose blocks have changed."""
SEEN: Final = 20_000
"""Of so many seats it is known from where they were taken."""

Seat = Annotated[int, Meta(ge=1, le=12)]
Reason = Literal["cheating", "insult", "name", "spoiling"]


class Blocked(Struct, forbid_unknown_fields=True, frozen=True):
    """Whom to block: who sits there."""

    table: TableId
    seat: Seat


class Reported(Struct, forbid_unknown_fields=True, frozen=True):
    """Whom to report, and why; the token is that of who reports."""

    table: TableId
    token: Token
    seat: Seat
    reason: Reason


class _Seen(NamedTuple):
    """Where a seat's token has been used last."""

    address: str
    device: str | None


class Peace:
    """Blocks, reports and bans of a server."""

    def __init__(
        self, store: SqlStore, rooms: Rooms, accounts: Accounts, connections: set[Connection]
    ) -> None:
        self._store, self._rooms, self._accounts = store, rooms, accounts
        self._connections = connections
        self._key = ""
        self._addresses: frozenset[str] = frozenset()
        self._guests: frozenset[str] = frozenset()
        self._owners: frozenset[str] = frozenset()
        self._seen: OrderedDict[str, _Seen] = OrderedDict()
        self._people: WeakKeyDictionary[Room, tuple[int, ...]] = WeakKeyDictionary()
        """Who sat at each table when it was looked last."""
        self._hearing: set[asyncio.Task[None]] = set()
        rooms.on_change.append(self._look_round)
        self._bus = rooms.bus
        self._bus.hear(SEEN_THERE, self._see_there)
        self._bus.hear(BLOCKED, self._blocked_there)

    def routes(self) -> list[Route]:
        """The routes; blocks are an account's, and reports are of people at tables."""
        here = "/api/account/blocks"
        return [
            Route(here, answering(self._blocks)),
            Route(here, answering(self._block), methods=["POST"]),
            Route(f"{here}/{{id}}", answering(self._unblock), methods=["DELETE"]),
            Route("/api/reports", answering(self._report), methods=["POST"]),
        ]

    # Bans

    async def look(self) -> None:
        """See who is banned now."""
        if not self._key:
            self._key = await self._store.read(stored.address_key)
        self._addresses, self._guests, self._owners = await self._store.read(stored.banned)

    async def heed(self, what: str) -> None:
        """Something has changed about the address or the account: send away who is not let in."""
        await self.look()
        for connection in list(self._connections):
            if self.is_banned(connection.address) or any(
                self._is_out(role.room.table, owner)
                for role in connection.roles.values()
                for owner in role.owners
            ):
                connection.say_bye(Bye("too-many", BANNED_SECONDS))
            elif connection.account == what:
                # It is signed in no longer; whose it is must be said anew.
                connection.say_bye(Bye("restarting", 1))

    def is_banned(self, address: str) -> bool:
        """Whether nobody is let in from there."""
        return address in self._addresses or (
            bool(self._guests) and self.hash_address(address) in self._guests
        )

    def check_owner(self, table: Table, owner: str) -> None:
        """Nothing, unless the token with that hash is of a seat of an account that is banned.

        Raises:
            ServerError: `account-banned`.
        """
        if self._is_out(table, owner):
            raise ServerError("account-banned")

    def _is_out(self, table: Table, owner: str) -> bool:
        """Whether the seat of the token is that of an account that is banned, by any token."""
        if not self._owners:
            return False
        seat = table.seat_of_token(owner)
        # What came by a personal link has not been claimed by the account, but the seat has.
        owners = frozenset() if seat is None else table.chair(seat).token_hashes
        return not self._owners.isdisjoint(owners | {owner})

    def hash_address(self, address: str) -> str:
        """The address as it is kept: only who has the server's secret can try which one it was."""
        return hmac.new(self._key.encode(), address.encode(), hashlib.sha256).hexdigest()[:32]

    # People at tables

    def see(self, owner: str, connection: Connection) -> None:
        """Note where the token with that hash is; in memory only, on every server."""
        seen = _Seen(connection.address, connection.device)
        if self._seen.get(owner) != seen:
            self._bus.tell(SEEN_THERE, owner, seen.address, seen.device or "")
        self._note(owner, seen)

    def _see_there(self, owner: str, address: str, device: str) -> None:
        self._note(owner, _Seen(address, device or None))

    def _note(self, owner: str, seen: _Seen) -> None:
        self._seen[owner] = seen
        self._seen.move_to_end(owner)
        if len(self._seen) > SEEN:
            self._seen.popitem(last=False)

    async def check_welcome(self, table: Table, connection: Connection) -> None:
        """Nothing, unless somebody at the table has blocked who wants to sit down there.

        Raises:
            ServerError: `not-welcome`.
        """
        owners = {owner for chair in table.chairs for owner in chair.token_hashes}
        person = Person(connection.account, connection.device)
        if not owners or person == Person():
            return
        if await self._store.read(lambda c: stored.is_blocked(c, person, owners)):
            raise ServerError("not-welcome")

    def _person_at(self, table: Table, seat: int) -> tuple[frozenset[str], Person]:
        """Who sits there: by which tokens, and on which device."""
        owners = table.chair(seat).token_hashes
        if not owners:
            raise ServerError("no-person-at", seat=seat)
        return owners, Person(device=self._device_of(owners))

    def _device_of(self, owners: frozenset[str]) -> str | None:
        seen = (self._seen.get(owner) for owner in sorted(owners))
        return next((one.device for one in seen if one is not None and one.device), None)

    # Who hears whom

    async def unheard(self, table: Table, account: str | None) -> frozenset[int]:
        """The numbers of the people at the table whom the account has blocked, and hears not."""
        if account is None:
            return frozenset()
        seats = await self._blocked_at(table, account)
        return frozenset(table.chair(seat).person for seat in seats)

    async def hear_anew(self, connections: Iterable[Connection], room: Room | None = None) -> None:
        """See anew whom these connections do not hear: at that table, or at all."""
        for connection in connections:
            for role in list(connection.roles.values()):
                if room in (None, role.room):
                    unheard = await self.unheard(role.room.table, connection.account)
                    if unheard != role.unheard:
                        role.unheard, role.whole = unheard, True
                        connection.wake(role)

    async def hear_at(self, room: Room) -> None:
        """See anew who at the table does not hear whom."""
        await self.hear_anew([one for one in self._connections if one.account], room)

    def _look_round(self, room: Room) -> None:
        """See to it where other people sit at the table than before."""
        people = tuple(chair.person for chair in room.table.chairs)
        if people == self._people.get(room):
            return
        self._people[room] = people
        if any(connection.account for connection in self._connections):
            task = asyncio.ensure_future(self.hear_at(room))
            self._hearing.add(task)
            task.add_done_callback(self._hearing.discard)
            # Where the store does not answer, the next who sits down or speaks makes it good.
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _blocked_at(self, table: Table, account: str) -> list[int]:
        """The seats where somebody sits whom the account has blocked."""
        chairs = {s: chair for s, chair in enumerate(table.chairs, 1) if chair.token_hashes}
        owners = {seat: chair.token_hashes for seat, chair in chairs.items()}
        devices = {seat: Person(device=self._device_of(at)) for seat, at in owners.items()}
        return await self._store.read(lambda c: stored.blocked_among(c, account, owners, devices))

    # Over HTTP

    async def _blocks(self, request: Request) -> Response:
        account = await self._accounts.signed_in(request)
        told: dict[str, Any] = {
            "blocks": await self._store.read(lambda c: stored.blocks(c, account.id))
        }
        if (table_id := request.query_params.get("table")) is not None:
            table = (await self._room(request, table_id)).table
            told["seats"] = await self._blocked_at(table, account.id)
        return data(told)

    async def _block(self, request: Request) -> Response:
        account = await self._accounts.signed_in(request)
        given = await body(request, Blocked)
        table = (await self._room(request, given.table)).table
        owners, person = self._person_at(table, given.seat)
        id_, name = self._accounts.source.secret()[:16], table.chair(given.seat).name
        await self._store.submit(
            lambda c: stored.add_block(c, account.id, id_, owners, person, name)
        )
        await self._hear_anew_as(account)
        return data({}, 201)

    async def _unblock(self, request: Request) -> Response:
        account = await self._accounts.signed_in(request)
        id_ = str(request.path_params["id"])
        await self._store.submit(lambda c: stored.remove_block(c, account.id, id_))
        await self._hear_anew_as(account)
        return data({})

    async def _hear_anew_as(self, account: Account) -> None:
        await self.hear_anew([one for one in self._connections if one.account == account.id])
        self._bus.tell(BLOCKED, account.id)

    def _blocked_there(self, account: str) -> None:
        """The account has blocked somebody, or nobody any more, at another server."""
        mine = [one for one in self._connections if one.account == account]
        if mine:
            task = asyncio.ensure_future(self.hear_anew(mine))
            self._hearing.add(task)
            task.add_done_callback(self._hearing.discard)
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _report(self, request: Request) -> Response:
        given = await body(request, Reported)
        address, by = address_of(request), digest(given.token)
        room = await self._room(request, given.table)
        with self._accounts.quotas.guess(address, "token-unknown"):
            own = await self._rooms.seat_of(room, by)
        table = room.table
        owners, _ = self._person_at(table, given.seat)
        if given.seat == own:
            raise ServerError("seat-is-own")
        self._accounts.quotas.count_report(by, address)
        at = next((self._seen[owner].address for owner in owners if owner in self._seen), None)
        report = Report(
            code=table.code,
            game=table.number,
            reason=given.reason,
            owner=min(owners),
            name=table.chair(given.seat).name,
            by=by,
            by_name=table.chair(own).name,
            address=None if at is None else self.hash_address(at),
        )
        await self._store.submit(lambda c: stored.add_report(c, report))
        return data({}, 201)

    async def _room(self, request: Request, table: str) -> Room:
        with self._accounts.quotas.guess(address_of(request), "table-unknown"):
            return await self._rooms.room(table)
