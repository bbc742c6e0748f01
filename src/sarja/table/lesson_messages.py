"""The messages between a lesson, its teacher and its pupils (docs/protocol.md)."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from sarja.table.actions import Name, Settings
from sarja.table.wire import CommandId, Message, SeatInfo, Token

Code = Annotated[str, Meta(min_length=1, max_length=20)]
Fill = Literal["fill", "smaller"]
"""Whether bots fill the seats of a table that has too few pupils, or it is played with fewer."""
TableNumber = Annotated[int, Meta(ge=1, le=999)]
PupilNumber = Annotated[int, Meta(ge=1)]
LessonRole = Literal["teacher", "pupil", "guest"]


# What a teacher asks for


class LeadAction(Struct, tag_field="lead", forbid_unknown_fields=True, frozen=True):
    """One of the things below."""


class StartRound(LeadAction, frozen=True, tag="start"):
    """Deal at all tables where nobody plays, or at one: the next round."""

    table: TableNumber | None = None


class PauseTables(LeadAction, frozen=True, tag="pause"):
    """Nobody plays at any table, or at that one, until it goes on."""

    table: TableNumber | None = None


class ResumeTables(LeadAction, frozen=True, tag="resume"):
    """All tables go on, or that one."""

    table: TableNumber | None = None


class Regroup(LeadAction, frozen=True, tag="regroup"):
    """Seat all pupils anew: by chance, or those together who have won. Games that are on end."""

    how: Literal["shuffle", "winners"] = "shuffle"


class MovePupil(LeadAction, frozen=True, tag="move"):
    """Seat a pupil at that table, where a seat is free and nobody plays; or at the next one."""

    pupil: PupilNumber
    table: TableNumber | None = None


class RemovePupil(LeadAction, frozen=True, tag="remove"):
    """Take a pupil and the name out of the lesson."""

    pupil: PupilNumber


class EndLesson(LeadAction, frozen=True, tag="end"):
    """The lesson is over: its tables, games, names and tokens are cleared away."""


AnyLeadAction = (
    StartRound | PauseTables | ResumeTables | Regroup | MovePupil | RemovePupil | EndLesson
)


# To the server


class OpenLesson(Message, frozen=True, tag="open-lesson"):
    """Open a lesson, whose tables play that. Answered by `lesson-opened`."""

    id: CommandId
    settings: Settings
    bots: Fill = "fill"


class AttachLesson(Message, frozen=True, tag="attach-lesson"):
    """Follow a lesson as its teacher or as a pupil, or ask whether there is one. By `lesson`."""

    id: CommandId
    code: Code
    token: Token | None = None


class DetachLesson(Message, frozen=True, tag="detach-lesson"):
    """Follow the lesson no more. No answer."""

    code: Code


class Join(Message, frozen=True, tag="join"):
    """Be a pupil of the lesson, and sit down at the next free table. Answered by `joined`."""

    id: CommandId
    code: Code
    name: Name


class Lead(Message, frozen=True, tag="lead"):
    """Do something with the lesson, as its teacher. Answered by `led` or `refused`."""

    id: CommandId
    code: Code
    token: Token
    action: AnyLeadAction


class OfferLessonLink(Message, frozen=True, tag="offer-lesson-link"):
    """Ask, as the teacher, for a secret by which another device leads, too: once, for ten minutes.

    Answered by `lesson-link`.
    """

    id: CommandId
    code: Code
    token: Token


class TakeLessonLink(Message, frozen=True, tag="take-lesson-link"):
    """Give such a secret, and be the teacher. Answered by `lesson-opened`."""

    id: CommandId
    code: Code
    secret: Token


LessonClientMessage = (
    OpenLesson | AttachLesson | DetachLesson | Join | Lead | OfferLessonLink | TakeLessonLink
)


# To the client


class LessonOpened(Message, frozen=True, tag="lesson-opened"):
    """The lesson is there; who has the token is its teacher."""

    id: str
    code: str
    token: str


class Joined(Message, frozen=True, tag="joined"):
    """The pupil is in; the token is good for the lesson, and for a seat at each of its tables."""

    id: str
    code: str
    token: str


class LessonLinkOffered(Message, frozen=True, tag="lesson-link"):
    """The secret that `offer-lesson-link` asked for, and for how many seconds it is good."""

    id: str
    code: str
    secret: str
    seconds: int


class Led(Message, frozen=True, tag="led"):
    """It was done."""

    id: str


class LessonPupil(Struct, frozen=True):
    """A pupil, as the teacher sees them."""

    pupil: int
    name: str
    table: int
    here: bool
    """Whether the pupil's page is connected."""


class LessonTable(Struct, frozen=True):
    """A table of a lesson as its teacher sees it: what any spectator sees, and never a hand."""

    number: int
    table: str
    code: str
    stage: Literal["lobby", "playing", "over"]
    paused: bool
    seats: list[SeatInfo]
    turn: int | None
    moves: int
    """So many have been made."""
    board: list[str]
    """As in the view of a game; empty without one."""
    locked: list[str]
    score: list[int]
    """The sequences of each team."""
    target: int
    outcome: dict[str, Any] | None


class OwnPlace(Struct, frozen=True):
    """Where a pupil sits: the table's number in the lesson, its id and code, and the seat there."""

    name: str
    number: int
    table: str
    code: str
    seat: int


class LessonView(Struct, frozen=True):
    """The lesson as one viewer may see it."""

    code: str
    role: LessonRole
    over: bool
    ends_at: int
    """Seconds since 1970: then it ends by itself."""
    settings: Settings
    bots: Fill
    round: int
    """Rounds begun."""
    you: OwnPlace | None
    """For a pupil."""
    pupils: list[LessonPupil]
    """For the teacher, as are the tables: those where somebody sits."""
    tables: list[LessonTable]


class LessonShown(Message, frozen=True, tag="lesson"):
    """The lesson as it is now: the answer to `attach-lesson`, and whenever something changes."""

    view: LessonView
    id: str | None = field(default=None)


LessonServerMessage = LessonOpened | Joined | LessonShown | Led | LessonLinkOffered
