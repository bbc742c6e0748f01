"""A folder for compiled code that is never stale and never in the way.

numba's own cache looks only at the file of the function that it compiles: after an edit in another
file it answers with old code. Here the folder's name is a digest of every source that the code
hangs on, so an edit anywhere means a new folder.
"""

import hashlib
import os
import pickle
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import llvmlite.binding  # type: ignore[import-untyped]
import numba
import numpy as np

import sarja.rules
from sarja.kernel.jit import CONFIG, OPTIONS, Function, settings, signature_of

COMPLETE: Final = ".complete"
"""A file with this ending says that code is there."""
BUILDING: Final = ".building"
"""A folder with this ending is there while a process compiles."""
PATIENCE: Final = 90.0
"""Seconds after which another process that is still compiling is taken for dead."""
_PACKAGES: Final = (Path(__file__).parent, Path(sarja.rules.__file__).parent)
"""The kernel, and the rules, whose constants it has compiled in."""


class CodeCache:
    """Compiled functions that Python may call, kept in a folder that belongs to their sources.

    The folder may be deleted at any time. `folder` is None where nothing can be written, where the
    sources are no files, or where nothing is compiled: then each process is on its own.
    """

    def __init__(self, *packages: Path) -> None:
        """A cache for code that hangs on the Python files in those folders, and on the kernel's."""
        name = None if CONFIG.DISABLE_JIT else digest(*packages)
        self.folder = None if name is None else _writable_folder(name)

    def entry(self, function: Function) -> Function:
        """The function, compiled now or read from the folder, for Python and compiled callers.

        Arguments of other types than its parameters name, such as an array of other integers, are
        a TypeError; numba would compile once more for each.
        """
        signature = signature_of(function)
        if self.folder is not None:
            # The folder may vanish, or fill up the disk, or hold half a file: then do without.
            broken = (OSError, EOFError, RuntimeError, pickle.UnpicklingError)
            # Numba's other places for a cache are beside the sources, and know of no digest.
            here = settings(
                CACHE_DIR=str(self.folder), CACHE_LOCATOR_CLASSES="UserProvidedCacheLocator"
            )
            with suppress(*broken), here:
                return _compiled(function, signature, cache=True)
        return _compiled(function, signature)

    @contextmanager
    def one_builder(self, name: str) -> Iterator[None]:
        """Inside, only one process at a time compiles what has that name; others find its code.

        Workers that start together would each compile everything.
        """
        if self.folder is None or (self.folder / f"{name}{COMPLETE}").exists():
            yield
            return
        lock = self.folder / f"{name}{BUILDING}"
        mine = _wait_for(lock)
        try:
            yield
            with suppress(OSError):
                lock.with_suffix(COMPLETE).touch()
        finally:
            if mine:
                with suppress(OSError):
                    lock.rmdir()


def base_folder() -> Path:
    """The folder for all versions of the compiled code: `NUMBA_CACHE_DIR`, or the platform's."""
    if CONFIG.CACHE_DIR:
        return Path(CONFIG.CACHE_DIR) / "sarja"
    if sys.platform == "win32":
        parent = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        parent = Path.home() / "Library" / "Caches"
    else:
        parent = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(parent) / "sarja" / "kernel"


def digest(*packages: Path) -> str | None:
    """What the compiled code hangs on, as one short name; None where there are no sources.

    The sources, those of kernel and rules always among them, the versions, the processor, and the
    settings of numba that change the code but that numba's own cache does not tell apart.
    """
    config, binding = CONFIG, llvmlite.binding
    facts = [sys.implementation.cache_tag, numba.__version__, llvmlite.__version__, np.__version__]
    facts += [binding.get_host_cpu_name(), binding.get_default_triple(), config.BOUNDSCHECK]
    facts += [config.OPT, config.LOOP_VECTORIZE, config.SLP_VECTORIZE, config.DEBUGINFO_DEFAULT]
    facts += [config.ENABLE_AVX, config.CPU_NAME, config.CPU_FEATURES]
    found = hashlib.sha256(repr(facts).encode())
    for package in dict.fromkeys((*_PACKAGES, *packages)):
        sources = sorted(package.rglob("*.py"))
        if not sources:
            return None
        for path in sources:
            found.update(f"\n{package.name}/{path.relative_to(package).as_posix()}\n".encode())
            found.update(path.read_bytes())
    return found.hexdigest()[:16]


def _compiled(function: Function, signature: tuple[Any, ...], **options: Any) -> Function:
    # Looking for loops to vectorize takes a tenth of the time, and makes nothing faster here.
    with settings(LOOP_VECTORIZE=0):
        compiled: Any = numba.jit(signature, **OPTIONS, **options)(function)
    return compiled  # type: ignore[no-any-return]


def _writable_folder(name: str) -> Path | None:
    """The folder of that name, made if need be, or None where nothing can be written into it."""
    try:
        folder = base_folder() / name
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, RuntimeError):
        # A RuntimeError is how pathlib says that there is no home.
        return None
    return folder


def _wait_for(lock: Path) -> bool:
    """Whether the lock is now ours; False once another process is done."""
    while True:
        try:
            lock.mkdir()
        except FileExistsError:
            if lock.with_suffix(COMPLETE).exists():
                return False
            with suppress(OSError):
                if time.time() - lock.stat().st_mtime > PATIENCE:
                    # Left behind by a process that was killed.
                    lock.rmdir()
            time.sleep(0.05)
        except OSError:
            return False
        else:
            return True


KERNEL: Final = CodeCache()
"""The cache of the kernel's own functions."""
