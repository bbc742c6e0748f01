"""The table that leads from each rule to its code, its refusals and its tests."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from sarja.rules.errors import RULE_OF_ERROR
from tools.pages import ROOT, headings

WITHOUT_CODE: Final[Mapping[int, str]] = {
    6: "the box is listed by print-outs, which come later; that chips never run out needs no code",
}
"""Rules that no code cites, each with the reason."""

_CITED: Final = re.compile(r"\bR([1-9][0-9]?)(?:(?: to |–)R([1-9][0-9]?))?\b")
_RULE_HEADING: Final = re.compile(r"R([1-9][0-9]?) (.+)")
_TEST: Final = re.compile(r"test((?:_r[0-9]+)+)(?:_|$)")

_HEAD: Final = """\
<!-- Made by tools/generate.py. Change the code, the tests or docs/rules.md instead. -->

# From each rule to its code and its tests

*Code* is what cites the rule in its description or in a comment. *Refusals* are the codes of the
errors that cite it; their texts are in
[locales/en/rules.ftl](../src/sarja/locales/en/rules.ftl). *Tests* carry the rule's number in their
names, `test_r10_…`; here stands the rest of the name, as the sentence that it is.

| rule | code | refusals | tests |
|---|---|---|---|
"""


class RuleTableError(Exception):
    """What is missing, a line each."""


@dataclass(slots=True)
class Rule:
    """A rule, and where it is found: names by the path of their file."""

    number: int
    title: str
    anchor: str
    code: dict[str, list[str]] = field(default_factory=dict)
    refusals: list[str] = field(default_factory=list)
    tests: dict[str, list[str]] = field(default_factory=dict)


def make_rule_table(root: Path = ROOT) -> str:
    """The page with the table.

    Raises:
        RuleTableError: a rule has no code or no test, or something cites a rule there is not.
    """
    rules = _rules((root / "docs/rules.md").read_text(encoding="utf-8"))
    faults: list[str] = []

    def note(place: dict[str, list[str]], path: Path, name: str) -> None:
        names = place.setdefault(path.relative_to(root).as_posix(), [])
        if name not in names:
            names.append(name)

    for path in _sources(root / "src/sarja"):
        for name, number in citations(path.read_text(encoding="utf-8")):
            if number in rules:
                note(rules[number].code, path, name)
            else:
                faults.append(f"{path.relative_to(root)}: {name} cites R{number}: no such rule")
    for code, cited in RULE_OF_ERROR.items():
        rules[int(cited[1:])].refusals.append(code)
    for path in _sources(root / "tests"):
        for name, numbers in named_tests(path.read_text(encoding="utf-8")):
            for number in numbers:
                if number in rules:
                    note(rules[number].tests, path, name)
                else:
                    faults.append(f"{path.relative_to(root)}: {name}: no such rule")

    for rule in rules.values():
        coded = bool(rule.code or rule.refusals)
        if not coded and rule.number not in WITHOUT_CODE:
            faults.append(f"R{rule.number} {rule.title}: no code cites it")
        if coded and rule.number in WITHOUT_CODE:
            faults.append(f"R{rule.number} has code now: tools/rule_table.py says it has none")
        if not rule.tests:
            faults.append(f"R{rule.number} {rule.title}: no test is named test_r{rule.number}_…")
    if faults:
        raise RuleTableError("\n".join(faults))
    return _HEAD + "".join(map(_row, rules.values()))


def citations(source: str) -> Iterator[tuple[str, int]]:
    """Each name that cites a rule, and the rule's number, in the order of the source.

    A rule is cited in a docstring, also in that of a field or a constant, or in a comment. What the
    whole module says of itself does not count: it names too much.
    """
    tree = ast.parse(source)
    said = [*_descriptions(tree), *_comments(source, tree)]
    for _, name, text in sorted(said):
        for number in _numbers(text):
            yield name, number


def named_tests(source: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Each test that carries numbers of rules in its name, and these numbers."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and (found := _TEST.match(node.name)):
            yield node.name, tuple(int(number[1:]) for number in found[1].split("_") if number)


def _rules(page: str) -> dict[int, Rule]:
    rules = {}
    for heading in headings(page):
        if found := _RULE_HEADING.fullmatch(heading.text):
            number = int(found[1])
            rules[number] = Rule(number, found[2], heading.anchor)
    return rules


def _sources(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def _numbers(text: str) -> Iterator[int]:
    for first, last in _CITED.findall(" ".join(text.split())):
        yield from range(int(first), int(last or first) + 1)


def _descriptions(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Line, name and docstring of all that has one within the module."""

    def visit(body: Sequence[ast.stmt], within: str) -> Iterator[tuple[int, str, str]]:
        for before, node in zip([None, *body], body, strict=False):
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    name = within + node.name
                    yield node.lineno, name, ast.get_docstring(node) or ""
                    yield from visit(node.body, f"{name}.")
                case ast.Expr(value=ast.Constant(value=str(text))) if before is not None:
                    if assigned := _assigned(before):
                        yield node.lineno, within + assigned, text

    return visit(tree.body, "")


def _comments(source: str, tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Line, name and text of each comment; the name is that of what it stands in or before."""
    spans = list(_spans(tree.body, ""))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            line = token.start[0]
            inside = [span for span in spans if span[0] <= line <= span[1]]
            after = [span for span in spans if span[0] > line]
            if inside or after:
                name = max(inside)[2] if inside else min(after)[2]
                yield line, name, token.string


def _spans(body: Sequence[ast.stmt], within: str) -> Iterator[tuple[int, int, str]]:
    """First line, last line and name of all that has a name."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.lineno, node.end_lineno or node.lineno, within + node.name
            yield from _spans(node.body, f"{within}{node.name}.")
        elif assigned := _assigned(node):
            yield node.lineno, node.end_lineno or node.lineno, within + assigned


def _assigned(node: ast.stmt) -> str | None:
    match node:
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
            return name
        case _:
            return None


def _row(rule: Rule) -> str:
    named = {path: [f"`{name}`" for name in names] for path, names in rule.code.items()}
    code = _places(named) or WITHOUT_CODE.get(rule.number, "")
    refusals = "<br>".join(f"`{code}`" for code in sorted(rule.refusals))
    tests = {path: [_sentence(name) for name in names] for path, names in rule.tests.items()}
    title = f"[R{rule.number}](rules.md#{rule.anchor}) {rule.title}"
    return f"| {title} | {code} | {refusals} | {_places(tests, ' · ')} |\n"


def _sentence(name: str) -> str:
    """The name of a test without its numbers, as words."""
    return _TEST.sub("", name).replace("_", " ")


def _places(places: Mapping[str, Sequence[str]], between: str = ", ") -> str:
    return "<br>".join(
        f"[{path.removeprefix('src/sarja/').removeprefix('tests/')}](../{path}): "
        + between.join(names)
        for path, names in places.items()
    )
