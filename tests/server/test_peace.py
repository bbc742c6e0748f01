"""People block and report each other, and hosts ban them: what it does, and what it never tells."""

import asyncio
import json
import logging
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from sarja.server import steward, upkeep
from sarja.server.app import Server
from sarja.server.errors import ServerError, StoreError
from sarja.server.peace_store import MOST_BLOCKED, REPORTS_KEPT
from sarja.server.places import opened
from sarja.server.quotas import Rates
from tests.server.phones import Phone, run, until
from tests.server.stores import dumped, looked_into, place_of
from tests.server.test_accounts import PASSWORD, get, post, quick, register
from tests.server.web import browsing

pytestmark = pytest.mark.usefixtures("both_stores")

BLOCKS = "/api/account/blocks"
DEVICE = "a-device-of-{}-0123456789"


class Guest(Phone):
    """Somebody who comes, and what came of sitting down."""

    answer: dict[str, Any]


async def arrive(
    server: Server,
    table: str,
    name: str,
    session: str | None = None,
    device: str | None = None,
    address: str = "192.168.1.20",
) -> Guest:
    """Somebody who wants to sit down at the table; without a token where that is refused."""
    phone = Guest(server, address)
    own = DEVICE.format(device or name)
    assert (await phone.say(type="sign-in", session=session, device=own))["type"] == "signed-in"
    await phone.attach(table)
    phone.answer = await phone.sit(name)
    return phone


def refusal(guest: Guest) -> str | None:
    code: str | None = guest.answer.get("code")
    return code


async def block(client: httpx.AsyncClient, session: str, table: str, seat: int) -> dict[str, Any]:
    headers = {"authorization": f"Bearer {session}"}
    answer = await client.post(BLOCKS, json={"table": table, "seat": seat}, headers=headers)
    return {"status": answer.status_code, **answer.json()}


async def report(
    client: httpx.AsyncClient, phone: Phone, seat: int, reason: str = "insult", **other: Any
) -> dict[str, Any]:
    table = phone.view["table"]
    body = {"table": table, "token": phone.token, "seat": seat, "reason": reason} | other
    answer = await client.post("/api/reports", json=body)
    return {"status": answer.status_code, **answer.json()}


# Blocks


def test_who_is_blocked_cannot_sit_down_where_the_blocker_sits(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (server, client):
            ann = (await register(client, "Ann"))["session"]
            bob = (await register(client, "Bob"))["session"]
            first = await Phone(server).open(seats=4)
            await arrive(server, first, "Ann", ann)
            await arrive(server, first, "Bob", bob)
            assert (await block(client, ann, first, 2))["status"] == 201
            told = await get(client, f"{BLOCKS}?table={first}", ann)
            assert [one["name"] for one in told["blocks"]] == ["Bob"] and told["seats"] == [2]

            second = await Phone(server).open(seats=4)
            await arrive(server, second, "Ann", ann)
            for name, session, device in (
                ("Bob", bob, "Bob"),
                ("Bert", bob, "another"),
                ("Nobody", None, "Bob"),
            ):
                assert refusal(await arrive(server, second, name, session, device)) == "not-welcome"
            assert refusal(await arrive(server, second, "Cid", None)) is None
            dee = (await register(client, "Dee"))["session"]
            assert refusal(await arrive(server, second, "Dee", dee, "Bob")) is None, "same device"
            # Who was first stays, and may be joined by who has blocked.
            third = await Phone(server).open(seats=4)
            assert refusal(await arrive(server, third, "Bob", bob)) is None
            assert refusal(await arrive(server, third, "Ann", ann)) is None

            [kept] = told["blocks"]
            headers = {"authorization": f"Bearer {ann}"}
            for status in (200, 404):
                answer = await client.delete(f"{BLOCKS}/{kept['id']}", headers=headers)
                assert answer.status_code == status
            assert refusal(await arrive(server, second, "Bob", bob)) is None

    run(work())


def sayings(phone: Phone) -> list[str]:
    """What the phone was told that people say, and forgets: in events, and in the view."""
    phone.listen()
    heard = "".join(phone.heard)
    phone.heard.clear()
    return sorted({what for what in ("hello", "tea", "bye", "thanks") if f'"{what}"' in heard})


def test_what_people_say_is_not_sent_to_who_has_blocked_them(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (server, client):
            ann, bob = [(await register(client, name))["session"] for name in ("Ann", "Bob")]
            table = await Phone(server).open(seats=4)
            # Bob has an account, Eve is known by her device; both were there before.
            people = [
                await arrive(server, table, "Ann", ann),
                await arrive(server, table, "Bob", bob),
            ]
            people += [await arrive(server, table, name) for name in ("Eve", "Cid")]
            one, _, eve, cid = people
            assert (await eve.do("say", what="hello"))["type"] == "done"
            for phone in people:
                assert sayings(phone) == ["hello"]
            for seat in (2, 3):
                assert (await block(client, ann, table, seat))["status"] == 201
            one.listen()
            assert one.view["said"] == [], "it is taken back as far as it can be"
            sayings(one)
            for phone, what in ((people[1], "tea"), (eve, "bye"), (cid, "thanks")):
                assert (await phone.do("say", what=what))["type"] == "done"
            assert sayings(one) == ["thanks"] and one.view["said"] == [[0, 4, "thanks"]]
            assert sayings(cid) == ["bye", "hello", "tea", "thanks"]
            # Nor do they come by attaching, with the number of the last event that is known.
            have = one.view["version"] - 3
            shown = await one.attach(have=have)
            assert [event["number"] for event in shown["events"]] == [have + 1, have + 2, have + 3]
            assert [event.get("event", {}).get("what") for event in shown["events"]] == [
                None,
                None,
                "thanks",
            ]
            assert shown["view"]["said"] == [[0, 4, "thanks"]]
            told = await get(client, BLOCKS, ann)
            eves = next(one["id"] for one in told["blocks"] if one["name"] == "Eve")
            headers = {"authorization": f"Bearer {ann}"}
            assert (await client.delete(f"{BLOCKS}/{eves}", headers=headers)).status_code == 200
            one.heard.clear()
            assert sayings(one) == ["bye", "hello", "thanks"], "they are heard again"

    run(work())


def test_who_comes_later_and_is_blocked_is_not_heard_by_who_looks_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (server, client):
            ann, bob = [(await register(client, name))["session"] for name in ("Ann", "Bob")]
            first, second = [await Phone(server).open(seats=2) for _ in range(2)]
            await arrive(server, first, "Bob", bob)
            assert (await block(client, ann, first, 1))["status"] == 201
            # Ann only looks on at the other table, so Bob may sit down there.
            looking, signed_in_late = Phone(server), Phone(server)
            await looking.say(type="sign-in", session=ann)
            for phone in (looking, signed_in_late):
                await phone.attach(second)
            there = await arrive(server, second, "Bob", bob)
            assert (await there.do("say", what="hello"))["type"] == "done"
            assert sayings(looking) == [] and sayings(signed_in_late) == ["hello"]
            await signed_in_late.say(type="sign-in", session=ann)
            assert (await there.do("say", what="tea"))["type"] == "done"
            assert sayings(looking) == sayings(signed_in_late) == []
            await signed_in_late.say(type="sign-in", session=None)
            assert sayings(signed_in_late) == ["hello", "tea"], "it is the account that has blocked"

    run(work())


def test_a_guest_is_known_again_by_the_device_and_else_by_the_seat(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (server, client):
            ann = (await register(client, "Ann"))["session"]
            table = await Phone(server).open(seats=4)
            await arrive(server, table, "Ann", ann)
            await arrive(server, table, "Eve")
            silent = Phone(server)
            await silent.attach(table)
            await silent.sit("Sly")
            for seat in (2, 3, 3):
                assert (await block(client, ann, table, seat))["status"] == 201
            told = await get(client, f"{BLOCKS}?table={table}", ann)
            assert told["seats"] == [2, 3] and len(told["blocks"]) == 2
            other = await Phone(server).open(seats=4)
            await arrive(server, other, "Ann", ann)
            assert refusal(await arrive(server, other, "Ilse", None, "Eve")) == "not-welcome"
            assert refusal(await arrive(server, other, "Sly", None, "new")) is None

    run(work())


def test_a_block_that_cannot_be_is_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (server, client):
            ann = (await register(client, "Ann"))["session"]
            table = await Phone(server).open(seats=4)
            await arrive(server, table, "Ann", ann)
            for seat, code in ((1, "block-own"), (2, "no-person-at"), (9, "seat-unknown")):
                assert (await block(client, ann, table, seat))["code"] == code
            assert (await block(client, ann, "no-such-table", 1))["code"] == "table-unknown"
            assert (await block(client, "x" * 32, table, 1))["status"] == 401
            eve = await arrive(server, table, "Eve")
            with looked_into(tmp_path) as database:
                [(id_,)] = database.execute("SELECT id FROM accounts")
                database.executemany(
                    "INSERT INTO blocks VALUES (?, ?, NULL, NULL, ?, 'X', 0)",
                    [(f"{at}", id_, f"{at}") for at in range(MOST_BLOCKED)],
                )
            assert (await block(client, ann, table, 2))["code"] == "too-many-blocks"
            eve.listen()
            assert not any("block" in text for text in eve.heard), "nobody is told"

    run(work())


# Reports


def test_a_report_is_listed_for_the_host_without_a_card_or_an_address(tmp_path: Path) -> None:
    async def work() -> list[str]:
        async with browsing(tmp_path, passwords=quick()) as (server, client):
            bob = (await register(client, "Bob"))["session"]
            table = await Phone(server).open(seats=3)
            ann = await arrive(server, table, "Ann")
            await arrive(server, table, "Bob", bob)
            await arrive(server, table, "Eve", address="10.1.2.3")
            await ann.do("start")
            assert (await report(client, ann, 2))["status"] == 201
            assert (await report(client, ann, 3, "spoiling"))["status"] == 201
            assert (await report(client, ann, 3, "cheating"))["status"] == 201
            return [str(ann.token), *ann.game["hand"]]

    secrets = run(work())
    with opened(place_of(tmp_path)) as database:
        listed = upkeep.reports(database)
        kept = "\n".join(map(str, database.execute("SELECT * FROM reports")))
    told = [(one.name, one.account, one.reason, one.by, one.game, one.known) for one in listed]
    assert told == [
        ("Eve", None, "cheating", "Ann", 1, 1),
        ("Bob", "Bob", "insult", "Ann", 1, 1),
    ]
    assert not any(f"'{secret}'" in kept for secret in secrets)
    assert "10.1.2.3" not in kept


def test_a_report_that_cannot_be_is_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path) as (server, client):
            table = await Phone(server).open(seats=4)
            ann = await arrive(server, table, "Ann")
            assert (await report(client, ann, 1))["code"] == "seat-is-own"
            assert (await report(client, ann, 2))["code"] == "no-person-at"
            assert (await report(client, ann, 2, "dislike"))["code"] == "message-unknown"
            assert (await report(client, ann, 2, token="x" * 48))["code"] == "token-unknown"
            assert (await report(client, ann, 2, table="nowhere"))["code"] == "table-unknown"
            assert (await client.get("/api/reports")).status_code == 405
        with opened(place_of(tmp_path)) as database:
            assert upkeep.reports(database) == []

    run(work())


@pytest.mark.parametrize("rates", [Rates(reports="2/hour"), Rates(reports_from="2/hour")])
def test_so_many_reports_and_no_more(tmp_path: Path, rates: Rates) -> None:
    async def work() -> None:
        async with browsing(tmp_path, rates=rates) as (server, client):
            table = await Phone(server).open(seats=4)
            ann = await arrive(server, table, "Ann")
            for name in ("Bob", "Cid", "Dee"):
                await arrive(server, table, name)
            told = [await report(client, ann, seat) for seat in (2, 3, 4)]
            assert [one["status"] for one in told] == [201, 201, 429]
            assert told[2]["code"] == "too-many-reports"

    run(work())


def test_reports_go_after_thirty_days(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path) as (server, client):
            table = await Phone(server).open(seats=2)
            ann = await arrive(server, table, "Ann")
            await arrive(server, table, "Bob")
            await report(client, ann, 2)
            for days, left in ((-1.0, 1), (1.0, 0)):
                await server.steward.forget_reports(time.time() + REPORTS_KEPT + days)
                rows = await server.store.read(  # type: ignore[attr-defined]
                    lambda c: c.execute("SELECT count(*) FROM reports").fetchone()[0]
                )
                assert rows == left

    run(work())


def test_what_an_account_has_blocked_and_reported_is_exported_and_deleted(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (server, client):
            ann = (await register(client, "Annika"))["session"]
            bob = (await register(client, "Bobby"))["session"]
            table = await Phone(server).open(seats=2)
            phones = [
                await arrive(server, table, "Annika", ann),
                await arrive(server, table, "Bobby", bob),
            ]
            await block(client, ann, table, 2)
            await report(client, phones[0], 2)
            await report(client, phones[1], 1)
            kept = await get(client, "/api/account/export", ann)
            assert [one["name"] for one in kept["blocks"]] == ["Bobby"]
            assert [one["name"] for one in kept["reports"]] == ["Bobby"]
            await post(client, "/api/account/delete", bob, password=PASSWORD)
            assert (await get(client, BLOCKS, ann))["blocks"] == []
            with opened(place_of(tmp_path)) as database:
                assert upkeep.reports(database) == []
        assert "bobby" not in dumped(tmp_path).lower()

    run(work())


# Bans


def goodbye(phone: Phone) -> str | None:
    bye = phone.connection._bye
    return None if bye is None else bye.code


def test_an_account_that_is_banned_is_sent_away_at_once_with_its_seats(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (server, client):
            ann = (await register(client, "Ann"))["session"]
            table = await Phone(server).open(seats=3)
            signed = await arrive(server, table, "Ann", ann)
            bob = await arrive(server, table, "Bob")
            # The same seat, on a connection that has not said whose it is.
            second = Phone(server)
            second.token = signed.token
            await second.attach(table)
            # And on a device of nobody's, to which it came by a personal link; another link waits.
            links = [
                (await signed.say(type="offer-link", table=table, token=signed.token))["secret"]
                for _ in range(2)
            ]
            linked = Phone(server)
            linked.token = (await linked.say(type="take-link", secret=links[0]))["token"]
            await linked.attach(table)
            idle = Phone(server)
            await idle.say(type="sign-in", session=ann)
            with opened(place_of(tmp_path)) as database:
                upkeep.ban_account(database, "Ann", banned=True)
            await server.steward.look()
            told = [goodbye(p) for p in (signed, second, linked, bob)]
            assert told == ["too-many", "too-many", "too-many", None]
            assert goodbye(idle) is not None, "nobody is signed in by it any more"
            back = Phone(server)
            back.token = (await back.say(type="take-link", secret=links[1]))["token"]
            assert (await back.attach(table))["code"] == "account-banned"
            for token in (signed.token, linked.token):
                back.token = token
                assert (await back.attach(table))["code"] == "account-banned"
                offer = {"type": "offer-link", "table": table, "token": token}
                assert (await back.say(**offer))["code"] == "account-banned"
            back.token = None
            await back.attach(table)
            back.token = signed.token
            assert (await back.do("rename", name="Zoe"))["code"] == "account-banned"
            with opened(place_of(tmp_path)) as database:
                upkeep.ban_account(database, "Ann", banned=False)
            await server.steward.look()
            assert (await back.attach(table))["type"] == "table"
        async with browsing(tmp_path, passwords=quick()) as (server, _):
            assert (await back_again(server, table, signed.token))["type"] == "table"

    async def back_again(server: Server, table: str, token: str | None) -> dict[str, Any]:
        phone = Phone(server)
        phone.token = token
        return await phone.attach(table)

    run(work())


def test_a_guest_who_was_reported_is_banned_by_a_hash_of_the_address(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    async def work() -> None:
        async with browsing(tmp_path) as (server, client):
            table = await Phone(server).open(seats=3)
            ann = await arrive(server, table, "Ann")
            eve = await arrive(server, table, "Eve", address="10.1.2.3")
            await report(client, ann, 2)
            with opened(place_of(tmp_path)) as database:
                [one] = upkeep.reports(database)
                who = upkeep.ban_reported(database, one.id)
                assert upkeep.bans(database) == [who] and "10.1.2.3" not in who
            await server.steward.look()
            assert goodbye(eve) == "too-many" and goodbye(ann) is None
            assert server.steward.is_banned("10.1.2.3")
        async with browsing(tmp_path) as (server, _):
            assert server.steward.is_banned("10.1.2.3")
            assert not server.steward.is_banned("10.1.2.4")
            with opened(place_of(tmp_path)) as database:
                assert upkeep.unban(database, who)
                with pytest.raises(ServerError) as caught:
                    upkeep.ban_reported(database, one.id + 1)
                assert caught.value.code == "report-unknown"
                database.execute("UPDATE reports SET address = NULL")
                with pytest.raises(ServerError) as caught:
                    upkeep.ban_reported(database, one.id)
                assert caught.value.code == "report-nobody"
            await server.steward.look()
            assert not server.steward.is_banned("10.1.2.3")

    run(work())
    assert "10.1.2.3" not in caplog.text and json.dumps(caplog.text)


@pytest.mark.parametrize("trouble", [StoreError("storage-away"), RuntimeError("Eve")], ids=str)
def test_whoever_is_banned_is_sent_away_though_something_failed_before(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    trouble: Exception,
) -> None:
    monkeypatch.setattr(steward, "LOOK_SECONDS", 0.01)

    async def work() -> None:
        async with browsing(tmp_path) as (server, _):
            phones = [Phone(server, address=address) for address in ("10.1.2.3", "10.1.2.4")]
            assert server.peace is not None
            heed, failed = server.peace.heed, asyncio.Event()

            async def heed_later(what: str) -> None:
                if not failed.is_set():
                    failed.set()
                    raise trouble
                await heed(what)

            monkeypatch.setattr(server.peace, "heed", heed_later)
            with opened(place_of(tmp_path)) as database:
                upkeep.ban(database, "10.1.2.3")
            await failed.wait()
            if not isinstance(trouble, StoreError):
                with opened(place_of(tmp_path)) as database:
                    upkeep.ban(database, "10.1.2.4")
            banned = phones if not isinstance(trouble, StoreError) else phones[:1]
            await until(lambda: all(goodbye(phone) == "too-many" for phone in banned))

    run(work())
    assert "Eve" not in caplog.text and "notices:" in caplog.text
