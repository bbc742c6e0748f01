"""What people type, and what it means."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sarja.i18n import catalogue
from sarja.rules.chance import seeded_deck
from sarja.rules.errors import IllegalMove
from sarja.rules.model import Game, View
from sarja.rules.moves import PASS, Draw, Exchange, GiveUp, Lock, Place, Remove, TableTalk
from sarja.rules.notation import format_move, parse_move
from sarja.rules.play import deal, legal_moves
from sarja.tui.entry import (
    ANSWERS,
    COMMAND_KEYS,
    PLAYING,
    STEPPING,
    CardChosen,
    MoveAsked,
    NumberGiven,
    SpaceNamed,
    find_command,
    read_entry,
)
from tests.tui.consoles import state_after, variant_named

HAND = ("7H", "TS", "JC", "JS")


def view_of(name: str = "classic", hand: tuple[str, ...] = HAND, *, manual: bool = False) -> View:
    variant = variant_named(name)
    setup = variant.setup(2)
    assert setup is not None
    game = Game(variant, setup, 2, "manual" if manual else "auto")
    state, _ = deal(game, seeded_deck(variant, 1))
    return replace(state.view(1), hand=hand)


VIEW = view_of()
D6, E5 = (VIEW.position.game.variant.board.space(name) or 0 for name in ("d6", "e5"))


@pytest.mark.parametrize("text", ["7H@d6", "7h@d6", "7h d6", " 7H @ D6 ", "7♥@d6", "1@d6", "1 d6"])
def test_a_card_and_a_space_are_read_kindly(text: str) -> None:
    assert read_entry(text, VIEW) == MoveAsked(Place("7H", D6), None)


@pytest.mark.parametrize("text", ["10♠@d6", "TS@d6", "ts d6", "T♠@d6", "10s@d6", "2 d6"])
def test_a_card_is_known_by_its_code_its_text_or_its_number(text: str) -> None:
    assert read_entry(text, VIEW) == MoveAsked(Place("TS", D6), None)


@pytest.mark.parametrize("text", ["JSxe5", "jsxe5", "JSXE5", "js x e5", "4xe5", "js e5", "J♠xe5"])
def test_a_removal_is_read_kindly(text: str) -> None:
    assert read_entry(text, VIEW) == MoveAsked(Remove("JS", E5), None)


def test_an_at_sign_always_places() -> None:
    assert read_entry("JS@e5", VIEW) == MoveAsked(Place("JS", E5), None)


def test_the_other_moves_are_read() -> None:
    assert read_entry("7h#", VIEW) == MoveAsked(Exchange("7H"), None)
    assert read_entry("1#", VIEW) == MoveAsked(Exchange("7H"), None)
    assert read_entry("-", VIEW) == MoveAsked(PASS, None)
    assert read_entry("−", VIEW) == MoveAsked(PASS, None)
    assert read_entry("+", VIEW) == MoveAsked(Draw(1), None)
    assert read_entry("2:+", VIEW) == MoveAsked(Draw(2), 2)
    assert read_entry("!2", VIEW) == MoveAsked(TableTalk(2), None)
    assert read_entry("ts!", VIEW) == MoveAsked(GiveUp(1, "TS"), None)
    assert read_entry("2:TS!", VIEW) == MoveAsked(GiveUp(2, "TS"), 2)
    assert read_entry("=a5-e5", VIEW) == MoveAsked(Lock(40, 44), None)
    assert read_entry("E5-a5", VIEW) == MoveAsked(Lock(40, 44), None)


def test_a_card_a_number_or_a_space_alone_is_told_apart() -> None:
    assert read_entry("7h", VIEW) == CardChosen("7H")
    assert read_entry("3", VIEW) == CardChosen("JC")
    assert read_entry("5", VIEW) == NumberGiven(5)
    assert read_entry("0", VIEW) == NumberGiven(0)
    assert read_entry("d6", VIEW) == SpaceNamed(D6)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "move-unreadable"),
        ("7H@d6" * 20, "move-unreadable"),
        ("k5", "space-off-board"),
        ("7H@j11", "space-off-board"),
        ("a1-e20", "space-off-board"),
        ("frog", "card-unknown"),
        ("frog@d6", "card-unknown"),
        ("3:7H", "move-unreadable"),
        ("9" * 79, "card-unknown"),
    ],
)
def test_what_cannot_be_meant_is_refused(text: str, code: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        read_entry(text, VIEW)
    assert caught.value.code == code


def test_sums_are_cards_too() -> None:
    view = view_of("numbers-small", ("6-6", "10+3", "PLUS", "MINUS"))
    assert read_entry("6−6", view) == CardChosen("6-6")
    assert read_entry("10+3 d6", view) == MoveAsked(Place("10+3", 43), None)
    assert read_entry("plus@d6", view) == MoveAsked(Place("PLUS", 43), None)
    assert read_entry("minus d6", view) == MoveAsked(Remove("MINUS", 43), None)
    assert read_entry("−xd6", view) == MoveAsked(Remove("MINUS", 43), None)


def test_plus_and_minus_alone_are_cards_where_they_cannot_be_moves() -> None:
    view = view_of("numbers-small", ("6-6", "PLUS", "MINUS"))
    assert read_entry("+", view) == CardChosen("PLUS")
    assert read_entry("-", view) == CardChosen("MINUS")
    assert read_entry("-", replace(view, hand=("MINUS",))) == MoveAsked(PASS, None)
    manual = view_of("numbers-small", ("PLUS",), manual=True)
    assert read_entry("+", manual) == MoveAsked(Draw(1), None)


@pytest.mark.parametrize("name", ["classic", "numbers", "numbers-small"])
def test_every_legal_move_is_read_back_from_its_notation(name: str) -> None:
    for plies in range(0, 60, 7):
        state = state_after(name, plies)
        seat = state.position.to_act
        if seat is None:
            break
        view = state.view(seat)
        board = state.position.game.variant.board
        for move in legal_moves(state.position, view.hand):
            text = format_move(move, board)
            assert read_entry(text, view) == MoveAsked(move, parse_move(text, board)[1])


@given(st.text(max_size=90))
def test_nothing_that_is_typed_breaks_the_reading(text: str) -> None:
    find_command(text, catalogue())
    try:
        read_entry(text, VIEW)
    except IllegalMove as error:
        assert error.rule


def test_commands_are_known_by_their_english_names_and_those_of_the_language() -> None:
    texts = catalogue()
    for commands in (PLAYING, ANSWERS, STEPPING):
        for command in commands:
            assert find_command(command.upper(), texts, commands) == command
    assert find_command("?", texts) == "help"
    assert find_command(" q ", texts) == "quit"
    assert find_command("p", texts, STEPPING) == "previous"
    assert find_command("n", texts, ANSWERS) == "no"
    assert find_command("d6", texts) is None
    assert find_command("", texts) is None


@pytest.mark.parametrize("commands", [PLAYING, ANSWERS])
def test_no_word_means_two_commands_at_one_prompt(commands: tuple[str, ...]) -> None:
    words = [word for name in commands for word in catalogue().text(COMMAND_KEYS[name]).split()]
    assert sorted(set(words)) == sorted(words)
