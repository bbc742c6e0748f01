"""What goes wrong with numba elsewhere: stale caches, folders, floats, types, many workers."""

import json
import os
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest

from sarja import kernel
from sarja.kernel.slots import ROW_SIZE
from sarja.rules.model import Game
from tests.kernel.programs import ROOT, SOURCES, run_python

# Who leads when two teams have as many sequences: nobody (R24).
LEADER = """
import numpy as np
from sarja.kernel import layout_of
from sarja.kernel.code_cache import KERNEL
from sarja.kernel.slots import SEQUENCE_COUNTS, Layout, Row
from sarja.kernel.turns import leading_team
from sarja.rules.model import Game
from sarja.variants import builtin_variant

with KERNEL.one_builder("leader"):

    @KERNEL.entry
    def leader(row: Row, layout: Layout) -> int:
        return leading_team(row, layout)

variant = builtin_variant("classic")
row = np.zeros(1000, dtype=np.int16)
row[SEQUENCE_COUNTS : SEQUENCE_COUNTS + 2] = 1
print(leader(row, layout_of(Game(variant, variant.setups[0], 1))), KERNEL.folder)
"""


def leader(program: Path, settings: dict[str, str], sources: Path = SOURCES) -> tuple[str, str]:
    """What the program prints: the leading team, and the folder of its cache."""
    team, folder = run_python(str(program), sources=sources, **settings).split(maxsplit=1)
    return team, folder.strip()


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """The program in a file, without which numba would not cache it."""
    path = tmp_path / "leader.py"
    path.write_text(LEADER)
    return path


def code_files(folder: str) -> list[Path]:
    return sorted(Path(folder).rglob("leader*.nbc"))


def test_an_edit_in_any_file_of_the_kernel_is_seen(program: Path, tmp_path: Path) -> None:
    sources, cache = tmp_path / "src", {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    shutil.copytree(SOURCES / "sarja", sources / "sarja", ignore=shutil.ignore_patterns("*.pyc"))
    team, folder = leader(program, cache, sources)
    assert team == "0"
    (code,) = code_files(folder)
    made = code.stat().st_mtime_ns
    assert leader(program, cache, sources) == ("0", folder)
    assert code.stat().st_mtime_ns == made, "the second run compiled again"

    turns = sources / "sarja" / "kernel" / "turns.py"
    text = turns.read_text()
    rule = "        if count == best:\n            leader = 0\n"
    assert text.count(rule) == 1
    turns.write_text(text.replace(rule, rule.replace("leader = 0", "leader = team")))
    team, other_folder = leader(program, cache, sources)
    assert team == "2"
    assert other_folder != folder

    # The constants of the rules are compiled in, so an edit there counts too.
    model = sources / "sarja" / "rules" / "model.py"
    model.write_text(model.read_text() + "# edited\n")
    assert leader(program, cache, sources)[1] not in (folder, other_folder)


def test_numba_alone_does_not_see_an_edit_in_another_file(tmp_path: Path) -> None:
    """The trap: should this fail one day, numba has learned it and the digest may go."""
    rule, program = tmp_path / "rule.py", tmp_path / "program.py"
    rule.write_text("import numba\n@numba.njit\ndef rule():\n    return 1\n")
    program.write_text(
        "import numba\nfrom rule import rule\n"
        "@numba.njit(cache=True)\ndef play():\n    return rule()\nprint(play())\n"
    )
    cache = str(tmp_path / "cache")
    assert run_python(str(program), NUMBA_CACHE_DIR=cache) == "1\n"
    rule.write_text(rule.read_text().replace("return 1", "return 2"))
    assert run_python(str(program), NUMBA_CACHE_DIR=cache) == "1\n"


def test_without_a_folder_to_write_to_there_is_no_cache_and_no_failure(
    program: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    nowhere = str(tmp_path / "file" / "cache")
    assert leader(program, {"NUMBA_CACHE_DIR": nowhere}) == ("0", "None")
    home = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"), nowhere)
    assert leader(program, {"NUMBA_CACHE_DIR": "", **home}) == ("0", "None")


def test_numba_alone_fails_at_import_without_a_folder_to_write_to(tmp_path: Path) -> None:
    """The trap, here with numba's other places for a cache taken away."""
    (tmp_path / "file").write_text("no folder")
    program = tmp_path / "program.py"
    program.write_text("import numba\n@numba.njit(cache=True)\ndef play():\n    return 1\n")
    with pytest.raises(AssertionError, match="cannot cache function"):
        run_python(
            str(program),
            NUMBA_CACHE_DIR=str(tmp_path / "file" / "cache"),
            NUMBA_CACHE_LOCATOR_CLASSES="UserProvidedCacheLocator",
        )


def test_a_cache_that_is_broken_or_gone_is_done_without(program: Path, tmp_path: Path) -> None:
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    _, folder = leader(program, cache)
    (code,) = code_files(folder)
    code.write_bytes(code.read_bytes()[:100])
    assert leader(program, cache) == ("0", folder)
    shutil.rmtree(folder)
    assert leader(program, cache) == ("0", folder)


def test_settings_that_change_the_code_have_folders_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from sarja.kernel import code_cache, jit  # noqa: PLC0415

    package = Path(code_cache.__file__).parent
    usual = code_cache.digest(package)
    assert code_cache.digest(package) == usual
    monkeypatch.setattr(jit.CONFIG, "BOUNDSCHECK", 1)
    assert code_cache.digest(package) != usual
    assert code_cache.digest(ROOT / "nowhere") is None


@pytest.fixture(scope="module")
def compiled_afresh(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What numba made of each function of the kernel, without any cache."""
    blocked = tmp_path_factory.mktemp("no_cache") / "file"
    blocked.write_text("no folder")
    printed = run_python("-m", "tests.kernel.inspecting", NUMBA_CACHE_DIR=str(blocked / "cache"))
    found: dict[str, dict[str, Any]] = json.loads(printed)
    assert len(found) > 50
    return found


@pytest.mark.xdist_group("compiled_afresh")
def test_no_function_is_compiled_for_more_than_one_signature(
    compiled_afresh: dict[str, dict[str, Any]],
) -> None:
    for name, facts in compiled_afresh.items():
        assert facts["signatures"] <= (0 if facts["spliced"] else 1), name
    # Not every part has a caller here; some are for the bots.
    assert sum(facts["signatures"] for facts in compiled_afresh.values()) > 30


@pytest.mark.xdist_group("compiled_afresh")
def test_no_number_in_the_kernel_is_a_float_or_without_a_sign(
    compiled_afresh: dict[str, dict[str, Any]],
) -> None:
    assert {name: f["numbers"] for name, f in compiled_afresh.items() if f["numbers"]} == {}


def signatures(function: Any) -> int:
    """For how many combinations of types the function has been compiled."""
    return len(function.signatures)


def test_numba_makes_a_float_of_numbers_with_and_without_a_sign() -> None:
    """The trap, for which there are no numbers without a sign here."""
    import numba  # noqa: PLC0415

    def either(one: Any, other: Any) -> Any:
        return one if other else other

    compiled: Any = numba.njit(either)
    assert isinstance(compiled(np.uint64(2**63 + 1), np.int64(1)), float)


@pytest.mark.parametrize("numbers", [np.int32, np.int16, np.uint64, np.float64])
def test_arrays_of_other_numbers_are_refused_and_not_compiled_for(
    numbers: type[np.generic], classic: Game
) -> None:
    from sarja.kernel.entries import run  # noqa: PLC0415

    layout = kernel.layout_of(classic)
    rows = np.empty((2, layout[ROW_SIZE]), dtype=np.int16)
    seeds = np.ones(2, dtype=np.int64)
    others: list[tuple[Any, Any, Any]] = [
        (rows, layout, seeds.astype(numbers)),
        (rows.astype(np.int64), layout, seeds),
        (rows, layout.astype(np.int64), seeds),
        (np.asfortranarray(rows), layout, seeds),
    ]
    for arrays in others:
        with pytest.raises(TypeError, match="No matching definition"):
            kernel.deal_rows(*arrays, 1)
    assert signatures(run) == 1


def test_constants_and_short_numbers_do_not_compile_a_part_again(classic: Game) -> None:
    import numba  # noqa: PLC0415

    from sarja.kernel.lines import count_bits, earliest_way  # noqa: PLC0415

    def caller(layout: Any, short: Any) -> Any:
        return count_bits(1) + count_bits(3) + count_bits(short) + earliest_way(5, layout)

    compiled: Any = numba.njit(caller)
    layout = kernel.layout_of(classic)
    assert compiled(layout, np.int16(7)) == 1 + 2 + 3 + 5 - 4
    assert compiled(layout, np.int32(7)) == 1 + 2 + 3 + 5 - 4
    assert signatures(count_bits) == signatures(earliest_way) == 1


def test_parts_run_as_plain_python_when_python_calls_them(classic: Game) -> None:
    from sarja.kernel.turns import step  # noqa: PLC0415

    layout = kernel.layout_of(classic)
    rows = np.empty((1, layout[ROW_SIZE]), dtype=np.int16)
    kernel.deal_rows(rows, layout, np.array([3]), 1)
    slow, moves = rows[0].copy(), np.empty(1, dtype=np.int64)
    for ply in range(1000):
        if kernel.random_moves(rows, layout, ply, moves) == 0:
            break
        kernel.step_rows(rows, layout, moves)
        step(slow, layout, int(moves[0]))
        assert slow.tobytes() == rows.tobytes()


class _Worker(Thread):
    """One of several that want to compile at the same time; notes when it could."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        from sarja.kernel.code_cache import CodeCache  # noqa: PLC0415

        self.cache = CodeCache(folder)
        self.cache.folder = folder
        self.began = self.ended = 0.0

    def run(self) -> None:
        with self.cache.one_builder("work"):
            self.began = time.monotonic()
            time.sleep(0.2)
            self.ended = time.monotonic()


def test_of_workers_that_start_together_one_compiles_and_the_others_wait(tmp_path: Path) -> None:
    workers = [_Worker(tmp_path) for _ in range(5)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    first, *others = sorted(workers, key=lambda worker: worker.began)
    assert all(other.began >= first.ended for other in others)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["work.complete"]


def test_of_processes_that_start_together_one_compiles(program: Path, tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    program.write_text(LEADER + "print(sum(leader.stats.cache_misses.values()))\n")
    with ThreadPoolExecutor(3) as pool:
        runs = [pool.submit(run_python, str(program), NUMBA_CACHE_DIR=cache) for _ in range(3)]
    assert sorted(run.result().split()[-1] for run in runs) == ["0", "0", "1"]


def test_a_worker_that_was_killed_while_compiling_holds_nobody_up(tmp_path: Path) -> None:
    lock = tmp_path / "work.building"
    lock.mkdir()
    os.utime(lock, (1, 1))
    worker = _Worker(tmp_path)
    worker.start()
    worker.join(timeout=10)
    assert worker.ended > 0
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["work.complete"]


def test_nobody_waits_where_nothing_can_be_written(tmp_path: Path) -> None:
    worker = _Worker(tmp_path / "nowhere")
    worker.start()
    worker.join(timeout=10)
    assert worker.ended > 0
