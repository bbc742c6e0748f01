"""Recorded games, looked at by people."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from sarja.i18n import catalogue
from sarja.rules.record import Record, Step, parse_record, replay
from sarja.tui.replay import draw_final, step_through
from sarja.variants import builtin_variant
from tests.tui.consoles import Script, is_golden, plain_console, printed

DATA = Path(__file__).parents[1] / "data" / "records"
RECORDS = sorted(path.name for path in DATA.glob("*.json"))


def recorded(name: str) -> tuple[Record, list[Step]]:
    record = parse_record((DATA / name).read_bytes(), builtin_variant)
    return record, list(replay(record))


def step(lines: list[str], name: str = "classic-2-choice.json") -> Script:
    record, steps = recorded(name)
    console = plain_console()
    script = Script(console, lines)
    step_through(record, steps, catalogue(), console, script)
    script.shown.append(script.news())
    return script


def heading(shown: str) -> str:
    return shown.split("─── ")[1].split(" ─", maxsplit=1)[0]


@pytest.mark.parametrize("name", RECORDS)
def test_the_last_position_is_drawn_as_in_the_golden_file(name: str) -> None:
    record, steps = recorded(name)
    console = plain_console()
    draw_final(record, steps, catalogue(), console)
    assert is_golden(f"final-{Path(name).stem}", printed(console))


def test_the_last_position_is_drawn_for_plain_terminals_too() -> None:
    record, steps = recorded("classic-2-choice.json")
    console = plain_console(40, encoding="ascii")
    draw_final(record, steps, catalogue(), console, ascii_only=True)
    text = printed(console)
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 40


def test_enter_goes_on_and_p_goes_back() -> None:
    script = step(["", "n", "next", "p", "previous", "p", "p"])
    numbers = [
        int(re.findall(r"Move (\d+) of", shown + "Move 0 of")[0])
        for shown in script.shown
        if "───" in shown
    ]
    assert numbers == [0, 1, 2, 3, 2, 1, 0]
    assert "This is the beginning." in script.shown[7]


def test_a_number_jumps_and_g_goes_to_either_end() -> None:
    record, _ = recorded("classic-2-choice.json")
    last = len(record.moves)
    script = step(["20", "G", "", str(last + 5), "g", "p", "last", "first", "999"])
    assert heading(script.shown[1]).startswith("Move 20 of")
    assert heading(script.shown[2]).startswith(f"Move {last} of {last}")
    assert "This is the last position." in script.shown[3]
    assert "This is the last position." in script.shown[4]
    assert heading(script.shown[5]).startswith("Before the first of")
    assert "This is the beginning." in script.shown[6]
    assert heading(script.shown[7]).startswith(f"Move {last} of")
    assert heading(script.shown[8]).startswith("Before the first of")
    assert f"There is no move 999: the record has {last}." in script.shown[9]


def test_the_log_tells_what_led_there_and_no_more() -> None:
    script = step(["3", "log", "30", "log", "log all", "piles", "board", "?", "nonsense", "q"])
    assert script.shown[2].count(" plays ") == 3
    assert "(11 earlier entries: log all shows everything.)" in script.shown[4]
    assert script.shown[5].count(" plays ") > script.shown[4].count(" plays ")
    assert "the move before" in script.shown[8]
    assert script.shown[9] == script.shown[8]
    assert script.shown[10].strip() == ""


def test_the_hands_of_all_are_shown() -> None:
    record, steps = recorded("classic-2-choice.json")
    script = step([])
    hand = " ".join(record.game.variant.card_text(card) for card in steps[0].state.hand(2))
    assert hand in script.shown[0]


def test_control_c_leaves() -> None:
    record, steps = recorded("classic-2-choice.json")

    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    step_through(record, steps, catalogue(), plain_console(), interrupt)


@pytest.mark.parametrize("name", RECORDS)
def test_every_step_of_a_record_can_be_shown(name: str) -> None:
    record, steps = recorded(name)
    steps = steps[:60]
    record = replace(record, about={**record.about, "players": ["x" * 50] * record.game.seats})
    console = plain_console(60)
    script = Script(console, [""] * len(steps))
    step_through(record, steps, catalogue(), console, script)
    assert max(map(len, printed(console).splitlines())) <= 60
