"""Which lines a new chip completes, and which of them may count (R18 to R22)."""

from itertools import combinations

from sarja.rules.board import Line
from sarja.rules.model import CORNER, Position

Way = tuple[Line, ...]
"""Lines of one direction that may all count together, in order (R20)."""


def best_ways(position: Position, space: int, direction: int) -> tuple[Way, ...]:
    """The ways to count lines through the chip just laid on `space` that make most sequences.

    All are equally long and in order; empty where the chip completes nothing new.
    """
    candidates = _candidates(position, space, direction)
    if len(candidates) < 2:
        return ((candidates[0],),) if candidates else ()
    shared = position.game.variant.shared_spaces
    best = 1
    while any(_fit(way, shared) for way in combinations(candidates, best + 1)):
        best += 1
    return tuple(way for way in combinations(candidates, best) if _fit(way, shared))


def directions_in_order(position: Position, space: int) -> tuple[int, ...]:
    """The directions in which the chip completes new lines, all of which may count (R21).

    In the order of their first possible line (R22).
    """
    chips = position.chips
    own = (chips[space], CORNER)
    firsts = []
    for direction, (before, after) in enumerate(position.game.variant.board.rays[space]):
        # Most chips have no neighbour of their own in most directions, and then we are done.
        beside_own = (before and chips[before[0]] in own) or (after and chips[after[0]] in own)
        if beside_own and (ways := best_ways(position, space, direction)):
            firsts.append((ways[0], direction))
    return tuple(direction for _, direction in sorted(firsts))


def sure_line(ways: tuple[Way, ...]) -> Line | None:
    """The first line that every way contains, so that it leaves no choice; else None (R22)."""
    common = set(ways[0]).intersection(*ways[1:])
    return min(common, default=None)


def offered_lines(position: Position) -> tuple[Line, ...]:
    """The lines between which the seat must choose now, in order; empty if there is no choice."""
    if position.choice is None:
        return ()
    ways = best_ways(position, position.choice.space, position.choice.directions[0])
    return tuple(sorted({line for way in ways for line in way}))


def _candidates(position: Position, space: int, direction: int) -> list[Line]:
    """Complete lines through the space that each earlier sequence lets count (R20)."""
    chips, variant = position.chips, position.game.variant
    length = variant.board.line_length
    before, after = variant.board.rays[space][direction]
    own = (chips[space], CORNER)

    # How far the team's run reaches.
    back = 0
    for near in before:
        if chips[near] not in own:
            break
        back += 1
    ahead = 0
    for near in after:
        if chips[near] not in own:
            break
        ahead += 1
    if back + 1 + ahead < length:
        return []

    run = (*reversed(before[:back]), space, *after[:ahead])
    lines = [run[start : start + length] for start in range(len(run) - length + 1)]
    earlier = [set(s.spaces) for s in position.sequences if s.team == chips[space]]
    return [
        line
        for line in lines
        if all(len(spaces.intersection(line)) <= variant.shared_spaces for spaces in earlier)
    ]


def _fit(way: tuple[Line, ...], shared: int) -> bool:
    return all(len(set(a).intersection(b)) <= shared for a, b in combinations(way, 2))
