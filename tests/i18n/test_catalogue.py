"""Every text for people is a key of the catalogue: none missing, none left over, none in code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, FluentSerializer
from fluent.syntax import ast as fluent

from sarja.bots.registry import bot_names
from sarja.i18n import LANGUAGES, asked_language, catalogue, catalogue_sources
from sarja.rules.errors import RULE_OF_ERROR

ROOT = Path(__file__).parents[2]
SOURCES = sorted(ROOT.glob("src/sarja/**/*.py"))
PAGES = sorted(
    path for path in ROOT.glob("web/src/**/*") if path.suffix in (".ts", ".svelte", ".js")
)
ERRORS = (
    "SarjaError",
    "IllegalMove",
    "KernelError",
    "Fault",
    "RecordError",
    "CommitmentError",
    "JsonError",
    "FileError",
    "BotError",
    "ArenaError",
    "TableError",
    "ServerError",
    "StoreError",
    "ClientError",
    "fault",
)
ERROR_MAKERS = (*ERRORS, "_unreadable", "grid_fault")

# A sentence: two words with a space between, or a word that a person would read. Formats for the
# machine, such as notation or JSON, have no such thing.
SENTENCE = re.compile(r"[A-Za-z]{2,}[,;:]? [a-z]{2,}")
MACHINE = re.compile(
    r"\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|BEGIN|WHERE|FROM|ALTER|DROP|VACUUM|RELEASE|SAVEPOINT|ROLLBACK)\b"
    r"|(by hand|empty hand)$"  # the occasions of a draw are names
    r"|.*[][{}()=;|^$<>\\_%]",  # patterns, headers, formats, lines of the log
    re.DOTALL,
)
"""Text for machines that has spaces: SQL, headers, names."""


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in SOURCES:
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def english_keys() -> set[str]:
    return set(_messages("en"))


def _messages(language: str) -> dict[str, fluent.Message]:
    found: dict[str, fluent.Message] = {}
    for name, source in catalogue_sources(language).items():
        for entry in FluentParser().parse(source).body:
            assert not isinstance(entry, fluent.Junk), f"{language}/{name}: {entry.content}"
            if isinstance(entry, fluent.Message):
                assert entry.id.name not in found, f"{entry.id.name} stands twice"
                found[entry.id.name] = entry
    return found


def _strings(tree: ast.Module) -> Iterator[ast.Constant]:
    """Every piece of text in the code but docstrings."""
    skipped = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if isinstance(node, ast.Constant) and text and id(node) not in skipped:
            yield node


def used_keys() -> set[str]:
    """Every string of the code that could be a key, and the keys made from codes and names."""
    texts = {str(node.value) for _, tree in trees() for node in _strings(tree)}
    used = set(texts)
    used |= {f"error-{text}" for text in texts} | {f"cli-{text}" for text in texts}
    used |= {f"bot-{name}" for name in bot_names()}
    used |= set(_page_keys())
    return used | set(_made_keys())


def _page_keys() -> Iterator[str]:
    """The keys that the browser's client names, or makes as `web-thing-${kind}`."""
    keys = english_keys()
    for path in PAGES:
        for found in re.findall(
            r"""["'`]([a-z][a-z0-9-]*(?:\$\{[^}]*\}[a-z0-9-]*)*)["'`]""", path.read_text()
        ):
            pattern = re.sub(r"\$\{[^}]*\}", ".+", found)
            yield from (key for key in keys if re.fullmatch(pattern, key))


def _made_keys() -> Iterator[str]:
    """Keys put together by a pattern: f"cli-{name}-summary" uses all that fit it."""
    keys = english_keys()
    for _, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                pattern = "".join(
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+"
                    for part in node.values
                )
                if re.search("[a-z]{3,}", pattern.replace("\\", "")):
                    yield from (key for key in keys if re.fullmatch(pattern, key))


def test_every_error_code_has_a_text() -> None:
    codes = set(RULE_OF_ERROR)
    for _, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                first = node.args[0]
                if name in ERROR_MAKERS and isinstance(first, ast.Constant):
                    codes.add(str(first.value))
    missing = {code for code in codes if not catalogue().has(f"error-{code}")}
    assert not missing


def test_every_key_that_the_code_names_is_there() -> None:
    named = {
        str(node.args[0].value)
        for _, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "attr", "") in ("text", "has", "say")
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }
    assert len(named) > 20
    assert not named - english_keys()


def test_no_key_is_left_over() -> None:
    assert not english_keys() - used_keys()


def test_no_sentence_stands_in_the_code() -> None:
    found = [
        f"{path.name}:{node.lineno}: {node.value!r}"
        for path, tree in trees()
        for node in _strings(tree)
        if SENTENCE.search(str(node.value)) and not MACHINE.match(str(node.value))
    ]
    assert not found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_no_key_and_no_place_that_english_lacks(language: str) -> None:
    english, other = _messages("en"), _messages(language)
    assert not set(other) - set(english)
    for key, message in other.items():
        assert _places(message) <= _places(english[key]), key


def _places(message: fluent.Message) -> set[str]:
    source = FluentSerializer().serialize_entry(message)
    return set(re.findall(r"\$([a-z-]+)", source))


def test_a_text_is_filled_and_its_plural_is_right() -> None:
    texts = catalogue("en")
    assert texts.text("error-space-taken", space="e5") == "the space e5 already has a chip"
    assert "one dead card has" in texts.text("error-exchange-used", count=1)
    assert "2 dead cards have" in texts.text("error-exchange-used", count=2)
    with pytest.raises(KeyError):
        texts.text("error-space-taken")
    with pytest.raises(KeyError):
        texts.text("no-such-key")


def test_what_a_language_lacks_comes_in_english() -> None:
    assert catalogue("ko").text("error-talk-off") == catalogue("en").text("error-talk-off")


def test_the_last_asked_language_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SARJA_LANG", raising=False)
    assert asked_language(["replay", "x"]) is None
    assert asked_language(["--lang", "fi", "replay", "--lang=pl"]) == "pl"
    assert asked_language(["replay", "--", "--lang=pl"]) is None
    monkeypatch.setenv("SARJA_LANG", "cs")
    assert asked_language([]) == "cs"
