"""Servers of one site as they run in earnest: processes behind nginx, on PostgreSQL and Redis.

Everything listens on this machine alone, and on ports of its own but for the database, to which a
line leads that a test may cut.
"""

import asyncio
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from tests.server.phones import LIMIT
from tests.server.processes import Serving
from tests.server.redises import OwnRedis
from tests.server.stores import missing
from tools.browser import free_port

SERVED_BY = "X-Served-By"
"""The header in which nginx says which server it has chosen."""

NGINX = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log warn;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    map $http_upgrade $connection_upgrade {{ default upgrade; '' ''; }}
    upstream sarja {{
{servers}
    }}
    server {{
        listen 127.0.0.1:{port};
        add_header {served_by} $upstream_addr always;
        location / {{
            proxy_pass http://sarja;
            proxy_http_version 1.1;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_read_timeout 1h;
        }}
    }}
}}
"""


class Line:
    """A line to a port of this machine, which can be cut and mended."""

    def __init__(self, port: int) -> None:
        self._target = port
        self.port = free_port()
        self._cut = False
        self._writers: set[asyncio.StreamWriter] = set()
        ready = threading.Event()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._be_there(ready)), daemon=True
        )
        self._thread.start()
        assert ready.wait(LIMIT)

    async def _be_there(self, ready: threading.Event) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        async with await asyncio.start_server(self._lead, "127.0.0.1", self.port):
            ready.set()
            await self._end.wait()

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._cut:
            writer.transport.abort()
            return
        there, away = await asyncio.open_connection("127.0.0.1", self._target)
        self._writers |= {writer, away}
        await asyncio.gather(_carry(reader, away), _carry(there, writer))
        self._writers -= {writer, away}

    def cut(self) -> None:
        """Let nothing through, and end what there is."""
        self._loop.call_soon_threadsafe(self._cut_now)

    def _cut_now(self) -> None:
        self._cut = True
        for writer in self._writers:
            writer.transport.abort()

    def mend(self) -> None:
        """Let all through again."""
        self._cut = False

    def close(self) -> None:
        """Be no more."""
        self.cut()
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(LIMIT)


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.transport.abort()


class Cluster:
    """Servers behind nginx, and all that a test may do to them."""

    def __init__(self, folder: Path, database: str, redis: OwnRedis, count: int = 2) -> None:
        parts = urlsplit(database)
        self.line = Line(parts.port or 5432)
        user = parts.netloc.rpartition("@")[0]
        url = urlunsplit(parts._replace(netloc=f"{user}@127.0.0.1:{self.line.port}"))
        self.database, self.redis = database, redis
        self._environment = {"SARJA_DATABASE": url, "SARJA_BUS": redis.url}
        self._folder = folder
        self.ports = [free_port() for _ in range(count)]
        self.servers = [self._serve(port) for port in self.ports]
        self.port = free_port()
        self._nginx = self._begin_nginx()

    @property
    def url(self) -> str:
        """Where clients come."""
        return f"ws://127.0.0.1:{self.port}/ws"

    def _serve(self, port: int) -> Serving:
        return Serving(None, port=port, environment=self._environment)

    def kill(self, at: int) -> None:
        """End a server as a power cut would."""
        self.servers[at].kill()

    def start_again(self, at: int) -> None:
        """Start a server that has ended."""
        self.servers[at].__exit__(None, None, None)
        self.servers[at] = self._serve(self.ports[at])

    def _begin_nginx(self) -> "subprocess.Popen[bytes]":
        program = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
        if program is None:
            missing("nginx")
        settings = NGINX.format(
            folder=self._folder,
            port=self.port,
            served_by=SERVED_BY,
            servers="\n".join(
                f"        server 127.0.0.1:{port} max_fails=1 fail_timeout=1s;"
                for port in self.ports
            ),
        )
        (self._folder / "nginx.conf").write_text(settings)
        process = subprocess.Popen(
            [
                *(str(program), "-p", str(self._folder), "-c", str(self._folder / "nginx.conf")),
                *("-e", str(self._folder / "nginx.log")),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return process
            assert process.poll() is None, (self._folder / "nginx.log").read_text()
            time.sleep(0.02)
        raise AssertionError("nginx does not answer")

    def close(self) -> None:
        """End all of it."""
        self._nginx.kill()
        self._nginx.wait(LIMIT)
        for server in self.servers:
            server.__exit__(None, None, None)
        self.line.close()


@contextmanager
def cluster(folder: Path, database: str, redis: OwnRedis, count: int = 2) -> Iterator[Cluster]:
    """Servers behind nginx for as long as the block."""
    made = Cluster(folder, database, redis, count)
    try:
        yield made
    finally:
        made.close()
