"""A commitment tells nothing of the deck, and afterwards that it was not changed."""

import hashlib
from typing import Any

import pytest

from sarja.rules.chance import seeded_deck
from sarja.rules.commitments import CommitmentError, commit, verify
from sarja.rules.errors import RecordError
from tests.boards import variant_named
from tests.rules.records import a_record, there_and_back

SALT = "0123456789abcdef" * 4
DECK = seeded_deck(variant_named("classic"), 1)


def test_it_is_the_hash_that_the_page_on_records_says() -> None:
    # printf %s "0123…cdef 7H TS" | sha256sum
    text = f"{SALT} 7H TS"
    assert commit(SALT, ("7H", "TS")).hash == hashlib.sha256(text.encode()).hexdigest()
    # It stays for ever: records are opened with it.
    assert commit(SALT, ("7H", "TS")).hash == (
        "a77ae9373d7e47e0ddc1c1d0f81e32570eaac4852e7e84bca08a191b4d900176"
    )


def test_what_was_committed_to_is_found_and_stays_in_the_record() -> None:
    made = commit(SALT, DECK)
    record = a_record(commitments=[{"hash": made.hash, "salt": SALT}])
    assert list(verify(record)) == [made] == list(verify(there_and_back(record)))


@pytest.mark.parametrize("change", ("deck", "salt", "hash"))
def test_what_was_changed_is_found(change: str) -> None:
    made = {"hash": commit(SALT, DECK).hash, "salt": SALT}
    deck = list(DECK)
    if change == "deck":
        # Two cards at the bottom: nobody has seen them.
        deck[-2:] = deck[:-3:-1]
    else:
        made[change] = made[change][::-1]
    with pytest.raises(CommitmentError) as found:
        list(verify(a_record(deck=deck, commitments=[made])))
    assert (found.value.code, found.value.params) == ("commitment-broken", {"number": 0})


def test_a_record_without_any_is_none_that_was_kept() -> None:
    for record in (a_record(), a_record(commitments=[])):
        with pytest.raises(CommitmentError) as found:
            list(verify(record))
        assert found.value.code == "commitment-none"


@pytest.mark.parametrize(
    ("commitments", "code", "place"),
    (
        (7, "not-a-list", "commitments"),
        (["7"], "not-an-object", "commitments[0]"),
        ([{"salt": SALT}], "key-missing", "commitments[0].hash"),
        ([{"hash": SALT, "salt": None}], "not-hexadecimal", "commitments[0].salt"),
        ([{"hash": SALT, "salt": SALT[1:]}], "not-hexadecimal", "commitments[0].salt"),
        ([{"hash": SALT.upper(), "salt": SALT}], "not-hexadecimal", "commitments[0].hash"),
        ([{"hash": "\ud800" * 64, "salt": SALT}], "not-hexadecimal", "commitments[0].hash"),
    ),
)
def test_what_is_no_commitment_is_said_with_its_place(
    commitments: Any, code: str, place: str
) -> None:
    with pytest.raises(RecordError) as found:
        list(verify(a_record(commitments=commitments)))
    assert (found.value.code, found.value.place) == (code, place)
