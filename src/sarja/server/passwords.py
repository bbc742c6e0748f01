"""Passwords and codes that get one in again: hashed by argon2, in threads, two at a time."""

import asyncio
import secrets
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from sarja.server.errors import ServerError

SHORTEST: Final = 10
LONGEST: Final = 200
AT_ONCE: Final = 2
CODES: Final = 8
"""So many recovery codes an account has."""
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""None of them is taken for another one on paper."""

COMMON: Final = frozenset(
    (Path(__file__).parent / "common_passwords.txt").read_text(encoding="utf-8").split()
)
"""What is guessed first, of those long enough."""


class Passwords:
    """Makes and checks hashes, without holding up anybody."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher(time_cost=2, memory_cost=65536, parallelism=1)
        self._threads = ThreadPoolExecutor(AT_ONCE, "sarja-password")
        self._nobody: str | None = None
        """The hash of a password that nobody has: to take as long for names that are not there."""

    async def hash(self, password: str, name: str) -> str:
        """What is stored of the password.

        Raises:
            ServerError: `password-short`, `password-long`, `password-common`.
        """
        text = normal(password)
        if len(text) < SHORTEST:
            raise ServerError("password-short", least=SHORTEST)
        if len(text) > LONGEST:
            raise ServerError("password-long", most=LONGEST)
        if text.casefold() in COMMON or len(set(text)) < 3 or text.casefold() == name.casefold():
            raise ServerError("password-common")
        return await self._run(text)

    async def check(self, stored: str | None, password: str) -> bool:
        """Whether that is the password; as slow where there is none, or a void one."""
        if not stored:
            if self._nobody is None:
                self._nobody = await self._run(secrets.token_hex(16))
            await self._verify(self._nobody, password)
            return False
        return await self._verify(stored, password)

    def close(self) -> None:
        """Let go of the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _run(self, text: str) -> str:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._hasher.hash, text)

    async def _verify(self, stored: str, password: str) -> bool:
        def work() -> bool:
            try:
                return self._hasher.verify(stored, normal(password)[: LONGEST + 1])
            except (Argon2Error, InvalidHashError):
                return False

        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def normal(password: str) -> str:
    """The password however its letters were typed: an accent may come alone or with its letter."""
    return unicodedata.normalize("NFKC", password)


def new_code() -> str:
    """A recovery code of some 79 bits, in groups to be written down."""
    letters = [secrets.choice(LETTERS) for _ in range(16)]
    return "-".join("".join(letters[at : at + 4]) for at in range(0, 16, 4))


def clean_recovery(typed: str) -> str:
    """The code as it is hashed, however it was typed."""
    return "".join(letter for letter in typed.lower() if letter.isalnum())
