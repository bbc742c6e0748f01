"""R22 by bits: the earliest and the latest way tell all best ways, as trying them all does."""

from itertools import combinations

import numpy as np
import pytest

from sarja.kernel.slots import LAYOUT_HEADER, LINE_LENGTH, SHARED_SPACES, LayoutArray


def all_best_ways(lines: int, length: int, shared: int) -> list[tuple[int, ...]]:
    """Every largest choice of lines of which no two begin closer than allowed, in order."""
    bits = [bit for bit in range(length) if lines >> bit & 1]
    for size in range(len(bits), 0, -1):
        ways = [
            way
            for way in combinations(bits, size)
            if all(b - a >= length - shared for a, b in combinations(way, 2))
        ]
        if ways:
            return ways
    return []


def as_bits(lines: set[int]) -> int:
    return sum(1 << bit for bit in lines)


@pytest.mark.parametrize("length", range(3, 10))
def test_r22_earliest_and_latest_way_tell_all_best_ways(length: int) -> None:
    from sarja.kernel.lines import earliest_way, latest_way, lines_in_best_ways  # noqa: PLC0415

    layout: LayoutArray = np.zeros(LAYOUT_HEADER, dtype=np.int32)
    layout[LINE_LENGTH] = length
    for shared in range(1, length):
        layout[SHARED_SPACES] = shared
        for lines in range(1, 1 << length):
            ways = all_best_ways(lines, length, shared)
            early, late = earliest_way(lines, layout), latest_way(lines, layout)
            assert early == as_bits(set(ways[0]))
            assert late == as_bits(set(ways[-1]))
            assert early & late == as_bits(set(ways[0]).intersection(*ways))
            assert lines_in_best_ways(lines, layout) == as_bits(set().union(*ways))
