"""`sarja bots`: the bots there are."""

import click

from sarja.cli.exits import DONE
from sarja.cli.manual import ManualCommand
from sarja.i18n import Catalogue


def command(texts: Catalogue) -> click.Command:
    """The command."""

    def action() -> int:
        from sarja.bots.registry import bot_names

        for name in bot_names():
            print(f"{name:<10} {texts.text(f'bot-{name}')}")
        return DONE

    return ManualCommand("bots", texts, action)
