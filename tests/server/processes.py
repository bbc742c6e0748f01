"""`sarja serve` in a process of its own, as people start it."""

import re
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType

from tests.cli.commands import command_environment
from tests.server.phones import LIMIT


class Serving:
    """A running `sarja serve`; killed at the end of the block if it still runs."""

    def __init__(
        self,
        folder: Path | None,
        *options: str,
        pause: int = 0,
        port: int = 0,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """With its tables in the folder; without one, where the environment says."""
        data = () if folder is None else ("--data", str(folder))
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "sarja", "serve", "--no-browser", "--port", str(port)),
                *(*data, "--bot-pause", str(pause), *options),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=command_environment(**(environment or {})),
        )
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.said: list[str] = []
        self.port = int(self.wait_for(r"http://[0-9.]+:([0-9]+)"))

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    def wait_for(self, pattern: str) -> str:
        """What the pattern's group finds in the output."""
        while True:
            try:
                line = self._lines.get(timeout=LIMIT)
            except Empty:
                raise AssertionError(f"no {pattern} in {self.said}") from None
            self.said.append(line)
            if found := re.search(pattern, line):
                return found[1] if found.re.groups else found[0]
            assert self.process.poll() is None or not self._lines.empty(), self.said

    def kill(self) -> None:
        """End the process as a power cut would."""
        self.process.kill()
        self.process.wait(LIMIT)

    def stop(self) -> int:
        """End the process as a system does that shuts down; its exit code."""
        self.process.terminate()
        code = self.process.wait(LIMIT)
        self._reader.join(LIMIT)
        while not self._lines.empty():
            self.said.append(self._lines.get())
        return code

    def __enter__(self) -> "Serving":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.kill()
        self._reader.join(LIMIT)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
