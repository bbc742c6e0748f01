"""The program on the kernel's page works; its sessions are tried with those of all pages."""

from pathlib import Path

from tests.kernel.programs import ROOT, run_python
from tools.pages import blocks

CALLER = """
from sarja.kernel import deal_rows, layout_of
from sarja.kernel.slots import OVER, PHASE, PLY, ROW_SIZE
from sarja.rules.model import Game
from sarja.variants import builtin_variant

variant = builtin_variant("classic")
layout = layout_of(Game(variant, variant.setups[0], 1))
rows = np.empty((1, layout[ROW_SIZE]), dtype=np.int16)
deal_rows(rows, layout, np.array([1]), 1)
made = moves_to_the_end(rows[0], layout, 2)
print(made == rows[0, PLY], rows[0, PHASE] == OVER)
"""


def test_code_of_others_may_call_the_parts_as_the_page_says(tmp_path: Path) -> None:
    page = (ROOT / "docs/kernel.md").read_text(encoding="utf-8")
    (block,) = (block for block in blocks(page) if block.file)
    program = tmp_path / "program.py"
    program.write_text(block.text + CALLER)
    cache = str(tmp_path / "cache")
    assert run_python(str(program), NUMBA_CACHE_DIR=cache) == "True True\n"
