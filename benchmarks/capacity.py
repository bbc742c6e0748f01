"""How many people so many servers can bear, from what `scaling.py --json` has measured.

What was measured is first taken apart into costs: what a server uses by itself, a table at rest, a
move, and so on, each with what it costs besides for every other server that has the table. From
these and an evening as it is assumed, what so many servers bear is put together again. All of it
is reckoned: what more than four servers do nobody has seen. `capacity_report.py` prints it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from benchmarks.load import SEATS, Data
from sarja.server.postgres_store import CONNECTIONS

SERVERS: Final = (1, 2, 4, 8, 16, 32, 64)
WANTED: Final = 1_000_000
"""Players a day."""
PARTS: Final = ("servers", "database", "redis")
CROWD_NOTICES: Final = 2
"""What all servers are told when somebody's line is lost and comes back."""


@dataclass(frozen=True, slots=True)
class Evening:
    """What is assumed about people, and how busy a processor may be."""

    games_a_day: float = 3.0
    """Of one player."""
    moves_a_game: float = 50.0
    """Of all at the table; bots need 46 in Classic for four."""
    seconds_a_move: float = 10.0
    busiest_hour: float = 0.12
    """The part of the day's playing that falls into it."""
    returns_an_hour: float = 6.0
    """How often one who plays loses the line: a phone that sleeps, a tunnel."""
    busy: float = 0.5
    """The part of its core that a server may use, lest people should wait."""

    @property
    def hours_a_day(self) -> float:
        """For which one player plays."""
        return self.games_a_day * self.moves_a_game * self.seconds_a_move / 3600

    @property
    def moves_a_day(self) -> float:
        """Of one player, the others at the table left out."""
        return self.games_a_day * self.moves_a_game / SEATS

    @property
    def at_once(self) -> float:
        """The part of the day's players who play at one moment of the busiest hour."""
        return self.hours_a_day * self.busiest_hour


@dataclass(frozen=True, slots=True)
class Cost:
    """What something costs: by itself, and besides for each other server that has the table."""

    first: float
    other: float

    def at(self, spread: float) -> float:
        """All of it, where so many servers have the table."""
        return self.first + (spread - 1) * self.other


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds of processor time, from what was measured; nothing is below 0."""

    still: float
    """A server without tables, a second."""
    resting: Cost
    """A table, a second."""
    move: Cost
    """With all that four people are told."""
    passed: float
    """A move at a table that only other servers have; this should be nothing."""
    notice: float
    """A notice that a server hears, whatever it then does about it."""
    back: Cost
    """Somebody comes back."""
    database_still: float
    database_resting: Cost
    database_move: Cost
    database_back: Cost
    redis: Cost
    """A notice, told to one server, and to each other one besides."""
    commits: Cost
    """A move, those that only read too; a number."""
    log_bytes: float
    """A move."""
    stored_bytes: float
    memory_server: float
    """Bytes; `memory_table` with its people's sockets."""
    memory_table: Cost


@dataclass(frozen=True, slots=True)
class Still:
    """What each server uses by itself, a second."""

    servers: float
    database: float
    redis: float

    def share(self, part: str) -> float:
        """That of the servers, of the database or of Redis."""
        return {"servers": self.servers, "database": self.database, "redis": self.redis}[part]


def still_of(settings: Iterable[Data]) -> Still:
    """It, from all settings, since it is little."""
    quiet = [one["still"] for one in settings]
    seconds = sum(used["seconds"] * len(used["servers"]) for used in quiet)
    return Still(*(sum(_whole(u, part) for u in quiet) / seconds for part in PARTS))


def _whole(used: Data, part: str) -> float:
    return float(sum(used[part]) if part == "servers" else used[part])


def _besides(one: Data, time: str, part: str, still: Still) -> float:
    """What was used in that time besides what servers and tables at rest use; seconds in all."""
    used = one[time]
    took = _whole(used, part) - still.share(part) * len(used["servers"]) * float(used["seconds"])
    if time != "resting":
        at_rest = _besides(one, "resting", part, still)
        took -= at_rest * float(used["seconds"]) / float(one["resting"]["seconds"])
    return max(0.0, took)


def _counted(one: Data, name: str) -> float:
    """A count a move, less what is counted at rest in such a time."""
    playing, resting = one["playing"], one["resting"]
    at_rest = resting["counts"][name] / resting["seconds"] * playing["seconds"]
    return max(0.0, float(playing["counts"][name] - at_rest)) / float(one["moves"])


def costs_of(found: Data) -> Costs:
    """The costs that follow from what was measured in `one`, `split` and `beside`."""
    by_name = {one["setting"]["name"]: one for one in found["settings"]}
    one, split, beside = by_name["one"], by_name["split"], by_name["beside"]
    still = still_of(by_name.values())

    def cost(of_one: Callable[[Data], float]) -> Cost:
        """By one server, and by how much more it is where two have each table."""
        return Cost(of_one(one), max(0.0, of_one(split) - of_one(one)))

    def used(time: str, part: str) -> Cost:
        return cost(lambda o: _besides(o, time, part, still) / _number(o, time))

    def listener(time: str) -> float:
        """What the server that has no table used."""
        took = float(beside[time]["servers"][1]) - still.servers * float(beside[time]["seconds"])
        return max(0.0, took)

    return Costs(
        still=still.servers,
        resting=used("resting", "servers"),
        move=used("playing", "servers"),
        passed=listener("playing") / _number(beside, "playing"),
        notice=listener("returning") / _number(beside, "returning") / CROWD_NOTICES,
        back=used("returning", "servers"),
        database_still=still.database,
        database_resting=used("resting", "database"),
        database_move=used("playing", "database"),
        database_back=used("returning", "database"),
        redis=used("playing", "redis"),
        commits=cost(lambda o: _counted(o, "commits")),
        log_bytes=float(one["playing"]["counts"]["log_bytes"]) / float(one["moves"]),
        stored_bytes=_counted(one, "stored"),
        memory_server=float(one["memory"]),
        memory_table=cost(lambda o: float(o["memory_a_socket"]) * SEATS),
    )


def _number(one: Data, time: str) -> float:
    """Of what it is a cost: seconds of tables, moves, or people who come back."""
    if time == "resting":
        return float(one["tables"] * one["resting"]["seconds"])
    return float(one["moves"] if time == "playing" else one["tables"] * SEATS)


def spread_of(servers: int) -> float:
    """At how many of so many servers the four of a table are on the average, sent by chance."""
    return servers * (1 - (1 - 1 / servers) ** SEATS)


@dataclass(frozen=True, slots=True)
class Capacity:
    """What so many servers bear."""

    servers: int
    spread: float
    moves: float
    """A second; so are `transactions` of the database."""
    players: float
    """At once."""
    players_a_day: float
    memory: float
    """Bytes of each server."""
    transactions: float
    log_bytes: float
    """A second; `stored_bytes` a day."""
    stored_bytes: float
    database: float
    """Cores that are wholly busy; so is `redis`."""
    redis: float
    connections: int


def capacity(costs: Costs, servers: int, evening: Evening, *, together: bool = False) -> Capacity:
    """What so many servers bear in that evening, each on a core of its own.

    Together means that all who are at one table come by one server.
    """
    spread = 1.0 if together else spread_of(servers)
    pace = 1 / evening.seconds_a_move
    returns = SEATS * evening.returns_an_hour / 3600
    table = (
        costs.resting.at(spread)
        + costs.move.at(spread) * pace
        + costs.passed * (servers - spread) * pace
        + costs.back.at(spread) * returns
        + costs.notice * CROWD_NOTICES * (servers - spread) * returns
    )
    tables = servers * (evening.busy - costs.still) / table
    moves = tables * pace
    players = tables * SEATS
    a_day = players / evening.at_once
    return Capacity(
        servers=servers,
        spread=spread,
        moves=moves,
        players=players,
        players_a_day=a_day,
        memory=costs.memory_server + tables * costs.memory_table.at(spread) / servers,
        transactions=moves * costs.commits.at(spread),
        log_bytes=moves * costs.log_bytes,
        stored_bytes=a_day * evening.moves_a_day * costs.stored_bytes,
        database=(
            servers * costs.database_still
            + tables * costs.database_resting.at(spread)
            + moves * costs.database_move.at(spread)
            + tables * returns * costs.database_back.at(spread)
        ),
        redis=(
            moves * costs.redis.at(spread)
            + tables * returns * CROWD_NOTICES * costs.redis.at(servers)
        ),
        connections=servers * CONNECTIONS,
    )


def servers_for(
    costs: Costs, players_a_day: float, evening: Evening, *, together: bool = False
) -> Capacity:
    """The fewest servers that bear so many players a day.

    Raises:
        ValueError: no number of servers below 1,000 does.
    """
    for servers in range(1, 1000):
        found = capacity(costs, servers, evening, together=together)
        if found.players_a_day >= players_a_day:
            return found
    raise ValueError(f"{players_a_day:,.0f} players a day are too many")


def foretold(found: Data, costs: Costs) -> Iterator[tuple[str, float, float]]:
    """For each setting: what the servers used a move all together, and what the costs make it."""
    for one in found["settings"]:
        servers, spread = one["setting"]["servers"], one["setting"]["spread"]
        seconds, moves = one["playing"]["seconds"], one["moves"]
        idle = servers * costs.still + one["tables"] * costs.resting.at(spread)
        made = costs.move.at(spread) + (servers - spread) * costs.passed + idle * seconds / moves
        yield one["setting"]["name"], sum(one["playing"]["servers"]) / moves, made
