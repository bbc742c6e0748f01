"""Table talk that somebody calls (R16): who judges it, when it is ruled, and how often it may be.

The rulebook leaves it to the other teams to judge. Here nobody does so alone, and nobody can take
card after card from a team.
"""

from collections.abc import Sequence
from typing import Final

from sarja.rules.moves import TableTalk
from sarja.rules.notation import format_move
from sarja.rules.play import check, play
from sarja.table.chance import TableChance
from sarja.table.clock import charge
from sarja.table.decks import happened
from sarja.table.errors import TableError
from sarja.table.events import (
    AnyTableEvent,
    MoveMade,
    TalkCalled,
    TalkDropped,
    TalkJudged,
)
from sarja.table.moment import Moment
from sarja.table.questions import Vote
from sarja.table.requests import voters
from sarja.table.table import Table, fold

VOTE_SECONDS: Final = 30
"""So long people may take to judge; who has said nothing by then has not agreed."""
MAX_FINES: Final = 2
"""So often a team pays for table talk in a game at most."""


def may_call(table: Table, seat: int, team: int) -> bool:
    """Whether the seat may call table talk of that team, as far as calls of this game go."""
    return table.vote is None and seat not in table.calls_lost and table.fines_of(team) < MAX_FINES


def call(table: Table, seat: int, team: int, moment: Moment) -> list[AnyTableEvent]:
    """The seat says that the team has talked; the game rests until that is judged.

    Raises:
        TableError: `vote-open`, `talk-own-team`, `talk-call-lost`, `talk-fined-enough`,
            `talk-nobody-to-judge`.
        IllegalMove: it cannot be ruled now, or not against that team.
    """
    if table.state is None:
        raise TableError("game-not-begun")
    if table.vote is not None:
        raise TableError("vote-open")
    check(table.state, TableTalk(team))
    game = table.state.position.game
    if game.team_of(seat) == team:
        raise TableError("talk-own-team")
    if seat in table.calls_lost:
        raise TableError("talk-call-lost")
    if table.fines_of(team) >= MAX_FINES:
        raise TableError("talk-fined-enough", limit=MAX_FINES)
    others = voters(table, moment) - {seat}
    asked = tuple(sorted(other for other in others if game.team_of(other) != team))
    if not asked:
        # Nobody is judge in a matter of their own.
        raise TableError("talk-nobody-to-judge")
    return [*charge(table, moment, table.timed_seat), TalkCalled(seat, team, asked)]


def judge(table: Table, seat: int, agrees: bool, chance: TableChance) -> list[AnyTableEvent]:
    """The seat agrees that there was table talk, or does not; who has called it may take it back.

    Raises:
        TableError: `no-vote`, `game-paused`, `not-judge`, `judged-already`.
    """
    vote = _open(table)
    if table.paused:
        raise TableError("game-paused")
    if seat == vote.seat and not agrees:
        return [TalkDropped(vote.seat, vote.team)]
    if seat not in vote.asked:
        raise TableError("not-judge")
    if seat in vote.agreed | vote.declined:
        raise TableError("judged-already")
    judged = TalkJudged(seat, agrees)
    after = vote.after(judged)
    if after.is_agreed:
        return [judged, *_ruled(table, vote.team, chance)]
    if after.is_lost:
        return [judged, TalkDropped(vote.seat, vote.team)]
    return left(table, [judged])


def end_vote(table: Table) -> list[AnyTableEvent]:
    """The half minute is up, and too few have agreed.

    Raises:
        TableError: `no-vote`.
    """
    vote = _open(table)
    return [TalkDropped(vote.seat, vote.team)]


def left(table: Table, events: Sequence[AnyTableEvent]) -> list[AnyTableEvent]:
    """These events, and the end of a vote that nobody can decide any more after them.

    Too many of its judges have left their seats; the caller may call again.
    """
    after = fold(table, events)
    if after.vote is None or not after.is_vote_forsaken:
        return [*events]
    return [*events, TalkDropped(after.vote.seat, after.vote.team)]


def vote_left(vote_used: int) -> int:
    """Milliseconds that are left to judge, of which so many are used up."""
    return max(0, VOTE_SECONDS * 1000 - vote_used)


def _open(table: Table) -> Vote:
    if table.vote is None:
        raise TableError("no-vote")
    return table.vote


def _ruled(table: Table, team: int, chance: TableChance) -> list[AnyTableEvent]:
    """What the rulebook says then; nothing has been played meanwhile that could forbid it."""
    if table.state is None:
        raise TableError("game-not-begun")
    move = TableTalk(team)
    _, events = play(table.state, move, lambda _, cards: chance.order(cards), None)
    made = MoveMade(None, format_move(move, table.variant.board))
    return [made, *happened(table, events, chance)]
