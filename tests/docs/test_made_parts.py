"""The parts of the protocol's page that are made from the code."""

from pathlib import Path

import pytest

from sarja.rules.errors import RULE_OF_ERROR
from tools import protocol_page
from tools.pages import ROOT
from tools.protocol_page import PAGE, PageError, make_protocol_page


def page_in(folder: Path, text: str) -> Path:
    (folder / PAGE).parent.mkdir(parents=True)
    (folder / PAGE).write_text(text, encoding="utf-8")
    return folder


def page() -> str:
    return (ROOT / PAGE).read_text(encoding="utf-8")


def test_a_part_that_somebody_has_changed_is_made_as_it_was(tmp_path: Path) -> None:
    changed = page().replace("| `seats` | number 1 to 12 | `2` |", "| `seats` | number | `4` |")
    assert changed != page()
    assert make_protocol_page(page_in(tmp_path, changed)) == page()


def test_what_is_written_by_hand_stays(tmp_path: Path) -> None:
    changed = page().replace("## In short\n", "## In a few words\n")
    assert make_protocol_page(page_in(tmp_path, changed)) == changed


@pytest.mark.parametrize(
    ("there", "instead"),
    [
        ("<!-- made by tools/generate.py: keys of do -->", ""),
        ("keys of do -->", "keys of undo -->"),
        ("keys of do -->", "keys of attach -->"),
    ],
)
def test_a_part_that_is_missing_unknown_or_there_twice_is_named(
    tmp_path: Path, there: str, instead: str
) -> None:
    with pytest.raises(PageError, match="keys of do"):
        make_protocol_page(page_in(tmp_path, page().replace(there, instead)))


def test_a_refusal_of_the_rules_that_nobody_explains_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(protocol_page, "RULE_OF_ERROR", {**RULE_OF_ERROR, "hand-sticky": "R8"})
    with pytest.raises(PageError, match="hand-sticky"):
        make_protocol_page()


def test_an_object_that_has_no_name_on_the_page_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol_page, "_OBJECTS", {})
    with pytest.raises(PageError, match="Settings"):
        make_protocol_page()
