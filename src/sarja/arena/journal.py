"""The file of an arena: a line of what is played, then a line a game, in the order of numbers.

No clock is in it, so the same arena makes the same bytes, by one worker or many, in one go or
after having been killed. All moves are in it, so every game can be made a record.
"""

import json
import os
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from sarja import __version__
from sarja.arena.contest import Contest, renamed
from sarja.arena.errors import ArenaError, BotFault
from sarja.arena.games import Result, team_that_has_won
from sarja.rules.jsontext import JsonError, one_line, parse_json

FORMAT: Final = "sarja-arena/1"
LONGEST_LINE: Final = 100
"""Names are shorter."""
ENDINGS: Final = ("sequences", "blocked", "limit", "fault")


class Journal:
    """The journal in a file, locked while it is open: two arenas never write to one file."""

    def __init__(self, path: Path, contest: Contest) -> None:
        """Open the file, or begin it; what was written only in part when it was killed goes.

        Raises:
            ArenaError: `journal-in-use`, `journal-not-writable`, `journal-other` (it is of an
                arena that differs), `journal-damaged`.
        """
        # One file has one lock, by whatever links it is named.
        self._path, self.contest = _resolved(path), contest
        names = [entrant.name for entrant in contest.entrants]
        head = {"format": FORMAT, "sarja": __version__, **contest.data(), "names": names}
        self._lock = _lock(self._path)
        try:
            self.results = self._begin(_line(head))
        except OSError:
            self.close()
            raise ArenaError("journal-not-writable") from None
        except ArenaError:
            self.close()
            raise

    def keep(self, result: Result) -> None:
        """Write the game down.

        Raises:
            ArenaError: `journal-not-writable`.
        """
        try:
            self._file.write(_line(result_data(result)))
            self._file.flush()
        except OSError:
            raise ArenaError("journal-not-writable") from None

    def close(self) -> None:
        """Let go of the file."""
        with suppress(AttributeError, OSError):
            self._file.close()
        # While it is held, so that it is never taken from an arena that has come since; Windows
        # wants it the other way round.
        with suppress(OSError):
            _lock_path(self._path).unlink(missing_ok=True)
        self._lock.close()
        if os.name == "nt":
            with suppress(OSError):
                _lock_path(self._path).unlink(missing_ok=True)

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _begin(self, head: bytes) -> tuple[Result, ...]:
        """The games that are there; the file is then ready for the next."""
        self._file = open(self._path, "a+b")  # noqa: PTH123, SIM115 -- stays open
        self._file.seek(0)
        lines = self._file.read().splitlines(keepends=True)
        whole = [line for line in lines if line.endswith(b"\n")]
        if not lines:
            self._file.write(head)
            self._file.flush()
            return ()
        if not whole:
            # The very first line was cut off: nothing had been played.
            if not head.startswith(lines[0]):
                raise ArenaError("journal-other", key="format")
            self._file.truncate(0)
            self._file.write(head)
            self._file.flush()
            return ()
        names = _compare(whole[0], head)
        self.contest = renamed(self.contest, names)
        results = []
        for number, line in enumerate(whole[1:], 1):
            result = _read(line, number)
            if result is None or not _may_be(result, self.contest):
                raise ArenaError("journal-damaged", line=number + 1)
            results.append(result)
        self._file.truncate(sum(map(len, whole)))
        return tuple(results)


def result_data(result: Result) -> dict[str, Any]:
    """The plain data of a game's line."""
    data: dict[str, Any] = {
        "game": result.number,
        "ending": result.ending,
        "winner": result.winner,
    }
    if result.fault is not None:
        fault = {"seat": result.faulty, "code": result.fault.code, "params": result.fault.params}
        data["fault"] = fault
    return data | {"moves": result.moves}


def _read(line: bytes, number: int) -> Result | None:
    """The game in the line, or None if it is not the game of that number."""
    try:
        data = parse_json(line.decode())
        fault = data.get("fault")
        result = Result(
            number=data["game"],
            ending=data["ending"],
            winner=data["winner"],
            moves=tuple(data["moves"]),
            faulty=fault and fault["seat"],
            fault=fault and BotFault(fault["code"], dict(fault["params"])),
        )
    except (UnicodeDecodeError, JsonError, AttributeError, KeyError, TypeError, ValueError):
        return None
    sound = result.number == number and result.ending in ENDINGS
    return result if sound and _line(result_data(result)) == line else None


def _may_be(result: Result, contest: Contest) -> bool:
    """Whether such a game can be one of the contest; its moves are not played again."""
    game, winner = contest.game, result.winner
    if not all(isinstance(move, str) for move in result.moves):
        return False
    if winner is not None and not (type(winner) is int and 1 <= winner <= game.teams):
        return False
    if result.ending != "fault":
        if result.fault is not None or result.faulty is not None:
            return False
        without = {"sequences": False, "limit": True}.get(result.ending, winner is None)
        return (winner is None) == without
    seat, fault = result.faulty, result.fault
    if fault is None or not (type(seat) is int and 1 <= seat <= game.seats):
        return False
    return fault.is_known and winner == team_that_has_won(game, seat)


def _compare(found: bytes, wanted: bytes) -> list[str]:
    """The names of the bots in a journal of the same arena: a program may now have another.

    Raises:
        ArenaError: `journal-other`, with the first key that differs.
    """
    ours: dict[str, Any] = json.loads(wanted)
    count = len(ours.pop("names"))
    try:
        theirs = parse_json(found.decode())
    except (UnicodeDecodeError, JsonError):
        theirs = None
    if not isinstance(theirs, dict):
        raise ArenaError("journal-other", key="format")
    for key, value in ours.items():
        if theirs.get(key) != value:
            raise ArenaError("journal-other", key=key)
    names = theirs.get("names")
    if not (
        isinstance(names, list)
        and len(names) == count
        and all(isinstance(name, str) and name == one_line(name, LONGEST_LINE) for name in names)
        and len(set(names)) == count
    ):
        raise ArenaError("journal-other", key="names")
    return names


def _line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):
        raise ArenaError("journal-not-writable") from None


def _lock_path(path: Path) -> Path:
    return path.parent / f".{path.name}.lock"


def _lock(path: Path) -> sqlite3.Connection:
    """A lock on the file, which the system lets go of however this process ends.

    SQLite's own file locks do it: they are there on every system.
    """
    place = _lock_path(path)
    try:
        connection = sqlite3.connect(os.fspath(place), isolation_level=None, timeout=0.2)
    except sqlite3.Error:
        raise ArenaError("journal-not-writable") from None
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        connection.close()
        busy = getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY")
        raise ArenaError("journal-in-use" if busy else "journal-not-writable") from None
    return connection
