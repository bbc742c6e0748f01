"""The folder of a server: there is one server in it at a time."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

from sarja.server.errors import StoreError

FILE: Final = "server.lock"


def make_private(file: Path) -> None:
    """Make the file, where it is not there, for the eyes of its owner only.

    A folder may have been there before, and a copy may lie anywhere; hands and decks are in both.
    Where it cannot be made, who opens it next says why.
    """
    with suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


class FolderLock:
    """Holds the folder until it is released, or the process ends however it ends.

    SQLite's own file locks do it: they are there on every system.
    """

    def __init__(self, folder: Path) -> None:
        """Make the folder, and lock it.

        Raises:
            StoreError: `folder-not-writable`, `folder-in-use`.
        """
        try:
            # Hands and decks lie in it, which are nobody else's business.
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                folder / FILE, isolation_level=None, timeout=0.2, check_same_thread=False
            )
        except (OSError, sqlite3.Error):
            raise StoreError("folder-not-writable") from None
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self._connection.close()
            busy = getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY")
            raise StoreError("folder-in-use" if busy else "folder-not-writable") from None

    def release(self) -> None:
        """Let go of the folder."""
        self._connection.close()
