"""Drawing after a play, done for the player or by hand, and cards that are lost (R13, R14)."""

from sarja.rules.model import State
from sarja.rules.moves import Draw
from sarja.rules.play import is_legal
from tests.boards import after, claims, deck, drawn, hands, kinds, late, refusal, set_up, told

CARDS = "KC QC TC 9C 8C 6C 5C 4C 3C 2C"


def by_hand(drawing: str, *held: str, turn: int = 1, owed: tuple[int, ...] = ()) -> State:
    return set_up(drawing, held, draw="manual", deck=CARDS, turn=turn, owed=owed)


def test_r13_after_playing_one_card_is_drawn_from_the_top_of_the_deck() -> None:
    state = after(set_up("", ["7H 2S", "3H"], deck=CARDS), "7H@d6")
    assert hands(state) == "2S KC | 3H"
    assert deck(state) == CARDS.removeprefix("KC ")


def test_r13_after_a_one_eyed_jack_too() -> None:
    state = after(set_up("*2.......*", ["JS 2S", "3H"], deck=CARDS), "JSxb1")
    assert hands(state) == "2S KC | 3H"


def test_r13_after_a_finished_sequence_too() -> None:
    state = set_up("*111.....*", ["5S", "3H"], deck=CARDS)
    assert kinds(state, "5S@e1") == "ChipPlaced SequenceClaimed Drawn TurnBegan"
    assert hands(after(state, "5S@e1")) == "KC | 3H"


def test_r13_where_the_drawing_is_done_for_the_player_nobody_draws_by_hand() -> None:
    state = set_up("", ["7H", "3H"], deck=CARDS)
    for seat in (1, 2):
        assert refusal(state, f"{seat}:+") == "R13 draw-automatic"
    state = after(state, "7H@d6")
    assert state.position.owed == ()
    assert late(state) == ""
    assert refusal(state, "1:+") == "R13 draw-automatic"


def test_r13_by_hand_the_seat_that_has_played_draws_one_card() -> None:
    state = after(by_hand("", "7H 2S", "3H"), "7H@d6")
    assert (hands(state), state.position.owed, late(state)) == ("2S | 3H", (1,), "1:+")
    assert kinds(state, "1:+") == "Drawn"
    state = after(state, "1:+")
    assert (hands(state), state.position.owed, late(state)) == ("2S KC | 3H", (), "")
    assert refusal(state, "1:+") == "R14 draw-not-owed"


def test_r14_nobody_draws_who_has_not_played() -> None:
    state = after(by_hand("", "7H", "3H", "4H"), "7H@d6")
    for text in ("2:+", "3:+", "4:+", "12:+", "99:+"):
        assert refusal(state, text) == "R14 draw-not-owed"


def test_r14_the_next_seat_may_play_without_waiting_and_the_card_may_come_after_that() -> None:
    state = after(by_hand("", "7H 2S", "3H 9H"), "7H@d6", "3H@f6")
    assert state.position.owed == (1, 2)
    assert hands(after(state, "1:+")) == "2S KC | 9H"
    assert hands(after(state, "1:+", "2:+")) == "2S KC | 9H QC"


def test_r14_when_the_next_has_both_played_and_drawn_the_card_is_lost_for_good() -> None:
    state = after(by_hand("", "7H 2S", "3H 9H"), "7H@d6", "3H@f6", "2:+")
    assert (hands(state), state.position.owed) == ("2S | 9H KC", ())
    assert refusal(state, "1:+") == "R14 draw-not-owed"
    # And the hand stays one card smaller.
    state = after(state, "2S@b1", "1:+")
    assert hands(state) == "QC | 9H KC"
    assert refusal(state, "1:+") == "R14 draw-not-owed"


def test_r14_an_exchange_by_the_next_does_not_count_as_drawing() -> None:
    dead_3s = "*.1......*\n" + "..........\n" * 7 + ".....1...."
    state = after(by_hand(dead_3s, "7H 2S", "3S 3H"), "7H@d6", "3S#")
    assert (hands(state), state.position.owed) == ("2S | 3H KC", (1,))
    state = after(state, "3H@f6")
    assert state.position.owed == (1, 2)
    assert hands(after(state, "1:+")) == "2S QC | KC"


def test_r14_the_card_of_an_empty_hand_does_not_count_as_drawing() -> None:
    state = after(by_hand("", "7H 2S", "3H"), "7H@d6", "3H@f6", "2S@b1")
    assert (hands(state), state.position.owed) == (" | KC", (2, 1))
    state = after(by_hand("", "7H 2S", "3H", "4H", turn=3), "4H@f5", "7H@d6", "3H@f6")
    assert (hands(state), state.position.owed) == ("2S |  | KC", (3, 1, 2))
    assert hands(after(state, "1:+")) == "2S QC |  | KC"


def test_r14_a_seat_after_the_next_counts_as_the_next_does() -> None:
    state = after(by_hand("", "7H 2S", "3H 9H", "4H TH"), "7H@d6", "3H@f6", "4H@f5")
    assert state.position.owed == (1, 2, 3)
    state = after(state, "3:+")
    assert (hands(state), state.position.owed) == ("2S | 9H | TH KC", ())
    assert refusal(state, "1:+") == refusal(state, "2:+") == "R14 draw-not-owed"


def test_r14_a_draw_lapses_those_of_earlier_turns_and_not_those_of_later_ones() -> None:
    state = after(by_hand("", "7H 2S", "3H 9H", "4H TH"), "7H@d6", "3H@f6", "4H@f5", "2:+")
    assert state.position.owed == (3,)
    assert refusal(state, "1:+") == "R14 draw-not-owed"
    assert hands(after(state, "3:+")) == "2S | 9H KC | TH QC"


def test_r14_a_seat_that_has_not_played_since_lapses_nobodys_draw() -> None:
    # Seat 2 draws for its play before seat 1 plays: that draw is older than seat 1's.
    state = after(by_hand("", "7H", "3H 9H", turn=2), "3H@f6", "7H@d6")
    assert state.position.owed == (2, 1)
    state = after(state, "2:+")
    assert state.position.owed == (1,)
    assert hands(after(state, "1:+")) == "QC | 9H KC"


def test_r14_a_seat_that_plays_again_loses_its_older_draw_and_the_new_one_stands_last() -> None:
    state = after(by_hand("", "7H 2S 5S", "3H 9H"), "7H@d6", "3H@f6", "2S@b1")
    assert state.position.owed == (2, 1)
    assert late(state) == "2:+ 1:+"
    both = after(state, "2:+", "1:+")
    assert hands(both) == "5S QC | 9H KC"
    one = after(state, "1:+")
    assert (hands(one), one.position.owed) == ("5S KC | 9H", ())
    assert refusal(one, "1:+") == "R14 draw-not-owed"


def test_r14_a_draw_is_owed_until_the_game_is_over() -> None:
    blocked = after(by_hand("", "JS", "JH", owed=(2, 1)), "-", "-")
    assert blocked.position.phase == "over"
    assert (blocked.position.owed, late(blocked)) == ((), "")
    assert refusal(blocked, "2:+") == "R24 over-blocked"
    # Up to the last move it could be taken.
    before = after(by_hand("", "JS", "JH", owed=(2, 1)), "-")
    assert refusal(before, "2:+") == "not refused"


def test_r14_a_won_game_owes_nobody_a_card() -> None:
    state = set_up("*111.....*", ["5S 2S", "3H"], draw="manual", target=1, owed=(2,))
    assert kinds(state, "5S@e1") == "ChipPlaced SequenceClaimed GameEnded"
    state = after(state, "5S@e1")
    assert state.position.owed == ()
    assert refusal(state, "2:+") == refusal(state, "1:+") == "R23 over-won"


def test_r14_the_draw_is_owed_once_the_last_line_is_chosen() -> None:
    state = after(by_hand("*111.1...*", "5S 2S", "3H"), "5S@e1")
    assert (state.position.phase, state.position.owed) == ("choose", ())
    assert refusal(state, "1:+") == "R14 draw-not-owed"
    assert kinds(state, "=b1-f1") == "LineChosen SequenceClaimed DrawOwed TurnBegan"
    state = after(state, "=b1-f1")
    assert (claims(state), state.position.owed) == ("1:b1-f1", (1,))
    assert hands(after(state, "1:+")) == "2S KC | 3H"


def test_r14_an_owed_card_may_be_drawn_while_another_chooses_a_line() -> None:
    state = after(by_hand("*111.1...*", "5S 2S", "3H", owed=(2,)), "5S@e1")
    assert (state.position.phase, late(state)) == ("choose", "2:+")
    state = after(state, "2:+")
    assert (hands(state), state.position.phase) == ("2S | 3H KC", "choose")
    assert drawn(after(state, "=a1-e1")) == "*AAAA1...*"


def test_r14_an_owed_card_may_be_drawn_while_cards_are_given_up() -> None:
    state = set_up(
        "", ["7H", "3H", "2S", "4H"], draw="manual", table_talk="penalty", deck=CARDS, owed=(4,)
    )
    state = after(state, "!1", "1:7H!")
    assert (state.position.phase, state.position.to_act, late(state)) == ("forfeit", 3, "4:+")
    state = after(state, "4:+")
    assert (hands(state), state.position.to_act) == (" | 3H | 2S | 4H KC", 3)


def test_r14_drawing_is_a_move_that_changes_no_turn() -> None:
    state = after(by_hand("", "7H 2S", "3H 9H"), "7H@d6")
    later, events = told(state, "1:+")
    assert later.position.ply == state.position.ply + 1
    assert (later.position.to_act, len(events)) == (2, 1)


def test_r14_a_card_is_drawn_by_the_seat_that_owes_it_and_nobody_else() -> None:
    state = after(by_hand("", "7H 2S", "3H 9H"), "7H@d6")
    assert is_legal(state, Draw(1), 1)
    assert not is_legal(state, Draw(1), 2)
