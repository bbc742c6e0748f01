"""Clients that mean harm delay nobody and get nothing, and what they cost is bounded."""

import asyncio
import gc
import json
import secrets
import socket
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from random import Random

import httpx
import pytest

from sarja.server.app import Server
from sarja.server.doors import raise_file_limit
from sarja.server.errors import ServerError
from sarja.server.quotas import KEPT, Quotas, Rates, network_of
from sarja.server.tokens import ALPHABET
from tests.server.network import Player, Running, running, shake_hands
from tests.server.phones import LIMIT, Data, Phone, run, seated, serving
from tests.server.web import browsing

HOSTILE = "127.0.0.2"
"""Another address of this machine than the one from which people play."""


@contextmanager
def a_game(host: Running) -> Iterator[Player]:
    """Somebody who plays a game beside it all, and at the end has come to its end."""
    with Player(host.url) as ann:
        ann.open(seats=2)
        ann.sit("Ann")
        ann.do("start")
        yield ann
        ann.play_out()
        assert ann.view["game"]["outcome"] is not None


def is_cut_off(client: socket.socket) -> bool:
    """Whether nothing more comes."""
    with suppress(ConnectionError):
        while client.recv(65536):
            pass
    return True


def test_a_thousand_sockets_of_one_address_are_too_many_and_delay_nobody(tmp_path: Path) -> None:
    raise_file_limit()
    with running(tmp_path) as host, a_game(host), ExitStack() as opened:
        refused = 0
        for _ in range(1000):
            client = opened.enter_context(
                socket.create_connection(("127.0.0.1", host.port), LIMIT, (HOSTILE, 0))
            )
            refused += not shake_hands(client, host.port)
        assert refused == 1000 - Rates().sockets
        assert len(host.server.connections) == Rates().sockets + 1
        with Player(host.url) as bob:
            assert bob.welcome["type"] == "welcome"


def test_connections_that_ask_for_nothing_end_and_are_not_too_many(tmp_path: Path) -> None:
    rates = Rates(connections=20)
    beginnings = (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ")
    with (
        running(tmp_path, rates=rates, ask_seconds=1.0) as host,
        a_game(host),
        ExitStack() as opened,
    ):
        clients = []
        for number in range(30):
            client = opened.enter_context(
                socket.create_connection(("127.0.0.1", host.port), LIMIT, (HOSTILE, 0))
            )
            with suppress(ConnectionError):
                client.sendall(beginnings[number % 3])
            clients.append(client)
        assert all(is_cut_off(client) for client in clients)
        # One that asks is answered, and is kept for the next question, but not for ever.
        kept = opened.enter_context(socket.create_connection(("127.0.0.1", host.port), LIMIT))
        kept.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert kept.recv(65536).startswith(b"HTTP/1.1 200")
        kept.sendall(b"GET /hea")
        assert is_cut_off(kept)


def test_a_body_that_does_not_come_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sarja.server.answers.BODY_SECONDS", 0.2)
    with running(tmp_path) as host, a_game(host):
        client = socket.create_connection(("127.0.0.1", host.port), LIMIT)
        with closing(client):
            head = "POST /api/account HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n"
            client.sendall(head.encode() + b'{"name":')
            assert client.recv(65536).startswith(b"HTTP/1.1 400")


def test_sixteen_megabytes_are_not_kept(tmp_path: Path) -> None:
    with running(tmp_path) as host, a_game(host):
        large = "x" * (16 << 20)
        with httpx.Client(base_url=f"http://127.0.0.1:{host.port}") as browser:
            with suppress(httpx.TransportError):
                answer = browser.post("/api/account", content=large)
                assert answer.status_code == 400
            for path in ("/api/reviews/", "/t/", "/locales/"):
                with socket.create_connection(("127.0.0.1", host.port), LIMIT) as client:
                    with suppress(ConnectionError):
                        client.sendall(
                            f"GET {path}{large} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
                        )
                    with suppress(ConnectionError):
                        assert client.recv(65536)[9:12] in (b"", b"400", b"404", b"414", b"431")
            assert browser.get("/health").status_code == 200


def test_what_a_flood_costs_its_own_address_it_costs_no_other(tmp_path: Path) -> None:
    rates = Rates(asked=200, asked_burst=50, messages=1e6, burst=1e6)

    async def evening() -> None:
        async with serving(tmp_path, rates=rates) as server:
            (ann,) = await seated(server, "Ann")
            flood = [Phone(server, HOSTILE) for _ in range(30)]

            async def ask(phone: Phone) -> None:
                while True:
                    await phone.hear('{"type":"ping"}')

            began = time.monotonic()
            floods = [asyncio.ensure_future(ask(phone)) for phone in flood]
            await asyncio.sleep(0.2)
            heard = sum(len(phone.heard) for phone in flood)
            allowed = 50 + 200 * (time.monotonic() - began) + len(flood)
            for at in range(20):
                assert (await ann.do("rename", name=f"Ann {at}"))["type"] == "done"
            assert heard <= allowed, "the flood dams itself up"
            for one in floods:
                one.cancel()
            await asyncio.gather(*floods, return_exceptions=True)

    run(evening())


def test_requests_are_paced_by_address_and_refused_where_they_would_wait_long(
    tmp_path: Path,
) -> None:
    async def work() -> None:
        async with browsing(tmp_path, rates=Rates(asked=0.01, asked_burst=5)) as (_, client):
            asked = (client.get("/api/bots") for _ in range(9))
            answers = await asyncio.gather(*asked)
            statuses = sorted(answer.status_code for answer in answers)
            assert statuses == [200] * 5 + [429] * 4
            refused = next(answer for answer in answers if answer.status_code == 429)
            assert refused.json() == {"code": "too-many-requests", "params": {}}

    run(work())


def test_a_table_has_so_many_spectators_and_who_plays_comes_in_all_the_same(
    tmp_path: Path,
) -> None:
    async def evening() -> None:
        async with serving(tmp_path, rates=Rates(spectators=3)) as server:
            ann, bob = await seated(server, "Ann", "Bob")
            table = ann.view["table"]
            looking = [Phone(server) for _ in range(4)]
            answers = [await phone.attach(table) for phone in looking]
            assert [answer["type"] for answer in answers] == ["table"] * 3 + ["refused"]
            assert answers[3]["code"] == "too-many-spectators"
            assert (await bob.attach(table))["type"] == "table"
            await looking[0].hear(json.dumps({"type": "detach", "table": table}))
            assert (await looking[3].attach(table))["type"] == "table"

    run(evening())


def test_a_seat_changes_so_much_and_plays_on(tmp_path: Path) -> None:
    async def evening() -> None:
        rates = Rates(changes="10/minute", burst=1000)
        async with serving(tmp_path, rates=rates, pause=(0, 0)) as server:
            (ann,) = await seated(server, "Ann")
            await ann.do("start")
            answers = [await ann.do("rename", name=f"Ann {at}") for at in range(12)]
            assert answers[-1]["code"] == "too-many-changes"
            while not ann.is_to_move:
                await asyncio.sleep(0.001)
                ann.listen()
            assert (await ann.do("play", move=ann.any_move()))["type"] == "done"
            # Who sits down without a seat is counted by the address.
            zoe = Phone(server, HOSTILE)
            await zoe.attach(ann.view["table"])
            codes = {(await zoe.do("sit", name="Zoe", seat=1))["code"] for _ in range(12)}
            assert codes == {"seat-taken", "too-many-changes"}

    run(evening())


def test_guesses_find_nothing_and_are_stopped_while_others_come_in(tmp_path: Path) -> None:
    random = Random(1)

    async def evening() -> None:
        async with serving(tmp_path, rates=Rates(burst=1e6)) as server:
            (ann,) = await seated(server, "Ann")
            table = ann.view["table"]
            eve = Phone(server, HOSTILE)
            codes = set()
            for _ in range(60):
                code = "".join(random.choice(ALPHABET) for _ in range(6))
                token, secret = secrets.token_hex(24), secrets.token_urlsafe(24)
                messages: tuple[Data, ...] = (
                    {"type": "attach", "code": code},
                    {"type": "attach", "table": secrets.token_urlsafe(12)},
                    {"type": "attach", "table": table, "token": token},
                    {"type": "attach", "table": table, "tokens": [token, token]},
                    {"type": "take-link", "secret": secret, "id": secrets.token_hex(10)},
                    {"type": "sign-in", "session": secret},
                    {"type": "attach-lesson", "code": code, "token": token},
                    {"type": "offer-link", "table": table, "token": token},
                )
                for message in messages:
                    answer = await eve.say(**message)
                    assert answer["type"] == "refused", message
                    codes.add(answer["code"])
            assert codes >= {"too-many-guesses", "token-unknown", "table-unknown", "link-unknown"}
            assert (await eve.say(type="attach", table=table, token=ann.token))["type"] == "table"
            assert (await Phone(server).attach(table))["type"] == "table"

    run(evening())


def test_an_address_of_the_newer_kind_is_counted_with_its_neighbours() -> None:
    assert network_of("192.168.1.20") == "192.168.1.20"
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::7")
    assert network_of("2001:db8:1:2::7") != network_of("2001:db8:1:3::7")
    assert network_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert network_of("fe80::1%eth0") == network_of("fe80::2%eth0")
    assert network_of("not: an address") == "not: an address"
    quotas = Quotas(Rates(guesses="1/minute", sockets=1))
    with (
        pytest.raises(ServerError, match="link-unknown"),
        quotas.guess("2001:db8::1", "link-unknown"),
    ):
        raise ServerError("link-unknown")
    with pytest.raises(ServerError, match="too-many-guesses"):
        quotas.check_guesses("2001:db8::2")
    with quotas.socket("2001:db8::1") as first, quotas.socket("2001:db8::2") as second:
        assert (first, second) == (True, False)


def test_what_is_known_of_addresses_is_bounded() -> None:
    quotas = Quotas(Rates(asked=1e9, asked_burst=10))
    for at in range(KEPT * 2):
        quotas.pace(f"10.{at >> 16}.{at >> 8 & 255}.{at & 255}")
    assert len(quotas._buckets) <= KEPT + 1


def test_hundreds_of_evil_clients_leave_nothing_behind(tmp_path: Path) -> None:
    """Memory is flat: after they are gone there is as much of it in use as before."""
    random = Random(3)

    async def evil(server: Server, table: str) -> None:
        phone = Phone(server, f"10.0.0.{random.randrange(3)}")
        await phone.hear(json.dumps({"type": "attach", "id": "a", "table": table}))
        for _ in range(5):
            await phone.hear(random.choice(("[" * 5000, "{", '{"type":"ping"}' * 9, "x" * 16000)))
            await phone.say(type="attach", table=secrets.token_urlsafe(12))
        phone.connection.leave_all()
        server.connections.discard(phone.connection)

    async def evening() -> None:
        async with serving(tmp_path, rates=Rates(burst=1e6)) as server:
            (ann,) = await seated(server, "Ann")
            sizes = []
            for _ in range(3):
                for _ in range(40):
                    await evil(server, ann.view["table"])
                gc.collect()
                sizes.append(tracemalloc.get_traced_memory()[0])
            assert sizes[-1] - sizes[0] < 100_000, sizes
            room = await server.rooms.room(ann.view["table"])
            assert len(room.followers) == 1

    tracemalloc.start()
    try:
        run(evening())
    finally:
        tracemalloc.stop()
