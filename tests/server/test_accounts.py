"""Accounts: what they are good for, what is never told, and that they can be had no easier."""

import asyncio
import json
import logging
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher

from sarja.server import upkeep
from sarja.server.app import Server
from sarja.server.passwords import COMMON, SHORTEST, Passwords
from sarja.server.places import opened
from sarja.server.quotas import Rates
from sarja.server.upkeep import DAY
from tests.server.phones import Phone, play_out, run
from tests.server.stores import dumped, place_of
from tests.server.web import browser, browsing, review_path

pytestmark = pytest.mark.usefixtures("both_stores")

PASSWORD = "a long walk home"
FAST = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
Data = dict[str, Any]


def quick() -> Passwords:
    """Passwords as they are, but hashed in no time."""
    return Passwords(FAST)


async def post(client: httpx.AsyncClient, path: str, session: str = "", **body: str) -> Data:
    headers = {"authorization": f"Bearer {session}"} if session else {}
    answer = await client.post(path, json=body, headers=headers)
    told: Data = answer.json()
    return {"status": answer.status_code, **told}


async def get(client: httpx.AsyncClient, path: str, session: str) -> Data:
    answer = await client.get(path, headers={"authorization": f"Bearer {session}"})
    told: Data = answer.json()
    return {"status": answer.status_code, **told}


async def register(client: httpx.AsyncClient, name: str, password: str = PASSWORD) -> Data:
    return await post(client, "/api/account", name=name, password=password)


async def a_game(server: Server, *sessions: str | None, **settings: Any) -> list[Phone]:
    """A game to its end, with people who are signed in, or not."""
    phones = [Phone(server) for _ in sessions]
    table = await phones[0].open(seats=max(2, len(phones)), **settings)
    for at, (phone, session) in enumerate(zip(phones, sessions, strict=True)):
        if session is not None:
            assert (await phone.say(type="sign-in", session=session))["name"] is not None
        await phone.attach(table)
        await phone.sit(f"P{at}")
    await phones[0].do("start")
    await play_out(phones)
    return phones


# Getting in


def test_an_account_is_made_and_opened_and_its_secrets_are_stored_nowhere(tmp_path: Path) -> None:
    async def work() -> list[str]:
        async with browsing(tmp_path, passwords=quick()) as (_, client):
            made = await register(client, "Ann")
            assert made["status"] == 201 and made["name"] == "Ann" and len(made["codes"]) == 8
            opened = await post(client, "/api/account/session", name="ann", password=PASSWORD)
            assert opened["status"] == 200 and opened["session"] != made["session"]
            for session in (made["session"], opened["session"]):
                assert (await get(client, "/api/account", session))["name"] == "Ann"
            headers = {"authorization": f"Bearer {opened['session']}"}
            assert (await client.delete("/api/account/session", headers=headers)).status_code == 200
            assert (await get(client, "/api/account", opened["session"]))["status"] == 401
            assert (await get(client, "/api/account", made["session"]))["status"] == 200
            return [PASSWORD, made["session"], *made["codes"]]

    secrets = run(work())
    dump = dumped(tmp_path)
    for secret in secrets:
        assert secret not in dump and secret.replace("-", "") not in dump


def test_what_is_refused_never_tells_whether_there_is_such_a_name(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (_, client):
            await register(client, "Ann")
            for path, more in (
                ("/api/account/session", {"password": "something wrong"}),
                ("/api/account/recovery", {"code": "abcd-abcd-abcd", "password": "another walk"}),
            ):
                told = [await post(client, path, name=name, **more) for name in ("Ann", "Bob")]
                assert told[0] == told[1] and told[0]["status"] == 403

    run(work())


def test_spaces_that_a_telephone_adds_to_a_name_keep_nobody_out(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (_, client):
            made = await register(client, "Ann Lee ")
            assert made["name"] == "Ann Lee"
            for name in ("Ann Lee ", " ann  lee"):
                told = await post(client, "/api/account/session", name=name, password=PASSWORD)
                assert (told["status"], told.get("name")) == (200, "Ann Lee")
            given = {"name": "Ann Lee ", "code": made["codes"][0], "password": "another long walk"}
            assert (await post(client, "/api/account/recovery", **given))["status"] == 200

    run(work())


def test_an_account_is_found_by_its_own_name_whatever_looks_alike_by_now(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (_, client):
            await register(client, "Ann")
            with opened(place_of(tmp_path)) as database:
                database.execute("UPDATE looks SET look = 'as it was reckoned once'")
            told = await post(client, "/api/account/session", name="Ann", password=PASSWORD)
            assert told["status"] == 200

    run(work())


def test_only_registering_says_that_a_name_is_taken_however_it_is_written(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (_, client):
            await register(client, "Oona")
            # Small letters, a zero for the O, and a Cyrillic letter among Latin ones.
            for name in ("oona", "0ona", "O\u043ena"):
                told = await register(client, name)
                assert (told["status"], told["code"]) == (409, "account-taken")
            assert (await register(client, "Oonas"))["status"] == 201

    run(work())


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("x" * (SHORTEST - 1), "password-short"),
        ("abc" * 100, "password-long"),
        ("Password1234", "password-common"),
        ("aaaaaaaaaaaaaaa", "password-common"),
        ("AnnAnnAnnAnn", "password-common"),
    ],
)
def test_a_password_that_is_no_good_is_refused(tmp_path: Path, password: str, code: str) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (_, client):
            told = await register(client, "annannannann", password)
            assert (told["status"], told["code"]) == (400, code)

    run(work())
    assert all(len(one) >= SHORTEST for one in COMMON)


def test_a_password_is_the_same_however_its_letters_are_put_together(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (_, client):
            await register(client, "Ann", "h\u00e4m\u00e4h\u00e4kki kiipe\u00e4\u00e4")
            told = await post(
                client,
                "/api/account/session",
                name="Ann",
                password="ha\u0308ma\u0308ha\u0308kki kiipea\u0308a\u0308",
            )
            assert told["status"] == 200

    run(work())


def test_a_recovery_code_is_good_once_and_signs_out_everywhere(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (_, client):
            made = await register(client, "Ann")
            given = {"name": "Ann", "code": made["codes"][0].upper().replace("-", " ")}
            again = "another long walk"
            short = await post(client, "/api/account/recovery", **given, password="short")
            assert short["code"] == "password-short", "which does not use the code up"
            told = await post(client, "/api/account/recovery", **given, password=again)
            assert told["status"] == 200
            assert (await get(client, "/api/account", told["session"]))["codes"] == 7
            assert (await get(client, "/api/account", made["session"]))["status"] == 401
            used = await post(client, "/api/account/recovery", **given, password=again)
            assert used["code"] == "recovery-wrong"
            old = await post(client, "/api/account/session", name="Ann", password=PASSWORD)
            assert old["code"] == "sign-in-wrong"

    run(work())


def test_the_password_and_the_codes_are_changed_by_who_knows_the_password(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (_, client):
            made = await register(client, "Ann")
            session = made["session"]
            wrong = await post(client, "/api/account/codes", session, password="something else")
            assert (wrong["status"], wrong["code"]) == (403, "password-wrong")
            new = await post(client, "/api/account/codes", session, password=PASSWORD)
            assert len(new["codes"]) == 8 and not set(new["codes"]) & set(made["codes"])
            change = {"old": PASSWORD, "new": "one more long walk"}
            told = await post(client, "/api/account/password", session, **change)
            assert told["status"] == 200
            assert (await get(client, "/api/account", session))["status"] == 401
            assert (await get(client, "/api/account", told["session"]))["status"] == 200

    run(work())


def test_who_signs_in_while_the_password_is_changed_is_not_let_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        passwords = quick()
        async with browsing(tmp_path, passwords=passwords) as (_, client):
            session = (await register(client, "Ann"))["session"]
            check, proved, changed = passwords.check, asyncio.Event(), asyncio.Event()

            async def slow(stored: str | None, password: str) -> bool:
                good = await check(stored, password)
                if not proved.is_set():
                    proved.set()
                    await changed.wait()
                return good

            monkeypatch.setattr(passwords, "check", slow)
            asked = {"name": "Ann", "password": PASSWORD}
            overlapping = asyncio.ensure_future(post(client, "/api/account/session", **asked))
            await proved.wait()
            change = {"old": PASSWORD, "new": "one more long walk"}
            assert (await post(client, "/api/account/password", session, **change))["status"] == 200
            changed.set()
            told = await overlapping
            assert (told["status"], told["code"]) == (403, "sign-in-wrong")

    run(work())


def test_passwords_are_limited_by_account_and_address_before_they_are_hashed(
    tmp_path: Path,
) -> None:
    class Counting(Passwords):
        checked = 0

        async def check(self, stored: str | None, password: str) -> bool:
            self.checked += 1
            return await super().check(stored, password)

    async def work() -> None:
        passwords = Counting(FAST)
        rates = Rates(passwords="6/minute", passwords_of="3/minute")
        async with browsing(tmp_path, passwords=passwords, rates=rates) as (server, client):
            await register(client, "Ann")

            async def attempt(who: httpx.AsyncClient, name: str) -> str:
                told = await post(who, "/api/account/session", name=name, password="wrong wrong")
                return str(told["code"])

            wrong, many = "sign-in-wrong", "too-many-passwords"
            told = [await attempt(client, "Ann") for _ in range(4)]
            assert told == [wrong, wrong, wrong, many]
            async with browser(server, "10.1.1.1") as other:
                assert await attempt(other, "Ann") == many, "from nowhere"
                told = [await attempt(other, "Nobody") for _ in range(4)]
                assert told == [wrong, wrong, wrong, many], "as for names that are there"
            assert await attempt(client, "Eve") == wrong
            assert await attempt(client, "Mia") == many, "too many from that address"
            assert passwords.checked == 7

    run(work())


def test_no_secret_stands_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> list[str]:
        async with browsing(tmp_path, passwords=quick()) as (_, client):
            made = await register(client, "Ann")
            await post(client, "/api/account/session", name="Ann", password="wrong wrong")
            return [PASSWORD, "wrong wrong", made["session"], *made["codes"]]

    with caplog.at_level(logging.DEBUG):
        secrets = run(work())
    for secret in secrets:
        assert secret not in caplog.text


@pytest.mark.parametrize(
    "body",
    [b"", b"{}", b"[]", b'{"name": "x"}', b'{"name": 1, "password": 2}', b"\xff", b"x" * 20000],
)
def test_what_cannot_be_read_is_refused(tmp_path: Path, body: bytes) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (_, client):
            for path in ("/api/account", "/api/account/session", "/api/account/recovery"):
                answer = await client.post(path, content=body)
                assert (answer.status_code, answer.json()["code"]) == (400, "message-unknown")
            for path in ("/api/account", "/api/account/games", "/api/account/export"):
                assert (await client.get(path)).status_code == 401
            for path in ("/api/account/password", "/api/account/codes", "/api/account/delete"):
                assert (await client.post(path, content=body)).status_code in (400, 401)

    run(work())


# What has been played


def test_games_are_noted_for_whoever_was_signed_in(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (server, client):
            ann = (await register(client, "Ann"))["session"]
            bob = (await register(client, "Bob"))["session"]
            phones = await a_game(server, ann, bob)
            await a_game(server, ann, None)
            about = await get(client, "/api/account", ann)
            [row] = about["statistics"]
            assert row["games"] == 2 and row["won"] + row["lost"] + row["drawn"] == 2
            assert about["ratings"] == {}, "none of them was rated"
            games = (await get(client, "/api/account/games", ann))["games"]
            assert len(games) == 2
            [bobs] = (await get(client, "/api/account/games", bob))["games"]
            assert bobs["review"] == phones[0].game["review"]
            anns = next(game for game in games if game["review"] == bobs["review"])
            assert {anns["result"], bobs["result"]} in ({"won", "lost"}, {"drawn"})
            assert (await client.get(f"/api/reviews/{bobs['review']}")).status_code == 200
            later = (await get(client, "/api/account/games?from=1", ann))["games"]
            assert later == games[1:]

    run(work())


def test_a_rated_game_counts_for_people_or_with_bots_and_only_among_accounts(
    tmp_path: Path,
) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (server, client):
            ann = (await register(client, "Ann"))["session"]
            bob = (await register(client, "Bob"))["session"]
            await a_game(server, ann, None, rated=True)
            await a_game(server, ann, ann, rated=True)
            lists = (await client.get("/api/ratings")).json()
            assert lists == {"people": [], "bots": []}, "a guest; and one person twice"

            await a_game(server, ann, bob, rated=True)
            people = (await client.get("/api/ratings")).json()["people"]
            assert {one["name"] for one in people} == {"Ann", "Bob"}
            assert people[0]["rating"] >= 1000 >= people[1]["rating"]
            assert [one["games"] for one in people] == [1, 1] and not people[0]["sure"]

            await a_game(server, ann, rated=True)
            lists = (await client.get("/api/ratings")).json()
            assert lists["people"] == people, "a list of its own"
            assert {one["name"] or one["bot"] for one in lists["bots"]} == {"Ann", "casual"}
            about = await get(client, "/api/account", ann)
            assert set(about["ratings"]) == {"people", "bots"}
            games = (await get(client, "/api/account/games", ann))["games"]
            assert [game["list"] for game in games] == ["bots", "people", None, None, None]
            assert games[0]["rating"] == about["ratings"]["bots"]["rating"]

    run(work())


@pytest.mark.parametrize("for_good", [True, False])
def test_a_game_that_a_bot_has_played_for_a_person_is_rated_for_nobody(
    tmp_path: Path, for_good: bool
) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick(), away_after=0.0) as (server, client):
            ann, bob = Phone(server), Phone(server)
            table = await ann.open(rated=True)
            sessions = {}
            for phone, name in ((ann, "Ann"), (bob, "Bob")):
                sessions[name] = (await register(client, name))["session"]
                await phone.say(type="sign-in", session=sessions[name])
                await phone.attach(table)
                await phone.sit(name)
            await ann.do("start")
            if for_good:
                await bob.do("stand")
            else:
                await bob.hear('{"type": "attend", "there": false}')
                assert (await ann.do("stand-in", seat=2))["type"] == "done"
            await play_out([ann])
            assert ann.view["stage"] == "over"
            assert (await client.get("/api/ratings")).json() == {"people": [], "bots": []}
            [game] = (await get(client, "/api/account/games", sessions["Ann"]))["games"]
            assert game["list"] is None and game["review"], "but it is kept"

    run(work())


def test_a_game_that_all_end_is_in_nobodys_history(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (server, client):
            ann = (await register(client, "Ann"))["session"]
            phone = Phone(server)
            table = await phone.open(rated=True)
            await phone.say(type="sign-in", session=ann)
            await phone.attach(table)
            await phone.sit("Ann")
            await phone.do("start")
            assert (await phone.do("ask", what="end"))["type"] == "done"
            assert phone.view["stage"] == "lobby"
            assert (await get(client, "/api/account/games", ann))["games"] == []
            assert (await client.get("/api/ratings")).json() == {"people": [], "bots": []}
            path = await review_path(server, table)
            assert (await client.get(path)).status_code == 404

    run(work())


def test_teams_are_rated_together(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (server, client):
            names = ("Ann", "Bob", "Cid", "Dee")
            sessions = [(await register(client, name))["session"] for name in names]
            await a_game(server, *sessions, rated=True, variant="numbers-small", teams=2)
            people = (await client.get("/api/ratings")).json()["people"]
            rated = {one["name"]: one["rating"] for one in people}
            assert set(rated) == set(names)
            # A drawn game leaves both teams level; the cards are the system's.
            assert (rated["Ann"], rated["Bob"]) == (rated["Cid"], rated["Dee"])

    run(work())


def test_a_device_that_signs_in_later_brings_its_seat_along(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (server, client):
            session = (await register(client, "Ann"))["session"]
            ann, bob = Phone(server), Phone(server)
            table = await ann.open()
            for phone, name in ((ann, "Ann"), (bob, "Bob")):
                await phone.attach(table)
                await phone.sit(name)
            await ann.do("start")
            await ann.say(type="sign-in", session=session)
            await ann.attach()
            await play_out([ann, bob])
            assert len((await get(client, "/api/account/games", session))["games"]) == 1
            unknown = await bob.say(type="sign-in", session="s" * 32)
            assert (unknown["type"], unknown["code"]) == ("refused", "session-unknown")
            assert (await ann.say(type="sign-in", session=None))["name"] is None

    run(work())


# Leaving


def test_all_data_is_exported_and_nothing_that_opens_anything(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (server, client):
            made = await register(client, "Ann")
            await a_game(server, made["session"], rated=True)
            headers = {"authorization": f"Bearer {made['session']}"}
            answer = await client.get("/api/account/export", headers=headers)
            assert answer.headers["content-disposition"].startswith("attachment")
            told = answer.json()
            assert told["name"] == "Ann" and len(told["games"]) == len(told["seats"]) == 1
            assert told["ratings"]["bots"]["games"] == 1 and len(told["signed_in"]) == 1
            assert "argon2" not in answer.text and made["session"] not in answer.text

    run(work())


def test_an_account_that_is_deleted_leaves_no_name_and_others_their_games(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (server, client):
            eve = (await register(client, "Evelina"))["session"]
            bob = (await register(client, "Bob"))["session"]
            phones = [Phone(server), Phone(server)]
            table = await phones[0].open(rated=True)
            for phone, session, name in zip(phones, (eve, bob), ("Evelina", "Bob"), strict=True):
                await phone.say(type="sign-in", session=session)
                await phone.attach(table)
                await phone.sit(name)
            await phones[0].do("rename", name="Evelina the First")
            await phones[0].do("start")
            await play_out(phones)
            path = f"/api/reviews/{phones[0].game['review']}"
            assert (await client.get(path)).json()["seats"][0]["name"] == "Evelina the First"
            wrong = await post(client, "/api/account/delete", eve, password="not mine at all")
            assert wrong["code"] == "password-wrong"
            assert (await post(client, "/api/account/delete", eve, password=PASSWORD)) == {
                "status": 200
            }
            await server.steward.look()
            review = (await client.get(path)).json()
            assert [seat["name"] for seat in review["seats"]] == ["", "Bob"]
            record = (await client.get(path + "/record")).json()
            assert record["players"] == ["", "Bob"]
            late = Phone(server)
            assert (await late.attach(table))["view"]["seats"][0]["name"] == ""
            assert (await get(client, "/api/account", eve))["status"] == 401
            [left] = (await client.get("/api/ratings")).json()["people"]
            assert left["name"] == "Bob"
            assert len((await get(client, "/api/account/games", bob))["games"]) == 1
            assert (await register(client, "Evelina"))["status"] == 201, "the name is free"
            new = await post(client, "/api/account/session", name="Evelina", password=PASSWORD)
            assert await post(client, "/api/account/delete", new["session"], password=PASSWORD)

    run(work())
    assert "evelina" not in dumped(tmp_path).lower()


def test_the_name_goes_with_the_account_that_came_to_the_seat_by_a_link(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (server, client):
            session = (await register(client, "Ann"))["session"]
            first, second = Phone(server), Phone(server)
            table = await first.open()
            await first.attach(table)
            await first.sit("Evelina")
            link = await first.say(type="offer-link", table=table, token=first.token)
            await second.say(type="sign-in", session=session)
            taken = await second.say(type="take-link", secret=link["secret"])
            second.token = taken["token"]
            await second.attach(table)
            await first.do("rename", name="Evelina the First")
            await post(client, "/api/account/delete", session, password=PASSWORD)
            await server.steward.look()
            late = Phone(server)
            assert (await late.attach(table))["view"]["seats"][0]["name"] == ""

    run(work())
    assert "evelina" not in dumped(tmp_path).lower()


def test_a_socket_is_signed_in_no_longer_than_the_account(tmp_path: Path) -> None:
    """What is open when a password is changed, or an account deleted, is signed out, too."""

    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (server, client):
            made = await register(client, "Ann")
            change = {"old": PASSWORD, "new": "one more long walk"}
            ann, thief = Phone(server), Phone(server)
            table = await ann.open()
            await ann.attach(table)
            await ann.sit("Ann")
            await thief.say(type="sign-in", session=made["session"])
            changed = await post(client, "/api/account/password", made["session"], **change)
            await server.steward.look()
            assert thief.connection.is_closing and not ann.connection.is_closing

            await ann.say(type="sign-in", session=changed["session"])
            gone = {"password": change["new"]}
            assert (await post(client, "/api/account/delete", changed["session"], **gone)) == {
                "status": 200
            }
            assert (await ann.attach(table))["type"] == "table", "the seat stays a guest's"
            await server.steward.look()
            assert ann.connection.is_closing

    run(work())


def test_games_of_accounts_are_kept_and_guests_games_are_not(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path, passwords=quick()) as (server, client):
            ann = (await register(client, "Ann"))["session"]
            kept = (await a_game(server, ann, None))[0]
            gone = (await a_game(server, None, None))[0]
            paths = [f"/api/reviews/{phone.game['review']}" for phone in (kept, gone)]
            for phone in (kept, gone):
                phone.connection.leave_all()
            with opened(place_of(tmp_path)) as database:
                upkeep.prune(database, 30, time.time() + 31 * DAY)
            assert [(await client.get(path)).status_code for path in paths] == [200, 404]
            await post(client, "/api/account/delete", ann, password=PASSWORD)
            with opened(place_of(tmp_path)) as database:
                upkeep.prune(database, 30, time.time() + 31 * DAY)
            assert (await client.get(paths[0])).status_code == 404

    run(work())


def test_hashing_holds_up_nobody(tmp_path: Path) -> None:
    """While passwords are hashed, the server answers others."""

    async def work() -> None:
        async with browsing(tmp_path) as (_, client):
            making = [asyncio.ensure_future(register(client, f"Ann {at}")) for at in range(4)]
            answered = 0
            while not all(task.done() for task in making):
                assert (await client.get("/health")).status_code == 200
                answered += 1
            assert answered > 3
            assert json.loads(json.dumps([task.result()["status"] for task in making])) == [201] * 4

    run(work())
