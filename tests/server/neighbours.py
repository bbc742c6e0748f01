"""Servers on one database, side by side, and people at one table by different ones."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from starlette.applications import Starlette

from sarja.server.app import Server
from sarja.server.bus import MemoryBus
from sarja.server.postgres_store import PostgresStore
from sarja.server.redis_bus import RedisBus
from tests.server.phones import Phone, until
from tests.server.redises import REDIS, fresh_channel


@asynccontextmanager
async def side_by_side(
    url: str, count: int = 2, *, bus: bool = True, **options: Any
) -> AsyncIterator[list[Server]]:
    """Servers on one database, who hear from one another over Redis, or not at all."""
    channel = fresh_channel() if bus else ""
    options.setdefault("pause", (0.0, 0.0))
    options.setdefault("draw_time", 0.0)
    async with AsyncExitStack() as stack:
        servers = []
        for _ in range(count):
            made = RedisBus(REDIS, channel) if bus else MemoryBus()
            server = Server(PostgresStore(url), bus=made, **options)
            await stack.enter_async_context(server.lifespan(Starlette()))
            servers.append(server)
        yield servers


async def at_one_table(servers: list[Server], *names: str, **settings: Any) -> list[Phone]:
    """Each by the next server, all at one new table."""
    phones = [Phone(servers[at % len(servers)]) for at in range(len(names))]
    table = await phones[0].open(seats=settings.pop("seats", max(2, len(names))), **settings)
    for phone, name in zip(phones, names, strict=True):
        await phone.attach(table)
        await phone.sit(name)
    wanted = [*names, *("" for _ in range(len(phones[0].view["seats"]) - len(names)))]
    await hearing(lambda: all(seated(phone) == wanted for phone in phones), phones)
    return phones


def seated(phone: Phone) -> list[str]:
    return [seat["name"] for seat in phone.view["seats"]]


async def hearing(true: Callable[[], bool], phones: Sequence[Phone]) -> None:
    """Listen until it is so."""

    def listen() -> bool:
        for phone in phones:
            phone.listen()
        return true()

    await until(listen)


def kinds(phone: Phone, *wanted: str) -> list[dict[str, Any]]:
    return [message for message in phone.listen() if message["type"] in wanted]
