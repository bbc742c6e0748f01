"""Lessons in the database: jobs for the store's threads, each done whole or not at all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from sarja.server.database import Connection
from sarja.server.errors import ServerError, VersionTaken
from sarja.server.upkeep import notify
from sarja.table.actions import Settings
from sarja.table.lesson_messages import Fill

KEPT_SECONDS: Final = 86400.0
"""For so long it is known that there was a lesson of a code: who comes late is told so."""
LINK_KEPT_SECONDS: Final = 3600.0
"""For so long it is known that a link has been used, or has come too late."""


@dataclass(frozen=True, slots=True)
class Pupil:
    """Who takes part, and where they belong."""

    number: int
    name: str
    hash: str
    """Of the pupil's token, which is that of the seat as well."""
    table: int
    rank: int
    """Pupils of a table sit in this order."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson as it is planned: which table is where, and who belongs at which."""

    id: str
    code: str
    teacher: str
    """The hash of the teacher's token; empty when the lesson is over."""
    settings: Settings
    bots: Fill
    round: int
    ends_at: float
    over: bool = False
    tables: tuple[tuple[int, str], ...] = ()
    """The number and the id of each table."""
    pupils: tuple[Pupil, ...] = ()

    def at(self, table: int) -> list[Pupil]:
        """The pupils of that table, as they sit."""
        return sorted((p for p in self.pupils if p.table == table), key=lambda p: p.rank)

    def pupil(self, hash_: str | None) -> Pupil | None:
        """The pupil with the token of that hash."""
        return next((p for p in self.pupils if p.hash == hash_), None)


def add(
    connection: Connection, lesson: Lesson, opener: str, nonce: str, now: float
) -> tuple[str, str]:
    """Add the lesson; its id, and the nonce of its teacher's token.

    Where the same command has opened one before, those of that one.

    Raises:
        VersionTaken: there is a table or a lesson of that code.
    """
    row = connection.execute("SELECT id, nonce FROM lessons WHERE opener = ?", (opener,)).fetchone()
    if row is not None:
        return str(row[0]), str(row[1])
    if connection.execute("SELECT 1 FROM tables WHERE code = ?", (lesson.code,)).fetchone():
        raise VersionTaken
    connection.execute(
        "INSERT INTO lessons (id, code, opener, nonce, teacher, settings, bots, opened_at, ends_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(lesson.id, lesson.code, opener, nonce, lesson.teacher),
            *(msgspec.json.encode(lesson.settings), lesson.bots, now, lesson.ends_at),
        ),
    )
    return lesson.id, nonce


def read(connection: Connection, column: str, value: str) -> Lesson | None:
    """The lesson whose `id` or `code` that is."""
    row: tuple[Any, ...] | None = connection.execute(
        "SELECT id, code, teacher, settings, bots, round, ends_at, ended_at IS NOT NULL"
        f" FROM lessons WHERE {column} = ?",
        (value,),
    ).fetchone()
    if row is None:
        return None
    id_ = row[0]
    tables = connection.execute(
        "SELECT number, table_id FROM lesson_tables WHERE lesson_id = ? ORDER BY number", (id_,)
    ).fetchall()
    pupils = connection.execute(
        "SELECT number, name, hash, place, rank FROM pupils WHERE lesson_id = ? ORDER BY number",
        (id_,),
    ).fetchall()
    return Lesson(
        id=id_,
        code=row[1],
        teacher=row[2],
        settings=msgspec.json.decode(row[3], type=Settings),
        bots=row[4],
        round=row[5],
        ends_at=row[6],
        over=bool(row[7]),
        tables=tuple(tables),
        pupils=tuple(Pupil(*pupil) for pupil in pupils),
    )


def running(connection: Connection) -> list[str]:
    """The ids of the lessons that are not over."""
    return [id_ for (id_,) in connection.execute("SELECT id FROM lessons WHERE ended_at IS NULL")]


def nonce_of(connection: Connection, lesson: str, command: str) -> str | None:
    """The nonce of the pupil who has come by that command, if it has been done."""
    row = connection.execute(
        "SELECT nonce FROM pupils WHERE lesson_id = ? AND command = ?", (lesson, command)
    ).fetchone()
    return None if row is None else str(row[0])


def add_table(connection: Connection, lesson: str, number: int, table: str) -> None:
    """Let the table be one of the lesson."""
    connection.execute(
        "INSERT INTO lesson_tables (lesson_id, number, table_id) VALUES (?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        (lesson, number, table),
    )


def add_pupil(connection: Connection, lesson: str, pupil: Pupil, command: str, nonce: str) -> None:
    """Let the pupil in.

    Raises:
        ServerError: `lesson-over`.
    """
    _check_running(connection, lesson)
    connection.execute(
        "INSERT INTO pupils (lesson_id, number, name, hash, command, nonce, place, rank)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(lesson, pupil.number, pupil.name, pupil.hash),
            *(command, nonce, pupil.table, pupil.rank),
        ),
    )


def plan(
    connection: Connection,
    lesson: str,
    command: str,
    *,
    places: Mapping[int, Sequence[int]] | None = None,
    removed: int | None = None,
    next_round: bool = False,
) -> bool:
    """Change the plan by that command of the teacher's; False where it has been done before.

    `places` has the numbers of the pupils at each table that is changed, as they are to sit.

    Raises:
        ServerError: `lesson-over`.
    """
    _check_running(connection, lesson)
    known = connection.execute(
        "INSERT INTO lesson_commands (lesson_id, id) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (lesson, command),
    )
    if not known.rowcount:
        return False
    connection.executemany(
        "UPDATE pupils SET place = ?, rank = ? WHERE lesson_id = ? AND number = ?",
        [
            (table, rank, lesson, pupil)
            for table, pupils in (places or {}).items()
            for rank, pupil in enumerate(pupils)
        ],
    )
    if removed is not None:
        connection.execute(
            "DELETE FROM pupils WHERE lesson_id = ? AND number = ?", (lesson, removed)
        )
    if next_round:
        connection.execute("UPDATE lessons SET round = round + 1 WHERE id = ?", (lesson,))
    return True


def is_done(connection: Connection, lesson: str, command: str) -> bool:
    """Whether that command of the teacher's has been carried out at all tables."""
    row = connection.execute(
        "SELECT done FROM lesson_commands WHERE lesson_id = ? AND id = ?", (lesson, command)
    ).fetchone()
    return row is not None and bool(row[0])


def mark_done(connection: Connection, lesson: str, command: str) -> None:
    """That command of the teacher's has been carried out at all tables."""
    connection.execute(
        "INSERT INTO lesson_commands (lesson_id, id, done) VALUES (?, ?, TRUE)"
        " ON CONFLICT (lesson_id, id) DO UPDATE SET done = TRUE",
        (lesson, command),
    )


def add_link(connection: Connection, lesson: str, hash_: str, sealed: str, expires: float) -> None:
    """Keep a link by which another device leads the lesson: the teacher's token, sealed."""
    _check_running(connection, lesson)
    connection.execute(
        "INSERT INTO lesson_links (hash, lesson_id, sealed, expires) VALUES (?, ?, ?, ?)",
        (hash_, lesson, sealed, expires),
    )


def take_link(connection: Connection, lesson: str, hash_: str, taker: str, now: float) -> str:
    """The sealed token of the link with that hash, for the first who takes it, however often.

    Raises:
        ServerError: `lesson-over`, `link-unknown`, `link-spent`.
    """
    _check_running(connection, lesson)
    row = connection.execute(
        "SELECT sealed, expires, taken FROM lesson_links WHERE hash = ? AND lesson_id = ?",
        (hash_, lesson),
    ).fetchone()
    if row is None:
        raise ServerError("link-unknown")
    sealed, expires, taken = row
    if taken == taker:
        return str(sealed)
    if taken is None and expires >= now:
        marked = connection.execute(
            "UPDATE lesson_links SET taken = ? WHERE hash = ? AND taken IS NULL", (taker, hash_)
        )
        if marked.rowcount:
            return str(sealed)
    raise ServerError("link-spent")


def end(connection: Connection, lesson: str, now: float) -> None:
    """Clear away the names and tokens of the lesson, and its tables with all that was played."""
    tables = connection.execute(
        "SELECT table_id FROM lesson_tables WHERE lesson_id = ?", (lesson,)
    ).fetchall()
    for (table,) in tables:
        connection.execute("DELETE FROM tables WHERE id = ?", (table,))
        notify(connection, "pruned", table)
    for of in ("pupils", "lesson_commands", "lesson_tables", "lesson_links"):
        connection.execute(f"DELETE FROM {of} WHERE lesson_id = ?", (lesson,))
    connection.execute(
        "UPDATE lessons SET ended_at = ?, teacher = '' WHERE id = ? AND ended_at IS NULL",
        (now, lesson),
    )


def forget(connection: Connection, now: float) -> None:
    """Forget lessons that have been over for a day, and links that have long been of no use."""
    connection.execute("DELETE FROM lesson_links WHERE expires < ?", (now - LINK_KEPT_SECONDS,))
    connection.execute("DELETE FROM lessons WHERE ended_at < ?", (now - KEPT_SECONDS,))


def _check_running(connection: Connection, lesson: str) -> None:
    row = connection.execute("SELECT ended_at FROM lessons WHERE id = ?", (lesson,)).fetchone()
    if row is None or row[0] is not None:
        raise ServerError("lesson-over")
