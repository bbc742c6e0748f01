"""Commands in a terminal of their own, driven as by somebody who reads and types."""

import os
import re
import select
import subprocess
import sys
import time
from types import TracebackType

from tests.cli.commands import LIMIT, command_environment

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r")


class Terminal:
    """A running command; killed at the end of the block if it still runs."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self._master, slave = os.openpty()
        environment = {"TERM": "xterm", "NO_COLOR": "1", "LINES": "40"} | environment
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sarja", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env=command_environment(**environment),
        )
        os.close(slave)
        self.raw = ""
        self._read = 0

    @property
    def shown(self) -> str:
        """All that was shown, without what moves the cursor."""
        return ESCAPES.sub("", self.raw)

    def enter(self, line: str) -> None:
        """Type the line, and Enter."""
        os.write(self._master, (line + "\n").encode())

    def wait_for(self, *texts: str) -> str:
        """The first of the texts that is shown from now on; what came before is passed over."""
        until = time.monotonic() + LIMIT
        while True:
            news = self.shown[self._read :]
            found = [(news.index(text), text) for text in texts if text in news]
            if found:
                at, text = min(found)
                self._read += at + len(text)
                return text
            assert time.monotonic() < until, (texts, self.shown[-3000:])
            assert self._take() or self.process.poll() is None, (texts, self.shown[-3000:])

    def end(self) -> int:
        """Read until the command ends; its exit code."""
        until = time.monotonic() + LIMIT
        while self.process.poll() is None:
            self._take()
            assert time.monotonic() < until, self.shown[-3000:]
        while self._take():
            pass
        return self.process.wait()

    def _take(self) -> bool:
        """Read what there is; whether there was anything."""
        if not select.select([self._master], [], [], 0.1)[0]:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the other end is closed
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(LIMIT)
        os.close(self._master)
