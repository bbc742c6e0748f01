"""Who is at a table on one server, and how its clocks stand there: what it tells the others."""

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct


class Company(Struct, frozen=True, array_like=True):
    """The connections to a table on one server."""

    owners: tuple[tuple[str, bool], ...] = ()
    """The hash of each token that is there, and whether its person looks at what comes."""
    turn: tuple[int, int] = (0, 0)
    """Which turn the stopwatch counts, and its milliseconds so far."""
    vote: tuple[int, int] = (0, 0)
    """The same for the half minute to judge."""


_DECODER: Final = msgspec.json.Decoder(Company)


def encode_company(company: Company) -> bytes:
    """As it is stored."""
    return msgspec.json.encode(company)


def decode_company(told: bytes) -> Company:
    """What was stored; nobody where another version of the program said it otherwise."""
    try:
        return _DECODER.decode(told)
    except msgspec.DecodeError:
        return Company()


def merged(owners: Iterable[tuple[str, bool]]) -> tuple[tuple[str, bool], ...]:
    """Each owner once: there is who is there on one of several connections."""
    found: dict[str, bool] = {}
    for owner, there in owners:
        found[owner] = found.get(owner, False) or there
    return tuple(sorted(found.items()))
