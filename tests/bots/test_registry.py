import pytest

from sarja.bots.registry import Bot, UnknownBot, bot_names, make_bot
from sarja.rules.errors import SarjaError


def test_the_bots_are_named_from_weak_to_strong() -> None:
    assert bot_names()[:2] == ("random", "casual")


@pytest.mark.parametrize("name", bot_names())
def test_a_bot_knows_its_name(name: str) -> None:
    bot: Bot = make_bot(name)
    assert bot.name == name


def test_an_unknown_bot_is_refused_with_the_names_of_those_there_are() -> None:
    with pytest.raises(UnknownBot) as caught:
        make_bot("Casual")
    assert isinstance(caught.value, SarjaError)
    assert caught.value.code == "bot-unknown"
    assert caught.value.params == {"name": "Casual", "known": ", ".join(bot_names())}
