"""The cut, the deal, and what lies on the table (R4 to R6)."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from sarja.rules.chance import cut_for_deal, next_dealer, seeded_deck
from sarja.rules.model import Game
from sarja.rules.play import deal
from sarja.rules.variant import Setup
from tests.boards import after, drawn, legal, piles, set_up, variant_named

CLASSIC = variant_named("classic")


class CutCards(Random):
    """A source of chance that cuts the cards it is told, and notes what they were cut from."""

    def __init__(self, *rounds: str) -> None:
        super().__init__(0)
        self.rounds = [words.split() for words in rounds]
        self.cut_from: list[tuple[str, ...]] = []

    def sample(self, population: Any, k: int, *, counts: Any = None) -> list[Any]:
        self.cut_from.append(tuple(population))
        cards = self.rounds.pop(0)
        assert len(cards) == k
        return list(cards)


def cut(seats: int, *rounds: str) -> tuple[int, tuple[tuple[str | None, ...], ...]]:
    chance = CutCards(*rounds)
    dealer, happened = cut_for_deal(CLASSIC, seats, chance)
    assert not chance.rounds, "somebody should have cut again"
    return dealer, happened


def game(seats: int, dealer: int) -> Game:
    setup = CLASSIC.setup(seats)
    assert setup is not None
    return Game(CLASSIC, setup, dealer)


def test_r4_the_lowest_card_deals() -> None:
    assert cut(4, "9S KD 3C TH") == (3, (("9S", "KD", "3C", "TH"),))


def test_r4_aces_are_high_and_jacks_lie_between_ten_and_queen() -> None:
    ranks = "23456789TJQKA"
    for low, high in pairwise(ranks):
        assert cut(2, f"{high}S {low}S")[0] == 2
        assert cut(2, f"{low}S {high}S")[0] == 1


@pytest.mark.parametrize("suits", ["SH", "HS", "CD", "DS"])
def test_r4_suits_do_not_count(suits: str) -> None:
    dealer, rounds = cut(2, f"7{suits[0]} 7{suits[1]}", "QS 2H")
    assert dealer == 2
    assert len(rounds) == 2


def test_r4_those_tied_for_lowest_cut_again_and_only_those() -> None:
    dealer, rounds = cut(4, "5S 9D 5H KC", "JC JD", "AS QH")
    assert dealer == 3
    assert rounds == (
        ("5S", "9D", "5H", "KC"),
        ("JC", None, "JD", None),
        ("AS", None, "QH", None),
    )


def test_r4_a_tie_that_is_not_the_lowest_is_no_tie() -> None:
    assert cut(3, "KS 4D KH")[0] == 2


def test_r4_every_cut_is_from_the_whole_deck_for_the_cards_go_back() -> None:
    chance = CutCards("5S 5D 5H", "9C 9D 9H", "2C 3D 4H")
    cut_for_deal(CLASSIC, 3, chance)
    assert chance.cut_from == [CLASSIC.deck] * 3


def test_r4_any_seat_may_come_to_deal() -> None:
    dealers = {cut_for_deal(CLASSIC, 4, Random(seed))[0] for seed in range(60)}
    assert dealers == {1, 2, 3, 4}


@pytest.mark.parametrize("name", ["numbers", "numbers-small"])
def test_r4_without_a_cut_the_first_dealer_is_drawn_at_random(name: str) -> None:
    drawn_by_lot = [cut_for_deal(variant_named(name), 3, Random(seed)) for seed in range(60)]
    assert {dealer for dealer, _ in drawn_by_lot} == {1, 2, 3}
    assert {rounds for _, rounds in drawn_by_lot} == {()}


def test_r4_the_games_say_whether_there_is_a_cut() -> None:
    assert CLASSIC.cut
    assert not variant_named("numbers").cut
    assert not variant_named("numbers-small").cut


def test_r4_afterwards_the_deal_passes_to_the_left() -> None:
    assert [next_dealer(game(4, dealer)) for dealer in (1, 2, 3, 4)] == [2, 3, 4, 1]


def dealt_by_hand(seats: int, dealer: int, each: int, cards: Sequence[str]) -> list[list[str]]:
    """The hands when a dealer gives out one card after the other (R5), written anew."""
    left = list(cards)
    dealt: list[list[str]] = [[] for _ in range(seats)]
    seat = dealer
    while any(len(hand) < each for hand in dealt):
        seat = 1 if seat == seats else seat + 1
        dealt[seat - 1].append(left.pop(0))
    return [*dealt, left]


@pytest.mark.parametrize("seats", [2, 3, 4, 6, 8, 9, 10, 12])
def test_r5_cards_go_out_one_at_a_time_from_the_dealers_left(seats: int) -> None:
    cards = seeded_deck(CLASSIC, seats)
    for dealer in range(1, seats + 1):
        table = game(seats, dealer)
        state, _ = deal(table, cards)
        *dealt, left = dealt_by_hand(seats, dealer, table.setup.hand, cards)
        assert [list(hand) for hand in state.hands] == dealt
        assert list(state.deck) == left


def test_r5_with_dealer_2_of_2_the_first_card_is_seat_1s() -> None:
    cards = seeded_deck(CLASSIC, "first card")
    state, _ = deal(game(2, 2), cards)
    assert state.hand(1)[0] == cards[0]
    assert state.hand(2)[0] == cards[1]


@pytest.mark.parametrize("dealer", [1, 2, 3])
def test_r5_the_seat_at_the_dealers_left_plays_first_and_play_goes_clockwise(dealer: int) -> None:
    state, _ = deal(game(3, dealer), seeded_deck(CLASSIC, 5))
    turns = []
    for _ in range(6):
        turns.append(state.position.to_act)
        state = after(state, legal(state).split()[0])
    first = dealer % 3 + 1
    second = first % 3 + 1
    third = second % 3 + 1
    assert turns == [first, second, third] * 2


def test_r5_the_board_the_deck_and_a_discard_pile_a_player_lie_on_the_table() -> None:
    state, _ = deal(game(3, 3), seeded_deck(CLASSIC, 6))
    position = state.position
    assert drawn(state) == ""
    assert position.deck_size == len(state.deck) == 104 - 3 * 6
    assert piles(state) == " |  | "
    assert position.hand_sizes == (6, 6, 6)
    assert (position.sequences, position.owed, position.outcome) == ((), (), None)


def test_r5_a_deal_that_takes_the_whole_deck_leaves_none() -> None:
    whole = Game(variant_named("numbers-small"), Setup(2, 2, 24, 1), 2)
    state, _ = deal(whole, seeded_deck(whole.variant, 7))
    assert state.deck == ()
    assert state.position.deck_size == 0
    assert state.position.hand_sizes == (24, 24)


def test_r6_chips_running_out_never_limits_play() -> None:
    # 59 chips of team 1 lie there already; the box holds 50.
    full_rows = "*11111111*\n" + "1111111111\n" * 5
    state = after(set_up(full_rows + "1.........", ["JC", "JD"]), "JC@c8")
    assert drawn(state).count("1") == 60
    # And 36 of team 3, of which the box holds 35.
    third = after(set_up("*33333333*\n" + "3333333333\n" * 3, ["JC"] * 3, turn=3), "JC@e9")
    assert drawn(third).count("3") == 39
