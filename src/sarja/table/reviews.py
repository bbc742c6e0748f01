"""A finished game of a table, read again from the table's events: its steps and its record."""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sarja.rules.commitments import KEY as COMMITMENTS
from sarja.rules.commitments import commitments_data
from sarja.rules.events import Dealt, GameEnded, Reshuffled
from sarja.rules.model import Game, State
from sarja.rules.record import Record, state_data
from sarja.table.events import (
    AnyTableEvent,
    GameEvent,
    GameStarted,
    MoveMade,
    event_of_game,
)
from sarja.table.series import deck_of
from sarja.table.table import Chair, Table, apply, fold

ID_LENGTH: Final = 22


def review_id(key: str, number: int) -> str:
    """By what a finished game is found; `key` is the secret of its table.

    A link to it opens no way to the table that played it, and who knows the table finds no review.
    """
    digest = hashlib.sha256(f"review/{key}/{number}".encode()).digest()
    return urlsafe_b64encode(digest).decode()[:ID_LENGTH]


@dataclass(frozen=True, slots=True)
class Step:
    """The game after some of its moves, as the referee knows it."""

    seat: int | None
    """Who made the last move; None at the beginning, and where table talk was ruled."""
    move: str | None
    state: State


@dataclass(frozen=True, slots=True)
class Review:
    """A game that is over, with all that was hidden while it was played."""

    id: str
    table: Table
    """The table when the game was over."""
    deck: tuple[str, ...]
    reshuffles: tuple[tuple[str, ...], ...]
    steps: tuple[Step, ...]

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.steps[-1].state.position.game

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """Who sat where when the game was over."""
        return self.table.chairs

    def record(self, ended: float) -> Record:
        """The game as a record that any program can replay (docs/notation.md).

        `ended` is when it was over, in seconds since 1970.
        """
        about: dict[str, Any] = {
            "players": [chair.name or chair.bot or "" for chair in self.chairs],
            "date": datetime.fromtimestamp(ended, UTC).strftime("%Y-%m-%d"),
            "id": self.id,
        }
        if self.table.cut:
            about["cut"] = [list(cut) for cut in self.table.cut]
        if self.table.commitments:
            about[COMMITMENTS] = commitments_data(self.table.commitments)
        return Record(
            game=self.game,
            deck=self.deck,
            moves=tuple(step.move for step in self.steps if step.move is not None),
            reshuffles=self.reshuffles,
            help=self.table.help,
            hashed=True,
            result_given=True,
            result=self.steps[-1].state.position.outcome,
            about=about,
        )

    def step_data(self, first: int, most: int) -> list[dict[str, Any]]:
        """Some of the steps, each as a line of a trace with its move, without `legal`."""
        told = []
        for step in self.steps[first : first + most]:
            data = state_data(step.state)
            del data["legal"]
            told.append({"seat": step.seat, "move": step.move, **data})
        return told


def read_review(
    table_id: str, number: int, events: Sequence[AnyTableEvent], id_: str
) -> Review | None:
    """The game of that number, from all events of its table; None if it has not come to its end.

    `id_` is by what it is found.
    """
    start = next(
        (
            at
            for at, event in enumerate(events)
            if isinstance(event, GameStarted) and event.number == number
        ),
        None,
    )
    if start is None:
        return None
    # The games before it are passed over, for another one has followed.
    table = fold(Table(table_id), events[: start + 1])
    reading = _Reading(table)
    for event in events[start + 1 :]:
        if reading.is_over or isinstance(event, GameStarted):
            break
        reading.read(event)
    return reading.review(id_) if reading.is_over else None


class _Reading:
    """Goes along the events of one game, and keeps what a review needs."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._deck: tuple[str, ...] = ()
        self._reshuffles: list[tuple[str, ...]] = []
        self._steps: list[Step] = []
        self._move: MoveMade | None = None
        self.is_over = False

    def read(self, event: AnyTableEvent) -> None:
        if isinstance(event, MoveMade):
            self._end_step()
            self._move = event
        elif isinstance(event, GameEvent):
            self._read_game(event)
        self._table = apply(self._table, event)

    def review(self, id_: str) -> Review:
        self._end_step()
        return Review(id_, self._table, self._deck, tuple(self._reshuffles), tuple(self._steps))

    def _read_game(self, event: GameEvent) -> None:
        match event_of_game(event):
            case Dealt() as dealt:
                game = self._table.game
                self._deck = deck_of(dealt, game.first_seat if game else 1)
            case Reshuffled() as made_anew:
                self._reshuffles.append(made_anew.deck)
            case GameEnded():
                self.is_over = True
            case _:
                pass

    def _end_step(self) -> None:
        """What has happened since the last move is what it came to."""
        move, state = self._move, self._table.state
        if state is not None:
            seat, text = (move.seat, move.move) if move else (None, None)
            self._steps.append(Step(seat, text, state))


def ended_games(events: Iterable[AnyTableEvent]) -> bool:
    """Whether a game came to its end with one of the events."""
    return any(
        isinstance(event, GameEvent) and event.event.get("type") == GameEnded.__name__
        for event in events
    )
