"""From which addresses of this server a browser's page may open a socket."""

import ipaddress
import re
import socket
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

HOME_SUFFIXES: Final = (
    "",
    ".local",
    ".lan",
    ".home",
    ".home.arpa",
    ".internal",
    ".localdomain",
    ".fritz.box",
)
"""What home networks put behind the name of a machine."""

_HOST: Final = re.compile(r"[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\]")


class Origins:
    """The names under which this server is known.

    A name that somebody else can point to this machine must not be among them: a stranger's page
    could then speak to the server as if it were the server's own. An address in numbers is always
    the machine itself.
    """

    def __init__(self, public_url: str | None = None, names: Iterable[str] = ()) -> None:
        self._public = origin_of(public_url) if public_url else None
        own = tuple(names) or machine_names()
        self._names = {"localhost", *(name.lower() for name in own)}
        if self._public is not None:
            self._names.add(urlsplit(self._public).hostname or "")

    def knows_host(self, host: str | None) -> bool:
        """Whether a request's `Host` names this server."""
        name = host_name(host or "")
        return name is not None and (name in self._names or _is_address(name))

    def allows(self, origin: str | None, host: str | None) -> bool:
        """Whether a page of that origin may open a socket; programs send none, and may."""
        if origin is None:
            return True
        told = origin_of(origin)
        if told is None:
            return False
        if told == self._public:
            return True
        same = urlsplit(told).netloc == _with_port(host or "", urlsplit(told).scheme)
        return same and self.knows_host(host)

    def is_public_https(self, host: str | None) -> bool:
        """Whether a request came by the public address, and that is one of https."""
        public = self._public or ""
        return public.startswith("https:") and public == origin_of(f"https://{host}")


def origin_of(url: str) -> str | None:
    """Scheme, host and port of an address in the form of the web's origins, or None."""
    try:
        parts = urlsplit(url.strip().lower())
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    if not _HOST.fullmatch(host):
        return None
    return f"{parts.scheme}://{_with_port(f'{host}:{port}' if port else host, parts.scheme)}"


def host_name(host: str) -> str | None:
    """The name or address in a `Host` header, without port and brackets; None for nonsense."""
    found = re.fullmatch(rf"({_HOST.pattern})(?::[0-9]{{1,5}})?", host.strip().lower())
    return found[1].strip("[]").rstrip(".") if found else None


def is_loopback(host: str | None) -> bool:
    """Whether a `Host` is this machine for itself, which browsers trust without https."""
    name = host_name(host or "") or ""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    return _is_address(name) and ipaddress.ip_address(name).is_loopback


def machine_names() -> set[str]:
    """The names that this machine has at home."""
    try:
        full = socket.gethostname().lower()
    except OSError:
        return set()
    short = full.partition(".")[0]
    return {full, *(short + suffix for suffix in HOME_SUFFIXES)} if short else set()


def lan_address() -> str | None:
    """This machine's address on the home network, or None; nothing is sent to find out."""
    for family, target in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                address = str(probe.getsockname()[0])
        except OSError:
            continue
        if not ipaddress.ip_address(address).is_unspecified:
            return address
    return None


def _with_port(netloc: str, scheme: str) -> str:
    """The host without the port that the scheme has anyway."""
    return netloc.strip().lower().removesuffix({"http": ":80", "https": ":443"}.get(scheme, ":"))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
