"""The help pages, and command lines that do not fit."""

import os
import subprocess
import sys

import pytest

from sarja import __version__
from sarja.cli.admin import NAMES as ADMIN
from tests.cli.commands import LIMIT, command_environment, one_line, sarja, sarja_process

PAGES = [
    (),
    ("play",),
    ("serve",),
    ("join",),
    ("replay",),
    ("analyse",),
    ("variant",),
    ("variant", "list"),
    ("variant", "show"),
    ("variant", "check"),
    ("bots",),
    ("arena",),
    ("admin",),
    *(("admin", name) for name in ADMIN),
]


@pytest.mark.parametrize("page", PAGES, ids=" ".join)
def test_every_command_has_a_page_within_80_columns(page: tuple[str, ...]) -> None:
    result = sarja(*page, "--help")
    assert (result.code, result.err) == (0, "")
    for heading in ("USAGE", "DESCRIPTION", "OPTIONS"):
        assert f"\n{heading}\n" in result.out
    assert result.out.startswith(" ".join(("sarja", *page)) + " - ")
    assert max(map(len, result.out.splitlines())) <= 80
    assert sarja(*page, "-h").out == result.out


@pytest.mark.parametrize("group", [(), ("variant",), ("admin",)], ids=" ".join)
def test_a_group_alone_shows_its_page(group: tuple[str, ...]) -> None:
    assert sarja(*group).out == sarja(*group, "--help").out


def test_the_version_is_shown() -> None:
    assert sarja("--version").out == f"sarja {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("replya",),
            "there is no command replya; there are play, serve, join, admin, replay, verify, "
            "analyse, variant, bots, arena, train.",
        ),
        (("replay",), "FILE is missing."),
        (("replay", "a", "b"), "b is one argument too many."),
        (("replay", "--jsno", "a"), "there is no option --jsno. Did you mean --json?"),
        (("play", "--seats"), "the option --seats needs a value, or takes none."),
        (("play", "--seats", "x"), "--seats: x is not a whole number from 2 to 12."),
        (("play", "--seats", "99"), "--seats: 99 is not a whole number from 2 to 12."),
        (("play", "--draw", "x"), "--draw: x is not one of auto, manual."),
        (("--lang", "sv", "bots"), "there is no language sv; there are en, fi, ko, pl, cs."),
        (("bots", "--lang=sv"), "there is no language sv; there are en, fi, ko, pl, cs."),
    ],
    ids=str,
)
def test_a_command_line_that_does_not_fit_is_told_in_one_line(
    arguments: tuple[str, ...], said: str
) -> None:
    result = sarja(*arguments)
    assert (result.code, result.out) == (2, "")
    assert said in one_line(result)


def test_an_unknown_language_in_the_environment_is_told() -> None:
    result = sarja("bots", SARJA_LANG="xx")
    assert result.code == 2
    assert "there is no language xx" in one_line(result)


def test_a_terminal_without_unicode_gets_what_it_can_show() -> None:
    result = sarja_process("variant", "show", "classic", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert result.code == 0
    assert result.out.isascii()


@pytest.mark.parametrize(
    ("arguments", "closed", "code"),
    [
        (("replay", "-"), "<&-", 2),
        (("replay", "--json", "nosuch"), ">&-", 2),
        (("replay", "nosuch"), "2>&-", 2),
        (("play", "--seed", "1"), "<&-", 0),
        (("bots",), ">&-", 0),
    ],
    ids=str,
)
@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_a_closed_stream_does_no_harm(arguments: tuple[str, ...], closed: str, code: int) -> None:
    command = " ".join((sys.executable, "-m", "sarja", *arguments, closed))
    done = subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        env=command_environment(),
        timeout=LIMIT,
        check=False,
    )
    assert done.returncode == code
    assert b"Traceback" not in done.stderr


def test_control_signs_of_an_argument_are_not_printed() -> None:
    assert "\x1b" not in one_line(sarja("a\nb\x1b[31m"))
