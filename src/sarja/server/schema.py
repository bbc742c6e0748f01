"""The database's tables, step by step, and how a connection to it is opened."""

import logging
import secrets
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from sarja.i18n import ENGLISH, catalogue
from sarja.server.errors import StoreError
from sarja.server.folder import make_private
from sarja.table.reviews import review_id

APPLICATION: Final = 0x5341524A
"""Says that a database is ours: `SARJ`."""

PRAGMAS: Final = {
    "journal_mode": "wal",
    "synchronous": 2,
    "busy_timeout": 5000,
    "foreign_keys": 1,
    "secure_delete": 1,  # what is deleted is gone from the file too, however SQLite was built
}
"""What every connection must have: a commit is on the disk (`synchronous` 2 is FULL)."""

MIGRATIONS: Final[Sequence[str]] = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        code TEXT NOT NULL UNIQUE,
        opener TEXT NOT NULL UNIQUE,
        opened_at REAL NOT NULL,
        version INTEGER NOT NULL,
        bot_due INTEGER NOT NULL DEFAULT 0,
        changed_at REAL NOT NULL
    );
    CREATE INDEX tables_bot_due ON tables (id) WHERE bot_due;
    CREATE TABLE commands (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        version INTEGER NOT NULL,
        last INTEGER NOT NULL,
        scope TEXT NOT NULL,
        id TEXT NOT NULL,
        seat INTEGER,
        command BLOB NOT NULL,
        events BLOB NOT NULL,
        answer BLOB NOT NULL,
        at REAL NOT NULL,
        UNIQUE (table_id, version),
        UNIQUE (table_id, scope, id)
    );
    CREATE TABLE links (
        hash TEXT PRIMARY KEY,
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        owner TEXT NOT NULL,
        expires REAL NOT NULL,
        used INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX links_expires ON links (expires);
    """,
    # Games that are over, by what their reviews are found; those of before are looked up.
    """
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        last INTEGER NOT NULL,
        ended_at REAL NOT NULL,
        UNIQUE (table_id, number)
    );
    CREATE TABLE analyses (
        game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        depth TEXT NOT NULL,
        made_at REAL NOT NULL,
        data BLOB NOT NULL,
        PRIMARY KEY (game_id, depth)
    );
    WITH happened AS (
        SELECT table_id, commands.version, commands.last, at,
            json_extract(value, '$.type') AS type,
            json_extract(value, '$.number') AS number,
            json_extract(value, '$.event.type') AS event
        FROM commands, json_each(CAST(events AS TEXT))
        WHERE json_extract(value, '$.type') = 'GameStarted'
            OR json_extract(value, '$.event.type') = 'GameEnded'
    ),
    ended AS (
        SELECT e.table_id, max(b.number) AS number, e.last, e.at
        FROM happened e
        JOIN happened b ON b.table_id = e.table_id AND b.version <= e.version
        WHERE e.event = 'GameEnded' AND b.type = 'GameStarted'
        GROUP BY e.table_id, e.version
    )
    INSERT INTO games (id, table_id, number, last, ended_at)
    SELECT sarja_review_id(table_id, number), table_id, number, last, at FROM ended;
    """,
    # What `sarja admin` does, and what a running server must know of it.
    """
    ALTER TABLE tables ADD COLUMN closed_at REAL;
    CREATE INDEX tables_changed ON tables (changed_at);
    CREATE INDEX games_ended ON games (ended_at);
    CREATE TABLE bans (
        kind TEXT NOT NULL,
        who TEXT NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (kind, who)
    );
    CREATE TABLE notices (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        what TEXT NOT NULL,
        at REAL NOT NULL
    );
    """,
    # Accounts, whose seats are whose, and what they have played.
    """
    CREATE TABLE accounts (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        password TEXT NOT NULL,
        made_at REAL NOT NULL,
        banned_at REAL
    );
    CREATE TABLE looks (
        look TEXT PRIMARY KEY,
        account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
    );
    CREATE INDEX looks_account ON looks (account_id);
    CREATE TABLE sessions (
        hash TEXT PRIMARY KEY,
        account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        made_at REAL NOT NULL
    );
    CREATE INDEX sessions_account ON sessions (account_id);
    CREATE TABLE recovery (
        hash TEXT PRIMARY KEY,
        account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
    );
    CREATE INDEX recovery_account ON recovery (account_id);
    CREATE TABLE claims (
        owner TEXT PRIMARY KEY,
        account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        at REAL NOT NULL
    );
    CREATE INDEX claims_account ON claims (account_id);
    CREATE INDEX claims_table ON claims (table_id);
    CREATE TABLE played (
        account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        game_id TEXT NOT NULL,
        seat INTEGER NOT NULL,
        variant TEXT NOT NULL,
        seats INTEGER NOT NULL,
        teams INTEGER NOT NULL,
        result REAL NOT NULL,
        ended_at REAL NOT NULL,
        list TEXT,
        rating INTEGER,
        PRIMARY KEY (account_id, game_id, seat)
    );
    CREATE INDEX played_game ON played (game_id);
    CREATE TABLE ratings (
        list TEXT NOT NULL,
        who TEXT NOT NULL,
        mu REAL NOT NULL,
        sigma REAL NOT NULL,
        games INTEGER NOT NULL,
        PRIMARY KEY (list, who)
    );
    """,
    # Reviews by ids that nobody can work out. Links to games that anybody might watch stay good.
    """
    PRAGMA defer_foreign_keys = ON;
    ALTER TABLE tables ADD COLUMN review_key TEXT NOT NULL DEFAULT '';
    UPDATE tables SET review_key = sarja_secret();
    CREATE TABLE old_reviews (
        id TEXT PRIMARY KEY,
        game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE
    );
    CREATE INDEX old_reviews_game ON old_reviews (game_id);
    CREATE TEMP TABLE moved AS
        SELECT games.id AS old, sarja_review_id(review_key, number) AS new, table_id
        FROM games JOIN tables ON tables.id = table_id;
    UPDATE games SET id = (SELECT new FROM moved WHERE old = games.id);
    UPDATE analyses SET game_id = (SELECT new FROM moved WHERE old = game_id);
    UPDATE played SET game_id = (SELECT new FROM moved WHERE old = game_id)
        WHERE game_id IN (SELECT old FROM moved);
    INSERT INTO old_reviews (id, game_id)
        SELECT old, new FROM moved WHERE NOT EXISTS (
            SELECT 1 FROM commands, json_each(CAST(events AS TEXT))
            WHERE commands.table_id = moved.table_id AND 'none' IN (
                json_extract(value, '$.spectators'), json_extract(value, '$.settings.spectators')
            )
        );
    DROP TABLE moved;
    """,
    # Lessons: their tables, and for as long as they last who the pupils are.
    """
    CREATE TABLE lessons (
        id TEXT PRIMARY KEY,
        code TEXT NOT NULL UNIQUE,
        opener TEXT NOT NULL UNIQUE,
        nonce TEXT NOT NULL,
        teacher TEXT NOT NULL,
        settings BLOB NOT NULL,
        bots TEXT NOT NULL,
        round INTEGER NOT NULL DEFAULT 0,
        opened_at REAL NOT NULL,
        ends_at REAL NOT NULL,
        ended_at REAL
    );
    CREATE TABLE lesson_tables (
        lesson_id TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        table_id TEXT NOT NULL UNIQUE REFERENCES tables (id) ON DELETE CASCADE,
        PRIMARY KEY (lesson_id, number)
    );
    CREATE TABLE pupils (
        lesson_id TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        name TEXT NOT NULL,
        hash TEXT NOT NULL UNIQUE,
        command TEXT NOT NULL,
        nonce TEXT NOT NULL,
        place INTEGER NOT NULL,
        rank INTEGER NOT NULL,
        PRIMARY KEY (lesson_id, number),
        UNIQUE (lesson_id, command)
    );
    CREATE TABLE lesson_commands (
        lesson_id TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
        id TEXT NOT NULL,
        done INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (lesson_id, id)
    );
    """,
    # Whom people block and report.
    """
    CREATE TABLE secrets (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    );
    INSERT INTO secrets (name, value) VALUES ('address', sarja_secret());
    CREATE TABLE blocks (
        id TEXT PRIMARY KEY,
        account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        blocked_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
        device TEXT,
        owner TEXT NOT NULL,
        name TEXT NOT NULL,
        made_at REAL NOT NULL
    );
    CREATE INDEX blocks_account ON blocks (account_id);
    CREATE INDEX blocks_blocked ON blocks (blocked_id);
    CREATE TABLE reports (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at REAL NOT NULL,
        code TEXT NOT NULL,
        game INTEGER NOT NULL,
        reason TEXT NOT NULL,
        owner TEXT NOT NULL,
        name TEXT NOT NULL,
        account_id TEXT,
        by_owner TEXT NOT NULL,
        by_name TEXT NOT NULL,
        by_id TEXT,
        address TEXT,
        UNIQUE (code, game, owner, by_owner)
    );
    CREATE INDEX reports_at ON reports (at);
    """,
    # Links by which another device leads a lesson, too.
    """
    CREATE TABLE lesson_links (
        hash TEXT PRIMARY KEY,
        lesson_id TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
        sealed TEXT NOT NULL,
        expires REAL NOT NULL,
        taken TEXT
    );
    CREATE INDEX lesson_links_expires ON lesson_links (expires);
    """,
)
"""What each version of the schema does to the one before it. Released ones never change."""

_LOG: Final = logging.getLogger(__name__)


def connect(path: Path | str) -> sqlite3.Connection:
    """A connection with all `PRAGMAS`; transactions are begun and ended by hand."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    for name, value in PRAGMAS.items():
        connection.execute(f"PRAGMA {name} = {value}")
    connection.create_function("sarja_review_id", 2, review_id, deterministic=True)
    connection.create_function("sarja_secret", 0, lambda: secrets.token_urlsafe(24))
    return connection


def pragmas(connection: sqlite3.Connection) -> dict[str, str | int]:
    """What the connection has for each of `PRAGMAS`."""
    return {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in PRAGMAS}


def back_up(connection: sqlite3.Connection, folder: Path, version: int) -> Path:
    """A copy of the database beside it, whole or not there at all; its name is told.

    Raises:
        StoreError: `folder-not-writable`.
        sqlite3.Error: it cannot be written.
    """
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    copy = folder / f"sarja-schema-{version}-{stamp}.db"
    unfinished = copy.with_suffix(".part")
    make_private(unfinished)
    try:
        with closing(sqlite3.connect(unfinished)) as target:
            connection.backup(target)
        unfinished.replace(copy)
    except OSError:
        raise StoreError("folder-not-writable") from None
    finally:
        unfinished.unlink(missing_ok=True)
    _LOG.warning("%s", catalogue(ENGLISH).text("server-backed-up", name=copy.name))
    return copy


def migrate(
    connection: sqlite3.Connection,
    migrations: Sequence[str] = MIGRATIONS,
    before: Callable[[int], object] = lambda version: None,
) -> None:
    """Bring the database to the newest schema; each step is done whole or not at all.

    `before` is called with its version before an older one is changed: to copy it.

    Raises:
        StoreError: `database-newer`, `database-foreign`.
        sqlite3.Error: it cannot be read or written.
    """
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    empty = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    if application != APPLICATION and not empty:
        raise StoreError("database-foreign")
    if version > len(migrations):
        raise StoreError("database-newer", version=version, known=len(migrations))
    if 0 < version < len(migrations):
        before(version)
    for number, step in enumerate(migrations[version:], version + 1):
        try:
            connection.executescript(
                f"BEGIN IMMEDIATE; {step}; PRAGMA application_id = {APPLICATION};"
                f"PRAGMA user_version = {number}; COMMIT;"
            )
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
