"""Where numba is not installed, all but the kernel works, and the kernel says what it needs."""

import pytest

from tests.kernel.programs import run_python

PROGRAM = """
import sys
sys.modules[{missing!r}] = None
import sarja, sarja.kernel
from sarja.rules.errors import SarjaError
for use in ("layout_of", "step_rows", "from_state", "index_to_move", "seeded_deck"):
    try:
        getattr(sarja.kernel, use)
    except SarjaError as error:
        print(error.code, error.params["extra"], error.params["module"])
for check in (sarja.kernel.require, sarja.kernel.warm):
    try:
        check()
    except SarjaError as error:
        print(error.code, error.params["extra"], error.params["module"])
try:
    sarja.kernel.nonsense
except AttributeError:
    print("no such name")
"""


@pytest.mark.parametrize("missing", ["numpy", "numba"])
def test_using_the_kernel_tells_which_extra_is_missing(missing: str) -> None:
    printed = run_python("-c", PROGRAM.format(missing=missing)).splitlines()
    assert printed == [f"extra-missing fast {missing}"] * 7 + ["no such name"]


def test_importing_the_kernel_brings_neither_numpy_nor_numba() -> None:
    program = "import sarja.kernel, sys; print({'numpy', 'numba'} & set(sys.modules))"
    assert run_python("-c", program) == "set()\n"
