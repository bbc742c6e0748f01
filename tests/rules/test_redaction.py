"""What each viewer may see, and that it is enough to follow the game."""

from typing import get_args

import pytest

from sarja.rules.events import (
    CardExchanged,
    CardGivenUp,
    ChipPlaced,
    ChipRemoved,
    ChoiceOpened,
    Dealt,
    DealtSeen,
    Drawn,
    DrawnSeen,
    DrawOwed,
    DrewNothing,
    Event,
    GameEnded,
    LineChosen,
    Occasion,
    Passed,
    PublicEvent,
    Reshuffled,
    ReshuffledSeen,
    SecretEvent,
    SeenEvent,
    SequenceClaimed,
    TableTalkRuled,
    TurnBegan,
    advance,
    advance_state,
    advance_view,
    redact,
)
from sarja.rules.model import Choice, DrawMode, Outcome, State, TalkMode, View, new_position
from sarja.rules.play import late_moves, legal_moves
from tests.boards import set_up, told
from tests.rules.games import SEATINGS, name, played

VIEWERS = (1, 2, 3, None)
OCCASIONS: tuple[Occasion, ...] = ("turn", "by hand", "exchange", "empty hand")

PUBLIC: list[PublicEvent] = [
    ChipPlaced(2, "7H", 53),
    ChipRemoved(2, "JS", 53),
    SequenceClaimed(2, (10, 11, 12, 13, 14)),
    ChoiceOpened(Choice(12, (0,))),
    LineChosen(2, (10, 11, 12, 13, 14)),
    CardExchanged(2, "2S"),
    DrawOwed(2),
    DrewNothing(2, "by hand"),
    Passed(2),
    TurnBegan(2),
    TableTalkRuled(2, (2, 4)),
    CardGivenUp(2, "7H"),
    GameEnded(Outcome(2, "sequences", (0, 1, 0))),
]


def test_these_tests_know_every_event() -> None:
    assert {type(event) for event in PUBLIC} == set(get_args(PublicEvent))
    assert set(get_args(SecretEvent)) == {Dealt, Drawn, Reshuffled}
    assert set(get_args(Event)) == set(get_args(PublicEvent)) | set(get_args(SecretEvent))
    assert not set(get_args(SeenEvent)) & set(get_args(SecretEvent))


@pytest.mark.parametrize("event", PUBLIC, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_public_event_is_seen_whole_by_everybody(event: PublicEvent, viewer: int | None) -> None:
    assert redact(event, viewer) == event


def test_of_the_deal_each_seat_sees_its_own_hand_and_a_spectator_none() -> None:
    event = Dealt((("7H", "2S"), ("3H", "JC"), ("4H", "9D")), ("KC", "QC"))
    assert redact(event, 1) == DealtSeen((2, 2, 2), ("7H", "2S"))
    assert redact(event, 2) == DealtSeen((2, 2, 2), ("3H", "JC"))
    assert redact(event, 3) == DealtSeen((2, 2, 2), ("4H", "9D"))
    assert redact(event, None) == DealtSeen((2, 2, 2), ())


@pytest.mark.parametrize("occasion", OCCASIONS)
def test_a_card_that_is_drawn_is_seen_by_the_seat_that_draws_it_alone(occasion: Occasion) -> None:
    event = Drawn(2, "KC", occasion)
    assert redact(event, 2) == DrawnSeen(2, "KC", occasion)
    for viewer in (1, 3, None):
        assert redact(event, viewer) == DrawnSeen(2, None, occasion)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_of_a_reshuffle_nobody_sees_the_order(viewer: int | None) -> None:
    assert redact(Reshuffled(("KC", "QC")), viewer) == ReshuffledSeen()


def test_a_view_has_the_own_hand_and_a_spectators_none() -> None:
    state = set_up("", ["7H 2S", "3H", "4H"])
    assert state.view(1) == View(state.position, 1, ("7H", "2S"))
    assert state.view(3) == View(state.position, 3, ("4H",))
    assert state.view(None) == View(state.position, None, ())


def test_a_position_has_no_field_for_a_hidden_card() -> None:
    # Two states that differ in nothing but the cards that are hidden from seat 1.
    one = set_up("", ["7H 2S", "3H", "4H"], deck="KC QC")
    other = set_up("", ["7H 2S", "9D", "JC"], deck="JS 8C")
    assert one.position == other.position
    assert one.view(1) == other.view(1)
    assert one.view(2) != other.view(2)
    assert late_moves(one.position) == late_moves(other.position)


@pytest.mark.parametrize("seating", SEATINGS, ids=name)
def test_the_events_a_viewer_sees_lead_to_the_view_the_referee_would_send(
    seating: tuple[int, int, DrawMode, TalkMode],
) -> None:
    game = played(seating)
    before = new_position(game.game)
    for viewer in (*range(1, game.game.seats + 1), None):
        view = View(before, viewer, ())
        for event in game.dealt:
            view = advance_view(view, redact(event, viewer))
        assert view == game.start.view(viewer)
        for step in game.steps:
            for event in step.events:
                view = advance_view(view, redact(event, viewer))
            assert view == step.after.view(viewer)


@pytest.mark.parametrize("seating", SEATINGS, ids=name)
def test_the_events_lead_the_referee_to_the_state_that_play_gave(
    seating: tuple[int, int, DrawMode, TalkMode],
) -> None:
    game = played(seating)
    for step in game.steps:
        state, position = step.before, step.before.position
        for event in step.events:
            state = advance_state(state, event)
            position = advance(position, event)
        assert state == step.after
        assert position == step.after.position


@pytest.mark.parametrize("seating", SEATINGS, ids=name)
def test_the_seat_that_acts_finds_its_moves_in_its_view(
    seating: tuple[int, int, DrawMode, TalkMode],
) -> None:
    for step in played(seating).steps[::5]:
        acting = step.before.position.to_act
        view = step.before.view(acting)
        hand = step.before.hand(acting or 0)
        assert legal_moves(view.position, view.hand) == legal_moves(step.before.position, hand)


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize(
    ("state", "text"),
    [
        pytest.param(
            set_up("", ["7H", "3H", "4H"], deck="", draw="manual", owed=(2, 3)), "3:+", id="late"
        ),
        pytest.param(set_up("", ["JS", "", "4H"], deck=""), "-", id="empty-hand"),
    ],
)
def test_a_draw_of_nothing_is_followed_like_any_other(
    state: State, text: str, viewer: int | None
) -> None:
    after, events = told(state, text)
    assert any(isinstance(event, DrewNothing) for event in events)
    view = state.view(viewer)
    for event in events:
        view = advance_view(view, redact(event, viewer))
    assert view == after.view(viewer)
