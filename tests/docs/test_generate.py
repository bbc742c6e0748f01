"""The files that are made from others."""

from pathlib import Path

import pytest

from tools import generate, rule_table
from tools.picture import make_board_picture
from tools.rule_table import RuleTableError, citations, make_rule_table, named_tests

SOURCE = '''\
"""A module that speaks of R1 to R9: it does not count."""

BOTH = (1, 2)
"""Something of the rulebook (R4)."""


class Play:
    """A play (R8)."""

    card: str
    """What is played (R9)."""

    def check(self) -> None:
        """Nothing (R10 to R12)."""
        # Why this is so (R17).
        self.card = "R18"


# The last rule is R24.
def end() -> None:
    pass
'''

RULES = "# Rules\n\n### R1 Seats\n\nText.\n\n### R2 Teams\n\nText.\n"


def test_rules_are_cited_in_docstrings_and_comments() -> None:
    assert list(citations(SOURCE)) == [
        ("BOTH", 4),
        ("Play", 8),
        ("Play.card", 9),
        ("Play.check", 10),
        ("Play.check", 11),
        ("Play.check", 12),
        ("Play.check", 17),
        ("end", 24),
    ]


def test_tests_carry_the_numbers_of_rules_in_their_names() -> None:
    source = "def test_r1_a(): ...\ndef test_r13_r14_b(): ...\ndef test_r(): ...\ndef r2(): ...\n"
    assert list(named_tests(source)) == [("test_r1_a", (1,)), ("test_r13_r14_b", (13, 14))]


def small_project(folder: Path, code: str, tests: str) -> Path:
    for name, text in {
        "docs/rules.md": RULES,
        "src/sarja/seats.py": code,
        "tests/test_seats.py": tests,
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(autouse=True)
def no_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_table, "RULE_OF_ERROR", {"seat-taken": "R1"})
    monkeypatch.setattr(rule_table, "WITHOUT_CODE", {2: "it needs none"})


def test_the_table_leads_from_a_rule_to_code_refusals_and_tests(tmp_path: Path) -> None:
    tests = "def test_r1_seats_count_from_1(): ...\ndef test_r2_teams(): ...\n"
    root = small_project(tmp_path, 'def sit():\n    """Sit (R1)."""\n', tests)
    *_, first, second = make_rule_table(root).splitlines()
    assert first == (
        "| [R1](rules.md#r1-seats) Seats | [seats.py](../src/sarja/seats.py): `sit` | `seat-taken` "
        "| [test_seats.py](../tests/test_seats.py): seats count from 1 |"
    )
    assert second == (
        "| [R2](rules.md#r2-teams) Teams | it needs none |  "
        "| [test_seats.py](../tests/test_seats.py): teams |"
    )


@pytest.mark.parametrize(
    ("code", "tests", "fault"),
    [
        ("", "def test_r1_a(): ...", "R2 Teams: no test is named test_r2_…"),
        ("# R3\nA = 1", "def test_r1_r2_a(): ...", "src/sarja/seats.py: A cites R3: no such rule"),
        ("", "def test_r1_r2_r7_a(): ...", "tests/test_seats.py: test_r1_r2_r7_a: no such rule"),
        ("# R2\nA = 1", "def test_r1_r2_a(): ...", "R2 has code now"),
    ],
)
def test_a_rule_without_its_code_or_test_is_a_fault(
    tmp_path: Path, code: str, tests: str, fault: str
) -> None:
    with pytest.raises(RuleTableError) as error:
        make_rule_table(small_project(tmp_path, code, tests))
    assert str(error.value).startswith(fault)


def test_a_rule_that_no_code_cites_needs_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule_table, "WITHOUT_CODE", {})
    with pytest.raises(RuleTableError, match="R2 Teams: no code cites it"):
        make_rule_table(small_project(tmp_path, "", "def test_r1_r2_a(): ..."))


def test_files_are_written_and_stale_ones_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(generate, "ROOT", tmp_path)
    monkeypatch.setattr(generate, "GENERATED", {"a/b.md": lambda: "é\n", "c.md": lambda: "c\n"})
    assert generate.main(["--check"]) == 1
    assert capsys.readouterr().out.count("is stale") == 2
    assert generate.main([]) == 0
    assert (tmp_path / "a/b.md").read_bytes() == "é\n".encode()
    assert generate.main(["--check"]) == 0
    (tmp_path / "c.md").write_text("changed")
    capsys.readouterr()
    assert generate.main(["--check"]) == 1
    assert "c.md is stale" in capsys.readouterr().out


def test_the_picture_is_the_same_every_time_and_asks_no_server_for_anything() -> None:
    picture = make_board_picture()
    assert picture == make_board_picture()
    assert picture.replace('xmlns="http://www.w3.org/2000/svg"', "").count("http") == 0
    assert "@font-face" not in picture
    assert "@import" not in picture
