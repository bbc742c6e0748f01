"""Every text for people, by key: one Fluent catalogue a language, in `sarja/locales`."""

import os
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from fluent.runtime import FluentBundle, FluentResource

LANGUAGES: Final = ("en", "fi", "ko", "pl", "cs")
"""The languages that Sarja is made for, English first."""

ENGLISH: Final = "en"

Param = str | int | float


class Catalogue:
    """The texts of one language; what a language lacks comes in English."""

    def __init__(self, language: str, bundles: tuple[FluentBundle, ...]) -> None:
        self.language = language
        self._bundles = bundles

    def text(self, key: str, /, **params: Param) -> str:
        """The text for people, its places filled; `_` in a parameter's name is `-` in the text.

        Raises:
            KeyError: no language has the key, or the text wants a parameter that is not given.
        """
        filled = {name.replace("_", "-"): value for name, value in params.items()}
        for bundle in self._bundles:
            if bundle.has_message(key):
                message = bundle.get_message(key)
                if message.value is None:
                    break
                text, errors = bundle.format_pattern(message.value, filled)
                if errors:
                    raise KeyError(f"{key}: {errors[0]}")
                return str(text)
        raise KeyError(key)

    def has(self, key: str) -> bool:
        """Whether some language in reach has the key."""
        return any(bundle.has_message(key) for bundle in self._bundles)


@cache
def catalogue(language: str = ENGLISH) -> Catalogue:
    """The catalogue of a language in `LANGUAGES`; English where there is nothing of it yet."""
    wanted = (language, ENGLISH) if language != ENGLISH else (ENGLISH,)
    return Catalogue(language, tuple(_bundle(one) for one in wanted))


def catalogue_sources(language: str) -> Mapping[str, str]:
    """The Fluent source of each file of a language, by file name; empty where there is none."""
    folder = files("sarja") / "locales" / language
    if not folder.is_dir():
        return {}
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".ftl"))
    return {name: (folder / name).read_text(encoding="utf-8") for name in names}


def asked_language(arguments: list[str]) -> str | None:
    """The language that a command's arguments ask for; None where nobody asks.

    The last `--lang` counts, and without one the environment variable `SARJA_LANG`.
    """
    asked = os.environ.get("SARJA_LANG") or None
    for at, argument in enumerate(arguments):
        if argument == "--":
            break
        if found := re.fullmatch(r"--lang=(.*)", argument, re.DOTALL):
            asked = found[1]
        elif argument == "--lang" and at + 1 < len(arguments):
            asked = arguments[at + 1]
    return asked


@cache
def _bundle(language: str) -> FluentBundle:
    # Isolation marks are for browsers; a terminal would show them.
    bundle = FluentBundle([language], use_isolating=False)
    for source in catalogue_sources(language).values():
        bundle.add_resource(FluentResource(source))
    return bundle
