"""One scale for all bots: Bradley-Terry ratings in Elo, with intervals from a bootstrap."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from random import Random
from typing import Final

from sarja.arena.elo import SCALE
from sarja.arena.schedule import Pairing
from sarja.arena.scores import Interval

RESAMPLES: Final = 1000
FEWEST_RESAMPLES: Final = 200
MOST_DRAWN: Final = 2_000_000
"""Bouts drawn in all resamples together, beyond which there are fewer resamples."""
LONGEST_STEP: Final = 2.0
MOST_STEPS: Final = 200
PRECISE: Final = 1e-9

BoutOutcome = tuple[tuple[Pairing, float, int], ...]
"""For each two opponents of a bout the points of the first, and the games."""
Totals = Mapping[Pairing, tuple[float, int]]
"""For each two opponents the points of the first, and the games."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a bot is above the anchor; None where nothing links the two."""

    elo: float | None
    elo_95: Interval | None


def rate(bots: int, matches: Sequence[Sequence[BoutOutcome]], random: Random) -> list[Rating]:
    """The rating of each bot, the first being the anchor, from the bouts of each match.

    The interval is that of the percentiles of resamples, in which whole bouts are drawn anew
    from those of the same match: their games share a deck and are no independent evidence.

    Source: B. Efron and R. Tibshirani, An Introduction to the Bootstrap (1993), chapter 13.
    """
    estimate = bradley_terry(bots, totals(bout for bouts in matches for bout in bouts))
    counted = [Counter(bouts) for bouts in matches]
    drawn = max(1, sum(map(len, matches)))
    resamples = max(FEWEST_RESAMPLES, min(RESAMPLES, MOST_DRAWN // drawn))
    found: list[list[float]] = [[] for _ in range(bots)]
    for _ in range(resamples):
        resampled = [_resample(bouts, random) for bouts in counted]
        again = bradley_terry(bots, _totals_of_counts(resampled), estimate)
        for bot, elo in enumerate(again):
            if elo is not None:
                found[bot].append(elo)
    return [
        Rating(elo, None if elo is None else _middle(sorted(found[bot])))
        for bot, elo in enumerate(estimate)
    ]


def totals(bouts: "Sequence[BoutOutcome] | object") -> Totals:
    """The points and games of all bouts together."""
    return _totals_of_counts([Counter(bouts)])  # type: ignore[arg-type]


def bradley_terry(
    bots: int, played: Totals, start: Sequence[float | None] | None = None
) -> list[float | None]:
    """The Elo of each bot above the first: the ratings under which the results are likeliest.

    Bot i is expected to score 1 / (1 + exp(r_j - r_i)) against j; a draw is half a win and half a
    loss. The likelihood is concave in r, and Newton's method finds its maximum. A pair in which
    one has all the points counts as if a quarter of a point had been given away, for else there
    is no maximum.

    Source: R. Bradley and M. Terry, Rank analysis of incomplete block designs, Biometrika 39
    (1952); D. Hunter, MM algorithms for generalized Bradley-Terry models (2004), on existence.
    """
    linked = _linked(played)
    free = [bot for bot in sorted(linked) if bot != 0]
    place = {bot: at for at, bot in enumerate(free)}
    strength = [0.0] * bots
    if start is not None:
        strength = [0.0 if elo is None else elo * log(10) / SCALE for elo in start]
    pairs = [
        (a, b, min(max(points, 0.25), games - 0.25), games)
        for (a, b), (points, games) in played.items()
        if a in linked
    ]
    for _ in range(MOST_STEPS):
        slope = [0.0] * len(free)
        bend = [[0.0] * len(free) for _ in free]
        for a, b, points, games in pairs:
            expected = 1 / (1 + exp(strength[b] - strength[a]))
            weight = games * expected * (1 - expected)
            for bot, sign in ((a, 1), (b, -1)):
                if bot in place:
                    slope[place[bot]] += sign * (points - games * expected)
                    bend[place[bot]][place[bot]] += weight
            if a in place and b in place:
                bend[place[a]][place[b]] -= weight
                bend[place[b]][place[a]] -= weight
        steps = _solve(bend, slope)
        longest = max(map(abs, steps), default=0.0)
        shorter = min(1.0, LONGEST_STEP / longest) if longest else 1.0
        for bot, step in zip(free, steps, strict=True):
            strength[bot] += shorter * step
        if longest < PRECISE:
            break
    return [strength[bot] * SCALE / log(10) if bot in linked else None for bot in range(bots)]


def _linked(played: Totals) -> set[int]:
    """The bots that games link with the first, itself included."""
    linked = {0}
    while True:
        more = {bot for pair in played if linked & set(pair) for bot in pair} - linked
        if not more:
            return linked
        linked |= more


def _resample(bouts: Counter[BoutOutcome], random: Random) -> Counter[BoutOutcome]:
    """As many bouts as there were, each drawn from all of them."""
    if not bouts:
        return bouts
    return Counter(random.choices(list(bouts), list(bouts.values()), k=bouts.total()))


def _totals_of_counts(matches: Sequence[Mapping[BoutOutcome, int]]) -> Totals:
    summed: dict[Pairing, tuple[float, int]] = {}
    for bouts in matches:
        for bout, count in bouts.items():
            for pair, points, games in bout:
                before = summed.get(pair, (0.0, 0))
                summed[pair] = before[0] + count * points, before[1] + count * games
    return summed


def _middle(values: Sequence[float]) -> Interval:
    """The middle 95 % of sorted values."""
    cut = round(0.025 * (len(values) - 1))
    return values[cut], values[-1 - cut]


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a symmetric, positive definite system, by Gauss's elimination."""
    n = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(n):
        pivot = rows[at]
        for row in rows[at + 1 :]:
            factor = row[at] / pivot[at]
            for column in range(at, n + 1):
                row[column] -= factor * pivot[column]
    solution = [0.0] * n
    for at in reversed(range(n)):
        known = sum(rows[at][column] * solution[column] for column in range(at + 1, n))
        solution[at] = (rows[at][n] - known) / rows[at][at]
    return solution
