"""What the pages say of the games and the formats is what the program has."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from sarja.rules.errors import RULE_OF_ERROR
from sarja.rules.loader import variant_data
from sarja.rules.record import parse_record, replay, state_data
from sarja.variants import builtin_names, builtin_variant
from tests.boards import variant_named
from tools.pages import ROOT, blocks, headings, pages

RULES = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
NOTATION = (ROOT / "docs/notation.md").read_text(encoding="utf-8")
VARIANTS = (ROOT / "docs/variants.md").read_text(encoding="utf-8")


def row(page: str, name: str) -> list[str]:
    """The cells of the table's row with that first cell."""
    line = re.search(rf"^\| {re.escape(name)} \|(.*)\|$", page, re.MULTILINE)
    assert line is not None, name
    return [cell.strip() for cell in line[1].split("|")]


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"[0-9]+", text)]


def first_cells(page: str, heading: str) -> list[str]:
    """The keys in the first cells of the table below the heading."""
    part = page.split(f"{heading}\n", 1)[1].split("\n#", 1)[0]
    cells = re.findall(r"^\| (`[^|]*) \|", part, re.MULTILINE)
    return [key for cell in cells for key in re.findall(r"`(\w+)`", cell)]


# The rulebook


def test_the_rulebook_has_rules_1_to_24_in_order() -> None:
    found = [heading.text for heading in headings(RULES) if re.match(r"R[0-9]", heading.text)]
    assert [text.split()[0] for text in found] == [f"R{number}" for number in range(1, 25)]


def test_every_rule_that_a_page_or_a_refusal_cites_is_in_the_rulebook() -> None:
    cited = set(RULE_OF_ERROR.values())
    for page in pages():
        cited |= set(re.findall(r"\bR[0-9]+\b", page.read_text(encoding="utf-8")))
    assert cited <= {f"R{number}" for number in range(1, 25)}


def test_the_layout_in_the_rulebook_is_the_board_of_classic() -> None:
    layout = next(block.text for block in blocks(RULES) if block.language == "layout")
    board = variant_named("classic").board
    assert tuple(layout.replace("**", "*").split()) == board.labels
    corner_lines = [line for line in board.lines if board.corners.intersection(line)]
    assert f"The board has {len(board.lines)} lines; {len(corner_lines)} of them" in RULES


@pytest.mark.parametrize(("column", "name"), [(0, "classic"), (1, "numbers")])
def test_the_players_and_hands_in_the_rulebook_are_those_of_the_games(
    column: int, name: str
) -> None:
    setups = variant_named(name).setups
    assert numbers(row(RULES, "players")[column]) == sorted({s.seats for s in setups})
    hands: dict[int, int] = {}
    for part in row(RULES, "cards for each")[column].split("·"):
        *seats, hand = numbers(part)
        hands |= dict.fromkeys(seats, hand)
    assert {s.seats: s.hand for s in setups} == hands


def test_the_sequences_to_win_in_the_rulebook_are_those_of_the_games() -> None:
    assert row(RULES, "sequences to win")[0] == "two teams: 2 · three teams: 1"
    for setup in variant_named("classic").setups:
        assert setup.sequences == {2: 2, 3: 1}[setup.teams]
    assert numbers(row(RULES, "sequences to win")[1]) == [2, 3, 1, 4, 6, 2]
    for name in ("numbers", "numbers-small"):
        for setup in variant_named(name).setups:
            assert setup.sequences == {2: 1, 3: 1, 4: 2, 6: 2}[setup.seats]


def test_the_number_of_cards_in_the_rulebook_is_that_of_the_games() -> None:
    sizes = {name: len(variant_named(name).deck) for name in builtin_names()}
    assert sizes == {"classic": 104, "numbers": 80, "numbers-small": 48}
    assert f"{sizes['classic']} cards" in RULES
    assert f"the deck has {sizes['numbers']} cards" in RULES
    assert f"{sizes['numbers-small']} cards" in RULES


# The contract


def test_every_json_block_is_json() -> None:
    for page in pages():
        for block in blocks(page.read_text(encoding="utf-8")):
            if block.language == "json":
                json.loads(block.text)


def contract(key: str) -> dict[str, Any]:
    """The object in the page on notation that has the key."""
    found = [json.loads(block.text) for block in blocks(NOTATION) if block.language == "json"]
    return next(data for data in found if key in data)


def test_the_position_in_the_contract_has_the_keys_that_are_printed() -> None:
    path = ROOT / "tests/data/records/classic-2-choice.json"
    *_, last = replay(parse_record(path.read_bytes(), builtin_variant))
    printed = state_data(last.state)
    assert list(contract("phase")) == list(printed)
    assert set(first_cells(NOTATION, "## sarja replay")) == set(printed)


def test_the_game_in_the_contract_has_the_keys_that_are_printed() -> None:
    assert list(contract("grid")) == list(variant_data(variant_named("classic")))


def test_every_key_of_a_game_is_explained() -> None:
    data = variant_data(variant_named("classic"))
    assert set(first_cells(VARIANTS, "## Every key")) == set(data)
    assert set(first_cells(VARIANTS, "### Cards")) == set(data["cards"]["2S"])
    assert set(first_cells(VARIANTS, "### Setups")) == set(data["setups"][0])


def test_decisions_are_numbered_and_listed() -> None:
    folder = ROOT / "docs/decisions"
    files = sorted(path.name for path in folder.glob("[0-9]*.md"))
    for before, after in pairwise([0, *(int(name[:4]) for name in files)]):
        assert after == before + 1
    index = (folder / "README.md").read_text(encoding="utf-8")
    for name in files:
        title = headings((folder / name).read_text(encoding="utf-8"))[0].text
        number, _, words = title.partition(" ")
        assert f"[{number}]({name}) | {words} |" in index
        assert int(name[:4]) == int(number), Path(name).stem
