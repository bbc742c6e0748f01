"""That no rule of the book goes without a test of its number."""

import re
from pathlib import Path

RULES = 24


def test_every_rule_has_a_test_that_is_called_by_its_number() -> None:
    text = "\n".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    named = set(map(int, re.findall(r"^def test_r([0-9]+)_", text, re.MULTILINE)))
    assert named == set(range(1, RULES + 1))
