"""How club, expert and master see a position: as a sum over patterns of lines, hands and scores.

Each team looks at every line that no other team has a chip in, and that its earlier sequences let
count (R20). What matters of the line is how many chips it lacks and what may fill each of the
lacking spaces: a card in the own hand, cards that nobody has seen yet, or only a wild card. All
ways of lacking up to four are the *patterns*; each has a number, and the learned table a weight for
it. The weights, of the jacks in hand and of the sequences so far too, are added up to a *score*:
thousandths of a logit of the chance to win, once the own move is made and the others are to move.

A space has a code: `MISSING` plus 8 to the power of its fill where a chip is lacking, nothing where
the chip lies there, `BLOCKED` where another team's does. The codes of the spaces of a line, added
up, are its *key*, and say all of the above. Scores and keys are integers, so that the plain bots
and the compiled ones agree to the last bit (`search.scoring` does the same in numba).
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import Final

# What may fill a space that lacks a chip. Of others' lines: theirs, not the own hand.
SURE: Final = 0
"""A card in the own hand, and no unseen one: nobody else can come there but with a jack."""
HELD: Final = 1
"""A card in the own hand, and unseen ones; in others' lines one unseen card, and an own one."""
PLENTY: Final = 2
"""Two unseen cards or more."""
SCARCE: Final = 3
"""One unseen card."""
STARVED: Final = 4
"""No card but a wild one."""
FILLS: Final = 5

MOST_MISSING: Final = 4
"""A line that lacks more is the pattern `FAR`, whatever may fill it."""
FAR: Final = 0
_BASE: Final = MOST_MISSING + 1
MISSING: Final = 1 << 12
"""More than the fills of `MOST_MISSING` spaces add up to."""
BLOCKED: Final = 1 << 20
SPENT: Final = 1 << 28
"""Added to the key of a line that cannot count any more (R20)."""
FILL_MASK: Final = MISSING - 1


def space_code(fill: int) -> int:
    """The code of an open space that so much may fill."""
    return MISSING + int(_BASE**fill)


def _patterns() -> Iterator[tuple[int, ...]]:
    for missing in range(1, MOST_MISSING + 1):
        yield from combinations_with_replacement(range(FILLS), missing)


PATTERNS: Final = ((), *_patterns())
"""The fills of the spaces that a line lacks, sorted; the first is `FAR`."""
_NUMBERS = {sum(_BASE**fill for fill in fills): number for number, fills in enumerate(PATTERNS)}
PATTERN_OF_FILLS: Final = tuple(_NUMBERS.get(fills, FAR) for fills in range(MISSING))
"""The number of the pattern, by the lower bits of a key."""

OWN_CODES: Final = tuple(
    tuple(map(space_code, fills)) for fills in ((STARVED, SCARCE, PLENTY), (SURE, HELD, HELD))
)
"""Codes of open spaces in own lines: [is a card held][how many are unseen, at most two]."""
THEIR_CODES: Final = tuple(
    tuple(map(space_code, fills)) for fills in ((STARVED, SCARCE, PLENTY), (STARVED, HELD, PLENTY))
)
"""The same in the lines of others."""

# Where the weights of each kind begin. Lines count by whether their team lacks one sequence or
# more. Jacks count by that, by how many are held, and by how many lines one chip would complete:
# once for own lines, once for those of others. The rest counts by what both sides lack.
LACKS: Final = 2
COUNTED: Final = 3
"""None, one, or more."""
DEAD_COUNTED: Final = 4

OWN_LINES: Final = 0
NEXT_LINES: Final = OWN_LINES + LACKS * len(PATTERNS)
"""Lines of the team that moves next."""
OTHER_LINES: Final = NEXT_LINES + LACKS * len(PATTERNS)
"""Lines of the third team."""
CHANCES: Final = OTHER_LINES + LACKS * len(PATTERNS)
"""[own lack, wild, removing, own lines that lack one chip]."""
THREATS: Final = CHANCES + LACKS * COUNTED**3
"""[least lack of others, wild, removing, their lines that lack one chip]."""
DEAD_CARDS: Final = THREATS + LACKS * COUNTED**3
STANDING: Final = DEAD_CARDS + DEAD_COUNTED
WEIGHTS: Final = STANDING + LACKS * LACKS
"""How many weights there are."""

UNIT: Final = 1000
"""Score of one logit."""
WON: Final = 1 << 26
"""The score of a move that wins."""
EXCHANGED: Final = 1 << 25
"""The score of an exchange (R12): a dead card is worth less than any other."""


OWN_RIPE: Final = 1 << 32
"""Added to the worth of an own line that lacks one chip; all weights together are far less."""
THEIR_RIPE: Final = 1 << 48
"""The same for lines of others."""


def unpack(worth: int) -> tuple[int, int, int]:
    """The parts of a sum of worths of lines: weights, own and others' lines that lack one chip."""
    half = OWN_RIPE >> 1
    weight = ((worth + half) & (OWN_RIPE - 1)) - half
    ripe = (worth - weight) >> 32
    return weight, ripe & 0xFFFF, ripe >> 16


def pattern_of(key: int) -> int:
    """The number of the pattern that the key, of a line that is not blocked, stands for."""
    return PATTERN_OF_FILLS[key & FILL_MASK] if key < (MOST_MISSING + 1) * MISSING else FAR


def is_ripe(key: int) -> bool:
    """Whether the line with that key lacks one chip."""
    return MISSING < key < 2 * MISSING


def names_of_weights() -> Iterator[str]:
    """A name for each weight, in order; for people who look at a table."""
    for side in ("own", "next", "other"):
        for lack in ("last", "more"):
            for pattern in PATTERNS:
                yield f"{side} {lack} {''.join('shpo-'[fill] for fill in pattern) or 'far'}"
    for side in ("chances", "threats"):
        for lack in ("last", "more"):
            for wild, removing, ripe in product(range(COUNTED), repeat=3):
                yield f"{side} {lack} {wild} wild {removing} removing {ripe} ripe"
    for dead in range(DEAD_COUNTED):
        yield f"dead {dead}"
    for lack in ("last", "more"):
        for rival in ("last", "more"):
            yield f"standing {lack} against {rival}"
