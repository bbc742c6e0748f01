"""`sarja join`: a seat at a table of a server, in this terminal."""

import signal
import sys
from typing import Any

import click

from sarja.cli.exits import DONE, REFUSED, UNUSABLE
from sarja.cli.manual import ManualCommand, Number, fail
from sarja.i18n import Catalogue
from sarja.rules.jsontext import one_line

MAX_NAME = 24


def command(texts: Catalogue) -> click.Command:
    """The command."""
    from sarja.client.address import HOME

    def option(name: str, kind: click.ParamType[Any] | None = None, **more: object) -> click.Option:
        key = f"cli-join-{name.removeprefix('--')}"
        return click.Option([name], type=kind, help=texts.text(key), **more)  # type: ignore[arg-type]

    return ManualCommand(
        "join",
        texts,
        lambda **given: _join(texts, **given),
        [
            click.Argument(["url"], metavar="URL"),
            click.Option(
                ["--server"],
                metavar="URL",
                default=HOME,
                help=texts.text("cli-join-server", site=HOME),
            ),
            option("--name", metavar="NAME"),
            option("--seat", Number(1, 12)),
            option("--watch", is_flag=True),
            option("--bot", metavar="NAME"),
            click.Option(["--ascii"], is_flag=True, help=texts.text("cli-play-ascii")),
        ],
    )


def _join(
    texts: Catalogue,
    *,
    url: str,
    server: str,
    name: str | None,
    seat: int | None,
    watch: bool,
    bot: str | None,
    ascii: bool,
) -> int:
    from sarja.bots.registry import make_bot
    from sarja.client.address import read_address
    from sarja.client.errors import ClientError
    from sarja.client.seats import own_book
    from sarja.client.table import TableClient
    from sarja.client.transport import Lost
    from sarja.tui.joined import Joined, Wish, reason_of
    from sarja.tui.keyboard import terminal_as_it_was
    from sarja.tui.prompt import keyboard
    from sarja.tui.screen import Screen

    if watch and bot is not None:
        fail("not-together", first="--watch", second="--bot")
    if name is not None and (not name.strip() or not name.isprintable() or len(name) > MAX_NAME):
        fail("name-form", limit=MAX_NAME)
    address = read_address(url, server)
    player = None if bot is None else make_bot(bot)
    client = TableClient(address, None if watch else own_book(), name)
    console = Screen()
    # A closed window or a polite kill leaves the table as Ctrl-C does.
    for number in ("SIGHUP", "SIGTERM"):
        if hasattr(signal, number):
            signal.signal(getattr(signal, number), _leave)
    wish = Wish(name and name.strip(), seat, watch, player, ascii)
    try:
        with terminal_as_it_was():
            Joined(client, console, texts, keyboard(console), wish).run()
    except Lost:
        site = one_line(address.site, 200)
        print(texts.text("error-server-unreachable", site=site), file=sys.stderr)
        return UNUSABLE
    except ClientError as error:
        print(one_line(reason_of(error, texts), 400), file=sys.stderr)
        return UNUSABLE if error.code.startswith(("server-", "game-")) else REFUSED
    return DONE


def _leave(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt
