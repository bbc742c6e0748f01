"""`sarja analyse`: what it prints for people and programs, the plot, and what it refuses."""

import json
import os
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from sarja.cli import analyse
from tests.cli.commands import one_line, sarja, sarja_process
from tests.cli.test_replay import small_record

DATA = Path(__file__).parents[1] / "data" / "records"
CHOICE = DATA / "classic-2-choice.json"
QUICK = ("--simulations", "0")
JACK = {"effect": "remove", "count": 3}
MOVES = ["A@a1", "D@a2", "B@b1", "E@b2", "H@b3", "G@a3", "C@c1"]


@pytest.fixture
def ending(tmp_path: Path) -> Path:
    """A short game with an end, on a board of nine spaces."""
    variant = {
        "id": "mine",
        "format": 1,
        "line_length": 3,
        "grid": [list("ABC"), list("DEF"), list("GHI")],
        "cards": {letter: {"count": 2} for letter in "ABCDEFGHI"} | {"R": JACK},
        "setups": [{"seats": 2, "teams": 2, "hand": 4, "sequences": 1}],
    }
    record = small_record(
        variant="mine",
        variant_data=variant,
        deck=list("ADBECGHRFIABCDEFGHIRR"),
        moves=MOVES,
        players=["<Aino & Pekka>", "Väinö"],
    )
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    return file


def analysed(*arguments: str | Path) -> dict[str, Any]:
    result = sarja("analyse", *arguments, "--json")
    assert (result.code, result.err) == (0, "")
    found: dict[str, Any] = json.loads(result.out)
    return found


def test_json_tells_every_move_and_the_luck(ending: Path) -> None:
    found = analysed(ending, *QUICK)
    assert list(found) == [
        "variant",
        "seats",
        "teams",
        "plies",
        "simulations",
        "seed",
        "outcome",
        "moves",
        "next",
        "draws",
        "luck",
    ]
    assert found["outcome"] == {"winner": 1, "reason": "sequences", "sequences": [1, 0]}
    assert found["next"] is None
    assert [move["move"] for move in found["moves"]] == MOVES
    last = found["moves"][-1]
    assert (last["before"], last["after"], last["loss"]) == (1.0, 1.0, 0.0)
    assert last["best"][0] == {"move": "C@c1", "chance": 1.0, "games": 0}
    assert last["reasons"] == [{"code": "wins", "params": {"line": "a1-c1", "count": 1}}]
    missed = found["moves"][4]
    assert (missed["before"], missed["verdict"]) == (1.0, "blunder")
    assert [luck["jacks"] for luck in found["luck"]] == [0, 1]
    assert [luck["cards"] for luck in found["luck"]] == [7, 7]
    assert found["luck"][0]["jacks_expected"] == 1.0
    assert len(found["draws"]) == 14


def test_the_same_comes_again_and_from_standard_input(ending: Path) -> None:
    first = sarja("analyse", ending, "--json", *QUICK)
    assert sarja("analyse", "-", "--json", *QUICK, given=ending.read_bytes()).out == first.out
    assert sarja_process("analyse", str(ending), "--json", *QUICK).out == first.out


def test_people_read_a_table_with_mistakes_in_words(ending: Path) -> None:
    result = sarja("analyse", ending, *QUICK)
    assert (result.code, result.err) == (0, "")
    for words in (
        "mine, 2 seats in 2 teams, 7 moves",
        "table alone",
        "better C@c1, which wins",
        "Väinö",
    ):
        assert words in result.out
    assert max(map(len, result.out.splitlines()[3:-1])) <= 80


def test_a_game_that_is_not_over_is_analysed_as_far_as_it_goes(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(small_record()))
    found = analysed(file, *QUICK)
    assert found["outcome"] is None
    assert found["next"]["seat"] == 1
    assert found["next"]["best"]
    assert "The game is not over. Seat 1 is to move" in sarja("analyse", file, *QUICK).out


def test_the_plot_is_a_picture_that_can_be_read_without_colours(
    ending: Path, tmp_path: Path
) -> None:
    file = tmp_path / "plot.svg"
    result = sarja("analyse", ending, *QUICK, "--plot", file)
    assert result.code == 0
    root = ET.fromstring(file.read_text(encoding="utf-8"))
    text = [element.text for element in root.iter() if element.text]
    assert root.attrib["role"] == "img"
    assert text[0].strip() or text[1]
    for words in ("mine: the chance to win, as each team saw it", "chance to win", "move"):
        assert words in text
    assert {"team 1", "team 2", "50 %"} <= set(text)
    signs = [t for t in text if t in analyse.SIGNS.values()]
    verdicts = [move["verdict"] for move in analysed(ending, *QUICK)["moves"] if move["verdict"]]
    assert len(signs) == len(verdicts) > 0
    style = next(t for t in text if "prefers-color-scheme" in t)
    assert "stroke-dasharray" in style
    assert "http" not in file.read_text().replace("http://www.w3.org/2000/svg", "")


@pytest.mark.skipif(os.name != "posix", reason="names of other kinds of files are POSIX")
def test_a_plot_goes_through_links_and_pipes_and_leaves_them_what_they_are(
    ending: Path, tmp_path: Path
) -> None:
    link, file = tmp_path / "link.svg", tmp_path / "file.svg"
    file.write_text("old")
    link.symlink_to(file)
    assert sarja("analyse", ending, *QUICK, "--plot", link).code == 0
    assert link.is_symlink() and file.read_text().startswith("<svg")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_text)
        assert sarja("analyse", ending, *QUICK, "--plot", pipe).code == 0
        assert read.result(60) == file.read_text()
    assert pipe.is_fifo()


def test_a_plot_that_cannot_be_written_is_told_before_the_work(
    ending: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyse, "analyse", lambda *_: pytest.fail("it worked first"))
    for place in (tmp_path, tmp_path / "none" / "plot.svg", ""):
        result = sarja("analyse", ending, "--plot", place)
        assert (result.code, result.out) == (2, "")
        assert one_line(result).endswith("cannot be written")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", 2),
        (b"\xff", 2),
        (b"{}", 2),
        (json.dumps(small_record(seats=99)).encode(), 2),
        (json.dumps(small_record(moves=["JSxe5"])).encode(), 1),
        (json.dumps(small_record(moves=["nonsense"])).encode(), 1),
        (
            json.dumps(
                small_record(result={"winner": 1, "reason": "sequences", "sequences": [2, 0]})
            ).encode(),
            1,
        ),
    ],
)
def test_what_replay_refuses_is_refused_in_the_same_words(
    content: bytes, code: int, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    result, replayed = sarja("analyse", file), sarja("replay", "--json", file)
    assert (result.code, result.out) == (code, "")
    assert result.code == replayed.code
    assert one_line(result) == one_line(replayed)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    result = sarja("analyse", tmp_path / "none.json")
    assert result.code == 2
    one_line(result)


def test_without_numba_the_table_judges_unless_games_are_asked_for(
    ending: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "numba", None)
    monkeypatch.setattr("sarja.kernel.is_there", lambda: False)
    assert analysed(ending)["simulations"] == 0
    result = sarja("analyse", ending, "--simulations", "10")
    assert (result.code, result.out) == (2, "")
    assert '".[fast]"' in one_line(result)


@pytest.mark.parametrize("number", ["-1", "x", "1000001"])
def test_a_number_of_simulations_that_cannot_be_is_told(number: str, ending: Path) -> None:
    result = sarja("analyse", ending, "--simulations", number)
    assert result.code == 2
    assert "--simulations" in one_line(result)
