import sys

import pytest

from sarja.bots.registry import (
    Bot,
    UnknownBot,
    bot_names,
    extra_missing,
    make_bot,
    playable_bots,
)
from sarja.rules.errors import SarjaError
from tests.bots.quick import quick_bot
from tests.extras import needs_numba


def test_the_bots_are_named_from_weak_to_strong() -> None:
    assert bot_names() == ("random", "beginner", "casual", "club", "expert", "master")


def test_without_the_extra_the_bots_up_to_club_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sarja.kernel.is_there", lambda: False)
    assert playable_bots() == ("random", "beginner", "casual", "club")
    assert [extra_missing(name) for name in bot_names()] == [None] * 4 + ["fast"] * 2


@needs_numba
def test_with_the_extra_all_do() -> None:
    assert playable_bots() == bot_names()


@pytest.mark.parametrize("name", ["expert", "master"])
def test_a_bot_whose_extra_is_missing_says_which(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(SarjaError) as caught:
        make_bot(name)
    assert caught.value.code == "extra-missing"
    assert caught.value.params["extra"] == "fast"


@pytest.mark.parametrize("name", bot_names())
def test_a_bot_knows_its_name(name: str) -> None:
    bot: Bot = quick_bot(name)
    assert bot.name == name


def test_an_unknown_bot_is_refused_with_the_names_of_those_there_are() -> None:
    with pytest.raises(UnknownBot) as caught:
        make_bot("Casual")
    assert isinstance(caught.value, SarjaError)
    assert caught.value.code == "bot-unknown"
    assert caught.value.params == {"name": "Casual", "known": ", ".join(bot_names())}
