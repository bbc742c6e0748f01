"""Searching needs numba, from the extra `fast`; without it these tests are skipped, aloud."""

from pathlib import Path

import pytest

from tests.extras import HAVE_NUMBA, SkippedModule


def pytest_pycollect_makemodule(
    module_path: Path, parent: pytest.Collector
) -> pytest.Module | None:
    return None if HAVE_NUMBA else SkippedModule.from_parent(parent, path=module_path)
