"""Which names there can be at a table."""

import pytest

from sarja.table.errors import TableError
from sarja.table.names import clean_name

FAMILY = "\U0001f469\u200d\U0001f467"
RAINBOW = "\U0001f3f3\ufe0f\u200d\U0001f308"
PERSIAN = "\u0645\u06cc\u200c\u0631\u0648\u0645"


def code_of(name: str, *others: str) -> str:
    with pytest.raises(TableError) as caught:
        clean_name(name, others)
    return caught.value.code


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",
        "\u115f",
        "\u1160",
        "\uffa0",
        "\u2800\u2800",
        "\u034f",
        "\ufe0f",
        "\U000e0100",
        "\u0301\u0302",
        "\u0301Ann",
        "Ann \u0301",
        "A\u202eB",
        "A\u200bnn",
        "\ufeffAnn",
        "Ann\u3164",
        "An\u034fn",
        "\u200d",
        "Ann\u200d",
        "\u200cAnn",
        "A\u200d\u200dnn",
        "A\ufe0f\ufe0fn",
        "A\u00adnn",
        "\ud800",
        "\ue000",
        "\U000e0041nn",
    ],
)
def test_what_cannot_be_seen_is_no_name(name: str) -> None:
    assert code_of(name) == "name-unprintable"


def test_nothing_but_spaces_is_no_name() -> None:
    assert code_of(" \u2003\u00a0") == "name-empty"


@pytest.mark.parametrize(
    "name",
    [
        "\u0410nn",
        "\uff21\uff4e\uff4e",
        "ANN",
        "A\u200dnn",
        "Ann\ufe0f",
        "\u0391nn",
        "\U0001d400nn",
        "ann",
    ],
)
def test_what_looks_like_a_name_is_that_name(name: str) -> None:
    assert code_of(name, "Bob", "Ann") == "name-taken"
    assert code_of("Ann", name) == "name-taken"


@pytest.mark.parametrize(
    "name",
    [
        "Pau\u04cf",  # a Cyrillic stroke
        "Pau\u01c0",  # a click
        "P\u0251ul",  # a Latin letter of phonetics
        "Pa\u057dl",  # Armenian
        "\u13e2aul",  # Cherokee
        "\ua4d1aul",  # Lisu
    ],
)
def test_letters_of_other_alphabets_hide_nobody(name: str) -> None:
    assert code_of(name, "Paul") == code_of("Paul", name) == "name-taken"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\u0412\u041e\u0412\u0410", "\u0432\u043e\u0432\u0430"),  # Cyrillic, in capitals and not
        ("BOB", "\u0412\u041e\u0412"),
        ("Stra\u00dfe", "STRASSE"),
        ("\u00c5sa", "A\u030asa"),
        ("\u00eb", "\u0451"),
        (
            "\u039d\u03af\u03ba\u03bf\u03c2",
            "\u039d\u03af\u03ba\u03bf\u03c3",
        ),  # Greek, its end otherwise
        (PERSIAN, PERSIAN.replace("\u200c", "")),
    ],
)
def test_names_that_are_read_alike_are_alike(one: str, other: str) -> None:
    assert code_of(one, other) == code_of(other, one) == "name-taken"


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "\u00c5ke",
        "O'Neil",
        "\u738b\u4f1f",
        "\uae40\ubbfc\uc900",
        "\u0905\u0928\u0940\u0924\u093e",
        "\u0915\u094d\u200d\u0937",
        FAMILY,
        RAINBOW,
        "1\ufe0f\u20e3",
        PERSIAN,
        "\u8fbb\U000e0100",
        "\u0410\u043d\u043d\u0430",
        "Vi\u1ec7t",
        "7",
    ],
)
def test_people_are_called_as_they_are(name: str) -> None:
    assert clean_name(name, ["Bob", "Zoe", "Ian", "\u00c9va"]) == name


def test_a_name_with_an_accent_is_another_one() -> None:
    assert clean_name("Eva", ["\u00c9va"]) == "Eva"
