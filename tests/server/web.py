"""Requests over HTTP to a server in this process."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from sarja.server.app import Server
from sarja.table.reviews import review_id
from tests.server.phones import Phone, play_out, serving

BASE = "http://localhost:7474"


@asynccontextmanager
async def browsing(folder: Path, **options: Any) -> AsyncIterator[tuple[Server, httpx.AsyncClient]]:
    """A server, and a browser that asks it."""
    async with serving(folder, **options) as server, browser(server) as client:
        yield server, client


@asynccontextmanager
async def browser(
    server: Server, address: str = "192.168.1.20"
) -> AsyncIterator[httpx.AsyncClient]:
    """A browser at that address."""
    transport = httpx.ASGITransport(server.app(), client=(address, 5000))
    async with httpx.AsyncClient(transport=transport, base_url=BASE) as client:
        yield client


async def review_path(server: Server, table: str, number: int = 1) -> str:
    """Where the review of the table's game is, or will be; only the server can tell."""
    room = await server.rooms.room(table)
    return f"/api/reviews/{review_id(room.table.review_key, number)}"


async def two_at_a_table(server: Server, **settings: Any) -> list[Phone]:
    """Ann and Bob, who have sat down at a new table."""
    ann = Phone(server)
    table = await ann.open(**settings)
    bob = Phone(server)
    for phone, name in ((ann, "Ann"), (bob, "Bob")):
        await phone.attach(table)
        await phone.sit(name)
    return [ann, bob]


async def a_finished_game(server: Server, **settings: Any) -> list[Phone]:
    """Ann and Bob at the end of a game."""
    phones = await two_at_a_table(server, **settings)
    await phones[0].do("start")
    await play_out(phones)
    return phones
