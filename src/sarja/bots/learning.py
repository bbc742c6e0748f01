"""Learning a table: games of one kind against itself, then lessons from searching (`sarja train`).

Needs the extra `fast`. The same course gives the same table, interrupted or not.
"""

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import index
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from sarja.bots.learned import Kind, Table, kind_of
from sarja.bots.patterns import MOST_MISSING, UNIT, WEIGHTS, names_of_weights
from sarja.bots.search.cache import SEARCH
from sarja.bots.search.hands import ROWS
from sarja.bots.search.plan import SURE, plan_of
from sarja.bots.search.seeing import room_for
from sarja.bots.turns import turns_ahead
from sarja.kernel.layout import layout_of
from sarja.kernel.slots import MOST_MOVES, ROW_SIZE, LayoutArray
from sarja.rules.errors import SarjaError
from sarja.rules.loader import variant_data
from sarja.rules.model import Game
from sarja.rules.record import variant_hash

with SEARCH.one_builder("learning"):
    from sarja.bots.search.learning import FloatArray, learn_games
    from sarja.bots.search.lessons import study

BLOCK: Final = 1000
"""Games against itself between two mendings of the weights."""
ROUND: Final = 100
"""Studied games between two."""
LONGEST: Final = 400
"""Turns after which a game teaches nothing: it may never end."""
TRACE: Final = 0.8
"""Lambda of TD(lambda)."""
BLUR: Final = 60
"""Scores are blurred by up to so many thousandths of a logit, so that games differ."""
KEPT: Final = 0.9
"""How much of earlier blocks still counts when weights are mended; in the end all of it."""
SHYNESS: Final = 30.0
"""How much weights resist being changed by games, so that what is rare does not leap."""
LESSON_SHYNESS: Final = 10.0
"""The same for lessons."""
LONGEST_GAP: Final = 8
"""Moves between two studied positions, at most."""
WORLDS: Final = 60
"""In how many worlds each move of a studied position is tried."""
CANDIDATES: Final = 12
"""How many moves of it are tried."""
LEAST_CHANCE: Final = 0.03
"""Where less is at stake, lessons count no less than there."""


@dataclass(frozen=True, slots=True)
class Course:
    """What is learned, and how; the same course gives the same table."""

    games: tuple[Game, ...]
    """All of one kind, played by turns."""
    length: int
    """Games against itself altogether, a multiple of `BLOCK`."""
    studied: int
    """Games to be studied, a multiple of `ROUND`."""
    seed: int

    @property
    def kind(self) -> Kind:
        """The kind of all its games."""
        return kind_of(self.games[0])

    @property
    def blocks(self) -> int:
        """How often weights are mended by games against itself."""
        return self.length // BLOCK


@dataclass(slots=True)
class Progress:
    """What has been learned so far; to be saved and gone on with."""

    learned: FloatArray
    """Weights as logits, as games against itself taught them."""
    sharpened: FloatArray
    """The same after the lessons."""
    matrix: FloatArray = field(default_factory=lambda: np.zeros((WEIGHTS, WEIGHTS)))
    """What is known of how the weights go together: for games, then for lessons."""
    sums: FloatArray = field(default_factory=lambda: np.zeros(WEIGHTS))
    """What the lessons ask of the weights."""
    blocks: int = 0
    studied: int = 0


def begin() -> Progress:
    """Nothing learned: lines count the more the fewer chips they lack, and jacks count."""
    learned = np.zeros(WEIGHTS)
    for at, name in enumerate(names_of_weights()):
        words = name.split()
        if words[0] in ("own", "next", "other") and words[2] != "far":
            sign = 1 if words[0] == "own" else -1
            learned[at] = sign * 0.005 * 5 ** (MOST_MISSING - len(words[2]))
        elif words[0] == "chances":
            learned[at] = 0.3 * int(words[2]) + 0.2 * int(words[4])
    return Progress(learned, learned.copy())


def learn(course: Course, progress: Progress) -> Iterator[Progress]:
    """Go on with the course to its end; a progress comes back after each block or studied game."""
    desks = [_Desk(game) for game in course.games]
    while progress.blocks < course.blocks:
        if progress.blocks == 0:
            progress.matrix[:] = 0
        desk = desks[progress.blocks % len(desks)]
        gradient = np.zeros(WEIGHTS)
        progress.matrix *= _kept(progress.blocks / course.blocks)
        desk.play(progress, gradient, course.seed)
        progress.learned += _solve(progress.matrix, gradient, SHYNESS)
        progress.sharpened[:] = progress.learned
        progress.blocks += 1
        if progress.blocks == course.blocks:
            progress.matrix[:] = 0
        yield progress
    while progress.studied < course.studied:
        desk = desks[progress.studied % len(desks)]
        desk.study(progress, course.seed)
        progress.studied += 1
        if progress.studied % ROUND == 0:
            missed = progress.sums - progress.matrix @ progress.learned
            change = _solve(progress.matrix, missed, LESSON_SHYNESS)
            progress.sharpened[:] = progress.learned + change
        yield progress


def _kept(done: float) -> float:
    """How much of earlier blocks counts, when so much of the course is done."""
    return KEPT if done < 0.5 else min(KEPT + (1 - KEPT) * (done - 0.5) / 0.3, 1.0)


def _solve(matrix: FloatArray, vector: FloatArray, shyness: float) -> FloatArray:
    system = matrix + shyness * np.eye(WEIGHTS)
    found: FloatArray = np.linalg.solve(system, vector).astype(np.float64)
    return found


def table_of(course: Course, progress: Progress, command: str) -> Table:
    """The table that the finished course has come to."""
    weights = np.rint(progress.sharpened * UNIT)
    setups = tuple((g.variant.id, g.seats, g.teams) for g in course.games)
    return Table(
        course.kind.name,
        setups,
        course.length,
        course.studied,
        course.seed,
        command,
        tuple(int(weight) for weight in weights),
    )


def save(course: Course, progress: Progress, file: Path) -> None:
    """Write the progress into the file, whole or not at all."""
    content = io.BytesIO()
    np.savez(
        content,
        about=np.array([course.seed, course.length, progress.blocks, progress.studied]),
        games=np.array(_names_of(course)),
        vectors=np.array([progress.learned, progress.sharpened, progress.sums]),
        matrix=progress.matrix,
    )
    beside = file.with_name(f".{file.name}.new")
    beside.write_bytes(content.getvalue())
    beside.replace(file)


def resume(course: Course, file: Path) -> Progress:
    """The progress in the file.

    Raises:
        SarjaError: `train-progress`: the file holds no progress of this course.
    """
    try:
        # Read first: numpy leaves a file open that is no archive.
        with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as content:
            seed, length, blocks, studied = map(index, content["about"].tolist())
            games = content["games"].tolist()
            vectors, matrix = content["vectors"], content["matrix"]
    except _MANGLED as error:
        raise SarjaError("train-progress", file=file.name) from error
    same = (seed, length, games) == (course.seed, course.length, _names_of(course))
    shapes = vectors.shape == (3, WEIGHTS) and matrix.shape == (WEIGHTS, WEIGHTS)
    numbers = vectors.dtype == matrix.dtype == np.float64
    if not (same and shapes and numbers and np.isfinite(vectors).all()):
        raise SarjaError("train-progress", file=file.name)
    if not (0 <= blocks <= course.blocks and 0 <= studied <= course.studied):
        raise SarjaError("train-progress", file=file.name)
    learned, sharpened, sums = vectors
    return Progress(learned.copy(), sharpened.copy(), matrix, sums.copy(), blocks, studied)


_MANGLED: Final = (
    OSError,
    EOFError,
    ValueError,
    KeyError,
    TypeError,
    ArithmeticError,
    MemoryError,
    RuntimeError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)
"""What reading a file that is no archive of arrays, or a broken one, may end in."""


def _names_of(course: Course) -> list[str]:
    """What is played, in which seatings: progress with one game is none with another."""
    return [
        f"{variant_hash(variant_data(game.variant))}/{game.seats}/{game.teams}"
        for game in course.games
    ]


class _Desk:
    """The arrays for games of one setup."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._layout: LayoutArray = layout_of(game)
        self._plan = plan_of(game)
        self._rows = np.empty((ROWS, self._layout[ROW_SIZE]), dtype=np.int16)
        self._rooms = room_for(self._layout), room_for(self._layout)
        self._moves, self._scores = np.empty((2, self._layout[MOST_MOVES]), dtype=np.int64)
        self._weights = np.empty(WEIGHTS, dtype=np.int32)
        self._features = np.empty((LONGEST, WEIGHTS), dtype=np.int16)
        self._seats = np.empty(LONGEST, dtype=np.int64)
        self._some = np.empty(WEIGHTS, dtype=np.int64)
        self._picked, self._values = np.empty((2, CANDIDATES), dtype=np.int64)

    def play(self, progress: Progress, gradient: FloatArray, seed: int) -> None:
        """Play the next block of games; what they teach goes into matrix and gradient."""
        learn_games(
            self._rows[0],
            self._rows[1],
            self._layout,
            self._plan,
            self._weights,
            self._rooms[0],
            self._rooms[1],
            progress.learned,
            gradient,
            progress.matrix,
            self._features,
            self._seats,
            self._moves,
            self._scores,
            self._some,
            np.array([TRACE, BLUR, 0.0]),
            seed,
            progress.blocks * BLOCK,
            BLOCK,
        )

    def study(self, progress: Progress, seed: int) -> None:
        """Study positions of the next game; what they teach goes into matrix and sums."""
        random = Random(f"{seed}/{progress.studied}")
        self._weights[:] = np.rint(progress.sharpened * UNIT)
        first_seat = random.randint(1, self._game.seats)
        while found := study(
            self._rows,
            self._layout,
            self._plan,
            self._weights,
            self._rooms[0],
            self._rooms[1],
            self._moves,
            self._scores,
            self._picked,
            self._values,
            self._features,
            random.getrandbits(60),
            first_seat,
            random.randint(1, LONGEST_GAP),
            BLUR,
            WORLDS,
            CANDIDATES,
            turns_ahead(self._game),
        ):
            first_seat = 0
            chances = self._values[:found] / (WORLDS * SURE)
            even = float(np.clip(chances.mean(), LEAST_CHANCE, 1 - LEAST_CHANCE))
            slope = even * (1 - even)
            features = self._features[:found].astype(float)
            features -= features.mean(axis=0)
            progress.matrix += (slope * features.T @ features).astype(np.float64)
            progress.sums += features.T @ (chances - chances.mean())
