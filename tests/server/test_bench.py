"""The measurements of the server's speed do what they say, at a small size."""

import json
import subprocess
import sys

import psycopg
import pytest

from benchmarks.sites import MissingServiceError, own_database
from tests.cli.commands import LIMIT, command_environment
from tests.server.stores import missing
from tools.pages import ROOT

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="reads what Linux says of processes"
)


def measured(script: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / script), *arguments],
        capture_output=True,
        text=True,
        timeout=LIMIT * 2,
        check=False,
        env=command_environment(),
    )
    assert done.returncode == 0, done.stderr
    return done


def test_the_load_plays_at_tables_and_tells_what_it_took() -> None:
    done = measured(
        "server.py", "--tables", "2", "--every", "0.2", "--seconds", "1.5", "--idle", "3"
    )
    figures = dict(line.split("  ", 1) for line in done.stdout.splitlines()[2:])
    moves, refused = figures["moves acknowledged"].split("(")
    assert int(moves) >= 4
    assert refused.strip() == "0 refused)"
    assert "2 tables, 8 sockets, 3 idle ones" in done.stdout


def test_one_move_alone_is_played_and_told() -> None:
    done = measured("journey.py", "--moves", "200")
    head, *rows = done.stdout.splitlines()
    assert head.startswith("200 moves, one table")
    assert [row.split("  ")[0] for row in rows] == [
        "CPU a move until its answer",
        "time a move until its answer",
        "the disk alone, 4 pages",
    ]
    assert all(float(row.split()[-4]) > 0 for row in rows)


def test_servers_that_share_a_database_are_measured_part_by_part() -> None:
    small = ("--tables", "2", "--every", "0.2", "--seconds", "1.5", "--rest", "0.5")
    done = measured("scaling.py", *small, "--settings", "split", "--json")
    if "LEFT OUT" in done.stderr:
        missing(done.stderr)
    found = json.loads(done.stdout)
    assert {"PostgreSQL", "Redis"} <= found["versions"].keys()
    [one] = found["settings"]
    playing, counts = one["playing"], one["playing"]["counts"]
    assert one["moves"] >= 2 and one["refused"] < one["moves"]
    assert one["heard"] > one["moves"], "others are told of a move too"
    assert len(playing["servers"]) == one["setting"]["servers"] == 2
    assert sum(playing["servers"]) > 0 and counts["notices"] > 0 and counts["log_bytes"] > 0


def test_the_database_of_a_measurement_is_gone_afterwards() -> None:
    try:
        with own_database() as made:
            psycopg.connect(made.url).close()
            assert made.counts()["stored"] > 0
    except MissingServiceError as error:
        missing(str(error))
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(made.url).close()
