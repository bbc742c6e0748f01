"""Links in the pages lead somewhere."""

from pathlib import Path

import pytest

from tests.docs.repository import published
from tools.pages import ROOT, headings, links, pages

PAGES = pages()


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    broken = []
    for link in links(page.read_text(encoding="utf-8")):
        if link.startswith(("https://", "http://", "mailto:")):
            continue
        target, _, anchor = link.partition("#")
        path = (page.parent / target).resolve() if target else page
        if not path.exists() or not path.is_relative_to(ROOT):
            broken.append(link)
        elif anchor:
            found = headings(path.read_text(encoding="utf-8"))
            if anchor not in {heading.anchor for heading in found}:
                broken.append(link)
    assert broken == []


def test_every_page_is_within_reach_of_the_readme() -> None:
    seen: set[Path] = set()
    to_read = [ROOT / "README.md"]
    while to_read:
        page = to_read.pop()
        if page in seen or page.suffix != ".md":
            continue
        seen.add(page)
        for link in links(page.read_text(encoding="utf-8")):
            path = (page.parent / link.partition("#")[0]).resolve()
            if path.is_file():
                to_read.append(path)
    reached = {name_of(page) for page in seen}
    assert sorted({name_of(page) for page in PAGES} & set(published()) - reached) == []


def test_links_in_code_are_none_and_headings_have_the_anchors_of_the_web() -> None:
    page = (
        "# A `b` and C\n\n[x](y.md#z) `[no](no)`\n\n```text\n# no\n[no](no)\n```\n\n# A b, and C!\n"
    )
    assert links(page) == ["y.md#z"]
    assert [heading.anchor for heading in headings(page)] == ["a-b-and-c", "a-b-and-c-1"]
