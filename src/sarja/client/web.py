"""What a server tells over HTTP: its games."""

from urllib.error import URLError
from urllib.parse import quote
from urllib.request import urlopen

from sarja.client.errors import ClientError
from sarja.client.transport import OPENING
from sarja.rules.errors import VariantError
from sarja.rules.loader import MAX_BYTES, parse_variant
from sarja.rules.variant import Variant


def fetch_variant(site: str, name: str) -> Variant:
    """The game of that name as the server has it.

    Raises:
        ClientError: `game-not-fetched`, `game-unreadable`.
    """
    url = f"{site}/api/variants/{quote(name, safe='')}"
    try:
        with urlopen(url, timeout=OPENING) as answer:
            source = answer.read(MAX_BYTES + 1)
    except (URLError, OSError, ValueError):
        raise ClientError("game-not-fetched", name=name) from None
    try:
        return parse_variant(source)
    except VariantError:
        raise ClientError("game-unreadable", name=name) from None
