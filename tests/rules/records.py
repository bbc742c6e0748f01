"""Records made for tests."""

from typing import Any

from sarja.rules.chance import seeded_deck
from sarja.rules.record import Record, format_record, parse_record, record_from_data
from sarja.variants import builtin_variant
from tests.boards import variant_named

CLASSIC = variant_named("classic")


def data_of_a_record(**changes: Any) -> dict[str, Any]:
    """The smallest record, with some keys set."""
    return {
        "format": "sarja-record/1",
        "variant": "classic",
        "seats": 2,
        "dealer": 2,
        "deck": list(seeded_deck(CLASSIC, 1)),
        "moves": [],
    } | changes


def a_record(**changes: Any) -> Record:
    """The record of that."""
    return record_from_data(data_of_a_record(**changes), builtin_variant)


def there_and_back(record: Record) -> Record:
    """The record as it is read after it was written."""
    return parse_record(format_record(record).encode(), builtin_variant)
