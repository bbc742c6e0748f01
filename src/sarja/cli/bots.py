"""`sarja bots`: the bots there are, and how strong each is."""

import json
from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, Final

import click

from sarja.cli.exits import DONE
from sarja.cli.manual import MAX_WIDTH, ManualCommand, write_line
from sarja.i18n import Catalogue

if TYPE_CHECKING:
    from sarja.bots.strengths import Step, Strength

_INDENT: Final = 11


def command(texts: Catalogue) -> click.Command:
    """The command."""

    def action(as_json: bool) -> int:
        from sarja.bots.registry import bot_names
        from sarja.bots.strengths import STRENGTHS

        if as_json:
            bots = [_data(texts, name, STRENGTHS[name]) for name in bot_names()]
            write_line(json.dumps({"bots": bots}, ensure_ascii=False))
            return DONE
        for name in bot_names():
            head = name
            for told in _lines(texts, name, STRENGTHS[name]):
                for line in wrap(told, MAX_WIDTH - _INDENT):
                    print(f"{head:<{_INDENT}}{line}")
                    head = ""
        return DONE

    return ManualCommand(
        "bots",
        texts,
        action,
        [click.Option(["--json", "as_json"], is_flag=True, help=texts.text("cli-bots-json"))],
    )


def _lines(texts: Catalogue, name: str, strength: "Strength") -> Iterator[str]:
    """What is told of a bot."""
    from sarja.bots.registry import extra_missing

    yield texts.text(f"bot-{name}")
    if strength.below is not None:
        first, *others = strength.steps
        yield texts.text(
            "bot-strength",
            **_figures(first),
            below=strength.below,
            game=_game(texts, first),
            ms=f"{strength.ms:g}",
        )
        if others:
            steps = ", ".join(f"{_game(texts, step)} {step.elo:+}" for step in others)
            yield texts.text("bot-elsewhere", steps=steps)
        if not strength.seems_stronger:
            yield texts.text("bot-not-shown", below=strength.below)
    if (extra := extra_missing(name)) is not None:
        yield texts.text("bot-needs", extra=extra)


def _figures(step: "Step") -> dict[str, str]:
    return {"elo": f"{step.elo:+}", "low": f"{step.low:+}", "high": f"{step.high:+}"}


def _game(texts: Catalogue, step: "Step") -> str:
    from sarja.variants import builtin_variant

    variant = builtin_variant(step.variant)
    title = variant.name(texts.language) if variant else step.variant
    return texts.text("bot-game", game=title, seats=step.seats)


def _data(texts: Catalogue, name: str, strength: "Strength") -> dict[str, object]:
    """The same for programs."""
    from sarja.bots.registry import extra_missing

    return {
        "name": name,
        "about": texts.text(f"bot-{name}"),
        "needs": extra_missing(name),
        "below": strength.below,
        "ms_per_move": strength.ms,
        "seems_stronger": strength.seems_stronger,
        "steps": [_step_data(step) for step in strength.steps],
    }


def _step_data(step: "Step") -> dict[str, object]:
    return {
        "variant": step.variant,
        "seats": step.seats,
        "games": step.games,
        "elo": step.elo,
        "elo_95": [step.low, step.high],
        "shown": step.shown,
    }
