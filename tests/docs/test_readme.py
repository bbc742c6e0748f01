"""What README and docs show is what happens, and what they name is there."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.docs.blocks import RUN, commands, lay_out_folder, matches, run_block
from tests.docs.repository import published
from tools.pages import ROOT, blocks, pages

PAGES = {page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8") for page in pages()}
README = PAGES["README.md"]

QUIET = re.compile(r"\..*|__\w+__(\.py)?|py\.typed|.*\.egg-info|build|dist")
"""What need not be shown: hidden files, what Python wants to have, and what builds make."""


def runs(page: str) -> bool:
    return any(block.language in RUN for block in blocks(page))


@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if runs(page)])
def test_every_block_of_a_page_does_what_the_page_shows(name: str, tmp_path: Path) -> None:
    lay_out_folder(tmp_path)
    names: dict[str, object] = {"__name__": "page"}
    wrong = [
        f"{name}, line {block.line}:\n{said}"
        for block in blocks(PAGES[name])
        for said in run_block(block, tmp_path, names)
    ]
    assert not wrong, "\n".join(wrong)


def test_pages_with_something_to_run_are_found() -> None:
    running = {name for name, page in PAGES.items() if runs(page)}
    assert running >= {"README.md", "docs/game.md", "docs/notation.md", "docs/variants.md"}


def test_a_console_block_is_commands_and_what_they_print() -> None:
    found = list(commands("$ one\na\nb\n$ two\n"))
    assert [(command.text, command.shown) for command in found] == [("one", "a\nb\n"), ("two", "")]


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("a\n", "a\n", True),
        ("a\n", "a\nb\n", False),
        ("a\n...\nd\n", "a\nb\nc\nd\n", True),
        ("a\n...\n", "a\n", True),
        ("a\n...\n", "a\n[exit 1]\n", False),
        ("a\n...\n[exit 1]\n", "a\nb\n[exit 1]\n", True),
        ("a.b\n", "axb\n", False),
    ],
)
def test_three_dots_stand_for_any_lines(shown: str, printed: str, same: bool) -> None:
    assert matches(shown, printed) is same


def test_every_make_target_that_a_page_names_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    named = {
        (name, target)
        for name, page in PAGES.items()
        for target in re.findall(r"(?:`|^)make ([a-z-]+)", page, re.MULTILINE)
    }
    assert {target for _, target in named} >= {"play", "test"}
    assert [(name, target) for name, target in sorted(named) if target not in targets] == []


def test_the_readme_shows_the_tree_of_the_repository() -> None:
    shown = tree(next(block.text for block in blocks(README) if block.language == "tree"))
    there = published()
    for folder, names in shown.items():
        found = {name.removeprefix(f"{folder}/").split("/")[0] for name in within(folder, there)}
        missing = {name for name in found if not QUIET.fullmatch(name)} - set(names)
        assert not missing, f"in {folder or 'the top folder'}, but not in the README's tree"
        gone = [name for name in names if not (ROOT / folder / name).exists()]
        assert not gone, f"in the README's tree, but not in {folder or 'the top folder'}"


def within(folder: str, paths: Iterable[str]) -> Iterator[str]:
    return (path for path in paths if not folder or path.startswith(f"{folder}/"))


def tree(text: str) -> dict[str, list[str]]:
    """The names that the tree shows in each folder, the top as an empty path."""
    found: dict[str, list[str]] = {}
    path: list[str] = []
    for line in text.splitlines():
        name = line.split()[0].rstrip("/")
        depth = (len(line) - len(line.lstrip())) // 2
        del path[depth:]
        found.setdefault("/".join(path), []).append(name)
        path.append(name)
    return found
