"""What people at a table are asked, and what each has answered so far."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from sarja.table.actions import Wish
from sarja.table.events import TalkJudged


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody asks of all: it is done when everybody who is present agrees."""

    what: Wish
    seat: int
    agreed: frozenset[int]
    since: int
    """The version at which it was asked for."""


@dataclass(frozen=True, slots=True)
class Vote:
    """Table talk that somebody has called, and who agrees that it was (R16)."""

    seat: int
    team: int
    asked: frozenset[int]
    since: int
    """The version at which it was called."""
    agreed: frozenset[int] = frozenset()
    declined: frozenset[int] = frozenset()

    def after(self, judged: TalkJudged) -> "Vote":
        """The vote when one more has judged."""
        if judged.agrees:
            return replace(self, agreed=self.agreed | {judged.seat})
        return replace(self, declined=self.declined | {judged.seat})

    @property
    def is_agreed(self) -> bool:
        """Whether more than half of those who are asked agree."""
        return 2 * len(self.agreed) > len(self.asked)

    @property
    def is_lost(self) -> bool:
        """Whether that cannot be any more."""
        return 2 * len(self.declined) >= len(self.asked)

    def is_forsaken(self, people: Collection[int]) -> bool:
        """Whether they cannot agree any more since too many of them have left their seats.

        `people` are the seats where persons sit now.
        """
        able = self.agreed | (self.asked - self.declined).intersection(people)
        return not self.is_lost and 2 * len(able) <= len(self.asked)
