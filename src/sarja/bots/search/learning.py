"""Learning the weights by games against itself: TD(lambda), compiled.

R. Sutton, "Learning to predict by the methods of temporal differences", 1988. What is predicted is
whether the team of a seat wins, from what that seat sees after each of its moves.
"""

import math
from typing import Annotated, Final, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from sarja.bots.patterns import EXCHANGED, UNIT, WEIGHTS
from sarja.bots.search.cache import SEARCH
from sarja.bots.search.features import note_features
from sarja.bots.search.scoring import best_of, make_afterstate, score_moves
from sarja.bots.search.seeing import Numbers, Plan, Room
from sarja.kernel.chance import below, noise, stream
from sarja.kernel.jit import jitted
from sarja.kernel.slots import (
    SEATS,
    TEAMS,
    TURN,
    Layout,
    Longs,
    Row,
    Rows,
)
from sarja.kernel.status import is_over, team_of, to_act, winner
from sarja.kernel.turns import deal, step

FloatArray: TypeAlias = npt.NDArray[np.float64]


class Reals(Protocol):
    """A 1-D array of floats as compiled code sees it."""

    def __getitem__(self, slot: int, /) -> float: ...
    def __setitem__(self, slot: int, value: float, /) -> None: ...


class RealTable(Protocol):
    """A 2-D array of floats as compiled code sees it."""

    def __getitem__(self, row: int, /) -> Reals: ...


Floats: TypeAlias = Annotated[Reals, np.float64, 1]
Matrix: TypeAlias = Annotated[RealTable, np.float64, 2]

# What `lesson` holds.
TRACE: Final = 0
"""Lambda: how much of the next prediction's target goes into this one's."""
BLUR: Final = 1
"""Scores are blurred by up to so much, so that games differ."""
GOAL: Final = 2
"""What the prediction in hand should have been; room to work in."""


@jitted
def predict(features: Row, learned: Floats) -> float:
    """The chance to win that the features stand for."""
    total = 0.0
    for at in range(WEIGHTS):
        total += features[at] * learned[at]
    return 1.0 / (1.0 + math.exp(-total))


@jitted
def add_lesson(
    features: Row, learned: Floats, lesson: Floats, gradient: Floats, fisher: Matrix, some: Longs
) -> None:
    """Add one prediction to the sums from which the weights are mended.

    Its goal is then mixed with the prediction, as goal for the one before.
    """
    chance, goal = predict(features, learned), lesson[GOAL]
    lesson[GOAL] = lesson[TRACE] * goal + (1.0 - lesson[TRACE]) * chance
    count = 0
    for at in range(WEIGHTS):
        if features[at] != 0:
            some[count] = at
            count += 1
    for one in range(count):
        at = some[one]
        gradient[at] += (goal - chance) * features[at]
        scale = chance * (1.0 - chance) * features[at]
        for two in range(count):
            fisher[at][some[two]] += scale * features[some[two]]


@SEARCH.entry
def learn_games(
    row: Row,
    spare: Row,
    layout: Layout,
    plan: Plan,
    weights: Numbers,
    room: Room,
    room_after: Room,
    learned: Floats,
    gradient: Floats,
    fisher: Matrix,
    features: Rows,
    seats: Longs,
    moves: Longs,
    scores: Longs,
    some: Longs,
    lesson: Floats,
    seed: int,
    first: int,
    games: int,
) -> int:
    """Play games from number `first` on and learn from each; how many moves were made."""
    total = 0
    blur = int(lesson[BLUR])
    for game in range(first, first + games):
        key = stream(seed, game)
        for at in range(WEIGHTS):
            weights[at] = round(learned[at] * UNIT)
        deal(row, layout, key & 0x0FFF_FFFF_FFFF_FFFF, 1 + game % layout[SEATS])
        plies = 0
        number = 0
        while not is_over(row) and plies < len(features):
            count = score_moves(row, layout, plan, weights, room, room_after, spare, moves, scores)
            for nth in range(count):
                if blur > 0 and scores[nth] < EXCHANGED:
                    number += 1
                    scores[nth] += below(noise(key, number), blur)
            number += 1
            move = moves[best_of(scores, count, noise(key, number))]
            seat = to_act(row)
            size = make_afterstate(row, layout, spare, move)
            step(row, layout, move)
            total += 1
            # A turn is judged once, by what its last move leaves.
            if row[TURN] != seat or is_over(row):
                note_features(spare, layout, plan, room, seat, size, features[plies])
                seats[plies] = seat
                plies += 1
        if is_over(row):
            for seat in range(1, layout[SEATS] + 1):
                lesson[GOAL] = 1.0 if winner(row) == team_of(layout, seat) else 0.0
                if winner(row) == 0:
                    lesson[GOAL] = 1.0 / layout[TEAMS]
                for ply in range(plies - 1, -1, -1):
                    if seats[ply] == seat:
                        add_lesson(features[ply], learned, lesson, gradient, fisher, some)
    return total
