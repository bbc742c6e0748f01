"""Check the page of `web/`: its types (svelte-check) and its own tests (vitest).

Exit codes: 0 sound, else that of the first check that failed.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.browser import find_node  # noqa: E402  after the path
from tools.hatch_build import build_page  # noqa: E402

CHECKS = (
    ("node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings"),
    ("node_modules/vitest/vitest.mjs", "run"),
)


def main() -> int:
    """The exit code."""
    node = find_node()
    build_page(ROOT, modules=True)
    environment = {
        **os.environ,
        "PATH": os.pathsep.join((str(Path(node).parent), os.environ["PATH"])),
    }
    for script, *options in CHECKS:
        done = subprocess.run(
            [node, script, *options], cwd=ROOT / "web", check=False, env=environment
        )
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
