"""A table as the fold of its events, and what each viewer may know of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, assert_never

import msgspec

from sarja.rules.chance import CutRound
from sarja.rules.commitments import Commitment
from sarja.rules.events import (
    Dealt,
    Drawn,
    DrewNothing,
    Event,
    GameEnded,
    Reshuffled,
    TurnBegan,
    advance_state,
)
from sarja.rules.model import Game, State, View, new_position
from sarja.rules.variant import Help, Setup, Variant
from sarja.table.actions import Settings
from sarja.table.errors import TableError
from sarja.table.events import (
    AnyTableEvent,
    BotSeated,
    ClockCharged,
    ClockRanOut,
    DeckCommitted,
    GameCalledOff,
    GameEvent,
    GamePaused,
    GameResumed,
    GameStarted,
    LobbyEntered,
    MoveMade,
    RequestAgreed,
    RequestDropped,
    RequestMade,
    Said,
    ScreenAdded,
    ScreensRemoved,
    SeatRenamed,
    SeatsSwapped,
    SeatTaken,
    SeatVacated,
    SettingsChanged,
    SpectatorsChanged,
    StandInLeft,
    StandInSeated,
    TableOpened,
    TalkCalled,
    TalkDropped,
    TalkJudged,
    TokenAdded,
    event_of_game,
)
from sarja.table.questions import Request, Vote
from sarja.table.series import Series, deck_of, is_other_game, new_series
from sarja.variants import builtin_variant

Stage = Literal["lobby", "playing", "over"]
NoteKind = Literal["Drawn", "DrewNothing", "Reshuffled", "TalkDropped"]
KEPT_SAYINGS: Final = 30
"""So many of the last phrases and signs are in the view."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat at the table and who sits there: nobody, a person, or a bot."""

    name: str = ""
    bot: str | None = None
    token_hashes: frozenset[str] = frozenset()
    since: int = 0
    """The version at which whoever sits here came, or went."""
    stand_in: str | None = None
    """The bot that plays for the person while they are gone."""
    person: int = 0
    """The number of the person at this table, also on another seat: the event with which they came;
    0 where nobody sits."""

    @property
    def kind(self) -> Literal["open", "person", "bot"]:
        """Who sits there."""
        if self.token_hashes:
            return "person"
        return "open" if self.bot is None else "bot"


@dataclass(frozen=True, slots=True)
class Note:
    """What a move made happen beside chips and cards that everybody sees: a draw, a reshuffle."""

    after: int
    """So many moves had been made."""
    version: int
    kind: NoteKind
    seat: int | None = None
    card: str | None = None
    """What was drawn: for the eyes of that seat."""


@dataclass(frozen=True)
class Table:
    """A table after some number of events, `version`. Holds every secret: for the server only."""

    id: str
    version: int = 0
    review_key: str = ""
    """Secret: by which the ids of its reviews are made; no event has it, nor `id`."""
    code: str = ""
    lesson: bool = False
    """Whether a teacher leads the table: only people of the lesson see it."""
    settings: Settings = field(default_factory=Settings)
    chairs: tuple[Chair, ...] = ()
    screens: Mapping[str, int] = field(default_factory=dict)
    """The hashes of the tokens of table screens, and the versions at which they came."""
    number: int = 0
    """Games begun so far."""
    game: Game | None = None
    state: State | None = None
    moves: tuple[tuple[int | None, str], ...] = ()
    """The moves of the game, in notation, with the seat that made each (R16 is nobody's)."""
    stood_in: tuple[int, ...] = ()
    """The numbers of those moves, from 1, that a bot made for a person."""
    notes: tuple[Note, ...] = ()
    """What happened in the game beside its moves."""
    cut: tuple[CutRound, ...] = ()
    """The rounds of the cut for the deal of the game (R4)."""
    series: Series | None = None
    """How the series stands; None before the first game, and where the settings are others now."""
    deal: int = 1
    """How often the deal of the game has been dealt."""
    commitments: tuple[Commitment, ...] = ()
    """To the deck of the game, and to its reshuffles. Secret: the salts."""
    kept_deck: tuple[str, ...] = ()
    """Secret: the deck of the game as it was dealt, where it is to be dealt again."""
    vote: Vote | None = None
    """Table talk that is being judged; the game rests meanwhile."""
    calls_lost: frozenset[int] = frozenset()
    """The seats with whose call too few agreed: they call no more in this game."""
    said: tuple[tuple[int, Said], ...] = ()
    """What was said of late in the game, or before it, and after how many moves."""
    stage_since: int = 0
    """The version since which settings and stage are what they are."""
    begun_since: int = 0
    """The version at which the game began."""
    turn_since: int = 0
    """The version of the last move that changed who must do what; draws by hand do not."""
    turn_began: int = 0
    """The version since which the seat that must act is the one it is."""
    charged: int = 0
    """Milliseconds of the turn that are used up, as far as that is stored."""
    time_up: bool = False
    """Whether the time of the turn is up."""
    host_seat: int | None = None
    """The seat of whoever is the host, first of all who sat down first."""
    paused: bool = False
    """Whether all have agreed to pause."""
    request: Request | None = None
    """What all are asked for now."""
    filler: str | None = None
    """The bot that plays the turn because its time is up."""

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
        """The seat of the host: of who sat down first, or the first one where a person sits."""
        people = [s for s, chair in enumerate(self.chairs, 1) if chair.kind == "person"]
        return self.host_seat if self.host_seat in people else next(iter(people), None)

    @property
    def space_names(self) -> tuple[str, ...]:
        """The names of the spaces of the game on the table, or of the one to come."""
        return (self.game.variant if self.game else self.variant).board.names

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

    def knows(self, token_hash: str) -> bool:
        """Whether the token is that of a seat or of a table screen."""
        return token_hash in self.screens or self.seat_of_token(token_hash) is not None

    def view(self, seat: int | None) -> View | None:
        """What that seat, or a spectator, may know of the game; None while there is none.

        Who took the seat after the game does not see the hand that was left there.
        """
        if self.state is None:
            return None
        late = self.stage == "over" and seat is not None and self.chair(seat).since
        return self.state.view(None if late and late > self.stage_since else seat)

    @property
    def to_act(self) -> int | None:
        """The seat that must act now; None where nobody must."""
        return None if self.state is None else self.state.position.to_act

    @property
    def lets_watch(self) -> bool:
        """Whether those without a seat may see the table now.

        Where spectators are not wanted it is the running game that is closed to them: who comes for
        a seat has to see the seats. A table of a lesson is nobody else's business.
        """
        if self.lesson:
            return False
        return self.settings.spectators == "allowed" or self.stage != "playing"

    @property
    def sealed_games(self) -> range:
        """The numbers of the games whose deal is secret, for it is, or will be, played again."""
        again = bool(self.kept_deck) or (self.stage == "playing" and self.deal > 1)
        return range(self.number - self.deal + 1, self.number + 1) if again else range(0)

    def opens_to(self, seats: Iterable[int | None], *, screen: bool = False) -> bool:
        """Whether all hands, and the review, are for who has these seats: never before the end.

        Nor where the deal will be played again. Where spectators may not look on, it is for those
        who were there: at a seat, or, with `screen`, as the table screen of those who were. Who
        took the seat after the game is told what a spectator is.
        """
        if self.stage != "over" or self.sealed_games:
            return False
        if self.settings.spectators == "allowed" or screen:
            return True
        # By when the person came: who changes places after the game was there all the same.
        chairs = (self.chair(s) for s in seats if s is not None)
        return any((c.person or c.since) <= self.stage_since for c in chairs)

    def open_hands(self) -> tuple[tuple[str, ...], ...]:
        """All hands, for those to whom they are open.

        The cards of a hand are in the order in which the variant names them, for the order in which
        they came is nobody's business.
        """
        if self.state is None:
            return ()
        order = {card: at for at, card in enumerate(self.state.position.game.variant.cards)}
        return tuple(tuple(sorted(hand, key=order.__getitem__)) for hand in self.state.hands)

    def screen_was_there(self, token_hash: str) -> bool:
        """Whether the table screen of that token was let in before the game began."""
        since = self.screens.get(token_hash)
        return since is not None and since < self.begun_since

    def notes_for(self, seat: int | None) -> list[Note]:
        """The notes that the seat, or a spectator, may see: of draws the seat's own.

        Who took the seat in the middle of a game does not see what it drew before.
        """
        since = None if seat is None else self.chair(seat).since
        return [
            note
            for note in self.notes
            if note.card is None
            or (note.seat == seat and since is not None and since <= note.version)
        ]

    def bot_at(self, seat: int) -> str | None:
        """The bot that plays at the seat, for itself or for the person who sits there."""
        chair = self.chair(seat)
        if self.filler and self.state is not None and self.state.position.to_act == seat:
            return self.filler
        return chair.bot or chair.stand_in

    @property
    def is_vote_forsaken(self) -> bool:
        """Whether table talk is being judged that too few are left to judge."""
        people = [s for s, chair in enumerate(self.chairs, 1) if chair.kind == "person"]
        return self.vote is not None and self.vote.is_forsaken(people)

    def fines_of(self, team: int) -> int:
        """How often table talk has been ruled against the team in this game."""
        return self.moves.count((None, f"!{team}"))

    @property
    def was_played_by_all(self) -> bool:
        """Whether each seat has been played from the deal on by whoever sits there now.

        A bot that made a move for a person, or came for one who left, has played a part of it.
        """
        return not self.stood_in and all(c.since <= self.begun_since for c in self.chairs)

    @property
    def timed_seat(self) -> int | None:
        """The seat whose turn the clock is for: a person's, with a clock on the table."""
        if self.settings.turn_seconds is None or self.stage != "playing" or self.state is None:
            return None
        seat = self.state.position.to_act
        if seat is None or self.chair(seat).kind != "person" or self.chair(seat).stand_in:
            return None
        return seat

    def bot_to_move(self) -> tuple[int, str] | None:
        """The seat and the name of the bot that must move now, or draw by hand; or None."""
        if self.state is None or self.stage != "playing" or self.paused or self.vote is not None:
            return None
        position = self.state.position
        for seat in (*position.owed, position.to_act):
            if seat is not None and (bot := self.bot_at(seat)) is not None:
                return seat, bot
        return None


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


def fold(table: Table, events: Sequence[AnyTableEvent]) -> Table:
    """The table after the events; games that another one has followed are passed over."""
    starts = [at for at, event in enumerate(events) if isinstance(event, GameStarted)]
    last = starts[-1] if starts else 0
    for event in events[:last]:
        if isinstance(event, GameEvent | MoveMade):
            table = _evolve(table, version=table.version + 1)
        else:
            table = apply(table, event)
    for event in events[last:]:
        table = apply(table, event)
    return table


def apply(table: Table, event: AnyTableEvent) -> Table:
    """The table after the event."""
    now = table.version + 1
    return _evolve(table, version=now, **_changes(table, event, now))


def _changes(table: Table, event: AnyTableEvent, now: int) -> dict[str, object]:
    """What the event changes at the table, whose version is then `now`."""
    match event:
        case GameEvent():
            if table.state is None:
                return {}
            happened = event_of_game(event)
            state = advance_state(table.state, happened)
            changes: dict[str, object] = {"state": state}
            began = isinstance(happened, TurnBegan)
            if began or state.position.to_act != table.state.position.to_act:
                changes |= _turn_begun(now)
            if isinstance(happened, GameEnded):
                changes |= {"stage_since": now, "request": None}
                if table.series is not None:
                    series = table.series.after(happened.outcome.winner)
                    changes["series"] = series
                    if series.is_over:
                        changes["kept_deck"] = ()
            elif isinstance(happened, Dealt):
                changes["kept_deck"] = _deck_to_keep(table, happened)
            elif (note := _note(happened, len(table.moves), now)) is not None:
                changes["notes"] = (*table.notes, note)
            return changes
        case DeckCommitted():
            made_now = Commitment(event.hash, event.salt)
            return {"commitments": (*table.commitments, made_now)}
        case MoveMade():
            moves = (*table.moves, (event.seat, event.move))
            made: dict[str, object] = {"moves": moves}
            if event.stand_in:
                made["stood_in"] = (*table.stood_in, len(moves))
            if event.seat is None:
                made["vote"] = None
            return made if is_draw(event.move) else made | {"turn_since": now}
        case TableOpened():
            opened = {"code": event.code, "settings": event.settings, "lesson": event.lesson}
            return opened | {"chairs": (Chair(),) * event.settings.seats}
        case SettingsChanged():
            kept = table.chairs[: event.settings.seats]
            added = (Chair(since=now),) * (event.settings.seats - len(kept))
            changed = {"settings": event.settings, "chairs": kept + added, "stage_since": now}
            if is_other_game(table.settings, event.settings):
                changed |= {"series": None, "kept_deck": ()}
            return changed
        case SpectatorsChanged():
            return {
                "settings": msgspec.structs.replace(table.settings, spectators=event.spectators)
            }
        case SeatTaken():
            hashes = frozenset({event.token_hash})
            sits = Chair(event.name, None, hashes, now, person=now)
            taken = _seated(table, {event.seat: sits})
            first_host = event.seat if table.host is None else table.host
            # Who comes may have seen the cards of a deal that was to be played again.
            return taken | {"host_seat": first_host, "kept_deck": ()}
        case SeatRenamed():
            return _seated(table, {event.seat: replace(table.chair(event.seat), name=event.name)})
        case SeatVacated():
            return _seated(table, {event.seat: Chair(since=now)})
        case SeatsSwapped():
            first = replace(table.chair(event.first), since=now)
            second = replace(table.chair(event.second), since=now)
            places = {event.first: event.second, event.second: event.first}
            swapped = _seated(table, {event.first: second, event.second: first})
            host = table.host
            moved = host if host is None else places.get(host, host)
            return swapped | {"host_seat": moved, "kept_deck": ()}
        case BotSeated():
            return _seated(table, {event.seat: Chair(bot=event.bot, since=now)})
        case StandInSeated():
            return _seated(
                table, {event.seat: replace(table.chair(event.seat), stand_in=event.bot)}
            )
        case StandInLeft():
            return _seated(table, {event.seat: replace(table.chair(event.seat), stand_in=None)})
        case ClockCharged():
            return {"charged": event.charged}
        case ClockRanOut():
            return {"time_up": True, "filler": event.bot}
        case RequestMade():
            agreed = frozenset({event.seat})
            return {"request": Request(event.what, event.seat, agreed, now)}
        case RequestAgreed():
            if table.request is None:
                return {}
            agreed = table.request.agreed | {event.seat}
            return {"request": replace(table.request, agreed=agreed)}
        case RequestDropped() | GameCalledOff():
            return {"request": None}
        case GamePaused() | GameResumed():
            return {"paused": isinstance(event, GamePaused), "request": None}
        case TalkCalled():
            return {"vote": Vote(event.seat, event.team, frozenset(event.asked), now)}
        case TalkJudged():
            return {} if table.vote is None else {"vote": table.vote.after(event)}
        case TalkDropped():
            note = Note(len(table.moves), now, "TalkDropped", event.seat)
            # It is not the caller's fault that those are gone who could have agreed.
            lost = () if table.is_vote_forsaken else (event.seat,)
            return {
                "vote": None,
                "calls_lost": table.calls_lost.union(lost),
                "notes": (*table.notes, note),
            }
        case Said():
            said = (*table.said, (len(table.moves), event))
            return {"said": said[-KEPT_SAYINGS:]}
        case TokenAdded():
            chair = table.chair(event.seat)
            hashes = chair.token_hashes | {event.token_hash}
            return _seated(table, {event.seat: replace(chair, token_hashes=hashes)})
        case ScreenAdded():
            return {"screens": {**table.screens, event.token_hash: now}}
        case ScreensRemoved():
            return {"screens": {}}
        case GameStarted():
            return _game_begun(table, event, now)
        case LobbyEntered():
            cleared = dict.fromkeys(("moves", "stood_in", "notes", "cut", "said"), ())
            if table.stage == "playing":
                # A game without an end: its deal is not played again.
                cleared["kept_deck"] = ()
            return {
                "state": None,
                "paused": False,
                "request": None,
                "vote": None,
                "stage_since": now,
                **cleared,
            }
        case _:
            assert_never(event)


def _deck_to_keep(table: Table, dealt: Dealt) -> tuple[str, ...]:
    """The deck, where it is to be dealt again after this game."""
    if table.game is None or not table.settings.duplicate or table.deal >= table.setup.teams:
        return ()
    return deck_of(dealt, table.game.first_seat)


def _game_begun(table: Table, event: GameStarted, now: int) -> dict[str, object]:
    settings = table.settings
    game = Game(table.variant, table.setup, event.dealer, settings.draw, settings.table_talk)
    new = new_series(settings, game.teams)
    # The deal follows as an event of its own; until then nobody has a card.
    return {
        "number": event.number,
        "game": game,
        "state": State(new_position(game), ((),) * game.seats, ()),
        "moves": (),
        "stood_in": (),
        "notes": (),
        "cut": event.cut,
        "series": replace(new, wins=event.wins or new.wins, played=event.played),
        "deal": event.deal,
        "commitments": (),
        "kept_deck": (),
        "vote": None,
        "calls_lost": frozenset(),
        "said": (),
        "paused": False,
        "request": None,
        "stage_since": now,
        "begun_since": now,
        "turn_since": now,
        **_turn_begun(now),
    }


def _turn_begun(now: int) -> dict[str, object]:
    return {"turn_began": now, "charged": 0, "time_up": False, "filler": None}


def _note(event: Event, after: int, now: int) -> Note | None:
    """What is noted of the event, if anything is."""
    match event:
        case Drawn():
            return Note(after, now, "Drawn", event.seat, event.card)
        case DrewNothing():
            return Note(after, now, "DrewNothing", event.seat)
        case Reshuffled():
            return Note(after, now, "Reshuffled")
        case _:
            return None


def is_draw(move: str) -> bool:
    """Whether the move, in notation, is a draw by hand (R14)."""
    return move.endswith(":+")


def _seated(table: Table, changed: dict[int, Chair]) -> dict[str, object]:
    return {"chairs": tuple(changed.get(s, chair) for s, chair in enumerate(table.chairs, 1))}


def _evolve(table: Table, **changes: object) -> Table:
    """The table with some fields changed; as in `sarja.rules.model.evolve`, for its speed."""
    changed: Table = object.__new__(Table)
    object.__setattr__(changed, "__dict__", table.__dict__ | changes)
    return changed
