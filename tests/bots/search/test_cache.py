"""The compiled search is never older than the sources whose numbers are compiled into it."""

import shutil
from pathlib import Path

import sarja.bots
from sarja.bots.search.cache import SEARCH
from sarja.kernel.code_cache import CodeCache

BOTS = Path(sarja.bots.__file__).parent


def test_an_edit_of_the_patterns_is_another_folder(tmp_path: Path) -> None:
    copy = tmp_path / BOTS.name
    shutil.copytree(BOTS, copy, ignore=shutil.ignore_patterns("__pycache__"))
    same = CodeCache(copy).folder
    assert same is not None and SEARCH.folder is not None
    assert same.name == SEARCH.folder.name
    patterns = copy / "patterns.py"
    patterns.write_text(patterns.read_text().replace("UNIT: Final = 1000", "UNIT: Final = 999"))
    edited = CodeCache(copy).folder
    assert edited is not None
    assert edited.name != same.name
    edited.rmdir()
