"""What a seat sees, as codes of spaces and keys of lines (`sarja.bots.patterns`), compiled."""

from typing import Annotated, Protocol, TypeAlias

import numpy as np

from sarja.bots.patterns import BLOCKED, SPENT
from sarja.bots.search.plan import CODE_TABLE, THROUGH_TABLE
from sarja.kernel.cards import hand_at, hand_size
from sarja.kernel.jit import inlined, jitted
from sarja.kernel.legality import places_begin
from sarja.kernel.lines import fits_earlier
from sarja.kernel.slots import (
    CARDS,
    CHIPS_AT,
    DECK_AT,
    DECK_SIZE,
    LINE_LENGTH,
    LINE_TABLE,
    LINES,
    LOCKED,
    SEATS,
    SEQUENCE_COUNTS,
    SPACES,
    TEAMS,
    WILD_CARDS,
    Layout,
    LayoutArray,
    Row,
    Slots,
)
from sarja.kernel.status import team_of
from sarja.rules.model import CORNER, OPEN

Plan: TypeAlias = Layout
"""What `plan.plan_of` makes."""


class Writable(Slots, Protocol):
    """Tells these arrays from a layout, which is frozen."""


Numbers: TypeAlias = Annotated[Writable, np.int32, 1]
"""Weights of a table."""
Room: TypeAlias = Annotated[Writable, np.int64, 1]
"""Room to work in."""
RoomArray: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.int64]]"


def room_for(layout: LayoutArray) -> RoomArray:
    """Room for all that is noted of a position."""
    cards, spaces, lines, teams = (int(layout[n]) for n in (CARDS, SPACES, LINES, TEAMS))
    size = cards + (6 + teams) * spaces + teams * (2 * lines + 1) + 1
    return np.zeros(size, dtype=np.int64)


@inlined
def held_at(layout: Layout) -> int:
    """Where the room tells of each space how many cards in hand cover it."""
    return int(layout[CARDS])


@inlined
def unseen_at(layout: Layout) -> int:
    """Where it tells of each space how many unseen cards cover it."""
    return int(layout[CARDS] + layout[SPACES])


@inlined
def codes_at(layout: Layout, team: int) -> int:
    """Where it has the code of each space for that team."""
    return int(layout[CARDS] + (1 + team) * layout[SPACES])


@inlined
def keys_at(layout: Layout, team: int) -> int:
    """Where it has the key of each line for that team."""
    spaces = (2 + layout[TEAMS]) * layout[SPACES]
    return int(layout[CARDS] + spaces + (team - 1) * layout[LINES])


@inlined
def worths_at(layout: Layout, team: int) -> int:
    """Where it has the worth of each line for that team."""
    return keys_at(layout, layout[TEAMS] + team)


@inlined
def begins_at(layout: Layout) -> int:
    """Where it has for each team, from 1, where the weights of its lines begin."""
    return keys_at(layout, 2 * layout[TEAMS] + 1)


@inlined
def gains_at(layout: Layout) -> int:
    """Where it tells what the worth of all lines grows by with an own chip on each space."""
    return begins_at(layout) + int(layout[TEAMS]) + 1


@inlined
def completing_at(layout: Layout) -> int:
    """Where it tells of each space whether an own chip there completes a line."""
    return gains_at(layout) + int(layout[SPACES])


@inlined
def lasts_at(layout: Layout) -> int:
    """Where it tells for how many cards in hand each space is the last open one."""
    return completing_at(layout) + int(layout[SPACES])


@inlined
def both_at(layout: Layout) -> int:
    """Where the codes of two teams are added up."""
    return lasts_at(layout) + int(layout[SPACES])


@inlined
def open_code(plan: Plan, held: int, unseen: int, own: int) -> int:
    """The code of an open space, by how many cards for it are held and unseen."""
    return plan[plan[CODE_TABLE] + 6 * own + 3 * min(held, 1) + min(unseen, 2)]


@jitted
def look(row: Row, layout: Layout, plan: Plan, room: Room, seat: int, size: int) -> None:
    """Fill the room with what the seat sees; of its hand only the first `size` cards count.

    Who has just drawn looks as before the draw: all scores are made so.
    """
    for at in range(codes_at(layout, 1)):
        room[at] = 0
    count_unseen(row, layout, room, seat, size)
    held, unseen = held_at(layout), unseen_at(layout)
    for card in range(layout[WILD_CARDS]):
        if room[card] > 0:
            for place in range(places_begin(layout, card), places_begin(layout, card + 1)):
                room[unseen + layout[place]] += room[card]
    begin = hand_at(layout, seat)
    for at in range(begin, begin + size):
        if row[at] < layout[WILD_CARDS]:
            first = places_begin(layout, row[at])
            for place in range(first, places_begin(layout, row[at] + 1)):
                room[held + layout[place]] += 1
    for team in range(1, layout[TEAMS] + 1):
        code_spaces(row, layout, plan, room, team, team_of(layout, seat))
    for team in range(1, layout[TEAMS] + 1, 2):
        key_lines(row, layout, room, team, min(team + 1, layout[TEAMS]))
    for team in range(1, layout[TEAMS] + 1):
        spend_lines(row, layout, room, team)


@jitted
def count_unseen(row: Row, layout: Layout, room: Room, seat: int, size: int) -> None:
    """How many cards of each kind the seat has not seen: in the deck and in other hands."""
    for at in range(layout[DECK_AT], layout[DECK_AT] + row[DECK_SIZE]):
        room[row[at]] += 1
    for other in range(1, layout[SEATS] + 1):
        begin = hand_at(layout, other)
        end = begin + hand_size(row, layout, other)
        if other == seat:
            begin += size
        for at in range(begin, end):
            room[row[at]] += 1


@jitted
def code_spaces(row: Row, layout: Layout, plan: Plan, room: Room, team: int, own: int) -> None:
    """The code of each space for the team, whose hand is known if it is the `own` one."""
    held, unseen, codes = held_at(layout), unseen_at(layout), codes_at(layout, team)
    is_own = 1 if team == own else 0
    for space in range(layout[SPACES]):
        chip = row[layout[CHIPS_AT] + space]
        code = BLOCKED
        if chip == OPEN:
            code = open_code(plan, room[held + space], room[unseen + space], is_own)
        elif chip == CORNER or chip & ~LOCKED == team:
            code = 0
        room[codes + space] = code


@jitted
def key_lines(row: Row, layout: Layout, room: Room, team: int, next_team: int) -> None:
    """The keys of all lines for two teams, or twice for the same one.

    The codes of both are added up at once, one's in the higher bits.
    """
    one, two, both = codes_at(layout, team), codes_at(layout, next_team), both_at(layout)
    for space in range(layout[SPACES]):
        room[both + space] = room[one + space] + (room[two + space] << 32)
    keys, next_keys = keys_at(layout, team), keys_at(layout, next_team)
    at, length = layout[LINE_TABLE], layout[LINE_LENGTH]
    for line in range(layout[LINES]):
        # Most games have lines of five, and a loop over them would take twice as long.
        key = room[both + layout[at]] + room[both + layout[at + 1]] + room[both + layout[at + 2]]
        if length == 5:
            key += room[both + layout[at + 3]] + room[both + layout[at + 4]]
        else:
            for nth in range(3, length):
                key += room[both + layout[at + nth]]
        at += length
        room[keys + line] = key & 0xFFFFFFFF
        room[next_keys + line] = key >> 32


@jitted
def spend_lines(row: Row, layout: Layout, room: Room, team: int) -> None:
    """Mark the lines that cannot count for the team beside its earlier sequences."""
    keys = keys_at(layout, team)
    if row[SEQUENCE_COUNTS + team - 1] > 0:
        for line in range(layout[LINES]):
            # Taking one chip off could unblock it.
            if room[keys + line] < 2 * BLOCKED and not fits_earlier(row, layout, line, team):
                room[keys + line] += SPENT


@inlined
def through_begin(plan: Plan, space: int) -> int:
    """The slot of the plan where the lines through the space begin."""
    return plan[plan[THROUGH_TABLE] + space]
