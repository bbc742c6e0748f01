"""The learned tables: for each kind of game the weights by which club, expert and master see it."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final, Literal, TypeAlias

from sarja.bots.patterns import WEIGHTS
from sarja.rules.model import Game

FORMAT: Final = "sarja-table/1"


@dataclass(frozen=True, slots=True)
class Kind:
    """What decides how a game is to be judged, whatever its board: what winning takes, and whom."""

    teams: int
    partners: bool
    """Whether a team has more than one seat."""
    sequences: int
    """Sequences that win: 1, or 2 for any more."""

    @property
    def name(self) -> str:
        """The name of the kind, and of its table."""
        return f"{self.teams}-{'partners' if self.partners else 'alone'}-{self.sequences}"

    def likest(self) -> Iterator["Kind"]:
        """All kinds, this one first and then those that are more and more different."""
        for teams in (self.teams, 5 - self.teams):
            for partners in (self.partners, not self.partners):
                for sequences in (self.sequences, 3 - self.sequences):
                    yield Kind(teams, partners, sequences)


@dataclass(frozen=True, slots=True)
class Table:
    """Weights, and how they came about."""

    kind: str
    setups: tuple[tuple[str, int, int], ...]
    """The games that it was learned in: variant, seats, teams."""
    games: int
    """Games against itself."""
    studied: int
    """Games studied by searching."""
    seed: int
    command: str
    """What makes this table anew."""
    weights: tuple[int, ...]

    @property
    def digest(self) -> str:
        """A short name for the weights; what the command makes anew has the same."""
        return hashlib.sha256(repr(self.weights).encode()).hexdigest()[:16]


def kind_of(game: Game) -> Kind:
    """The kind of game."""
    return Kind(game.teams, game.seats > game.teams, min(game.setup.sequences, 2))


Learned: TypeAlias = Literal["played", "studied"]
"""How a table was learned: by games against itself alone, or by lessons from searching too."""


def table_for(game: Game, learned: Learned = "studied") -> Table:
    """The table of the game's kind that was learned so, or else of the kind most like it."""
    tables = (_packaged(learned, kind.name) for kind in kind_of(game).likest())
    return next(table for table in tables if table is not None)


def format_table(table: Table) -> str:
    """The text of a table's file."""
    about = {
        "format": FORMAT,
        "kind": table.kind,
        "setups": [list(setup) for setup in table.setups],
        "games": table.games,
        "studied": table.studied,
        "seed": table.seed,
        "command": table.command,
        "digest": table.digest,
    }
    lines = [f" {json.dumps(key)}: {json.dumps(value)}," for key, value in about.items()]
    weights = [str(weight) for weight in table.weights]
    rows = [", ".join(weights[at : at + 20]) for at in range(0, len(weights), 20)]
    return "\n".join(
        ["{", *lines, ' "weights": [', ",\n".join(f"  {r}" for r in rows), " ]", "}", ""]
    )


def parse_table(text: str) -> Table:
    """The table that the text of a file is.

    Raises:
        ValueError: it is no table, or one for other patterns.
    """
    data = json.loads(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(FORMAT)
    if len(data["weights"]) != WEIGHTS:
        raise ValueError(len(data["weights"]))
    table = Table(
        data["kind"],
        tuple((variant, seats, teams) for variant, seats, teams in data["setups"]),
        data["games"],
        data["studied"],
        data["seed"],
        data["command"],
        tuple(data["weights"]),
    )
    if table.digest != data["digest"]:
        raise ValueError(table.digest)
    return table


@lru_cache
def _packaged(learned: Learned, name: str) -> Table | None:
    file = files(__package__) / "tables" / learned / f"{name}.json"
    return parse_table(file.read_text(encoding="utf-8")) if file.is_file() else None
