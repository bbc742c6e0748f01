"""`sarja bots`: the bots there are."""

import click

from sarja.cli.exits import DONE
from sarja.cli.manual import ManualCommand
from sarja.i18n import Catalogue


def command(texts: Catalogue) -> click.Command:
    """The command."""

    def action() -> int:
        from sarja.bots.registry import bot_names, extra_missing
        from sarja.bots.strengths import STRENGTHS

        for name in bot_names():
            print(f"{name:<10} {texts.text(f'bot-{name}')}")
            strength = STRENGTHS[name]
            if strength.below is not None:
                measured = texts.text(
                    "bot-strength",
                    elo=f"{strength.elo:+}",
                    low=f"{strength.low:+}",
                    high=f"{strength.high:+}",
                    below=strength.below,
                    ms=f"{strength.ms:g}",
                )
                print(f"{'':<10} {measured}")
            if (extra := extra_missing(name)) is not None:
                print(f"{'':<10} {texts.text('bot-needs', extra=extra)}")
        return DONE

    return ManualCommand("bots", texts, action)
