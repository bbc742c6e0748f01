"""`sarja replay`: what the contract promises about output, messages and exit codes."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sarja.rules.chance import seeded_deck
from sarja.rules.loader import variant_data
from sarja.variants import builtin_variant
from tests.cli.commands import LIMIT, command_environment, one_line, sarja, sarja_process

DATA = Path(__file__).parents[1] / "data" / "records"
EXAMPLES = sorted(path for path in DATA.glob("*.json"))


def small_record(**changes: Any) -> dict[str, Any]:
    """A record of two moves; None takes a key away."""
    classic = builtin_variant("classic")
    assert classic is not None
    deck = list(seeded_deck(classic, 1))
    first = next(card for card in deck[0:14:2] if classic.cards[card].effect == "place")
    second = next(
        card for card in deck[1:14:2] if classic.cards[card].effect == "place" and card != first
    )
    names = classic.board.names
    record = {
        "format": "sarja-record/1",
        "variant": "classic",
        "seats": 2,
        "dealer": 2,
        "deck": deck,
        "moves": [
            f"{first}@{names[classic.spaces_of[first][0]]}",
            f"{second}@{names[classic.spaces_of[second][1]]}",
        ],
    }
    return {key: value for key, value in (record | changes).items() if value is not None}


def replay(record: Any, tmp_path: Path, *options: str) -> Any:
    file = tmp_path / "game.json"
    file.write_bytes(record if isinstance(record, bytes) else json.dumps(record).encode())
    return sarja("replay", *options, file)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_trace_equals_the_examples_byte_for_byte(path: Path) -> None:
    result = sarja("replay", "--trace", path)
    assert (result.code, result.err) == (0, "")
    assert result.out == path.with_suffix(".trace.jsonl").read_text()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_json_prints_the_last_position_from_standard_input_too(path: Path) -> None:
    expected = path.with_suffix(".trace.jsonl").read_text().splitlines()[-1]
    assert sarja("replay", "--json", path).out == expected + "\n"
    assert sarja_process("replay", "--json", "-", given=path.read_bytes()).out == expected + "\n"


def test_a_record_is_drawn_for_people(tmp_path: Path) -> None:
    result = replay(small_record(), tmp_path)
    assert (result.code, result.err) == (0, "")
    assert "10♠" in result.out or "T♠" in result.out


def test_a_move_that_is_not_allowed_is_named_with_its_rule(tmp_path: Path) -> None:
    record = small_record()
    record["moves"][1] = "JSxe5"
    result = replay(record, tmp_path, "--json")
    assert (result.code, result.out) == (1, "")
    assert one_line(result).startswith("move 2: JSxe5: ")
    assert one_line(result).endswith(")")


def test_a_trace_shows_the_positions_up_to_the_fault(tmp_path: Path) -> None:
    record = small_record()
    record["moves"].append("nonsense")
    result = replay(record, tmp_path, "--trace")
    assert result.code == 1
    assert [json.loads(line)["ply"] for line in result.out.splitlines()] == [0, 1, 2]
    assert one_line(result).startswith("move 3: nonsense: ")


def test_a_locked_chip_is_refused_in_the_words_of_the_contract(tmp_path: Path) -> None:
    cards: dict[str, dict[str, Any]] = {letter: {} for letter in "ABCDEFGHIJKL"}
    variant = {
        "id": "mine",
        "format": 1,
        "line_length": 3,
        "grid": [list("ABCD"), list("EFGH"), list("IJKL")],
        "cards": cards | {"R": {"effect": "remove", "count": 4}},
        "setups": [{"seats": 2, "teams": 2, "hand": 4, "sequences": 2}],
    }
    record = small_record(
        variant="mine",
        variant_data=variant,
        deck=list("AEBFCRDGHIJKLRRR"),
        moves=["A@a1", "E@a2", "B@b1", "F@b2", "C@c1", "Rxb1"],
    )
    result = replay(record, tmp_path, "--json")
    assert (result.code, result.out) == (1, "")
    sentence = "the chip on b1 is part of a finished sequence (R19)"
    assert one_line(result) == f"move 6: Rxb1: {sentence}"


def test_a_reshuffle_that_is_missing_or_wrong_is_told_at_the_move_that_needs_it(
    tmp_path: Path,
) -> None:
    record = json.loads((DATA / "classic-3-blocked-reshuffle.json").read_text())
    good = record["reshuffles"]
    for reshuffles in ([], [good[0][:-1]], [["2S", *good[0][1:]]]):
        result = replay(record | {"reshuffles": reshuffles}, tmp_path, "--json")
        assert (result.code, result.out) == (1, "")
        assert one_line(result).endswith("(R15)")
    surplus = replay(record | {"reshuffles": [*good, ["2S"]]}, tmp_path, "--json")
    assert surplus.code == 0


def test_a_result_is_checked_when_it_is_there(tmp_path: Path) -> None:
    record = json.loads((DATA / "classic-2-choice.json").read_text())
    right = {"winner": 2, "reason": "sequences", "sequences": [1, 2]}
    assert replay(record | {"result": right}, tmp_path, "--json").code == 0
    wrong = replay(record | {"result": right | {"winner": 1}}, tmp_path, "--json")
    assert (wrong.code, wrong.out) == (1, "")
    assert one_line(wrong).startswith("result: ")
    assert replay(small_record() | {"result": None}, tmp_path, "--json").code == 0


BROKEN: dict[str, dict[str, Any]] = {
    "format": {"format": "sarja-record/2"},
    "variant": {"variant": "chess"},
    "seats": {"seats": 5},
    "dealer": {"dealer": 3},
    "teams": {"teams": 3},
    "options.draw": {"options": {"draw": "never"}},
    "options": {"options": []},
    "deck": {"deck": ["7H"]},
    "deck[1]": {"deck": ["7H", 7]},
    "moves[0]": {"moves": [7]},
    "moves": {"moves": "7H@d6"},
    "reshuffles[0]": {"reshuffles": ["7H"]},
    "variant_hash": {"variant_hash": "0" * 64},
    "players": {"players": ["Anna"]},
    "players[1]": {"players": ["Anna", True]},
    "cut[0]": {"cut": [[None]]},
    "result.winner": {"result": {"winner": True, "reason": "blocked", "sequences": []}},
    "date": {"date": 20261130},
}


@pytest.mark.parametrize("place", BROKEN)
def test_what_is_no_record_is_told_with_its_place(place: str, tmp_path: Path) -> None:
    result = replay(small_record() | BROKEN[place], tmp_path, "--json")
    assert (result.code, result.out) == (2, "")
    assert one_line(result).startswith(f"{tmp_path / 'game.json'}: {place}: ")


@pytest.mark.parametrize("key", ["format", "variant", "seats", "dealer", "deck", "moves"])
def test_a_missing_key_is_told(key: str, tmp_path: Path) -> None:
    result = replay(small_record(**{key: None}), tmp_path, "--trace")
    assert (result.code, result.out) == (2, "")
    assert f": {key}: " in one_line(result)


@pytest.mark.parametrize("value", [True, 2.0, "2", None, [2], {"2": 2}, 10**400])
def test_only_a_whole_number_is_a_number(value: object, tmp_path: Path) -> None:
    record = small_record() | {"seats": value}
    assert replay(record, tmp_path, "--json").code == 2


def good_bytes() -> bytes:
    return json.dumps(small_record()).encode()


HOSTILE: dict[str, bytes] = {
    "nothing": b"",
    "random bytes": bytes(range(256)) * 50,
    "cut off": good_bytes()[:-20],
    "deep lists": b"[" * 100_000,
    "deep objects": b'{"a":' * 100_000,
    "deep and closed": b"[" * 50_000 + b"]" * 50_000,
    "long number": good_bytes().replace(b'"seats": 2', b'"seats": ' + b"9" * 5000),
    "NaN": good_bytes().replace(b'"seats": 2', b'"seats": NaN'),
    "Infinity": good_bytes().replace(b'"seats": 2', b'"seats": -Infinity'),
    "twice the key": good_bytes().replace(b'"seats": 2', b'"seats": 2, "seats": 2'),
    "a list": b"[]",
    "null": b"null",
    "UTF-16": good_bytes().decode().encode("utf-16"),
    "a surrogate for a card": good_bytes().replace(b'"variant": "cl', b'"variant": "\\ud800'),
    "overlong UTF-8": good_bytes().replace(b"classic", b"\xc1\xa3lassic"),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("option", ["--json", "--trace", None])
def test_bytes_that_are_no_record_end_in_one_line(
    name: str, option: str | None, tmp_path: Path
) -> None:
    options = [option] if option else []
    result = replay(HOSTILE[name], tmp_path, *options)
    assert (result.code, result.out) == (2, "")
    one_line(result)


def test_a_surrogate_in_a_move_is_a_move_that_cannot_be_read(tmp_path: Path) -> None:
    result = replay(small_record(moves=["\ud800\n@a1"]), tmp_path, "--json")
    assert (result.code, result.out) == (1, "")
    assert one_line(result).startswith(r"move 1: \ud800\n@a1: ")


def test_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    text = json.dumps(small_record(), indent=1).replace("\n", "\r\n")
    assert replay(b"\xef\xbb\xbf" + text.encode(), tmp_path, "--json").code == 0


def test_a_gigabyte_is_refused_without_being_read(tmp_path: Path) -> None:
    file = tmp_path / "large.json"
    with file.open("wb") as handle:
        handle.truncate(1 << 30)
    result = sarja_process("replay", file)
    assert result.code == 2
    assert one_line(result).startswith(f"{file}: the file is larger than")


def test_files_that_are_none_are_told(tmp_path: Path) -> None:
    for name in (tmp_path / "missing.json", tmp_path, tmp_path / ("x" * 300)):
        result = sarja("replay", "--json", name)
        assert (result.code, result.out) == (2, "")
        assert one_line(result).startswith(str(name)[:100])


@pytest.mark.skipif(os.name != "posix", reason="pipes end otherwise there")
def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    path = DATA / "classic-3-blocked-reshuffle.json"
    process = subprocess.Popen(
        [sys.executable, "-m", "sarja", "replay", "--trace", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=command_environment(),
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait(LIMIT) == 141
    assert said == b""


@pytest.mark.skipif(os.name != "posix", reason="pipes end otherwise there")
@pytest.mark.parametrize("words", [("arena", "--help"), ("bots",), ("--help",)], ids=str)
def test_a_reader_who_has_gone_before_the_first_line_is_told_alike(words: tuple[str, ...]) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    process = subprocess.run(
        [sys.executable, "-m", "sarja", *words],
        stdout=theirs,
        stderr=subprocess.PIPE,
        env=command_environment(PYTHONUNBUFFERED="1"),
        timeout=LIMIT,
        check=False,
    )
    os.close(theirs)
    assert (process.returncode, process.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_full_disk_is_told() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sarja", "replay", "--json", str(EXAMPLES[0])],
            stdout=full,
            stderr=subprocess.PIPE,
            env=command_environment(),
            timeout=LIMIT,
            check=False,
        )
    assert done.returncode == 74
    assert done.stderr.decode() == "the output cannot be written\n"


def test_a_variant_can_come_with_the_record(tmp_path: Path) -> None:
    classic = builtin_variant("classic")
    assert classic is not None
    data = variant_data(classic) | {"id": "mine"}
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    hashed = hashlib.sha256(canonical.encode()).hexdigest()
    record = small_record(variant="mine", variant_data=data, variant_hash=hashed)
    result = replay(record, tmp_path, "--json")
    assert result.code == 0
    assert json.loads(result.out)["variant"] == "mine"
    record["variant_data"]["line_length"] = 4
    assert replay(record, tmp_path, "--json").code == 2
    del record["variant_hash"]
    assert replay(record, tmp_path, "--json").code == 0
    record["variant_data"]["grid"][2][3] = "none"
    result = replay(record, tmp_path, "--json")
    assert result.code == 2
    assert "variant_data.grid[2][3]: " in one_line(result)


def test_json_and_trace_do_not_go_together() -> None:
    result = sarja("replay", "--json", "--trace", EXAMPLES[0])
    assert (result.code, result.out) == (2, "")
    assert "--json and --trace do not go together" in one_line(result)
