"""Consoles that write into memory, people who follow a script, and bots that play at random."""

import io
import os
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from random import Random

from rich.console import Console

from sarja.rules.chance import seeded_chance, seeded_deck
from sarja.rules.model import Game, State, View
from sarja.rules.moves import Move
from sarja.rules.play import deal, legal_moves, play
from sarja.rules.record import Record, Step, replay
from sarja.rules.variant import Help, Variant
from sarja.tui.settings import Player, Settings
from sarja.variants import builtin_variant

GOLDEN = Path(__file__).parent / "golden"


class RandomBot:
    """A bot that plays any legal move."""

    name = "random"

    def choose(self, view: View, random: Random) -> Move:
        return random.choice(legal_moves(view.position, view.hand))


class Script:
    """Answers prompts one after the other, and keeps what was printed before each."""

    def __init__(self, console: Console, lines: Iterable[str]) -> None:
        self.prompts: list[str] = []
        self.shown: list[str] = []
        self._console = console
        self._lines = iter(lines)
        self._read = 0

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        self.shown.append(self.news())
        try:
            return next(self._lines)
        except StopIteration:
            raise EOFError from None

    def news(self) -> str:
        """What was printed since the last prompt."""
        text = printed(self._console)
        news, self._read = text[self._read :], len(text)
        return news


def plain_console(width: int = 80, height: int = 24, encoding: str = "utf-8") -> Console:
    """A console without colours; what its encoding lacks is an error, as in a real one."""
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="strict", newline="")
    return Console(
        file=file, width=width, height=height, color_system=None, force_terminal=False, _environ={}
    )


def printed(console: Console) -> str:
    """All that was printed on a plain console."""
    file = console.file
    assert isinstance(file, io.TextIOWrapper)
    file.flush()
    assert isinstance(file.buffer, io.BytesIO)
    return file.buffer.getvalue().decode(file.encoding)


def is_golden(name: str, text: str) -> bool:
    """Whether the text is what stands in the golden file; SARJA_GOLDEN=1 writes the file."""
    text = "".join(line.rstrip() + "\n" for line in text.splitlines())
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("SARJA_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return path.read_text(encoding="utf-8") == text


def variant_named(name: str) -> Variant:
    variant = builtin_variant(name)
    assert variant is not None
    return variant


def settings_for(
    name: str = "classic",
    seats: int = 2,
    persons: Iterable[int] = (1,),
    *,
    teams: int | None = None,
    help: Help | None = None,
    seed: int | str | None = 7,
    **more: object,
) -> Settings:
    """A game whose people are Anna, Bert and so on, and whose bots play at random."""
    variant = variant_named(name)
    setup = variant.setup(seats, teams)
    assert setup is not None
    names = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fred", *map(str, range(7, 13)))
    people = set(persons)
    players = tuple(
        Player(name if seat in people else f"Bot {seat}", None if seat in people else RandomBot())
        for seat, name in enumerate(names[:seats], 1)
    )
    return Settings(variant, setup, players, help=help or variant.help, seed=seed, **more)  # type: ignore[arg-type]


def state_after(name: str, plies: int, seed: int = 1, seats: int = 2) -> State:
    """A state after so many random moves."""
    variant = variant_named(name)
    setup = variant.setup(seats)
    assert setup is not None
    state, _ = deal(Game(variant, setup, seats), seeded_deck(variant, seed))
    random, chance = Random(seed), seeded_chance(seed)
    for _ in range(plies):
        position = state.position
        if position.to_act is None:
            break
        moves = legal_moves(position, state.hand(position.to_act))
        state, _ = play(state, random.choice(moves), chance)
    return state


Typing = Callable[[State, str], Iterable[str]]
"""The lines that a person types to make the move of that text in that state."""


def lines_of(record: Record, persons: Iterable[int], typing: Typing) -> list[str]:
    """What the people of a recorded game would type to play it again."""
    steps: list[Step] = list(replay(record))
    people = set(persons)
    lines: list[str] = []
    for before, after in pairwise(steps):
        assert after.text is not None
        drawn = after.text.removesuffix(":+")
        seat = int(drawn) if drawn != after.text else before.state.position.to_act
        if seat in people:
            lines += typing(before.state, after.text)
    return lines
