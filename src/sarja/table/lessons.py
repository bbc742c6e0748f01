"""A lesson: who sits at which of its tables, and what its teacher makes happen there.

Where each pupil belongs is the plan of the lesson; the tables are made to be as it says. So a plan
that is stored can be carried out again whatever comes between, and nothing happens twice.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from sarja.table.actions import Settings
from sarja.table.chance import TableChance
from sarja.table.clock import charge
from sarja.table.commands import start_game
from sarja.table.errors import TableError
from sarja.table.events import (
    AnyTableEvent,
    BotSeated,
    GameCalledOff,
    GamePaused,
    GameResumed,
    LobbyEntered,
    SeatTaken,
    SeatVacated,
    SettingsChanged,
)
from sarja.table.lesson_messages import Fill
from sarja.table.moment import Moment
from sarja.table.stand_ins import DEFAULT_BOT
from sarja.table.table import Table, fold, setup_of, variant_of
from sarja.table.votes import left

MAX_PUPILS: Final = 60


@dataclass(frozen=True, slots=True)
class Place:
    """Who belongs at a seat."""

    name: str
    token_hash: str


def check_lesson(settings: Settings) -> None:
    """Nothing, if a lesson can be held with these settings.

    Raises:
        TableError: they name no game.
    """
    setup_of(settings)


def settings_for(settings: Settings, bots: Fill, pupils: int) -> Settings:
    """What a table with so many pupils plays.

    Where bots do not fill it up it has the fewest seats that there can be, and a bot only where the
    game has no such number: nobody plays alone, and not five.
    """
    if bots == "fill":
        return settings
    setups = variant_of(settings).setups
    seats = min((s.seats for s in setups if pupils <= s.seats <= settings.seats), default=None)
    if seats is None or seats == settings.seats:
        return settings
    return replace(settings, seats=seats, teams=None)


def next_table(taken: Mapping[int, int], playing: Collection[int], seats: int) -> int:
    """The number of the table where the next pupil sits down; maybe of one that is not there yet.

    `taken` has how many pupils are at each table; nobody comes to one in the middle of a game.
    """
    free = (n for n in sorted(taken) if n not in playing and taken[n] < seats)
    return next(free, max(taken, default=0) + 1)


def grouped(pupils: Sequence[int], seats: int) -> list[list[int]]:
    """The pupils, in this order, at as few tables as hold them, and so many alike at each."""
    tables = -(-len(pupils) // seats)
    groups = []
    begun = 0
    for number in range(tables):
        size = len(pupils) // tables + (number < len(pupils) % tables)
        groups.append(list(pupils[begun : begun + size]))
        begun += size
    return groups


def result_of(table: Table, token_hash: str) -> int:
    """How the game at the table went for who sits there: 2 won, 1 drawn, 0 lost or not over."""
    seat = table.seat_of_token(token_hash)
    outcome = None if table.state is None else table.state.position.outcome
    if seat is None or outcome is None:
        return 0
    if outcome.winner is None:
        return 1
    return 2 if (seat - 1) % table.setup.teams + 1 == outcome.winner else 0


def reseat(table: Table, settings: Settings, places: Sequence[Place]) -> list[AnyTableEvent]:
    """Seat these people there, on the first seats in their order; nothing where all is so.

    Where somebody comes while a game is on, it ends without a winner; who leaves it leaves the seat
    to a bot.
    """
    known = frozenset(place.token_hash for place in places)
    here = {s: c.token_hashes for s, c in enumerate(table.chairs, 1) if c.kind == "person"}
    leaving = [seat for seat, hashes in here.items() if not hashes & known]
    coming = known - frozenset().union(*here.values())
    if table.stage == "playing" and not coming:
        return left(table, [BotSeated(seat, DEFAULT_BOT) for seat in leaving])
    wanted = dict(enumerate(places, 1))
    moved = [
        seat
        for seat, hashes in here.items()
        if seat not in wanted or wanted[seat].token_hash not in hashes
    ]
    if not (moved or coming or table.settings != settings):
        return []
    events: list[AnyTableEvent] = []
    if table.stage == "playing":
        events.append(GameCalledOff())
    if table.stage != "lobby":
        events.append(LobbyEntered())
    if table.settings != settings:
        events.append(SettingsChanged(settings))
    after = fold(table, events)
    for seat, chair in enumerate(after.chairs, 1):
        if chair.kind == "bot" or (chair.kind == "person" and seat in moved):
            events.append(SeatVacated(seat))
    after = fold(table, events)
    events += [
        SeatTaken(seat, place.name, place.token_hash)
        for seat, place in wanted.items()
        if after.chair(seat).kind != "person"
    ]
    return events


def clear(table: Table) -> list[AnyTableEvent]:
    """The game there is cleared away; one that is on ends without a winner.

    Raises:
        TableError: `game-not-begun`.
    """
    if table.stage == "lobby":
        raise TableError("game-not-begun")
    ended: list[AnyTableEvent] = [GameCalledOff()] if table.stage == "playing" else []
    return [*ended, LobbyEntered()]


def start_round(table: Table, chance: TableChance) -> list[AnyTableEvent]:
    """Deal there.

    Raises:
        TableError: `game-on`; `not-seated` where no pupil sits.
    """
    if table.stage == "playing":
        raise TableError("game-on")
    if table.host is None:
        raise TableError("not-seated")
    return start_game(table, chance)


def pause(table: Table, moment: Moment) -> list[AnyTableEvent]:
    """Nobody plays there until the teacher says so.

    Raises:
        TableError: `no-game-on`, `game-paused`.
    """
    if table.stage != "playing":
        raise TableError("no-game-on")
    if table.paused:
        raise TableError("game-paused")
    return [*charge(table, moment, table.timed_seat), GamePaused()]


def resume(table: Table) -> list[AnyTableEvent]:
    """The game there goes on.

    Raises:
        TableError: `game-not-paused`.
    """
    if not table.paused:
        raise TableError("game-not-paused")
    return [GameResumed()]
