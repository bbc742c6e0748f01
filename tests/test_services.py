"""What tools/services.sh does where something is missing, by commands that only pretend."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.pages import ROOT

SCRIPT = ROOT / "tools/services.sh"
FAKES = {
    "id": 'echo "$USER_ID"',
    "sleep": ":",
    "python3": '[ -e "$THERE/port-$3" ]',
    "apt-get": """
        echo "apt-get $*" >>"$DONE"
        case "$1" in install) for name; do
            case "$name" in
                redis-server) cp "$THERE/make-redis" "$BIN/redis-server" ;;
                postgresql) : >"$THERE/cluster" ;;
                nginx-light) cp "$THERE/make-redis" "$BIN/nginx" ;;
            esac
        done ;; esac""",
    "pg_lsclusters": """
        echo "9 old 5433 down postgres /var/lib /var/log"
        [ ! -e "$THERE/cluster" ] || echo "15 main 5432 down postgres /var/lib /var/log" """,
    "pg_ctlcluster": """
        echo "pg_ctlcluster $*" >>"$DONE"
        [ -n "${DEAF-}" ] || : >"$THERE/port-5432" """,
    "runuser": 'cat >"$THERE/sql"; echo "runuser $*" >>"$DONE"',
    "redis-server": 'echo "redis-server $*" >>"$DONE"; : >"$THERE/port-6379"',
}
NGINX = ["nginx-light"] if shutil.which("nginx", path="/usr/sbin") is None else []
"""The script looks there, too: where this machine has none it is always missing."""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a script for a shell")


class Machine:
    """A machine with so much on it; what the script did there."""

    def __init__(self, folder: Path) -> None:
        self.bin, self.there = folder / "bin", folder / "there"
        self.bin.mkdir()
        self.there.mkdir()
        self.done_file = folder / "done"
        self.done_file.touch()
        for name in ("sh", "awk", "cat", "cp"):
            (self.bin / name).symlink_to(str(shutil.which(name)))
        for name, does in FAKES.items():
            self.put(self.bin / name, does)
        self.put(self.there / "make-redis", FAKES["redis-server"])
        self.put(self.bin / "nginx", ":")
        (self.there / "cluster").touch()

    def put(self, path: Path, does: str) -> None:
        path.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        path.chmod(0o755)

    def listen(self, *ports: int) -> None:
        for port in ports:
            (self.there / f"port-{port}").touch()

    def lack(self, *names: str) -> None:
        for name in names:
            (self.bin / name).unlink()

    def run(self, user: int = 0, **more: str) -> str:
        """What the script says."""
        places = {"BIN": str(self.bin), "THERE": str(self.there), "DONE": str(self.done_file)}
        ran = subprocess.run(
            [self.bin / "sh", SCRIPT],
            env={"PATH": str(self.bin), "USER_ID": str(user), **places, **more},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (ran.returncode, ran.stdout) == (0, ""), ran.stderr
        return ran.stderr

    @property
    def done(self) -> list[str]:
        """What was done, in order: the command and what follows it, up to its first option."""
        lines = self.done_file.read_text(encoding="utf-8").splitlines()
        return [" ".join(w for w in line.split() if not w.startswith("-")) for line in lines]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


STARTED_POSTGRES = ["pg_ctlcluster 15 main start", "runuser postgres psql"]


def installed(*names: str) -> list[str]:
    wanted = [*names, *NGINX]
    return ["apt-get update", f"apt-get install {' '.join(wanted)}"] if wanted else []


def test_where_both_answer_nothing_is_done_about_them(machine: Machine) -> None:
    machine.listen(5432, 6379)
    machine.lack("redis-server", "pg_lsclusters", "pg_ctlcluster")
    machine.run()
    assert machine.done == installed()


@pytest.mark.parametrize(
    ("lacks", "packages"),
    [
        (lambda m: (m.there / "cluster").unlink(), ["postgresql"]),
        (lambda m: m.lack("redis-server"), ["redis-server"]),
        (
            lambda m: ((m.there / "cluster").unlink(), m.lack("redis-server")),
            ["postgresql", "redis-server"],
        ),
        (lambda m: None, []),
    ],
)
def test_what_is_not_there_is_installed_and_what_does_not_answer_is_started(
    machine: Machine, lacks: Callable[[Machine], object], packages: list[str]
) -> None:
    lacks(machine)
    told = machine.run()
    assert [line.replace(' ""', "") for line in machine.done] == [
        *installed(*packages),
        *STARTED_POSTGRES,
        "redis-server yes 127.0.0.1 6379 no",
    ]
    assert "does not answer" not in told
    assert "sarja_test" in (machine.there / "sql").read_text(encoding="utf-8")
    before = machine.done
    machine.run()
    assert machine.done == before, "once they answer there is nothing more to do"


def test_without_a_network_what_is_installed_is_started_all_the_same(machine: Machine) -> None:
    if NGINX:
        pytest.skip("nginx is missing here, and would be fetched")
    machine.lack("apt-get")
    machine.run()
    assert machine.done[0] == STARTED_POSTGRES[0]


def test_only_what_is_silent_is_started(machine: Machine) -> None:
    machine.listen(5432)
    machine.run()
    assert [line.split()[0] for line in machine.done][len(installed()) :] == ["redis-server"]


def test_who_is_not_root_is_told_what_is_missing(machine: Machine) -> None:
    machine.listen(6379)
    told = machine.run(user=1000)
    assert "not there: postgresql" in told and "redis" not in told
    assert machine.done == []


def test_who_has_no_apt_is_told_what_is_missing(machine: Machine) -> None:
    machine.lack("apt-get", "redis-server")
    assert "redis-server" in machine.run()
    assert machine.done == []


def test_what_was_started_in_vain_is_told(machine: Machine) -> None:
    assert "PostgreSQL was started and does not answer on port 5432" in machine.run(DEAF="1")
