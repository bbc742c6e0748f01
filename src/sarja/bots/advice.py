"""Advice for a seat: its moves from the best on, and what speaks for each."""

from dataclasses import dataclass

from sarja.bots.judging import judge_of
from sarja.bots.reasons import Reason, reasons_for
from sarja.rules.model import View
from sarja.rules.moves import Move


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, how good it is, and why."""

    move: Move
    chance: float
    """The chance of the team to win with it."""
    reasons: tuple[Reason, ...]
    """The weightiest first; those against the move come last."""


def advise(view: View, simulations: int | None = None, seed: int = 1) -> tuple[Advice, ...]:
    """The moves worth thinking of for the seat that must act, the best first.

    They are compared by games played on, as in `analysis`; with no simulations, and where the extra
    `fast` is missing, by the learned table. The same view and seed give the same advice.

    Raises:
        SarjaError: `extra-missing`.
        ValueError: the view's seat is not to act.
    """
    if view.seat is None or view.seat != view.position.to_act:
        raise ValueError(view.seat)
    judge = judge_of(view.position.game, simulations)
    return tuple(
        Advice(valued.move, valued.chance, reasons_for(view, valued.move))
        for valued in judge(view, seed)
    )
