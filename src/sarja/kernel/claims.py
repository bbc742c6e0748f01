"""What happens when a chip completes lines: sequences, the choice between them, the win.

R18 to R23. The directions with new lines stand in the row's slots for the choice while they are
worked through; they stay there only where the seat must choose.
"""

from typing import Final

from sarja.kernel.jit import jitted, spliced
from sarja.kernel.lines import (
    AFTER,
    BEFORE,
    DIRECTION_COUNT,
    candidates,
    count_bits,
    earliest_way,
    first_line,
    latest_way,
    line_of_bit,
    reach,
)
from sarja.kernel.slots import (
    BY_SEQUENCES,
    CHIPS_AT,
    CHOICE_DIRECTIONS,
    CHOICE_SPACE,
    CHOOSE,
    LINE_LENGTH,
    LINE_TABLE,
    LOCKED,
    LOOSE_CHIPS,
    NONE,
    OVER,
    PHASE,
    REASON,
    SEQUENCE_COUNTS,
    SEQUENCE_LINES_AT,
    SEQUENCE_TEAMS_AT,
    SEQUENCES,
    TARGET,
    WINNER,
    Layout,
    Row,
)

_CHOICE_END: Final = CHOICE_DIRECTIONS + DIRECTION_COUNT


@spliced
def claim_lines(row: Row, layout: Layout, space: int, team: int) -> None:
    """Claim the lines that the chip just laid on `space` completes, and see who has won.

    Afterwards the phase says whether the play is complete, a line must be chosen (R22), or the
    game is over (R23).
    """
    for direction in range(DIRECTION_COUNT):
        back = reach(row, layout, space, direction, BEFORE, team)
        ahead = reach(row, layout, space, direction, AFTER, team)
        if back + 1 + ahead >= layout[LINE_LENGTH]:
            claim_new_lines(row, layout, space, team)
            break


@jitted
def claim_new_lines(row: Row, layout: Layout, space: int, team: int) -> None:
    """The same where there is a complete line, new or not."""
    gained = find_directions(row, layout, space, team)
    if row[SEQUENCE_COUNTS + team - 1] + gained < layout[TARGET]:
        claim_sure(row, layout, space, team)
        return
    # The team has won, whatever it would choose; so nothing is asked.
    for at in range(CHOICE_DIRECTIONS, _CHOICE_END):
        if row[at] != NONE:
            direction = row[at]
            way = earliest_way(candidates(row, layout, space, direction, team), layout)
            for bit in range(layout[LINE_LENGTH]):
                if way >> bit & 1:
                    claim(row, layout, line_of_bit(layout, space, direction, bit), team)
            row[at] = NONE
    end_game(row, team, BY_SEQUENCES)


@spliced
def find_directions(row: Row, layout: Layout, space: int, team: int) -> int:
    """How many new sequences the chip makes; their directions go into the row in order (R22)."""
    gained, found = 0, 0
    for direction in range(DIRECTION_COUNT):
        lines = candidates(row, layout, space, direction, team)
        if lines != 0:
            gained += count_bits(earliest_way(lines, layout))
            insert_direction(row, layout, space, direction, team, found)
            found += 1
    return gained


@spliced
def insert_direction(
    row: Row, layout: Layout, space: int, direction: int, team: int, found: int
) -> None:
    """Put the direction among the `found` ones in the row, by their first possible line (R22)."""
    lines = candidates(row, layout, space, direction, team)
    mine = first_line(lines, layout, space, direction)
    at = CHOICE_DIRECTIONS + found
    while at > CHOICE_DIRECTIONS:
        other = row[at - 1]
        others = candidates(row, layout, space, other, team)
        if first_line(others, layout, space, other) < mine:
            break
        row[at] = other
        at -= 1
    row[at] = direction


@jitted
def claim_sure(row: Row, layout: Layout, space: int, team: int) -> None:
    """Claim every line that leaves no choice; then ask for the first that does (R22).

    Of the directions in the row only those stay that are still open.
    """
    still_open = CHOICE_DIRECTIONS
    for at in range(CHOICE_DIRECTIONS, _CHOICE_END):
        if row[at] != NONE:
            direction = row[at]
            row[at] = NONE
            if claim_sure_of(row, layout, space, direction, team):
                row[still_open] = direction
                still_open += 1
    if still_open > CHOICE_DIRECTIONS:
        row[CHOICE_SPACE] = space
        row[PHASE] = CHOOSE


@spliced
def claim_sure_of(row: Row, layout: Layout, space: int, direction: int, team: int) -> bool:
    """Claim the lines of one direction that leave no choice; True if a choice is left (R22).

    Those are the lines that every best way contains; each that is claimed may make more so.
    """
    lines = candidates(row, layout, space, direction, team)
    sure = earliest_way(lines, layout) & latest_way(lines, layout)
    while sure != 0:
        claim(row, layout, first_line(sure, layout, space, direction), team)
        lines = candidates(row, layout, space, direction, team)
        sure = earliest_way(lines, layout) & latest_way(lines, layout)
    return lines != 0


@jitted
def claim(row: Row, layout: Layout, line: int, team: int) -> None:
    """Make the line a sequence of the team and lock its chips (R18, R19)."""
    number = row[SEQUENCES]
    row[layout[SEQUENCE_TEAMS_AT] + number] = team
    row[layout[SEQUENCE_LINES_AT] + number] = line
    row[SEQUENCES] += 1
    row[SEQUENCE_COUNTS + team - 1] += 1
    spaces = layout[LINE_TABLE] + line * layout[LINE_LENGTH]
    for at in range(spaces, spaces + layout[LINE_LENGTH]):
        chip = layout[CHIPS_AT] + layout[at]
        if row[chip] == team:
            row[chip] = team | LOCKED
            row[LOOSE_CHIPS + team - 1] -= 1


@spliced
def end_game(row: Row, winning_team: int, reason: int) -> None:
    """The game is over; nobody wins where the team is 0 (R23, R24)."""
    row[WINNER] = winning_team
    row[REASON] = reason
    row[PHASE] = OVER
