"""Commitments to the order of a deck: told before the first card, opened when the game is over.

Who was told the commitment can check afterwards that the order has not been changed meanwhile.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sarja.rules.errors import RecordError, SarjaError
from sarja.rules.record import Record, replay

KEY: Final = "commitments"
"""Under which a record has them."""
DIGITS: Final = 64
"""So many hexadecimal digits a hash has, and a salt."""

_HEXADECIMAL: Final = re.compile(f"[0-9a-f]{{{DIGITS}}}")


@dataclass(frozen=True, slots=True)
class Commitment:
    """A commitment to the order of a deck, and the salt that opens it."""

    hash: str
    salt: str


class CommitmentError(SarjaError):
    """A record that is not what was committed to, or of which nobody can tell."""


def commit(salt: str, cards: Sequence[str]) -> Commitment:
    """The commitment to the cards in that order, top card first.

    The SHA-256, in hexadecimal, of the salt and the codes of the cards with a space between each.
    The salt must be secret until the end, and too long to be tried out.
    """
    return Commitment(hashlib.sha256(" ".join([salt, *cards]).encode()).hexdigest(), salt)


def verify(record: Record) -> Iterator[Commitment]:
    """The commitments that were kept: to the deck, and to each reshuffle of the game.

    Raises:
        RecordError: what stands there are no commitments, with the place.
        CommitmentError: `commitment-none`, `commitment-missing`, `commitment-broken`.
        MoveError, ResultError: the game itself is not sound.
    """
    commitments = _commitments(record.about.get(KEY, []))
    if not commitments:
        raise CommitmentError("commitment-none")
    *_, last = replay(record)
    used = last.state.position.reshuffles
    for number, deck in enumerate((record.deck, *record.reshuffles[:used])):
        if number == len(commitments):
            raise CommitmentError("commitment-missing", number=number)
        given = commitments[number]
        if commit(given.salt, deck) != given:
            raise CommitmentError("commitment-broken", number=number)
        yield given


def commitments_data(commitments: Sequence[Commitment]) -> list[dict[str, str]]:
    """The commitments as a record has them."""
    return [{"hash": one.hash, "salt": one.salt} for one in commitments]


def _commitments(given: Any) -> list[Commitment]:
    if not isinstance(given, list):
        raise RecordError("not-a-list", KEY)
    made = []
    for at, one in enumerate(given):
        place = f"{KEY}[{at}]"
        if not isinstance(one, dict):
            raise RecordError("not-an-object", place)
        for key in ("hash", "salt"):
            if key not in one:
                raise RecordError("key-missing", f"{place}.{key}")
            if not isinstance(one[key], str) or not _HEXADECIMAL.fullmatch(one[key]):
                raise RecordError("not-hexadecimal", f"{place}.{key}", digits=DIGITS)
        made.append(Commitment(one["hash"], one["salt"]))
    return made
