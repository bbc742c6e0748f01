"""A bot program may do what it likes: it loses its game with a clear word, and no more."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from sarja.arena import protocol
from sarja.arena.contest import Contest, introduced, make_contest
from sarja.arena.games import Result
from sarja.arena.run import hold_arena, seating
from sarja.arena.schedule import Fixture, round_robin
from sarja.arena.tally import Tally
from sarja.arena.workers import Serial
from sarja.i18n import catalogue
from sarja.tui.arena import fault_text
from tests.arena.programs import GOOD, LOOP, program

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs need pipes to wait for")

PATIENT: Final = 20_000
SHORT: Final = 400
"""Milliseconds: for programs that never answer, so that nothing hangs on a busy machine."""
SECOND: Final = "if asked == 2:\n    {}\nelse:\n    " + GOOD


def on_second(code: str) -> str:
    return SECOND.format(code.replace("\n", "\n    "))


def faults_of(bot: str, time_ms: int = PATIENT, games: int = 2) -> tuple[list[str], Contest]:
    """What is told of each game that the bot loses by a fault, against one that makes none."""
    game = seating("numbers-small", 2)
    contest = introduced(make_contest([bot, "random"], game, round_robin, time_ms=time_ms))
    told = []

    def watch(fixture: Fixture, result: Result, tally: Tally) -> None:
        if result.fault is not None:
            assert result.ending == "fault"
            assert result.faulty is not None
            assert fixture.line_up[result.faulty - 1] == 0
            assert result.winner == 3 - result.faulty
            told.append(fault_text(result.fault, catalogue()))

    found = hold_arena(contest, Serial(contest), games, watch=watch)
    assert found.bots[0].faults == len(told)
    assert found.pairs[0].points.losses >= len(told)
    assert found.games == games
    return told, contest


@pytest.fixture(autouse=True)
def no_program_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """After each test every program that was started is neither alive nor a zombie."""
    started: list[int] = []

    class Recorded(subprocess.Popen[bytes]):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            started.append(self.pid)

    monkeypatch.setattr("sarja.arena.program.subprocess.Popen", Recorded)
    yield
    for pid in started:
        with pytest.raises(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)


CRASHES: Final = {
    "exits": ("sys.exit(3)", "the program ended (exit code 3)"),
    "raises": (
        "raise RuntimeError('broken')",
        "the program ended (exit code 1), saying: RuntimeError: broken",
    ),
    "signal": ("os.kill(os.getpid(), 11)", "the program was ended (signal 11)"),
    "killed": ("os.kill(os.getpid(), 9)", "the program was ended (signal 9)"),
    "kills-its-group": ("os.killpg(0, 9)", "the program was ended (signal 9)"),
    "closes-output": ("os.close(1)\ntime.sleep(600)", "the program closed its standard output"),
    "leaves-a-child": (
        "subprocess.Popen(['sleep', '600'])\nsys.exit(4)",
        "the program ended (exit code 4)",
    ),
    "leaves-a-daemon": (
        "subprocess.Popen(['sleep', '3'], start_new_session=True)\nsys.exit(5)",
        "the program ended (exit code 5)",
    ),
    "forks": (
        "for _ in range(9):\n    if os.fork() == 0: time.sleep(600)\nos._exit(6)",
        "the program ended (exit code 6)",
    ),
}
WORDS: Final = {
    "nonsense": ("print('hello there', flush=True)", "this is no answer: hello there"),
    "bytes": (r"os.write(1, b'\xff\x00\n')", r"this is no answer: \xff\x00"),
    "junk-first": ("print('I think', flush=True)\n" + GOOD, "this is no answer: I think"),
    "a-number": ("say(type='move', move=17)", "this is no answer: 17"),
    "a-list": ("print('[1]', flush=True)", "this is no answer: [1]"),
    "another-type": ("say(type='end')", 'this is no answer: {"type": "end"}'),
    "deep": ("print('[' * 300, flush=True)", "this is no answer: [[[["),
    "no-line-end": (
        "while True: os.write(1, b'x' * 65536)",
        "the answer is longer than 65536 bytes",
    ),
    "endless-lines": ("while True: print('x' * 100)", "this is no answer: xxxx"),
    "unreadable": ("say(type='move', move='e5')", "e5: this is not a move in our notation"),
    "not-allowed": ("say(type='move', move='1+1')", "1+1: "),
    "for-another-seat": (
        "say(type='move', move=f\"{3 - message['view']['seat']}:{move}\")",
        "is not to act now",
    ),
    "pass": ("say(type='move', move='-')", "-: the hand has a card to play"),
    "control-signs": (r"print('\x1b[31m\u202e', flush=True)", r"this is no answer: \x1b[31m"),
}


@pytest.mark.parametrize("case", CRASHES)
def test_a_program_that_ends_loses_its_game_and_is_started_again(case: str, tmp_path: Path) -> None:
    code, said = CRASHES[case]
    told, _ = faults_of(program(tmp_path, "bot", on_second(code)))
    assert told == [said, said]


@pytest.mark.parametrize("case", WORDS)
def test_what_is_no_answer_loses_the_game(case: str, tmp_path: Path) -> None:
    code, said = WORDS[case]
    told, _ = faults_of(program(tmp_path, "bot", on_second(code)))
    assert len(told) == 2
    assert all(said in line for line in told), told
    assert all(line.isprintable() for line in told)


def test_a_second_answer_loses_the_game(tmp_path: Path) -> None:
    told, _ = faults_of(
        program(
            tmp_path,
            "bot",
            "os.write(1, 2 * (json.dumps({'type': 'move', 'move': move}) + '\\n').encode())",
        )
    )
    assert all(line.startswith("the program spoke without being asked: {") for line in told)
    assert len(told) == 2


def test_the_previous_move_loses_the_game(tmp_path: Path) -> None:
    told, _ = faults_of(
        program(
            tmp_path, "bot", "kept = kept or move\nsay(type='move', move=kept)", head="kept = ''\n"
        )
    )
    assert len(told) == 2
    assert all("is not in the hand (R8)" in line or "already has a chip" in line for line in told)


LATE: Final = {
    "sleeps": on_second("time.sleep(600)"),
    "stops-itself": on_second("os.kill(os.getpid(), 19)"),
    "drips": on_second("for c in 1000 * ' ': os.write(1, b' '); time.sleep(0.05)"),
    "floods-errors-for-ever": on_second("while True: os.write(2, 65536 * b'x')"),
    "closes-its-input": on_second("os.close(0)\ntime.sleep(600)"),
    "ignores-signals": "import signal\nfor one in (1, 2, 15): signal.signal(one, signal.SIG_IGN)\n"
    + on_second("time.sleep(600)"),
}


@pytest.mark.parametrize("case", LATE)
def test_a_late_answer_loses_the_game(case: str, tmp_path: Path) -> None:
    told, _ = faults_of(program(tmp_path, "bot", LATE[case]), SHORT)
    # On a busy machine the first answer may be late, too, which is told in the same words.
    assert told == [f"no answer within {SHORT} ms"] * 2


def test_a_program_that_never_reads_is_late_even_when_the_pipe_is_full(tmp_path: Path) -> None:
    head = "\nhello()\ntime.sleep(600)\n"
    told, _ = faults_of(program(tmp_path, "bot", loop=head), SHORT, games=4)
    assert told == [f"no answer within {SHORT} ms"] * 4


def test_a_message_that_does_not_fit_in_the_pipe_is_late(tmp_path: Path) -> None:
    bot = protocol.ProgramBot(
        program(tmp_path, "bot", loop="\nhello()\ntime.sleep(600)\n").removeprefix("cmd:"),
        seating("classic", 2).variant,
        SHORT,
    )
    try:
        bot.start()
        for _ in range(3000):
            bot.end({"winner": None, "reason": "blocked", "sequences": [0, 0]})
        assert not bot._program or not bot._program.in_step()
    finally:
        bot.fail()


STARTS: Final = {
    "exits": ("\nsys.exit(7)\n", "the program ended (exit code 7)"),
    "says-nonsense": (
        "\nprint('hello', flush=True)\ntime.sleep(600)\n",
        "this is no answer: hello",
    ),
    "closes": (
        "\nos.close(1)\nos.close(2)\ntime.sleep(600)\n",
        "the program closed its standard output",
    ),
}


@pytest.mark.parametrize("case", STARTS)
def test_a_program_that_does_not_say_hello_loses_all_its_games(case: str, tmp_path: Path) -> None:
    loop, said = STARTS[case]
    told, contest = faults_of(program(tmp_path, "bot", loop=loop), games=6)
    assert told == [said] * 6
    assert contest.entrants[0].name.startswith("cmd:")


def test_a_program_that_is_silent_is_waited_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "HELLO_SECONDS", 1.0)
    told, _ = faults_of(program(tmp_path, "bot", loop="\ntime.sleep(600)\n"), games=6)
    assert told == ["the program did not say hello within 1 seconds"] * 6


@pytest.mark.parametrize(
    "command", ["no-such-program-at-all", "/no/such/file", str(Path(__file__)), "/"]
)
def test_what_is_no_program_loses_all_its_games(command: str) -> None:
    told, _ = faults_of(f"cmd:{command}")
    assert len(told) == 2
    assert all(line.startswith("the program does not start: ") for line in told)


def test_noise_on_standard_error_is_nobodys_business(tmp_path: Path) -> None:
    noisy = "os.write(2, 300_000 * b'x')\n" + GOOD
    told, contest = faults_of(program(tmp_path, "noisy", noisy))
    assert told == []
    assert contest.entrants[0].name == "noisy"


def test_a_program_that_does_not_quit_or_leaves_children_is_ended(tmp_path: Path) -> None:
    loop = LOOP.replace("        break", "        time.sleep(600)")
    body = "if asked == 1: subprocess.Popen(['sleep', '600'])\n" + GOOD
    assert faults_of(program(tmp_path, "bot", body, loop=loop))[0] == []


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("name='Aino'", "Aino"),
        ("name='random'", "random"),
        ("name=17", "cmd:"),
        ("name='  '", "cmd:"),
        ("title='x'", "cmd:"),
        (r"name='\x1b[31m\n'", r"\x1b[31m"),
        ("name=1000 * 'x'", 39 * "x" + "…"),
    ],
)
def test_a_program_is_called_what_it_calls_itself_if_that_can_be_shown(
    said: str, name: str, tmp_path: Path
) -> None:
    bot = program(tmp_path, "bot", head=f"\ndef hello(): say(type='hello', {said})\n")
    contest = make_contest([bot, "random"], seating("numbers-small", 2), round_robin)
    first, second = introduced(contest).entrants
    assert first.name.startswith(name)
    assert second.name == ("random 2" if name == "random" else "random")
