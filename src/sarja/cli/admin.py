"""`sarja admin`: what whoever runs a server does with its tables, its people and its data."""

import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from sarja.cli.exits import DONE, REFUSED, UNUSABLE
from sarja.cli.manual import CommandGroup, ManualCommand, Number, write_line
from sarja.cli.serve import KEEP_DAYS, place_of
from sarja.i18n import Catalogue
from sarja.rules.errors import SarjaError
from sarja.rules.jsontext import one_line

if TYPE_CHECKING:
    from sarja.server.places import Place
    from sarja.server.upkeep import Kept

NAMES: Final = (
    "tables",
    "inspect",
    "close",
    "reports",
    "accounts",
    "reset-password",
    "ban",
    "unban",
    "backup",
    "restore",
    "prune",
)
NOTHING: Final = ("table-unknown", "account-unknown", "report-unknown", "report-nobody")
"""The codes that say that what is named is not there."""


def command(texts: Catalogue) -> click.Command:
    """The group of commands."""
    return CommandGroup("admin", texts, NAMES)


def _command(
    texts: Catalogue,
    name: str,
    work: Callable[..., int],
    params: list[click.Parameter] | None = None,
) -> click.Command:
    """A command on the folder of a server, which it is given first."""

    def action(data: str | None, **given: Any) -> int:
        from sarja.server.places import shown

        place = place_of(data)
        try:
            return work(place, **given)
        except SarjaError as error:
            sentence = texts.text(f"error-{error.code}", **error.params)
            print(f"{one_line(shown(place), 200)}: {sentence}", file=sys.stderr)
            return REFUSED if error.code in NOTHING else UNUSABLE

    options = [click.Option(["--data"], metavar="FOLDER", help=texts.text("cli-admin-data"))]
    return ManualCommand(name, texts, action, [*(params or []), *options], key=f"admin-{name}")


def _json_option(texts: Catalogue) -> click.Option:
    return click.Option(["--json", "as_json"], is_flag=True, help=texts.text("cli-admin-json"))


def tables_command(texts: Catalogue) -> click.Command:
    """The command that lists the tables."""

    def work(place: "Place", as_json: bool) -> int:
        from sarja.server.places import opened
        from sarja.server.upkeep import kept_tables

        with opened(place) as database:
            found = kept_tables(database)
        if as_json:
            for kept in found:
                write_line(json.dumps(_row(kept), ensure_ascii=False))
            return DONE
        for kept in found:
            table = kept.table
            people = [chair.name for chair in table.chairs if chair.kind == "person"]
            stage = "closed" if kept.closed else table.stage
            print(
                f"{table.code:<8} {_when(kept.changed_at)}  "
                f"{texts.text(f'cli-admin-stage-{stage}'):<12} "
                f"{one_line(', '.join(people) or '-', 80)}"
            )
        if not found:
            print(texts.text("cli-admin-no-tables"))
        return DONE

    return _command(texts, "tables", work, [_json_option(texts)])


def inspect_command(texts: Catalogue) -> click.Command:
    """The command that shows a table as anybody may see it: never a hand of a running game."""

    def work(place: "Place", code: str, as_json: bool) -> int:
        import msgspec

        from sarja.server.places import opened
        from sarja.server.upkeep import find_table
        from sarja.table.messages import table_view

        with opened(place) as database:
            kept = find_table(database, code)
        view = msgspec.to_builtins(table_view(kept.table, None))
        if as_json:
            write_line(json.dumps({**_row(kept), "view": view}, ensure_ascii=False))
            return DONE
        stage = "closed" if kept.closed else kept.table.stage
        print(f"{view['code']}  {view['variant']}  {texts.text(f'cli-admin-stage-{stage}')}")
        print(texts.text("cli-admin-opened", when=_when(kept.opened_at)))
        print(texts.text("cli-admin-changed", when=_when(kept.changed_at)))
        for seat in view["seats"]:
            who = one_line(seat["name"], 40) or seat["bot"] or "-"
            print(f"  {seat['seat']:>2}  {texts.text('analysis-team', team=seat['team'])}  {who}")
        if (game := view["game"]) is not None:
            print(texts.text("cli-admin-game", number=game["number"], moves=len(game["log"])))
            for row in game["board"]:
                print(f"  {' '.join(row)}")
        return DONE

    return _command(
        texts, "inspect", work, [click.Argument(["code"], metavar="CODE"), _json_option(texts)]
    )


def close_command(texts: Catalogue) -> click.Command:
    """The command that closes a table."""

    def work(place: "Place", code: str) -> int:
        from sarja.server.places import opened
        from sarja.server.upkeep import close_table

        with opened(place) as database:
            close_table(database, code)
        print(texts.text("cli-admin-closed", code=one_line(code.upper(), 20)))
        return DONE

    return _command(texts, "close", work, [click.Argument(["code"], metavar="CODE")])


def accounts_command(texts: Catalogue) -> click.Command:
    """The command that lists the accounts."""

    def work(place: "Place", as_json: bool) -> int:
        from sarja.server.places import opened
        from sarja.server.upkeep import accounts

        with opened(place) as database:
            found = accounts(database)
        for name, made_at, banned, games in found:
            if as_json:
                row = {"name": name, "made_at": int(made_at), "banned": bool(banned)}
                write_line(json.dumps({**row, "games": games}, ensure_ascii=False))
            else:
                key = "cli-admin-account-banned" if banned else "cli-admin-account"
                print(texts.text(key, name=one_line(name, 40), when=_when(made_at), games=games))
        if not found and not as_json:
            print(texts.text("cli-admin-no-accounts"))
        return DONE

    return _command(texts, "accounts", work, [_json_option(texts)])


def reports_command(texts: Catalogue) -> click.Command:
    """The command that lists what people have reported."""

    def work(place: "Place", as_json: bool) -> int:
        from dataclasses import asdict

        from sarja.server.places import opened
        from sarja.server.upkeep import reports

        with opened(place) as database:
            found = reports(database)
        for one in found:
            if as_json:
                row = {**asdict(one), "at": int(one.at)}
                write_line(json.dumps(row, ensure_ascii=False))
                continue
            told = texts.text(
                "cli-admin-report-account" if one.account else "cli-admin-report",
                name=one_line(one.name, 40),
                account=one_line(one.account or "", 40),
                by=one_line(one.by, 40),
                reason=texts.text(f"cli-admin-reason-{one.reason}"),
            )
            print(f"{one.id:>4}  {_when(one.at)}  {one.code:<8} {one.game:>3}  {told}")
        if not found and not as_json:
            print(texts.text("cli-admin-no-reports"))
        return DONE

    return _command(texts, "reports", work, [_json_option(texts)])


def reset_password_command(texts: Catalogue) -> click.Command:
    """The command that lets somebody in again who has lost password and codes."""

    def work(place: "Place", name: str) -> int:
        from sarja.server.places import opened
        from sarja.server.upkeep import reset_password

        with opened(place) as database:
            code = reset_password(database, name)
        print(texts.text("cli-admin-reset", name=one_line(name, 40)))
        print(code)
        return DONE

    return _command(texts, "reset-password", work, [click.Argument(["name"], metavar="NAME")])


def ban_command(texts: Catalogue) -> click.Command:
    """The command that lets nobody in from an address."""

    def work(place: "Place", who: str | None, report: int | None) -> int:
        from sarja.server.places import opened
        from sarja.server.upkeep import accounts, ban, ban_account, ban_reported, bans

        with opened(place) as database:
            if report is not None:
                who = ban_reported(database, report)
            elif who is None:
                for one in (*bans(database), *(a[0] for a in accounts(database) if a[2])):
                    print(one_line(one, 60))
            else:
                address = _address(who)
                if address is None:
                    ban_account(database, who, banned=True)
                else:
                    ban(database, address)
        if who is not None:
            print(texts.text("cli-admin-banned", who=one_line(who, 60)))
        return DONE

    argument = click.Argument(["who"], metavar="[WHO]", required=False)
    report = click.Option(
        ["--report"], type=Number(1, 2**31), help=texts.text("cli-admin-ban-report")
    )
    return _command(texts, "ban", work, [argument, report])


def unban_command(texts: Catalogue) -> click.Command:
    """The command that lets them in again."""

    def work(place: "Place", who: str) -> int:
        from sarja.server.places import opened
        from sarja.server.upkeep import GUEST, ban_account, unban

        with opened(place) as database:
            address = who if who.startswith(GUEST) else _address(who)
            if address is None:
                ban_account(database, who, banned=False)
            was = address is None or unban(database, address)
        print(texts.text("cli-admin-unbanned" if was else "cli-admin-not-banned", who=who))
        return DONE if was else REFUSED

    return _command(texts, "unban", work, [click.Argument(["who"], metavar="WHO")])


def backup_command(texts: Catalogue) -> click.Command:
    """The command that copies the database while games run."""

    def work(place: "Place", file: str) -> int:
        from sarja.server.upkeep import back_up_to

        found = back_up_to(_folder(place), Path(file))
        print(texts.text("cli-admin-copied", file=one_line(file, 200)))
        print(_contents_text(texts, found))
        return DONE

    return _command(texts, "backup", work, [click.Argument(["file"], metavar="FILE")])


def restore_command(texts: Catalogue) -> click.Command:
    """The command that puts a copy in the place of the database."""

    def work(place: "Place", file: str) -> int:
        from sarja.server.upkeep import restore

        found, aside = restore(_folder(place), Path(file))
        print(texts.text("cli-admin-restored", file=one_line(file, 200)))
        print(_contents_text(texts, found))
        if aside is not None:
            print(texts.text("cli-admin-aside", file=aside.name))
        return DONE

    return _command(texts, "restore", work, [click.Argument(["file"], metavar="FILE")])


def prune_command(texts: Catalogue) -> click.Command:
    """The command that clears away what is old."""

    def work(place: "Place", days: int) -> int:
        from time import time

        from sarja.server.places import opened
        from sarja.server.upkeep import prune

        with opened(place) as database:
            games, tables = prune(database, days, time())
        print(texts.text("cli-admin-pruned", games=games, tables=tables))
        return DONE

    days = click.Option(
        ["--days"],
        type=Number(1, 36500),
        default=KEEP_DAYS,
        help=texts.text("cli-admin-days", days=str(KEEP_DAYS)),
    )
    return _command(texts, "prune", work, [days])


def _folder(place: "Place") -> Path:
    """The folder, for what is done with files.

    Raises:
        StoreError: `copy-by-postgres`: a database of PostgreSQL's is copied by its own programs.
    """
    from sarja.server.errors import StoreError

    if isinstance(place, str):
        raise StoreError("copy-by-postgres")
    return place


def _address(text: str) -> str | None:
    """The address that the text is; None where it is a name."""
    try:
        return str(ip_address(text))
    except ValueError:
        return None


def _contents_text(texts: Catalogue, found: Any) -> str:
    return texts.text(
        "cli-admin-contents",
        tables=found.tables,
        games=found.games,
        commands=found.commands,
        digest=found.digest[:16],
    )


def _row(kept: "Kept") -> dict[str, Any]:
    table = kept.table
    return {
        "code": table.code,
        "stage": table.stage,
        "closed": kept.closed,
        "variant": table.settings.variant,
        "seats": [{"name": c.name, "kind": c.kind, "bot": c.bot} for c in table.chairs],
        "games": table.number,
        "version": table.version,
        "opened_at": int(kept.opened_at),
        "changed_at": int(kept.changed_at),
    }


def _when(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")
