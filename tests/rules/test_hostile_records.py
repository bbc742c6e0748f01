"""Files that are no records at all: whatever the bytes are, there is a RecordError and no other."""

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sarja.rules.errors import RecordError
from sarja.rules.record import (
    MAX_BYTES,
    MoveError,
    ResultError,
    format_record,
    parse_record,
    record_from_data,
    replay,
)
from sarja.variants import builtin_variant
from tests.rules.records import a_record, data_of_a_record

TEXT = json.dumps(data_of_a_record(moves=["-"]))


def fault(source: bytes | str) -> str:
    """What is wrong with the file, as `place: code`."""
    raw = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    with pytest.raises(RecordError) as caught:
        parse_record(raw, builtin_variant)
    for value in caught.value.params.values():
        assert "\n" not in str(value), "a message of more than one line"
        assert len(str(value)) < 100
    return f"{caught.value.place}: {caught.value.code}"


def with_key(text: str) -> str:
    """The record with that written into it as another key and value."""
    return f"{TEXT[:-1]}, {text}}}"


def test_the_record_that_these_tests_spoil_is_sound() -> None:
    record = parse_record(with_key('"x": [1, 2.5, null]').encode(), builtin_variant)
    assert record.about == {"x": [1, 2.5, None]}


@pytest.mark.parametrize(
    "source", ["", " ", "{", "}", "nul", "[1,]", "{'a': 1}", '{"a" 1}', "\x00", "{}{}", TEXT + "x"]
)
def test_text_that_is_no_json_is_refused_with_its_line(source: str) -> None:
    assert fault(source) == "line 1: not-json"
    assert fault("\n\n" + source) in ("line 3: not-json", "line 4: not-json")


@pytest.mark.parametrize("number", ["nan", "+1", "01", "1.", ".5", "0x1", "1_0"])
def test_numbers_that_are_not_written_as_in_json_are_refused(number: str) -> None:
    assert fault(with_key(f'"x": {number}')) == "line 1: not-json"
    assert fault(TEXT.replace('"seats": 2', f'"seats": {number}')) == "line 1: not-json"


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"])
def test_numbers_that_json_has_not_are_refused(number: str) -> None:
    assert fault(with_key(f'"x": {number}')) == ": not-json"
    assert fault(TEXT.replace('"seats": 2', f'"seats": {number}')) == ": not-json"


@pytest.mark.parametrize(
    "text",
    [
        '"seats": 2',
        '"moves": []',
        '"x": 1, "x": 1',
        '"x": {"y": 1, "y": 2}',
        '"x": [{"\\u0079": 1, "y": 2}]',
        '"x": {"": 1, "": 2}',
        '"\\ud800": 1, "\\ud800": 2',
        f'"{"k" * 500}": 1, "{"k" * 500}": 2',
        '"a\\nb": 1, "a\\nb": 2',
    ],
    ids=lambda text: text[:20],
)
def test_a_key_that_comes_twice_is_refused(text: str) -> None:
    assert fault(with_key(text)) == ": duplicate-key"


@pytest.mark.parametrize("depth", [101, 500, 5_000, 100_000])
@pytest.mark.parametrize(("start", "end"), [("[", "]"), ('{"a":', "}"), ('[{"a":', "}]")])
def test_deep_nesting_is_refused(depth: int, start: str, end: str) -> None:
    assert fault(with_key(f'"x": {start * depth}1{end * depth}')) == ": nested-too-deeply"
    assert fault(f"{start * depth}1{end * depth}") == ": nested-too-deeply"


def test_deep_nesting_that_never_ends_is_refused() -> None:
    assert fault("[" * 100_000) == ": nested-too-deeply"
    assert fault(with_key('"x": ' + "[" * 100_000)) == ": nested-too-deeply"
    assert fault('{"a":' * 100_000) == ": nested-too-deeply"


def test_what_is_not_nested_deeply_is_kept() -> None:
    text = with_key('"x": ' + "[" * 90 + "]" * 90)
    record = parse_record(text.encode(), builtin_variant)
    assert parse_record(format_record(record).encode(), builtin_variant) == record


@pytest.mark.parametrize("sign", ["", "-"])
def test_an_integer_of_5000_digits_is_refused(sign: str) -> None:
    digits = sign + "9" * 5_000
    assert fault(with_key(f'"x": {digits}')) == ": number-too-long"
    assert fault(TEXT.replace('"seats": 2', f'"seats": {digits}')) == ": number-too-long"


def test_an_integer_of_4000_digits_is_a_number_that_cannot_be() -> None:
    digits = "9" * 4_000
    assert fault(TEXT.replace('"seats": 2', f'"seats": {digits}')) == "seats: seats-not-possible"
    assert fault(TEXT.replace('"dealer": 2', f'"dealer": {digits}')) == "dealer: dealer-not-seated"


@pytest.mark.parametrize("key", ["format", "variant"])
def test_lone_surrogates_are_refused_where_words_are_known(key: str) -> None:
    data = json.dumps(data_of_a_record(**{key: "\ud800"}))
    assert fault(data).startswith(f"{key}: ")


def test_lone_surrogates_are_kept_where_text_is_free() -> None:
    data = json.dumps(data_of_a_record(note="\ud800", players=["\udfff", "x"], moves=["\ud800"]))
    record = parse_record(data.encode(), builtin_variant)
    assert parse_record(format_record(record).encode(), builtin_variant) == record
    with pytest.raises(MoveError):
        list(replay(record))


@pytest.mark.parametrize(
    "raw",
    [b"\xff", b"\xff\xfe{\x00}\x00", b'{"a": "\xe9"}', b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80"],
)
def test_bytes_that_are_no_utf8_are_refused(raw: bytes) -> None:
    assert fault(raw) == ": not-utf8"


def test_utf16_and_a_second_byte_order_mark_are_refused() -> None:
    assert fault(TEXT.encode("utf-16")) == ": not-utf8"
    assert fault(b"\xef\xbb\xbf" * 2 + TEXT.encode()).endswith(": not-json")


def test_a_file_that_is_too_large_is_not_even_read() -> None:
    assert fault(b" " * (MAX_BYTES + 1)) == ": file-too-large"
    assert fault(b"\xff" * (MAX_BYTES + 1)) == ": file-too-large"


def test_a_record_that_breaks_off_is_refused_wherever_it_does() -> None:
    whole = format_record(a_record(note="päättyy 끝", moves=["-"])).rstrip().encode()
    for end in range(len(whole)):
        with pytest.raises(RecordError):
            parse_record(whole[:end], builtin_variant)
    assert parse_record(whole, builtin_variant).moves == ("-",)


@settings(max_examples=200)
@given(st.one_of(st.binary(max_size=60), st.text(max_size=60).map(str.encode)))
@example(b"")
def test_random_bytes_are_refused(raw: bytes) -> None:
    fault(raw)


@settings(max_examples=200)
@given(st.integers(0, len(TEXT) - 1), st.binary(max_size=4), st.integers(0, 4))
def test_a_record_with_some_bytes_changed_is_refused_or_read(
    at: int, inserted: bytes, dropped: int
) -> None:
    whole = TEXT.encode()
    spoilt = whole[:at] + inserted + whole[at + dropped :]
    with suppress(RecordError):
        record = parse_record(spoilt, builtin_variant)
        assert parse_record(format_record(record).encode(), builtin_variant) == record


scalars: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 14),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(["", "7H", "classic", "auto", "-", "\ud800", "1", "blocked"]),
)
values: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["draw", "winner", "id", "x"]), inner, max_size=3)
    ),
    max_leaves=5,
)


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything inside."""
    if path:
        yield path
    if isinstance(data, dict):
        for key, inner in data.items():
            yield from places(inner, (*path, key))
    elif isinstance(data, list):
        for at, inner in enumerate(data[:3]):
            yield from places(inner, (*path, at))


FULL = data_of_a_record(
    teams=2,
    options={"draw": "auto", "table_talk": "off", "help": "none"},
    reshuffles=[["7H"]],
    moves=["7H@d6", "-"],
    players=["a", "b"],
    date="2026",
    cut=[["7H", None]],
    result={"winner": 1, "reason": "blocked", "sequences": [0, 1]},
)


@settings(max_examples=300)
@given(st.sampled_from(list(places(FULL))), values)
def test_a_record_with_anything_anywhere_is_refused_or_read(
    path: tuple[Any, ...], value: Any
) -> None:
    data = json.loads(json.dumps(FULL))
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    with suppress(RecordError):
        record = record_from_data(data, builtin_variant)
        assert parse_record(format_record(record).encode(), builtin_variant) == record
        with suppress(MoveError, ResultError):
            list(replay(record))
