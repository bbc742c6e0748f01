"""`sarja join`: whole games from terminals, over a network that fails, and what is refused."""

import os
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.cli.commands import one_line, sarja
from tests.cli.terminals import Terminal
from tests.server.network import Player, Running, running
from tests.server.processes import Serving

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs a terminal of that kind")

TURN = "card or move (? help):"
OVER = "The game is over"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture
def state(tmp_path: Path) -> dict[str, str]:
    """Where this person's program remembers seats."""
    return {"XDG_STATE_HOME": str(tmp_path / "state")}


def new_table(host: Running | Serving, **settings: object) -> str:
    """The code of a new table."""
    with Player(host.url) as guest:
        guest.open(**settings)
        return str(guest.view["code"])


def link(host: Running | Serving, code: str) -> str:
    return f"http://127.0.0.1:{host.port}/t/{code}"


def play_turn(ann: Terminal) -> None:
    """Play the first card that goes anywhere, after the prompt for a turn was shown."""
    for number in map(str, range(1, 8)):
        ann.enter(number)
        # The prompt itself says nothing: it comes again where a notice came between.
        asked = ann.wait_for("(Enter: back)", "nothing that", "no more cards", "Exchange it")
        if asked == "(Enter: back)":
            ann.enter("list")
            ann.wait_for("(Enter: back)")
            ann.enter("1")
            return
        if asked == "Exchange it":
            ann.enter("y")
            return
        ann.wait_for(TURN)
    ann.enter("-")


def play_to_the_end(ann: Terminal) -> None:
    while (asked := ann.wait_for(TURN, "which line counts", OVER)) != OVER:
        if asked == TURN:
            play_turn(ann)
        else:
            ann.enter("1")


def test_two_terminals_play_a_game_over_a_server_that_is_killed(
    tmp_path: Path, state: dict[str, str]
) -> None:
    with Serving(tmp_path / "data") as host:
        port, code = host.port, new_table(host)
        url = link(host, code)
        with ExitStack() as opened:
            ann = opened.enter_context(Terminal("join", url, "--name", "Ann", **state))
            ann.wait_for("start, or wait")
            bot = Terminal("join", url, "--name", "Bob", "--bot", "casual", **state)
            bob = opened.enter_context(bot)
            ann.wait_for("Bob sits down")
            ann.enter("say hello")
            ann.wait_for("Ann: Hello!")
            ann.enter("start")
            ann.wait_for("Game 1:")
            ann.wait_for(TURN)
            play_turn(ann)
            ann.wait_for(TURN)
            host.kill()
            ann.wait_for("The connection is lost")
            with Serving(tmp_path / "data", "--port", str(port)):
                ann.wait_for("The connection is back")
                ann.wait_for(TURN)
                play_turn(ann)
                play_to_the_end(ann)
                ann.wait_for("wins for team")
                ann.wait_for("start, or wait")
                ann.enter("quit")
                assert ann.end() == 0
                assert f"sarja join {url}" in ann.shown
                assert bob.end() == 0
            for terminal in (ann, bob):
                assert "Traceback" not in terminal.shown
                assert not re.search(r"\x1b\[([0-9]+;)*[349][0-9]", terminal.raw)


def test_after_a_lost_connection_the_prompt_is_shown_once(
    tmp_path: Path, state: dict[str, str]
) -> None:
    with Serving(tmp_path / "data") as host:
        port, code = host.port, new_table(host, turn_seconds=300)
        with Terminal("join", link(host, code), "--name", "Ann", **state) as ann:
            ann.wait_for("start, or wait")
            ann.enter("start")
            ann.wait_for(TURN)
            host.kill()
            ann.wait_for("The connection is lost")
            with Serving(tmp_path / "data", "--port", str(port)):
                ann.wait_for("The connection is back")
                ann.wait_for(TURN)
                # What is typed shows that everything before it has come.
                ann.enter("nonsense")
                ann.wait_for(TURN)
                since = ann.shown[ann.shown.rindex("The connection is lost") :]
                assert since[: since.index("nonsense")].count(TURN) == 1
                assert re.search(
                    r"[45]:[0-5][0-9] left for your turn\.\n.*" + re.escape(TURN), since
                )


def test_the_clock_of_a_turn_is_told(host: Running, state: dict[str, str]) -> None:
    with Player(host.url) as bob:
        bob.open(seats=2, turn_seconds=300)
        url = link(host, bob.view["code"])
        with Terminal("join", url, "--name", "Ann", **state) as ann:
            ann.wait_for("start, or wait")
            bob.attach()
            bob.sit("Bob")
            ann.enter("start")
            turn = re.compile(r"[45]:[0-5][0-9] left for your turn\.")
            wait = re.compile(r"Bob is on turn, [45]:[0-5][0-9] left \(\? help\):")
            for _ in range(2):
                if ann.wait_for("left for your turn", "Bob is on turn") == "Bob is on turn":
                    while bob.view["game"] is None or not bob.view["game"]["may"]:
                        bob.receive()
                    bob.do("play", move=bob.a_move())
                else:
                    ann.wait_for(TURN)
                    play_turn(ann)
            ann.wait_for("left for your turn", "Bob is on turn, ")
            assert turn.search(ann.shown)
            assert wait.search(ann.shown)


def test_one_comes_back_to_the_same_seat_and_hand(host: Running, state: dict[str, str]) -> None:
    url = link(host, new_table(host))
    hands = []
    for _ in range(2):
        with Terminal("join", url, "--name", "Ann", "--seat", "2", **state) as ann:
            if ann.wait_for("start, or wait", TURN) != TURN:
                ann.enter("start")
                ann.wait_for(TURN)
            hands.append(ann.shown[ann.shown.rindex("Your hand:") :].splitlines()[0])
            ann.process.kill()
            ann.end()
    assert hands[0] == hands[1]
    kept = Path(state["XDG_STATE_HOME"]) / "sarja" / "seats.json"
    assert kept.stat().st_mode & 0o077 == 0


def test_a_personal_link_opens_the_seat(host: Running, state: dict[str, str]) -> None:
    with Player(host.url) as ann:
        ann.open()
        ann.sit("Ann")
        secret = ann.say(type="offer-link", table=ann.table, token=ann.token)["secret"]
        url = f"http://127.0.0.1:{host.port}/link#{secret}"
        with Terminal("join", url, **state) as terminal:
            terminal.wait_for("1, team 1: Ann")
            ann.do("start")
            terminal.wait_for("Your hand:", "is on turn")
            terminal.enter("quit")
            assert terminal.wait_for("(y/n)", "Your seat is kept") is not None


def test_what_one_does_elsewhere_is_not_asked_here_any_more(
    host: Running, state: dict[str, str]
) -> None:
    """Two devices at one seat: a move on the one ends the question on the other."""
    with Player(host.url) as ann:
        ann.open(seats=2)
        ann.sit("Ann")
        secret = ann.say(type="offer-link", table=ann.table, token=ann.token)["secret"]
        with Terminal("join", f"http://127.0.0.1:{host.port}/link#{secret}", **state) as other:
            other.wait_for("1, team 1: Ann")
            ann.do("start")
            while not ann.view["game"]["may"]:
                ann.receive()
            other.wait_for(TURN)
            moved = ann.view["game"]["log"]
            ann.do("play", move=ann.a_move())
            assert ann.view["game"]["log"] != moved
            other.wait_for("Ann (seat 1) plays")
            other.wait_for(TURN)


def test_who_finds_no_seat_is_told(host: Running, state: dict[str, str]) -> None:
    with Player(host.url) as ann, Player(host.url) as bob:
        ann.open()
        for player, name in ((ann, "Ann"), (bob, "Bob")):
            player.table = ann.table
            player.attach()
            player.sit(name)
        url = link(host, ann.view["code"])
        result = sarja("join", url, given=b"", **state)
        assert (result.code, one_line(result)) == (1, "every seat is taken")
        result = sarja("join", url, "--watch", given=b"", **state)
        assert result.code == 0
        assert "team 1: Ann" in result.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("http://127.0.0.1:{port}/t/BCDFG",),
            "there is no such table; perhaps a letter of its code is another one",
        ),
        (
            ("BCDFG", "--server", "127.0.0.1:{port}"),
            "there is no such table; perhaps a letter of its code is another one",
        ),
    ],
    ids=str,
)
def test_a_table_that_is_not_there_is_told(
    host: Running, state: dict[str, str], arguments: tuple[str, ...], said: str
) -> None:
    result = sarja("join", *(text.format(port=host.port) for text in arguments), given=b"", **state)
    assert (result.code, one_line(result)) == (1, said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nonsense",), "nonsense is neither the link of a table"),
        (("http://h/t/aeiou",), "is neither the link of a table"),
        (("http://h/c/HKWTR",), "the code of a lesson"),
        (("http://127.0.0.1:9/t/BCDFG",), "no server answers at http://127.0.0.1:9"),
        (("BCDFG", "--name", " "), "a name has 1 to 24 characters"),
        (("BCDFG", "--watch", "--bot", "casual"), "--watch"),
        (("BCDFG", "--bot", "nosuch"), "nosuch"),
    ],
    ids=str,
)
def test_what_cannot_be_used_is_told_in_one_line(
    state: dict[str, str], arguments: tuple[str, ...], said: str
) -> None:
    result = sarja("join", *arguments, given=b"", **state)
    assert (result.code, result.out) == (2, "")
    assert said in one_line(result)
