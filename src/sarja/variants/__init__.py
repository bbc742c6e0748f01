"""The games that come with Sarja, one TOML file each: drop a file in, it is a game."""

from functools import cache
from importlib.resources import files

from sarja.rules.loader import parse_variant
from sarja.rules.variant import Variant


@cache
def builtin_names() -> tuple[str, ...]:
    """The names of the games that come with the program, sorted."""
    found = (entry.name for entry in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


@cache
def builtin_variant(name: str) -> Variant | None:
    """The built-in variant of that name, or None."""
    if name not in builtin_names():
        return None
    return parse_variant((files(__name__) / f"{name}.toml").read_bytes())
