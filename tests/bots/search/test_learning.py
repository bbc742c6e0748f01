"""Learning: the same course gives the same table, interrupted or not."""

from dataclasses import replace
from pathlib import Path

import pytest

from sarja.bots import learning
from sarja.rules.errors import SarjaError
from sarja.rules.model import Game
from tests.boards import variant_named


def small_game() -> Game:
    variant = variant_named("numbers-small")
    return Game(variant, variant.setups[0], 2)


def test_a_course_that_was_interrupted_gives_the_same_table(tmp_path: Path) -> None:
    course = learning.Course((small_game(),), 2 * learning.BLOCK, 0, 7)
    whole = learning.begin()
    for _ in learning.learn(course, whole):
        pass
    part = learning.begin()
    file = tmp_path / "progress"
    for progress in learning.learn(course, part):
        learning.save(course, progress, file)
        break
    resumed = learning.resume(course, file)
    assert (resumed.blocks, resumed.studied) == (1, 0)
    for _ in learning.learn(course, resumed):
        pass
    tables = [learning.table_of(course, progress, "") for progress in (whole, resumed)]
    assert tables[0] == tables[1]
    assert len(set(tables[0].weights)) > 100


def test_lessons_change_the_table_and_can_be_interrupted_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "ROUND", 2)
    monkeypatch.setattr(learning, "WORLDS", 4)
    course = learning.Course((small_game(),), learning.BLOCK, 4, 7)
    whole = learning.begin()
    taught = None
    for progress in learning.learn(course, whole):
        if progress.studied == 0:
            taught = progress.learned.copy()
    assert taught is not None
    assert (whole.learned == taught).all()
    assert (whole.sharpened != taught).any()
    part = learning.begin()
    file = tmp_path / "progress"
    for progress in learning.learn(course, part):
        learning.save(course, progress, file)
        if progress.studied == 3:
            break
    resumed = learning.resume(course, file)
    for _ in learning.learn(course, resumed):
        pass
    assert learning.table_of(course, resumed, "") == learning.table_of(course, whole, "")


def test_progress_of_another_course_is_refused(tmp_path: Path) -> None:
    course = learning.Course((small_game(),), learning.BLOCK, 0, 7)
    file = tmp_path / "progress"
    learning.save(course, learning.begin(), file)
    assert learning.resume(course, file).blocks == 0
    for other in (replace(course, seed=8), replace(course, length=2 * learning.BLOCK)):
        with pytest.raises(SarjaError, match="train-progress"):
            learning.resume(other, file)
    for junk in (b"", b"PK\x03\x04 no archive", b"\x93NUMPY", file.read_bytes()[:500]):
        file.write_bytes(junk)
        with pytest.raises(SarjaError, match="train-progress"):
            learning.resume(course, file)
