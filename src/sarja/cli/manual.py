"""Commands whose help reads like a manual page, all of its words from the catalogue.

A command NAME has the keys `cli-NAME-summary` (one line), `cli-NAME-about` (paragraphs), and if it
has them `cli-NAME-environment`, `cli-NAME-examples` and `cli-NAME-exits`; each option
`cli-NAME-OPTION` or, where several commands share it, `cli-option-OPTION`.
"""

import importlib
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NoReturn

import click

from sarja import __version__
from sarja.cli.exits import DONE, PIPE_CLOSED
from sarja.i18n import LANGUAGES, Catalogue
from sarja.rules.errors import Param, SarjaError
from sarja.rules.jsontext import one_line

MAX_WIDTH: Final = 88


class UsageFault(SarjaError):
    """A command line that does not fit; `path` is the command whose help would help."""

    def __init__(self, code: str, path: str, **params: Param) -> None:
        super().__init__(code, **params)
        self.path = path


def usage_message(error: click.UsageError | UsageFault, texts: Catalogue) -> str:
    """One line that says what does not fit, and where the help is."""
    if isinstance(error, UsageFault):
        params = {k: one_line(v, 200) if isinstance(v, str) else v for k, v in error.params.items()}
        said, path = texts.text(f"cli-{error.code}", **params), error.path
    else:
        path = error.ctx.command_path if error.ctx else "sarja"
        match error:
            case click.NoSuchOption():
                said = texts.text("cli-no-such-option", option=one_line(error.option_name, 60))
                if error.possibilities:
                    near = ", ".join(sorted(error.possibilities))
                    said += " " + texts.text("cli-did-you-mean", options=near)
            case click.MissingParameter():
                name = error.param.make_metavar(error.ctx) if error.param and error.ctx else "?"
                said = texts.text("cli-missing", name=name)
            case click.BadOptionUsage():
                said = texts.text("cli-option-value", option=one_line(error.option_name, 60))
            case _:
                said = texts.text("cli-does-not-fit")
    return f"{path}: {said} {texts.text('cli-see-help', command=path)}"


def fail(code: str, **params: Param) -> NoReturn:
    """Refuse the command line that is being read: `cli-CODE` says why."""
    context = click.get_current_context(silent=True)
    raise UsageFault(code, context.command_path if context else "sarja", **params)


class Word(click.ParamType[str]):
    """One of some words."""

    name = "word"

    def __init__(self, *words: str) -> None:
        self.words = words

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """The words, for the usage line."""
        return "|".join(self.words)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word, if it is one of them."""
        if value not in self.words:
            name = param.opts[0] if param else ""
            fail("not-one-of", name=name, value=value, choices=", ".join(self.words))
        return str(value)


class Number(click.ParamType[int]):
    """A whole number within bounds."""

    name = "N"

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """`N`, for the usage line."""
        return "N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number, if it is one within the bounds."""
        text = str(value)
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 20):
            number = None
        else:
            number = int(text)
        if number is None or not self.low <= number <= self.high:
            name = param.opts[0] if param else ""
            fail("not-in-range", name=name, value=text, low=str(self.low), high=str(self.high))
        return number


class ManualCommand(click.Command):
    """A command that is documented by the catalogue."""

    def __init__(
        self,
        name: str,
        texts: Catalogue,
        action: Callable[..., object],
        params: Sequence[click.Parameter] = (),
        key: str | None = None,
    ) -> None:
        self.texts = texts
        self.key = f"cli-{key or name}"
        super().__init__(
            name,
            callback=action,
            params=[*params, *_common_options(texts)],
            add_help_option=False,
        )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What is left over of the arguments: nothing, or the command line is refused."""
        ctx.allow_extra_args = True
        rest = super().parse_args(ctx, args)
        if rest:
            raise UsageFault("too-many-arguments", ctx.command_path, argument=rest[0])
        return rest

    def invoke(self, ctx: click.Context) -> int:
        """The exit code of the command."""
        try:
            code = super().invoke(ctx)
        except BrokenPipeError:
            # Click would end the program with 1, which here means something else.
            return PIPE_CLOSED
        return code if isinstance(code, int) else DONE

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help: usage, what the command does, its options, examples, exit codes."""
        _write_manual(self, self.texts, self.key, ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:
        """The one line about the command."""
        return self.texts.text(f"{self.key}-summary")


class CommandGroup(click.Group):
    """A command with commands under it, each imported when it is wanted.

    The command NAME of the group `sarja` is made by `sarja.cli.NAME.command(texts)`; one of a
    group under it by `sarja.cli.GROUP.NAME_command(texts)`.
    """

    def __init__(self, name: str, texts: Catalogue, commands: Sequence[str]) -> None:
        self.texts = texts
        self.key = f"cli-{name}"
        self._names = tuple(commands)
        self._root = name == "sarja"
        params: list[click.Parameter] = [*_common_options(texts)]
        if self._root:
            version = click.Option(
                ["--version"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                callback=_print_version,
                help=texts.text("cli-option-version"),
            )
            params.insert(0, version)
        super().__init__(
            name,
            params=params,
            callback=_help_unless_command,
            add_help_option=False,
            no_args_is_help=False,
            invoke_without_command=True,
        )

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of the help."""
        return list(self._names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in self._names:
            return None
        if self._root:
            module = importlib.import_module(f"sarja.cli.{cmd_name}")
            made = module.command(self.texts)
        else:
            module = importlib.import_module(f"sarja.cli.{self.name}")
            made = getattr(module, f"{cmd_name.replace('-', '_')}_command")(self.texts)
        return made if isinstance(made, click.Command) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name, and what is left of them."""
        command = self.get_command(ctx, args[0])
        if command is None:
            choices = ", ".join(self._names)
            raise UsageFault("no-such-command", ctx.command_path, name=args[0], choices=choices)
        return args[0], command, args[1:]

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help: usage, what there is, the commands."""
        _write_manual(self, self.texts, self.key, ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:
        """The one line about the group."""
        return self.texts.text(f"{self.key}-summary")


def _write_manual(
    command: ManualCommand | CommandGroup,
    texts: Catalogue,
    key: str,
    ctx: click.Context,
    formatter: click.HelpFormatter,
) -> None:
    formatter.write(f"{ctx.command_path} - {texts.text(f'{key}-summary')}\n")
    with _section(formatter, texts.text("cli-heading-usage")):
        pieces = command.collect_usage_pieces(ctx)
        formatter.write_text(" ".join([ctx.command_path, *pieces]))
    with _section(formatter, texts.text("cli-heading-about")):
        formatter.write_text(texts.text(f"{key}-about"))
    if isinstance(command, CommandGroup):
        with _section(formatter, texts.text("cli-heading-commands")):
            prefix = "cli" if key == "cli-sarja" else key
            names = command.list_commands(ctx)
            formatter.write_dl([(n, texts.text(f"{prefix}-{n}-summary")) for n in names])
    # An argument stands in the usage line, and the description says what it is.
    options = [p for p in command.get_params(ctx) if isinstance(p, click.Option)]
    rows = [row for option in options if (row := option.get_help_record(ctx))]
    with _section(formatter, texts.text("cli-heading-options")):
        formatter.write_dl(rows)
    for part in ("environment", "examples", "exits"):
        if texts.has(f"{key}-{part}"):
            with _section(formatter, texts.text(f"cli-heading-{part}")):
                for line in texts.text(f"{key}-{part}").splitlines():
                    formatter.write(" " * formatter.current_indent + line + "\n")


@contextmanager
def _section(formatter: click.HelpFormatter, heading: str) -> Iterator[None]:
    formatter.write(f"\n{heading}\n")
    with formatter.indentation():
        yield


def _common_options(texts: Catalogue) -> list[click.Option]:
    languages = Word(*LANGUAGES)
    return [
        click.Option(
            ["--lang"], type=languages, expose_value=False, help=texts.text("cli-option-lang")
        ),
        click.Option(
            ["-h", "--help"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_print_help,
            help=texts.text("cli-option-help"),
        ),
    ]


def _print_help(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        ctx.max_content_width = MAX_WIDTH
        print(ctx.get_help())
        ctx.exit(DONE)


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        print(f"sarja {__version__}")
        ctx.exit(0)


def _help_unless_command() -> None:
    ctx = click.get_current_context()
    if ctx.invoked_subcommand is None:
        _print_help(ctx, ctx.command.params[-1], True)


def write_line(text: str) -> None:
    """Print a line for programs: UTF-8, whatever the terminal is set to."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode() + b"\n")
