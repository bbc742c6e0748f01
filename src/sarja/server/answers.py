"""Answers over HTTP for programs: data, or a refusal with its code, never a traceback."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from sarja.rules.errors import SarjaError
from sarja.server.errors import ServerError, StoreError, describe

MAX_BODY: Final = 16384
BODY_SECONDS: Final = 10.0
"""So long what is sent may take to arrive."""
STATUS: Final = {
    "message-unknown": 400,
    "origin-foreign": 403,
    "review-sealed": 403,
    "internal": 500,
    "session-unknown": 401,
    "sign-in-wrong": 403,
    "recovery-wrong": 403,
    "password-wrong": 403,
    "account-taken": 409,
}
"""The status of some codes; for the others their ends tell it."""

_LOG: Final = logging.getLogger(__name__)

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]


def answering(work: Handler) -> Handler:
    """The handler, with its refusals as answers."""

    async def handle(request: Request) -> Response:
        try:
            return await work(request)
        except SarjaError as error:
            return refusal(error)
        except Exception as error:
            # Its text could hold a card or a token, so only its kind is told.
            _LOG.error("%s %s", request.method, describe(error))
            return refusal(ServerError("internal"))

    return handle


def data(value: Any, status: int = 200) -> Response:
    """The value as JSON; for nobody's cache, for it may be for one person only."""
    return Response(
        msgspec.json.encode(value),
        status_code=status,
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )


def refusal(error: SarjaError) -> Response:
    """The refusal: its code and its parameters, as in a `refused`."""
    return data({"code": error.code, "params": error.params}, status_of(error))


def status_of(error: SarjaError) -> int:
    """The status that goes with the refusal."""
    if isinstance(error, StoreError):
        return 503
    code = error.code
    if code in STATUS:
        return STATUS[code]
    if code.startswith("too-many-"):
        return 429
    return 404 if code.endswith(("-unknown", "-not-here")) else 400


async def body(request: Request, kind: type[T]) -> T:
    """What was sent, as JSON of that kind.

    Raises:
        ServerError: `message-unknown`.
    """
    received = await whole_body(request)
    try:
        return msgspec.json.decode(received, type=kind)
    except (msgspec.DecodeError, RecursionError, ValueError):
        raise ServerError("message-unknown", place="$") from None


async def whole_body(request: Request) -> bytes:
    """What was sent.

    Raises:
        ServerError: `message-unknown`: it is too long, or does not come.
    """
    received = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for piece in request.stream():
                received += piece
                if len(received) > MAX_BODY:
                    raise ServerError("message-unknown", place="$")
    except (TimeoutError, ClientDisconnect):
        raise ServerError("message-unknown", place="$") from None
    return received


def address_of(request: Request) -> str:
    """From where the request comes."""
    return request.client.host if request.client else ""
