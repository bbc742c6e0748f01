"""Compiles the whole kernel and prints what numba made of it, as JSON; a program for the tests."""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

MODULES = [
    "cards",
    "chance",
    "claims",
    "counting",
    "entries",
    "hidden",
    "legality",
    "lines",
    "random_play",
    "status",
    "turns",
]


def functions() -> Iterator[tuple[str, Any]]:
    """Every function of the kernel that is compiled, by its module and name."""
    for module in (import_module(f"sarja.kernel.{name}") for name in MODULES):
        for name, function in vars(module).items():
            if hasattr(function, "py_func") and function.py_func.__module__ == module.__name__:
                yield f"{module.__name__}.{name}", function


def facts(function: Any) -> dict[str, Any]:
    """How often the function was compiled, and the types of all numbers in it."""
    found = [overload.type_annotation.typemap for overload in function.overloads.values()]
    types = {str(kind) for typemap in found for kind in typemap.values()}
    return {
        "signatures": len(function.signatures),
        "numbers": sorted(t for t in types if t.startswith(("float", "uint", "complex"))),
        "spliced": function.targetoptions.get("inline") == "always",
    }


def main() -> None:
    """Print the facts of each function."""
    import_module("sarja.kernel.compiled")
    json.dump({name: facts(function) for name, function in functions()}, sys.stdout)


if __name__ == "__main__":
    main()
