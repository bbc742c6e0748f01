"""A finished game read again from its table's events is the game that was played."""

from random import Random

import pytest

from sarja.rules.model import State
from sarja.rules.notation import format_move
from sarja.rules.play import late_moves
from sarja.rules.record import format_record, parse_record, replay
from sarja.table.actions import Configure, Judge, Lobby, Play, Rename, Settings, Sit, Stand, Start
from sarja.table.commands import decide, open_table
from sarja.table.events import AnyTableEvent, SeatTaken, decode_events, encode_events
from sarja.table.reviews import ended_games, read_review, review_id
from sarja.table.table import Table, fold
from sarja.table.votes import may_call
from sarja.variants import builtin_variant
from tests.table.tables import CHANCE, move_of


class Story:
    """A table and all that has happened at it."""

    def __init__(self, settings: Settings) -> None:
        self.table = Table("table")
        self.events: list[AnyTableEvent] = []
        self.take(open_table("CODES", settings))
        for seat in range(1, settings.seats + 1):
            self.take([SeatTaken(seat, f"P{seat}", f"hash-{seat}")])

    @property
    def state(self) -> State:
        assert self.table.state is not None
        return self.table.state

    def take(self, events: list[AnyTableEvent]) -> None:
        self.table = fold(self.table, events)
        self.events += events

    def may_call(self, team: int) -> bool:
        return may_call(self.table, 3 - team, team)

    def play_out(self) -> list[tuple[str, State]]:
        """Play a game to its end; each of its moves, and the state after it."""
        self.take(decide(self.table, self.table.host, Start(), CHANCE))
        return self.play_on()

    def play_on(self) -> list[tuple[str, State]]:
        """Play the game that is on to its end."""
        told = [("", self.state)]
        while self.table.stage == "playing":
            board = self.table.variant.board
            late = [format_move(move, board) for move in late_moves(self.state.position)]
            # Of table talk and draws by hand some are made.
            late = [text for text in late if text[0] != "!" or self.may_call(int(text[1]))]
            if late and Random(self.table.version).random() < 0.3:
                text = Random(self.table.version).choice(late)
                seat = int(text[0]) if text[0] != "!" else 3 - int(text[1])
                play = Play(text)
            else:
                seat, play = move_of(self.table)
            self.take(decide(self.table, seat, play, CHANCE))
            while self.table.vote is not None:
                judge = min(self.table.vote.asked - self.table.vote.agreed)
                self.take(decide(self.table, judge, Judge(agree=True), CHANCE))
            told.append((self.table.moves[-1][1], self.state))
            if len(told) == 5:
                self.take(decide(self.table, 1, Rename("Zoe"), CHANCE))
        return told


KINDS = (
    Settings("numbers-small", help="spaces"),
    Settings("numbers", 2, draw="manual"),
    Settings("classic", 3, help="spaces"),
    Settings("numbers-small", 4, 2, draw="manual", table_talk="penalty"),
)


@pytest.mark.parametrize("settings", KINDS, ids=lambda s: f"{s.variant}-{s.seats}-{s.draw}")
def test_the_record_of_a_game_replays_to_the_states_in_which_it_was(settings: Settings) -> None:
    story = Story(settings)
    told = story.play_out()
    review = read_review("table", 1, decode_events(encode_events(story.events)), "id")
    assert review is not None
    assert [(step.move or "", step.state) for step in review.steps] == told
    assert [(s.seat, s.move) for s in review.steps[1:]] == list(story.table.moves)
    text = format_record(review.record(0.0))
    record = parse_record(text.encode(), builtin_variant)
    assert [step.state for step in replay(record)] == [state for _, state in told]
    assert record.about["players"][0] == "Zoe"
    assert record.about["date"] == "1970-01-01"
    assert record.result == story.state.position.outcome


def test_every_game_of_a_table_is_found_and_none_that_is_still_played() -> None:
    story = Story(Settings("numbers-small", help="spaces"))
    games = [story.play_out(), story.play_out()]
    story.take(decide(story.table, 1, Lobby(), CHANCE))
    story.take(decide(story.table, 1, Configure(Settings("numbers", 2)), CHANCE))
    games.append(story.play_out())
    story.take(decide(story.table, 1, Start(), CHANCE))
    for number, told in enumerate(games, 1):
        review = read_review("table", number, story.events, "id")
        assert review is not None and review.table.number == number
        assert [step.state for step in review.steps] == [state for _, state in told]
    assert read_review("table", 4, story.events, "id") is None, "it is being played"
    assert read_review("table", 5, story.events, "id") is None
    assert read_review("table", 0, story.events, "id") is None


def test_a_game_that_is_left_before_its_end_has_no_review() -> None:
    story = Story(Settings("numbers-small"))
    story.take(decide(story.table, 1, Start(), CHANCE))
    seat, play = move_of(story.table)
    story.take(decide(story.table, seat, play, CHANCE))
    assert not ended_games(story.events)
    # People have gone, and somebody new clears the game away and plays another one.
    for gone in (1, 2):
        story.take(decide(story.table, gone, Stand(), CHANCE))
    story.take(decide(story.table, None, Sit("New"), CHANCE, "hash-new"))
    told = story.play_out()
    assert read_review("table", 1, story.events, "id") is None
    review = read_review("table", 2, story.events, "id")
    assert review is not None and len(review.steps) == len(told)


def test_the_id_of_a_review_tells_nothing_of_its_table_and_is_its_own() -> None:
    ids = {review_id(key, number) for key in ("one", "two") for number in (1, 2, 12)}
    assert len(ids) == 6
    assert all(len(id_) == 22 and "one" not in id_ for id_ in ids)


def test_the_steps_are_told_in_parts() -> None:
    story = Story(Settings("numbers-small", help="spaces"))
    told = story.play_out()
    review = read_review("table", 1, story.events, "id")
    assert review is not None
    whole = review.step_data(0, 1000)
    assert len(whole) == len(told)
    parts = [part for first in range(0, len(told), 7) for part in review.step_data(first, 7)]
    assert parts == whole
    assert whole[0]["move"] is None and whole[-1]["outcome"] is not None
    assert all("legal" not in step for step in whole)
    assert review.step_data(len(told), 7) == []
