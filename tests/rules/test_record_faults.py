"""Everything that makes a file no record, and where in it (docs/notation.md)."""

import json
from typing import Any

import pytest

from sarja.rules.errors import RecordError
from sarja.rules.loader import variant_data
from sarja.rules.record import Record, parse_record, record_from_data, variant_hash
from sarja.variants import builtin_variant
from tests.boards import variant_named
from tests.rules.records import data_of_a_record

CLASSIC = variant_named("classic")
DECK = list(CLASSIC.deck)
WHOLE = variant_data(CLASSIC)
ABSENT = object()
# What is never text, nor a list, nor a whole number.
NO_TEXT: list[Any] = [None, True, 7, 1.5, [], {}]
NO_LIST: list[Any] = [None, True, 7, "7H", {}]
NO_INTEGER: list[Any] = [None, True, False, 2.0, 1.5, "2", [2], {}]


def fault(**changes: Any) -> str:
    """What is wrong with the smallest record after the changes, as `place: code`."""
    data = {k: v for k, v in data_of_a_record(**changes).items() if v is not ABSENT}
    with pytest.raises(RecordError) as caught:
        record_from_data(data, builtin_variant)
    # It is the same when it comes as a file.
    with pytest.raises(RecordError) as again:
        parse_record(json.dumps(data).encode(), builtin_variant)
    assert (again.value.code, again.value.place) == (caught.value.code, caught.value.place)
    return f"{caught.value.place}: {caught.value.code}"


def sound(**changes: Any) -> Record:
    return record_from_data(data_of_a_record(**changes), builtin_variant)


def with_entry(values: list[Any], at: int, value: Any) -> list[Any]:
    return [*values[:at], value, *values[at + 1 :]]


def test_the_record_that_these_tests_spoil_is_sound() -> None:
    assert sound().game.seats == 2


@pytest.mark.parametrize("key", ["format", "variant", "seats", "dealer", "deck", "moves"])
def test_a_key_that_must_be_there_is_missing(key: str) -> None:
    assert fault(**{key: ABSENT}) == f"{key}: key-missing"


@pytest.mark.parametrize("value", ["", "sarja-record/2", "sarja-record/1 ", 1, None, ["x"]])
def test_the_format_is_another(value: Any) -> None:
    assert fault(format=value) == "format: format-unknown"


@pytest.mark.parametrize("key", ["variant", "date", "id", "note", "variant_hash"])
def test_a_text_is_none(key: str) -> None:
    for value in NO_TEXT:
        assert fault(**{key: value}) == f"{key}: not-text"


@pytest.mark.parametrize("key", ["seats", "teams", "dealer"])
def test_a_whole_number_is_none(key: str) -> None:
    for value in NO_INTEGER:
        assert fault(**{key: value}) == f"{key}: not-an-integer"


@pytest.mark.parametrize("key", ["deck", "moves", "reshuffles", "players", "cut"])
def test_a_list_is_none(key: str) -> None:
    for value in NO_LIST:
        assert fault(**{key: value}) == f"{key}: not-a-list"


def test_inside_the_lists_of_texts_stands_something_else() -> None:
    for value in NO_TEXT:
        assert fault(deck=with_entry(DECK, 3, value)) == "deck[3]: not-text"
        assert fault(moves=["-", value]) == "moves[1]: not-text"
        assert fault(players=["Aino", value]) == "players[1]: not-text"
        assert fault(reshuffles=[["7H"], ["7H", value]]) == "reshuffles[1][1]: not-text"


def test_inside_the_lists_of_lists_stands_something_else() -> None:
    for value in NO_LIST:
        assert fault(reshuffles=[["7H"], value]) == "reshuffles[1]: not-a-list"
        assert fault(cut=[["7H", "8H"], value]) == "cut[1]: not-a-list"


@pytest.mark.parametrize("name", ["", "Classic", "classic ", "nonesuch", "../classic", "\x00"])
def test_the_variant_is_unknown(name: str) -> None:
    assert fault(variant=name) == "variant: variant-unknown"


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 7, 11, 13, 10**30])
def test_the_seats_cannot_be(seats: int) -> None:
    assert fault(seats=seats) == "seats: seats-not-possible"


def test_seats_that_cannot_be_are_told_the_nearest_that_can() -> None:
    with pytest.raises(RecordError) as caught:
        sound(seats=5)
    assert caught.value.params == {"nearest": "4, 6", "reason": "teams"}
    # Of the numbers that this variant is for.
    with pytest.raises(RecordError) as caught:
        sound(variant="numbers", seats=8, deck=[])
    assert caught.value.params == {"nearest": "6", "reason": "variant"}


@pytest.mark.parametrize(
    ("seats", "teams"), [(2, 1), (2, 3), (4, 3), (4, 4), (6, 6), (6, 0), (12, -2)]
)
def test_the_teams_cannot_be(seats: int, teams: int) -> None:
    assert fault(seats=seats, teams=teams) == "teams: teams-not-possible"


def test_seats_that_the_variant_has_not_cannot_be() -> None:
    assert fault(variant="numbers", seats=8) == "seats: seats-not-possible"


@pytest.mark.parametrize("dealer", [-1, 0, 3, 12, 10**30])
def test_the_dealer_is_no_seat(dealer: int) -> None:
    assert fault(dealer=dealer) == "dealer: dealer-not-seated"


@pytest.mark.parametrize("options", [None, [], "auto", 1, True])
def test_the_options_are_no_object(options: Any) -> None:
    assert fault(options=options) == "options: not-an-object"


def test_an_option_is_unknown_or_has_a_value_that_it_cannot_have() -> None:
    assert fault(options={"speed": "fast"}) == "options: option-unknown"
    assert fault(options={"": "auto"}) == "options: option-unknown"
    for key, value in (
        ("draw", "Auto"),
        ("draw", True),
        ("draw", None),
        ("draw", ["auto"]),
        ("draw", {}),
        ("table_talk", "on"),
        ("table_talk", 0),
        ("help", "all"),
    ):
        assert fault(options={key: value}) == f"options.{key}: not-one-of"


def test_the_deck_is_not_the_variants_cards() -> None:
    for deck in (
        [],
        DECK[1:],
        [*DECK, "7H"],
        with_entry(DECK, 0, "7H"),
        with_entry(DECK, 0, "ZZ"),
        with_entry(DECK, 0, "\ud800"),
        list(variant_named("numbers").deck),
    ):
        assert fault(deck=deck) == "deck: deck-not-of-variant"
    assert sound(deck=DECK[::-1]).deck == tuple(DECK[::-1])


def test_the_hash_is_wrong() -> None:
    right = variant_hash(WHOLE)
    assert sound(variant_hash=right).hashed
    for wrong in ("", right[:-1], right[1:] + "0", right + " ", "\ud800"):
        assert fault(variant_hash=wrong) == "variant_hash: hash-differs"
    changed = WHOLE | {"cut": False}
    assert fault(variant_data=changed, variant_hash=right) == "variant_hash: hash-differs"
    assert sound(variant_data=changed, variant_hash=variant_hash(changed)).variant_given


def test_the_variant_that_is_given_whole_has_another_id() -> None:
    assert fault(variant_data=WHOLE | {"id": "mine"}) == "variant: variant-id-differs"


def test_the_variant_that_is_given_whole_has_a_fault() -> None:
    for value in [*NO_LIST[:-1], []]:
        assert fault(variant_data=value) == "variant_data: not-a-table"
    no_hand = [setup | {"hand": "7"} for setup in WHOLE["setups"]]
    assert fault(variant_data=WHOLE | {"setups": no_hand}) == (
        "variant_data.setups[0].hand: not-an-integer"
    )
    grid = [list(row) for row in WHOLE["grid"]]
    grid[1][2] = ""
    assert fault(variant_data=WHOLE | {"grid": grid}) == "variant_data.grid[1][2]: text-length"


def test_the_place_of_a_fault_is_one_printable_line_whatever_the_keys_are() -> None:
    for key in ("a\nb", "\x1b[31m", "\ud800", "k" * 5_000, ""):
        place = fault(variant_data=WHOLE | {key: 1}).removesuffix(": key-unknown")
        assert place.startswith("variant_data.")
        assert place.isprintable()
        assert len(place) < 200


def test_the_names_are_not_one_a_seat() -> None:
    for players in ([], ["Aino"], ["Aino", "Bo", "Cee"]):
        assert fault(players=players) == "players: not-one-a-seat"


def test_the_cut_is_none() -> None:
    assert fault(cut=[["7H"]]) == "cut[0]: not-one-a-seat"
    assert fault(cut=[["7H", "7S"], ["2S", None, None]]) == "cut[1]: not-one-a-seat"
    assert fault(cut=[["7H", "ZZ"]]) == "cut[0][1]: card-not-of-variant"
    for value in NO_TEXT[1:]:  # null is a seat that was out
        assert fault(cut=[["7H", value]]) == "cut[0][1]: not-text"


def test_the_result_is_no_outcome() -> None:
    result: dict[str, Any] = {"winner": 1, "reason": "sequences", "sequences": [2, 0]}
    assert sound(result=result).result_given
    for value in [*NO_LIST[1:-1], []]:  # null is a game that has not ended
        assert fault(result=value) == "result: not-an-object"
    for key in result:
        missing = {k: v for k, v in result.items() if k != key}
        assert fault(result=missing) == f"result.{key}: key-missing"
    for value in NO_INTEGER[1:]:  # null is a draw
        assert fault(result=result | {"winner": value}) == "result.winner: not-an-integer"
    assert fault(result=result | {"reason": None}) == "result.reason: not-text"
    assert fault(result=result | {"sequences": 2}) == "result.sequences: not-a-list"
    for value in NO_INTEGER:
        spoilt = result | {"sequences": [2, value]}
        assert fault(result=spoilt) == "result.sequences[1]: not-an-integer"


@pytest.mark.parametrize("data", [None, True, 1, "sarja-record/1", [], [{}]])
def test_a_record_is_an_object(data: Any) -> None:
    with pytest.raises(RecordError) as caught:
        record_from_data(data, builtin_variant)
    assert (caught.value.code, caught.value.place) == ("not-an-object", "")
