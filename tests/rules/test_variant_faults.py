"""Every fault that a variant can have, each with its place, and all of them at once."""

import copy
import inspect
import json
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sarja.rules import loader
from sarja.rules.errors import Fault, VariantError
from sarja.rules.loader import variant_data, variant_from_data
from tests.rules.variants import smallest

SETUP = {"seats": 2, "teams": 2, "hand": 1, "sequences": 1}
Spoil = Callable[[dict[str, Any]], object]


def faults(data: Any) -> tuple[Fault, ...]:
    """What is wrong with the data."""
    with pytest.raises(VariantError) as caught:
        variant_from_data(data)
    error = caught.value
    assert error.readable
    assert error.params == {"count": len(error.faults)}
    for found in error.faults:
        assert found.path.isprintable()
        assert all(str(value).isprintable() for value in found.params.values())
    return error.faults


def said(fault: Fault) -> str:
    """The fault as `place: code`; `grid@2,3` is row 2, column 3."""
    numbers = [str(number) for number in (fault.row, fault.column) if number is not None]
    place = fault.path + ("@" + ",".join(numbers) if numbers else "")
    return f"{place}: {fault.code}"


def put(*path: Any, value: Any) -> Spoil:
    """Puts the value there."""

    def spoil(data: dict[str, Any]) -> None:
        inner: Any = data
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value

    return spoil


def drop(key: str) -> Spoil:
    return lambda data: data.pop(key)


def add_card(code: str, **fields: Any) -> Spoil:
    return put("cards", code, value=fields)


def add_setup(**fields: Any) -> Spoil:
    return lambda data: data["setups"].append(SETUP | fields)


BIG = {f"C{number}": {"count": 100, "label": "A"} for number in range(41)}

CASES: list[tuple[Spoil, str]] = [
    (put("speed", value=1), "speed: key-unknown"),
    (put("a b\n", value=1), '"a b\\n": key-unknown'),
    (put("cards", "A", value={"points": 1}), "cards.A.points: key-unknown"),
    (add_setup(seats=4, bonus=1), "setups[1].bonus: key-unknown"),
    (drop("id"), "id: key-missing"),
    (drop("format"), "format: key-missing"),
    (drop("grid"), "grid: key-missing"),
    (drop("cards"), "cards: key-missing"),
    (drop("setups"), "setups: key-missing"),
    (lambda data: data["setups"][0].pop("sequences"), "setups[0].sequences: key-missing"),
    (put("id", value="Tiny"), "id: id-form"),
    (put("id", value="-tiny"), "id: id-form"),
    (put("id", value="tiny-"), "id: id-form"),
    (put("id", value="tiny\n"), "id: id-form"),
    (put("id", value="x" * 41), "id: id-form"),
    (put("id", value=""), "id: id-form"),
    (put("id", value=7), "id: not-text"),
    (put("format", value=2), "format: format-unknown"),
    (put("format", value=True), "format: format-unknown"),
    (put("format", value="1"), "format: format-unknown"),
    (put("rows", value=4), "rows: size-differs"),
    (put("columns", value=2), "columns: size-differs"),
    (put("rows", value=3.0), "rows: size-differs"),
    (put("line_length", value="5"), "line_length: not-an-integer"),
    (put("line_length", value=True), "line_length: not-an-integer"),
    (put("line_length", value=2), "line_length: out-of-range"),
    (put("line_length", value=21), "line_length: out-of-range"),
    (put("line_length", value=4), "line_length: no-line-fits"),
    (put("grid", value=7), "grid: not-a-grid"),
    (put("grid", value=["A", "B", "C"]), "grid: not-a-grid"),
    (put("grid", value=[["A"] * 3] * 2), "grid: rows-out-of-range"),
    (put("grid", value=[["A"] * 3] * 21), "grid: rows-out-of-range"),
    (put("grid", value=""), "grid: rows-out-of-range"),
    (put("grid", value=[["A"] * 2] * 3), "grid@1: columns-out-of-range"),
    (put("grid", value=[["A"] * 21] * 3), "grid@3: columns-out-of-range"),
    (put("grid", 1, value=["A"] * 4), "grid@2: row-uneven"),
    (put("grid", 1, 2, value=7), "grid@2,3: not-text"),
    (put("grid", 1, 2, value=None), "grid@2,3: not-text"),
    (put("grid", 1, 2, value=""), "grid@2,3: text-length"),
    (put("grid", 1, 2, value=" "), "grid@2,3: text-length"),
    (put("grid", 1, 2, value="C" * 41), "grid@2,3: text-length"),
    (put("grid", 1, 2, value="C\n"), "grid@2,3: text-unprintable"),
    (put("grid", 1, 2, value="\u202eC"), "grid@2,3: text-unprintable"),
    (put("grid", 1, 2, value="\ud800"), "grid@2,3: text-unprintable"),
    (put("grid", 0, value=["*", "*", "*"]), "grid@1,1: line-of-corners"),
    (put("grid", 1, 2, value="E"), "grid@2,3: label-uncovered"),
    (put("cards", value=[]), "cards: not-a-table"),
    (put("cards", value={}), "cards: no-placing-card"),
    (put("cards", value={"X": {"effect": "remove"}}), "cards: no-placing-card"),
    (put("cards", value={f"C{n}": {} for n in range(1001)}), "cards: too-many"),
    (put("cards", value=BIG), "cards: deck-too-large"),
    (put("cards", "A", value="A"), "cards.A: not-a-table"),
    (add_card("a"), "cards.a: code-form"),
    (add_card("+", effect="wild"), 'cards."+": code-form'),
    (add_card("A" * 13, effect="wild"), f"cards.{'A' * 13}: code-form"),
    (add_card("", effect="wild"), 'cards."": code-form'),
    (add_card("A B", effect="wild"), 'cards."A B": code-form'),
    (add_card("\u0661", effect="wild"), "cards.\u0661: code-form"),
    (add_card("W", effect="joker"), "cards.W.effect: not-one-of"),
    (add_card("W", effect=["wild"]), "cards.W.effect: not-one-of"),
    (add_card("A", count=0), "cards.A.count: out-of-range"),
    (add_card("A", count=101), "cards.A.count: out-of-range"),
    (add_card("A", count=2.0), "cards.A.count: not-an-integer"),
    (add_card("A", label=1), "cards.A.label: not-text"),
    (add_card("A", text=""), "cards.A.text: text-length"),
    (add_card("A", text="\x1b[31m"), "cards.A.text: text-unprintable"),
    (add_card("W", effect="wild", label="A"), "cards.W.label: label-without-use"),
    (add_card("X", effect="remove", label="A"), "cards.X.label: label-without-use"),
    (add_card("W", label="*"), "cards.W.label: label-of-corner"),
    (add_card("E"), "cards.E: card-without-space"),
    (put("setups", value={}), "setups: not-a-list-of-setups"),
    (put("setups", value=[]), "setups: not-a-list-of-setups"),
    (put("setups", value=[SETUP] * 101), "setups: not-a-list-of-setups"),
    (put("setups", 0, value=[2, 2]), "setups[0]: not-a-table"),
    (add_setup(seats=5), "setups[1]: seating"),
    (add_setup(seats=4, teams=3), "setups[1]: seating"),
    (add_setup(), "setups[1]: setup-twice"),
    (add_setup(seats=13), "setups[1].seats: out-of-range"),
    (add_setup(seats=1), "setups[1].seats: out-of-range"),
    (add_setup(seats=4, teams=4), "setups[1].teams: out-of-range"),
    (add_setup(seats=4, hand=0), "setups[1].hand: out-of-range"),
    (add_setup(seats=4, hand=51), "setups[1].hand: out-of-range"),
    (add_setup(seats=4, sequences=0), "setups[1].sequences: out-of-range"),
    (add_setup(seats=4, sequences=21), "setups[1].sequences: out-of-range"),
    (add_setup(seats=4, hand="1"), "setups[1].hand: not-an-integer"),
    (add_setup(seats=4, hand=2), "setups[1].hand: deck-too-small"),
    (put("exchanges_per_turn", value=-1), "exchanges_per_turn: out-of-range"),
    (put("exchanges_per_turn", value=21), "exchanges_per_turn: out-of-range"),
    (put("exchanges_per_turn", value=None), "exchanges_per_turn: not-an-integer"),
    (put("shared_spaces", value=0), "shared_spaces: out-of-range"),
    (put("shared_spaces", value=3), "shared_spaces: shares-whole-line"),
    (put("cut", value=1), "cut: not-true-or-false"),
    (put("cut", value="true"), "cut: not-true-or-false"),
    (put("help", value="all"), "help: not-one-of"),
    (put("help", value=None), "help: not-one-of"),
    (put("names", value=[]), "names: not-a-table"),
    (put("names", value={"English": "x"}), "names.English: language-form"),
    (put("names", value={"en": 7}), "names.en: not-text"),
    (put("names", value={"en": ""}), "names.en: text-length"),
    (put("colours", value=7), "colours: not-a-table"),
    (put("colours", value={"Red": ["A"]}), "colours.Red: colour-form"),
    (put("colours", value={"red": "A"}), "colours.red: not-a-list-of-labels"),
    (put("colours", value={"red": ["A", 1]}), "colours.red: not-a-list-of-labels"),
    (put("colours", value={"red": ["A", "E"]}), "colours.red[1]: label-not-on-board"),
    (put("colours", value={"red": ["A"], "blue": ["A"]}), "colours.blue[0]: label-in-two-groups"),
    (put("symbols", value=7), "symbols: not-a-table"),
    (put("symbols", value={"AB": "x"}), "symbols.AB: symbol-key"),
    (put("symbols", value={"\n": "x"}), 'symbols."\\n": symbol-key'),
    (put("symbols", value={"A": ""}), "symbols.A: text-length"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [pytest.param(*case, id=f"{at}-{case[1].split()[-1]}") for at, case in enumerate(CASES)],
)
def test_a_fault_is_told_with_its_place(spoil: Spoil, expected: str) -> None:
    data = copy.deepcopy(smallest())
    spoil(data)
    assert expected in [said(fault) for fault in faults(data)]


def test_the_variant_that_these_tests_spoil_is_sound() -> None:
    assert variant_from_data(smallest()).id == "tiny"


def test_every_fault_of_the_loader_is_among_them() -> None:
    source = inspect.getsource(loader)
    codes = set(re.findall(r'"([a-z]+(?:-[a-z0-9]+)+|seating)"', source))
    of_files = {"file-too-large", "not-utf8", "not-toml", "nested-too-deeply", "number-too-long"}
    of_files |= {"not-json", "utf-8-sig"}
    assert {expected.split()[-1] for _, expected in CASES} == codes - of_files


@pytest.mark.parametrize("data", [None, True, 7, "tiny", [], [smallest()]])
def test_a_variant_is_a_table(data: Any) -> None:
    assert [said(fault) for fault in faults(data)] == [": not-a-table"]


def test_a_single_fault_is_told_alone() -> None:
    for spoil, expected in (
        (put("cut", value=1), "cut: not-true-or-false"),
        (put("id", value="T"), "id: id-form"),
        (put("grid", 0, 1, value="E"), "grid@1,2: label-uncovered"),
        (put("grid", 0, 1, value=""), "grid@1,2: text-length"),
        (add_setup(seats=5), "setups[1]: seating"),
        (add_card("E"), "cards.E: card-without-space"),
        (add_card("A", count=0), "cards.A.count: out-of-range"),
    ):
        data = copy.deepcopy(smallest())
        spoil(data)
        assert [said(fault) for fault in faults(data)] == [expected]


def test_all_faults_are_told_at_once() -> None:
    data = smallest()
    data |= {"id": "T", "format": 9, "cut": 0, "help": "x", "speed": 1, "shared_spaces": 0}
    data["grid"][0][1] = "E"
    data["cards"] |= {"a": {}, "W": {"effect": "joker", "count": 0}}
    data["setups"] += [SETUP, {"seats": 5, "teams": 2, "hand": 0}]
    data["names"] = {"EN": ""}
    found = {said(fault) for fault in faults(data)}
    assert found >= {
        "id: id-form",
        "format: format-unknown",
        "cut: not-true-or-false",
        "help: not-one-of",
        "speed: key-unknown",
        "shared_spaces: out-of-range",
        "cards.a: code-form",
        "cards.W.effect: not-one-of",
        "cards.W.count: out-of-range",
        "setups[1]: setup-twice",
        "setups[2]: seating",
        "setups[2].hand: out-of-range",
        "setups[2].sequences: key-missing",
        "names.EN: language-form",
        "names.EN: text-length",
    }


def test_a_seating_that_cannot_be_is_told_the_nearest() -> None:
    data = smallest()
    data["setups"].append(SETUP | {"seats": 7})
    found = next(fault for fault in faults(data) if fault.code == "seating")
    assert found.params == {"seats": 7, "teams": 2, "nearest": "6, 8"}


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 25),
    st.floats(),
    st.text(st.characters(), max_size=4),
    st.sampled_from(["*", "A", "wild", "remove", "A\nB", "x" * 50]),
)
values: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["A", "effect", "label", "en", "seats", "red"])
            | st.text(st.characters(), max_size=3),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)
PATHS: list[tuple[Any, ...]] = [
    *((key,) for key in loader._KEYS),
    ("extra",),
    ("grid", 0),
    ("grid", 1, 1),
    ("cards", "A"),
    ("cards", "B", "count"),
    ("cards", "C", "label"),
    ("setups", 0),
    ("setups", 0, "seats"),
]


@settings(max_examples=400)
@given(st.sampled_from(PATHS), values)
def test_a_variant_with_anything_anywhere_is_sound_or_a_variant_error(
    path: tuple[Any, ...], value: Any
) -> None:
    data = copy.deepcopy(smallest())
    put(*path, value=value)(data)
    with suppress(VariantError):
        variant = variant_from_data(data)
        assert variant_from_data(json.loads(json.dumps(variant_data(variant)))) == variant
