"""Each deck is committed to before its first card is drawn, and opened when the game is over."""

from dataclasses import replace
from random import SystemRandom
from typing import Any

import msgspec
import pytest

from sarja.rules.commitments import CommitmentError, commit, verify
from sarja.rules.events import Dealt, Reshuffled
from sarja.rules.record import Record, format_record, parse_record
from sarja.server.app import Server
from sarja.table.actions import Settings, Start
from sarja.table.commands import decide
from sarja.table.events import (
    AnyTableEvent,
    DeckCommitted,
    GameEvent,
    decode_events,
    encode_events,
    event_of_game,
    redact,
)
from sarja.table.messages import table_view
from sarja.table.reviews import read_review
from sarja.table.series import deck_of
from sarja.variants import builtin_variant
from tests.table.tables import CHANCE
from tests.table.test_reviews import Story


def a_story_with_reshuffles() -> Story:
    """In three teams on the small board most games go through the deck more than once."""
    while True:
        story = Story(Settings("numbers-small", 3, 3))
        story.play_out()
        if story.state.position.reshuffles > 1:
            return story


STORY = a_story_with_reshuffles()


def record_of(events: list[AnyTableEvent]) -> Record:
    review = read_review("table", 1, decode_events(encode_events(events)), "id")
    assert review is not None
    text = format_record(review.record(0.0))
    return parse_record(text.encode(), builtin_variant)


def test_the_shuffle_and_the_salt_come_from_the_systems_secure_generator() -> None:
    made: Any = next(
        field for field in Server.__dataclass_fields__.values() if field.name == "chance"
    )
    assert type(made.default_factory()._random) is SystemRandom
    salts = {made.default_factory().salt() for _ in range(50)}
    assert len(salts) == 50 and all(len(salt) == 64 for salt in salts)


def test_every_deck_is_committed_to_just_before_it_is_used() -> None:
    used = 0
    for before, event in zip(STORY.events, STORY.events[1:], strict=False):
        happened = event_of_game(event) if isinstance(event, GameEvent) else None
        if isinstance(happened, Dealt | Reshuffled):
            assert STORY.table.game is not None and isinstance(before, DeckCommitted)
            first = STORY.table.game.first_seat
            deck = deck_of(happened, first) if isinstance(happened, Dealt) else happened.deck
            assert commit(before.salt, deck).hash == before.hash
            used += 1
    salts = {event.salt for event in STORY.events if isinstance(event, DeckCommitted)}
    assert used == len(salts) == STORY.state.position.reshuffles + 1


def test_the_record_opens_what_everybody_was_told() -> None:
    view = table_view(STORY.table, None).game
    assert view is not None and len(view.commitments) > 2
    assert [one.hash for one in verify(record_of(STORY.events))] == view.commitments


def test_a_changed_reshuffle_is_found() -> None:
    record = record_of(STORY.events)
    deck = list(record.reshuffles[-1])
    at = next(at for at in range(len(deck) - 1, 0, -1) if deck[at] != deck[at - 1])
    deck[at], deck[at - 1] = deck[at - 1], deck[at]
    number = len(record.reshuffles)
    changed = replace(record, reshuffles=(*record.reshuffles[:-1], tuple(deck)), moves=())
    assert len(list(verify(replace(changed, result_given=False)))) == 1, "none was used yet"
    with pytest.raises(CommitmentError) as found:
        list(verify(replace(record, reshuffles=changed.reshuffles)))
    assert (found.value.code, found.value.params) == ("commitment-broken", {"number": number})
    kept: Any = record.about["commitments"]
    with pytest.raises(CommitmentError) as found:
        list(verify(replace(record, about={**record.about, "commitments": kept[:-1]})))
    assert (found.value.code, found.value.params) == ("commitment-missing", {"number": number})


def test_nobody_is_told_a_salt_while_the_game_is_on_or_after_it() -> None:
    salts = [event.salt for event in STORY.events if isinstance(event, DeckCommitted)]
    for seat in (None, 1, 2, 3):
        told = [redact(event, seat, STORY.table.space_names) for event in STORY.events]
        bytes_ = msgspec.json.encode([told, table_view(STORY.table, seat)]).decode()
        assert not any(salt in bytes_ for salt in salts)


def test_a_game_of_before_there_were_any_goes_on_without() -> None:
    story = Story(Settings("numbers-small", 3, 3))
    begun = decide(story.table, 1, Start(), CHANCE)
    story.take([event for event in begun if not isinstance(event, DeckCommitted)])
    story.play_on()
    view = table_view(story.table, None).game
    assert view is not None and view.commitments == []
    assert "commitments" not in record_of(story.events).about
    story.play_out()
    view = table_view(story.table, None).game
    assert view is not None and view.commitments, "the next game has them"
