"""Both stores keep what they say they have kept: one suite for SQLite and for PostgreSQL."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import pytest

from sarja.server.errors import ServerError, VersionTaken
from sarja.server.sql_store import SqlStore
from sarja.server.store import Entry, Link
from tests.server.phones import run
from tests.server.stores import store_on

pytestmark = pytest.mark.usefixtures("both_stores")


def entry(version: int, last: int | None = None, name: str = "", table: str = "t") -> Entry:
    return Entry(
        table=table,
        version=version,
        last=last or version,
        scope="somebody",
        id=name or f"{table}{version}",
        seat=1,
        command=b"{}",
        events=b"[]",
        answer=f"answer {version}".encode(),
        at=time.time(),
    )


async def opened(store: SqlStore, table: str = "t", code: str = "CODES") -> None:
    assert await store.open_table(entry(1, table=table), code, "key") is None


def test_what_is_appended_is_read_again(tmp_path: Path) -> None:
    async def work() -> None:
        store = store_on(tmp_path)
        await opened(store)
        two, four = entry(2, 3), entry(4)
        assert await store.append(two, bot_due=True) is None
        assert await store.bots_due() == ["t"]
        assert await store.append(four, bot_due=False) is None
        assert await store.bots_due() == []
        assert await store.entries("t", 1) == [two, four]
        assert await store.entries("t", 2) == [two, four]
        assert await store.entries("t", 3) == [four]
        assert await store.look("t", "somebody", "t4") == (4, b"answer 4")
        assert await store.look("t", "else", "t4") == (4, None)
        assert await store.find("CODES") == "t" and await store.find("OTHER") is None
        assert await store.count() == 1
        await store.close()

    run(work())


def test_a_version_is_taken_once(tmp_path: Path) -> None:
    async def work() -> None:
        store = store_on(tmp_path)
        await opened(store)
        for version, last in ((1, 1), (3, 3)):
            with pytest.raises(VersionTaken):
                await store.append(entry(version, last, "x"), bot_due=False)
        rivals = [entry(2, name=f"rival {at}") for at in range(20)]
        results = await asyncio.gather(
            *(store.append(rival, bot_due=False) for rival in rivals), return_exceptions=True
        )
        assert results.count(None) == 1
        assert sum(isinstance(result, VersionTaken) for result in results) == 19
        assert len(await store.entries("t", 1)) == 1
        await store.close()

    run(work())


def test_a_command_that_has_been_done_gives_its_answer_again(tmp_path: Path) -> None:
    async def work() -> None:
        store = store_on(tmp_path)
        await opened(store)
        one = entry(2)
        both = await asyncio.gather(
            store.append(one, bot_due=False), store.append(one, bot_due=False)
        )
        assert set(both) == {None, b"answer 2"}
        assert await store.append(replace(one, version=3), bot_due=False) == b"answer 2"
        await store.close()

    run(work())


def test_a_table_has_an_id_and_a_code_of_its_own(tmp_path: Path) -> None:
    async def work() -> None:
        store = store_on(tmp_path)
        await opened(store)
        assert await store.open_table(entry(1), "ELSE", "other") == "t"
        with pytest.raises(VersionTaken):
            await opened(store, "other", "CODES")
        await store.close()

    run(work())


def test_a_link_is_used_up_together_with_its_command_or_not_at_all(tmp_path: Path) -> None:
    async def work() -> None:
        store = store_on(tmp_path)
        await opened(store)
        link = Link("hash", "t", "owner", time.time() + 60)
        await store.add_link(link)
        assert await store.link("hash") == link
        with pytest.raises(VersionTaken):
            await store.append(entry(9), bot_due=False, link="hash")
        assert await store.link("hash") == link
        await store.append(entry(2), bot_due=False, link="hash")
        assert await store.link("hash") == replace(link, used=True)
        with pytest.raises(ServerError) as caught:
            await store.append(entry(3), bot_due=False, link="hash")
        assert caught.value.code == "link-spent"
        assert await store.look("t", "", "") == (2, None)
        await store.close()

    run(work())


def test_a_claim_is_held_by_one_until_it_runs_out(tmp_path: Path) -> None:
    async def work() -> None:
        store = store_on(tmp_path)
        assert await store.claim("t/1", "me", 60)
        assert await store.claim("t/1", "me", 0)
        assert await store.claim("t/1", "you", 60)
        assert not await store.claim("t/1", "me", 60)
        assert await store.claim("t/2", "me", 60)
        await store.close()

    run(work())
