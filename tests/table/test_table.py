"""A table is the fold of its events, and each viewer's share of it is what it should be."""

from itertools import takewhile
from random import Random

import msgspec
import pytest

from sarja.rules.chance import Chance
from sarja.rules.events import Dealt, Event, GameEnded, Reshuffled
from sarja.rules.notation import parse_move
from sarja.rules.play import deal, play
from sarja.table.actions import AnyAction, Configure, Lobby, Play, Settings, Sit, Stand, Start
from sarja.table.commands import decide, open_table
from sarja.table.events import (
    AnyTableEvent,
    DeckCommitted,
    GameEvent,
    GameStarted,
    MoveMade,
    decode_events,
    encode_events,
    event_of_game,
    redact,
)
from sarja.table.messages import table_view
from sarja.table.table import Table, apply, fold
from tests.table.tables import (
    CHANCE,
    after,
    begun,
    events_of,
    move_of,
    moved,
    new_table,
    played_out,
    two_people,
    with_bot,
    with_people,
)


def evening(seed: int) -> list[AnyTableEvent]:
    """The events of a table where three games are played, of different kinds."""
    table = Table("table")
    events: list[AnyTableEvent] = []

    def go(seat: int | None, action: AnyAction, token: str | None = None) -> None:
        nonlocal table
        made = decide(table, seat, action, CHANCE, token)
        events.extend(made)
        table = fold(table, made)

    opened = open_table("CODES", Settings("numbers-small", 2))
    events.extend(opened)
    table = fold(table, opened)
    go(None, Sit("Ann"), "hash-Ann")
    go(None, Sit("Bob"), "hash-Bob")
    random = Random(seed)
    for variant, seats, draw in (("numbers-small", 2, "auto"), ("classic", 3, "manual")):
        go(1, Configure(Settings(variant, seats, draw=draw)))  # type: ignore[arg-type]
        for _ in range(2):
            go(1, Start())
            while table.stage == "playing":
                assert table.state is not None
                if (owed := table.state.position.owed) and random.random() < 0.7:
                    go(owed[0], Play(f"{owed[0]}:+"))
                else:
                    go(*move_of(table))
        go(2, Lobby())
    return events


@pytest.fixture(scope="module")
def long_evening() -> list[AnyTableEvent]:
    return evening(3)


def test_events_are_stored_and_read_again(long_evening: list[AnyTableEvent]) -> None:
    stored = encode_events(long_evening)
    read = decode_events(stored)
    assert encode_events(read) == stored
    assert fold(Table("table"), read) == fold(Table("table"), long_evening)


def test_passing_over_old_games_changes_nothing(long_evening: list[AnyTableEvent]) -> None:
    step_by_step = Table("table")
    for event in long_evening:
        step_by_step = apply(step_by_step, event)
    assert fold(Table("table"), long_evening) == step_by_step
    for cut in range(0, len(long_evening), 37):
        begun_ = fold(Table("table"), long_evening[:cut])
        assert fold(begun_, long_evening[cut:]) == step_by_step


def test_the_fold_of_what_is_stored_is_what_the_rules_make_of_the_moves(
    long_evening: list[AnyTableEvent],
) -> None:
    table, games = Table("table"), 0
    state = None
    for at, event in enumerate(long_evening):
        table = apply(table, event)
        match event:
            case GameStarted():
                games += 1
            case GameEvent() if event.event["type"] == "Dealt":
                assert table.game is not None
                dealt = event_of_game(event)
                state, events = deal(table.game, _deck_of(table, dealt))
                assert events == (dealt,)
            case MoveMade():
                assert table.game is not None and state is not None
                happened = [
                    event_of_game(e)
                    for e in takewhile(
                        lambda e: isinstance(e, GameEvent | DeckCommitted), long_evening[at + 1 :]
                    )
                    if isinstance(e, GameEvent)
                ]
                decks = [e.deck for e in happened if isinstance(e, Reshuffled)]
                move, _ = parse_move(event.move, table.game.variant.board)
                state, events = play(state, move, _first_of(decks))
                assert list(events) == happened
            case _:
                pass
        if isinstance(event, GameEvent) and isinstance(event_of_game(event), GameEnded):
            assert table.state == state
    assert games == 4


def _first_of(decks: list[tuple[str, ...]]) -> Chance:
    return lambda _, cards: decks.pop(0)


def _deck_of(table: Table, dealt: Event) -> tuple[str, ...]:
    """The deck before the deal."""
    game = table.game
    assert game is not None and isinstance(dealt, Dealt)
    hands, deck = dealt.hands, dealt.deck
    seats = [(game.first_seat - 1 + at) % game.seats for at in range(game.seats)]
    rounds = range(len(hands[0]))
    return (*(hands[seat][card] for card in rounds for seat in seats), *deck)


# Who sees what


def test_no_token_is_in_what_anybody_sees(long_evening: list[AnyTableEvent]) -> None:
    names = new_table().space_names
    names += tuple("?" for _ in range(100))
    for seat in (None, 1, 2):
        for event in long_evening:
            seen = redact(event, seat, names)
            assert b"hash-" not in msgspec.json.encode(seen)


def test_a_view_has_ones_own_hand_and_no_other() -> None:
    table = two_people()
    assert table.state is not None
    for seat in (1, 2):
        shown = table_view(table, seat).game
        assert shown is not None and tuple(shown.hand) == table.state.hand(seat)
    watched = table_view(table, None).game
    assert watched is not None and watched.hand == [] and watched.may == []


def test_who_sits_down_after_the_end_does_not_see_the_hand_that_was_left_there() -> None:
    over = played_out(two_people())
    left = after(over, 2, Stand())
    came = after(left, None, Sit("Eve", 2), "hash-Eve")
    shown = table_view(came, 2).game
    assert shown is not None and shown.hand == []
    kept = table_view(came, 1).game
    assert kept is not None and kept.hand


def test_where_help_is_none_no_space_is_shown_but_what_must_be_said() -> None:
    table = two_people(help="none", draw="manual")
    assert table.state is not None
    seat = table.state.position.to_act
    shown = table_view(table, seat).game
    assert shown is not None and shown.may == [] and shown.dead == []
    assert seat is not None
    drawing = table_view(moved(table), seat).game
    assert drawing is not None and drawing.may == [f"{seat}:+"]


def test_what_one_may_do_is_what_the_table_takes() -> None:
    table = begun(with_people(new_table(seats=4, table_talk="penalty"), "Ann", "Bob", "Cat", "Dan"))
    for _ in range(20):
        for seat in (1, 2, 3, 4):
            shown = table_view(table, seat).game
            assert shown is not None
            for move in shown.may:
                assert decide(table, seat, Play(move), CHANCE)
        table = moved(table)


# Bots


def test_a_bot_is_to_move_in_its_turn_and_draws_by_hand_first() -> None:
    table = begun(with_bot(with_people(new_table(draw="manual"), "Ann"), 2))
    seen = set()
    while table.stage == "playing":
        assert table.state is not None
        position = table.state.position
        due = table.bot_to_move()
        if 2 in position.owed:
            assert due == (2, "random")
            table = after(table, 2, Play("2:+"))
            seen.add("draw")
            continue
        assert (due is not None) == (position.to_act == 2)
        seen.add("turn" if due else "wait")
        table = moved(table)
    assert seen == {"draw", "turn", "wait"}
    assert table.bot_to_move() is None


def notes_of(table: Table, seat: int | None) -> list[tuple[object, ...]]:
    game = table_view(table, seat).game
    assert game is not None
    return list(game.notes)


def test_the_view_tells_ones_own_draws_and_nobody_elses() -> None:
    table = moved(moved(two_people()))
    assert table.state is not None
    drawn = {seat: table.state.hand(seat)[-1] for seat in (1, 2)}
    first = table.moves[0][0]
    for seat, card in drawn.items():
        after_move = 1 if seat == first else 2
        assert notes_of(table, seat) == [(after_move, "Drawn", seat, card)]
    assert notes_of(table, None) == []


def test_who_takes_a_seat_is_not_told_what_it_drew_before() -> None:
    table = played_out(two_people())
    assert notes_of(table, 1)
    table = after(table, 1, Stand())
    table = after(table, None, Sit("Eve", 1), "hash-Eve")
    assert not [note for note in notes_of(table, 1) if note[3] is not None]
    assert notes_of(begun(table), 1) == []


def test_everybody_is_told_of_reshuffles_and_the_cut() -> None:
    table = two_people("numbers-small")
    while not any(note.kind == "Reshuffled" for note in table.notes):
        table = moved(table if table.stage == "playing" else begun(table))
    [at] = {n.after for n in table.notes if n.kind == "Reshuffled"}
    for seat in (None, 1, 2):
        assert (at, "Reshuffled", None, None) in notes_of(table, seat)

    table = two_people("classic")
    started = next(
        event
        for event in events_of(with_people(new_table("classic"), "Ann", "Bob"), 1, Start())
        if isinstance(event, GameStarted)
    )
    assert started.cut and len(started.cut[0]) == 2
    assert table.cut and all(len(round_) == 2 for round_ in table.cut)
    for seat in (None, 1, 2):
        game = table_view(table, seat).game
        assert game is not None and game.cut == list(table.cut)
    assert begun(played_out(table)).cut == ()
