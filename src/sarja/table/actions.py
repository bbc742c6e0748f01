"""What people ask of a table: JSON objects whose `do` names them (docs/protocol.md)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sarja.rules.model import DrawMode, TalkMode
from sarja.rules.variant import Help

Name = Annotated[str, Meta(min_length=1, max_length=24)]
SeatNumber = Annotated[int, Meta(ge=1, le=12)]
VariantName = Annotated[str, Meta(min_length=1, max_length=40)]
Wish = Literal["pause", "resume", "end"]
RunOut = Literal["bot", "wait"]
TurnSeconds = Annotated[int, Meta(ge=5, le=86400)]
Seconds = Annotated[int, Meta(ge=1, le=86400)]
Saying = Literal[
    "hello",
    "good-luck",
    "well-played",
    "thanks",
    "sorry",
    "one-moment",
    "hurry",
    "bye",
    "smile",
    "laugh",
    "cheer",
    "tea",
]
"""Phrases, and four reactions: nothing that could hint at a card, a suit or a space."""
MoveText = Annotated[str, Meta(min_length=1, max_length=40)]


Spectators = Literal["allowed", "none"]


class Action(Struct, tag_field="do", tag=str.lower, forbid_unknown_fields=True, frozen=True):
    """One of the actions below."""


class Settings(Struct, forbid_unknown_fields=True, frozen=True):
    """What a table plays, and how."""

    variant: VariantName = "classic"
    seats: SeatNumber = 2
    teams: Literal[2, 3] | None = None
    draw: DrawMode = "auto"
    table_talk: TalkMode = "off"
    help: Help | None = None
    series: Literal[1, 3, 5] = 1
    """So many games, or deals where those are played again, make a series."""
    duplicate: bool = False
    """Whether each deal is played again, until every team has had every hand."""
    spectators: Spectators = "allowed"
    """Whether a running game is shown to those without a seat."""
    rated: bool = False
    """Whether the games change the ratings of people with accounts."""
    stand_in: Seconds | None = None
    """So long somebody may be gone before a bot plays for them; None: never by itself."""
    turn_seconds: TurnSeconds | None = None
    """So long a person may take for a turn; None: as long as they like."""
    run_out: RunOut = "bot"
    """What happens then: a bot plays that turn, or the table waits all the same."""


class Configure(Action, frozen=True):
    """Change what the table plays; only between games. Seats that are gone are vacated."""

    settings: Settings


class Sit(Action, frozen=True):
    """Take an open seat, or a bot's; without a number the first open one.

    In a game no bot's seat can be taken, for its hand would come with it. Where no person sits at
    the table any more, the game is cleared away.
    """

    name: Name
    seat: SeatNumber | None = None


class Rename(Action, frozen=True):
    """Change the name at one's own seat."""

    name: Name


class Stand(Action, frozen=True):
    """Leave one's seat; between games it is open again, in a game a bot plays on."""


class Swap(Action, frozen=True):
    """Change places with another seat, whoever sits there; only between games.

    The host may name two seats, and let who sits there change places.
    """

    seat: SeatNumber
    other: SeatNumber | None = None


class Invite(Action, frozen=True):
    """Put a bot on a seat that no person has."""

    seat: SeatNumber
    bot: Annotated[str, Meta(min_length=1, max_length=40)]


class Fill(Action, frozen=True):
    """Put bots on all open seats; the host, between games."""


class Vacate(Action, frozen=True):
    """Send a bot away, or as host a person; in a game, where a bot plays on, a person only."""

    seat: SeatNumber


class Admit(Action, frozen=True):
    """Let spectators in, or send them away; the host, at any time."""

    spectators: Spectators


class Screen(Action, frozen=True):
    """Let this device be a table screen: it shows the public game, and has no seat.

    Only between games, when everybody who has the code may come in.
    """


class Unscreen(Action, frozen=True):
    """Send all table screens away; the host, at any time."""


class Start(Action, frozen=True):
    """Deal; open seats are filled with bots. After a game it is the rematch: the deal passes.

    With `shuffled` teams all change places by chance before; not amid a series.
    """

    teams: Literal["kept", "shuffled"] = "kept"


class Play(Action, frozen=True):
    """Make a move, in notation: `KH@e5`, `-`, `2:+`, `!1`."""

    move: MoveText


class StandIn(Action, frozen=True, tag="stand-in"):
    """Let a bot play for somebody who is away, until they come back; only in a game."""

    seat: SeatNumber


class Return(Action, frozen=True):
    """Take one's seat back from the bot that stands in, at once; so does a move of one's own."""


class Ask(Action, frozen=True):
    """Ask all who are present to pause the game, to go on with it, or to end it."""

    what: Wish


class Agree(Action, frozen=True):
    """Agree to what somebody has asked for; when all who are present have, it is done."""


class Decline(Action, frozen=True):
    """Do not agree, or ask no longer: what was asked for is off."""


class Judge(Action, frozen=True):
    """Agree that there was table talk (R16), or do not; who has called it may take it back."""

    agree: bool


class Say(Action, frozen=True):
    """Say one of the set phrases, or make a sign, to all at the table."""

    what: Saying


class Lobby(Action, frozen=True):
    """After a game go back to choosing seats and settings."""


AnyAction = (
    Configure
    | Sit
    | Rename
    | Stand
    | Swap
    | Invite
    | Fill
    | Vacate
    | Admit
    | Start
    | Play
    | StandIn
    | Return
    | Ask
    | Agree
    | Decline
    | Judge
    | Say
    | Screen
    | Unscreen
    | Lobby
)
