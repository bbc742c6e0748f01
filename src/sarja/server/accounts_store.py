"""Accounts in the database: jobs for the store's threads, each done whole or not at all."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sarja.server.database import Connection
from sarja.server.errors import ServerError
from sarja.server.upkeep import find_account, notify
from sarja.table.events import (
    AnyTableEvent,
    SeatRenamed,
    SeatTaken,
    TokenAdded,
    decode_events,
    encode_events,
)
from sarja.table.names import looks_of
from sarja.table.table import Table, apply

SESSIONS: Final = 20
"""So many devices stay signed in; the one used longest ago is forgotten."""


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody with a name of their own on this server."""

    id: str
    name: str
    password: str
    """Its hash."""
    made_at: float
    banned: bool


_COLUMNS: Final = "accounts.id, accounts.name, password, accounts.made_at, banned_at IS NOT NULL"


def add(connection: Connection, account: Account, codes: Sequence[str]) -> None:
    """Add the account, with the hashes of its recovery codes.

    Raises:
        ServerError: `account-taken`: somebody has a name that looks the same.
    """
    looks = sorted(looks_of(account.name))
    for look in looks:
        if connection.execute("SELECT 1 FROM looks WHERE look = ?", (look,)).fetchone():
            raise ServerError("account-taken", name=account.name)
    connection.execute(
        "INSERT INTO accounts (id, name, password, made_at) VALUES (?, ?, ?, ?)",
        (account.id, account.name, account.password, account.made_at),
    )
    connection.executemany(
        "INSERT INTO looks (look, account_id) VALUES (?, ?)",
        [(look, account.id) for look in looks],
    )
    set_codes(connection, account.id, codes)


def by_name(connection: Connection, name: str) -> Account | None:
    """The account of that name, written as one likes."""
    try:
        id_ = find_account(connection, name)
    except ServerError:
        return None
    row = connection.execute(f"SELECT {_COLUMNS} FROM accounts WHERE id = ?", (id_,)).fetchone()
    return None if row is None else _account(row)


def by_session(connection: Connection, hash_: str) -> Account | None:
    """The account that is signed in by the session of that hash."""
    row = connection.execute(
        f"SELECT {_COLUMNS} FROM accounts JOIN sessions ON account_id = accounts.id"
        " WHERE hash = ? AND banned_at IS NULL",
        (hash_,),
    ).fetchone()
    return None if row is None else _account(row)


def _account(row: tuple[Any, ...]) -> Account:
    return Account(row[0], row[1], row[2], row[3], bool(row[4]))


def add_session(connection: Connection, account: str, hash_: str, password: str) -> bool:
    """Sign a device in, if the account still has the password that was proved; whether it has.

    To prove one takes a while, in which it may be changed, and that signs out everywhere.
    """
    # A change of nothing, for until this is stored nobody else may change it.
    still = connection.execute(
        "UPDATE accounts SET password = password WHERE id = ? AND password = ?",
        (account, password),
    )
    if still.rowcount != 1:
        return False
    connection.execute(
        "INSERT INTO sessions (hash, account_id, made_at) VALUES (?, ?, ?)",
        (hash_, account, time.time()),
    )
    connection.execute(
        "DELETE FROM sessions WHERE account_id = ? AND hash NOT IN"
        " (SELECT hash FROM sessions WHERE account_id = ? ORDER BY made_at DESC LIMIT ?)",
        (account, account, SESSIONS),
    )
    return True


def end_session(connection: Connection, hash_: str) -> None:
    """Sign the device out."""
    connection.execute("DELETE FROM sessions WHERE hash = ?", (hash_,))


def set_password(connection: Connection, account: str, password: str) -> None:
    """Change the password, and sign out everywhere, sockets that are open included."""
    connection.execute("UPDATE accounts SET password = ? WHERE id = ?", (password, account))
    connection.execute("DELETE FROM sessions WHERE account_id = ?", (account,))
    notify(connection, "bans", account)


def set_codes(connection: Connection, account: str, codes: Sequence[str]) -> None:
    """Give the account new recovery codes, by their hashes; the old ones are worth nothing."""
    connection.execute("DELETE FROM recovery WHERE account_id = ?", (account,))
    add_codes(connection, account, codes)


def add_codes(connection: Connection, account: str, codes: Sequence[str]) -> None:
    """Give it some more."""
    connection.executemany(
        "INSERT INTO recovery (hash, account_id) VALUES (?, ?)",
        [(code, account) for code in codes],
    )


def codes_left(connection: Connection, account: str) -> int:
    """How many recovery codes have not been used."""
    row = connection.execute("SELECT count(*) FROM recovery WHERE account_id = ?", (account,))
    return int(row.fetchone()[0])


def use_code(connection: Connection, account: str, code: str, password: str) -> bool:
    """Use the recovery code up, for a new password; whether it was one."""
    used = connection.execute(
        "DELETE FROM recovery WHERE account_id = ? AND hash = ?", (account, code)
    )
    if used.rowcount != 1:
        return False
    set_password(connection, account, password)
    return True


def claim(connection: Connection, account: str, owner: str, table: str) -> None:
    """Note whose seat that of the token with that hash is; who was first keeps it.

    An account that has been deleted under a socket that is still open has no seats any more.
    """
    connection.execute(
        "INSERT INTO claims (owner, account_id, table_id, at)"
        " SELECT ?, id, ?, ? FROM accounts WHERE id = ? ON CONFLICT DO NOTHING",
        (owner, table, time.time(), account),
    )


def delete(connection: Connection, account: str) -> list[str]:
    """Delete the account and all that is kept of it.

    Games of others stay, with no name where it stood. The tables at which it stood.
    """
    claims = connection.execute(
        "SELECT table_id, owner FROM claims WHERE account_id = ?", (account,)
    ).fetchall()
    owners: dict[str, set[str]] = {}
    for table, owner in claims:
        owners.setdefault(table, set()).add(owner)
    for table, hashes in owners.items():
        erase_names(connection, table, hashes)
        notify(connection, "changed", table)
    connection.execute("DELETE FROM ratings WHERE who = ?", (account,))
    connection.execute("DELETE FROM reports WHERE account_id = ? OR by_id = ?", (account, account))
    connection.execute("DELETE FROM accounts WHERE id = ?", (account,))
    notify(connection, "bans", account)
    return sorted(owners)


def erase_names(connection: Connection, table_id: str, hashes: set[str]) -> None:
    """Take the names of who sat there by these tokens out of the table's events and commands.

    Other tokens of the same seat are the same person's: of the device on which the name was said,
    where the account came by a link.
    """
    rows = [
        (version, command, decode_events(stored))
        for version, command, stored in connection.execute(
            "SELECT version, command, events FROM commands WHERE table_id = ? ORDER BY version",
            (table_id,),
        ).fetchall()
    ]
    happened = [event for *_, events in rows for event in events]
    theirs = _of_same_people(table_id, hashes, happened)
    table = Table(table_id)
    for version, command, events in rows:
        changed = False
        for at, event in enumerate(events):
            if isinstance(event, SeatTaken) and event.token_hash in theirs:
                events[at] = SeatTaken(event.seat, "", event.token_hash)
                changed = True
            elif isinstance(event, SeatRenamed) and table.chair(event.seat).token_hashes & theirs:
                events[at] = SeatRenamed(event.seat, "")
                changed = True
            table = apply(table, event)
        if changed:
            said = json.loads(command)
            said.pop("name", None)
            connection.execute(
                "UPDATE commands SET events = ?, command = ? WHERE table_id = ? AND version = ?",
                (encode_events(events), json.dumps(said).encode(), table_id, version),
            )


def _of_same_people(
    table_id: str, hashes: set[str], events: Sequence[AnyTableEvent]
) -> frozenset[str]:
    """These tokens, and all that have been tokens of a seat together with one of them."""
    table, found = Table(table_id), frozenset(hashes)
    for event in events:
        table = apply(table, event)
        if isinstance(event, SeatTaken | TokenAdded):
            together = table.chair(event.seat).token_hashes
            found |= together if together & found else frozenset()
    return found


def sessions(connection: Connection, account: str) -> list[int]:
    """Since when devices have been signed in."""
    rows = connection.execute(
        "SELECT made_at FROM sessions WHERE account_id = ? ORDER BY made_at", (account,)
    )
    return [int(at) for (at,) in rows]


def seats(connection: Connection, account: str) -> list[dict[str, Any]]:
    """The tables at which the account has had seats."""
    rows = connection.execute(
        "SELECT code, at FROM claims JOIN tables ON tables.id = table_id WHERE account_id = ?"
        " ORDER BY at",
        (account,),
    )
    return [{"table": code, "since": int(at)} for code, at in rows]
