"""`sarja bots`: the bots there are."""

import click

from sarja.cli.exits import DONE
from sarja.cli.manual import ManualCommand
from sarja.i18n import Catalogue


def command(texts: Catalogue) -> click.Command:
    """The command."""

    def action() -> int:
        from sarja.bots.registry import bot_names, extra_missing

        for name in bot_names():
            print(f"{name:<10} {texts.text(f'bot-{name}')}")
            if (extra := extra_missing(name)) is not None:
                print(f"{'':<10} {texts.text('bot-needs', extra=extra)}")
        return DONE

    return ManualCommand("bots", texts, action)
