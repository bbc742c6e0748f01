"""What holds in every game, tried on whole games played by chance."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import get_args

import pytest

from sarja.rules.events import ChipPlaced, ChipRemoved, Dealt, DrewNothing, Event
from sarja.rules.model import CORNER, OPEN, DrawMode, Position, State, TalkMode, new_position
from sarja.rules.moves import Draw, GiveUp, Move, Place, Remove, TableTalk
from sarja.rules.play import is_legal, late_moves, legal_moves, play
from tests.boards import sorted_chance
from tests.rules.games import SEATINGS, Played, all_moves, name, played

Seating = tuple[int, int, DrawMode, TalkMode]
every_game = pytest.mark.parametrize("seating", SEATINGS, ids=name)


def state_of_fields(state: State) -> tuple[object, ...]:
    """Everything in the state, copied one level down; what is inside cannot be changed."""
    return dict(vars(state.position)), state.hands, state.deck


@every_game
def test_no_card_is_lost_or_made(seating: Seating) -> None:
    game = played(seating)
    box = Counter(game.game.variant.deck)
    for state in game.states():
        piles = (*state.hands, *state.position.discards, state.deck)
        assert Counter(card for pile in piles for card in pile) == box


@every_game
def test_the_sizes_that_all_may_know_are_those_of_the_hands_and_the_deck(seating: Seating) -> None:
    for state in played(seating).states():
        assert state.position.hand_sizes == tuple(map(len, state.hands))
        assert state.position.deck_size == len(state.deck)


@every_game
def test_the_plies_count_the_moves(seating: Seating) -> None:
    game = played(seating)
    assert [state.position.ply for state in game.states()] == list(range(len(game.steps) + 1))


@every_game
def test_playing_changes_nothing_in_the_state_it_was_given(seating: Seating) -> None:
    game = played(seating)
    for step in game.steps[::7]:
        before = state_of_fields(step.before)
        again, events = play(step.before, step.move, sorted_chance)
        assert state_of_fields(step.before) == before
        assert again is not step.before
        assert list(map(type, events)) == list(map(type, step.events))
    for values in (game.start, game.end):
        for value in vars(values.position).values():
            assert not isinstance(value, list | dict | set | bytearray)


@every_game
def test_legal_moves_are_exactly_the_moves_that_the_check_lets_through(seating: Seating) -> None:
    game = played(seating)
    moves = all_moves(game.game.variant)
    states = game.states()
    chosen = Random(name(seating)).sample(states[:-1], min(3, len(states) - 1))
    # Phases that are rare are tried wherever they come.
    rare = [state for state in states if state.position.phase in ("choose", "forfeit")]
    for state in (*chosen, *rare[:3], states[-1]):
        position = state.position
        hand = state.hand(position.to_act) if position.to_act else ()
        offered = [*legal_moves(position, hand), *late_moves(position)]
        assert len(offered) == len(set(offered))
        assert set(offered) == {move for move in moves if is_legal(state, move)}


@every_game
def test_r5_a_turns_move_by_name_of_another_seat_is_refused(seating: Seating) -> None:
    for step in played(seating).steps[::11]:
        if isinstance(step.move, Draw | TableTalk | GiveUp):
            continue
        for seat in range(1, step.before.position.game.seats + 1):
            allowed = is_legal(step.before, step.move, seat)
            assert allowed == (seat == step.before.position.to_act)


def changed(before: Position, after: Position) -> dict[int, tuple[int, int]]:
    pairs = enumerate(zip(before.chips, after.chips, strict=True))
    return {space: pair for space, pair in pairs if pair[0] != pair[1]}


@every_game
def test_r8_a_chip_never_moves_and_only_a_removal_takes_it_off(seating: Seating) -> None:
    for step in played(seating).steps:
        position = step.before.position
        team = position.game.team_of(position.turn)
        difference = changed(position, step.after.position)
        match step.move:
            case Place(_, space):
                assert difference == {space: (OPEN, team)}
            case Remove(_, space):
                assert list(difference) == [space]
                taken, left = difference[space]
                assert left == OPEN
                assert taken not in (OPEN, CORNER, team)
                assert space not in position.locked
            case _:
                assert not difference


@every_game
def test_r19_what_is_finished_stays(seating: Seating) -> None:
    for step in played(seating).steps:
        before, after = step.before.position, step.after.position
        assert after.sequences[: len(before.sequences)] == before.sequences
        assert before.locked <= after.locked
        claimed = {space for sequence in after.sequences for space in sequence.spaces}
        assert after.locked == claimed - after.game.variant.board.corners
        for sequence in after.sequences:
            assert {after.chips[space] for space in sequence.spaces} <= {sequence.team, CORNER}
            assert sequence.spaces in after.game.variant.board.lines


def unclaimed(position: Position) -> list[tuple[int, ...]]:
    """Complete lines that every earlier sequence of their team would let count (R18, R20)."""
    variant = position.game.variant
    found = []
    for line in variant.board.lines:
        teams = {position.chips[space] for space in line} - {CORNER}
        if len(teams) != 1 or OPEN in teams:
            continue
        earlier = [s.spaces for s in position.sequences if s.team in teams]
        if all(len(set(line) & set(spaces)) <= variant.shared_spaces for spaces in earlier):
            found.append(line)
    return found


@every_game
def test_r20_sequences_share_no_more_than_they_may_and_none_is_left_out(seating: Seating) -> None:
    game = played(seating)
    shared = game.game.variant.shared_spaces
    for state in game.states():
        position = state.position
        for one, other in combinations(position.sequences, 2):
            if one.team == other.team:
                assert len(set(one.spaces) & set(other.spaces)) <= shared
        if position.phase != "choose":
            assert not unclaimed(position)


@every_game
def test_r22_a_choice_is_between_two_or_more_lines_that_may_count(seating: Seating) -> None:
    for state in played(seating).states():
        position = state.position
        if position.phase == "choose":
            offered = legal_moves(position, ())
            assert len(offered) >= 2
            ends = {(line[0], line[-1]) for line in unclaimed(position)}
            assert {(move.first, move.last) for move in offered} <= ends  # type: ignore[union-attr]


@every_game
def test_r23_a_game_is_won_as_soon_as_a_team_has_its_sequences_and_not_before(
    seating: Seating,
) -> None:
    for state in played(seating).states():
        position = state.position
        wanted = position.game.setup.sequences
        counts = tuple(
            sum(s.team == team for s in position.sequences)
            for team in range(1, position.game.teams + 1)
        )
        won = position.outcome is not None and position.outcome.reason == "sequences"
        if position.phase != "choose":
            assert won == (max(counts) >= wanted)
        if position.outcome is not None:
            assert position.outcome.sequences == counts


@every_game
def test_r2_turns_go_clockwise(seating: Seating) -> None:
    for step in played(seating).steps:
        before, after = step.before.position, step.after.position
        assert after.turn in (before.turn, before.turn % before.game.seats + 1)
        if isinstance(step.move, Draw | TableTalk):
            assert after.turn == before.turn


def happened(game: Played) -> list[Event]:
    return [*game.dealt, *(event for step in game.steps for event in step.events)]


def test_the_games_of_these_tests_see_everything_that_can_happen() -> None:
    games = [played(seating) for seating in SEATINGS]
    kinds = {type(event) for game in games for event in happened(game)}
    # A draw of nothing needs every card to be in the hands; it has tests of its own (R15).
    assert kinds == set(get_args(Event)) - {DrewNothing}
    moves: set[type[Move]] = {type(step.move) for game in games for step in game.steps}
    assert moves == set(get_args(Move))
    ends = {game.end.position.outcome and game.end.position.outcome.reason for game in games}
    assert {"sequences", "blocked"} <= ends


def test_the_board_starts_empty_but_for_the_corners() -> None:
    for seating in SEATINGS:
        position = new_position(played(seating).game)
        for space, label in enumerate(position.game.variant.board.labels):
            assert position.chips[space] == (CORNER if label == "*" else OPEN)
        assert isinstance(played(seating).dealt[0], Dealt)


def test_each_play_is_one_chip_laid_or_taken() -> None:
    for seating in SEATINGS:
        for step in played(seating).steps:
            laid = [e for e in step.events if isinstance(e, ChipPlaced | ChipRemoved)]
            assert len(laid) == isinstance(step.move, Place | Remove)
