"""Variants from files: there and back, defaults, and files that are none."""

import json
from contextlib import suppress
from time import process_time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sarja.rules.errors import VariantError
from sarja.rules.loader import MAX_BYTES, parse_data, parse_variant, variant_data, variant_from_data
from sarja.rules.variant import Card, Setup, Variant
from sarja.variants import builtin_names, builtin_variant
from tests.boards import variant_named
from tests.rules.variants import all_kinds, smallest

TOML = """
id = "tiny"
format = 1
line_length = 3
grid = '''
 * a b
 a b c
 c d d
'''
[[setups]]
seats = 2
teams = 2
hand = 1
sequences = 1
[cards]
A = { label = "a", count = 2 }
B = { label = "b", count = 2 }
C = { label = "c", count = 2 }
D = { label = "d", count = 2 }
"""


def fault(source: bytes | str) -> str:
    """The one fault of a file that cannot be read, as `line: code`."""
    with pytest.raises(VariantError) as caught:
        parse_variant(source if isinstance(source, bytes) else source.encode())
    error = caught.value
    assert not error.readable
    (found,) = error.faults
    assert (found.path, found.row, found.column) == ("", None, None)
    assert all("\n" not in str(value) for value in found.params.values())
    return f"{found.line or ''}: {found.code}"


@pytest.mark.parametrize(
    "variant", all_kinds(), ids=lambda v: f"{v.id}-{v.shared_spaces}-{len(v.deck)}"
)
def test_a_variant_that_is_written_is_read_as_the_same(variant: Variant) -> None:
    data = variant_data(variant)
    assert variant_from_data(data) == variant
    assert parse_variant(json.dumps(data).encode()) == variant
    assert variant_data(variant_from_data(data)) == data


def test_the_built_in_variants_are_those_of_the_contract_and_every_one_is_sound() -> None:
    assert {"classic", "numbers", "numbers-small"} <= set(builtin_names())
    for name in builtin_names():
        variant = builtin_variant(name)
        assert variant is not None
        assert variant.id == name
    for name in ("", "nonesuch", "classic.toml", "../classic", "CLASSIC", "__init__"):
        assert builtin_variant(name) is None


def test_the_data_of_classic_have_the_form_of_the_contract() -> None:
    data = variant_data(variant_named("classic"))
    head = ["id", "format", "rows", "columns", "line_length", "grid", "cards", "setups"]
    tail = ["exchanges_per_turn", "shared_spaces", "cut", "help", "names"]
    assert list(data)[:13] == head + tail
    assert (data["id"], data["format"], data["rows"], data["columns"]) == ("classic", 1, 10, 10)
    assert (data["line_length"], data["exchanges_per_turn"], data["shared_spaces"]) == (5, 1, 1)
    assert (data["cut"], data["help"]) == (True, "spaces")
    assert data["grid"][0][:2] == ["*", "2S"]
    assert data["cards"]["2S"] == {"effect": "place", "label": "2S", "count": 2, "text": "2♠"}
    assert data["cards"]["JC"] == {"effect": "wild", "count": 2}
    assert data["cards"]["JS"] == {"effect": "remove", "count": 2}
    assert data["setups"][0] == {"seats": 2, "teams": 2, "hand": 7, "sequences": 2}
    assert data["names"]["en"] == "Classic"
    json.dumps(data)


def test_what_is_left_out_is_the_default() -> None:
    variant = variant_from_data(smallest())
    assert (variant.exchanges_per_turn, variant.shared_spaces) == (1, 1)
    assert (variant.cut, variant.help) == (False, "spaces")
    assert (variant.names, variant.colours, variant.symbols) == ({}, {}, {})
    assert variant.cards["A"] == Card("A", "place", "A", 1, None)
    assert variant.cards["B"].count == 2
    assert variant.setups == (Setup(2, 2, 1, 1),)
    assert variant_from_data(smallest() | {"grid": [["A"] * 5] * 5, "cards": {"A": {}, "W": {
        "effect": "wild"}}, "line_length": 5}) == variant_from_data(
            {k: v for k, v in smallest().items() if k != "line_length"}
            | {"grid": [["A"] * 5] * 5, "cards": {"A": {}, "W": {"effect": "wild"}}})  # fmt: skip


def test_a_toml_file_may_give_the_grid_as_text() -> None:
    variant = parse_variant(TOML.encode())
    assert variant.board.labels == ("*", "a", "b", "a", "b", "c", "c", "d", "d")
    assert variant.spaces_of["D"] == (7, 8)
    assert variant.board.corners == frozenset({0})
    assert parse_variant(b"\xef\xbb\xbf" + TOML.replace("\n", "\r\n").encode()) == variant


def test_several_cards_may_cover_one_label_and_a_wild_card_all() -> None:
    cards = {"A1": {"label": "A"}, "A2": {"label": "A"}, "B": {}, "C": {}, "D": {}}
    variant = variant_from_data(smallest() | {"cards": cards | {"W": {"effect": "wild"}}})
    assert variant.spaces_of["A1"] == variant.spaces_of["A2"] == (1, 3)
    assert variant.spaces_of["W"] == (1, 2, 3, 4, 5, 6, 7, 8)
    assert variant.covering["A"] == ("A1", "A2")
    assert set(variant.exchanges) == {"A1", "A2", "B", "C", "D"}


def test_a_card_shows_its_text_or_its_code_with_symbols() -> None:
    classic = variant_named("classic")
    assert classic.card_text("TS") == "10♠"
    assert classic.label_text("TS") == "10♠"
    assert classic.card_text("JC") == "J♣"
    assert variant_named("numbers").card_text("7+5") == "7+5"
    assert variant_named("numbers").card_text("5-4") == "5−4"
    assert variant_named("numbers").label_text("12") == "12"


def test_a_variant_is_named_in_the_readers_language_or_in_english_or_by_its_id() -> None:
    classic = variant_named("classic")
    assert (classic.name("fi"), classic.name("sv")) == ("Klassinen", "Classic")
    assert variant_from_data(smallest()).name("en") == "tiny"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (b"\xff", ": not-utf8"),
        (TOML.encode("utf-16"), ": not-utf8"),
        ("{", "1: not-json"),
        ("\n{\n1}", "3: not-json"),
        ('{"a": 1, "a": 1}', ": duplicate-key"),
        ('{"a": ' + "[" * 100_000, ": nested-too-deeply"),
        ('{"a": ' * 40_000, ": nested-too-deeply"),
        ('{"a": ' + "9" * 5_000 + "}", ": number-too-long"),
        ("id = ", "1: not-toml"),
        ("id = 1\nid = 2", "2: not-toml"),
        ("a = 1\nb = 'x", "2: not-toml"),
        ("[a]\n[a]", "2: not-toml"),
        ("[1, 2]", "1: not-toml"),
        ('"classic"', "1: not-toml"),
        ("a = \x00", "1: not-toml"),
        ("a = 2021-02-30", "1: not-toml"),
        ("a = " + "9" * 5_000, ": number-too-long"),
        ("a = " + "[" * 100_000, ": nested-too-deeply"),
        ("a = " + "{b = " * 30_000, ": nested-too-deeply"),
        ("a." * 20_000 + "a = 1", ": nested-too-deeply"),
        ('"a" . ' * 5_000 + "a = 1", ": nested-too-deeply"),
        ("[" + "a." * 20_000 + "a]", ": nested-too-deeply"),
        (b" " * (MAX_BYTES + 1), ": file-too-large"),
    ],
    ids=lambda value: ascii(value)[:24] + str(len(value)),
)
def test_a_file_that_cannot_be_read_has_one_fault(source: bytes | str, reason: str) -> None:
    assert fault(source) == reason


def test_a_number_that_json_has_not_makes_no_variant() -> None:
    for number in ("NaN", "Infinity", "-Infinity"):
        assert fault(f'{{"a": {number}}}').endswith(": not-json")


def test_a_long_word_does_not_take_the_square_of_its_length() -> None:
    began = process_time()
    with pytest.raises(VariantError):
        parse_variant(f"x = '{'a' * 16_000}'".encode())
    assert process_time() - began < 0.7


@pytest.mark.parametrize(
    "text",
    [
        "{}a = 1",
        "[{}a]",
        "x = {{{}a = 1}}",
        'x = {{y = """\n#""", {}a = 1}}',  # a line that begins like a comment
    ],
)
@pytest.mark.parametrize("part", ["a.", "'a' .\t", '"\\"".'], ids=["bare", "quoted", "escaped"])
def test_a_key_of_many_parts_costs_the_parser_too_much_and_is_refused(text: str, part: str) -> None:
    assert fault(text.format(part * 2_000)) == ": nested-too-deeply"


def test_many_dots_on_a_line_are_no_fault_when_they_part_no_key() -> None:
    cards = ", ".join(f'"A.{number}" = {{ label = "a" }}' for number in range(120))
    one_line = TOML[: TOML.index("[cards]")] + "# " + "." * 120 + "\n"
    rest = "B = {label = 'b'}, C = {label = 'c'}, D = {label = 'd'}"
    top = f"cards = {{ {cards}, {rest} }}\n"
    assert len(parse_variant((top + one_line).encode()).cards) == 123


def test_an_empty_file_is_readable_and_has_nothing_that_must_be_there() -> None:
    with pytest.raises(VariantError) as caught:
        parse_variant(b"")
    assert caught.value.readable
    assert {fault.path for fault in caught.value.faults} == {
        "id", "format", "grid", "cards", "setups"
    }  # fmt: skip


@settings(max_examples=250)
@given(
    st.one_of(
        st.binary(max_size=60),
        st.text(max_size=60).map(lambda text: text.encode()),
        st.text("[]{}=.\"'ab1-:#\n,", max_size=40).map(str.encode),
    )
)
@example(b"a = 24:61:00")
@example(b"a = 0000-01-01")
@example(b"[[a]]\na.b = 1\n[a]")
def test_random_bytes_are_data_or_a_variant_error(raw: bytes) -> None:
    with suppress(VariantError):
        parse_variant(raw)
    with suppress(VariantError):
        parse_data(raw)


@settings(max_examples=150)
@given(st.integers(0, len(TOML) - 1), st.text(max_size=3), st.integers(0, 4))
def test_a_file_with_some_letters_changed_is_a_variant_or_a_variant_error(
    at: int, inserted: str, dropped: int
) -> None:
    with suppress(VariantError):
        variant = parse_variant((TOML[:at] + inserted + TOML[at + dropped :]).encode())
        assert variant_from_data(variant_data(variant)) == variant
