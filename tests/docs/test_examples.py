"""The example games play again, and every position is what it was, to the byte."""

import json
from pathlib import Path

import pytest

from sarja.rules.record import (
    Record,
    format_record,
    parse_record,
    record_data,
    replay,
    state_data,
)
from sarja.variants import builtin_variant
from tests.cli.commands import sarja

RECORDS = sorted((Path(__file__).parent.parent / "data/records").glob("*.json"))


def read(path: Path) -> Record:
    return parse_record(path.read_bytes(), builtin_variant)


def trace(path: Path) -> list[str]:
    return path.with_suffix(".trace.jsonl").read_text(encoding="utf-8").splitlines()


def test_there_are_examples() -> None:
    assert [path.stem for path in RECORDS] == [
        "classic-12-three-teams-manual-talk",
        "classic-2-choice",
        "classic-3-blocked-reshuffle",
    ]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_position_of_an_example_is_as_written(path: Path) -> None:
    lines = trace(path)
    steps = list(replay(read(path)))
    assert len(steps) == len(lines) == len(read(path).moves) + 1
    for ply, (step, line) in enumerate(zip(steps, lines, strict=True)):
        assert state_data(step.state) == json.loads(line), f"ply {ply}"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_command_prints_an_example_to_the_byte(path: Path) -> None:
    expected = path.with_suffix(".trace.jsonl").read_bytes().decode()
    traced = sarja("replay", "--trace", path)
    assert (traced.code, traced.out, traced.err) == (0, expected, "")
    last = sarja("replay", "--json", path)
    assert (last.code, last.out) == (0, expected.splitlines(keepends=True)[-1])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_example_is_the_same_when_it_is_written_again(path: Path) -> None:
    record = read(path)
    assert record_data(record) == json.loads(path.read_bytes())
    assert parse_record(format_record(record).encode(), builtin_variant) == record
