"""Running the scenarios: a server for each, a browser that Node drives, and what they ask for."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from tools.browser import (
    BrowserMissingError,
    find_chromium,
    find_node,
    free_port,
    start_server,
)
from tools.hatch_build import build_page

ROOT: Final = Path(__file__).resolve().parents[2]
SCENARIOS: Final = Path(__file__).parent / "scenarios"
PATIENCE: Final = 240.0
"""Seconds that one scenario may take on a busy machine; alone it needs a tenth."""


class Stage:
    """A server of its own and the means to play a scenario on it."""

    def __init__(self, folder: Path, node: str, chromium: str) -> None:
        self.folder = folder
        self._node = node
        self._chromium = chromium
        self._port = free_port()
        self._options: tuple[str, ...] = ()
        self._server: subprocess.Popen[bytes] | None = None

    def serve(self, *options: str) -> None:
        """Start the server; bots answer at once."""
        self._options = ("--bot-pause", "0", *options)
        self._server = start_server(self.folder / "data", self._port, *self._options)

    def restart(self) -> None:
        """Stop the server as a person would, and start it again."""
        self.close()
        self._server = start_server(self.folder / "data", self._port, *self._options)

    def close(self) -> None:
        """Stop the server."""
        if self._server is not None:
            self._server.terminate()
            self._server.wait(30)
            self._server = None

    def play(self, name: str, host: str = "127.0.0.1", **options: Any) -> None:
        """Play the scenario of that name; fail with what it said.

        A browser on a busy machine can lose so much time that a bot or a clock is first. So a
        scenario that fails is played once more, which is said aloud; twice is a failure.
        """
        failed = self._try(name, host, options)
        if failed is not None:
            sys.stderr.write(f"e2e: {name} failed once and is played again\n{failed}\n")
            failed = self._try(name, host, options)
        if failed is not None:
            pytest.fail(failed, pytrace=False)

    def _try(self, name: str, host: str, options: dict[str, Any]) -> str | None:
        """What the scenario said if it failed, else None."""
        told = {
            "address": f"http://{host}:{self._port}",
            "direct": f"http://127.0.0.1:{self._port}",
            "chromium": self._chromium,
            "folder": str(self.folder),
            "options": options,
        }
        command = [self._node, str(SCENARIOS / f"{name}.mjs"), json.dumps(told)]
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        clock = threading.Timer(PATIENCE, process.kill)
        clock.start()
        said = []
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            for line in process.stdout:
                if line.strip() == "!restart":
                    self.restart()
                    self._answer(process, "done")
                elif line.startswith("!admin "):
                    self._answer(process, self.admin(*line.split()[1:]))
                else:
                    said.append(line)
            _, errors = process.communicate()
        finally:
            clock.cancel()
        if process.returncode:
            return f"{name}: exit {process.returncode}\n{''.join(said)}{errors}"
        return None

    def admin(self, *arguments: str) -> str:
        """What `sarja admin` says about the server's folder, in one line."""
        command = [sys.executable, "-m", "sarja", "admin", *arguments]
        done = subprocess.run(
            [*command, "--data", str(self.folder / "data")],
            env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "SARJA_LANG": "en"},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.replace("\n", " ")

    @staticmethod
    def _answer(process: subprocess.Popen[str], text: str) -> None:
        assert process.stdin is not None
        process.stdin.write(f"{text}\n")
        process.stdin.flush()

    def url(self, host: str) -> str:
        """The server's address under another name."""
        return f"http://{host}:{self._port}"


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Let one process at a time in: what follows installs and builds."""
    path.parent.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + PATIENCE
    while True:
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL))
            break
        except FileExistsError:
            # One that is very old was left behind by a process that was killed.
            age = time.time() - path.stat().st_mtime if path.exists() else 0
            if age > PATIENCE or time.monotonic() > end:
                path.unlink(missing_ok=True)
            time.sleep(0.2)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def prepare(lock: Path) -> tuple[str, str]:
    """Node and a browser, and the page built; what is missing is installed or asked for."""
    with alone(lock):
        try:
            node, chromium = find_node(), find_chromium()
        except BrowserMissingError as error:
            missing(str(error))
        build_page(ROOT, modules=True)
        return node, chromium


def missing(what: str) -> None:
    """Skip aloud; in CI nothing may be skipped."""
    if os.environ.get("CI"):
        pytest.fail(what, pytrace=False)
    pytest.skip(what)


Make = Callable[..., Stage]
