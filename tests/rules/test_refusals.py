"""Every reason for which a move is refused, and the rule that it cites."""

import inspect
import re

import pytest

from sarja.rules import errors
from sarja.rules.chance import recorded_chance
from sarja.rules.errors import RULE_OF_ERROR, IllegalMove, SarjaError
from sarja.rules.model import State
from tests.boards import after, refusal, set_up, told

DEAD_2S = "*1.......*\n" + "..........\n" * 7 + "......1..."
LOCKED = "*BBBBB2..*"

plain = set_up("*12......*", ["7H JC JS", "2S"])
talk = set_up("", ["7H", "2S", "3S", "4S"], table_talk="penalty", draw="manual")
dead = set_up(DEAD_2S, ["2S 7H", "2S"])
six = set_up("*........*\n11.111....", ["JC 7H", "2S"])
four = set_up("*111.....*", ["JC"] * 3)
stuck = set_up("", ["JS", "JH"])

# The state, the moves that are made first, the one that is refused, and why.
REFUSALS: list[tuple[State, str, str, str]] = [
    (plain, "", "7H d6", "R7 move-unreadable"),
    (plain, "", "2:2S@b1", "R5 seat-not-to-act"),
    (plain, "", "1S@b1", "R8 card-unknown"),
    (plain, "", "2S@g9", "R8 card-not-held"),
    (plain, "", "7H@k6", "R8 space-off-board"),
    (plain, "", "JC@b1", "R8 space-taken"),
    (plain, "", "7H@d7", "R8 space-not-named"),
    (plain, "", "JC@a1", "R9 space-corner"),
    (plain, "", "JS@d6", "R10 card-only-removes"),
    (plain, "", "JCxc1", "R10 card-never-removes"),
    (plain, "", "JSxa1", "R10 removal-corner"),
    (plain, "", "JSxd1", "R10 removal-open"),
    (plain, "", "JSxb1", "R10 removal-own"),
    (set_up(LOCKED, ["JS", "2S"], sequences="2:b1-f1"), "", "JSxb1", "R19 removal-locked"),
    (plain, "", "JC#", "R11 exchange-jack"),
    (plain, "", "7H#", "R12 exchange-alive"),
    (dead, "2S#", "2S#", "R8 card-not-held"),
    (set_up(DEAD_2S, ["2S 7H", "2S"], exchanges=1), "", "2S#", "R12 exchange-used"),
    (plain, "", "1:+", "R13 draw-automatic"),
    (talk, "", "1:+", "R14 draw-not-owed"),
    (plain, "", "!1", "R16 talk-off"),
    (talk, "!1", "!1", "R16 talk-not-now"),
    (talk, "", "!3", "R16 talk-team-unknown"),
    (set_up("", ["7H", "2S"], table_talk="penalty"), "", "!1", "R16 talk-team-alone"),
    (talk, "!1", "-", "R16 card-to-give-up"),
    (talk, "", "1:7H!", "R16 card-not-asked"),
    (plain, "", "-", "R17 pass-play-possible"),
    (set_up(DEAD_2S, ["2S", "2S"]), "", "-", "R17 pass-exchange-possible"),
    (six, "JC@c2", "7H@d6", "R22 line-to-choose"),
    (plain, "", "=a2-e2", "R22 line-not-asked"),
    (six, "JC@c2", "=c2-g2", "R22 line-not-offered"),
    (four, "JC@e1", "-", "R23 over-won"),
    (stuck, "- -", "-", "R24 over-blocked"),
]


@pytest.mark.parametrize(
    ("state", "before", "text", "reason"),
    [pytest.param(*case, id=f"{at}-{case[3].split()[1]}") for at, case in enumerate(REFUSALS)],
)
def test_the_move_is_refused_with_its_reason_and_its_rule_and_changes_nothing(
    state: State, before: str, text: str, reason: str
) -> None:
    state = after(state, *before.split())
    fields = (dict(vars(state.position)), state.hands, state.deck)
    assert refusal(state, text) == reason
    assert (dict(vars(state.position)), state.hands, state.deck) == fields


def test_every_reason_that_a_move_can_give_is_among_them() -> None:
    of_chance = {"reshuffle-missing", "reshuffle-wrong"}
    tried = {reason.split()[1] for *_, reason in REFUSALS}
    assert tried == set(RULE_OF_ERROR) - of_chance


def test_a_reshuffle_that_is_wrong_or_missing_cites_r15() -> None:
    last_card = set_up("", ["7H", "2S"], deck="KC")
    assert refusal(last_card, "7H@d6", recorded_chance([])) == "R15 reshuffle-missing"
    assert refusal(last_card, "7H@d6", recorded_chance([["2S"]])) == "R15 reshuffle-wrong"


def test_every_rule_that_is_cited_stands_in_the_rulebook() -> None:
    assert set(RULE_OF_ERROR.values()) <= {f"R{number}" for number in range(1, 25)}


@pytest.mark.parametrize(
    ("state", "text", "params"),
    [
        (plain, "2:2S@b1", {"seat": 2, "turn": 1}),
        (plain, "2S@g9", {"card": "2S"}),
        (plain, "1S@g9", {"card": "1S"}),
        (plain, "7H@k6", {"space": "k6"}),
        (plain, "JC@b1", {"space": "b1"}),
        (plain, "7H@d7", {"space": "d7", "card": "7H"}),
        (plain, "JSxb1", {"space": "b1"}),
        (talk, "2:+", {"seat": 2}),
        (talk, "!3", {"team": 3}),
    ],
)
def test_a_refusal_says_what_its_message_needs(
    state: State, text: str, params: dict[str, object]
) -> None:
    with pytest.raises(IllegalMove) as caught:
        told(state, text)
    assert caught.value.params == params


def test_a_refusal_out_of_turn_tells_nothing_of_the_hand() -> None:
    # Seat 2 asks for a card; whether seat 1 or 2 holds it makes no difference.
    answers = set()
    for held in (["7H", "2S"], ["2S", "7H"], ["9D", "9D"]):
        with pytest.raises(IllegalMove) as caught:
            told(set_up("", held), "2:7H@d6")
        answers.add((caught.value.code, tuple(caught.value.params.items())))
    assert len(answers) == 1


def test_every_error_has_a_code_and_is_sarjas() -> None:
    error = IllegalMove("removal-locked", space="e5")
    assert isinstance(error, SarjaError)
    assert (error.code, error.params, error.rule) == ("removal-locked", {"space": "e5"}, "R19")
    for kind in vars(errors).values():
        if inspect.isclass(kind) and issubclass(kind, Exception):
            assert issubclass(kind, SarjaError)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)+", code) for code in RULE_OF_ERROR)
