"""What is part of the repository, and not just lying about in it."""

import contextlib
import subprocess

from tools.pages import ROOT


def published() -> list[str]:
    """The path of every file under version control; outside a checkout, of every file."""
    with contextlib.suppress(OSError, subprocess.CalledProcessError):
        listing = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
        )
        return listing.stdout.split("\0")[:-1]
    return [path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if path.is_file()]
