"""The plan: what scoring needs to know of variant and seating beyond the kernel's layout."""

import math
from typing import Final

import numpy as np

from sarja.bots.calibration import Fit, logistic
from sarja.bots.patterns import OWN_CODES, PATTERN_OF_FILLS, THEIR_CODES, UNIT
from sarja.kernel.layout import card_codes
from sarja.kernel.slots import LayoutArray
from sarja.rules.model import Game, Position

THROUGH_TABLE: Final = 0
"""[space]: the slot where the lines through the space begin; they end where the next's begin."""
PATTERN_TABLE: Final = 1
CHANCE_TABLE: Final = 2
CLOSE_TABLE: Final = 3
"""[card]: 1 where two of its spaces lie in a line, else 0."""
CODE_TABLE: Final = 4
"""[own or not, is a card held, how many are unseen]: the code of an open space."""
PLAN_HEADER: Final = 5

CHANCE_STEP: Final = 16
"""Scores are rounded to steps of that size before their chance is looked up."""
CHANCE_STEPS: Final = 512
"""Steps on either side of even; scores beyond are as good as won or lost."""
SURE: Final = 1 << 16
"""The chance of a win that is certain, as an integer: so sums are the same on all machines."""


def plan_of(game: Game) -> LayoutArray:
    """The plan for the game; takes some milliseconds, so keep it."""
    spaces = range(len(game.variant.board.labels))
    lines = game.variant.board.lines
    through = [[n for n, line in enumerate(lines) if space in line] for space in spaces]
    begins = [PLAN_HEADER + len(through) + 1]
    for found in through:
        begins.append(begins[-1] + len(found))
    lists = [n for found in through for n in found]
    tables = [begins + lists, list(PATTERN_OF_FILLS), _chances(), _close_cards(game), _codes()]
    header, begin = [], PLAN_HEADER
    for table in tables:
        header.append(begin)
        begin += len(table)
    plan = np.array([*header, *(n for table in tables for n in table)], dtype=np.int32)
    plan.flags.writeable = False
    return plan


def _chances() -> list[int]:
    """The chance to win at each step of the score: the logistic function."""
    steps = range(-CHANCE_STEPS, CHANCE_STEPS + 1)
    return [round(SURE / (1 + math.exp(-step * CHANCE_STEP / UNIT))) for step in steps]


def _close_cards(game: Game) -> list[int]:
    """For each card that has spaces whether two of them lie in a line, in the kernel's order."""
    variant = game.variant
    lines = [set(line) for line in variant.board.lines]
    return [
        int(any(len(line & spaces) > 1 for line in lines))
        for spaces in (set(variant.spaces_of.get(card, ())) for card in card_codes(variant))
    ]


def _codes() -> list[int]:
    """Others' codes, then the own ones."""
    return [code for codes in (*THEIR_CODES, *OWN_CODES) for code in codes]


def fitted_plan(plan: LayoutArray, fit: Fit, position: Position) -> LayoutArray:
    """The plan with the chances that scores stand for in that position."""
    shift = fit.shift(position)
    fitted = plan.copy()
    begin = int(plan[CHANCE_TABLE])
    for at in range(2 * CHANCE_STEPS + 1):
        logit = fit.slope * (at - CHANCE_STEPS) * CHANCE_STEP / UNIT + shift
        fitted[begin + at] = round(SURE * logistic(logit))
    fitted.flags.writeable = False
    return fitted
