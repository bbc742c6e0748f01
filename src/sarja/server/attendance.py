"""Who is connected to a table, who is there, and who is away: three things, none of them stored.

Connected is a seat with a socket. There is a person whose page is looked at: a phone may be
connected and lie locked in a pocket. Away is who has not been there for a while; a lost connection
that comes back soon is nobody's absence.
"""

import time
from collections.abc import Callable
from typing import Final

from sarja.table.table import Table

AWAY_SECONDS: Final = 20.0


class Attendance:
    """Who is at one table, by seat."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, away_after: float = AWAY_SECONDS
    ) -> None:
        self._clock = clock
        self._away_after = away_after
        self.here: frozenset[int] = frozenset()
        """The seats with a connection."""
        self.there: frozenset[int] = frozenset()
        """The seats whose person is there now."""
        self.away: frozenset[int] = frozenset()
        """The seats whose person has not been there for a while."""
        self._gone: dict[int, tuple[int, float]] = {}
        """For each person who is not there: since which version they sit, and since when."""
        self._came: dict[int, int] = {}
        """For each person who is there: the version at which they came."""

    def look(self, table: Table, here: frozenset[int], there: frozenset[int]) -> bool:
        """Take note of who is here and there; whether anybody can see a difference."""
        before = (self.here, self.away)
        people = {s: c.since for s, c in enumerate(table.chairs, 1) if c.kind == "person"}
        now = self._clock()
        self.here, self.there = here, there & people.keys()
        self._came = {seat: self._came.get(seat, table.version) for seat in self.there}
        gone = {}
        for seat, since in people.items() - {(s, people[s]) for s in self.there}:
            known = self._gone.get(seat)
            gone[seat] = known if known and known[0] == since else (since, now)
        self._gone = gone
        self.away = frozenset(s for s in gone if self.gone_for(s) >= self._away_after)
        return before != (self.here, self.away)

    def gone_for(self, seat: int) -> float:
        """For how many seconds the person has not been there."""
        found = self._gone.get(seat)
        return 0.0 if found is None else self._clock() - found[1]

    def next_absence(self) -> float | None:
        """In how many seconds the next person will be away, if nobody comes; None for nobody."""
        waits = [self._away_after - self.gone_for(s) for s in self._gone if s not in self.away]
        return max(0.0, min(waits)) if waits else None

    def is_back(self, table: Table, seat: int) -> bool:
        """Whether the person may have the seat back from a bot: at the next turn, not amid one."""
        came = self._came.get(seat)
        if came is None:
            return False
        state = table.state
        if state is None or table.stage != "playing":
            return True
        position = state.position
        if position.to_act != seat and seat not in position.owed:
            return True
        return table.turn_began > came
