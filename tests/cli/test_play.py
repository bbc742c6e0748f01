"""`sarja play`: what it refuses, and that no game is lost."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import LIMIT, command_environment, one_line, sarja


def test_five_players_are_refused_with_the_reason_and_the_nearest_numbers() -> None:
    said = one_line(sarja("play", "--seats", "5"))
    assert "5 cannot form two or three equal teams; the nearest that can play are 4, 6 (R1)" in said
    said = one_line(sarja("play", "--variant", "numbers", "--seats", "8"))
    assert "this game is not for 8; the nearest that can play are 6 (R1)" in said


@pytest.mark.parametrize(
    "arguments",
    [
        ("--watch", "--people", "2"),
        ("--people", "3"),
        ("--people", "2", "--bots", "nosuch"),
        ("--variant", "nosuch"),
        ("--variant", "a" * 300),
        ("--seed", "\udcff", "--watch"),
        ("--names", "A,B"),
        ("--names", "A" * 25),
        ("--seats", "6", "--teams", "4"),
        ("--seats", "4", "--teams", "3"),
    ],
    ids=str,
)
def test_what_cannot_be_played_is_told_in_one_line(arguments: tuple[str, ...]) -> None:
    result = sarja("play", *arguments)
    assert result.code == 2
    one_line(result)


def test_a_game_is_recorded_and_replays(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    result = sarja("play", "--watch", "--seed", "1", "--record", file)
    assert result.code == 0
    assert sarja("replay", "--json", file).code == 0
    assert json.loads(file.read_text())["result"] is not None
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_a_record_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("precious")
    result = sarja("play", "--watch", "--record", file)
    assert (result.code, result.out) == (2, "")
    assert "nothing is overwritten" in one_line(result)
    assert file.read_text() == "precious"


def test_a_place_that_cannot_be_written_is_told_before_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "none" / "x.json", tmp_path / "file" / "x.json", "x" * 300):
        result = sarja("play", "--watch", "--record", place)
        assert (result.code, result.out) == (2, "")
        assert "cannot be written" in one_line(result)


def test_a_game_that_is_left_is_recorded_so_far(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    assert sarja("play", "--seed", "2", "--record", file, given=b"").code == 0
    assert json.loads(file.read_text())["moves"] == []


@pytest.mark.skipif(os.name != "posix", reason="pipes end otherwise there")
@pytest.mark.parametrize(
    "arguments", [("play", "--watch", "--seats", "12"), ("variant", "show", "classic")], ids=str
)
def test_a_reader_that_goes_away_ends_it_with_the_code_for_that(arguments: tuple[str, ...]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "sarja", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=command_environment(),
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert (process.wait(LIMIT), said) == (141, b"")


def test_text_of_a_variant_is_shown_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "markup.toml"
    file.write_text(
        "format = 1\nid = 'markup'\nline_length = 3\n"
        "grid = '''\nA B C\nD E F\nG H I\n'''\n"
        "[[setups]]\nseats = 2\nteams = 2\nhand = 2\nsequences = 1\n[cards]\n"
        + "".join(f"{letter} = {{}}\n" for letter in "ABCDEFGHI")
        + "W = { effect = 'wild', text = '[/] :smile: [b]joker' }\n"
    )
    result = sarja("variant", "show", file)
    assert (result.code, result.err) == (0, "")
    assert "[/] :smile: [b]joker" in result.out
