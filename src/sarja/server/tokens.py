"""Secrets by which seats are known, and short codes by which tables are found."""

import hashlib
import hmac
import secrets
from typing import Final, Protocol

ALPHABET: Final = "BCDFGHJKMNPQRSTVWXZ"
"""The letters of a table's code: none looks like a digit, and without vowels no word comes out."""
CODE_LENGTH: Final = 5
ROOM_FOR_CODES: Final = 2000
"""So many codes are unused for each that is: who guesses finds nothing."""


class Source(Protocol):
    """Where secrets come from."""

    def secret(self) -> str:
        """A new one, of 192 bits, in 32 letters, digits, `-` and `_`."""

    def code(self, tables: int) -> str:
        """A new code, fit for a server with that many tables."""


class SystemSource:
    """Secrets from the system's secure generator."""

    def secret(self) -> str:
        """A new one, of 192 bits, in 32 letters, digits, `-` and `_`."""
        return secrets.token_urlsafe(24)

    def code(self, tables: int) -> str:
        """A new code, fit for a server with that many tables."""
        length = CODE_LENGTH
        while len(ALPHABET) ** length < tables * ROOM_FOR_CODES:
            length += 1
        return "".join(secrets.choice(ALPHABET) for _ in range(length))


def clean_code(text: str) -> str:
    """The code as it is stored, however people typed it."""
    return "".join(character for character in text.upper() if character.isalnum())


def digest(secret: str) -> str:
    """What is stored of a secret. Secrets have 128 bits and more, so a plain hash will do."""
    return hashlib.sha256(secret.encode()).hexdigest()


def token_from(nonce: str, key: str) -> str:
    """The token that belongs to a stored nonce and to a key that only the client holds.

    So the answer to a command sent twice has the same token, though no token is stored.
    """
    return hmac.new(nonce.encode(), key.encode(), hashlib.sha256).hexdigest()[:48]


def seal(token: str, secret: str) -> str:
    """The token as only who has the secret can read it; a secret seals one token and no other."""
    return _mask(token.encode(), secret).hex()


def unseal(sealed: str, secret: str) -> str:
    """The token that was sealed with that secret."""
    return _mask(bytes.fromhex(sealed), secret).decode()


def _mask(data: bytes, secret: str) -> bytes:
    """The data under bytes that follow from the secret, and from which it does not follow."""
    over = hashlib.shake_256(b"sarja seal " + secret.encode()).digest(len(data))
    return bytes(one ^ other for one, other in zip(data, over, strict=True))
