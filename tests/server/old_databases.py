"""Databases as released schemas wrote them, as SQL in `data/schema-N.sql`; they never change.

`python -m tests.server.old_databases` writes the one of today's schema, before it is released.
Each holds a table in the middle of a game, and the tokens of Ann and Bob are known.
"""

import asyncio
import itertools
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from sarja.server.bus import MemoryBus
from sarja.server.rooms import Rooms
from sarja.server.schema import MIGRATIONS
from sarja.server.sender import Sender
from sarja.server.sqlite_store import FILE, SqliteStore
from sarja.server.tokens import token_from
from sarja.table.actions import Play, Settings, Sit, Start
from sarja.table.chance import GeneratorChance
from sarja.table.messages import table_view

DATA: Final = Path(__file__).parent / "data"
TABLE: Final = "a-table-of-old-1"
MOVES: Final = 7
NAMES: Final = ("Ann", "Bob")
TOKENS: Final = tuple(token_from(f"secret-{at}", name) for at, name in enumerate(NAMES, 1))


def databases() -> list[Path]:
    """The SQL of every released schema."""
    return sorted(DATA.glob("schema-*.sql"))


class _KnownSecrets:
    """Secrets that everybody knows, in order."""

    def __init__(self) -> None:
        self._count = itertools.count()

    def secret(self) -> str:
        number = next(self._count)
        return f"secret-{number - 1}" if number > 1 else TABLE

    def code(self, tables: int) -> str:
        return "CODES"


async def _write(folder: Path) -> None:
    store = SqliteStore(folder)
    rooms = Rooms(store, MemoryBus(), GeneratorChance(Random(1)), _KnownSecrets())
    room = await rooms.open(
        Sender.stranger("opener", "1"), Settings("numbers-small", help="spaces")
    )
    for name in NAMES:
        await rooms.act(room, Sender.stranger(name, "1"), Sit(name), 1)
    senders = [[Sender.with_token(token, str(at)) for at in range(9)] for token in TOKENS]
    await rooms.act(room, senders[0][8], Start(), room.table.version)
    for number in range(MOVES):
        seat = room.table.state.position.to_act if room.table.state else None
        assert seat is not None
        game = table_view(room.table, seat).game
        assert game is not None
        sender = senders[seat - 1][number]
        await rooms.act(room, sender, Play(game.may[0]), room.table.version)
    await store.close()


def main() -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_write(Path(folder)))
        with closing(sqlite3.connect(Path(folder) / FILE)) as database:
            application = database.execute("PRAGMA application_id").fetchone()[0]
            lines = [
                f"PRAGMA user_version = {len(MIGRATIONS)};",
                f"PRAGMA application_id = {application};",
                *database.iterdump(),
            ]
    DATA.mkdir(exist_ok=True)
    target = DATA / f"schema-{len(MIGRATIONS)}.sql"
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
