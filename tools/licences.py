"""Fail when a dependency is under the GPL or the AGPL, or does not tell its licence.

`make licences` runs this in .venv, which holds all that the game and its developers need.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass

# Lets the LGPL pass: \b finds no word that begins with the G of "LGPL".
STRONG_COPYLEFT = re.compile(
    r"\bA?GPL|\bAffero\b|(?<!Lesser )(?<!Library )\bGeneral Public Licen[cs]e", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Package:
    """An installed package and the licence it says it has."""

    name: str
    version: str
    licence: str


def installed() -> list[Package]:
    """Return every package installed beside this Python, by name."""
    listing = subprocess.run(
        [sys.executable, "-m", "piplicenses", "--from=mixed", "--with-system", "--format=json"],
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    return [
        Package(row["Name"], row["Version"], row["License"]) for row in json.loads(listing.stdout)
    ]


def fault(licence: str) -> str | None:
    """Return what is wrong with a licence, or None when it may come in.

    Where an SPDX expression gives a choice ("MIT OR GPL-2.0-only"), one good offer is enough. A
    list of classifiers ("MIT; GPL") gives none: all of it must be good.
    """
    if licence.strip().upper() in {"", "UNKNOWN"}:
        return "does not tell its licence"
    offers = [licence] if " AND " in licence else licence.split(" OR ")
    if all(STRONG_COPYLEFT.search(offer) for offer in offers):
        return f"is under {licence}"
    return None


def main() -> int:
    """Return 0 when all licences may come in, else 1 after naming those that may not."""
    packages = installed()
    faults = [(package, wrong) for package in packages if (wrong := fault(package.licence))]
    for package, wrong in faults:
        print(f"licences: {package.name} {package.version} {wrong}", file=sys.stderr)
    if faults:
        print(f"licences: {len(faults)} of {len(packages)} packages may not be used")
        return 1
    print(f"licences: {len(packages)} packages, none under GPL or AGPL, none unknown")
    return 0


if __name__ == "__main__":
    sys.exit(main())
