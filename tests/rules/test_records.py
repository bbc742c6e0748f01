"""Records of whole games, there and back, and their replay."""

import hashlib
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sarja.rules.chance import seeded_deck
from sarja.rules.loader import variant_data
from sarja.rules.model import DrawMode, Game, Outcome, TalkMode
from sarja.rules.record import (
    MoveError,
    Record,
    ResultError,
    format_record,
    parse_record,
    record_data,
    record_from_data,
    replay,
    state_data,
    variant_hash,
)
from sarja.variants import builtin_variant
from tests.boards import after, set_up, variant_named
from tests.rules.games import SEATINGS, name, played
from tests.rules.records import a_record, data_of_a_record, there_and_back

CLASSIC = variant_named("classic")


@pytest.mark.parametrize("seating", SEATINGS, ids=name)
def test_the_record_of_a_game_is_read_as_it_was_written_and_replays_to_the_same(
    seating: tuple[int, int, DrawMode, TalkMode],
) -> None:
    game = played(seating)
    record = game.record()
    assert there_and_back(record) == record
    steps = list(replay(there_and_back(record)))
    assert [step.state for step in steps] == game.states()
    assert [step.events for step in steps[1:]] == [step.events for step in game.steps]
    assert [step.text for step in steps] == [None, *record.moves]


def test_what_is_not_given_is_the_contracts_default() -> None:
    record = a_record()
    assert (record.game.teams, record.game.draw, record.game.table_talk) == (2, "auto", "off")
    assert (record.reshuffles, record.help, record.about) == ((), None, {})
    assert not record.result_given
    assert a_record(seats=6).game.teams == 2
    assert a_record(seats=6, teams=3).game.teams == 3


def test_a_record_is_written_with_all_that_was_given() -> None:
    data = data_of_a_record(
        teams=2,
        options={"draw": "manual", "table_talk": "penalty", "help": "none"},
        reshuffles=[["7H"], []],
        moves=["7H@d6"],
        players=["Aino", "Bo\u0142"],
        date="2026-10-04",
        cut=[["7H", "7S"], ["2S", None]],
        id="x1",
        note="line\nbreak",
        result={"winner": None, "reason": "blocked", "sequences": [0, 0]},
        variant_data=variant_data(CLASSIC),
        variant_hash=variant_hash(variant_data(CLASSIC)),
    )
    assert record_data(record_from_data(data, builtin_variant)) == data


def test_keys_that_nobody_knows_are_kept() -> None:
    record = a_record(event="Turku Open", rounds=[1, {"two": None}])
    assert there_and_back(record).about == {"event": "Turku Open", "rounds": [1, {"two": None}]}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(), max_size=8),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.text(st.characters(), max_size=5), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip

unknown_keys = st.text(st.characters(), max_size=5).map(lambda text: f"x{text}")


@settings(max_examples=150)
@given(
    st.dictionaries(unknown_keys, json_values, max_size=3),
    st.text(st.characters(), max_size=30),
    st.lists(st.text(st.characters(), max_size=5), min_size=2, max_size=2),
    st.lists(st.text(st.characters(), max_size=5), max_size=3),
)
def test_any_record_is_read_as_it_was_written(
    unknown: dict[str, Any], note: str, players: list[str], moves: list[str]
) -> None:
    data = {**unknown, **data_of_a_record(note=note, players=players, moves=moves)}
    record = parse_record(json.dumps(data).encode(), builtin_variant)
    assert there_and_back(record) == record


def test_a_record_stands_one_key_a_line() -> None:
    lines = format_record(a_record(note="one\ntwo \u2028")).splitlines()
    assert (lines[0], lines[-1]) == ("{", "}")
    assert len(lines) == 2 + len(record_data(a_record(note="")))
    assert '"variant": "classic",' in [line.strip() for line in lines]


def test_a_byte_order_mark_and_line_ends_of_windows_do_no_harm() -> None:
    text = format_record(a_record(moves=["-"]))
    assert parse_record(b"\xef\xbb\xbf" + text.encode(), builtin_variant) == a_record(moves=["-"])
    windows = text.replace("\n", "\r\n").encode()
    assert parse_record(windows, builtin_variant) == a_record(moves=["-"])


def test_a_variant_may_be_given_whole_and_its_hash_is_checked() -> None:
    whole = variant_data(CLASSIC) | {"id": "mine"}
    canonical = json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    stated = hashlib.sha256(canonical.encode()).hexdigest()
    record = a_record(variant="mine", variant_data=whole, variant_hash=stated)
    assert record.game.variant.id == "mine"
    assert there_and_back(record) == record
    assert variant_hash(whole) == stated


def test_the_hash_of_a_built_in_variant_may_be_stated_too() -> None:
    stated = variant_hash(variant_data(CLASSIC))
    assert there_and_back(a_record(variant_hash=stated)).hashed


def a_game(*moves: str, **changes: Any) -> Record:
    """A game of two in which seat 1 is dealt 7H and 2S, and seat 2 nothing but jacks."""
    top = ["7H", "JC", "2S", "JD", "KC", "JS", "KD", "JH", "3C", "JC", "3D", "JD", "3H", "JS"]
    rest = list(CLASSIC.deck)
    for card in top:
        rest.remove(card)
    return a_record(deck=top + rest, moves=list(moves), **changes)


@pytest.mark.parametrize(
    ("moves", "number", "reason"),
    [
        (["7H d6"], 1, "R7 move-unreadable"),
        (["7H@d6\n"], 1, "R7 move-unreadable"),
        (["7H@d6", "JSxb1"], 2, "R10 removal-open"),
        (["7H@d6", "1:2S@b1"], 2, "R5 seat-not-to-act"),
        (["7H@d6", "JC@z1"], 2, "R7 move-unreadable"),
        (["7H@d6", "JC@k1"], 2, "R8 space-off-board"),
        (["7H@d6", "JC@d6", "-"], 2, "R8 space-taken"),
        (["7H@d6", "JSxd6", "2:+"], 3, "R13 draw-automatic"),
        (["!1"], 1, "R16 talk-off"),
    ],
)
def test_a_move_that_is_not_allowed_stops_the_replay_with_its_number(
    moves: list[str], number: int, reason: str
) -> None:
    with pytest.raises(MoveError) as caught:
        list(replay(a_game(*moves)))
    error = caught.value
    assert (error.number, error.text) == (number, moves[number - 1])
    assert f"{error.reason.rule} {error.reason.code}" == reason


def test_the_positions_up_to_the_fault_are_given() -> None:
    seen = []
    with pytest.raises(MoveError):
        for step in replay(a_game("7H@d6", "JSxd6", "nonsense", "2S@b1")):
            seen.append(step.text)
    assert seen == [None, "7H@d6", "JSxd6"]


def short_deck_game(*reshuffles: list[str]) -> Record:
    """A game on the young players' board whose last card is drawn by the first move."""
    variant = replace(variant_named("numbers-small"), cut=False)
    small = Game(variant, replace(variant.setups[0], hand=23), 2)
    # Two are left; the first play and the second draw one each.
    return Record(small, seeded_deck(variant, 1), (), tuple(map(tuple, reshuffles)))


def test_a_reshuffle_is_needed_at_the_move_that_draws_the_last_card() -> None:
    record = short_deck_game()
    first, second = first_placings(record)
    for written, code in (
        ([], "reshuffle-missing"),
        ([[first[0]]], "reshuffle-wrong"),
        ([[first[0], first[0]]], "reshuffle-wrong"),
    ):
        wrong = replace(record, moves=(first[1], second[1]), reshuffles=tuple(map(tuple, written)))
        with pytest.raises(MoveError) as caught:
            list(replay(wrong))
        assert (caught.value.number, caught.value.reason.code) == (2, code)
    right = replace(
        record,
        moves=(first[1], second[1]),
        reshuffles=((second[0], first[0]), ("surplus",), ()),
    )
    assert list(replay(right))[-1].state.deck == (second[0], first[0])


def first_placings(record: Record) -> list[tuple[str, str]]:
    """A card of each seat that goes on a space of its own, and the move that lays it."""
    start = next(iter(replay(record))).state
    variant = record.game.variant
    found: list[tuple[str, str]] = []
    for hand in start.hands:
        card = next(c for c in hand if variant.cards[c].effect == "place")
        space = variant.spaces_of[card][len(found)]
        found.append((card, f"{card}@{variant.board.names[space]}"))
    return found


def test_a_result_is_checked_when_it_is_there() -> None:
    assert list(replay(a_game("7H@d6", result=None)))
    for result in (
        {"winner": 1, "reason": "sequences", "sequences": [2, 0]},
        {"winner": None, "reason": "blocked", "sequences": [0, 0]},
    ):
        with pytest.raises(ResultError) as caught:
            list(replay(a_game("7H@d6", result=result)))
        assert caught.value.rule == "R23"


def test_a_result_of_a_finished_game_must_be_what_came_out() -> None:
    finished = [played(seating) for seating in SEATINGS]
    reasons = set()
    for game in finished:
        outcome = game.end.position.outcome
        if outcome is None:
            continue
        reasons.add(outcome.reason)
        rule = "R24" if outcome.reason == "blocked" else "R23"
        record = game.record()
        wrong = [
            None,
            replace(outcome, winner=1 if outcome.winner != 1 else 2),
            replace(outcome, sequences=(*outcome.sequences, 0)),
            replace(outcome, reason="sequences" if rule == "R24" else "blocked"),
        ]
        for other in wrong[: 4 if len(reasons) < 3 else 1]:
            assert other is None or isinstance(other, Outcome)
            with pytest.raises(ResultError) as caught:
                list(replay(replace(record, result=other)))
            assert caught.value.rule == rule
    assert reasons == {"sequences", "blocked"}


def test_without_a_result_any_end_will_do() -> None:
    for seating in SEATINGS[:4]:
        record = replace(played(seating).record(), result_given=False, result=None)
        assert list(replay(record))


def test_the_position_is_shown_as_the_contract_says() -> None:
    state = set_up(
        "*AAAA1...*\n2.........",
        ["7H JS", "2S"],
        sequences="1:a1-e1",
        draw="manual",
        owed=(2,),
        discards=["9D", "TD"],
        deck="KC QC",
    )
    assert state_data(state) == {
        "variant": "classic",
        "seats": 2,
        "teams": 2,
        "ply": 0,
        "phase": "play",
        "turn": 1,
        "owed": [2],
        "board": ["*11111...*", "2........."] + [".........."] * 7 + ["*........*"],
        "locked": [".####....."] + [".........."] * 9,
        "sequences": [{"team": 1, "spaces": ["a1", "b1", "c1", "d1", "e1"]}],
        "hands": [["7H", "JS"], ["2S"]],
        "discards": [["9D"], ["TD"]],
        "deck": 2,
        "legal": ["7H@d6", "7H@i5", "JSxa2"],
        "outcome": None,
    }


def test_the_legal_moves_are_sorted_by_character_code_and_late_ones_left_out() -> None:
    state = set_up("", ["JC"] * 4, draw="manual", table_talk="penalty", owed=(4,))
    shown = state_data(state)["legal"]
    assert shown == sorted(shown)
    assert len(shown) == 96
    assert (shown[0], shown[1], shown[-1]) == ("JC@a2", "JC@a3", "JC@j9")
    giving = after(set_up("", ["7H 2S 7H"] * 4, table_talk="penalty"), "!2")
    data = state_data(giving)
    assert (data["phase"], data["turn"]) == ("forfeit", 2)
    assert data["legal"] == ["2:2S!", "2:7H!"]


def test_a_finished_game_shows_no_turn_no_moves_and_its_outcome() -> None:
    data = state_data(after(set_up("*111.....*", ["JC"] * 3, owed=(2,), draw="manual"), "JC@e1"))
    assert (data["phase"], data["turn"], data["owed"], data["legal"]) == ("over", None, [], [])
    assert data["outcome"] == {"winner": 1, "reason": "sequences", "sequences": [1, 0, 0]}
    blocked = state_data(after(set_up("", ["JS", "JH"]), "-", "-"))
    assert blocked["outcome"] == {"winner": None, "reason": "blocked", "sequences": [0, 0]}


def test_a_choice_is_shown_with_the_lines_that_are_offered() -> None:
    data = state_data(after(set_up("*........*\n11.111...."), "JC@c2"))
    assert (data["phase"], data["legal"]) == ("choose", ["=a2-e2", "=b2-f2"])
    json.dumps(data)
