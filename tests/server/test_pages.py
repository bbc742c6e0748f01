"""What is served over HTTP: the page, data, texts; and the headers of every answer."""

import asyncio
import re
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest

from sarja.bots.registry import bot_names
from sarja.i18n import LANGUAGES, catalogue_sources
from sarja.rules.errors import RULE_OF_ERROR
from sarja.rules.loader import variant_data
from sarja.server.app import Server
from sarja.server.packed import takes_gzip
from sarja.server.pages import PAGE_TEXTS
from sarja.server.sqlite_store import SqliteStore
from sarja.table.stand_ins import DEFAULT_BOT
from tests.boards import variant_named
from tools.pages import ROOT

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


def get(
    folder: Path,
    static: Path,
    path: str,
    base: str = "http://localhost:7474",
    public_url: str | None = None,
    **headers: str,
) -> httpx.Response:
    """The answer to a request for the path."""

    async def work() -> httpx.Response:
        server = Server(SqliteStore(folder / "data"), static=static, public_url=public_url)
        transport = httpx.ASGITransport(server.app())
        async with httpx.AsyncClient(transport=transport, base_url=base) as client:
            answer = await client.get(path, headers=headers)
        await server.bots.close()
        await server.store.close()
        return answer

    coroutine: Coroutine[Any, Any, httpx.Response] = work()
    return asyncio.run(coroutine)


@pytest.mark.parametrize("path", ["/", "/t", "/t/", "/t/BCDFG", "/t/bc-df%20g/", "/link"])
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
    assert "camera=()" in headers["permissions-policy"]
    assert "server" not in headers


def test_a_strangers_host_gets_into_no_header(tmp_path: Path, static: Path) -> None:
    policy = get(tmp_path, static, "/", host="evil.example").headers["content-security-policy"]
    assert "evil" not in policy and "connect-src 'self';" in policy


@pytest.mark.parametrize(
    ("url", "public", "sent"),
    [
        ("http://localhost:7474", None, True),
        ("http://127.0.0.1:7474", None, True),
        ("http://[::1]:7474", None, True),
        ("https://192.168.1.5:7474", None, True),
        ("http://192.168.1.5:7474", None, False),
        ("http://sauna.local:7474", None, False),
        ("http://localhost.evil.example", None, False),
        ("http://play.example", "https://play.example", True),
        ("http://192.168.1.5:7474", "https://play.example", False),
        ("http://play.example", "http://play.example", False),
    ],
)
def test_pages_are_parted_only_where_the_browser_trusts_the_address(
    url: str, public: str | None, sent: bool, tmp_path: Path, static: Path
) -> None:
    # Over plain http browsers do without this header, and complain of it in their console.
    headers = get(tmp_path, static, "/", base=url, public_url=public).headers
    assert headers.get("cross-origin-opener-policy") == ("same-origin" if sent else None)


def test_files_named_after_their_contents_are_kept_for_ever_and_packed(
    tmp_path: Path, static: Path
) -> None:
    answer = get(tmp_path, static, "/assets/index-4f2a.js")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" not in get(tmp_path, static, "/icon.svg").headers["cache-control"]
    missing = get(tmp_path, static, "/assets/none.js")
    assert missing.status_code == 404 and missing.headers["cache-control"] == "no-cache"


def test_the_icon_stands_where_browsers_look_for_one(tmp_path: Path, static: Path) -> None:
    icon = get(tmp_path, static, "/favicon.ico")
    assert icon.text == "<svg/>" and icon.headers["content-type"] == "image/svg+xml"
    assert get(tmp_path, tmp_path / "none", "/favicon.ico").status_code == 404


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


def test_the_bots_are_listed_and_one_is_the_usual_one(tmp_path: Path, static: Path) -> None:
    bots = get(tmp_path, static, "/api/bots").json()
    assert [bot["name"] for bot in bots] == list(bot_names())
    assert [bot["name"] for bot in bots if bot["default"]] == [DEFAULT_BOT]


@pytest.mark.parametrize(
    "path",
    ["/", "/assets/index-4f2a.js", "/icon.svg", "/api/variants/classic", "/locales/en.ftl"],
)
def test_what_is_there_already_is_not_sent_again(path: str, tmp_path: Path, static: Path) -> None:
    packed = get(tmp_path, static, path)
    plain = get(tmp_path, static, path, **{"accept-encoding": "identity"})
    assert packed.content == plain.content
    assert "content-encoding" not in plain.headers
    if "content-encoding" in packed.headers:
        assert packed.headers["etag"] != plain.headers["etag"]
        assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    tags = f'"older", W/{packed.headers["etag"]}'
    again = get(tmp_path, static, path, **{"if-none-match": tags})
    assert again.status_code == 304 and not again.content
    for name in ("etag", "cache-control", "vary"):
        assert again.headers.get(name) == packed.headers.get(name)


def test_a_file_that_changed_is_sent_anew(tmp_path: Path, static: Path) -> None:
    before = get(tmp_path, static, "/")
    (static / "index.html").write_text("<!doctype html><title>Sarja, newer</title>")
    after = get(tmp_path, static, "/", **{"if-none-match": before.headers["etag"]})
    assert after.status_code == 200 and "newer" in after.text


@pytest.mark.parametrize(
    ("accepted", "taken"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000, br", False),
        ("x-gzip-like", False),
        ("", False),
    ],
)
def test_what_a_client_takes_is_read_from_its_header(accepted: str, taken: bool) -> None:
    assert takes_gzip(accepted) == taken


@pytest.mark.parametrize("path", ["/health", "/api/bots", "/api/variants", "/nothing/here"])
def test_only_what_is_the_same_for_all_is_packed(path: str, tmp_path: Path, static: Path) -> None:
    assert "content-encoding" not in get(tmp_path, static, path).headers


def test_the_texts_of_a_page_come_whole_and_every_file_by_name(
    tmp_path: Path, static: Path
) -> None:
    sources = catalogue_sources("en")
    whole = get(tmp_path, static, "/locales/en.ftl")
    assert whole.headers["content-type"].startswith("text/plain")
    assert all(sources[file] in whole.text for file in PAGE_TEXTS)
    for name in ("rules", "cli"):
        assert get(tmp_path, static, f"/locales/en/{name}.ftl").text == sources[f"{name}.ftl"]
    for path in ("/locales/xx.ftl", "/locales/en/none.ftl", "/locales/..%2f..%2f.ftl"):
        assert get(tmp_path, static, path).status_code == 404


def test_a_page_gets_the_texts_that_it_names_and_none_of_the_terminals(
    tmp_path: Path, static: Path
) -> None:
    served = set(_keys(get(tmp_path, static, "/locales/en.ftl").text))
    assert not [key for key in served if key.startswith(("cli-", "tui-"))]
    known = {key for source in catalogue_sources("en").values() for key in _keys(source)}
    named: set[str] = set()
    for path in (ROOT / "web/src").rglob("*"):
        if path.suffix in (".ts", ".svelte") and ".test." not in path.name:
            for file in re.findall(r'addTexts\("(\w+)"\)', path.read_text()):
                served |= set(_keys(catalogue_sources("en")[f"{file}.ftl"]))
            for found in re.findall(r"""["'`]([a-z]+-[a-z0-9${}.-]+)["'`]""", path.read_text()):
                pattern = re.sub(r"\$\{.*?\}", ".+", found)
                named |= {key for key in known if re.fullmatch(pattern, key)}
    assert len(named) > 100
    assert not {key for key in named - served if not key.startswith("error-")}
    assert {f"error-{code}" for code in RULE_OF_ERROR} <= served
    assert {f"bot-{name}" for name in bot_names()} <= served


def test_a_language_without_texts_of_its_own_costs_no_error(tmp_path: Path, static: Path) -> None:
    for language in LANGUAGES:
        answer = get(tmp_path, static, f"/locales/{language}.ftl")
        assert answer.status_code == 200
        assert bool(answer.text) == bool(catalogue_sources(language))


def _keys(source: str) -> list[str]:
    return re.findall(r"^([a-z][a-z0-9-]*) =", source, re.MULTILINE)


def test_the_health_of_the_server_is_told(tmp_path: Path, static: Path) -> None:
    answer = get(tmp_path, static, "/health")
    assert answer.json() == {"status": "ok", "tables": 0}
