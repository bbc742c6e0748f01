"""The parts of docs/protocol.md that follow from the code: keys of messages, refusals, a game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
from msgspec import Struct, inspect

from sarja.i18n import catalogue, catalogue_sources
from sarja.rules.errors import RULE_OF_ERROR
from sarja.rules.loader import variant_data
from sarja.table.actions import AnyAction, Settings
from sarja.table.lesson_messages import (
    AnyLeadAction,
    LessonPupil,
    LessonTable,
    LessonView,
    OwnPlace,
)
from sarja.table.messages import (
    ClientMessage,
    ClockInfo,
    GameView,
    NumberedEvent,
    RequestInfo,
    SeriesInfo,
    ServerMessage,
    TableView,
    VoteInfo,
)
from sarja.table.wire import SeatInfo
from sarja.variants import builtin_variant
from tools.pages import ROOT
from tools.rule_refusals import ANY_MOVE, RULE_REFUSALS

PAGE: Final = "docs/protocol.md"
GAME_SHOWN: Final = "numbers-small"

_PART: Final = re.compile(
    r"^<!-- made by tools/generate\.py: (?P<name>[a-z -]+) -->\n(?P<text>.*?)^<!-- end -->\n",
    re.MULTILINE | re.DOTALL,
)
_PARAM: Final = re.compile(r"\{ \$([a-z-]+)")

_OBJECTS: Final[Mapping[type[Struct], str]] = {
    Settings: "[settings](#open)",
    TableView: "[a table's view](#the-view)",
    GameView: "[a game's view](#the-game)",
    LessonView: "[a lesson's view](#lessons)",
    SeatInfo: "a seat",
    ClockInfo: "a clock",
    RequestInfo: "a request",
    VoteInfo: "a vote",
    SeriesInfo: "a series",
    NumberedEvent: "a numbered event",
    OwnPlace: "a pupil's place",
    LessonPupil: "a pupil",
    LessonTable: "a table of a lesson",
}
"""What the objects inside messages are called on the page."""

_UNIONS: Final[Mapping[str, str]] = {
    "do": "[an action](#actions)",
    "lead": "[what a teacher asks for](#lessons)",
    "type": "[an event](#events)",
}
"""What objects are called of which there are several kinds, by the key that tells them apart."""


class PageError(Exception):
    """What the page, or what it is made from, lacks."""


def make_protocol_page(root: Path = ROOT) -> str:
    """The page as it is, with every made part made anew.

    Raises:
        PageError: a part is missing, is there twice, or is none of those that can be made; or a
            refusal of the rules is not explained.
    """
    page = (root / PAGE).read_text(encoding="utf-8")
    makers = _makers()
    names = [found["name"] for found in _PART.finditer(page)]
    if sorted(names) != sorted(makers):
        differing = sorted(set(names) ^ set(makers)) or sorted(names)
        raise PageError(f"parts that are missing, unknown or there twice: {differing}")

    def make(found: re.Match[str]) -> str:
        name = found["name"]
        return f"<!-- made by tools/generate.py: {name} -->\n{makers[name]()}<!-- end -->\n"

    return _PART.sub(make, page)


def _makers() -> dict[str, Callable[[], str]]:
    made: dict[str, Callable[[], str]] = {}
    for message in get_args(ClientMessage):
        keys = list(_rows(message))
        if keys:
            made[f"keys of {_tag(message)}"] = lambda keys=keys: _table(keys)  # type: ignore[misc]
    made["keys of settings"] = lambda: _table(_rows(Settings))
    made["keys of actions"] = lambda: _action_table(AnyAction)
    made["keys of leading"] = lambda: _action_table(AnyLeadAction)
    made["keys from the server"] = _server_table
    made["refusals of the rules"] = _refusals
    made["a game"] = _game
    return made


# Keys


def _table(rows: Iterator[tuple[str, str, str]] | list[tuple[str, str, str]]) -> str:
    lines = "".join(f"| `{key}` | {kind} | {default} |\n" for key, kind, default in rows)
    return f"\n| key | value | left out |\n|---|---|---|\n{lines}\n"


def _action_table(union: Any) -> str:
    lines = []
    for action in get_args(union):
        shown = [
            f"`{key}`: {kind}; {default if default == _NEVER else f'left out: {default}'}"
            for key, kind, default in _rows(action)
        ]
        lines.append(f"| {_tag(action)} | {'<br>'.join(shown) or 'none'} |\n")
    return f"\n| action | its other keys |\n|---|---|\n{''.join(sorted(lines))}\n"


def _server_table() -> str:
    lines = [f"| [{_tag(one)}](#{_tag(one)}) | {_sent(one)} |\n" for one in get_args(ServerMessage)]
    lines += [
        f"| {name} | {_sent(shape)} |\n"
        for shape, name in _OBJECTS.items()
        if shape is not Settings
    ]
    return f"\n| message, or object in one | its keys |\n|---|---|\n{''.join(lines)}\n"


_NEVER: Final = "must be there"


def _rows(struct: type[Struct]) -> Iterator[tuple[str, str, str]]:
    """Each key, what its value may be, and what it is where it is left out."""
    for field in _fields(struct):
        default = field.default
        if field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        shown = _NEVER
        if default is not msgspec.NODEFAULT:
            shown = f"`{json.dumps(msgspec.to_builtins(default))}`"
        yield field.encode_name, _words(field.type), shown


def _sent(struct: type[Struct]) -> str:
    """The keys of what the server sends."""
    return "<br>".join(f"`{f.encode_name}`: {_words(f.type)}" for f in _fields(struct)) or "none"


def _fields(struct: type[Struct]) -> tuple[inspect.Field, ...]:
    kind = inspect.type_info(struct)
    assert isinstance(kind, inspect.StructType)
    return kind.fields


def _tag(struct: type[Struct]) -> str:
    return str(struct.__struct_config__.tag)


def _words(kind: inspect.Type) -> str:
    """What a value may be, for people.

    Raises:
        PageError: no message had such a value so far.
    """
    match kind:
        case inspect.Metadata():
            return _words(kind.type)
        case inspect.StrType():
            bounds = _bounds(kind.min_length, kind.max_length)
            return f"text of {bounds} characters" if bounds else "text"
        case inspect.IntType():
            return f"number {_bounds(kind.ge, kind.le)}".rstrip()
        case inspect.BoolType():
            return "`true` or `false`"
        case inspect.NoneType():
            return "`null`"
        case inspect.LiteralType():
            return _either([f"`{json.dumps(value)}`" for value in kind.values])
        case inspect.UnionType():
            return _union(kind)
        case inspect.ListType() | inspect.VarTupleType():
            bounds = _bounds(kind.min_length, kind.max_length)
            return " ".join(["list of", *([bounds] if bounds else []), _inner(kind.item_type)])
        case inspect.TupleType():
            return f"list: {', '.join(map(_inner, kind.item_types))}"
        case inspect.StructType() if kind.cls in _OBJECTS:
            return _OBJECTS[kind.cls]
        case inspect.DictType():
            return "object"
        case _:
            raise PageError(f"no words for {getattr(kind, 'cls', kind)}")


def _union(kind: inspect.UnionType) -> str:
    structs = [one for one in kind.types if isinstance(one, inspect.StructType)]
    rest = [_words(one) for one in kind.types if not isinstance(one, inspect.StructType)]
    if len(structs) > 1:
        return _either([_UNIONS[str(structs[0].tag_field)], *rest])
    literals = [one for one in kind.types if isinstance(one, inspect.LiteralType)]
    if literals and len(kind.types) == 2:
        values = [f"`{json.dumps(value)}`" for value in literals[0].values]
        return _either([*values, "`null`"])
    return _either([*map(_words, structs), *rest])


def _inner(kind: inspect.Type) -> str:
    """What a value within a list may be."""
    words = _words(kind)
    return f"({words})" if re.search(r" of |[,:] | or ", words) else words


def _either(words: list[str]) -> str:
    if len(words) == 1:
        return words[0]
    comma = "," if len(words) > 2 or any(" to " in one for one in words) else ""
    return f"{', '.join(words[:-1])}{comma} or {words[-1]}"


def _bounds(least: int | None, most: int | None) -> str:
    if least is None and most is None:
        return ""
    if most is None:
        return f"{least} or more"
    return f"at most {most:,}" if least is None else f"{least} to {most:,}"


# Refusals


def _refusals() -> str:
    if missing := set(RULE_OF_ERROR) ^ set(RULE_REFUSALS):
        raise PageError(f"tools/rule_refusals.py and the rules differ: {sorted(missing)}")
    source = catalogue_sources("en")["rules.ftl"]
    lines = []
    for code, rule in RULE_OF_ERROR.items():
        refusal = RULE_REFUSALS[code]
        text = source.split(f"error-{code} =", 1)[1].split("\nerror-", 1)[0]
        params = list(dict.fromkeys(_PARAM.findall(text)))
        meaning = catalogue().text(f"error-{code}", **{name: f"`{name}`" for name in params})
        moves = "any" if refusal.moves == ANY_MOVE else ", ".join(refusal.moves)
        lines.append(f"| `{code}` | {rule} | {moves} | {meaning} | {refusal.advice} |\n")
    head = "| code | rule | moves | it says | what a client does |\n|---|---|---|---|---|\n"
    return f"\n{head}{''.join(lines)}\n"


# Games


def _game() -> str:
    """One game of the answer to `/api/variants`."""
    variant = builtin_variant(GAME_SHOWN)
    if variant is None:
        raise PageError(f"no game {GAME_SHOWN}")
    data = variant_data(variant)
    setups = ",\n  ".join(json.dumps(setup) for setup in data["setups"])
    names = json.dumps(data["names"], ensure_ascii=False)
    return (
        f'\n```json\n{{"id": "{data["id"]}", "names": {names},\n "setups": [\n  {setups}],\n'
        f' "help": "{data["help"]}"}}\n```\n\n'
    )
