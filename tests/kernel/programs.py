"""Other Pythons, for what only a fresh process shows: numba's settings, caches, missing modules."""

import os
import subprocess
import sys
from pathlib import Path

import sarja

ROOT = Path(__file__).parents[2]
SOURCES = Path(sarja.__file__).parents[1]


def run_python(*arguments: str, sources: Path = SOURCES, **settings: str) -> str:
    """What a Python with those arguments and environment variables prints; warnings are errors."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    if "NUMBA_CACHE_DIR" in os.environ:
        environment["NUMBA_CACHE_DIR"] = os.environ["NUMBA_CACHE_DIR"]
    environment |= {"PYTHONPATH": os.pathsep.join((str(sources), str(ROOT)))} | settings
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
