"""Answers that everybody may see and keep: packed once, and sent again only when they changed.

Only what is the same for all goes through here. What is packed has a length that tells of its
contents, so nothing that holds a secret ever does.
"""

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Scope

SMALLEST: Final = 500
"""Bytes from which on packing is worth it: below them everything fits one parcel of the network."""

FOR_EVER: Final = "public, max-age=31536000, immutable"
"""For what is named after its contents."""

ASK_AGAIN: Final = "no-cache"
"""For all else: kept, and asked for again each time, which costs nothing where it is the same."""

_NO_QUALITY: Final = re.compile(r"q=0(\.0*)?")


@dataclass(frozen=True, slots=True)
class Packed:
    """A body as it is, and packed where that makes it smaller; each with a tag of its own."""

    plain: bytes
    zipped: bytes | None
    tag: str

    @classmethod
    def of(cls, body: bytes) -> "Packed":
        """The body, packed."""
        zipped = gzip.compress(body, 9, mtime=0) if len(body) >= SMALLEST else body
        tag = hashlib.sha256(body).hexdigest()[:20]
        return cls(body, zipped if len(zipped) < len(body) else None, tag)

    def answer(self, scope: Scope, media_type: str, cache: str = ASK_AGAIN) -> Response:
        """The answer to the request: packed for who takes that, empty for who has it already."""
        headers = Headers(scope=scope)
        zipped = self.zipped if takes_gzip(headers.get("accept-encoding", "")) else None
        tag = f'"{self.tag}-gzip"' if zipped is not None else f'"{self.tag}"'
        told = {"etag": tag, "cache-control": cache}
        if self.zipped is not None:
            told["vary"] = "Accept-Encoding"
        if tag in known_tags(headers.get("if-none-match", "")):
            return Response(status_code=304, headers=told)
        if zipped is not None:
            told["content-encoding"] = "gzip"
        body = self.plain if zipped is None else zipped
        return Response(body, media_type=media_type, headers=told)


def takes_gzip(accepted: str) -> bool:
    """Whether an `Accept-Encoding` names gzip, and does not forbid it."""
    for offer in accepted.lower().split(","):
        name, *parameters = (part.strip() for part in offer.split(";"))
        if name == "gzip":
            return not any(_NO_QUALITY.fullmatch(parameter) for parameter in parameters)
    return False


def known_tags(asked: str) -> set[str]:
    """The tags in an `If-None-Match`."""
    return {tag.strip().removeprefix("W/") for tag in asked.split(",")}


def packed_file(path: Path) -> Packed:
    """The file, packed once for as long as it does not change.

    Raises:
        OSError: it cannot be read.
    """
    stat = path.stat()
    return _read(path, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=200)
def _read(path: Path, changed: int, size: int) -> Packed:
    return Packed.of(path.read_bytes())
