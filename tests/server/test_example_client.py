"""The client of `examples`, by somebody who had read `docs/protocol.md` and nothing else."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.server.network import Running, running
from tests.server.phones import LIMIT

CLIENT = Path(__file__).parents[2] / "examples" / "player.mjs"
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node.js")


def start(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [str(NODE), str(CLIENT), *arguments], stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )


def page_of(server: Running) -> str:
    return f"http://127.0.0.1:{server.port}"


def test_it_plays_a_whole_game_against_a_bot(tmp_path: Path) -> None:
    with running(tmp_path) as server, start(page_of(server)) as client:
        told, _ = client.communicate(timeout=6 * LIMIT)
        assert client.returncode == 0
        assert "GameEnded" in told
        assert told.splitlines()[-1].startswith("over (")


def test_it_says_why_the_server_refuses_and_ends(tmp_path: Path) -> None:
    with running(tmp_path) as server, start(page_of(server), "NOSUCH") as client:
        told, _ = client.communicate(timeout=LIMIT)
        assert client.returncode == 1
        assert "table-unknown" in told
