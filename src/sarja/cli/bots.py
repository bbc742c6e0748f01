"""`sarja bots`: the bots there are."""

from typing import TYPE_CHECKING

import click

from sarja.cli.exits import DONE
from sarja.cli.manual import ManualCommand
from sarja.i18n import Catalogue

if TYPE_CHECKING:
    from sarja.bots.strengths import Strength


def command(texts: Catalogue) -> click.Command:
    """The command."""

    def action() -> int:
        from sarja.bots.registry import bot_names, extra_missing
        from sarja.bots.strengths import STRENGTHS

        for name in bot_names():
            print(f"{name:<10} {texts.text(f'bot-{name}')}")
            strength = STRENGTHS[name]
            if strength.below is not None:
                print(f"{'':<10} {_measured(texts, strength)}")
            if (extra := extra_missing(name)) is not None:
                print(f"{'':<10} {texts.text('bot-needs', extra=extra)}")
        return DONE

    return ManualCommand("bots", texts, action)


def _measured(texts: Catalogue, strength: "Strength") -> str:
    below, ms = strength.below or "", f"{strength.ms:g}"
    if strength.elo is None:
        return texts.text("bot-unmeasured", below=below, ms=ms)
    return texts.text(
        "bot-strength",
        elo=f"{strength.elo:+}",
        low=f"{strength.low:+}",
        high=f"{strength.high:+}",
        below=below,
        ms=ms,
    )
