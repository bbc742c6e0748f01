"""The measurement of the server's speed does what it says, at a small size."""

import subprocess
import sys

import pytest

from tests.cli.commands import LIMIT, command_environment
from tools.pages import ROOT


@pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux says of processes")
def test_the_load_plays_at_tables_and_tells_what_it_took() -> None:
    done = subprocess.run(
        [
            *(sys.executable, str(ROOT / "benchmarks/server.py"), "--tables", "2"),
            *("--every", "0.2", "--seconds", "1.5", "--idle", "3"),
        ],
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
        env=command_environment(PYTHONPATH=str(ROOT)),
    )
    assert done.returncode == 0, done.stderr
    figures = dict(line.split("  ", 1) for line in done.stdout.splitlines()[2:])
    moves, refused = figures["moves acknowledged"].split("(")
    assert int(moves) >= 4
    assert refused.strip() == "0 refused)"
    assert "2 tables, 8 sockets, 3 idle ones" in done.stdout


def test_one_move_alone_is_played_and_told() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks/journey.py"), "--moves", "200"],
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
        env=command_environment(PYTHONPATH=str(ROOT)),
    )
    assert done.returncode == 0, done.stderr
    head, *rows = done.stdout.splitlines()
    assert head.startswith("200 moves, one table")
    assert [row.split("  ")[0] for row in rows] == [
        "CPU a move until its answer",
        "time a move until its answer",
        "the disk alone, 4 pages",
    ]
    assert all(float(row.split()[-4]) > 0 for row in rows)
