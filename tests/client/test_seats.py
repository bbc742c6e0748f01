"""Seats that are kept on disk."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sarja.client.seats import MOST, KeptSeat, SeatBook


def seat(number: int = 1, name: str = "Ann", code: str = "VCCJQ") -> KeptSeat:
    return KeptSeat("http://h", "table", code, name, f"token {number}")


def test_the_last_seat_at_a_table_is_found_and_one_by_its_name(tmp_path: Path) -> None:
    book = SeatBook(tmp_path / "new" / "seats.json")
    assert book.find("http://h", "VCCJQ", None) is None
    assert book.keep(seat(1, "Ann"))
    assert book.keep(seat(2, "Bob"))
    assert book.find("http://h", "VCCJQ", None) == seat(2, "Bob")
    assert book.find("http://h", "VCCJQ", "Ann") == seat(1, "Ann")
    assert book.find("http://other", "VCCJQ", None) is None
    assert book.find("http://h", "BCDFG", None) is None
    book.forget("token 2")
    assert book.find("http://h", "VCCJQ", None) == seat(1, "Ann")


def test_a_seat_with_another_name_is_kept_once(tmp_path: Path) -> None:
    book = SeatBook(tmp_path / "seats.json")
    book.keep(seat(1, "Ann"))
    book.keep(seat(1, "Zoe"))
    assert book.find("http://h", "VCCJQ", "Ann") is None


@pytest.mark.parametrize("text", ["", "{", "[1]", '[{"site": 1}]', '{"a": 1}', "[" * 100_000])
def test_a_file_that_is_none_of_ours_is_as_if_it_were_not_there(tmp_path: Path, text: str) -> None:
    file = tmp_path / "seats.json"
    file.write_text(text)
    book = SeatBook(file)
    assert book.find("http://h", "VCCJQ", None) is None
    assert book.keep(seat())
    assert book.find("http://h", "VCCJQ", None) == seat()


def test_only_the_owner_reads_it_and_it_does_not_grow_for_ever(tmp_path: Path) -> None:
    book = SeatBook(tmp_path / "seats.json")
    for number in range(MOST + 1):
        book.keep(seat(number, code=f"BCD{number}"))
    assert book.find("http://h", "BCD0", None) is None
    assert book.find("http://h", "BCD1", None) is not None
    assert sorted(path.name for path in tmp_path.iterdir()) == ["seats.json", "seats.lock"]
    if os.name == "posix":
        assert (tmp_path / "seats.json").stat().st_mode & 0o077 == 0


def test_a_disk_that_takes_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert not SeatBook(tmp_path / "file" / "seats.json").keep(seat())


WRITER = """
import sys
from pathlib import Path
from sarja.client.seats import KeptSeat, SeatBook
book, mine = SeatBook(Path(sys.argv[1])), sys.argv[2]
print("ready", flush=True)
sys.stdin.readline()
for number in range(40):
    assert book.keep(KeptSeat("http://h", "table", f"{mine}{number}", mine, f"{mine} {number}"))
    if number % 2:
        book.forget(f"{mine} {number}")
"""


def test_two_programs_that_write_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    file = tmp_path / "seats.json"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(file), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("Ann", "Bob")
    ]
    for writer in writers:
        assert writer.stdout is not None and writer.stdout.readline() == "ready\n"
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    for writer in writers:
        writer.communicate(timeout=60)
        assert writer.returncode == 0
    book = SeatBook(file)
    for name in ("Ann", "Bob"):
        found = [book.find("http://h", f"{name}{number}", None) is not None for number in range(40)]
        assert found == [True, False] * 20


def test_where_no_lock_is_to_be_had_a_seat_is_kept_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "seats.lock").mkdir()
    book = SeatBook(tmp_path / "seats.json")
    assert book.keep(seat())
    assert book.find("http://h", "VCCJQ", None) == seat()
