"""Several games that belong together: how they stand, and deals that are played again."""

from dataclasses import dataclass

from sarja.rules.events import Dealt
from sarja.table.actions import Settings


@dataclass(frozen=True, slots=True)
class Series:
    """How a series stands."""

    length: int
    """So many games it has at most."""
    played: int
    """So many of them are over."""
    wins: tuple[int, ...]
    """By team; a drawn game counts for nobody."""

    @property
    def is_over(self) -> bool:
        """Whether a team has won more than half of all games, or all have been played."""
        return self.played >= self.length or max(self.wins, default=0) * 2 > self.length

    @property
    def winner(self) -> int | None:
        """The team that has won the series; None before its end, and where teams share the lead."""
        most = max(self.wins, default=0)
        if not self.is_over or self.wins.count(most) != 1:
            return None
        return self.wins.index(most) + 1

    def after(self, winner: int | None) -> "Series":
        """The series when the team has won one more game; None for a draw."""
        wins = tuple(won + (team == winner) for team, won in enumerate(self.wins, 1))
        return Series(self.length, self.played + 1, wins)


def new_series(settings: Settings, teams: int) -> Series:
    """A series of which no game has been played.

    A deal that is played again is so until every team has had every hand: where there are two teams
    that makes two games of each.
    """
    return Series(settings.series * (teams if settings.duplicate else 1), 0, (0,) * teams)


def is_other_game(before: Settings, after: Settings) -> bool:
    """Whether settings are so different that games before and after do not belong together."""

    def play(settings: Settings) -> tuple[object, ...]:
        return (
            settings.variant,
            settings.seats,
            settings.teams,
            settings.series,
            settings.duplicate,
        )

    return play(before) != play(after)


def deck_of(dealt: Dealt, first_seat: int) -> tuple[str, ...]:
    """The deck as it lay before the deal, which went round from that seat (R5)."""
    seats = len(dealt.hands)
    order = [dealt.hands[(first_seat - 1 + at) % seats] for at in range(seats)]
    return tuple(card for round_ in zip(*order, strict=True) for card in round_) + dealt.deck


def swaps_to(order: tuple[int, ...]) -> list[tuple[int, int]]:
    """Pairs of seats that change places in turn, until seat n has who sat at `order[n-1]`."""
    at = list(range(1, len(order) + 1))
    swaps = []
    for place, wanted in enumerate(order):
        found = at.index(wanted)
        if found != place:
            at[place], at[found] = at[found], at[place]
            swaps.append((place + 1, found + 1))
    return swaps
