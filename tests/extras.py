"""Tests that need an extra: where it is missing they are skipped, aloud."""

from collections.abc import Iterable
from importlib.util import find_spec
from typing import Final

import pytest

HAVE_NUMBA: Final = find_spec("numba") is not None
needs_numba = pytest.mark.skipif(not HAVE_NUMBA, reason="numba is not installed (extra `fast`)")


class SkippedModule(pytest.Module):
    """A file of tests that is not even imported."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        pytest.skip("numba is not installed (the extra `fast`)", allow_module_level=True)
