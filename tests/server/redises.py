"""Redis for tests: the machine's own, and one that a test may stop and start again."""

import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import redis

from tests.server.phones import LIMIT
from tests.server.stores import missing
from tools.browser import free_port

REDIS = "redis://127.0.0.1:6379"


def fresh_channel() -> str:
    """A channel of the test's own, at a Redis that is there."""
    with redis.Redis.from_url(REDIS, socket_connect_timeout=3) as client:
        try:
            client.ping()
        except redis.ConnectionError:
            missing("Redis")
    return f"sarja-test-{secrets.token_hex(6)}"


class OwnRedis:
    """A Redis on a port of its own, which keeps nothing."""

    def __init__(self) -> None:
        program = shutil.which("redis-server")
        if program is None:
            missing("redis-server")
        self._program = str(program)
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = subprocess.Popen(
            [
                *(self._program, "--bind", "127.0.0.1", "--port", str(self.port)),
                *("--save", "", "--appendonly", "no"),
            ],
            stdout=subprocess.DEVNULL,
        )
        with redis.Redis(port=self.port) as client:
            for _ in range(round(LIMIT * 20)):
                try:
                    client.ping()
                except redis.ConnectionError:
                    with suppress(subprocess.TimeoutExpired):
                        self._process.wait(0.05)
                else:
                    return
        raise AssertionError("redis-server does not answer")

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None
        return self._process.pid

    def stop(self) -> None:
        """End it at once, as if the power had gone."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(LIMIT)
            self._process = None


@contextmanager
def own_redis() -> Iterator[OwnRedis]:
    """A Redis that runs for as long as the block, unless it is stopped."""
    made = OwnRedis()
    made.start()
    try:
        yield made
    finally:
        made.stop()
