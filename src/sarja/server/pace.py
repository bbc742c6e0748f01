"""Requests over HTTP at the pace at which an address may ask, messages of its sockets included."""

import asyncio
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from sarja.server.answers import refusal
from sarja.server.errors import ServerError
from sarja.server.quotas import Quotas

PATIENCE: Final = 1.0
"""Seconds that a request is made to wait; who would have to wait longer is refused."""


class Pace:
    """Makes requests wait, or refuses them, where an address asks for too much."""

    def __init__(self, app: ASGIApp, quotas: Quotas) -> None:
        self._app, self._quotas = app, quotas

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request."""
        if scope["type"] == "http":
            address = scope["client"][0] if scope["client"] else ""
            try:
                await asyncio.sleep(self._quotas.pace(address, PATIENCE))
            except ServerError as error:
                await refusal(error)(scope, receive, send)
                return
        await self._app(scope, receive, send)
