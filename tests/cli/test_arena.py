"""`sarja arena`: what it prints, what it refuses, and that a killed one goes on."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.arena.programs import GOOD, program
from tests.cli.commands import LIMIT, Result, command_environment, one_line, sarja

SMALL = ("--variant", "numbers-small")
POSIX = pytest.mark.skipif(os.name != "posix", reason="needs signals and pipes to wait for")


def without_clock(result: Result) -> dict[str, Any]:
    """The object that was printed, without the one thing that nothing repeats."""
    assert result.code == 0, result.err
    data: dict[str, Any] = json.loads(result.out)
    for bot in data["bots"]:
        del bot["ms_per_move"]
    return data


def test_the_result_is_one_object_for_programs() -> None:
    result = sarja("arena", "casual", "random", *SMALL, "--games", "6", "--seed", "3", "--json")
    assert (result.code, result.err, result.out.count("\n")) == (0, "", 1)
    data = json.loads(result.out)
    assert (data["variant"], data["seats"], data["teams"]) == ("numbers-small", 2, 2)
    assert (data["games"], data["seed"]) == (6, 3)
    assert [bot["name"] for bot in data["bots"]] == ["casual", "random"]
    (pair,) = data["pairs"]
    assert pair["games"] == pair["wins"] + pair["draws"] + pair["losses"] == 6
    assert data["ratings"][0] == {"name": "casual", "elo": 0, "elo_95": [0, 0]}


def test_the_result_is_tables_for_people() -> None:
    result = sarja("arena", "casual", "random", "random", *SMALL, "--games", "2")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("Small Numbers, 2 seats in 2 teams, 6 games\n")
    for shown in ("casual – random 2", "opponents", "faults", "Elo"):
        assert shown in result.out
    assert max(map(len, result.out.splitlines())) <= 80


def test_a_sequential_test_tells_its_verdict() -> None:
    arguments = ("arena", "casual", "random", *SMALL, "--sprt", "--elo0", "0", "--elo1", "300")
    result = sarja(*arguments)
    assert "H1 is accepted, casual is stronger than random by 300 Elo" in " ".join(
        result.out.split()
    )
    data = json.loads(sarja(*arguments, "--json").out)
    assert data["sprt"]["accepted"] == "H1"
    short = sarja(*arguments, "--games", "2").out
    assert "log-likelihood ratio" in short
    weaker = sarja("arena", "random", "casual", *SMALL, "--sprt", "--elo1", "300.5").out
    assert "H0 is accepted, random is not stronger than casual" in " ".join(weaker.split())


def test_a_draw_by_the_limit_is_told() -> None:
    result = sarja("arena", "random", "random", *SMALL, "--games", "2", "--max-plies", "4")
    assert "2 games were stopped after 4 moves each and count as draws." in result.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "an arena needs two bots or more"),
        (("casual",), "an arena needs two bots or more"),
        (("casual", "nosuch"), "there is no bot nosuch"),
        (("casual", "nosuch\x1b[31m"), "there is no bot nosuch"),
        (("casual", "cmd:"), "cmd:: this is no command line"),
        (("casual", "cmd:'open"), "this is no command line"),
        (("casual",) * 51, "more than 50 bots are too many"),
        (("casual", "random", "--games", "0"), "--games: 0 is not a whole number"),
        (("casual", "random", "--workers", "none"), "--workers: none is not a whole number"),
        (("casual", "random", "--seats", "5"), "5 cannot form two or three equal teams"),
        (("casual", "random", "--seats", "4", "--teams", "3"), "4 seats cannot play this game"),
        (("casual", "random", "--variant", "nosuch"), "there is no variant nosuch"),
        (("casual", "random", "--line-up", "1"), "does not name a BOT from 1 to 2 for each of 2"),
        (("casual", "random", "--line-up", "1,3"), "does not name a BOT"),
        (("casual", "random", "--line-up", "1,x"), "does not name a BOT"),
        (("casual", "random", "--line-up", "1,2", "--gauntlet"), "do not go together"),
        (("casual", "random", "random", "--sprt"), "--sprt is for two bots"),
        (("casual", "random", "--seats", "4", "--sprt", "--line-up", "1,2,2,1"), "--sprt is for"),
        (("casual", "random", "--elo0", "5", "--elo1", "5", "--sprt"), "--elo0 must be less"),
        (("casual", "random", "--elo1", "nan", "--sprt"), "--elo1: nan is not a number"),
        (("casual", "random", "--elo1", "1e9", "--sprt"), "--elo1: 1e9 is not a number"),
        (("casual", "random", "--out", "/no/such/folder/file"), "the file cannot be written"),
        (("casual", "random", "--records", f"{__file__}/x"), "no records can be written"),
    ],
    ids=str,
)
def test_what_cannot_be_held_is_told_in_one_line(arguments: tuple[str, ...], said: str) -> None:
    result = sarja("arena", *arguments)
    assert (result.code, result.out) == (2, "")
    assert said in one_line(result)
    assert "\x1b" not in result.err


def test_without_ray_it_says_which_extra_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    result = sarja("arena", "casual", "random", "--workers", "ray")
    assert result.code == 2
    assert "sarja[ray]" in one_line(result)


def test_a_gauntlet_a_line_up_and_unpaired_games() -> None:
    three = ("arena", "random", "random", "random", *SMALL, "--games", "2", "--json")
    assert len(json.loads(sarja(*three).out)["pairs"]) == 3
    assert len(json.loads(sarja(*three, "--gauntlet").out)["pairs"]) == 2
    mixed = json.loads(sarja(*three, "--seats", "4", "--line-up", "1,3,2,3").out)
    assert [(pair["a"], pair["b"]) for pair in mixed["pairs"]] == [
        ("random", "random 3"),
        ("random 2", "random 3"),
    ]
    odd = sarja("arena", "random", "random", *SMALL, "--games", "3", "--json", "--unpaired")
    assert json.loads(odd.out)["games"] == 3


def test_games_are_recorded(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    sarja("arena", "casual", "random", *SMALL, "--games", "4", "--records", folder)
    files = sorted(folder.iterdir())
    assert len(files) == 4
    assert all(sarja("replay", "--json", file).code == 0 for file in files)


@POSIX
def test_faults_are_told_and_the_arena_goes_on(tmp_path: Path) -> None:
    bot = program(tmp_path, "bad", "say(type='move', move='x')")
    result = sarja("arena", bot, "random", *SMALL, "--games", "22", "--json")
    data = without_clock(result)
    assert data["bots"][0] == {"name": "bad", "faults": 22}
    assert data["pairs"][0]["losses"] == 22
    lines = result.err.splitlines()
    assert lines[0] == (
        "game 1: seat 1 (bad): x: this is not a move in our notation; a turn is a card, and a "
        "space for it (R7); team 1 has lost"
    )
    assert lines[20:] == ["bad: more faults are counted, but not told"]
    people = sarja("arena", bot, "random", *SMALL, "--games", "2")
    assert people.code == 0
    assert re.search(r"bad +\+0 +.* 2\n", people.out)


@POSIX
def test_an_arena_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()
    slow = program(tmp_path, "slow", "time.sleep(0.01)\n" + GOOD, head=marking(marks))
    arguments = ("arena", slow, "random", *SMALL, "--games", "10", "--json")
    whole = without_clock(sarja(*arguments, "--out", tmp_path / "whole"))
    path = tmp_path / "killed"
    killed = 0
    for workers in ("1", "2", "1"):
        process = subprocess.Popen(
            [sys.executable, "-m", "sarja", *arguments, "--out", str(path), "--workers", workers],
            stdout=subprocess.DEVNULL,
            env=command_environment(),
        )
        before = lines_of(path)
        deadline = time.monotonic() + LIMIT
        while lines_of(path) < before + 2 and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.005)
        process.kill()
        killed += process.wait(LIMIT) == -signal.SIGKILL
    assert killed
    again = without_clock(sarja(*arguments, "--out", path))
    assert again == whole
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()
    for mark in marks.iterdir():
        wait_for_end_of(int(mark.name))


def marking(folder: Path) -> str:
    """What lets a program leave its number in the folder."""
    return f"open({str(folder)!r} + '/' + str(os.getpid()), 'w').close()\n"


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


@POSIX
@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_it_at_once_with_nothing_left(
    sign: signal.Signals, workers: str, tmp_path: Path
) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()
    head = marking(marks) + "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    bot = program(tmp_path, "bot", "time.sleep(600)", head=head)
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "sarja", "arena", bot, "random", *SMALL),
            *("--time-ms", "600000", "--workers", workers, "--out", str(tmp_path / "file")),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=command_environment(),
        text=True,
    )
    deadline = time.monotonic() + LIMIT
    # One process to learn its name, then one for each game that is played.
    while len(list(marks.iterdir())) < 1 + int(workers):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    time.sleep(0.2)
    process.send_signal(sign)
    out, err = process.communicate(timeout=LIMIT)
    assert (process.returncode, out) == (130, "")
    assert "Stopped after 0 games, which are kept: the same command goes on." in err
    assert "Traceback" not in err
    for mark in marks.iterdir():
        wait_for_end_of(int(mark.name))


def wait_for_end_of(pid: int) -> None:
    """Wait until there is no such process, or only what is left of one for its parent to see."""
    deadline = time.monotonic() + LIMIT
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        status = Path(f"/proc/{pid}/stat")
        if status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.02)
    raise AssertionError(pid)


@POSIX
@pytest.mark.parametrize("colour", [True, False], ids=["colour", "no-colour"])
def test_the_bar_is_there_in_a_terminal_only(colour: bool) -> None:
    import pty  # noqa: PLC0415 -- there is none elsewhere

    arguments = ("arena", "random", "random", *SMALL, "--games", "40", "--json")
    assert sarja(*arguments).err == ""
    ours, theirs = pty.openpty()
    changes = {"TERM": "xterm-256color"} | ({} if colour else {"NO_COLOR": "1"})
    environment = command_environment(**changes)
    if colour:
        environment.pop("NO_COLOR", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "sarja", *arguments],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=environment,
    )
    os.close(theirs)
    seen = b""
    while True:
        try:
            chunk = os.read(ours, 4096)
        except OSError:  # how Linux tells that nobody writes any more
            break
        if not chunk:
            break
        seen += chunk
    os.close(ours)
    out, _ = process.communicate(timeout=LIMIT)
    assert json.loads(out)["games"] == 40
    assert b"/40" in seen
    assert (b"\x1b[3" in seen) is colour
