"""The drawn board, compared with drawings that people have looked at."""

import io

import pytest
from rich.console import Console

from sarja.rules.loader import variant_from_data
from sarja.rules.model import Game, Position, new_position
from sarja.rules.moves import Move
from sarja.rules.notation import parse_move
from sarja.rules.play import check, deal, play
from sarja.tui.board import Marks, draw_board, ink_of, lay_out
from sarja.tui.glyphs import PLAIN, RICH, Glyphs
from tests.tui.consoles import is_golden, plain_console, printed, state_after, variant_named

WIDTHS = {"roomy": (100, 40), "regular": (80, 24), "compact": (40, 30), "bands": (22, 30)}


def drawing(
    position: Position,
    width: int,
    height: int = 24,
    glyphs: Glyphs = RICH,
    marks: Marks | None = None,
) -> str:
    """The board as it comes out of a console without colours."""
    console = plain_console(width, height, glyphs.encoding)
    layout = lay_out(position.game.variant, glyphs, width, height)
    console.print(draw_board(position, glyphs, layout, marks or Marks()))
    return printed(console)


@pytest.mark.parametrize("glyphs", [RICH, PLAIN], ids=["unicode", "ascii"])
@pytest.mark.parametrize("kind", WIDTHS)
def test_classic_is_drawn_as_in_the_golden_file(kind: str, glyphs: Glyphs) -> None:
    position = state_after("classic", 90, seed=4).position
    assert position.locked
    board = position.game.variant.board
    marks = Marks(
        new=frozenset((board.space("c9") or 0, board.space("d4") or 0)),
        targets=frozenset((board.space("e5") or 0, board.space("h7") or 0)),
    )
    width, height = WIDTHS[kind]
    text = drawing(position, width, height, glyphs, marks)
    assert is_golden(f"classic-{kind}-{glyphs.encoding}", text)


@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize("name", ["numbers", "numbers-small"])
def test_numbers_is_drawn_as_in_the_golden_file(name: str, width: int) -> None:
    text = drawing(state_after(name, 30, seed=2, seats=3).position, width)
    assert is_golden(f"{name}-{width}", text)


@pytest.mark.parametrize("width", [16, 20, 30, 40, 41, 52, 53, 63, 80, 100, 200])
@pytest.mark.parametrize("name", ["classic", "numbers"])
def test_no_line_is_wider_than_the_window(name: str, width: int) -> None:
    position = state_after(name, 40).position
    text = drawing(position, width, marks=Marks(new=frozenset(range(0, 80, 3))))
    assert max(map(len, text.splitlines())) <= width


def test_every_space_shows_its_card_in_every_layout() -> None:
    position = state_after("classic", 60).position
    for width, height in WIDTHS.values():
        text = drawing(position, width, height, PLAIN)
        assert text.count("*") == 4
        for label, spaces in position.game.variant.board.spaces_showing.items():
            assert text.count(label) == len(spaces), label


def large_variant(label: str = "{}") -> Position:
    """The largest board there may be, of numbers of three digits."""
    labels = [label.format(100 + number) for number in range(200)]
    grid = [[labels[(row * 20 + column) % 200] for column in range(20)] for row in range(20)]
    variant = variant_from_data(
        {
            "id": "large",
            "format": 1,
            "grid": grid,
            "cards": {str(100 + n): {"label": labels[n]} for n in range(200)},
            "setups": [{"seats": 2, "teams": 2, "hand": 7, "sequences": 1}],
        }
    )
    return new_position(Game(variant, variant.setups[0], 1))


def test_the_largest_board_fits_80_columns_in_one_piece() -> None:
    position = large_variant()
    layout = lay_out(position.game.variant, RICH, 80)
    assert not layout.split
    assert layout.width <= 80
    assert is_golden("large-80", drawing(position, 80))


def test_a_board_that_does_not_fit_is_shown_in_parts() -> None:
    position = large_variant()
    layout = lay_out(position.game.variant, RICH, 40)
    assert layout.split
    assert [column for band in layout.bands for column in band] == list(range(20))
    text = drawing(position, 40)
    assert max(map(len, text.splitlines())) <= 40
    assert text.count("137") == 2


def test_wide_letters_are_measured_in_cells() -> None:
    position = large_variant("가{}")
    console = plain_console(110)
    layout = lay_out(position.game.variant, RICH, 110)
    assert layout.label == 5
    text = draw_board(position, RICH, layout)
    assert {line.cell_len for line in list(text.split("\n"))[1::2]} == {layout.width - 4}
    console.print(text)
    assert printed(console).count("가137") == 2


def test_labels_that_the_encoding_lacks_are_shown_legibly() -> None:
    text = drawing(large_variant("가{}"), 110, glyphs=PLAIN)
    assert "??137" in text


def test_colours_tell_teams_suits_and_marks_apart() -> None:
    position = state_after("classic", 90, seed=4).position
    layout = lay_out(position.game.variant, RICH, 80)
    text = draw_board(position, RICH, layout, Marks(targets=frozenset({44})))
    grounds = {span.style.bgcolor.name for span in text.spans if span.style.bgcolor}  # type: ignore[union-attr]
    assert len(grounds) == 2 + 1 + 1 + 2 + 2  # paper, corners, target, chips, locked chips


def test_without_colours_nothing_but_text_is_written() -> None:
    file = io.StringIO()
    console = Console(
        file=file, width=80, force_terminal=True, color_system="truecolor", no_color=True
    )
    position = state_after("classic", 60).position
    console.print(draw_board(position, RICH, lay_out(position.game.variant, RICH, 80)))
    assert "38;" not in file.getvalue()
    assert "48;" not in file.getvalue()


def test_a_jack_has_the_colour_of_its_suit() -> None:
    classic = variant_named("classic")
    assert ink_of(classic, "JD") == ink_of(classic, "7H") != ink_of(classic, "7S")
    assert ink_of(classic, "JS") == ink_of(classic, "7S")


def test_a_finished_line_is_in_brackets() -> None:
    """Four chips and a corner: from b1 to e1 by hand."""
    classic = variant_named("classic")
    setup = classic.setup(2)
    assert setup is not None
    own = ["2S", "3S", "4S", "5S"]
    other = ["6C", "7C", "8C", "9C"]
    deck = [card for pair in zip(own, other, strict=True) for card in pair]
    rest = list(classic.deck)
    for card in deck:
        rest.remove(card)
    state, _ = deal(Game(classic, setup, 2), (*deck, *rest))
    chance = lambda count, cards: cards  # noqa: E731
    for text in ("2S@b1", "6C@a2", "3S@c1", "7C@a3", "4S@d1", "8C@a4", "5S@e1"):
        move: Move = parse_move(text, classic.board)[0]
        check(state, move)
        state, _ = play(state, move, chance)
    first = drawing(state.position, 80).splitlines()[1]
    assert first.split() == [
        *("1", "★", "[●2♠", "][●3♠", "][●4♠", "][●5♠", "]"),
        *("6♠", "7♠", "8♠", "9♠", "★"),
    ]
    assert (
        drawing(state.position, 40).splitlines()[1].rstrip() == " 1  ★ ●2♠●3♠●4♠●5♠ 6♠ 7♠ 8♠ 9♠ ★"
    )
