"""numba with one type for each parameter; the only file that knows numba's insides.

numba compiles a function anew for every combination of argument types, and even for every constant
that it is called with. Here a function has the types that its parameters say, and no others.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar, get_type_hints

import numba
import numpy as np
from numba.core import types
from numba.core.registry import CPUDispatcher

from sarja.kernel.slots import Layout

Function = TypeVar("Function", bound=Callable[..., Any])

CONFIG: Final[Any] = numba.config
"""The settings of numba, from its environment variables."""
OPTIONS: Final[dict[str, Any]] = {"nopython": True, "nogil": True, "error_model": "numpy"}
# No reference counts: parts get their arrays from callers who keep them alive, and make none. That
# alone is worth a factor of 1.6 in speed. No wrappers for callers in Python or C: half the time.
_OF_PARTS: Final[dict[str, Any]] = {
    "_nrt": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}


class Part(CPUDispatcher):
    """A function that is compiled together with whatever compiled code calls it.

    Called from Python it runs as the plain Python that it is written in: the same, but slow.
    """

    def __init__(self, function: Callable[..., Any], **options: Any) -> None:
        super().__init__(function, targetoptions={**OPTIONS, **_OF_PARTS, **options})

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What numba asks for when it finds a call: the one signature, compiled if need be."""
        if not self.overloads:
            self.compile(signature_of(self.py_func))
            self.disable_compile()
        return super().get_call_template(args, kws)

    def __call__(self, *args: Any) -> Any:
        """Run it as Python."""
        return self.py_func(*args)


@contextmanager
def settings(**values: Any) -> Iterator[None]:
    """Inside, numba has these settings."""
    before = {name: getattr(CONFIG, name) for name in values}
    vars(CONFIG).update(values)
    try:
        yield
    finally:
        vars(CONFIG).update(before)


def jitted(function: Function) -> Function:
    """The function as a part of compiled code."""
    return _part(function, forceinline=False)


def inlined(function: Function) -> Function:
    """The same for a small function that is called often: its code goes into every caller."""
    return _part(function, forceinline=True)


def spliced(function: Function) -> Function:
    """The same for a function with one or two callers: it becomes a piece of their source.

    So it costs no compilation of its own; each takes a tenth of a second.
    """
    return _part(function, inline="always")


def _part(function: Function, **options: Any) -> Function:
    part: Any = function if CONFIG.DISABLE_JIT else Part(function, **options)
    return part  # type: ignore[no-any-return]


def signature_of(function: Callable[..., Any]) -> tuple[Any, ...]:
    """The numba types of the function's parameters: `int`, or an array type of `slots`."""
    hints = get_type_hints(function, include_extras=True)
    hints.pop("return", None)
    return tuple(map(_numba_type, hints.values()))


def _numba_type(hint: Any) -> Any:
    if hint is int:
        return types.int64
    number, dimensions = hint.__metadata__
    # A layout is frozen, so that no function can write into it.
    return types.Array(numba.from_dtype(np.dtype(number)), dimensions, "C", hint is Layout)
