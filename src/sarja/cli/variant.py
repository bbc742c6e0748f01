"""`sarja variant`: the games there are, as data."""

import json
import sys

import click

from sarja.cli.exits import DONE, REFUSED, UNUSABLE
from sarja.cli.files import FileError, read_bytes, read_variant
from sarja.cli.manual import CommandGroup, ManualCommand, write_line
from sarja.i18n import Catalogue
from sarja.rules.errors import Fault, VariantError
from sarja.rules.jsontext import one_line
from sarja.rules.loader import MAX_BYTES, parse_variant, variant_data
from sarja.variants import builtin_names, builtin_variant


def command(texts: Catalogue) -> click.Command:
    """The group of commands."""
    return CommandGroup("variant", texts, ("list", "show", "check"))


def list_command(texts: Catalogue) -> click.Command:
    """The command that names the built-in variants."""

    def action() -> int:
        for name in builtin_names():
            variant = builtin_variant(name)
            title = variant.name(texts.language) if variant else name
            print(f"{name:<16} {title}")
        return DONE

    return ManualCommand("list", texts, action, key="variant-list")


def show_command(texts: Catalogue) -> click.Command:
    """The command that shows one variant."""

    def action(variant: str, as_json: bool) -> int:
        try:
            shown = read_variant(variant)
        except (FileError, VariantError) as error:
            for line in fault_lines(variant, error, texts):
                print(line, file=sys.stderr)
            return UNUSABLE
        if as_json:
            write_line(json.dumps(variant_data(shown), ensure_ascii=False))
        else:
            from sarja.tui.variant import draw_variant

            draw_variant(shown, texts)
        return DONE

    return ManualCommand(
        "show",
        texts,
        action,
        [
            click.Argument(["variant"], metavar="VARIANT"),
            click.Option(
                ["--json", "as_json"], is_flag=True, help=texts.text("cli-variant-show-json")
            ),
        ],
        key="variant-show",
    )


def check_command(texts: Catalogue) -> click.Command:
    """The command that looks for faults in a variant's file."""

    def action(file: str) -> int:
        try:
            # A name from the list is good here, too, as everywhere.
            variant = builtin_variant(file) or parse_variant(read_bytes(file, MAX_BYTES))
        except (FileError, VariantError) as error:
            readable = isinstance(error, VariantError) and error.readable
            for line in fault_lines(file, error, texts):
                print(line, file=sys.stdout if readable else sys.stderr)
            return REFUSED if readable else UNUSABLE
        print(texts.text("cli-variant-sound", file=one_line(file, 200), id=variant.id))
        return DONE

    return ManualCommand(
        "check", texts, action, [click.Argument(["file"], metavar="FILE")], key="variant-check"
    )


def fault_lines(file: str, error: FileError | VariantError, texts: Catalogue) -> list[str]:
    """What is wrong with a variant's file, a line a fault: the file, the place, the fault."""
    shown = one_line(file, 200)
    if isinstance(error, FileError):
        return [f"{shown}: {texts.text(f'error-{error.code}')}"]
    lines = []
    for fault in error.faults:
        sentence = texts.text(f"error-{fault.code}", **fault.params)
        parts = (shown, _place(fault, texts), sentence)
        lines.append(": ".join(part for part in parts if part))
    return lines


def _place(fault: Fault, texts: Catalogue) -> str:
    parts = [fault.path] if fault.path else []
    for name, number in (("line", fault.line), ("row", fault.row), ("column", fault.column)):
        if number is not None:
            parts.append(texts.text(f"cli-place-{name}", number=str(number)))
    return ", ".join(parts)
