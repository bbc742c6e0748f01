"""People's names: each can be seen, and none can be taken for another one at the table."""

import unicodedata
from collections.abc import Iterable
from typing import Final

from sarja.table.errors import TableError

ZERO_WIDTH_NON_JOINER: Final = "\u200c"
ZERO_WIDTH_JOINER: Final = "\u200d"
_JOINERS: Final = (ZERO_WIDTH_NON_JOINER, ZERO_WIDTH_JOINER)

_BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u034f")
"""Letters, marks and signs that show nothing, whatever stands beside them."""


def clean_name(name: str, others: Iterable[str]) -> str:
    """The name as it will stand on the table, at which the others are.

    Raises:
        TableError: `name-empty`, `name-unprintable`, `name-taken`.
    """
    name = trim_name(name)
    if not name:
        raise TableError("name-empty")
    if not all(_is_shown(name, at) for at in range(len(name))):
        raise TableError("name-unprintable")
    own = looks_of(name)
    if any(own & looks_of(other) for other in others):
        raise TableError("name-taken", name=name)
    return name


def trim_name(name: str) -> str:
    """The name without spaces that nobody sees, as a telephone puts one behind each word."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def _is_shown(name: str, at: int) -> bool:
    """Whether the character can be seen there, or does something to what can."""
    character = name[at]
    before, after = name[at - 1 : at] or " ", name[at + 1 : at + 2] or " "
    if character in _BLANK:
        return False
    if character in _JOINERS:
        return _is_visible(before, marks=True) and _is_visible(after)
    if unicodedata.category(character).startswith("M"):
        # Accents, and what chooses one look of a character among several: on something.
        return _is_visible(before, marks=not _is_selector(character))
    return character.isprintable()


def _is_visible(character: str, marks: bool = False) -> bool:
    """Whether the character stands for itself; with `marks` also one that stands on another."""
    if character in _BLANK or character.isspace() or not character.isprintable():
        return False
    return marks or not unicodedata.category(character).startswith("M")


def _is_selector(character: str) -> bool:
    return unicodedata.name(character, "").startswith(("VARIATION SELECTOR", "MONGOLIAN FREE"))


_LATIN: Final = str.maketrans(
    # Cyrillic and Greek capitals, then small letters, that look as Latin ones do.
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0405\u0406\u0408"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04bb\u0501\u051b\u051d"
    "\u03b1\u03b9\u03ba\u03bd\u03bf\u03c1\u03c5\u03c7\u03f2\u03f3"
    "\u04c0\u04cf\u04ae\u04af\u050c\u051a\u051c\u0474\u0475"
    # Latin ones of other alphabets than the usual, and strokes.
    "\u0251\u0261\u0269\u0131\u01c0\u2223"
    # Armenian, Cherokee, Lisu.
    "\u0585\u0578\u057d\u0570\u0581\u054f\u0555\u053c"
    "\u13aa\u13f4\u13df\u13a0\u13ac\u13c0\u13bb\u13d9\u13e6\u13de\u13b7\u13e2\u13a1\u13da\u13a2\u13d4\u13b3\u13c3"
    "\ua4d0\ua4ee\ua4da\ua4d3\ua4f0\ua4dd\ua4d6\ua4e7\ua4f2\ua4d9\ua4d7\ua4e1\ua4df\ua4e0\ua4f3\ua4d1\ua4e3\ua4e2"
    "\ua4d4\ua4f4\ua4e6\ua4ea\ua4eb\ua4ec\ua4dc",
    "ABEKMHOPCTYXSIJABEZHIKMNOPTYXaeopcyxsijhdqwaikvopuxcj"
    "llYyGQWVv"
    "agiill"
    "onuhgSOL"
    "ABCDEGHVKLMPRSITWZ"
    "BACDEFGHIJKLMNOPRSTUVWXYZ",
)


_ONE: Final = str.maketrans("0I1|", "Olll")
"""Digits and letters that are one another in many typefaces."""


def looks_of(name: str) -> frozenset[str]:
    """What the name looks like, however it is written: as it stands, and in small letters."""
    shown = "".join(c for c in unicodedata.normalize("NFKD", name) if not _is_hidden(c))
    looks = (shown.translate(_LATIN), shown, shown.translate(_LATIN).translate(_ONE))
    return frozenset(
        unicodedata.normalize("NFKD", one.casefold()).translate(_LATIN) for one in looks
    )


def _is_hidden(character: str) -> bool:
    """Whether the character has no look of its own."""
    if character in _BLANK or _is_selector(character):
        return True
    return unicodedata.category(character) == "Cf"
