"""What plays of others say about their hands."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from sarja.bots.search.ground import ground_of
from sarja.bots.search.hands import UNKNOWN, take_back
from sarja.kernel.moves import move_to_index
from sarja.kernel.rows import from_state, to_state
from sarja.kernel.slots import NONE
from sarja.rules.chance import seeded_chance, seeded_deck
from sarja.rules.model import Game
from sarja.rules.play import deal, play
from tests.boards import set_up, variant_named
from tests.bots.quick import quick_bot
from tests.bots.search.fits import fits_of, walk
from tests.bots.search.test_master import states_of

PLAYED = """
    *........*
    ..........
    ..........
    ..........
    ..2222....
    .........2
"""
KNOWN, REST = "3C 4C KD 8S 9H 2S TC", "3D 4D 5D 6D 7D TD"


@pytest.mark.parametrize(("name", "setup"), [("classic", 0), ("classic", 2), ("numbers", 0)])
def test_a_play_that_is_taken_back_leaves_the_position_before_it(name: str, setup: int) -> None:
    variant = variant_named(name)
    game = Game(variant, variant.setups[setup], 2)
    chance = seeded_chance("back")
    state, _ = deal(game, seeded_deck(variant, "back"))
    ground = ground_of(game)
    bot, random = quick_bot("casual"), Random("back")
    known, unknown = 0, 0
    for _ in range(60):
        seat = state.position.to_act
        if seat is None:
            break
        move = bot.choose(state.view(seat), random)
        after, _ = play(state, move, chance)
        row = from_state(after, ground.layout)
        taken = NONE
        if after.position.phase == "play":
            taken = take_back(row, ground.layout, seat)
        if taken != NONE:
            before = to_state(row, ground.layout, game)
            position, expected = before.position, state.position
            # Where the card went is not always known: then the board stays.
            if taken == UNKNOWN:
                unknown += 1
                assert position.chips == after.position.chips
            else:
                known += 1
                assert position.chips == expected.chips
                assert taken == move_to_index(move, ground.layout, game)
            assert position.turn == expected.turn
            assert position.discards == expected.discards
            assert position.hand_sizes == expected.hand_sizes
            assert position.deck_size == expected.deck_size
            assert [sorted(hand) for hand in before.hands] == [sorted(h) for h in state.hands]
            assert before.deck == state.deck
        state = after
    assert known > 15
    assert unknown > 0


def test_a_hand_that_could_have_won_goes_badly_with_a_play_elsewhere() -> None:
    innocent, guilty = (
        set_up(PLAYED, [KNOWN, f"{card} {REST}"], discards=["", "2D"], target=1)
        for card in ("KH", "AH")
    )
    assert fits_of(innocent).fits[0] > 4 * fits_of(guilty).fits[0]


def test_a_jack_between_does_not_hide_what_was_played_before() -> None:
    before, behind = (
        set_up(PLAYED, [KNOWN, f"AH {REST}"], discards=["3H", pile], target=1)
        for pile in ("2D", "2D JH")
    )
    assert fits_of(before).plays == fits_of(behind).plays == 1
    # The card that was drawn after the jack had no say when the two was played.
    drawn_last = set_up(PLAYED, [KNOWN, f"{REST} AH"], discards=["3H", "2D JH"], target=1)
    assert fits_of(drawn_last).fits[0] > 4 * fits_of(behind).fits[0]


def test_the_true_hands_go_better_with_the_plays_than_others() -> None:
    true, dealt = [], []
    for seed in range(4):
        for state in states_of("classic", 0, f"true-{seed}")[8:60:3]:
            fits = fits_of(state, 12).fits
            true.append(fits[0])
            dealt.append(np.mean(fits[1:]))
    assert np.mean(true) > 1.05 * np.mean(dealt)


def test_worlds_are_as_likely_as_the_plays_say() -> None:
    state = set_up(PLAYED, [KNOWN, f"AH {REST}"], discards=["", "2D"], target=1)
    dealt = fits_of(state, 6000, "AH")
    expected = sum(f for f, h in zip(dealt.fits, dealt.held, strict=True) if h) / sum(dealt.fits)
    plain = float(np.mean(dealt.held))
    walked = float(np.mean(walk(state, 6000, "AH")[0]))
    # Who could have won does not hold the card: three in a hundred, not thirteen.
    assert expected < plain / 2
    assert walked == pytest.approx(expected, abs=0.02)


def test_a_world_keeps_all_cards_and_what_the_seat_knows() -> None:
    for state in states_of("classic", 2, "keeps")[3:40:6]:
        seat = state.position.turn
        _, world = walk(state, 5)
        assert world.hands[seat - 1] == state.hands[seat - 1]
        assert world.position == state.position
        cards, expected = (
            Counter([*one.deck, *(card for hand in one.hands for card in hand)])
            for one in (world, state)
        )
        assert cards == expected
        assert world.deck != state.deck
