"""The program on the kernel's page works; its sessions are tried with those of all pages."""

from pathlib import Path

from tests.kernel.programs import ROOT, run_python
from tools.pages import blocks

CALLER = """
from sarja.kernel import from_state, layout_of, seeded_deck
from sarja.kernel.slots import OVER, PHASE, PLY
from sarja.rules.model import Game
from sarja.rules.play import deal
from sarja.variants import builtin_variant

variant = builtin_variant("classic")
game = Game(variant, variant.setups[0], 1)
state, _ = deal(game, seeded_deck(variant, 1))
layout = layout_of(game)
row = from_state(state, layout, seed=1)
made = moves_to_the_end(row, layout, 2)
print(made == row[PLY], row[PHASE] == OVER)
"""


def test_code_of_others_may_call_the_parts_as_the_page_says(tmp_path: Path) -> None:
    page = (ROOT / "docs/kernel.md").read_text(encoding="utf-8")
    (block,) = (block for block in blocks(page) if block.file)
    program = tmp_path / "program.py"
    program.write_text(block.text + CALLER)
    cache = str(tmp_path / "cache")
    assert run_python(str(program), NUMBA_CACHE_DIR=cache) == "True True\n"
