"""JSON from strangers: read strictly, bounded, and without a traceback, whatever it is."""

import json
from collections.abc import Mapping
from math import isinf
from typing import Any, Final, NoReturn

from sarja.rules.errors import Param, SarjaError

MAX_DEPTH: Final = 100


class JsonError(SarjaError):
    """Text that is no JSON that we read; `line` counts from 1 where it is known."""

    def __init__(self, code: str, line: int | None = None, **params: Param) -> None:
        super().__init__(code, **params)
        self.line = line


class _DuplicateKeyError(ValueError):
    pass


class _NoNumberError(ValueError):
    pass


def parse_json(text: str) -> Any:
    """The value that the text stands for.

    Raises:
        JsonError: `not-json`, `duplicate-key`, `nested-too-deeply`, `number-too-long`.
    """
    try:
        value = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_refuse_constant, parse_float=_finite
        )
        _check_depth(value)
    except json.JSONDecodeError as error:
        raise JsonError("not-json", line=error.lineno, column=error.colno) from None
    except _NoNumberError:
        # Where it stands is not told.
        raise JsonError("not-json", column=0) from None
    except _DuplicateKeyError as error:
        raise JsonError("duplicate-key", key=one_line(str(error), 40)) from None
    except RecursionError:
        raise JsonError("nested-too-deeply") from None
    except ValueError:
        # An integer of more digits than Python converts.
        raise JsonError("number-too-long") from None
    return value


def one_line(text: str, limit: int) -> str:
    """The text in one printable line, cut to about that many characters."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in cut)


def _unique(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        raise _DuplicateKeyError(next(k for k, _ in pairs if k in seen or seen.add(k)))  # type: ignore[func-returns-value]
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise _NoNumberError(name)


def _finite(digits: str) -> float:
    number = float(digits)
    if isinf(number):
        raise _NoNumberError(digits)
    return number


def _check_depth(value: Any) -> None:
    """That a later walk over the value cannot run out of stack."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for outer in level
            if isinstance(outer, (list, dict))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, (list, dict))
        ]
        if not level:
            return
    raise JsonError("nested-too-deeply")
