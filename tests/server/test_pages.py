"""What is served over HTTP: the page, data, texts; and the headers of every answer."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest

from sarja.i18n import catalogue_sources
from sarja.rules.loader import variant_data
from sarja.server.app import Server
from sarja.server.sqlite_store import SqliteStore
from tests.boards import variant_named

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; manifest-src 'self'; "
    "connect-src 'self' ws://localhost:7474 wss://localhost:7474; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A folder as Vite builds it."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Sarja</title>")
    (folder / "assets/index-4f2a.js").write_text("let x = 1;\n" * 200)
    (folder / "icon.svg").write_text("<svg/>")
    return folder


def get(folder: Path, static: Path, path: str, **headers: str) -> httpx.Response:
    """The answer to a request for the path."""

    async def work() -> httpx.Response:
        server = Server(SqliteStore(folder / "data"), static=static)
        transport = httpx.ASGITransport(server.app())
        async with httpx.AsyncClient(
            transport=transport, base_url="http://localhost:7474"
        ) as client:
            answer = await client.get(path, headers=headers)
        await server.bots.close()
        await server.store.close()
        return answer

    coroutine: Coroutine[Any, Any, httpx.Response] = work()
    return asyncio.run(coroutine)


@pytest.mark.parametrize("path", ["/", "/t/BCDFG", "/link"])
def test_the_page_stands_at_its_addresses_and_is_asked_for_anew(
    path: str, tmp_path: Path, static: Path
) -> None:
    answer = get(tmp_path, static, path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"
    assert "Sarja" in answer.text


@pytest.mark.parametrize("path", ["/", "/api/variants", "/assets/index-4f2a.js", "/nothing/here"])
def test_every_answer_has_the_headers(path: str, tmp_path: Path, static: Path) -> None:
    headers = get(tmp_path, static, path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert "server" not in headers


def test_a_strangers_host_gets_into_no_header(tmp_path: Path, static: Path) -> None:
    policy = get(tmp_path, static, "/", host="evil.example").headers["content-security-policy"]
    assert "evil" not in policy and "connect-src 'self';" in policy


def test_files_named_after_their_contents_are_kept_for_ever_and_packed(
    tmp_path: Path, static: Path
) -> None:
    answer = get(tmp_path, static, "/assets/index-4f2a.js")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" not in get(tmp_path, static, "/icon.svg").headers["cache-control"]
    missing = get(tmp_path, static, "/assets/none.js")
    assert missing.status_code == 404 and missing.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/assets/../data/sarja.db", "/..%2fdata%2fsarja.db", "/sarja.db"])
def test_nothing_else_is_served(path: str, tmp_path: Path, static: Path) -> None:
    assert get(tmp_path, static, path).status_code == 404


def test_without_a_built_page_it_is_said_how_to_build_it(tmp_path: Path) -> None:
    answer = get(tmp_path, tmp_path / "none", "/")
    assert answer.status_code == 503
    assert "make play" in answer.text


def test_the_games_are_listed_and_given_whole(tmp_path: Path, static: Path) -> None:
    listed = get(tmp_path, static, "/api/variants").json()
    assert [variant["id"] for variant in listed] == ["classic", "numbers", "numbers-small"]
    assert set(listed[0]) == {"id", "names", "setups", "help"}
    assert get(tmp_path, static, "/api/variants/numbers").json() == variant_data(
        variant_named("numbers")
    )
    assert get(tmp_path, static, "/api/variants/chess").status_code == 404


def test_the_bots_are_listed(tmp_path: Path, static: Path) -> None:
    assert "casual" in get(tmp_path, static, "/api/bots").json()


def test_the_texts_of_a_language_come_whole_or_by_file(tmp_path: Path, static: Path) -> None:
    sources = catalogue_sources("en")
    whole = get(tmp_path, static, "/locales/en.ftl")
    assert whole.headers["content-type"].startswith("text/plain")
    assert all(source in whole.text for source in sources.values())
    assert get(tmp_path, static, "/locales/en/rules.ftl").text == sources["rules.ftl"]
    for path in ("/locales/xx.ftl", "/locales/en/none.ftl", "/locales/..%2f..%2f.ftl"):
        assert get(tmp_path, static, path).status_code == 404


def test_the_health_of_the_server_is_told(tmp_path: Path, static: Path) -> None:
    answer = get(tmp_path, static, "/health")
    assert answer.json() == {"status": "ok", "tables": 0}
