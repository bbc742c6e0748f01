"""What the casual bot makes of what it sees, in numbers set by hand.

They were found by paired deals against versions with one number changed, in Classic and Numbers, at
tables of two, three, four and six seats.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """Chances from 0 to 1, and worths: 1 is a sequence for a team that lacks several."""

    held: float
    """How much of a space a card in hand that covers it makes sure of.

    Low, because others play too before its turn comes. The prospect of a line so falls steeply
    with each chip that it lacks, as it should: lines grow from their longest.
    """
    wild_held: float
    """The same of a wild card in hand, for any one space: it can go to only one of many."""
    wild_unseen: float
    """How much of a wild card that nobody has seen counts for any one space, likewise."""
    patience: float
    """How many draws of each seat a line may wait for; what comes later comes too late."""
    finish: float
    """How much more an own line counts that one chip completes: it will never be safer than now."""
    threat: float
    """How much more a rival's line counts that one chip completes: its turn comes first."""
    exposed: float
    """How much a chip is sure to stay that a removing card could take; to choose a line (R22)."""
    last: float
    """How much more everything counts to a team that lacks only one sequence."""
    block: float
    """What a rival's prospects count against own ones; less, for they are guessed from less."""
    wild_price: float
    """What a wild card must gain to be played, for it will gain as much another time.

    Jacks are free where a rival threatens to win.
    """
    remove_price: float
    """The same of a removing card, which is useful less often."""
    misjudged: float
    """How much more than it is a play may be taken to be worth: nobody weighs that well by eye."""


CASUAL: Final = Weights(
    held=0.4,
    wild_held=0.12,
    wild_unseen=0.1,
    patience=2.5,
    finish=2,
    threat=2,
    exposed=0.9,
    last=2,
    block=0.9,
    wild_price=0.8,
    remove_price=0.5,
    misjudged=0.3,
)
