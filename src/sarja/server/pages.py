"""What is served over HTTP besides the socket: the page, games as data, texts."""

import json
import os
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from sarja.bots.registry import playable_bots
from sarja.i18n import ENGLISH, LANGUAGES, catalogue, catalogue_sources
from sarja.rules.loader import variant_data
from sarja.server.answers import refusal
from sarja.server.errors import ServerError, StoreError
from sarja.server.packed import ASK_AGAIN, FOR_EVER, Packed, packed_file
from sarja.server.rooms import Rooms
from sarja.table.errors import TableError
from sarja.table.stand_ins import DEFAULT_BOT
from sarja.variants import builtin_names, builtin_variant

STATIC: Final = Path(__file__).parent / "static"

PAGE_TEXTS: Final = ("bots.ftl", "rules.ftl", "server.ftl", "web.ftl")
"""The texts that a client of the protocol shows; the others are the terminal's."""

_REMEMBERED: Final = 100
"""So many games and texts are kept packed, and names that nothing has, which anybody may ask."""


def routes(rooms: Rooms, static: Path = STATIC) -> list[Route | Mount]:
    """The routes; the page is what Vite has built into the folder `static`."""

    async def page(request: Request) -> Response:
        index = static / "index.html"
        if not index.is_file():
            text = catalogue(ENGLISH).text("server-no-page")
            return PlainTextResponse(text, status_code=503)
        return packed_file(index).answer(request.scope, "text/html")

    async def icon(request: Request) -> Response:
        file = static / "icon.svg"
        if not file.is_file():
            return Response(status_code=404)
        return packed_file(file).answer(request.scope, "image/svg+xml")

    async def ready(request: Request) -> Response:
        try:
            tables = await rooms.store.count()
        except StoreError as error:
            return JSONResponse({"status": error.code}, status_code=503)
        return JSONResponse({"status": "ok", "tables": tables})

    async def live(request: Request) -> Response:
        return JSONResponse({"status": "ok"})

    return [
        Route("/", page),
        Route("/t", page),
        Route("/t/", page),
        Route("/t/{code}", page),
        Route("/t/{code}/", page),
        Route("/t/{code}/screen", page),
        Route("/screen", page),
        Route("/link", page),
        Route("/review/{id}", page),
        Route("/account", page),
        Route("/class", page),
        Route("/c/{code}", page),
        Route("/c/{code}/", page),
        Route("/api/variants", _variants),
        Route("/api/variants/{name}", _variant),
        Route("/api/bots", _bots),
        Route("/locales/{language}.ftl", _texts),
        Route("/locales/{language}/{name}.ftl", _texts),
        Route("/health", ready),
        Route("/health/live", live),
        Mount("/assets", _Assets(directory=static / "assets", check_dir=False)),
        # Browsers ask for this one where they are told of no other.
        Route("/favicon.ico", icon),
        # Icons and the like, which lie beside the page.
        Route("/{file}", _Files(directory=static, check_dir=False)),
    ]


class _Files(StaticFiles):
    """The files of a folder, packed."""

    keep = ASK_AGAIN

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        media_type = guess_type(full_path)[0] or "application/octet-stream"
        return packed_file(Path(full_path)).answer(scope, media_type, self.keep)


class _Assets(_Files):
    """Files whose names change with what is in them."""

    keep = FOR_EVER


async def _variants(request: Request) -> Response:
    found = []
    for name in builtin_names():
        if (variant := builtin_variant(name)) is not None:
            data = variant_data(variant)
            found.append({key: data[key] for key in ("id", "names", "setups", "help")})
    return JSONResponse(found)


async def _variant(request: Request) -> Response:
    name = request.path_params["name"]
    packed = _packed_variant(name)
    if packed is None:
        return refusal(TableError("variant-not-here", name=name))
    return packed.answer(request.scope, "application/json")


@lru_cache(maxsize=_REMEMBERED)
def _packed_variant(name: str) -> Packed | None:
    variant = builtin_variant(name)
    if variant is None:
        return None
    return Packed.of(json.dumps(variant_data(variant), ensure_ascii=False).encode())


async def _bots(request: Request) -> Response:
    bots = [{"name": name, "default": name == DEFAULT_BOT} for name in playable_bots()]
    return JSONResponse(bots)


async def _texts(request: Request) -> Response:
    language, name = request.path_params["language"], request.path_params.get("name")
    packed = _packed_texts(language, name) if language in LANGUAGES else None
    if packed is None:
        return refusal(ServerError("texts-not-here"))
    return packed.answer(request.scope, "text/plain; charset=utf-8")


@lru_cache(maxsize=_REMEMBERED)
def _packed_texts(language: str, name: str | None) -> Packed | None:
    """One file of the language's texts, or all that a page shows: nothing where there are none."""
    sources = catalogue_sources(language)
    if name is not None:
        file = f"{name}.ftl"
        known = file in sources or file in catalogue_sources(ENGLISH)
        return Packed.of(sources.get(file, "").encode()) if known else None
    return Packed.of("\n".join(sources[file] for file in PAGE_TEXTS if file in sources).encode())
