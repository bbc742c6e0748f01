"""The house rules that no linter knows."""

import ast
import re
import subprocess
import sys
from pathlib import Path

from sarja.variants import builtin_names

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src/sarja").rglob("*.py"))
MAX_LINES = 600


def committed_files() -> list[Path]:
    """The files under version control; outside a checkout, none."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False, text=True
    )
    return [ROOT / name for name in listed.stdout.split("\0") if name]


def test_no_code_asks_for_a_variants_name() -> None:
    names = set(builtin_names())
    asked = []
    for path in SOURCES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            parts: list[ast.expr] = []
            if isinstance(node, ast.Compare):
                parts = [node.left, *node.comparators]
            elif isinstance(node, ast.MatchValue):
                parts = [node.value]
            for part in parts:
                inner = [part, *getattr(part, "elts", [])]
                if any(isinstance(p, ast.Constant) and p.value in names for p in inner):
                    asked.append(f"{path.name}:{part.lineno}")
    assert not asked


def test_no_file_of_code_is_longer_than_600_lines() -> None:
    long = [
        str(path.relative_to(ROOT))
        for folder in ("src", "tests", "benchmarks", "tools")
        for path in (ROOT / folder).rglob("*.py")
        if len(path.read_text(encoding="utf-8").splitlines()) > MAX_LINES
    ]
    assert not long


def test_no_committed_file_names_a_registry_or_a_path_of_a_machine() -> None:
    # Put together here, so that this file does not name them either.
    forbidden = re.compile(
        "|".join(
            (
                "/" + "work" + "/(main|shared)",
                "registry" + r"\.npmjs\.org",
                "files" + r"\.pythonhosted\.org",
                "pypi" + r"\.org/simple",
                '"resolved": ' + '"http',
                r"\.\./" + "shared",
            )
        )
    )
    found = []
    for path in committed_files():
        if path.is_file() and path.stat().st_size < 2_000_000:
            text = path.read_text(encoding="utf-8", errors="ignore")
            if forbidden.search(text):
                found.append(str(path.relative_to(ROOT)))
    assert not found


def test_no_committed_file_is_a_link() -> None:
    # It may lead out of the project, and on some machines it cannot be made.
    assert [path.name for path in committed_files() if path.is_symlink()] == []


def test_importing_the_package_imports_nothing_else() -> None:
    code = "import sys; import sarja; print(*sorted(m for m in sys.modules if '.' not in m))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"numba", "numpy", "rich", "click", "fluent", "starlette", "msgspec"}
