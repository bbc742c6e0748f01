"""The seats that somebody has taken from here: kept on disk, so that one comes back to them."""

import contextlib
import json
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import platformdirs

MOST: Final = 200
"""So many seats are kept; the oldest go first."""
PATIENCE: Final = 5.0
"""Seconds to wait while another program writes."""


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """A seat at a table. Who has the token sees the hand and plays."""

    site: str
    table: str
    code: str
    name: str
    token: str


class SeatBook:
    """The seats kept in a file that only its owner may read; the latest first."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def find(self, site: str, code: str, name: str | None) -> KeptSeat | None:
        """The seat that was kept last at the table, under that name where one is given."""
        for seat in self._read():
            if (seat.site, seat.code) == (site, code) and name in (None, seat.name):
                return seat
        return None

    def keep(self, seat: KeptSeat) -> bool:
        """Keep the seat; whether the disk took it."""
        with self._alone():
            others = [kept for kept in self._read() if kept.token != seat.token]
            return self._write([seat, *others][:MOST])

    def forget(self, token: str) -> None:
        """Keep the seat of that token no longer."""
        with self._alone():
            seats = self._read()
            kept = [seat for seat in seats if seat.token != token]
            if kept != seats:
                self._write(kept)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Let no other program write between reading and writing.

        SQLite's own file locks do it: they are there on every system. Where there is no lock to be
        had the seat is kept all the same: to lose this one for certain would be worse.
        """
        with contextlib.ExitStack() as held:
            with contextlib.suppress(OSError, sqlite3.Error):
                self._file.parent.mkdir(parents=True, exist_ok=True)
                lock = sqlite3.connect(
                    self._file.with_suffix(".lock"), isolation_level=None, timeout=PATIENCE
                )
                held.enter_context(contextlib.closing(lock)).execute("BEGIN EXCLUSIVE")
            yield

    def _read(self) -> list[KeptSeat]:
        """What is kept; nothing where the file is missing or is none of ours."""
        try:
            data = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return []
        return [seat for one in data if (seat := _seat(one))] if isinstance(data, list) else []

    def _write(self, seats: list[KeptSeat]) -> bool:
        text = json.dumps([asdict(seat) for seat in seats], ensure_ascii=False, indent=1)
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            # Made readable for its owner only, and put in its place whole.
            number, name = tempfile.mkstemp(dir=self._file.parent)
            with os.fdopen(number, "w", encoding="utf-8") as file:
                file.write(text + "\n")
            Path(name).replace(self._file)
        except OSError:
            with contextlib.suppress(OSError, UnboundLocalError):
                Path(name).unlink()
            return False
        return True


def own_book() -> SeatBook:
    """The book in the user's folder for what programs remember."""
    return SeatBook(platformdirs.user_state_path("sarja", appauthor=False) / "seats.json")


def _seat(data: Any) -> KeptSeat | None:
    try:
        seat = KeptSeat(**data)
    except TypeError:
        return None
    return seat if all(isinstance(value, str) for value in asdict(seat).values()) else None
