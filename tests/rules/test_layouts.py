"""The printed boards and decks that come with the program, against the rulebook's words."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from sarja.rules.board import Board
from sarja.variants import builtin_names
from tests.boards import variant_named

CLASSIC = """
** 2S 3S 4S 5S 6S 7S 8S 9S **
6C 5C 4C 3C 2C AH KH QH TH TS
7C AS 2D 3D 4D 5D 6D 7D 9H QS
8C KS 6C 5C 4C 3C 2C 8D 8H KS
9C QS 7C 6H 5H 4H AH 9D 7H AS
TC TS 8C 7H 2H 3H KH TD 6H 2D
QC 9S 9C 8H 9H TH QH QD 5H 3D
KC 8S TC QC KC AC AD KD 4H 4D
AC 7S 6S 5S 4S 3S 2S 2H 3H 5D
** AD KD QD TD 9D 8D 7D 6D **
"""
NUMBERS = ("numbers", "numbers-small")


def board(name: str) -> Board:
    return variant_named(name).board


def spiral(rows: int, columns: int) -> Iterator[tuple[int, int]]:
    """The places of a board from its top left, clockwise inwards: right, down, left, up."""
    top, left, bottom, right = 0, 0, rows - 1, columns - 1
    while top <= bottom and left <= right:
        yield from ((top, column) for column in range(left, right + 1))
        yield from ((row, right) for row in range(top + 1, bottom + 1))
        if top < bottom:
            yield from ((bottom, column) for column in range(right - 1, left - 1, -1))
        if left < right:
            yield from ((row, left) for row in range(bottom - 1, top, -1))
        top, left, bottom, right = top + 1, left + 1, bottom - 1, right - 1


def along_the_spiral(shown: Board) -> list[str]:
    """What the spaces show on the way, past the corners."""
    corners = {(r, c) for r in (0, shown.rows - 1) for c in (0, shown.columns - 1)}
    places = [place for place in spiral(shown.rows, shown.columns) if place not in corners]
    assert len(places) == shown.rows * shown.columns - 4
    return [shown.labels[row * shown.columns + column] for row, column in places]


def test_the_board_of_classic_is_the_rulebooks() -> None:
    assert board("classic").labels == tuple(CLASSIC.replace("**", "*").split())


def test_the_board_of_classic_follows_the_spiral() -> None:
    up, down = "23456789TQKA", "AKQT98765432"
    suits = ((up, "S"), (up, "D"), (down, "C"), (down, "H"))
    once = [rank + suit for ranks, suit in suits for rank in ranks]
    assert along_the_spiral(board("classic")) == once * 2


def test_classic_shows_each_of_48_cards_exactly_twice_and_no_jack() -> None:
    shown = Counter(board("classic").labels)
    assert shown.pop("*") == 4
    assert len(shown) == 48
    assert set(shown.values()) == {2}
    assert not [label for label in shown if label.startswith("J")]


def test_classic_has_192_lines_and_12_of_them_go_through_a_corner() -> None:
    classic = board("classic")
    assert len(set(classic.lines)) == 192
    assert sum(not classic.corners.isdisjoint(line) for line in classic.lines) == 12


@pytest.mark.parametrize("name", builtin_names())
def test_a_free_corner_lies_in_each_corner_of_the_board_and_nowhere_else(name: str) -> None:
    shown = board(name)
    assert sorted(shown.names[corner] for corner in shown.corners) == sorted(
        f"{column}{row}" for column in ("a", shown.names[-1][0]) for row in (1, shown.rows)
    )


def test_the_deck_of_classic_is_two_packs_without_jokers() -> None:
    pack = [rank + suit for rank in "23456789TJQKA" for suit in "SHDC"]
    assert sorted(variant_named("classic").deck) == sorted(pack * 2)
    assert len(variant_named("classic").deck) == 104


def test_jacks_of_classic_are_told_by_their_eyes_not_by_their_colour() -> None:
    cards = variant_named("classic").cards
    effects = {code: card.effect for code, card in cards.items() if code.startswith("J")}
    assert effects == {"JC": "wild", "JD": "wild", "JS": "remove", "JH": "remove"}
    assert all(card.label == card.code for card in cards.values() if card.effect == "place")


@pytest.mark.parametrize(
    ("name", "size", "numbers"),
    [("numbers", (10, 8), range(1, 39)), ("numbers-small", (6, 8), range(22))],
)
def test_the_boards_of_numbers_count_along_the_spiral_twice(
    name: str, size: tuple[int, int], numbers: range
) -> None:
    assert (board(name).rows, board(name).columns) == size
    assert along_the_spiral(board(name)) == [str(number) for number in numbers] * 2


@pytest.mark.parametrize(("name", "size"), [("numbers", 80), ("numbers-small", 48)])
def test_numbers_has_a_card_a_space_and_two_plus_and_two_minus_cards(name: str, size: int) -> None:
    variant = variant_named(name)
    assert len(variant.deck) == size
    assert Counter(variant.deck)["PLUS"] == Counter(variant.deck)["MINUS"] == 2
    assert variant.cards["PLUS"].effect == "wild"
    assert variant.cards["MINUS"].effect == "remove"
    assert len(variant.deck) - 4 == len(variant.board.labels) - 4


def sums(name: str) -> dict[str, tuple[int, str, int]]:
    """Every sum of the deck: its card's code, and what it adds or takes away."""
    found = {}
    for code, card in variant_named(name).cards.items():
        if card.effect == "place":
            match = re.fullmatch(r"([0-9]+)([+-])([0-9]+)", code)
            assert match, code
            assert card.count == 1
            found[code] = (int(match[1]), match[2], int(match[3]))
    return found


@pytest.mark.parametrize("name", NUMBERS)
def test_every_sum_of_numbers_is_right(name: str) -> None:
    cards = variant_named(name).cards
    for code, (first, sign, second) in sums(name).items():
        answer = first + second if sign == "+" else first - second
        assert cards[code].label == str(answer)
        assert cards[code].text in (None, code.replace("-", "−"))


@pytest.mark.parametrize("name", NUMBERS)
def test_every_number_stands_on_two_spaces_and_has_one_addition_and_one_subtraction(
    name: str,
) -> None:
    variant = variant_named(name)
    shown = Counter(label for label in variant.board.labels if label != "*")
    assert set(shown.values()) == {2}
    answers = {"+": Counter[str](), "-": Counter[str]()}
    for code, (_, sign, _) in sums(name).items():
        answers[sign][variant.cards[code].label or ""] += 1
    assert answers["+"] == answers["-"] == Counter(dict.fromkeys(shown, 1))


@pytest.mark.parametrize("name", NUMBERS)
def test_no_sum_of_numbers_comes_twice_even_turned_round(name: str) -> None:
    seen = {(sign, *sorted((a, b))) for a, sign, b in sums(name).values()}
    assert len(seen) == len(sums(name))


@pytest.mark.parametrize("name", NUMBERS)
def test_no_sum_of_numbers_is_too_large_or_does_nothing_without_need(name: str) -> None:
    for code, (first, sign, second) in sums(name).items():
        assert 0 <= second <= 50, code
        assert 0 <= first <= 50, code
        # Only 0 and 1 have no addition without a nought.
        needed = sign == "+" and first + second <= 1
        assert needed or (first > 0 and second > 0), code
