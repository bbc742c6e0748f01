"""A table as the fold of its events, and what each viewer may know of it."""

from dataclasses import dataclass, field, replace
from typing import Literal, assert_never

from sarja.rules.events import advance_state
from sarja.rules.model import Game, State, View, new_position
from sarja.rules.variant import Help, Setup, Variant
from sarja.table.actions import Settings
from sarja.table.errors import TableError
from sarja.table.events import (
    AnyTableEvent,
    BotSeated,
    GameEvent,
    GameStarted,
    LobbyEntered,
    MoveMade,
    SeatRenamed,
    SeatsSwapped,
    SeatTaken,
    SeatVacated,
    SettingsChanged,
    TableOpened,
    TokenAdded,
    event_of_game,
)
from sarja.variants import builtin_variant

Stage = Literal["lobby", "playing", "over"]


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat at the table and who sits there: nobody, a person, or a bot."""

    name: str = ""
    bot: str | None = None
    token_hashes: frozenset[str] = frozenset()

    @property
    def kind(self) -> Literal["open", "person", "bot"]:
        """Who sits there."""
        if self.token_hashes:
            return "person"
        return "open" if self.bot is None else "bot"


@dataclass(frozen=True)
class Table:
    """A table after some number of events, `version`. Holds every secret: for the server only."""

    id: str
    version: int = 0
    code: str = ""
    settings: Settings = field(default_factory=Settings)
    chairs: tuple[Chair, ...] = ()
    number: int = 0
    """Games begun so far."""
    game: Game | None = None
    state: State | None = None
    moves: tuple[tuple[int | None, str], ...] = ()
    """The moves of the game, in notation, with the seat that made each (R16 is nobody's)."""
    opened_at: int = 0
    """The version at which the game began; events before it belong to no game on the table."""

    @property
    def stage(self) -> Stage:
        """Whether people choose seats, play, or look at the end of a game."""
        if self.state is None:
            return "lobby"
        return "playing" if self.state.position.outcome is None else "over"

    @property
    def variant(self) -> Variant:
        """The variant that the table plays."""
        return variant_of(self.settings)

    @property
    def setup(self) -> Setup:
        """The seating that the table plays."""
        return setup_of(self.settings)

    @property
    def help(self) -> Help:
        """Whether the program shows legal spaces (R8)."""
        return self.settings.help or self.variant.help

    @property
    def host(self) -> int | None:
        """The seat of the host: the first one where a person sits."""
        people = (s for s, chair in enumerate(self.chairs, 1) if chair.kind == "person")
        return next(people, None)

    def chair(self, seat: int) -> Chair:
        """The chair of that number.

        Raises:
            TableError: `seat-unknown`.
        """
        if not 1 <= seat <= len(self.chairs):
            raise TableError("seat-unknown", seat=seat)
        return self.chairs[seat - 1]

    def seat_of_token(self, token_hash: str) -> int | None:
        """The seat that is known by the token, or None."""
        return next(
            (s for s, chair in enumerate(self.chairs, 1) if token_hash in chair.token_hashes), None
        )

    def view(self, seat: int | None) -> View | None:
        """What that seat, or a spectator, may know of the game; None while there is none."""
        return None if self.state is None else self.state.view(seat)

    def bot_to_move(self) -> tuple[int, str] | None:
        """The seat and the name of the bot that must move now, or None."""
        if self.state is None or self.state.position.to_act is None:
            return None
        seat = self.state.position.to_act
        bot = self.chairs[seat - 1].bot
        return None if bot is None else (seat, bot)


def variant_of(settings: Settings) -> Variant:
    """The variant that the settings name.

    Raises:
        TableError: `variant-unknown`.
    """
    variant = builtin_variant(settings.variant)
    if variant is None:
        raise TableError("variant-not-here", name=settings.variant)
    return variant


def setup_of(settings: Settings) -> Setup:
    """The seating that the settings name.

    Raises:
        TableError: `seating-not-possible`.
    """
    setup = variant_of(settings).setup(settings.seats, settings.teams)
    if setup is None:
        raise TableError("seating-not-possible", seats=settings.seats)
    return setup


def apply(table: Table, event: AnyTableEvent) -> Table:
    """The table after the event."""
    return replace(_applied(table, event), version=table.version + 1)


def _applied(table: Table, event: AnyTableEvent) -> Table:
    match event:
        case TableOpened():
            chairs = (Chair(),) * event.settings.seats
            return replace(table, code=event.code, settings=event.settings, chairs=chairs)
        case SettingsChanged():
            kept = table.chairs[: event.settings.seats]
            added = (Chair(),) * (event.settings.seats - len(kept))
            return replace(table, settings=event.settings, chairs=kept + added)
        case SeatTaken():
            return _seated(
                table, event.seat, Chair(event.name, None, frozenset({event.token_hash}))
            )
        case SeatRenamed():
            return _seated(table, event.seat, replace(table.chair(event.seat), name=event.name))
        case SeatVacated():
            return _seated(table, event.seat, Chair())
        case SeatsSwapped():
            first, second = table.chair(event.first), table.chair(event.second)
            return _seated(_seated(table, event.first, second), event.second, first)
        case BotSeated():
            return _seated(table, event.seat, Chair(bot=event.bot))
        case TokenAdded():
            chair = table.chair(event.seat)
            hashes = chair.token_hashes | {event.token_hash}
            return _seated(table, event.seat, replace(chair, token_hashes=hashes))
        case GameStarted():
            settings = table.settings
            game = Game(
                table.variant, table.setup, event.dealer, settings.draw, settings.table_talk
            )
            # The deal follows as an event of its own; until then nobody has a card.
            empty = State(new_position(game), ((),) * game.seats, ())
            return replace(
                table,
                number=event.number,
                game=game,
                state=empty,
                moves=(),
                opened_at=table.version + 1,
            )
        case MoveMade():
            return replace(table, moves=(*table.moves, (event.seat, event.move)))
        case GameEvent():
            if table.state is None:
                return table
            return replace(table, state=advance_state(table.state, event_of_game(event)))
        case LobbyEntered():
            return replace(table, state=None, moves=())
        case _:
            assert_never(event)


def _seated(table: Table, seat: int, chair: Chair) -> Table:
    chairs = (*table.chairs[: seat - 1], chair, *table.chairs[seat:])
    return replace(table, chairs=chairs)
