"""What programs are told, and that it is nothing they may not know."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sarja.arena.contest import introduced, make_contest
from sarja.arena.errors import BotFault
from sarja.arena.games import Absent, Player, play_fixture
from sarja.arena.protocol import ProgramBot, read_command
from sarja.arena.run import hold_arena, play_match, seating
from sarja.arena.schedule import round_robin
from sarja.arena.workers import Serial
from sarja.rules.chance import seeded_chance, seeded_deck
from sarja.rules.model import State
from sarja.rules.notation import format_move
from sarja.rules.play import deal, legal_moves, play
from sarja.rules.record import state_data, view_data
from tests.arena.programs import GOOD, program
from tests.boards import set_up
from tests.bots.test_what_bots_see import dealt_anew
from tools.pages import ROOT

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs need pipes to wait for")


def heard(folder: Path, seats: int, teams: int, games: int) -> list[list[dict[str, Any]]]:
    """All that each process of a program was told in an arena against the random bot."""
    tee = (
        "class Tee:\n"
        "    def __init__(self, stream): self.stream = stream\n"
        "    def readline(self):\n"
        "        line = self.stream.readline()\n"
        f"        with open(f'{folder}/{{os.getpid()}}.heard', 'a') as file: file.write(line)\n"
        "        return line\n"
        "sys.stdin = Tee(sys.stdin)\n"
    )
    spy = program(folder, "spy", head=tee)
    game = seating("numbers-small", seats, teams)
    contest = make_contest([spy, "random"], game, round_robin)
    found = hold_arena(contest, Serial(contest), games)
    assert found.bots[0].faults == 0
    files = sorted(folder.glob("*.heard"))
    return [[json.loads(line) for line in file.read_text().splitlines()] for file in files]


def test_a_program_is_told_what_the_contract_says(tmp_path: Path) -> None:
    (messages,) = heard(tmp_path, 2, 2, 4)
    kinds = [message["type"] for message in messages]
    assert kinds[:2] == ["hello", "newgame"]
    assert kinds[-2:] == ["end", "quit"]
    assert kinds.count("newgame") == kinds.count("end") == 4
    assert [m["seat"] for m in messages if m["type"] == "newgame"] == [1, 2, 1, 2]
    hello, begin, first, *_ = messages
    assert (hello["protocol"], hello["variant"]["id"]) == (1, "numbers-small")
    assert {**begin, "seed": 0} == {
        **{"type": "newgame", "seat": 1, "seats": 2, "teams": 2, "options": {}, "seed": 0}
    }
    assert first.keys() == {"type", "view", "legal", "time_ms"}
    assert first["legal"] == first["view"]["legal"]
    outcomes = [m["outcome"] for m in messages if m["type"] == "end"]
    assert all(o.keys() == {"winner", "reason", "sequences"} for o in outcomes)


def test_each_seat_has_a_process_of_its_own(tmp_path: Path) -> None:
    told = heard(tmp_path, 4, 2, 2)
    assert len(told) == 2
    seats = [[m["seat"] for m in messages if m["type"] == "newgame"] for messages in told]
    assert sorted(seats) == [[1, 2], [3, 4]]


def test_the_view_is_the_object_of_replay_with_the_own_hand_instead_of_all() -> None:
    state = set_up("*12......*", ("2S JC 5H", "KH JS"))
    whole, seen = state_data(state), view_data(state.view(1), ["3S@b1"])
    assert seen["hand"] == ["2S", "JC", "5H"]
    assert (seen["seat"], seen["hand_sizes"], seen["log"]) == (1, [3, 2], ["3S@b1"])
    assert seen.keys() - {"hand", "seat", "hand_sizes", "log"} == whole.keys() - {"hands"}
    assert all(seen[key] == whole[key] for key in seen.keys() & whole.keys())
    assert view_data(state.view(2), [])["legal"] == []
    assert view_data(state.view(None), [])["hand"] == []


class Ear:
    """Stands for a program: keeps the bytes that are sent, and answers the first legal move."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def in_step(self) -> bool:
        return True

    def send(self, line: bytes) -> None:
        self.heard.append(line)

    def ask(self, line: bytes, seconds: float) -> bytes:
        self.heard.append(line)
        return json.dumps({"type": "move", "move": json.loads(line)["legal"][0]}).encode()


def sent_to(seat: int, state: State, log: list[str]) -> list[bytes]:
    """The bytes that a program on that seat is sent when it is asked for its move."""
    ear, game = Ear(), state.position.game
    bot = ProgramBot("unused", game.variant, 1000)
    bot._program = ear  # type: ignore[assignment]
    bot.begin(game, seat, Random("same"))
    bot.choose(state.view(seat), log)
    bot.end({"winner": 1, "reason": "sequences", "sequences": [2, 0]})
    return ear.heard


@pytest.mark.parametrize(("seats", "teams"), [(2, 2), (4, 2), (3, 3)])
def test_no_byte_that_is_sent_depends_on_the_hidden_cards(seats: int, teams: int) -> None:
    game = seating("classic", seats, teams)
    state, _ = deal(game, seeded_deck(game.variant, "secrets"))
    chance, random = seeded_chance("secrets"), Random("secrets")
    log: list[str] = []
    while (seat := state.position.to_act) is not None and len(log) < 60:
        other = dealt_anew(state, seat, Random(len(log)))
        assert other.hands != state.hands
        sent = sent_to(seat, state, log)
        assert sent_to(seat, other, log) == sent
        # What only the referee knows would have shown.
        assert json.dumps(state_data(other)["hands"]) != json.dumps(state_data(state)["hands"])
        view = state.view(seat)
        move = random.choice(legal_moves(view.position, view.hand))
        log.append(format_move(move, game.variant.board))
        state, _ = play(state, move, chance)


def test_a_seat_that_was_told_of_no_game_is_not_told_of_its_end() -> None:
    contest = make_contest(["random", "cmd:x", "random"], seating("classic", 3), round_robin)
    ears = [Ear(), Ear()]
    players: list[Player] = []
    for ear in ears:
        bot = ProgramBot("unused", contest.game.variant, 1000)
        bot._program = ear  # type: ignore[assignment]
        players.append(bot)
    players.insert(1, Absent(BotFault("late", {"ms": 1})))
    played = play_fixture(contest, next(contest.fixtures(1)), players)
    assert (played.result.faulty, played.result.winner, played.result.moves) == (2, None, ())
    kinds = [[json.loads(line)["type"] for line in ear.heard] for ear in ears]
    assert kinds == [["newgame", "end"], []]


def test_a_program_that_draws_its_chance_from_the_seed_plays_the_same_games_again(
    tmp_path: Path,
) -> None:
    body = "say(type='move', move=chance.choice(legal))"
    head = "import random\nchance = random.Random()\n"
    bot = program(tmp_path, "chancy", body, head=head)
    path = tmp_path / "chancy.py"
    path.write_text(
        path.read_text().replace(
            '    elif message["type"] == "quit"',
            '    elif message["type"] == "newgame":\n        chance.seed(message["seed"])\n'
            '    elif message["type"] == "quit"',
        )
    )
    first, second = (
        play_match([bot, "random"], variant="numbers-small", games=6, workers=workers).data()
        for workers in (1, 2)
    )
    assert first["pairs"] == second["pairs"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("node bot.mjs", ("node", "bot.mjs")),
        ("'my bot' \"a b\"", ("my bot", "a b")),
        ("", None),
        ("''", None),
        ("'open", None),
        ("a\0b", None),
    ],
)
def test_a_command_line_is_parted_as_a_shell_does(text: str, words: tuple[str, ...] | None) -> None:
    assert read_command(text) == words


def test_the_answer_may_name_the_own_seat(tmp_path: Path) -> None:
    bot = program(
        tmp_path, "bot", GOOD.replace("move=move", "move=f\"{message['view']['seat']}:{move}\"")
    )
    found = play_match([bot, "random"], variant="numbers-small", games=2)
    assert found.bots[0].faults == 0


EXAMPLES = {"bot.py": sys.executable, "bot.mjs": shutil.which("node") or ""}


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize(("variant", "seats"), [("classic", 3), ("numbers-small", 4)])
def test_the_example_bots_play(name: str, variant: str, seats: int) -> None:
    if not EXAMPLES[name]:
        pytest.skip("there is no such language here")
    bot = f"cmd:{EXAMPLES[name]} '{ROOT / 'examples' / name}'"
    found = play_match([bot, "random"], variant=variant, seats=seats, games=4, time_ms=60_000)
    assert [standing.faults for standing in found.bots] == [0, 0]
    assert found.bots[0].name == {"bot.py": "neighbour", "bot.mjs": "middle"}[name]


def test_the_example_in_python_has_under_forty_lines() -> None:
    assert len((ROOT / "examples/bot.py").read_text().splitlines()) < 40
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples/bot.py")],
        input=b'{"type": "quit"}\n',
        capture_output=True,
        check=True,
    )
    assert (done.stdout, done.stderr) == (b"", b"")


def test_a_program_that_is_out_of_step_is_started_anew(tmp_path: Path) -> None:
    game = seating("numbers-small", 2)
    bot = ProgramBot(program(tmp_path, "bot").removeprefix("cmd:"), game.variant, 60_000)
    try:
        bot.begin(game, 1, Random(1))
        first = bot._program
        bot.begin(game, 1, Random(1))
        assert bot._program is first
        assert first is not None
        first.send(b'{"type": "hello"}\n')
        while first.in_step():
            pass
        bot.begin(game, 1, Random(1))
        assert bot._program is not first
    finally:
        bot.fail()
    assert introduced(make_contest(["random", "random"], game, round_robin)).entrants[1].name
