"""The same game once more, made for speed: whole games as rows of small integers, in numba.

What is here works from Python, on one row or many (docs/kernel.md). Code that is compiled itself
calls the parts in the modules: `turns.step`, `legality.legal`, `random_play.random_playout`,
`status.is_over`, `status.winner`, `hidden.redeal`.

Importing this package is cheap and needs nothing; using it needs the extra `fast`.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from sarja.rules.errors import SarjaError

if TYPE_CHECKING:
    from sarja.kernel.compiled import deal_rows as deal_rows
    from sarja.kernel.compiled import legal_flags as legal_flags
    from sarja.kernel.compiled import legal_moves as legal_moves
    from sarja.kernel.compiled import perft as perft
    from sarja.kernel.compiled import play_out_rows as play_out_rows
    from sarja.kernel.compiled import random_moves as random_moves
    from sarja.kernel.compiled import redeal_rows as redeal_rows
    from sarja.kernel.compiled import step_rows as step_rows
    from sarja.kernel.decks import seeded_chance as seeded_chance
    from sarja.kernel.decks import seeded_deck as seeded_deck
    from sarja.kernel.layout import card_codes as card_codes
    from sarja.kernel.layout import layout_of as layout_of
    from sarja.kernel.moves import index_to_move as index_to_move
    from sarja.kernel.moves import move_to_index as move_to_index
    from sarja.kernel.rows import as_auto as as_auto
    from sarja.kernel.rows import from_state as from_state
    from sarja.kernel.rows import from_view as from_view
    from sarja.kernel.rows import read_seed as read_seed
    from sarja.kernel.rows import to_state as to_state

EXTRA: Final = "fast"
"""The extra of the package that brings numba and numpy."""

_MODULES: Final = ("numpy", "numba")

_HOMES: Final = {
    "compiled": (
        "deal_rows",
        "legal_flags",
        "legal_moves",
        "perft",
        "play_out_rows",
        "random_moves",
        "redeal_rows",
        "step_rows",
    ),
    "decks": ("seeded_chance", "seeded_deck"),
    "layout": ("card_codes", "layout_of"),
    "moves": ("index_to_move", "move_to_index"),
    "rows": ("as_auto", "from_state", "from_view", "read_seed", "to_state"),
}


def is_there() -> bool:
    """Whether numba and numpy are installed, without importing them."""
    return all(find_spec(module) is not None for module in _MODULES)


def require() -> None:
    """Nothing, if numba and numpy are installed; to be called before any module here is imported.

    Raises:
        SarjaError: `extra-missing`, with the extra that brings them and the module that is missing.
    """
    for module in _MODULES:
        try:
            import_module(module)
        except ModuleNotFoundError as error:
            missing = error.name or module
            raise SarjaError("extra-missing", extra=EXTRA, module=missing) from error


def warm() -> None:
    """Compile what Python may call, or read it from the cache; else the first use does it.

    Raises:
        SarjaError: `extra-missing`.
    """
    require()
    import_module("sarja.kernel.compiled")


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            require()
            value = getattr(import_module(f"{__name__}.{home}"), name)
            # Found there at once from now on.
            globals()[name] = value
            return value
    raise AttributeError(f"{__name__}.{name}", name=name)
