"""The folder of a server: there is one server in it at a time."""

import sqlite3
from pathlib import Path
from typing import Final

from sarja.server.errors import StoreError

FILE: Final = "server.lock"


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
