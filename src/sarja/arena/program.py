"""A program that plays: started, asked a line, answering a line, and ended whatever it does.

Its three pipes are never read or written in a way that could wait for ever: a program may be late,
stop reading, flood its standard error or leave children behind that hold the pipes open.
"""

import contextlib
import os
import selectors
import signal
import subprocess
import threading
from collections.abc import Sequence
from time import monotonic, sleep
from typing import IO, Final

from sarja.arena.errors import FaultyBot
from sarja.rules.jsontext import one_line

LONGEST_LINE: Final = 1 << 16
CHUNK: Final = 1 << 16
KEPT_OF_ERRORS: Final = 1 << 12
LAST_SECONDS: Final = 1.0
"""So long a program may take to exit, or to die of what has closed its output."""
LOOK_SECONDS: Final = 0.1
"""So often one looks whether a program that is silent still runs."""
SHORT_SECONDS: Final = 0.005
SHOWN: Final = 120

_RUNNING: Final[set[int]] = set()
_STARTING: Final = threading.Lock()


def kill_all() -> None:
    """Kill every program of this process and let no other start; then the process must end."""
    _STARTING.acquire()
    for group in list(_RUNNING):
        with contextlib.suppress(OSError):
            _kill(group)


class Program:
    """A running program. Of its standard error only the end is kept."""

    def __init__(self, words: Sequence[str]) -> None:
        """Start it, in a session of its own: a key pressed in the terminal is not for it.

        Raises:
            FaultyBot: `not-started`.
        """
        try:
            with _STARTING:
                self._process = subprocess.Popen(
                    words,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                )
                _RUNNING.add(self._process.pid)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise FaultyBot("not-started", reason=one_line(reason, SHOWN)) from None
        self._selector = selectors.DefaultSelector()
        self._input, self._output, self._errors = map(
            _raw, (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        for pipe in (self._input, self._output, self._errors):
            os.set_blocking(pipe.fileno(), False)
        for pipe in (self._output, self._errors):
            self._selector.register(pipe, selectors.EVENT_READ)
        self._unsent = b""
        self._received = b""
        self._complaints = b""
        self._gone = False
        self._complains = True

    def send(self, line: bytes) -> None:
        """Send a line that is not answered; what does not fit in the pipe goes with the next."""
        self._unsent += line
        self._write()

    def ask(self, line: bytes, seconds: float) -> bytes:
        """The one line that answers the line, within that time of its being sent.

        Raises:
            FaultyBot: `late`, `ended`, `closed`, `unasked`, `too-long`.
        """
        deadline = monotonic() + seconds
        self._read_what_is_there()
        if self._received:
            raise FaultyBot("unasked", said=shown(self._received.partition(b"\n")[0]))
        self.send(line)
        while b"\n" not in self._received:
            if len(self._received) > LONGEST_LINE:
                raise FaultyBot("too-long", limit=LONGEST_LINE)
            if self._gone:
                raise self._last_words()
            left = deadline - monotonic()
            if left <= 0:
                raise FaultyBot("late", ms=round(seconds * 1000))
            ended = self._has_ended()
            self._wait(0 if ended else min(left, LOOK_SECONDS))
            # Its children may hold its output open, but nothing of its own comes any more.
            if ended:
                self._gone = True
        answer, _, rest = self._received.partition(b"\n")
        if len(answer) > LONGEST_LINE:
            raise FaultyBot("too-long", limit=LONGEST_LINE)
        self._received = rest
        return answer

    def in_step(self) -> bool:
        """Whether it runs and has said nothing that it was not asked for."""
        self._read_what_is_there()
        return not self._gone and not self._received and not self._unsent

    def part(self, line: bytes) -> None:
        """Send a last line, after which it should exit by itself; `kill` must follow."""
        self.send(line)
        with contextlib.suppress(KeyError, ValueError):
            self._selector.unregister(self._input)
        with contextlib.suppress(OSError):
            self._input.close()

    def wait(self, deadline: float) -> None:
        """Wait until it has closed its output, but not longer."""
        while not self._gone and monotonic() < deadline:
            self._received = b""
            self._wait(deadline - monotonic())

    def kill(self) -> int:
        """Kill it and all of its session that has not left it; its exit code, negative by a signal.

        It is killed before its exit is asked for: as long as that is so, its number is its own.
        """
        if self._process.returncode is not None:
            return self._process.returncode
        with contextlib.suppress(ProcessLookupError, PermissionError):
            _kill(self._process.pid)
        code = self._process.wait()
        _RUNNING.discard(self._process.pid)
        self._selector.close()
        for pipe in (self._input, self._output, self._errors):
            with contextlib.suppress(OSError):
                pipe.close()
        return code

    def _wait(self, seconds: float) -> None:
        """Move what can be moved through the pipes, after at most that time."""
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._input:
                self._write()
            elif key.fileobj is self._output:
                self._gone = not self._read_output()
            else:
                self._read_errors()

    def _read_what_is_there(self) -> None:
        """What it has said by now, for it may have spoken unasked."""
        if not self._gone and len(self._received) <= LONGEST_LINE:
            self._gone = not self._read_output()

    def _read_output(self) -> bool:
        """Take what its standard output has; False at the end of it."""
        chunk = _read(self._output)
        if chunk == b"":
            self._selector.unregister(self._output)
            return False
        self._received += chunk or b""
        return True

    def _read_errors(self) -> bool:
        """Take what its standard error has; whether that was anything."""
        chunk = _read(self._errors)
        if chunk == b"":
            self._complains = False
            self._selector.unregister(self._errors)
        self._complaints = (self._complaints + (chunk or b""))[-KEPT_OF_ERRORS:]
        return bool(chunk)

    def _write(self) -> None:
        """Write what fits; the rest is written while an answer is waited for."""
        if self._input.closed:
            return
        try:
            self._unsent = self._unsent[os.write(self._input.fileno(), self._unsent) :]
        except BlockingIOError:
            pass
        except OSError:
            # Nobody reads any more. Whether it has ended its output will tell.
            self._unsent = b""
        registered = self._input in {key.fileobj for key in self._selector.get_map().values()}
        if self._unsent and not registered:
            self._selector.register(self._input, selectors.EVENT_WRITE)
        elif registered and not self._unsent:
            self._selector.unregister(self._input)

    def _last_words(self) -> FaultyBot:
        """How it ended, once it is dead; what it said last on standard error stands in it."""
        deadline = monotonic() + LAST_SECONDS
        while True:
            ended = self._has_ended()
            said = self._complains and self._read_errors()
            if (ended and not said) or monotonic() >= deadline:
                break
            sleep(0 if said else SHORT_SECONDS)
        code = self.kill()
        if not ended and code == -signal.SIGKILL:
            return FaultyBot("closed")
        how = "ended" if code >= 0 else "ended-by-signal"
        lines = [line for line in self._complaints.splitlines() if line.strip()]
        if lines:
            return FaultyBot(f"{how}-saying", number=abs(code), said=shown(lines[-1]))
        return FaultyBot(how, number=abs(code))

    def _has_ended(self) -> bool:
        """Whether it is dead, where the system tells that without forgetting its number."""
        if not hasattr(os, "waitid") or self._process.returncode is not None:
            return False
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        with contextlib.suppress(OSError):
            return os.waitid(os.P_PID, self._process.pid, flags) is not None
        return False


def shown(line: bytes) -> str:
    """What a program wrote, fit to be shown in a line."""
    return one_line(line[: 4 * SHOWN].decode("utf-8", "backslashreplace").strip(), SHOWN)


def _raw(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _read(pipe: IO[bytes]) -> bytes | None:
    """What is there to read: nothing at the end, None where nothing is there yet."""
    try:
        return os.read(pipe.fileno(), CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _kill(group: int) -> None:
    if hasattr(os, "killpg"):
        os.killpg(group, signal.SIGKILL)
    else:
        os.kill(group, signal.SIGTERM)
