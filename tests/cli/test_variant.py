"""`sarja variant`: the games as data, and every fault of a file with its place."""

import json
from pathlib import Path

import pytest

from tests.cli.commands import one_line, sarja

SOUND = """
format = 1
id = "tiny"
line_length = 3
grid = '''
*  A  B
C  D  E
F  G  *
'''
[[setups]]
seats = 2
teams = 2
hand = 2
sequences = 1
[cards]
A = { count = 2 }
B = { count = 2 }
C = {}
D = {}
E = {}
F = {}
G = {}
"""


def check(text: str | bytes, tmp_path: Path, name: str = "tiny.toml") -> tuple[int, list[str], str]:
    file = tmp_path / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    result = sarja("variant", "check", file)
    assert "Traceback" not in result.err
    return (
        result.code,
        [line.removeprefix(f"{file}: ") for line in result.out.splitlines()],
        (result.err.removeprefix(f"{file}: ")),
    )


def test_the_built_in_games_are_listed() -> None:
    result = sarja("variant", "list")
    assert [line.split()[0] for line in result.out.splitlines()] == [
        "classic",
        "numbers",
        "numbers-small",
    ]


def test_show_prints_the_object_of_the_contract() -> None:
    shown = json.loads(sarja("variant", "show", "classic", "--json").out)
    contract = (
        "id format rows columns line_length grid cards setups "
        "exchanges_per_turn shared_spaces cut help names"
    )
    assert list(shown)[:13] == contract.split()
    assert (shown["rows"], shown["columns"], shown["line_length"]) == (10, 10, 5)
    assert shown["grid"][0][:3] == ["*", "2S", "3S"]
    assert shown["cards"]["2S"] == {"effect": "place", "label": "2S", "count": 2, "text": "2♠"}
    assert shown["cards"]["JC"] == {"effect": "wild", "count": 2}
    assert shown["cards"]["JS"] == {"effect": "remove", "count": 2}
    assert shown["setups"][0] == {"seats": 2, "teams": 2, "hand": 7, "sequences": 2}
    assert (shown["cut"], shown["help"], shown["names"]["en"]) == (True, "spaces", "Classic")


@pytest.mark.parametrize("name", ["classic", "numbers", "numbers-small"])
def test_what_show_prints_is_read_again(name: str, tmp_path: Path) -> None:
    shown = sarja("variant", "show", name, "--json").out
    file = tmp_path / "again.json"
    file.write_text(shown, encoding="utf-8")
    assert sarja("variant", "show", file, "--json").out == shown
    assert sarja("variant", "show", "-", "--json", given=shown.encode()).out == shown
    assert sarja("variant", "check", file).code == 0


def test_show_draws_a_game_for_people() -> None:
    result = sarja("variant", "show", "numbers")
    assert (result.code, result.err) == (0, "")
    assert "38" in result.out
    assert "Numbers" in result.out


def test_a_sound_file_is_said_to_be_sound(tmp_path: Path) -> None:
    assert check(SOUND, tmp_path) == (0, ["sound (tiny)"], "")


def test_all_faults_come_at_once_with_their_places(tmp_path: Path) -> None:
    text = (
        SOUND.replace("C  D  E", "C  X  E")
        .replace("seats = 2", "seats = 5")
        .replace("hand = 2", "hand = 40")
        .replace('id = "tiny"', 'id = "Tiny!"\nwings = 2')
        .replace("G = {}", "g = {}")
    )
    code, faults, _ = check(text, tmp_path)
    assert code == 1
    assert faults == [
        "wings: there is no such key",
        "id: an id is made of a to z, 0 to 9 and -, at most 40 of them",
        "cards.g: a card's code is made of A to Z, 0 to 9 and + - * / . ? _, at most 12 of them, "
        "with a letter or digit",
        "setups[0]: 5 seats in 2 teams cannot be: teams must be equal, two or three; "
        "the nearest numbers of seats are 4, 6",
        "grid, row 2, column 2: no card names the spaces that show X",
        "grid, row 3, column 2: no card names the spaces that show G",
        "cards.D: no space shows D",
        "cards.g: no space shows g",
        "setups[0].hand: the deck has 9 cards, but 200 are to be dealt",
    ]


def test_a_fault_of_syntax_has_its_line(tmp_path: Path) -> None:
    code, out, err = check(SOUND.replace("teams = 2", "teams ="), tmp_path)
    assert (code, out) == (2, [])
    assert err.startswith("line 12: this is not TOML")
    code, out, err = check(b'{"id": "x",\n "format" 1}', tmp_path, "tiny.json")
    assert (code, out) == (2, [])
    assert err.startswith("line 2: this is not JSON")


HOSTILE: dict[str, bytes] = {
    "random bytes": bytes(range(256)) * 50,
    "too long": b"# " + b"x" * 300_000,
    "deep lists": b"grid = " + b"[" * 100_000,
    "deep tables": b"a = " + b"{a = " * 50_000,
    "deep objects": b'{"a":' * 50_000,
    "a key of many parts": b"a." * 100_000 + b"a = 1",
    "a table of many parts": b"[" + b"a." * 100_000 + b"a]",
    "a long number": b"format = " + b"9" * 5_000,
    "a long number in JSON": b'{"format": ' + b"9" * 5_000 + b"}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused(name: str, tmp_path: Path) -> None:
    code, out, err = check(HOSTILE[name], tmp_path)
    assert (code, out) == (2, [])
    assert err.count("\n") == 1


def test_files_and_names_that_are_none_are_told(tmp_path: Path) -> None:
    assert sarja("variant", "check", tmp_path).code == 2
    assert sarja("variant", "check", tmp_path / "none.toml").code == 2
    result = sarja("variant", "show", "chess")
    assert result.code == 2
    assert "there are classic, numbers, numbers-small" in one_line(result)
    assert sarja("variant", "show", tmp_path / "none.toml").code == 2


def test_faults_that_hang_together_are_told_in_spite_of_others(tmp_path: Path) -> None:
    text = (
        SOUND.replace("C  D  E", "C  X")
        .replace("hand = 2", "hand = 40")
        .replace('id = "tiny"', 'id = "tiny"\nrows = 7')
        .replace("F = {}", "F = { wings = 2 }\nH = {}")
    )
    code, faults, _ = check(text, tmp_path)
    assert code == 1
    assert faults == [
        "grid, row 2: the row has 2 spaces; it must have 3 to 20",
        "cards.F.wings: there is no such key",
        "grid, row 2, column 2: no card names the spaces that show X",
        "cards.D: no space shows D",
        "cards.E: no space shows E",
        "cards.H: no space shows H",
        "setups[0].hand: the deck has 10 cards, but 80 are to be dealt",
    ]


def test_a_name_from_the_list_can_be_checked() -> None:
    assert sarja("variant", "check", "classic").code == 0
