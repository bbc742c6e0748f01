"""`sarja train`: a table from a command line."""

from pathlib import Path
from typing import Any

import pytest

from sarja.bots.learned import parse_table
from sarja.cli import train
from tests.cli.commands import one_line, sarja
from tests.extras import needs_numba


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name a game, and with --out the file for its table."),
        (("classic/2",), "name a game, and with --out the file for its table."),
        (("classic/2", "--out", ""), "name a game, and with --out the file for its table."),
        (("classic", "--out", "t.json"), "classic: this is no game;"),
        (("classic/x", "--out", "t.json"), "classic/x: this is no game;"),
        (("classic/5", "--out", "t.json"), "classic/5: this is no game;"),
        (("classic/4/3", "--out", "t.json"), "classic/4/3: this is no game;"),
        (("classic/2/2/2", "--out", "t.json"), "classic/2/2/2: "),
        (("nosuch/2", "--out", "t.json"), "there is no variant nosuch"),
        (("classic/2", "numbers/2", "--out", "t.json"), "these games are of different kinds"),
        (("classic/2", "--length", "5", "--out", "t.json"), "--length: 5 is not a whole number"),
    ],
    ids=str,
)
def test_what_cannot_be_learned_is_told_in_one_line(
    arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = sarja("train", *arguments)
    assert (result.code, result.out) == (2, "")
    assert said in one_line(result)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    file.write_text("precious")
    result = sarja("train", "numbers-small/2", "--out", file)
    assert result.code == 2
    assert "nothing is overwritten" in one_line(result)
    assert file.read_text() == "precious"


@needs_numba
def test_a_file_that_came_while_it_learned_stays_and_so_does_what_was_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "table.json"
    words = ("numbers-small/2", "--length", "1000", "--study", "0", "--out", str(file))
    learn = train._learn

    def meanwhile(*given: Any) -> Any:
        file.write_text("precious")
        return learn(*given)

    monkeypatch.setattr(train, "_learn", meanwhile)
    result = sarja("train", *words)
    assert result.code == 2
    assert "nothing is overwritten" in one_line(result)
    assert file.read_text() == "precious"
    monkeypatch.undo()
    file.unlink()
    assert sarja("train", *words).code == 0
    assert parse_table(file.read_text()).games == 1000
    assert [entry.name for entry in tmp_path.iterdir()] == ["table.json"]


@needs_numba
def test_a_place_that_cannot_be_written_is_told_before_the_work(tmp_path: Path) -> None:
    for place in (tmp_path / "none" / "table.json", tmp_path / ("x" * 300)):
        result = sarja("train", "numbers-small/2", "--out", place)
        assert result.code == 2
        assert "cannot be written" in one_line(result)


@needs_numba
def test_a_table_is_learned_and_says_how(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    words = ("numbers-small/2", "--length", "1000", "--study", "0", "--seed", "3")
    assert sarja("train", *words, "--out", file).code == 0
    table = parse_table(file.read_text())
    assert (table.kind, table.games, table.studied, table.seed) == ("2-alone-1", 1000, 0, 3)
    assert table.setups == (("numbers-small", 2, 2),)
    assert table.command == "sarja train numbers-small/2 --length 1000 --study 0 --seed 3"
    assert [path.name for path in tmp_path.iterdir()] == ["table.json"]
