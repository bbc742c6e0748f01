"""Passing, empty hands, and games that nobody can go on with (R17, R24)."""

import pytest

from sarja.rules.model import Outcome, State
from sarja.rules.variant import Variant
from tests.boards import after, deck, drawn, hands, kinds, late, legal, piles, refusal, set_up
from tests.rules.variants import own_cards

DEAD_2S = "*1.......*\n" + "..........\n" * 7 + "......1..."
# Five by five, full, with neither team five in a row.
FULL = """
12121
21212
12221
21212
21121
"""
LAST_OPEN = FULL.replace("21121", "2112.")
# The same with three teams.
FULL_OF_THREE = """
12312
31231
23123
31231
12312
"""


def five_by_five(exchanges: int = 1) -> Variant:
    return own_cards("." * 5 + "\n....." * 4, exchanges=exchanges)


def test_r17_a_seat_that_can_make_no_play_passes_keeps_its_hand_and_draws_nothing() -> None:
    state = set_up("", ["JS JH", "7H"], deck="KC")
    assert legal(state) == "-"
    assert kinds(state, "-") == "Passed TurnBegan"
    state = after(state, "-")
    assert (hands(state), piles(state), deck(state)) == ("JS JH | 7H", " | ", "KC")
    assert state.position.to_act == 2


def test_r17_a_pass_earns_no_draw_by_hand_either() -> None:
    state = after(set_up("", ["JS", "7H"], draw="manual", owed=(2,)), "-")
    assert (state.position.owed, late(state)) == ((2,), "2:+")
    assert refusal(state, "1:+") == "R14 draw-not-owed"


def test_r17_a_pass_is_refused_while_a_play_is_possible() -> None:
    for hand in ("7H", "JC", "JS 7H", "JH JC"):
        assert refusal(set_up("", [hand, "7H"]), "-") == "R17 pass-play-possible"
    assert refusal(set_up("*2.......*", ["JS", "7H"]), "-") == "R17 pass-play-possible"
    # An exchange beside a play makes no difference.
    for hand in ("2S 7H", "7H 2S"):
        assert refusal(set_up(DEAD_2S, [hand, "7H"]), "-").startswith("R17 pass-")


def test_r17_a_pass_is_refused_while_an_exchange_is_possible() -> None:
    state = set_up(DEAD_2S, ["2S JS", "7H"], deck="JH KC")
    assert legal(state) == "2S#"
    assert refusal(state, "-") == "R17 pass-exchange-possible"
    state = after(state, "2S#")
    assert legal(state) == "-"


def test_r17_without_an_exchange_left_a_hand_of_dead_cards_passes() -> None:
    state = set_up(DEAD_2S, ["2S JS", "7H"], exchanges=1)
    assert legal(state) == "-"
    assert hands(after(state, "-")) == "2S JS | 7H"


def test_r17_a_jack_with_nothing_to_take_is_no_play() -> None:
    mine_and_locked = "*BBBBB...*\n1........."
    state = set_up(mine_and_locked, ["JS JH", "7H"], sequences="2:b1-f1")
    assert legal(state) == "-"


@pytest.mark.parametrize("draw", ["auto", "manual"])
def test_r17_a_seat_that_begins_its_turn_with_an_empty_hand_takes_one_card_first(
    draw: str,
) -> None:
    manual = draw == "manual"
    state = set_up("", ["7H 2S", ""], draw="manual" if manual else "auto", deck="KC QC TC")
    done = "DrawOwed TurnBegan Drawn" if manual else "Drawn TurnBegan Drawn"
    assert kinds(state, "7H@d6") == f"ChipPlaced {done}"
    state = after(state, "7H@d6")
    assert hands(state) == ("2S | KC" if manual else "2S KC | QC")
    assert (state.position.to_act, state.position.phase) == (2, "play")


def test_r17_the_card_of_an_empty_hand_is_taken_after_a_pass_and_a_removal_too() -> None:
    assert hands(after(set_up("", ["JS", ""], deck="KC QC"), "-")) == "JS | KC"
    removed = after(set_up("*2.......*", ["JS 2S", ""], deck="KC QC TC"), "JSxb1")
    assert hands(removed) == "2S KC | QC"


def test_r17_a_hand_that_is_not_empty_takes_nothing() -> None:
    assert hands(after(set_up("", ["7H 2S", "9D"], deck="KC QC"), "7H@d6")) == "2S KC | 9D"


def test_r17_an_empty_hand_with_nothing_to_draw_passes() -> None:
    state = set_up("", ["JS", "", "7H"], deck="")
    assert kinds(state, "-") == "Passed TurnBegan DrewNothing"
    state = after(state, "-")
    assert (hands(state), legal(state)) == ("JS |  | 7H", "-")
    assert after(state, "-").position.to_act == 3


def test_r17_the_card_of_an_empty_hand_settles_no_owed_draw() -> None:
    state = set_up("", ["7H 2S", "", "9D"], draw="manual", deck="KC QC TC", owed=(2, 3))
    state = after(state, "7H@d6")
    assert (hands(state), state.position.owed) == ("2S | KC | 9D", (2, 3, 1))


def play_out(state: State) -> tuple[State, list[str]]:
    """The end of a game in which every seat does the first thing that it may."""
    done: list[str] = []
    while state.position.outcome is None:
        assert len(done) < 20, "it does not end"
        text = legal(state).split()[0]
        done.append(f"{state.position.to_act}:{text}")
        state = after(state, text)
    return state, done


def test_r24_a_full_board_without_a_sequence_ends_blocked_for_two_teams() -> None:
    state = set_up(LAST_OPEN, ["E5", "A1"], variant=five_by_five(), deck="B1 C1 D1 A2 B2 C2 D2")
    end, done = play_out(state)
    assert drawn(end) == FULL.strip()
    assert end.position.outcome == Outcome(None, "blocked", (0, 0))
    assert done == ["1:E5@e5", "2:A1#", "2:-", "1:B1#", "1:-"]
    assert (legal(end), end.position.to_act) == ("", None)


def test_r24_a_full_board_without_a_sequence_ends_blocked_for_three_teams() -> None:
    last_open = FULL_OF_THREE.strip()[:-1] + "."
    state = set_up(
        last_open, ["A1", "E5", "C1"], variant=five_by_five(), deck="D1 A2 B2 C2 D2", turn=2
    )
    end, done = play_out(state)
    assert drawn(end) == FULL_OF_THREE.strip()
    assert end.position.outcome == Outcome(None, "blocked", (0, 0, 0))
    assert [text for text in done if text.endswith("-")] == ["3:-", "1:-", "2:-"]


def test_r24_the_game_is_blocked_when_every_seat_has_passed_in_succession() -> None:
    state = set_up("", ["JS", "JH", "JS", "JH"])
    for _ in range(3):
        state = after(state, "-")
        assert state.position.phase == "play"
    assert kinds(state, "-") == "Passed GameEnded"
    state = after(state, "-")
    assert state.position.outcome == Outcome(None, "blocked", (0, 0))
    for text in ("-", "JH@b1", "4:+", "!1", "4:JH!", "=a1-e1"):
        assert refusal(state, text) == "R24 over-blocked"


@pytest.mark.parametrize(
    ("sequences", "drawing", "winner", "counts"),
    [
        ("1:b1-f1", "*AAAAA...*", 1, (1, 0, 0)),
        ("3:b1-f1", "*CCCCC...*", 3, (0, 0, 1)),
        ("1:b1-f1 2:a2-e2", "*AAAAA...*\nBBBBB.....", None, (1, 1, 0)),
        ("2:b1-f1 3:a2-e2", "*BBBBB...*\nCCCCC.....", None, (0, 1, 1)),
        ("2:b1-f1 1:a2-e2 2:a3-e3", "*BBBBB...*\nAAAAA.....\nBBBBB.....", 2, (1, 2, 0)),
    ],
)
def test_r24_most_sequences_win_a_blocked_game_and_if_shared_it_is_drawn(
    sequences: str, drawing: str, winner: int | None, counts: tuple[int, ...]
) -> None:
    state = set_up(drawing, ["JS"] * 3, sequences=sequences, target=5, passes=2)
    assert after(state, "-").position.outcome == Outcome(winner, "blocked", counts)


def test_r24_a_play_breaks_the_succession() -> None:
    stuck = ["A1 B1", "A1", "A1"]
    state = set_up("2....", stuck, variant=five_by_five(exchanges=0), deck="A1 A1", passes=2)
    state = after(state, "B1@b1", "-", "-")
    assert state.position.outcome is None
    assert after(state, "-").position.phase == "over"


def test_r24_a_removal_breaks_the_succession() -> None:
    state = set_up("*2.......*", ["JS", "JH"], deck="JH JH", passes=1)
    state = after(state, "JSxb1")
    assert state.position.passes == 0
    assert after(state, "-").position.outcome is None


def test_r24_an_exchange_does_not_break_the_succession() -> None:
    state = set_up(DEAD_2S, ["2S", "JS"], deck="JH KC", passes=1)
    assert after(state, "2S#", "-").position.outcome == Outcome(None, "blocked", (0, 0))


def test_r24_a_draw_by_hand_does_not_break_the_succession() -> None:
    state = set_up("", ["JS", "JH"], deck="JH KC", draw="manual", owed=(2,))
    assert after(state, "-", "2:+").position.passes == 1
    state = set_up("", ["JS", "JH"], deck="JH KC", draw="manual", owed=(1,))
    assert after(state, "-", "1:+", "-").position.phase == "over"


def test_r24_table_talk_does_not_break_the_succession() -> None:
    state = set_up("", ["JS", "JH JH", "JS", "JH"], table_talk="penalty", passes=2)
    state = after(state, "!2", "2:JH!", "4:JH!", "-", "-")
    assert state.position.outcome == Outcome(None, "blocked", (0, 0))


def test_r24_the_card_of_an_empty_hand_does_not_break_the_succession() -> None:
    state = after(set_up("", ["JS", ""], deck="JH KC"), "-")
    assert (hands(state), legal(state)) == ("JS | JH", "-")
    assert after(state, "-").position.phase == "over"


def test_r24_it_is_blocked_even_if_a_jack_may_still_lie_in_the_deck() -> None:
    state = set_up("", ["JS", "JH"], deck="JC JD", passes=1)
    assert after(state, "-").position.phase == "over"


@pytest.mark.parametrize("teams", [2, 3])
def test_r24_twelve_seats_must_all_pass(teams: int) -> None:
    state = set_up("", ["JS"] * 12, teams=teams)
    state = after(state, *["-"] * 11)
    assert state.position.outcome is None
    assert after(state, "-").position.outcome == Outcome(None, "blocked", (0,) * teams)
