"""Headers that every answer carries: nothing comes from elsewhere, nothing goes elsewhere."""

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sarja.server.origins import Origins, is_loopback

_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "connect-src 'self'{sockets}",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

SECURITY: Final = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


OPENER: Final = ("cross-origin-opener-policy", "same-origin")
"""Only where the browser trusts the address: on plain http it is of no use, and it complains."""


class SecurityHeaders:
    """Adds them to what the application answers."""

    def __init__(self, app: ASGIApp, origins: Origins) -> None:
        self._app = app
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        host = Headers(scope=scope).get("host")

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["content-security-policy"] = self._content_policy(host)
                for name, value in SECURITY.items():
                    headers[name] = value
                if self._is_trusted(scope["scheme"], host):
                    headers[OPENER[0]] = OPENER[1]
                headers.setdefault("cache-control", "no-cache")
            await send(message)

        await self._app(scope, receive, send_with_headers)

    def _is_trusted(self, scheme: str, host: str | None) -> bool:
        return scheme == "https" or is_loopback(host) or self._origins.is_public_https(host)

    def _content_policy(self, host: str | None) -> str:
        # Some browsers do not take the socket of the same host for 'self'.
        known = host and self._origins.knows_host(host)
        sockets = f" ws://{host} wss://{host}" if known else ""
        return _POLICY.format(sockets=sockets)
