"""What people paste or type to find a table: a link from a browser, or a code."""

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from sarja.client.errors import ClientError
from sarja.rules.jsontext import one_line

HOME: Final = "http://127.0.0.1:7474"
"""Where `sarja serve` is on this machine."""

_SECURE: Final = {"http": False, "ws": False, "https": True, "wss": True}
_CODE: Final = re.compile("[BCDFGHJKMNPQRSTVWXZ]{5,12}")
_HOST: Final = re.compile(r"[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]")


@dataclass(frozen=True, slots=True)
class Address:
    """A table on a server: by its code, or by the secret of a link to a seat."""

    site: str
    """Scheme, host and port, as a browser has them."""
    code: str | None = None
    secret: str | None = None

    @property
    def socket(self) -> str:
        """Where the WebSocket is."""
        return f"{self.site.replace('http', 'ws', 1)}/ws"


def read_address(text: str, site: str = HOME) -> Address:
    """The table that the text means; a code alone is one of that site.

    Raises:
        ClientError: `address-unreadable`, `address-of-lesson`.
    """
    text = text.strip()
    if (code := clean_code(text)) is not None:
        return Address(read_site(site), code)
    parts = text.partition("#")
    kind, *rest = _path(parts[0]) or [""]
    if kind == "c" and rest:
        raise ClientError("address-of-lesson")
    if kind == "t" and rest and (code := clean_code(rest[0])) is not None:
        return Address(read_site(text), code)
    if kind == "link" and parts[2]:
        return Address(read_site(text), secret=parts[2])
    raise ClientError("address-unreadable", address=one_line(text, 100))


def read_site(text: str) -> str:
    """Scheme, host and port of an address; without a scheme it is http.

    Raises:
        ClientError: `address-unreadable`.
    """
    unreadable = ClientError("address-unreadable", address=one_line(text, 100))
    try:
        parts = urlsplit(_with_scheme(text.strip()))
        port = parts.port
    except ValueError:
        raise unreadable from None
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    if parts.scheme not in _SECURE or not _HOST.fullmatch(host):
        raise unreadable
    scheme = "https" if _SECURE[parts.scheme] else "http"
    return f"{scheme}://{host}:{port}" if port else f"{scheme}://{host}"


def clean_code(text: str) -> str | None:
    """The code as servers write it, or None for what cannot be one."""
    code = re.sub(r"[\s-]", "", text).upper()
    return code if _CODE.fullmatch(code) else None


def _path(text: str) -> list[str]:
    try:
        path = urlsplit(_with_scheme(text)).path
    except ValueError:
        return []
    return [part for part in path.split("/") if part]


def _with_scheme(text: str) -> str:
    return text if "://" in text else f"http://{text}"
