"""What is served over HTTP besides the socket: the page, games as data, texts."""

import json
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from sarja.bots.registry import bot_names
from sarja.i18n import ENGLISH, LANGUAGES, catalogue, catalogue_sources
from sarja.rules.loader import variant_data
from sarja.server.errors import StoreError
from sarja.server.rooms import Rooms
from sarja.variants import builtin_names, builtin_variant

STATIC: Final = Path(__file__).parent / "static"
FOR_EVER: Final = "public, max-age=31536000, immutable"


def routes(rooms: Rooms, static: Path = STATIC) -> list[Route | Mount]:
    """The routes; the page is what Vite has built into the folder `static`."""

    async def page(request: Request) -> Response:
        index = static / "index.html"
        if not index.is_file():
            text = catalogue(ENGLISH).text("server-no-page")
            return PlainTextResponse(text, status_code=503)
        return FileResponse(index)

    async def health(request: Request) -> Response:
        try:
            tables = await rooms.store.count()
        except StoreError as error:
            return JSONResponse({"status": error.code}, status_code=503)
        return JSONResponse({"status": "ok", "tables": tables})

    return [
        Route("/", page),
        Route("/t/{code}", page),
        Route("/link", page),
        Route("/api/variants", _variants),
        Route("/api/variants/{name}", _variant),
        Route("/api/bots", _bots),
        Route("/locales/{language}.ftl", _texts),
        Route("/locales/{language}/{name}.ftl", _texts),
        Route("/health", health),
        Mount("/assets", _Assets(directory=static / "assets", check_dir=False)),
        Route("/{file}", _file(static)),
    ]


class _Assets(StaticFiles):
    """Files whose names change with what is in them."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = FOR_EVER
        return response


def _file(static: Path) -> StaticFiles:
    """Icons and the like, which lie beside the page."""
    return StaticFiles(directory=static, check_dir=False)


async def _variants(request: Request) -> Response:
    found = []
    for name in builtin_names():
        if (variant := builtin_variant(name)) is not None:
            data = variant_data(variant)
            found.append({key: data[key] for key in ("id", "names", "setups", "help")})
    return JSONResponse(found)


async def _variant(request: Request) -> Response:
    variant = builtin_variant(request.path_params["name"])
    if variant is None:
        return JSONResponse({"code": "variant-not-here"}, status_code=404)
    text = json.dumps(variant_data(variant), ensure_ascii=False)
    return Response(text, media_type="application/json")


async def _bots(request: Request) -> Response:
    return JSONResponse(list(bot_names()))


async def _texts(request: Request) -> Response:
    language, name = request.path_params["language"], request.path_params.get("name")
    sources = catalogue_sources(language) if language in LANGUAGES else {}
    if name is not None:
        sources = {key: text for key, text in sources.items() if key == f"{name}.ftl"}
    if not sources:
        return JSONResponse({"code": "texts-not-here"}, status_code=404)
    return Response("\n".join(sources.values()), media_type="text/plain; charset=utf-8")
