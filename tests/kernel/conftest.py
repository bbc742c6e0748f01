"""The kernel needs numba, from the extra `fast`; without it these tests are skipped, aloud."""

from pathlib import Path

import pytest

from sarja.rules.model import Game
from sarja.variants import builtin_variant
from tests.extras import HAVE_NUMBA, SkippedModule

NEEDS_NO_NUMBA = ("test_without_numba.py",)


def pytest_pycollect_makemodule(
    module_path: Path, parent: pytest.Collector
) -> pytest.Module | None:
    if HAVE_NUMBA or module_path.name in NEEDS_NO_NUMBA:
        return None
    return SkippedModule.from_parent(parent, path=module_path)


@pytest.fixture
def classic() -> Game:
    """Classic for two, the second seat dealing."""
    variant = builtin_variant("classic")
    assert variant is not None
    return Game(variant, variant.setups[0], 2)
