"""How much one address or one connection may ask for: floods and guesses are slowed or refused."""

import ipaddress
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from sarja.rules.errors import SarjaError
from sarja.server.bus import Bus, MemoryBus
from sarja.server.crowds import Crowds
from sarja.server.errors import ServerError
from sarja.table.names import looks_of, trim_name

USED: Final = "used"
"""The kind of notice by which servers count together."""
KEPT: Final = 10_000
"""Of so many addresses it is known how much they ask for; those that are quiet are forgotten."""


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
    asked: float = 500.0
    """Messages and requests of an address a second, of all its sockets; more are made to wait."""
    asked_burst: float = 3000.0
    """So many of them come through at once."""
    connections: int = 400
    """Connections of an address at a time that are no sockets, but for a proxy on this machine."""
    changes: str = "200/minute"
    """What a seat does at its table, moves apart; and how often an address sits down."""
    spectators: int = 500
    """Spectators of a table at a time."""


class Quotas:
    """What each address has used up of its rates; each server counts what the others count, too.

    What comes with every move is the exception, which each counts for itself.
    """

    def __init__(self, rates: Rates | None = None, bus: Bus | None = None) -> None:
        self._rates = rates or Rates()
        self._limiter: Final = MovingWindowRateLimiter(MemoryStorage())
        self._items = {
            "table": parse(self._rates.tables),
            "lesson": parse(self._rates.lessons),
            "guess": parse(self._rates.guesses),
            "link": parse(self._rates.links),
            "analysis": parse(self._rates.analyses),
            "password": parse(self._rates.passwords),
            "account-password": parse(self._rates.passwords_of),
            "account": parse(self._rates.accounts),
            "report": parse(self._rates.reports),
            "reports": parse(self._rates.reports_from),
            "change": parse(self._rates.changes),
        }
        self._buckets: dict[str, Bucket] = {}
        self._bus = bus or MemoryBus()
        self._bus.hear(USED, self._count_too)
        self.crowds: Final = Crowds(self._bus)

    def count_table(self, address: str) -> None:
        """Note that the address opens a table.

        Raises:
            ServerError: `too-many-tables`.
        """
        self._hit("table", network_of(address), "too-many-tables")

    def count_lesson(self, address: str) -> None:
        """Note that the address opens a lesson.

        Raises:
            ServerError: `too-many-lessons`.
        """
        self._hit("lesson", network_of(address), "too-many-lessons")

    def count_link(self, owner: str) -> None:
        """Note that the seat asks for a link.

        Raises:
            ServerError: `too-many-links`.
        """
        self._hit("link", owner, "too-many-links")

    def count_analysis(self, address: str) -> None:
        """Note that the address has an analysis begun.

        Raises:
            ServerError: `too-many-analyses`.
        """
        self._hit("analysis", network_of(address), "too-many-analyses")

    def count_password(self, address: str) -> None:
        """Note that the address tries a password, before it is hashed.

        Raises:
            ServerError: `too-many-passwords`.
        """
        self._hit("password", network_of(address), "too-many-passwords")

    def count_password_of(self, name: str) -> None:
        """Note that a password for the name is tried, before it is hashed.

        Each look by which an account is found is counted, so that no other spelling of the name is
        good for more tries, whether there is such an account or not.

        Raises:
            ServerError: `too-many-passwords`.
        """
        for look in sorted(looks_of(trim_name(name))):
            self._hit("account-password", look, "too-many-passwords")

    def count_account(self, address: str) -> None:
        """Note that the address makes an account.

        Raises:
            ServerError: `too-many-accounts`.
        """
        self._hit("account", network_of(address), "too-many-accounts")

    def count_report(self, owner: str, address: str) -> None:
        """Note that the seat reports somebody.

        Raises:
            ServerError: `too-many-reports`.
        """
        self._hit("report", owner, "too-many-reports")
        self._hit("reports", network_of(address), "too-many-reports")

    def count_change(self, owner: str | None, address: str) -> None:
        """Note that the seat, or somebody without one, changes something at a table.

        Raises:
            ServerError: `too-many-changes`.
        """
        who = owner or network_of(address)
        self._hit("change", who, "too-many-changes")

    def check_spectators(self, others: int) -> None:
        """Nothing, if a table with so many spectators may have one more.

        Raises:
            ServerError: `too-many-spectators`.
        """
        if others >= self._rates.spectators:
            raise ServerError("too-many-spectators", limit=self._rates.spectators)

    def pace(self, address: str, patience: float = math.inf) -> float:
        """Take note that the address asks for something; for how many seconds it must wait.

        Raises:
            ServerError: `too-many-requests`: it would have to wait longer than `patience`.
        """
        network = network_of(address)
        bucket = self._buckets.get(network)
        if bucket is None:
            if len(self._buckets) >= KEPT:
                self._buckets = {k: b for k, b in self._buckets.items() if not b.is_full}
            made = Bucket(self._rates.asked, self._rates.asked_burst)
            bucket = self._buckets[network] = made
        if bucket.wait > patience:
            raise ServerError("too-many-requests")
        return bucket.take()

    def check_guesses(self, address: str) -> None:
        """Nothing, if the address has not guessed wrong too often.

        Raises:
            ServerError: `too-many-guesses`.
        """
        if not self._limiter.test(self._items["guess"], "guess", network_of(address)):
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
                self._hit("guess", network_of(address), "too-many-guesses")
            raise

    @contextmanager
    def socket(self, address: str) -> Iterator[bool]:
        """Whether the address may have one socket more, which it has until the end."""
        network = network_of(address)
        if self.crowds.of(network) >= self._rates.sockets:
            yield False
            return
        self.crowds.change(network, 1)
        try:
            yield True
        finally:
            self.crowds.change(network, -1)

    def bucket(self) -> "Bucket":
        """A bucket for the messages of one socket."""
        return Bucket(self._rates.messages, self._rates.burst)

    def _hit(self, what: str, who: str, code: str) -> None:
        if not self._limiter.hit(self._items[what], what, who):
            raise ServerError(code)
        if what != "change":
            self._bus.tell(USED, what, who)

    def _count_too(self, what: str, who: str) -> None:
        """Another server has let somebody do something that is counted."""
        if what in self._items:
            self._limiter.hit(self._items[what], what, who)


class Bucket:
    """Holds so many messages, and is filled again at some rate a second."""

    def __init__(self, rate: float, size: float) -> None:
        self._rate, self._size = rate, size
        self._level, self._at = size, time.monotonic()

    def take(self) -> float:
        """Take a message out; for how many seconds it must wait."""
        self._fill()
        self._level -= 1
        return max(0.0, -self._level / self._rate)

    @property
    def wait(self) -> float:
        """For how many seconds a message must wait that comes now."""
        self._fill()
        return max(0.0, (1 - self._level) / self._rate)

    @property
    def is_full(self) -> bool:
        """Whether nothing has been taken for a while."""
        self._fill()
        return self._level >= self._size

    def _fill(self) -> None:
        now = time.monotonic()
        self._level = min(self._size, self._level + (now - self._at) * self._rate)
        self._at = now


def network_of(address: str) -> str:
    """By what an address is counted: itself, or all that one customer has of the newer kind."""
    if ":" not in address:
        return address
    try:
        long = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if long.ipv4_mapped is not None:
        return str(long.ipv4_mapped)
    return str(ipaddress.IPv6Network((long, 64), strict=False))
