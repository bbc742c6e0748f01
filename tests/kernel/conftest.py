"""The kernel needs numba, from the extra `fast`; without it these tests are skipped, aloud."""

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import pytest

from sarja.rules.model import Game
from sarja.variants import builtin_variant

HAVE_NUMBA = find_spec("numba") is not None
NEEDS_NO_NUMBA = ("test_without_numba.py",)


class _SkippedModule(pytest.Module):
    """A file of tests that is not even imported."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        pytest.skip("numba is not installed (the extra `fast`)", allow_module_level=True)


def pytest_pycollect_makemodule(
    module_path: Path, parent: pytest.Collector
) -> pytest.Module | None:
    if HAVE_NUMBA or module_path.name in NEEDS_NO_NUMBA:
        return None
    return _SkippedModule.from_parent(parent, path=module_path)


@pytest.fixture
def classic() -> Game:
    """Classic for two, the second seat dealing."""
    variant = builtin_variant("classic")
    assert variant is not None
    return Game(variant, variant.setups[0], 2)
