"""The pages of the documentation as data: headings with their anchors, fenced blocks, links."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent

_FENCE: Final = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING: Final = re.compile(r"^(#{1,6}) (.+)$", re.MULTILINE)
_LINK: Final = re.compile(r"!?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(([^()\s]+)\)")
_SHOWN: Final = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, the file that it holds if it names one, its text."""

    language: str
    file: str | None
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading, and the anchor that a link to it names."""

    text: str
    anchor: str


def pages(root: Path = ROOT) -> list[Path]:
    """Every page, by path: those at the top, and all under docs."""
    return [*sorted(root.glob("*.md")), *sorted((root / "docs").rglob("*.md"))]


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    for found in _FENCE.finditer(page):
        language, _, file = found["info"].strip().partition(" ")
        line = page.count("\n", 0, found.start()) + 1
        yield Block(language, file.strip() or None, found["text"], line)


def headings(page: str) -> list[Heading]:
    """The headings of a page, in order; a second one of the same name has `-1` in its anchor."""
    seen: Counter[str] = Counter()
    made = []
    for found in _HEADING.finditer(_FENCE.sub("", page)):
        text = _SHOWN.sub(r"\1", found[2]).strip()
        name = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        made.append(Heading(text, f"{name}-{seen[name]}" if seen[name] else name))
        seen[name] += 1
    return made


def links(page: str) -> list[str]:
    """Where the links and pictures of a page lead; what stands in code is none."""
    prose = re.sub(r"`[^`\n]*`", "``", _FENCE.sub("", page))
    return _LINK.findall(prose)
