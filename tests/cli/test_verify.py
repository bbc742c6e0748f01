"""`sarja verify`: what it says of records, and its exit codes."""

import json
from pathlib import Path
from typing import Any

import pytest

from sarja.rules.commitments import commit
from tests.cli.commands import Result, one_line, sarja, sarja_process
from tests.cli.test_replay import small_record

SALT = "5a17" * 16


def record(**changes: Any) -> dict[str, Any]:
    made = small_record()
    return (
        made | {"commitments": [{"hash": commit(SALT, made["deck"]).hash, "salt": SALT}]} | changes
    )


def verify(tmp_path: Path, data: Any) -> Result:
    file = tmp_path / "game.json"
    file.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    return sarja("verify", file)


def test_a_record_that_was_kept_to_is_said_to_be_so_with_its_hashes(tmp_path: Path) -> None:
    result = verify(tmp_path, record())
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines()[0] == f"deck: {record()['commitments'][0]['hash']}"
    assert len(result.out.splitlines()) == 2
    given = sarja("verify", "-", given=json.dumps(record()).encode())
    assert given == result


def test_another_deck_or_salt_and_no_commitments_are_refused(tmp_path: Path) -> None:
    deck = record()["deck"]
    swapped = [*deck[:-2], deck[-1], deck[-2]]
    assert swapped != deck
    (kept,) = record()["commitments"]
    for changed in ({"deck": swapped}, {"commitments": [kept | {"salt": SALT[::-1]}]}):
        result = verify(tmp_path, record(**changed))
        assert (result.code, result.out) == (1, "")
        assert "the deck, or its salt, is not" in one_line(result)
    result = verify(tmp_path, small_record())
    assert (result.code, result.out) == (1, "")
    assert "no commitments" in one_line(result)


def test_a_game_that_is_not_sound_is_refused_as_replay_refuses_it(tmp_path: Path) -> None:
    result = verify(tmp_path, record(moves=["7H@a1"]))
    assert (result.code, result.out) == (1, "")
    assert one_line(result).startswith("move 1: 7H@a1: ")


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"\xff", ""),
        (b"{}", ""),
        (record(deck=["7H"]), "deck: "),
        (record(commitments="5a17"), "commitments: "),
        (record(commitments=[{"hash": SALT, "salt": "5a17"}]), "commitments[0].salt: "),
    ],
)
def test_what_is_no_record_is_said_with_its_place(tmp_path: Path, data: Any, place: str) -> None:
    result = verify(tmp_path, data)
    assert (result.code, result.out) == (2, "")
    assert f"game.json: {place}" in one_line(result)


def test_a_file_that_is_not_there_and_a_command_line_without_one() -> None:
    assert "no-such.json" in one_line(sarja("verify", "no-such.json"))
    assert sarja("verify", "no-such.json").code == 2
    assert sarja_process("verify").code == 2
