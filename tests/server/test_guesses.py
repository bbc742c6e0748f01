"""Guesses at names and passwords: nothing tells whether there is an account."""

from pathlib import Path
from typing import Any, Literal

import pytest
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from sarja.server.passwords import Passwords
from sarja.server.quotas import Rates
from tests.server.phones import run
from tests.server.test_accounts import PASSWORD, post, quick, register
from tests.server.web import browsing

pytestmark = pytest.mark.usefixtures("both_stores")


def test_tries_are_counted_alike_for_names_that_are_there_and_names_that_are_not(
    tmp_path: Path,
) -> None:
    async def work() -> None:
        rates = Rates(passwords="100/minute", passwords_of="3/minute")
        async with browsing(tmp_path, passwords=quick(), rates=rates) as (_, client):
            await register(client, "Anna Lo")
            told = []
            for name in ("Anna Lo", "Unna Lo"):
                # Spaces, a Cyrillic letter, capitals, a digit: all of them find the account.
                written = (name, f" {name} ", name.replace("a", "\u0430"), name.upper())
                spelt = (*written, name.replace("Lo", "L0"), name.casefold())
                asked = [{"name": one, "password": "wrong wrong"} for one in spelt]
                codes = [
                    (await post(client, "/api/account/session", **one))["code"] for one in asked
                ]
                assert codes[3:] == ["too-many-passwords"] * 3
                told.append(codes)
            assert told[0] == told[1]

    run(work())


def test_a_void_password_takes_as_long_as_one_that_is_not_there() -> None:
    class Verifying(PasswordHasher):
        hashed = 0

        def verify(self, *given: Any) -> Literal[True]:
            try:
                return super().verify(*given)
            except VerifyMismatchError:
                # What is no hash at all is refused before anything is hashed.
                self.hashed += 1
                raise

    async def work() -> None:
        hasher = Verifying(time_cost=1, memory_cost=8, parallelism=1)
        passwords = Passwords(hasher)
        there = await passwords.hash(PASSWORD, "Ann")
        for number, stored in enumerate((there, None, ""), 1):
            assert not await passwords.check(stored, "wrong wrong")
            assert hasher.hashed == number
        passwords.close()

    run(work())
