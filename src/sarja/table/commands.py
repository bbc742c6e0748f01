"""What an action makes happen at a table, or why it may not."""

from typing import Final, assert_never

from sarja.bots.registry import playable_bots
from sarja.rules.chance import CutRound, next_dealer
from sarja.rules.model import Game
from sarja.rules.moves import Draw, TableTalk
from sarja.rules.notation import format_move, parse_move
from sarja.rules.play import deal, play
from sarja.table.actions import (
    Admit,
    Agree,
    AnyAction,
    Ask,
    Configure,
    Decline,
    Fill,
    Invite,
    Judge,
    Lobby,
    Play,
    Rename,
    Return,
    Say,
    Screen,
    Settings,
    Sit,
    Stand,
    StandIn,
    Start,
    Swap,
    Unscreen,
    Vacate,
)
from sarja.table.chance import TableChance
from sarja.table.clock import charge
from sarja.table.decks import deck_committed, happened
from sarja.table.errors import TableError
from sarja.table.events import (
    AnyTableEvent,
    BotSeated,
    GameStarted,
    LobbyEntered,
    MoveMade,
    ScreenAdded,
    ScreensRemoved,
    SeatRenamed,
    SeatsSwapped,
    SeatTaken,
    SeatVacated,
    SettingsChanged,
    SpectatorsChanged,
    StandInLeft,
    TableOpened,
)
from sarja.table.hosts import fill, require_host, swap, vacate
from sarja.table.moment import NOWHEN, Moment
from sarja.table.names import clean_name
from sarja.table.phrases import say
from sarja.table.requests import agree, ask, decline
from sarja.table.series import new_series, swaps_to
from sarja.table.stand_ins import DEFAULT_BOT, let_stand_in, stop_standing_in
from sarja.table.table import Table, is_draw, setup_of
from sarja.table.votes import call, judge, left

MAX_SCREENS: Final = 8
"""So many table screens a table has at most."""


def open_table(code: str, settings: Settings, teacher: str | None = None) -> list[AnyTableEvent]:
    """The events that open a table; with the hash of a teacher's token one of a lesson.

    The teacher sees it as a table screen does.

    Raises:
        TableError: the settings name no game.
    """
    setup_of(settings)
    if teacher is not None:
        return [TableOpened(code, settings, lesson=True), ScreenAdded(teacher)]
    return [TableOpened(code, settings)]


def decide(
    table: Table,
    seat: int | None,
    action: AnyAction,
    chance: TableChance,
    token_hash: str | None = None,
    moment: Moment = NOWHEN,
    *,
    by_bot: bool = False,
) -> list[AnyTableEvent]:
    """The events that the action of that seat makes happen; None is somebody without a seat.

    `token_hash` is by what the seat will be known that `Sit` takes, and the screen of `Screen`;
    `by_bot` says that a bot acts there, perhaps for the person.

    Raises:
        TableError: it cannot be done here, now, or by this seat.
        IllegalMove: the rules do not allow the move.
    """
    if table.lesson and not isinstance(action, Play | Judge | StandIn | Return):
        # A teacher does all the rest (`sarja.table.lessons`).
        raise TableError("lesson-led")
    match action:
        case Sit():
            return _sit(table, seat, action, token_hash)
        case Configure():
            require_host(table, _seated(seat), moment)
            _require_no_game(table)
            setup_of(action.settings)
            # A finished game is cleared away: its seats are not those of the new settings.
            cleared: list[AnyTableEvent] = [LobbyEntered()] if table.stage == "over" else []
            return [*cleared, SettingsChanged(action.settings)]
        case Rename():
            return [SeatRenamed(_seated(seat), _name_for(table, action.name, seat))]
        case Stand():
            if table.stage == "playing":
                return left(table, [BotSeated(_seated(seat), DEFAULT_BOT)])
            return [SeatVacated(_seated(seat))]
        case Swap():
            _require_no_game(table)
            return swap(table, _seated(seat), action, moment)
        case Fill():
            _require_no_game(table)
            return fill(table, _seated(seat), moment)
        case Invite():
            _seated(seat)
            if table.chair(action.seat).kind == "person":
                raise TableError("seat-taken", seat=action.seat)
            if action.bot not in playable_bots():
                raise TableError("bot-not-here", name=action.bot)
            return [BotSeated(action.seat, action.bot)]
        case Vacate():
            return left(table, vacate(table, _seated(seat), action, moment))
        case Admit():
            require_host(table, _seated(seat), moment)
            return [SpectatorsChanged(action.spectators)]
        case Screen():
            return _add_screen(table, seat, token_hash)
        case Unscreen():
            require_host(table, _seated(seat), moment)
            return [ScreensRemoved()]
        case Start():
            _seated(seat)
            _require_no_game(table)
            return start_game(table, chance, shuffled=action.teams == "shuffled")
        case Play():
            return _play(table, _seated(seat), action, chance, moment, by_bot)
        case StandIn():
            _seated(seat)
            return let_stand_in(table, action.seat, moment)
        case Ask():
            return ask(table, _seated(seat), action.what, moment)
        case Agree():
            return agree(table, _seated(seat), moment)
        case Decline():
            return decline(table, _seated(seat))
        case Judge():
            return judge(table, _seated(seat), action.agree, chance)
        case Say():
            return say(table, _seated(seat), action.what, moment)
        case Return():
            return stop_standing_in(table, _seated(seat))
        case Lobby():
            _seated(seat)
            if table.stage != "over":
                raise TableError("game-not-over")
            return [LobbyEntered()]
        case _:
            assert_never(action)


def check_fresh(table: Table, action: AnyAction, version: int) -> None:
    """Nothing, unless what the action hangs on has changed since that version of the table.

    A draw by hand, table talk, a name, a phrase, the wish for a seat: these are as good as they
    were.

    Raises:
        TableError: `stale`.
    """
    match action:
        case Play():
            late = is_draw(action.move) or action.move.startswith("!")
            since = 0 if late else table.turn_since
        case Start() | Lobby() | Configure() | Stand() | Ask() | Fill():
            since = table.stage_since
        case Agree() | Decline():
            since = table.request.since if table.request else 0
        case Judge():
            since = table.vote.since if table.vote else 0
        case Swap() | Invite() | Vacate() | StandIn():
            named = [action.seat, action.other] if isinstance(action, Swap) else [action.seat]
            known = [s for s in named if s is not None and 1 <= s <= len(table.chairs)]
            since = max(table.stage_since, *(table.chair(s).since for s in known), 0)
        case Sit() | Rename() | Admit() | Screen() | Unscreen() | Return() | Say():
            since = 0
        case _:
            assert_never(action)
    if not since <= version <= table.version:
        raise TableError("stale")


def _name_for(table: Table, name: str, seat: int | None) -> str:
    return clean_name(name, [c.name for s, c in enumerate(table.chairs, 1) if s != seat and c.name])


def _sit(
    table: Table, seat: int | None, action: Sit, token_hash: str | None
) -> list[AnyTableEvent]:
    if seat is not None:
        raise TableError("seated-already", seat=seat)
    if token_hash is None:
        raise TableError("token-missing")
    chosen = action.seat
    if chosen is None:
        kinds = [chair.kind for chair in table.chairs]
        free = [k for k in ("open", "bot") if k in kinds]
        if not free:
            raise TableError("table-full")
        chosen = kinds.index(free[0]) + 1
    if table.chair(chosen).kind == "person":
        raise TableError("seat-taken", seat=chosen)
    taken = SeatTaken(chosen, _name_for(table, action.name, None), token_hash)
    if table.stage != "playing":
        return [taken]
    if table.host is not None:
        # With the seat would come its hand, and who watches plays against nobody's friend.
        raise TableError("seat-in-game", seat=chosen)
    # A game that people have left to bots is in nobody's way.
    return [LobbyEntered(), taken]


def _add_screen(table: Table, seat: int | None, token_hash: str | None) -> list[AnyTableEvent]:
    if seat is not None:
        raise TableError("seated-already", seat=seat)
    if token_hash is None:
        raise TableError("token-missing")
    _require_no_game(table)
    if len(table.screens) >= MAX_SCREENS:
        raise TableError("too-many-screens", limit=MAX_SCREENS)
    return [ScreenAdded(token_hash)]


def start_game(table: Table, chance: TableChance, *, shuffled: bool = False) -> list[AnyTableEvent]:
    """The events of the next deal, where no game is on; open seats are filled with bots.

    Raises:
        TableError: `series-on`: teams are shuffled between series.
    """
    settings, setup = table.settings, table.setup
    series = table.series
    if series is None or series.is_over:
        series = new_series(settings, setup.teams)
    events: list[AnyTableEvent] = [
        BotSeated(s, DEFAULT_BOT) for s, chair in enumerate(table.chairs, 1) if chair.kind == "open"
    ]
    again = table.kept_deck
    if shuffled:
        if series.played:
            raise TableError("series-on")
        seats = tuple(map(str, range(1, setup.seats + 1)))
        swaps = swaps_to(tuple(map(int, chance.order(seats))))
        events += [SeatsSwapped(first, second) for first, second in swaps]
        again = ()
    cut: tuple[CutRound, ...] = ()
    if table.game is not None and table.game.seats == setup.seats:
        dealer = next_dealer(table.game)
    else:
        dealer, cut = chance.cut(table.variant, setup.seats)
    number, deals = table.number + 1, table.deal + 1 if again else 1
    events.append(GameStarted(number, dealer, cut, series.wins, series.played, deals))
    game = Game(table.variant, setup, dealer, settings.draw, settings.table_talk)
    # The dealer is the next one, so a deck that is dealt again goes to the next seats.
    deck = again or chance.order(table.variant.deck)
    _, dealt = deal(game, deck)
    return [*events, deck_committed(deck, chance), *happened(table, dealt, chance)]


def _play(
    table: Table, seat: int, action: Play, chance: TableChance, moment: Moment, by_bot: bool
) -> list[AnyTableEvent]:
    if table.stage == "lobby" or table.state is None:
        raise TableError("game-not-begun")
    if table.paused:
        raise TableError("game-paused")
    board = table.variant.board
    move, named = parse_move(action.move, board)
    if named not in (None, seat):
        raise TableError("seat-not-yours", seat=named or 0)
    if isinstance(move, TableTalk):
        return call(table, seat, move.team, moment)
    late = isinstance(move, Draw)
    if table.vote is not None and not late:
        # What is judged might else be played out meanwhile.
        raise TableError("vote-open")
    # A draw by hand is the seat's own at any time.
    acting = None if late else seat
    _, events = play(table.state, move, lambda _, cards: chance.order(cards), acting)
    chair = table.chair(seat)
    made = [] if late else charge(table, moment, seat)
    if chair.stand_in is not None and not by_bot:
        # Who plays is back.
        made.append(StandInLeft(seat))
    stands_in = by_bot and chair.kind == "person"
    made.append(MoveMade(seat, format_move(move, board), stands_in))
    return made + happened(table, events, chance)


def _seated(seat: int | None) -> int:
    if seat is None:
        raise TableError("not-seated")
    return seat


def _require_no_game(table: Table) -> None:
    if table.stage == "playing":
        raise TableError("game-on")
