"""Lines from the keyboard, whatever comes."""

import builtins
from collections.abc import Callable

import pytest

from sarja.tui.prompt import keyboard
from tests.tui.consoles import plain_console


def raising(error: BaseException) -> Callable[[str], str]:
    def read(prompt: str) -> str:
        raise error

    return read


@pytest.mark.parametrize(
    "error", [EOFError(), ValueError("closed"), OSError(5, "gone"), RuntimeError("lost sys.stdin")]
)
def test_a_keyboard_that_is_gone_is_the_end_of_input(
    error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builtins, "input", raising(error))
    with pytest.raises(EOFError):
        keyboard(plain_console())("? ")


def test_bytes_that_are_no_text_are_a_line_that_means_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    error = UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad")
    monkeypatch.setattr(builtins, "input", raising(error))
    assert keyboard(plain_console())("? ") == "\N{REPLACEMENT CHARACTER}"


def test_a_line_comes_back_as_it_was_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    prompts: list[str] = []

    def read(prompt: str) -> str:
        prompts.append(prompt)
        return " 7h@d6 "

    monkeypatch.setattr(builtins, "input", read)
    assert keyboard(plain_console())("card? ") == " 7h@d6 "
    assert prompts == ["card? "]
