"""Accounts over HTTP: a name and a password, and what one has played. Nobody needs one."""

import json
import re
from dataclasses import dataclass, replace
from time import time as now
from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sarja.server import accounts_store as stored
from sarja.server.accounts_store import Account
from sarja.server.answers import address_of, answering, body, data
from sarja.server.database import Connection
from sarja.server.errors import ServerError
from sarja.server.histories import history, own_ratings, rating_lists, statistics
from sarja.server.passwords import CODES, Passwords, clean_recovery, new_code
from sarja.server.peace_store import blocks, reports_by
from sarja.server.quotas import Quotas
from sarja.server.sql_store import SqlStore
from sarja.server.tokens import Source, digest
from sarja.table.names import clean_name

ALL: Final = 2**31 - 1
_BEARER: Final = re.compile(r"Bearer ([\w-]{16,100})")

Name = Annotated[str, Meta(min_length=1, max_length=24)]
Password = Annotated[str, Meta(min_length=1, max_length=1000)]
Code = Annotated[str, Meta(min_length=1, max_length=60)]


class Credentials(Struct, forbid_unknown_fields=True, frozen=True):
    """A name and its password."""

    name: Name
    password: Password


class Recovery(Struct, forbid_unknown_fields=True, frozen=True):
    """A recovery code, for a new password."""

    name: Name
    code: Code
    password: Password


class NewPassword(Struct, forbid_unknown_fields=True, frozen=True):
    """The password that there is, and the one to come."""

    old: Password
    new: Password


class Proof(Struct, forbid_unknown_fields=True, frozen=True):
    """The password, once more."""

    password: Password


@dataclass
class Accounts:
    """Who people are on this server, if they want to be somebody."""

    store: SqlStore
    source: Source
    quotas: Quotas
    passwords: Passwords

    def routes(self) -> list[Route]:
        """The routes; who is signed in says so by `Authorization: Bearer SESSION`."""
        made = [
            ("/api/account", "POST", self._register),
            ("/api/account", "GET", self._about),
            ("/api/account/session", "POST", self._sign_in),
            ("/api/account/session", "DELETE", self._sign_out),
            ("/api/account/recovery", "POST", self._recover),
            ("/api/account/password", "POST", self._change_password),
            ("/api/account/codes", "POST", self._new_codes),
            ("/api/account/games", "GET", self._games),
            ("/api/account/export", "GET", self._export),
            ("/api/account/delete", "POST", self._delete),
            ("/api/ratings", "GET", self._ratings),
        ]
        return [Route(path, answering(work), methods=[method]) for path, method, work in made]

    async def of_session(self, session: str) -> Account:
        """Who is signed in by it.

        Raises:
            ServerError: `session-unknown`.
        """
        account = await self.store.read(lambda c: stored.by_session(c, digest(session)))
        if account is None:
            raise ServerError("session-unknown")
        return account

    async def claim(self, account: Account, owner: str, table: str) -> None:
        """Note that the seat of the token with that hash is the account's."""
        await self.store.submit(lambda c: stored.claim(c, account.id, owner, table))

    # Signing in

    async def _register(self, request: Request) -> Response:
        wanted = await body(request, Credentials)
        self.quotas.count_password(address_of(request))
        self.quotas.count_account(address_of(request))
        name = clean_name(wanted.name, ())
        hashed = await self.passwords.hash(wanted.password, name)
        account = Account(self.source.secret()[:16], name, hashed, now(), False)
        codes, hashes = _codes(CODES)
        session = self.source.secret()

        def job(connection: Connection) -> None:
            stored.add(connection, account, hashes)
            stored.add_session(connection, account.id, digest(session), account.password)

        await self.store.submit(job)
        return data({"session": session, "name": name, "codes": codes}, 201)

    async def _sign_in(self, request: Request) -> Response:
        given = await body(request, Credentials)
        account = await self._by_name(request, given.name)
        good = await self.passwords.check(account.password if account else None, given.password)
        if account is None or not good or account.banned:
            raise ServerError("sign-in-wrong")
        return await self._let_in(account, "sign-in-wrong")

    async def _recover(self, request: Request) -> Response:
        given = await body(request, Recovery)
        account = await self._by_name(request, given.name)
        hashed = await self.passwords.hash(given.password, given.name)
        code = digest(clean_recovery(given.code))
        if account is None or account.banned:
            raise ServerError("recovery-wrong")
        id_ = account.id
        if not await self.store.submit(lambda c: stored.use_code(c, id_, code, hashed)):
            raise ServerError("recovery-wrong")
        return await self._let_in(replace(account, password=hashed), "recovery-wrong")

    async def _by_name(self, request: Request, name: str) -> Account | None:
        """The account of that name, if nobody has tried too often: asked before anything is hashed.

        Raises:
            ServerError: `too-many-passwords`.
        """
        self.quotas.count_password(address_of(request))
        # Before it is known whether there is such a name: the limit must not tell that, either.
        self.quotas.count_password_of(name)
        return await self.store.read(lambda c: stored.by_name(c, name))

    async def _let_in(self, account: Account, otherwise: str) -> Response:
        """A session for who has proved the account's password; refused where it has been changed.

        Raises:
            ServerError: the code `otherwise`.
        """
        session = self.source.secret()
        hash_, proved = digest(session), account.password
        if not await self.store.submit(lambda c: stored.add_session(c, account.id, hash_, proved)):
            raise ServerError(otherwise)
        return data({"session": session, "name": account.name})

    async def _sign_out(self, request: Request) -> Response:
        session = _session(request)
        await self.store.submit(lambda c: stored.end_session(c, digest(session)))
        return data({})

    # Looking after it

    async def _about(self, request: Request) -> Response:
        account = await self.signed_in(request)

        def job(connection: Connection) -> dict[str, Any]:
            return {
                "name": account.name,
                "made_at": int(account.made_at),
                "codes": stored.codes_left(connection, account.id),
                "ratings": own_ratings(connection, account.id),
                "statistics": statistics(connection, account.id),
            }

        return data(await self.store.read(job))

    async def _games(self, request: Request) -> Response:
        account = await self.signed_in(request)
        text = request.query_params.get("from", "0")
        if not (text.isascii() and text.isdecimal() and len(text) <= 9):
            raise ServerError("message-unknown", place="$.from")
        first = int(text)
        return data({"games": await self.store.read(lambda c: history(c, account.id, first))})

    async def _change_password(self, request: Request) -> Response:
        given = await body(request, NewPassword)
        account = await self._proved(request, given.old)
        hashed = await self.passwords.hash(given.new, account.name)
        await self.store.submit(lambda c: stored.set_password(c, account.id, hashed))
        return await self._let_in(replace(account, password=hashed), "password-wrong")

    async def _new_codes(self, request: Request) -> Response:
        account = await self._proved(request, (await body(request, Proof)).password)
        codes, hashes = _codes(CODES)
        await self.store.submit(lambda c: stored.set_codes(c, account.id, hashes))
        return data({"codes": codes})

    async def _export(self, request: Request) -> Response:
        account = await self.signed_in(request)

        def job(connection: Connection) -> dict[str, Any]:
            return {
                "name": account.name,
                "made_at": int(account.made_at),
                "ratings": own_ratings(connection, account.id),
                "statistics": statistics(connection, account.id),
                "games": history(connection, account.id, 0, ALL),
                "signed_in": stored.sessions(connection, account.id),
                "seats": stored.seats(connection, account.id),
                "blocks": blocks(connection, account.id),
                "reports": reports_by(connection, account.id),
            }

        told = json.dumps(await self.store.read(job), ensure_ascii=False, indent=1)
        headers = {
            "content-disposition": 'attachment; filename="sarja-account.json"',
            "cache-control": "no-store",
        }
        return Response(told, media_type="application/json", headers=headers)

    async def _delete(self, request: Request) -> Response:
        account = await self._proved(request, (await body(request, Proof)).password)
        await self.store.submit(lambda c: stored.delete(c, account.id))
        return data({})

    async def _ratings(self, request: Request) -> Response:
        return data(await self.store.read(rating_lists))

    async def signed_in(self, request: Request) -> Account:
        """Who is signed in by what the request says.

        Raises:
            ServerError: `session-unknown`, `too-many-guesses`.
        """
        with self.quotas.guess(address_of(request), "session-unknown"):
            return await self.of_session(_session(request))

    async def _proved(self, request: Request, password: str) -> Account:
        """Who is signed in, and knows the password, too."""
        account = await self.signed_in(request)
        self.quotas.count_password(address_of(request))
        self.quotas.count_password_of(account.name)
        if not await self.passwords.check(account.password, password):
            raise ServerError("password-wrong")
        return account


def _session(request: Request) -> str:
    found = _BEARER.fullmatch(request.headers.get("authorization", ""))
    if found is None:
        raise ServerError("session-unknown")
    return found[1]


def _codes(count: int) -> tuple[list[str], list[str]]:
    """New recovery codes, and what is stored of them: they are random, so a plain hash will do."""
    codes = [new_code() for _ in range(count)]
    return codes, [digest(clean_recovery(code)) for code in codes]
