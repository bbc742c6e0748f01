"""No viewer's bytes depend on what the viewer may not know: the promise, tested by dealing anew.

After every move the hidden cards are dealt anew, other hands included, as they could have been for
all that the viewer has seen; then the whole game is told again in that world. What the viewer is
sent, refusals and lengths included, must be the same to the byte.
"""

import dataclasses
import itertools
import logging
import os
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from sarja.rules import events as game_events
from sarja.rules import play as rules
from sarja.rules.commitments import Commitment, commit
from sarja.rules.errors import IllegalMove
from sarja.rules.model import State
from sarja.server import room as rooms
from sarja.table import commands, decks, lesson_views, messages
from sarja.table import events as table_events
from sarja.table import table as table_module
from sarja.table.actions import Judge, Say, Start
from tests.server.interludes import Command
from tests.server.worlds import FIRST_SEAT, LOG, Viewer, difference, settings_of, whole_game

SOAK = os.environ.get("SARJA_SOAK") == "1"
PARTS = 20
GAMES = (10_000 if SOAK else 200) // PARTS

# (variant, seats, teams), and how many of a hundred games are like that; the long ones cost most.
KINDS = (
    ("numbers-small", 2, 2, 60),
    ("numbers", 2, 2, 36),
    ("numbers-small", 3, 3, 2),
    ("classic", 2, 2, 1),
    ("numbers-small", 4, 2, 1),
)


EVERYBODY: tuple[Viewer, ...] = (
    *(None, "screen", "teacher", "passed", "uncovered", "log"),
    *("late", "back"),
)


def leak_in(seed: int) -> tuple[Viewer, str, str] | None:
    """Who was sent what depends on hidden cards, in the game that belongs to the seed."""
    random = Random(seed)
    weights = [weight for *_, weight in KINDS]
    variant, seats, teams, _ = random.choices(KINDS, weights)[0]
    settings = settings_of(variant, seats, teams, random)
    viewers: list[Viewer] = [*EVERYBODY, *range(1, seats)]
    with LOG:
        for number, story in enumerate(whole_game(settings, seed)):
            if story.done[-1][1]:
                viewer = viewers[(seed + number) % len(viewers)]
                found = difference(story, viewer, random)
                if found is not None:
                    return viewer, *found
    return None


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_nobody_is_sent_anything_that_depends_on_hidden_cards(part: int) -> None:
    first = int(os.environ["SARJA_SEED"]) + part * GAMES
    for seed in range(first, first + GAMES):
        assert leak_in(seed) is None, f"seed {seed}"


VIEWERS: tuple[Viewer, ...] = (*EVERYBODY, 1, 2)


def leak_of_deal(seed: int, viewer: Viewer) -> bool:
    """Whether the end of a game whose deal is played again, and that deal, tell of hidden cards.

    Both games have the same deck. So what a viewer does not know of it after the first game must
    make no difference to what comes, but for the hand that the viewer is then dealt.
    """
    random = Random(seed)
    settings = replace(settings_of("numbers-small", 3, 3, random), duplicate=True, series=3)
    with LOG:
        story = list(whole_game(settings, seed))[-1]
        decks = story.knowledge.dealt_anew(viewer, random)
        seat = 1 if viewer in FIRST_SEAT else viewer
        ended = {v: len(s) for v, s in story.world.streams.items()}
        story.go(Command(1, Start()))
        sent, told = story.world.streams[viewer], story.told_again(viewer, decks)
        if told is None:
            return False
        until = ended[viewer] if isinstance(seat, int) else len(sent)
        return sent[:until] != told[:until]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_deal_that_is_to_be_played_again_stays_secret(viewer: Viewer) -> None:
    first = int(os.environ["SARJA_SEED"])
    assert not any(leak_of_deal(seed, viewer) for seed in range(first, first + 3))


def test_hands_that_are_shown_before_their_deal_is_played_again_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_module.Table, "sealed_games", range(0))
    assert any(leak_of_deal(seed, None) for seed in range(3))


@pytest.mark.parametrize("spectators", ["none", "allowed"])
def test_a_review_is_named_when_the_game_is_over_to_those_who_were_there(spectators: str) -> None:
    # A game that all agree to end has no review, so games are played until one comes to its end.
    for seed in itertools.count(int(os.environ["SARJA_SEED"])):
        settings = replace(
            settings_of("numbers-small", 3, 3, Random(seed)),
            spectators="none" if spectators == "none" else "allowed",
            duplicate=False,
        )
        for story in whole_game(settings, seed):
            over = story.world.room.table.stage == "over"
            named = {
                viewer
                for viewer, told in story.world.streams.items()
                if viewer != "log" and any('"review":"' in message for message in told)
            }
            assert over or not named
        if over:
            break
    chairs = enumerate(story.world.room.table.chairs, 1)
    were_there: set[Viewer] = {"screen", "passed", "uncovered", "back"}
    were_there |= {seat for seat, chair in chairs if chair.kind == "person"}
    assert named == ({None, "late", 1, 2} if spectators == "allowed" else set()) | were_there


def leak_of_votes(first: int, viewer: Viewer) -> bool:
    """Whether what is said of table talk, or by set phrases, hangs on hidden cards.

    One game in five has no vote, so games are played until there have been four.
    """
    votes = 0
    for seed in itertools.count(first):
        random = Random(seed)
        settings = replace(settings_of("numbers-small", 4, 2, random), table_talk="penalty")
        with LOG:
            for story in whole_game(settings, seed):
                command, went = story.done[-1]
                if went and isinstance(command.action, Judge | Say):
                    votes += isinstance(command.action, Judge)
                    if difference(story, viewer, random) is not None:
                        return True
                if votes == 4:
                    return False
    raise AssertionError("seeds do not end")


@pytest.mark.parametrize("viewer", (None, "screen", "uncovered", "log", 2, 3))
def test_votes_about_table_talk_tell_nothing_of_hands(viewer: Viewer) -> None:
    assert not leak_of_votes(int(os.environ["SARJA_SEED"]), viewer)


def test_a_vote_that_hangs_on_hands_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = messages.vote_info

    def leaky(table: Any, moment: Any) -> messages.VoteInfo | None:
        shown = whole(table, moment)
        if shown is None or table.state is None:
            return shown
        length = sum(len(card) for hand in table.state.hands for card in hand)
        return replace(shown, left=shown.left - length)

    monkeypatch.setattr(messages, "vote_info", leaky)
    assert any(leak_of_votes(seed, None) for seed in (0, 100, 200))


# The test must see a leak: each of these is one that some program for this game has had.


def _drawn_card(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees what is drawn."""
    redact = game_events.redact

    def leaky(event: game_events.Event, seat: int | None) -> game_events.SeenEvent:
        if isinstance(event, game_events.Drawn):
            return game_events.DrawnSeen(event.seat, event.card, event.occasion)
        return redact(event, seat)

    patch.setattr(table_events, "redact_game_event", leaky)


def _length(patch: pytest.MonkeyPatch) -> None:
    """The length of a message tells the length of the top card's code."""
    whole = rooms.Room.compose

    def leaky(self: rooms.Room, role: rooms.Role) -> str | None:
        message, state = whole(self, role), self.table.state
        return message and message + " " * (len(state.deck[0]) if state and state.deck else 0)

    patch.setattr(rooms.Room, "compose", leaky)


def _order(patch: pytest.MonkeyPatch) -> None:
    """The order of a list tells whether the next seat holds a wild card."""
    view = messages.table_view

    def leaky(table: Any, seat: int | None, *rest: Any, **named: Any) -> messages.TableView:
        shown = view(table, seat, *rest, **named)
        if table.state is not None and shown.game is not None:
            cards = table.game.variant.cards
            others = [hand for at, hand in enumerate(table.state.hands, 1) if at != seat]
            if any(cards[card].effect == "wild" for hand in others for card in hand):
                shown.seats.reverse()
        return shown

    patch.setattr(rooms, "table_view", leaky)


def _refusal(patch: pytest.MonkeyPatch) -> None:
    """A refusal tells whether somebody else holds the card."""
    play = rules.play

    def leaky(state: State, move: Any, *rest: Any) -> Any:
        try:
            return play(state, move, *rest)
        except IllegalMove as error:
            held = any(error.params.get("card") in hand for hand in state.hands)
            if error.code == "card-not-held" and held:
                raise IllegalMove("space-taken", space="a1") from None
            raise

    patch.setattr(commands, "play", leaky)


def _log(patch: pytest.MonkeyPatch) -> None:
    """The log tells the deck."""
    deal = rules.deal

    def leaky(game: Any, deck: tuple[str, ...]) -> Any:
        logging.getLogger("sarja.table").debug("dealing %s", deck)
        return deal(game, deck)

    patch.setattr(commands, "deal", leaky)


def _hand_order(patch: pytest.MonkeyPatch) -> None:
    """A move tells since when its player has held the card."""
    play = rules.play

    def leaky(state: State, move: Any, *rest: Any) -> Any:
        after, events = play(state, move, *rest)
        card = getattr(move, "card", None)
        if card is not None and state.hand(state.position.to_act or 1).index(card) == 0:
            events = (*events, game_events.TurnBegan(after.position.turn))
        return after, events

    patch.setattr(commands, "play", leaky)


def _open_hands(patch: pytest.MonkeyPatch) -> None:
    """All hands are shown to spectators before the game is over."""
    whole = table_module.Table.opens_to

    def leaky(
        self: table_module.Table, seats: Iterable[int | None], *, screen: bool = False
    ) -> bool:
        held = tuple(seats)
        return not held or whole(self, held, screen=screen)

    patch.setattr(table_module.Table, "opens_to", leaky)


def _hands_as_they_came(patch: pytest.MonkeyPatch) -> None:
    """The hands that are shown at the end tell in which order their cards came."""

    def leaky(self: table_module.Table) -> tuple[tuple[str, ...], ...]:
        return () if self.state is None else self.state.hands

    patch.setattr(table_module.Table, "open_hands", leaky)


def _cover(patch: pytest.MonkeyPatch) -> None:
    """A device that is passed round sees the events of a seat whose hand is covered."""
    whole = rooms.Room._update

    def leaky(self: rooms.Room, role: rooms.Role, seat: int | None) -> str:
        if role.passed and seat is None:
            seat = self.table.seat_of_token(role.passed[0])
        return whole(self, role, seat)

    patch.setattr(rooms.Room, "_update", leaky)


def _teacher(patch: pytest.MonkeyPatch) -> None:
    """A teacher sees the table as the seat that is to play does."""
    whole = messages.table_view

    def leaky(table: Any, seat: int | None, moment: Any) -> messages.TableView:
        shown = whole(table, table.to_act, moment)
        if shown.game is not None:
            shown.game.board.extend(shown.game.hand)
        return shown

    patch.setattr(lesson_views, "table_view", leaky)


def _late(patch: pytest.MonkeyPatch) -> None:
    """Who comes late is told what the first seat has missed."""
    whole = rooms.Room._whole

    def leaky(self: rooms.Room, role: rooms.Role, seat: int | None) -> str:
        late = seat is None and role.attach is not None
        return whole(self, role, 1 if late else seat)

    patch.setattr(rooms.Room, "_whole", leaky)


def _salt(patch: pytest.MonkeyPatch) -> None:
    """The salt is told with the commitment: then a small deck's order can be tried out."""
    redact = table_events.redact

    def leaky(event: table_events.AnyTableEvent, *rest: Any) -> Any:
        if isinstance(event, table_events.DeckCommitted):
            return event
        return redact(event, *rest)

    patch.setattr(rooms, "redact", leaky)


def _weak_commitment(patch: pytest.MonkeyPatch) -> None:
    """In the place of a commitment there is something of another length."""
    whole = commit

    def leaky(salt: str, cards: tuple[str, ...]) -> Commitment:
        return dataclasses.replace(whole(salt, cards), hash="".join(cards))

    patch.setattr(decks, "commit", leaky)


LEAKS: tuple[Callable[[pytest.MonkeyPatch], None], ...] = (
    _drawn_card,
    _length,
    _order,
    _refusal,
    _log,
    _hand_order,
    _cover,
    _teacher,
    _open_hands,
    _hands_as_they_came,
    _late,
    _salt,
    _weak_commitment,
)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__.strip("_"))
def test_a_planted_leak_is_found(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    assert any(leak_in(seed) is not None for seed in range(40))
