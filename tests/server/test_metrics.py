"""What a server counts, and to whom it tells that; whether it lives and is ready."""

import re
from pathlib import Path

import pytest

from sarja.rules.errors import SarjaError
from sarja.server.errors import StoreError
from tests.server.phones import Phone, run
from tests.server.web import a_finished_game, browser, browsing

HERE = {"host": "127.0.0.1:7474"}


def number(page: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} ([0-9.e+-]+)$", page, re.MULTILINE)
    assert found, f"no {name} in {page}"
    return float(found[1])


def test_a_game_is_counted_and_nothing_of_it_is_told(tmp_path: Path) -> None:
    async def scene() -> tuple[str, list[Phone], str, str]:
        async with browsing(tmp_path) as (server, _):
            phones = await a_finished_game(server, seats=3)
            refused = (await phones[0].do("play", move="-"))["code"]
            await phones[0].say(type="attach", code="BCDFG")
            async with browser(server, "127.0.0.1") as local:
                answer = await local.get("/metrics", headers=HERE)
                assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
                return answer.text, phones, phones[0].view["code"], refused

    page, phones, code, refused = run(scene())
    moves = [seat for seat, _ in phones[0].game["log"] if seat in (1, 2)]
    assert number(page, "sarja_moves_total") == len(moves)
    assert number(page, "sarja_answer_seconds_count") > len(moves)
    assert number(page, f'sarja_refusals_total{{code="{refused}"}}') == 1
    assert number(page, 'sarja_refusals_total{code="table-unknown"}') == 1
    assert number(page, 'sarja_messages_total{kind="attach"}') >= 5
    assert number(page, 'sarja_bot_seconds_count{bot="casual"}') > 0
    assert (number(page, "sarja_tables"), number(page, "sarja_seats")) == (1, 2)
    secrets = [code, "Ann", "Bob", phones[0].view["table"], *(p.token or "" for p in phones)]
    assert not [secret for secret in secrets if secret in page]


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", HERE, 200),
        ("::1", {"host": "[::1]:7474"}, 200),
        ("192.168.1.20", HERE, 404),
        ("127.0.0.1", {"host": "play.example"}, 404),
        ("127.0.0.1", HERE | {"x-forwarded-for": "127.0.0.1"}, 404),
        ("127.0.0.1", HERE | {"via": "1.1 proxy"}, 404),
    ],
    ids=str,
)
def test_only_this_machine_is_told(
    tmp_path: Path, address: str, headers: dict[str, str], status: int
) -> None:
    async def scene() -> int:
        async with browsing(tmp_path) as (server, _), browser(server, address) as client:
            return (await client.get("/metrics", headers=headers)).status_code

    assert run(scene()) == status


def test_with_a_token_whoever_has_it_is_told(tmp_path: Path) -> None:
    async def scene() -> list[int]:
        async with browsing(tmp_path, metrics_token="a token") as (server, client):
            asked = [{}, {"authorization": "Bearer other"}, {"authorization": "Bearer a token"}]
            found = [(await client.get("/metrics", headers=h)).status_code for h in asked]
            async with browser(server, "127.0.0.1") as local:
                return [*found, (await local.get("/metrics", headers=HERE)).status_code]

    assert run(scene()) == [404, 404, 200, 404]


def test_a_server_without_its_database_lives_and_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> list[tuple[int, object]]:
        async with browsing(tmp_path) as (server, client):
            found = []
            for broken in (False, True):
                if broken:
                    monkeypatch.setattr(server.store, "count", fail)
                for path in ("/health", "/health/live"):
                    answer = await client.get(path)
                    found.append((answer.status_code, answer.json()["status"]))
            return found

    async def fail() -> int:
        error: SarjaError = StoreError("storage-failed")
        raise error

    assert run(scene()) == [(200, "ok"), (200, "ok"), (503, "storage-failed"), (200, "ok")]
