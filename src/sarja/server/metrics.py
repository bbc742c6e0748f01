"""What a server counts of itself, for Prometheus: no name, no code of a table, no card."""

import hmac
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from starlette.requests import Request
from starlette.responses import Response

from sarja.i18n import ENGLISH, catalogue
from sarja.server.answers import address_of, refusal
from sarja.server.errors import ServerError
from sarja.server.origins import is_loopback

ANSWER_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
THINKING_BUCKETS: Final = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0)
HERE: Final = ("127.0.0.1", "::1")
PASSED_ON: Final = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""Headers that a proxy adds, which stands on this machine but speaks for others."""


disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """The counts of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._messages = Counter(*_named("messages"), ["kind"], registry=self.registry)
        self._refusals = Counter(*_named("refusals"), ["code"], registry=self.registry)
        self._moves = Counter(*_named("moves"), registry=self.registry)
        self._answers = Histogram(
            *_named("answer_seconds"), buckets=ANSWER_BUCKETS, registry=self.registry
        )
        self._thinking = Histogram(
            *_named("bot_seconds"), ["bot"], buckets=THINKING_BUCKETS, registry=self.registry
        )

    def watch(self, name: str, count: Callable[[], float]) -> None:
        """Tell that number whenever somebody asks."""
        Gauge(*_named(name), registry=self.registry).set_function(count)

    @contextmanager
    def command(self, *, is_move: bool) -> Iterator[None]:
        """Take the time of a command, which counts if it is done."""
        begun = time.perf_counter()
        yield
        self._answers.observe(time.perf_counter() - begun)
        if is_move:
            self._moves.inc()

    def message(self, kind: str) -> None:
        """Count a message of a client."""
        self._messages.labels(kind).inc()

    def refusal(self, code: str) -> None:
        """Count a refusal."""
        self._refusals.labels(code).inc()

    @contextmanager
    def thinking(self, bot: str) -> Iterator[None]:
        """Take the time that a bot thinks."""
        begun = time.perf_counter()
        yield
        self._thinking.labels(bot).observe(time.perf_counter() - begun)

    def page(self, token: str | None) -> Callable[[Request], Response]:
        """What answers requests for the counts: those of this machine, or with the token."""

        def answer(request: Request) -> Response:
            if not _may_see(request, token):
                return refusal(ServerError("metrics-not-here"))
            return Response(generate_latest(self.registry), media_type=CONTENT_TYPE_PLAIN_0_0_4)

        return answer


def _named(name: str) -> tuple[str, str]:
    """What the count is called, and what is said about it."""
    return f"sarja_{name}", catalogue(ENGLISH).text(f"metrics-{name.replace('_', '-')}")


def _may_see(request: Request, token: str | None) -> bool:
    if token is not None:
        given = request.headers.get("authorization", "")
        return hmac.compare_digest(given.encode(), f"Bearer {token}".encode())
    headers = request.headers
    passed_on = any(name in headers for name in PASSED_ON)
    return address_of(request) in HERE and is_loopback(headers.get("host")) and not passed_on
