"""The messages between a table's server and its clients, version 1 (docs/protocol.md).

Every message is one JSON object in one text frame; `type` names it. What goes to the server is
in `ClientMessage`, what comes from it in `ServerMessage`. Types for the browser are made from here.
"""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from sarja.rules.model import DrawMode, Phase, Position, TalkMode
from sarja.rules.notation import format_move
from sarja.rules.play import is_dead, legal_moves
from sarja.rules.record import board_rows, locked_rows, outcome_data
from sarja.rules.variant import Help
from sarja.table.actions import AnyAction, Saying, Settings, Wish
from sarja.table.clock import time_left
from sarja.table.events import SeenTableEvent
from sarja.table.hosts import acting_host
from sarja.table.lesson_messages import LessonClientMessage, LessonServerMessage
from sarja.table.moment import NOWHEN, Moment
from sarja.table.questions import Request
from sarja.table.reviews import review_id
from sarja.table.table import NoteKind, Stage, Table
from sarja.table.votes import may_call, vote_left
from sarja.table.wire import CommandId, Message, SeatInfo, TableId, Token, Version

PROTOCOL: Final = 1

# To the server


class Open(Message, frozen=True, tag="open"):
    """Open a table. Answered by `opened`."""

    id: CommandId
    settings: Settings


class Attach(Message, frozen=True, tag="attach"):
    """Follow a table, found by its id or its code, as the seat of `token` or as a spectator.

    `have` is the last event that the client has; it gets those after it, or a whole table. Answered
    by `table`, then `update` for everything that happens. A socket may follow any number of seats.
    """

    id: CommandId
    table: TableId | None = None
    code: Annotated[str, Meta(max_length=20)] | None = None
    token: Token | None = None
    tokens: Annotated[list[Token], Meta(min_length=1, max_length=12)] | None = None
    """Pass and play: several seats on one device, all hands covered at first."""
    have: Version | None = None


class Detach(Message, frozen=True, tag="detach"):
    """Stop following the table as that seat, or as a spectator."""

    table: TableId
    seat: int | None = None


class Do(Message, frozen=True, tag="do"):
    """Do something at a table. Answered by `done` or `refused`.

    `id` is unique for the seat: sent again, it happens once and gets the same answer. `version`
    is the last event the client has seen.
    """

    id: CommandId
    table: TableId
    version: Version
    action: AnyAction
    token: Token | None = None


class OfferLink(Message, frozen=True, tag="offer-link"):
    """Ask for a secret with which another device can take over the seat, once, for ten minutes."""

    id: CommandId
    table: TableId
    token: Token


class TakeLink(Message, frozen=True, tag="take-link"):
    """Give such a secret, and get a token for its seat. Answered by `done`."""

    id: CommandId
    secret: Token


class Uncover(Message, frozen=True, tag="uncover"):
    """Show the hand of one of several seats, which must be the one to act. Answered by `table`.

    It is covered again by `cover`, or as soon as another seat is to act.
    """

    id: CommandId
    table: TableId
    token: Token


class Cover(Message, frozen=True, tag="cover"):
    """Show no hand any more where several seats are followed. No answer."""

    table: TableId


class Attend(Message, frozen=True, tag="attend"):
    """Tell whether the person is there, who has turned to something else or has come back.

    Good for all that the connection follows. No answer; a new connection is taken for attending.
    """

    there: bool


class SignIn(Message, frozen=True, tag="sign-in"):
    """Say whose connection this is: seats taken on it are the account's. Null: nobody's.

    `device` is a random secret that the client keeps: by it a guest is known again who is blocked.
    """

    id: CommandId
    session: Token | None = None
    device: Token | None = None


class Ping(Message, frozen=True, tag="ping"):
    """Answered by `pong`."""


ClientMessage = (
    Open
    | Attach
    | Detach
    | Do
    | OfferLink
    | TakeLink
    | Uncover
    | Cover
    | Attend
    | SignIn
    | LessonClientMessage
    | Ping
)


# To the client


class Welcome(Message, frozen=True, tag="welcome"):
    """The first message on every socket."""

    protocol: int
    server: str
    url: str = ""
    """Where other devices find this server: the beginning of links to its tables."""


class Opened(Message, frozen=True, tag="opened"):
    """The table is there."""

    id: str
    table: str
    code: str


class Done(Message, frozen=True, tag="done"):
    """It was done and is stored; `version` is its last event. Sitting down gives a `token`."""

    id: str
    table: str
    version: int
    seat: int | None = None
    token: str | None = None


class LinkOffered(Message, frozen=True, tag="link"):
    """The secret that `offer-link` asked for, and for how many seconds it is good."""

    id: str
    table: str
    seat: int
    secret: str
    seconds: int


class SignedIn(Message, frozen=True, tag="signed-in"):
    """The answer to `sign-in`: the name of the account, or null."""

    id: str
    name: str | None


class Refused(Message, frozen=True, tag="refused"):
    """It was not done. The catalogue has the text `error-CODE`; `rule` is there for the rules."""

    id: str | None
    code: str
    params: dict[str, str | int] = field(default_factory=dict)
    rule: str | None = None


class ClockInfo(Struct, frozen=True):
    """The clock of the turn that is on; milliseconds that are `left` when the message is sent."""

    seat: int
    seconds: int
    left: int
    runs: bool
    """Whether it goes on; it stands while nobody is there, and when the time is up."""


class RequestInfo(Struct, frozen=True):
    """What is asked of all, by whom, and the seats that have agreed."""

    what: Wish
    seat: int
    agreed: list[int]


class VoteInfo(Struct, frozen=True):
    """Table talk that the `seat` has called of the `team`: who is asked, and who has judged how.

    Milliseconds that are `left` when the message is sent.
    """

    seat: int
    team: int
    asked: list[int]
    agreed: list[int]
    declined: list[int]
    left: int
    runs: bool
    """Whether the time goes on; it stands while nobody is there, and in a pause."""


class GameView(Struct, frozen=True):
    """The game as one viewer may see it. Spaces by name; seats and teams from 1."""

    number: int
    dealer: int
    ply: int
    phase: Phase
    turn: int | None
    """The seat that must act."""
    owed: list[int]
    board: list[str]
    """A string a row: `*` free corner, `.` open, `1` `2` `3` a team's chip."""
    locked: list[str]
    """A string a row: `#` a locked chip."""
    sequences: list[dict[str, Any]]
    discards: list[list[str]]
    hand_sizes: list[int]
    deck: int
    target: int
    """Sequences needed to win."""
    outcome: dict[str, Any] | None
    review: str | None
    """When the game is over: by what its review is found, where `hands` are shown."""
    log: list[tuple[int | None, str]]
    """The moves so far, in notation, each with the seat that made it."""
    stood_in: list[int]
    """The numbers of those moves, from 1, that a bot made for a person."""
    notes: list[tuple[int, NoteKind, int | None, str | None]]
    """What else happened: after how many moves, the event's type, its seat, its card. Of cards that
    were drawn only the viewer's own."""
    cut: list[tuple[str | None, ...]]
    """The rounds of the cut for the deal: each seat's card, null for a seat that was out."""
    commitments: list[str]
    """The hashes that commit to the order of the deck, and to that of each reshuffle so far."""
    hand: list[str]
    """The viewer's own cards; empty for a spectator."""
    dead: list[str]
    """The viewer's dead cards; empty where `help` is `none`."""
    may: list[str]
    """Moves that the viewer may make now, in notation: where `help` is `none` without those that
    would show a space, an exchange or a pass; a line to choose, a card to give up, a draw and
    table talk are always in it."""
    hands: list[list[str]]
    """All hands once the game is over, by seat, each in the order of the codes; empty before."""


class SeriesInfo(Struct, frozen=True):
    """How a series of games stands, of which a game is on the table or was."""

    games: int
    """So many games it has at most."""
    played: int
    """So many of them are over."""
    wins: list[int]
    """By team."""
    over: bool
    winner: int | None
    """The team that has won the series; nothing before its end, and where none has won more."""
    again: bool
    """Whether the next game has the deal of this one, with seats changed."""


class TableView(Struct, frozen=True):
    """The whole table as one viewer may see it."""

    table: str
    code: str
    lesson: bool
    """Whether a teacher leads the table, who starts its games and seats people there."""
    version: int
    stage: Stage
    settings: Settings
    variant: str
    teams: int
    help: Help
    draw: DrawMode
    table_talk: TalkMode
    seats: list[SeatInfo]
    host: int | None
    screens: int
    """How many devices are table screens."""
    you: int | None
    """The viewer's seat, whose hand is shown; nothing for a spectator, or while all is covered."""
    yours: list[int | None]
    """The seats of the viewer's tokens, in their order; nothing for one that is no seat's now."""
    clock: ClockInfo | None
    """Nothing where the table has no clock, and in the turn of a bot."""
    paused: bool
    request: RequestInfo | None
    vote: VoteInfo | None
    """Table talk that is being judged; the game rests meanwhile."""
    said: list[tuple[int, int, Saying]]
    """The last phrases and signs: after how many moves of the game, by which seat, and what."""
    series: SeriesInfo | None
    """Nothing where every game stands alone, and before the first one."""
    game: GameView | None


class NumberedEvent(Struct, frozen=True):
    """An event and its number; `event` is left out where the viewer may see nothing of it."""

    number: int
    event: SeenTableEvent | UnsetType = UNSET


class TableShown(Message, frozen=True, tag="table"):
    """The whole table; the answer to `attach`, or what comes after too much was missed."""

    view: TableView
    events: list[NumberedEvent] = field(default_factory=list)
    """The events after `have`, where the client said what it has and they are still at hand."""
    id: str | None = None


class Update(Message, frozen=True, tag="update"):
    """What happened, in order without gaps, and the table after it."""

    events: list[NumberedEvent]
    view: TableView


class Presence(Message, frozen=True, tag="presence"):
    """Who is connected now and who is away, and the clock; not an event, and not stored."""

    table: str
    here: list[int]
    away: list[int] = field(default_factory=list)
    clock: ClockInfo | None = None
    vote: VoteInfo | None = None


class SentAway(Message, frozen=True, tag="sent-away"):
    """The table is not shown to this spectator any more; the catalogue has `error-CODE`."""

    table: str
    code: str


class Pong(Message, frozen=True, tag="pong"):
    """The answer to `ping`."""


class Bye(Message, frozen=True, tag="bye"):
    """The server is about to close the socket; come back after `seconds` and some."""

    code: Literal["restarting", "too-slow", "too-many"]
    seconds: int


ServerMessage = (
    Welcome
    | Opened
    | Done
    | LinkOffered
    | Refused
    | TableShown
    | Update
    | Presence
    | SentAway
    | SignedIn
    | LessonServerMessage
    | Pong
    | Bye
)


def table_view(
    table: Table,
    seat: int | None,
    moment: Moment = NOWHEN,
    held: tuple[int | None, ...] | None = None,
    *,
    screen: bool = False,
    unheard: frozenset[int] = frozenset(),
    public: GameView | None = None,
) -> TableView:
    """The whole table as that seat may see it; without a seat, as a spectator may.

    `held` are the seats of one device where there are several: nothing of them is shown but `seat`,
    before the game is over. `screen` says that a table screen looks, which was there all the game;
    `unheard` has the numbers of people whose phrases and signs the viewer does not get.
    `public` is the `public_game` of the table, where it has been made already.
    """
    if held is None:
        held = () if seat is None else (seat,)
    settings, setup = table.settings, table.setup
    return TableView(
        table=table.id,
        code=table.code,
        lesson=table.lesson,
        version=table.version,
        stage=table.stage,
        settings=settings,
        variant=settings.variant,
        teams=setup.teams,
        help=table.help,
        draw=settings.draw,
        table_talk=settings.table_talk,
        seats=[
            SeatInfo(
                seat=s,
                team=(s - 1) % setup.teams + 1,
                kind=c.kind,
                name=c.name,
                bot=c.bot,
                here=s in moment.here,
                away=s in moment.away,
                stand_in=c.stand_in,
                person=c.person or None,
            )
            for s, c in enumerate(table.chairs, 1)
        ],
        host=acting_host(table, moment),
        screens=len(table.screens),
        you=seat,
        yours=list(held),
        clock=clock_info(table, moment),
        paused=table.paused,
        request=_request_info(table.request),
        vote=vote_info(table, moment),
        said=[(at, s.seat, s.what) for at, s in table.said if s.person not in unheard],
        series=_series_info(table),
        game=_game_view(
            table, seat, table.opens_to(held, screen=screen), public or public_game(table)
        ),
    )


def _request_info(request: Request | None) -> RequestInfo | None:
    if request is None:
        return None
    return RequestInfo(request.what, request.seat, sorted(request.agreed))


def vote_info(table: Table, moment: Moment) -> VoteInfo | None:
    """The table talk that is being judged, as everybody may know it."""
    vote = table.vote
    if vote is None:
        return None
    agreed, declined = sorted(vote.agreed), sorted(vote.declined)
    left = vote_left(moment.vote_used)
    asked = sorted(vote.asked)
    return VoteInfo(vote.seat, vote.team, asked, agreed, declined, left, moment.vote_runs)


def clock_info(table: Table, moment: Moment) -> ClockInfo | None:
    """The clock of the turn, as everybody may know it."""
    seat, seconds = table.timed_seat, table.settings.turn_seconds
    if seat is None or seconds is None:
        return None
    left = 0 if table.time_up else time_left(table, moment.charged)
    return ClockInfo(seat, seconds, left, moment.runs)


def public_game(table: Table) -> GameView | None:
    """What everybody may see of the game; for all viewers of one version it is made once."""
    view = table.view(None)
    if view is None:
        return None
    position = view.position
    board = position.game.variant.board
    return GameView(
        number=table.number,
        dealer=position.game.dealer,
        ply=position.ply,
        phase=position.phase,
        turn=position.to_act,
        owed=list(position.owed),
        board=board_rows(position),
        locked=locked_rows(position),
        sequences=[
            {"team": s.team, "spaces": [board.names[space] for space in s.spaces]}
            for s in position.sequences
        ],
        discards=[list(pile) for pile in position.discards],
        hand_sizes=list(position.hand_sizes),
        deck=position.deck_size,
        target=position.game.setup.sequences,
        outcome=outcome_data(position.outcome),
        review=None,
        log=list(table.moves),
        stood_in=list(table.stood_in),
        notes=[],
        cut=list(table.cut),
        commitments=[one.hash for one in table.commitments],
        hand=[],
        dead=[],
        may=[],
        hands=[],
    )


def _game_view(
    table: Table, seat: int | None, opened: bool, public: GameView | None
) -> GameView | None:
    """The game as the seat sees it; `opened` says that it is over, and has no secrets any more."""
    view = table.view(seat)
    if view is None or public is None:
        return None
    position, shows = view.position, table.help == "spaces"
    return msgspec.structs.replace(
        public,
        review=review_id(table.review_key, table.number) if opened else None,
        notes=[(n.after, n.kind, n.seat, n.card) for n in table.notes_for(seat)],
        hand=list(view.hand),
        dead=[c for c in dict.fromkeys(view.hand) if is_dead(position, c)] if shows else [],
        may=[] if table.paused else _moves(table, position, seat, view.hand),
        hands=[list(hand) for hand in table.open_hands()] if opened else [],
    )


def _series_info(table: Table) -> SeriesInfo | None:
    series = table.series
    if series is None or series.length == 1:
        return None
    return SeriesInfo(
        games=series.length,
        played=series.played,
        wins=list(series.wins),
        over=series.is_over,
        winner=series.winner,
        again=bool(table.kept_deck),
    )


def _moves(table: Table, position: Position, seat: int | None, hand: tuple[str, ...]) -> list[str]:
    """The moves that the viewer may make, as far as the table's help shows them."""
    if seat is None or position.outcome is not None:
        return []
    game = position.game
    board = game.variant.board
    may: list[str] = []
    shows = table.help == "spaces" or position.phase != "play"
    if position.to_act == seat and shows and table.vote is None:
        may = sorted(format_move(move, board) for move in legal_moves(position, hand))
    if seat in position.owed:
        may.append(f"{seat}:+")
    callable_now = position.phase == "play" and game.seats > game.teams
    if game.table_talk == "penalty" and callable_now:
        others = [team for team in range(1, game.teams + 1) if team != game.team_of(seat)]
        may += [f"!{team}" for team in others if may_call(table, seat, team)]
    return may
