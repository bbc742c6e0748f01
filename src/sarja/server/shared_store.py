"""What the servers of one database tell one another through it, besides all that is stored."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from sarja.server.database import Connection
from sarja.server.peace_store import address_key
from sarja.server.sql_store import SqlStore
from sarja.server.tokens import digest

T = TypeVar("T")


class SharedStore(SqlStore):
    """A store that several servers use; all times are by the clock of its database."""

    site: str
    """By what the servers of one database know that they are; others cannot work it out."""

    async def beat(self, server: str, seconds: float) -> None:
        """The server is alive, for so long; those that have long been silent are forgotten."""

        def job(connection: Connection) -> None:
            connection.execute(
                "INSERT INTO servers (id, until)"
                " VALUES (?, clock_timestamp() + make_interval(secs => ?))"
                " ON CONFLICT (id) DO UPDATE SET until = excluded.until",
                (server, seconds),
            )
            connection.execute(
                "DELETE FROM company USING servers WHERE server = id"
                " AND until < clock_timestamp() - interval '1 minute'"
            )
            connection.execute(
                "DELETE FROM servers WHERE until < clock_timestamp() - interval '1 minute'"
            )
            connection.execute(
                "DELETE FROM tasks WHERE until < clock_timestamp() - interval '1 minute'"
            )

        await self._note(job)

    async def leave(self, server: str) -> None:
        """The server is no more: nobody is there on it, and it sees to nothing."""

        def job(connection: Connection) -> None:
            connection.execute("DELETE FROM company WHERE server = ?", (server,))
            connection.execute("DELETE FROM tasks WHERE server = ?", (server,))
            connection.execute("DELETE FROM servers WHERE id = ?", (server,))

        await self._note(job)

    async def claim(self, what: str, owner: str, seconds: float) -> bool:
        """Whether the owner may see to it now (`Store.claim`)."""

        def job(connection: Connection) -> bool:
            taken = connection.execute(
                "INSERT INTO tasks (what, server, until)"
                " VALUES (?, ?, clock_timestamp() + make_interval(secs => ?))"
                " ON CONFLICT (what) DO UPDATE SET server = excluded.server, until = excluded.until"
                " WHERE tasks.server = excluded.server OR tasks.until <= clock_timestamp()",
                (what, owner, seconds),
            )
            return taken.rowcount == 1

        return await self._note(job)

    async def tell_company(self, server: str, told: Mapping[str, bytes | None]) -> None:
        """Who is at each of these tables on the server; None for nobody."""

        def job(connection: Connection) -> None:
            for table, company in sorted(told.items()):
                if company is None:
                    connection.execute(
                        "DELETE FROM company WHERE place = ? AND server = ?", (table, server)
                    )
                else:
                    connection.execute(
                        "INSERT INTO company (place, server, told) VALUES (?, ?, ?)"
                        " ON CONFLICT (place, server) DO UPDATE SET told = excluded.told",
                        (table, server, company),
                    )

        await self._note(job)

    async def company(self, server: str, tables: Iterable[str]) -> dict[str, dict[str, bytes]]:
        """For each of the tables what the other servers that are alive have told."""
        wanted = list(tables)

        def job(connection: Connection) -> dict[str, dict[str, bytes]]:
            found: dict[str, dict[str, bytes]] = {table: {} for table in wanted}
            for table, other, told in connection.execute(
                "SELECT place, server, told FROM company JOIN servers ON id = server"
                " WHERE place = ANY(?) AND server <> ? AND until > clock_timestamp()",
                (wanted, server),
            ):
                found[table][other] = bytes(told)
            return found

        return await self.read(job)

    async def versions(self, tables: Iterable[str]) -> dict[str, int]:
        """The version of each of the tables that are there."""
        wanted = list(tables)
        return await self.read(
            lambda connection: dict(
                connection.execute("SELECT id, version FROM tables WHERE id = ANY(?)", (wanted,))
            )
        )

    async def inhabited(self, server: str) -> list[str]:
        """The tables to which somebody is connected on another server than this one."""
        return await self.read(
            lambda connection: [
                table
                for (table,) in connection.execute(
                    "SELECT DISTINCT place FROM company JOIN servers ON id = server"
                    " WHERE server <> ? AND until > clock_timestamp()",
                    (server,),
                )
            ]
        )

    async def bots_left(self, after: float, before: float) -> list[str]:
        """Tables that changed between these times, where a bot must move and no server sees to it.

        The times are seconds since 1970.
        """
        return await self.read(
            lambda connection: [
                table
                for (table,) in connection.execute(
                    "SELECT id FROM tables WHERE bot_due AND closed_at IS NULL"
                    " AND changed_at BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM tasks"
                    " WHERE what = 'bot/' || id || '/' || version AND until > clock_timestamp())"
                    " LIMIT 200",
                    (after, before),
                )
            ]
        )

    async def count(self) -> int:
        """How many tables there are; where there are many, about how many."""
        row = await self._read_row(
            "SELECT CASE WHEN reltuples > 100000 THEN reltuples::bigint"
            " ELSE (SELECT count(*) FROM tables) END FROM pg_class WHERE oid = 'tables'::regclass"
        )
        return int(row[0]) if row else 0

    async def _note(self, job: Callable[[Connection], T]) -> T:
        """Do a job that may be done twice, and hangs on nothing that others change."""
        return await self.submit(job, again=True, alone=False)


def site_of(connection: Connection) -> str:
    """The name of the site whose database that is."""
    return digest(f"site/{address_key(connection)}")[:20]
