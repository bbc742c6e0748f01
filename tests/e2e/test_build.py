"""How the page is built."""

import json
from pathlib import Path

import pytest

from tools.hatch_build import hash_of, is_new_enough
from tools.protocol_types import TYPES_FILE, make_protocol_types

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"


@pytest.mark.parametrize(
    ("version", "enough"),
    [
        ("v18.20.4", False),
        ("v20.18.3", False),
        ("v20.19.0", True),
        ("v21.7.0", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.1.0", True),
        ("", False),
    ],
)
def test_vite_wants_a_node_that_is_new_enough(version: str, enough: bool) -> None:
    assert is_new_enough(version) == enough


def test_the_hash_knows_names_and_contents_but_no_tests(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.ts").write_text("one")
    first = hash_of(tmp_path)
    (tmp_path / "src" / "a.test.ts").write_text("test")
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "b.js").write_text("theirs")
    assert hash_of(tmp_path) == first
    (tmp_path / "src" / "a.ts").write_text("two")
    assert (second := hash_of(tmp_path)) != first
    (tmp_path / "src" / "a.ts").rename(tmp_path / "src" / "b.ts")
    assert hash_of(tmp_path) not in (first, second)


def test_the_types_of_the_protocol_are_up_to_date() -> None:
    assert TYPES_FILE.read_text(encoding="utf-8") == make_protocol_types()


def test_the_lock_names_no_address_and_versions_are_exact() -> None:
    lock = (WEB / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
    assert "https://registry" not in lock
    wanted = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    versions = [*wanted["dependencies"].values(), *wanted["devDependencies"].values()]
    assert all(version[0].isdigit() for version in versions)
