"""The description of what may be asked over HTTP is that of the routes, and of the page on it."""

from pathlib import Path

from starlette.routing import Route

from sarja.server.openapi import OPERATIONS, description
from tests.server.phones import run
from tests.server.web import browsing
from tools.pages import ROOT


def test_every_route_for_programs_is_described_and_no_other(tmp_path: Path) -> None:
    async def work() -> None:
        async with browsing(tmp_path) as (server, client):
            routes = {
                (method, route.path)
                for route in server.app().routes
                if isinstance(route, Route) and route.path.startswith(("/api", "/loc", "/health"))
                for method in route.methods or ()
            }
            assert routes - {("HEAD", path) for _, path in routes} == {
                (one.method, one.path) for one in OPERATIONS
            }
            told = (await client.get("/api/openapi.json")).json()
            assert told == description()

    run(work())


def test_everything_described_is_on_the_page() -> None:
    page = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    for one in OPERATIONS:
        path = one.path.replace("{id}", "ID").replace("{name}", "NAME")
        path = path.replace("{language}", "LANGUAGE")
        assert f"`{path}" in page or f" {path}" in page, path
