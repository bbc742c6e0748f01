"""How the page is built."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.e2e.stage import missing
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


def test_a_missing_browser_is_a_failure_where_nothing_may_be_skipped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CI", "1")
    with pytest.raises(pytest.fail.Exception, match="no Chromium"):
        missing("no Chromium is here")
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception, match="no Chromium"):
        missing("no Chromium is here")


def test_ci_skips_nothing(tmp_path: Path) -> None:
    make = tmp_path / "make"
    make.write_text('#!/bin/sh\necho "CI=$CI"\n')
    make.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    for given, told in ((None, "CI=1"), ("", "CI=1"), ("true", "CI=true")):
        environment = {name: value for name, value in os.environ.items() if name != "CI"}
        environment |= {"PATH": path} if given is None else {"PATH": path, "CI": given}
        command = ["bash", str(ROOT / ".ci" / "run")]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == told
