"""`sarja serve` from the outside: what it says, when it refuses, how it ends."""

import os
import signal
import socket
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from sarja.cli import serve
from sarja.i18n import catalogue
from sarja.server.sqlite_store import FILE
from tests.cli.commands import one_line, sarja
from tests.server.network import Player
from tests.server.phones import LIMIT
from tests.server.processes import Serving

QUIET = ("serve", "--no-browser", "--port", "0", "--data")


def test_it_says_where_it_is_serves_a_game_and_stops_when_told(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving:
        health = httpx.get(f"http://127.0.0.1:{serving.port}/health", timeout=LIMIT)
        assert health.json()["status"] == "ok"
        with Player(serving.url) as ann:
            ann.open()
            ann.sit("Ann")
            ann.do("start")
            assert ann.view["stage"] == "playing"
            if sys.platform != "win32":
                serving.process.send_signal(signal.SIGINT)
                while (message := ann.receive())["type"] != "bye":
                    pass
                assert message["code"] == "restarting"
        assert serving.stop() == 0
    assert serving.said[0] == f"Sarja is at http://127.0.0.1:{serving.port}\n"
    assert any(str(tmp_path) in line for line in serving.said)
    assert serving.said[-1].startswith("Stopped.")
    assert "Traceback" not in "".join(serving.said)


def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving:
        second = sarja(*QUIET, tmp_path)
        assert second.code == 2
        assert one_line(second) == f"{tmp_path}: another server is at work in this folder"
        serving.kill()
    with Serving(tmp_path) as serving:
        assert serving.stop() == 0


def test_a_taken_port_is_refused(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        refused = sarja("serve", "--no-browser", "--port", str(port), "--data", tmp_path)
    assert refused.code == 2
    assert f"another program listens on port {port}" in one_line(refused)


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        database.execute("CREATE TABLE later (x)")
        database.execute("PRAGMA application_id = 1396789834")
        database.execute("PRAGMA user_version = 99")
    refused = sarja(*QUIET, tmp_path)
    assert refused.code == 2
    assert "made by a newer sarja" in one_line(refused)


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused = sarja(*QUIET, tmp_path / "file" / "data")
    assert refused.code == 2
    assert one_line(refused).endswith("this folder cannot be written")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_only_be_read_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    refused = sarja(*QUIET, tmp_path)
    assert refused.code == 2
    assert one_line(refused).endswith("this folder cannot be written")


def test_an_address_that_is_none_is_refused(tmp_path: Path) -> None:
    refused = sarja(*QUIET, tmp_path, "--public-url", "games.example")
    assert refused.code == 2
    assert "http://" in one_line(refused)


def test_a_full_disk_is_said_and_nothing_is_acknowledged(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    if not hasattr(resource, "prlimit"):
        pytest.skip("only Linux limits another process")
    with Serving(tmp_path) as serving, Player(serving.url) as ann:
        ann.open()
        ann.sit("Ann")
        version = ann.view["version"]
        size = max(path.stat().st_size for path in tmp_path.iterdir())
        # No file of the server may grow from here on.
        resource.prlimit(serving.process.pid, resource.RLIMIT_FSIZE, (size, size))
        answers = [ann.do("rename", name=f"Ann {at}") for at in range(30)]
        assert answers[-1]["type"] == "refused"
        assert answers[-1]["code"] in ("storage-full", "storage-failed")
        done = sum(answer["type"] == "done" for answer in answers)
        assert ann.attach()["view"]["version"] == version + done
        serving.wait_for("what is not stored is not done")
        assert serving.stop() == 2
    with Serving(tmp_path) as serving, Player(serving.url, ann.table, ann.token) as again:
        assert again.attach()["view"]["version"] == version + done


# What a terminal shows


def test_others_are_shown_a_code_and_alone_one_is_told_how_to_let_them_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = catalogue()
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    serve._tell(texts, "http://192.168.1.5:7474", True, str(tmp_path))
    shared = capsys.readouterr().out
    assert "http://192.168.1.5:7474" in shared and "█" in shared
    serve._tell(texts, "http://127.0.0.1:7474", False, str(tmp_path))
    alone = capsys.readouterr().out
    assert "--lan" in alone and "█" not in alone


@pytest.mark.parametrize(
    ("terminal", "environment", "opens"),
    [
        (True, {"DISPLAY": ":0"}, True),
        (True, {"WAYLAND_DISPLAY": "wayland-0"}, True),
        (True, {}, False),
        (False, {"DISPLAY": ":0"}, False),
        (True, {"DISPLAY": ":0", "CI": "true"}, False),
    ],
)
def test_a_browser_is_opened_only_where_somebody_sits(
    terminal: bool, environment: dict[str, str], opens: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "CI"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert serve._has_browser() is opens
