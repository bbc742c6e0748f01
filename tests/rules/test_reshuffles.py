"""The last card of the deck, and the deck that the discards become (R15)."""

import pytest

from sarja.rules.chance import recorded_chance, seeded_chance, seeded_deck, shuffled
from sarja.rules.errors import IllegalMove
from tests.boards import (
    after,
    deck,
    hands,
    kinds,
    legal,
    piles,
    refusal,
    set_up,
    told,
    variant_named,
)

DEAD_2S = "*1.......*\n" + "..........\n" * 7 + "......1..."


def test_r15_when_the_last_card_is_drawn_all_discard_piles_become_the_deck_at_once() -> None:
    state = set_up("", ["7H 2S", "3H"], deck="KC", discards=["9D TD", "8D"])
    assert kinds(state, "7H@d6") == "ChipPlaced Drawn Reshuffled TurnBegan"
    state = after(state, "7H@d6")
    assert hands(state) == "2S KC | 3H"
    assert (deck(state), piles(state)) == ("7H 8D 9D TD", " | ")
    assert (state.position.deck_size, state.position.reshuffles) == (4, 1)


def test_r15_while_a_card_is_left_nothing_is_shuffled() -> None:
    state = after(set_up("", ["7H 2S", "3H"], deck="KC QC", discards=["9D", "8D"]), "7H@d6")
    assert (deck(state), piles(state)) == ("QC", "9D 7H | 8D")
    assert state.position.reshuffles == 0


def test_r15_the_deck_may_run_out_during_an_exchange() -> None:
    state = set_up(DEAD_2S, ["2S 7H", "3H"], deck="KC", discards=["9D", "8D"])
    assert kinds(state, "2S#") == "CardExchanged Drawn Reshuffled"
    state = after(state, "2S#")
    assert hands(state) == "7H KC | 3H"
    assert (deck(state), piles(state)) == ("2S 8D 9D", " | ")


def test_r15_the_deck_may_run_out_in_a_late_draw() -> None:
    state = set_up("", ["7H 2S", "3H 4H"], deck="KC", discards=["9D", "8D"], draw="manual")
    state = after(state, "7H@d6", "3H@f6")
    assert deck(state) == "KC"
    assert kinds(state, "1:+") == "Drawn Reshuffled"
    state = after(state, "1:+")
    assert hands(state) == "2S KC | 4H"
    assert (deck(state), piles(state)) == ("3H 7H 8D 9D", " | ")


def test_r15_the_deck_may_run_out_when_an_empty_hand_takes_a_card() -> None:
    state = set_up("", ["7H 2S", ""], deck="KC", discards=["9D", "8D"], draw="manual")
    assert kinds(state, "7H@d6") == "ChipPlaced DrawOwed TurnBegan Drawn Reshuffled"
    state = after(state, "7H@d6")
    assert (hands(state), deck(state)) == ("2S | KC", "7H 8D 9D")


def test_r15_after_a_removal_the_jack_is_shuffled_too() -> None:
    state = after(set_up("*2.......*", ["JS 2S", "3H"], deck="KC", discards=["9D", ""]), "JSxb1")
    assert (deck(state), piles(state)) == ("9D JS", " | ")


def test_r15_the_deck_is_made_as_chance_says_from_all_the_cards_on_the_piles() -> None:
    asked = []

    def chance(number: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        asked.append((number, sorted(cards)))
        return tuple(sorted(cards, reverse=True))

    state = set_up("", ["7H", "3H"], deck="KC", discards=["9D TD", "8D"])
    state = after(state, "7H@d6", chance=chance)
    assert asked == [(0, ["7H", "8D", "9D", "TD"])]
    assert deck(state) == "TD 9D 8D 7H"
    for text in ("3H@f6", "KC@a8", "TD@e10", "9D@f10"):
        state = after(state, text, chance=chance)
    assert asked[1:] == [(1, sorted(["3H", "KC", "TD", "9D"]))]


def test_r15_with_nothing_to_shuffle_a_draw_yields_nothing_and_counts_as_made() -> None:
    state = set_up("", ["7H", "3H", "4H"], deck="", draw="manual", owed=(2, 3))
    assert kinds(state, "3:+") == "DrewNothing"
    state = after(state, "3:+")
    assert hands(state) == "7H | 3H | 4H"
    assert state.position.owed == ()
    assert refusal(state, "3:+") == "R14 draw-not-owed"
    assert refusal(state, "2:+") == "R14 draw-not-owed"


def test_r15_the_next_draw_that_finds_discards_shuffles_them() -> None:
    state = set_up("", ["7H 9H", "3H", "4H"], deck="", draw="manual", owed=(3,))
    state = after(state, "3:+")
    assert (state.position.reshuffles, deck(state)) == (0, "")
    state = after(state, "7H@d6")
    assert (deck(state), piles(state)) == ("", "7H |  | ")
    state = after(state, "3H@f6")
    assert kinds(state, "1:+") == "Reshuffled Drawn"
    state = after(state, "1:+")
    assert (hands(state), deck(state)) == ("9H 3H |  | 4H", "7H")


def test_r15_a_deck_of_one_card_is_drawn_and_made_anew_with_what_there_is() -> None:
    # The one discard is shuffled, drawn, and leaves nothing to shuffle.
    state = set_up("", ["7H 2S", "3H"], deck="")
    assert kinds(state, "7H@d6") == "ChipPlaced Reshuffled Drawn TurnBegan"
    state = after(state, "7H@d6")
    assert (hands(state), deck(state), piles(state)) == ("2S 7H | 3H", "", " | ")


def test_r15_an_exchange_with_an_empty_deck_takes_from_the_shuffled_piles() -> None:
    state = set_up(DEAD_2S, ["2S 7H", "3H"], deck="", discards=["", "TD"])
    assert kinds(state, "2S#") == "CardExchanged Reshuffled Drawn"
    state = after(state, "2S#")
    assert (hands(state), deck(state)) == ("7H 2S | 3H", "TD")


def test_r15_giving_up_a_card_makes_no_deck_by_itself() -> None:
    state = set_up("", ["7H", "3H", "2S 9S", "4H"], deck="", table_talk="penalty")
    assert kinds(after(state, "!1"), "1:7H!") == "CardGivenUp"
    state = after(state, "!1", "1:7H!", "3:2S!")
    assert (deck(state), piles(state), state.position.reshuffles) == ("", "7H |  | 2S | ", 0)


def test_r15_a_reshuffle_that_is_not_written_down_refuses_the_move_that_needs_it() -> None:
    state = set_up("", ["7H 2S", "3H"], deck="KC", discards=["9D", "8D"])
    assert refusal(state, "7H@d6", recorded_chance([])) == "R15 reshuffle-missing"


@pytest.mark.parametrize("written", [["7H", "8D"], ["7H", "8D", "9H"], ["7H", "8D", "9D", "9D"]])
def test_r15_a_reshuffle_that_is_not_the_discards_refuses_the_move(written: list[str]) -> None:
    state = set_up("", ["7H 2S", "3H"], deck="KC", discards=["9D", "8D"])
    assert refusal(state, "7H@d6", recorded_chance([written])) == "R15 reshuffle-wrong"


def test_r15_a_reshuffle_that_is_written_down_is_the_new_deck() -> None:
    state = set_up("", ["7H 2S", "3H"], deck="KC", discards=["9D", "8D"])
    state = after(state, "7H@d6", chance=recorded_chance([["8D", "7H", "9D"], ["unused"]]))
    assert deck(state) == "8D 7H 9D"


def test_r15_reshuffles_are_counted_from_1_for_people() -> None:
    state = set_up("", ["7H 2S", "3H"], deck="KC", discards=["9D", "8D"])
    state = after(state, "7H@d6", chance=recorded_chance([["8D", "7H", "9D"]]))
    for text in ("3H@f6", "2S@b1"):
        state = after(state, text)
    with pytest.raises(IllegalMove) as caught:
        told(state, "8D@h4", recorded_chance([["8D", "7H", "9D"]]))
    assert caught.value.params == {"number": 2}


def test_r15_a_refused_reshuffle_leaves_no_legal_move_undone() -> None:
    state = set_up("", ["7H", "3H"], deck="KC", discards=["9D", "8D"])
    before = (hands(state), piles(state), deck(state), legal(state))
    assert refusal(state, "7H@d6", recorded_chance([])) == "R15 reshuffle-missing"
    assert (hands(state), piles(state), deck(state), legal(state)) == before


def test_chance_from_a_seed_is_the_same_again_and_does_not_hang_on_the_order_of_the_piles() -> None:
    cards = variant_named("classic").deck[:20]
    assert seeded_chance(7)(3, cards) == seeded_chance(7)(3, tuple(reversed(cards)))
    assert sorted(seeded_chance(7)(3, cards)) == sorted(cards)
    assert len({seeded_chance(7)(number, cards) for number in range(5)}) == 5
    assert seeded_chance(7)(0, cards) != seeded_chance(8)(0, cards)
    assert shuffled(cards, 7, 3) == seeded_chance(7)(3, cards)


def test_a_deck_from_a_seed_holds_the_variants_cards() -> None:
    for name in ("classic", "numbers", "numbers-small"):
        variant = variant_named(name)
        assert sorted(seeded_deck(variant, 1)) == list(variant.deck)
        assert seeded_deck(variant, 1) == seeded_deck(variant, 1) != seeded_deck(variant, 2)
