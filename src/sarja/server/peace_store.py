"""Blocks and reports in the database."""

import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sarja.server.database import Connection
from sarja.server.errors import ServerError

MOST_BLOCKED: Final = 200
"""So many people an account may block."""
REPORTS_KEPT: Final = 30 * 86400.0
"""So long a report is kept, with what is needed to ban a guest."""


@dataclass(frozen=True, slots=True)
class Person:
    """By what somebody is known again: an account, a device, or only the token of a seat."""

    account: str | None = None
    device: str | None = None
    """The hash of what the device says it is."""


@dataclass(frozen=True, slots=True)
class Report:
    """What somebody at a table says of somebody else there."""

    code: str
    """The table's."""
    game: int
    """Which game of the table; 0 before the first one."""
    reason: str
    owner: str
    """The hash of the token of who is reported."""
    name: str
    by: str
    """The hash of the token of who reports."""
    by_name: str
    address: str | None
    """The keyed hash of the address of who is reported, where it is known."""


def account_of(connection: Connection, owners: Collection[str]) -> str | None:
    """The account that was the first to claim a seat by one of its tokens."""
    if not owners:
        return None
    marks = ", ".join("?" * len(owners))
    row = connection.execute(
        f"SELECT account_id FROM claims WHERE owner IN ({marks}) ORDER BY at LIMIT 1",
        sorted(owners),
    ).fetchone()
    return None if row is None else str(row[0])


# Blocks


def add_block(
    connection: Connection,
    account: str,
    id_: str,
    owners: Collection[str],
    person: Person,
    name: str,
) -> None:
    """Let the account block who sits there by these tokens.

    Raises:
        ServerError: `too-many-blocks`, `block-own`.
    """
    blocked = account_of(connection, owners)
    if blocked == account:
        raise ServerError("block-own")
    if blocked_among(connection, account, {1: owners}, {1: person}):
        return
    row = connection.execute("SELECT count(*) FROM blocks WHERE account_id = ?", (account,))
    if row.fetchone()[0] >= MOST_BLOCKED:
        raise ServerError("too-many-blocks", limit=MOST_BLOCKED)
    connection.execute(
        "INSERT INTO blocks (id, account_id, blocked_id, device, owner, name, made_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (id_, account, blocked, person.device, min(owners), name, time.time()),
    )


def remove_block(connection: Connection, account: str, id_: str) -> None:
    """Block somebody no longer.

    Raises:
        ServerError: `block-unknown`.
    """
    gone = connection.execute("DELETE FROM blocks WHERE account_id = ? AND id = ?", (account, id_))
    if not gone.rowcount:
        raise ServerError("block-unknown")


def blocks(connection: Connection, account: str) -> list[dict[str, Any]]:
    """Whom the account has blocked, the last one first."""
    rows = connection.execute(
        "SELECT id, name, made_at FROM blocks WHERE account_id = ? ORDER BY made_at DESC, id",
        (account,),
    )
    return [{"id": id_, "name": name, "made_at": int(at)} for id_, name, at in rows]


def blocked_among(
    connection: Connection,
    account: str,
    owners: Mapping[int, Collection[str]],
    devices: Mapping[int, Person],
) -> list[int]:
    """The seats, of these with their tokens, at which somebody sits whom the account has blocked.

    Who is signed in is known by the account alone: others may use the same device.
    """
    found = []
    for seat, hashes in owners.items():
        known = account_of(connection, hashes)
        device = devices[seat].device if known is None else None
        marks = ", ".join("?" * len(hashes))
        row = connection.execute(
            "SELECT 1 FROM blocks WHERE account_id = ? AND"
            f" (blocked_id = ? OR device = ? OR owner IN ({marks}))",
            (account, known, device, *sorted(hashes)),
        ).fetchone()
        if row is not None:
            found.append(seat)
    return found


def is_blocked(connection: Connection, person: Person, owners: Collection[str]) -> bool:
    """Whether somebody who sits there by one of these tokens has blocked the person."""
    marks = ", ".join("?" * len(owners))
    device = person.device if person.account is None else None
    row = connection.execute(
        "SELECT 1 FROM blocks JOIN claims ON claims.account_id = blocks.account_id"
        f" WHERE claims.owner IN ({marks}) AND (blocked_id = ? OR device = ?) LIMIT 1",
        (*sorted(owners), person.account, device),
    ).fetchone()
    return row is not None


# Reports


def add_report(connection: Connection, report: Report) -> None:
    """Keep the report; the same person again in the same game takes the place of the first."""
    connection.execute(
        "INSERT INTO reports (at, code, game, reason, owner, name, account_id, by_owner,"
        " by_name, by_id, address) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (code, game, owner, by_owner) DO UPDATE SET at = excluded.at,"
        " reason = excluded.reason, name = excluded.name, account_id = excluded.account_id,"
        " by_name = excluded.by_name, by_id = excluded.by_id, address = excluded.address",
        (
            *(time.time(), report.code, report.game, report.reason),
            *(report.owner, report.name, account_of(connection, {report.owner})),
            *(report.by, report.by_name, account_of(connection, {report.by})),
            report.address,
        ),
    )


def reports_by(connection: Connection, account: str) -> list[dict[str, Any]]:
    """What the account has reported, as far as it is kept."""
    rows = connection.execute(
        "SELECT at, code, game, reason, name FROM reports WHERE by_id = ? ORDER BY at", (account,)
    )
    return [
        {"at": int(at), "table": code, "game": game, "reason": reason, "name": name}
        for at, code, game, reason, name in rows
    ]


def forget_reports(connection: Connection, now: float) -> int:
    """Clear away reports that are old; how many."""
    return connection.execute("DELETE FROM reports WHERE at < ?", (now - REPORTS_KEPT,)).rowcount


# Bans


def address_key(connection: Connection) -> str:
    """The secret by which addresses are hashed."""
    row = connection.execute("SELECT value FROM secrets WHERE name = 'address'").fetchone()
    return str(row[0])


def banned(connection: Connection) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Addresses, keyed hashes of addresses, and the tokens' hashes of accounts, that are banned."""
    rows = connection.execute("SELECT kind, who FROM bans").fetchall()
    owners = connection.execute(
        "SELECT owner FROM claims JOIN accounts ON id = account_id WHERE banned_at IS NOT NULL"
    )
    return (
        frozenset(who for kind, who in rows if kind == "address"),
        frozenset(who for kind, who in rows if kind == "guest"),
        frozenset(owner for (owner,) in owners),
    )
