"""Several people at one screen: nobody reads another's hand there."""

import io
from collections.abc import Sequence
from dataclasses import replace

import pytest
from rich.console import Console

import sarja.tui.game
from sarja.i18n import catalogue
from sarja.rules.chance import seeded_deck
from sarja.rules.model import DrawMode
from sarja.rules.variant import Help, Variant
from sarja.tui.game import play_game
from sarja.tui.settings import Settings
from tests.tui.consoles import RandomBot, Script, plain_console, settings_for

LOOKS = ["hand", "board", "log", "log all", "piles", "hint", "?", "d6"]
"""What tells most about a game."""
SEED = 6
PUBLIC_LOOKS = ["hand", "board", "log", "log all", "piles", "hint", "?"]


def table(draw: DrawMode = "auto", help: Help = "spaces") -> Settings:
    settings = settings_for(seats=4, persons=(1, 3), seed=SEED, help=help)
    return replace(settings, dealer=4, draw=draw, adviser=RandomBot())


def with_hand(deck: Sequence[str], seat: int, kept: int) -> tuple[str, ...]:
    """The deck in which the seat is dealt other cards, but for the first so many.

    Of four seats that are dealt six cards each; the other cards come from the bottom.
    """
    changed = list(deck)
    for at in range(kept, 6):
        here, there = 4 * at + seat - 1, len(deck) - 1 - at
        changed[here], changed[there] = changed[there], changed[here]
    return tuple(changed)


def shown_with_deck(
    settings: Settings, deck: tuple[str, ...], lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    def stacked(variant: Variant, seed: int | str) -> tuple[str, ...]:
        return deck

    monkeypatch.setattr(sarja.tui.game, "seeded_deck", stacked)
    console = plain_console()
    script = Script(console, lines)
    play_game(settings, console, catalogue(), script)
    return script.shown


def playable(settings: Settings, deck: tuple[str, ...]) -> str:
    """The first card of seat 1, on a space for it."""
    variant = settings.variant
    assert variant.cards[deck[0]].effect != "remove"
    return f"{deck[0]}@{variant.board.names[variant.spaces_of[deck[0]][0]]}"


@pytest.mark.parametrize("draw", ["auto", "manual"])
def test_before_a_player_takes_the_device_nothing_depends_on_their_hand(
    draw: DrawMode, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = table(draw, help="none")
    deck = seeded_deck(settings.variant, SEED)
    lines = [*PUBLIC_LOOKS, "", *LOOKS, playable(settings, deck)]
    lines += ["+"] * (draw == "manual")
    lines += PUBLIC_LOOKS
    shown, other = (
        shown_with_deck(settings, dealt, [*lines, ""], monkeypatch)
        for dealt in (deck, with_hand(deck, 3, kept=0))
    )
    assert shown[: len(lines) + 1] == other[: len(lines) + 1]
    assert shown[len(lines) + 1] != other[len(lines) + 1]  # now Cleo sees her hand


@pytest.mark.parametrize("draw", ["auto", "manual"])
def test_after_a_player_has_passed_the_device_on_nothing_depends_on_their_hand(
    draw: DrawMode, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = table(draw, help="none")
    deck = seeded_deck(settings.variant, SEED)
    lines = ["", playable(settings, deck)]
    lines += ["+"] * (draw == "manual")
    before = len(lines) + 1
    lines += [*PUBLIC_LOOKS, "", *LOOKS]
    shown, other = (
        shown_with_deck(settings, dealt, lines, monkeypatch)
        for dealt in (deck, with_hand(deck, 1, kept=1))
    )
    assert shown[1] != other[1]  # Anna sees her hand
    assert len(shown) == len(lines) + 1
    assert shown[before:] == other[before:]


def test_the_screen_is_wiped_before_the_device_goes_on_and_after_it_arrived() -> None:
    settings = table()
    file = io.StringIO()
    console = Console(file=file, width=80, force_terminal=True, _environ={"TERM": "xterm"})
    deck = seeded_deck(settings.variant, SEED)
    lines = iter(["", playable(settings, deck), ""])
    marks: list[int] = []

    def ask(prompt: str) -> str:
        marks.append(len(file.getvalue()))
        line = next(lines, None)
        if line is None:
            raise EOFError
        return line

    play_game(settings, console, catalogue(), ask)
    text = file.getvalue()
    assert "Your hand" in text[marks[0] : marks[1]]
    handed = text[marks[1] : marks[2]]
    assert "\x1b[3J" in handed
    assert "Pass the device to" in handed.split("\x1b[3J")[-1]
    assert "Your hand" not in handed
    assert text[marks[2] : marks[3]].lstrip().startswith("\x1b[")
    assert "\x1b[3J" in text[marks[2] : marks[3]].split("Your hand")[0]


def test_a_dumb_terminal_scrolls_the_hand_away() -> None:
    settings = table()
    file = io.StringIO()
    console = Console(
        file=file, width=80, height=30, force_terminal=True, _environ={"TERM": "dumb"}
    )
    deck = seeded_deck(settings.variant, SEED)
    script_lines = iter(["", playable(settings, deck)])

    def ask(prompt: str) -> str:
        line = next(script_lines, None)
        if line is None:
            raise EOFError
        return line

    play_game(settings, console, catalogue(), ask)
    assert "\x1b" not in file.getvalue()
    assert "\n" * 30 in file.getvalue()


def test_one_person_among_bots_is_never_asked_to_pass_the_device_on() -> None:
    console = plain_console()
    script = Script(console, ["hand", "log"])
    play_game(settings_for(seats=4), console, catalogue(), script)
    assert not any("press Enter" in prompt for prompt in script.prompts)


def test_a_player_who_comes_back_reads_the_card_drawn_last_and_what_has_happened() -> None:
    settings = table()
    deck = seeded_deck(settings.variant, SEED)
    console = plain_console()

    script = Script(console, ["", playable(settings, deck), "", "hint"])
    play_game(settings, console, catalogue(), script)
    hint = script.shown[-1]
    move = hint.split("A suggestion: ")[1].split(". ")[0]
    console = plain_console()
    script = Script(console, ["", playable(settings, deck), "", move, ""])
    record = play_game(settings, console, catalogue(), script)
    assert record.moves[2] == move
    news = script.shown[5]
    assert "Anna (seat 1) draws " in news
    assert "Anna (seat 1) plays" not in news
    for name in ("Bot 2", "Cleo", "Bot 4"):
        assert f"{name} (seat " in news
