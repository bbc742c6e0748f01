"""How much one address or one connection may ask for: floods and guesses are slowed or refused."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from sarja.rules.errors import SarjaError
from sarja.server.errors import ServerError


@dataclass(frozen=True, slots=True)
class Rates:
    """What is allowed; a class of forty behind one address plays undisturbed."""

    tables: str = "120/minute"
    """Tables opened by an address."""
    lessons: str = "20/hour"
    """Lessons opened by an address."""
    guesses: str = "30/minute"
    """Codes, tokens and links by an address that turned out wrong."""
    links: str = "20/minute"
    """Links asked for by a seat."""
    analyses: str = "20/hour"
    """Analyses that an address may have begun."""
    passwords: str = "40/minute"
    """Passwords and recovery codes that an address may try."""
    passwords_of: str = "10/15minute"
    """Passwords and recovery codes that may be tried for one account."""
    reports: str = "5/hour"
    """People that a seat may report."""
    reports_from: str = "40/hour"
    """People that may be reported from an address."""
    accounts: str = "20/hour"
    """Accounts made by an address."""
    sockets: int = 400
    """Sockets of an address at a time."""
    messages: float = 40.0
    """Messages of a socket a second; more are made to wait."""
    burst: float = 120.0
    """So many messages come through at once."""


class Quotas:
    """What each address has used up of its rates; in memory, so one for each process."""

    def __init__(self, rates: Rates | None = None) -> None:
        self._rates = rates or Rates()
        self._limiter: Final = MovingWindowRateLimiter(MemoryStorage())
        self._tables = parse(self._rates.tables)
        self._lessons = parse(self._rates.lessons)
        self._guesses = parse(self._rates.guesses)
        self._links = parse(self._rates.links)
        self._analyses = parse(self._rates.analyses)
        self._passwords = parse(self._rates.passwords)
        self._passwords_of = parse(self._rates.passwords_of)
        self._accounts = parse(self._rates.accounts)
        self._reports = parse(self._rates.reports)
        self._reports_from = parse(self._rates.reports_from)
        self._sockets: Counter[str] = Counter()

    def count_table(self, address: str) -> None:
        """Note that the address opens a table.

        Raises:
            ServerError: `too-many-tables`.
        """
        self._hit(self._tables, "table", address, "too-many-tables")

    def count_lesson(self, address: str) -> None:
        """Note that the address opens a lesson.

        Raises:
            ServerError: `too-many-lessons`.
        """
        self._hit(self._lessons, "lesson", address, "too-many-lessons")

    def count_link(self, owner: str) -> None:
        """Note that the seat asks for a link.

        Raises:
            ServerError: `too-many-links`.
        """
        self._hit(self._links, "link", owner, "too-many-links")

    def count_analysis(self, address: str) -> None:
        """Note that the address has an analysis begun.

        Raises:
            ServerError: `too-many-analyses`.
        """
        self._hit(self._analyses, "analysis", address, "too-many-analyses")

    def count_password(self, address: str) -> None:
        """Note that the address tries a password, before it is hashed.

        Raises:
            ServerError: `too-many-passwords`.
        """
        self._hit(self._passwords, "password", address, "too-many-passwords")

    def count_password_of(self, account: str) -> None:
        """Note that a password of the account is tried, before it is hashed.

        Raises:
            ServerError: `too-many-passwords`.
        """
        self._hit(self._passwords_of, "account-password", account, "too-many-passwords")

    def count_account(self, address: str) -> None:
        """Note that the address makes an account.

        Raises:
            ServerError: `too-many-accounts`.
        """
        self._hit(self._accounts, "account", address, "too-many-accounts")

    def count_report(self, owner: str, address: str) -> None:
        """Note that the seat reports somebody.

        Raises:
            ServerError: `too-many-reports`.
        """
        self._hit(self._reports, "report", owner, "too-many-reports")
        self._hit(self._reports_from, "reports", address, "too-many-reports")

    def check_guesses(self, address: str) -> None:
        """Nothing, if the address has not guessed wrong too often.

        Raises:
            ServerError: `too-many-guesses`.
        """
        if not self._limiter.test(self._guesses, "guess", address):
            raise ServerError("too-many-guesses")

    @contextmanager
    def guess(self, address: str, *wrong: str) -> Iterator[None]:
        """Note what fails with one of these codes as a wrong guess of the address.

        Raises:
            ServerError: `too-many-guesses` in place of them.
        """
        try:
            yield
        except SarjaError as error:
            if error.code in wrong:
                self._hit(self._guesses, "guess", address, "too-many-guesses")
            raise

    @contextmanager
    def socket(self, address: str) -> Iterator[bool]:
        """Whether the address may have one socket more, which it has until the end."""
        self._sockets[address] += 1
        try:
            yield self._sockets[address] <= self._rates.sockets
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    def bucket(self) -> "Bucket":
        """A bucket for the messages of one socket."""
        return Bucket(self._rates.messages, self._rates.burst)

    def _hit(self, item: RateLimitItem, what: str, who: str, code: str) -> None:
        if not self._limiter.hit(item, what, who):
            raise ServerError(code)


class Bucket:
    """Holds so many messages, and is filled again at some rate a second."""

    def __init__(self, rate: float, size: float) -> None:
        self._rate, self._size = rate, size
        self._level, self._at = size, time.monotonic()

    def take(self) -> float:
        """Take a message out; for how many seconds it must wait."""
        now = time.monotonic()
        self._level = min(self._size, self._level + (now - self._at) * self._rate) - 1
        self._at = now
        return max(0.0, -self._level / self._rate)
