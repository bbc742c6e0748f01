"""Learning: the same course gives the same table, interrupted or not."""

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
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
    # Another game of the same kind teaches other things.
    numbers = variant_named("numbers")
    like = replace(course, games=(Game(numbers, numbers.setups[0], 2),))
    assert like.kind == course.kind
    with pytest.raises(SarjaError, match="train-progress"):
        learning.resume(like, file)
    good = file.read_bytes()
    with np.load(file) as content:
        whole = dict(content)
    wrong: tuple[dict[str, object], ...] = (
        {"about": np.array(7)},
        {"about": np.array([7.5, 1000.0, 0.0, 0.0])},
        {"about": np.array([7, learning.BLOCK, -1, 0])},
        {"about": np.array([7, learning.BLOCK, 2, 0])},
        {"games": np.array("x")},
        {"vectors": np.array(1.0)},
        {"vectors": whole["vectors"] * np.nan},
        {"vectors": whole["vectors"].astype(str)},
        {"matrix": whole["matrix"][:5]},
    )
    for change in wrong:
        np.savez(file.with_suffix(".npz"), **(whole | change))
        file.with_suffix(".npz").replace(file)
        with pytest.raises(SarjaError, match="train-progress"):
            learning.resume(course, file)
    array = io.BytesIO()
    np.save(array, np.zeros(3))
    # The list at the end of the archive says that its first part is patched data, or in cipher.
    flags = good.index(b"PK\x01\x02") + 8
    patched, ciphered = (
        good[:flags] + bytes([good[flags] | flag]) + good[flags + 1 :] for flag in (0x20, 0x01)
    )
    for junk in (array.getvalue(), patched, ciphered):
        file.write_bytes(junk)
        with pytest.raises(SarjaError, match="train-progress"):
            learning.resume(course, file)
    file.write_bytes(good)
    for junk in (b"", b"PK\x03\x04 no archive", b"\x93NUMPY", file.read_bytes()[:500]):
        file.write_bytes(junk)
        with pytest.raises(SarjaError, match="train-progress"):
            learning.resume(course, file)
