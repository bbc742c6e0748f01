"""Variants from data: every fault at once, each with its place.

The data is the object that `sarja variant show --json` prints, or TOML with the same keys, where
`grid` may also be text with one row a line. What has a default may be left out.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, cast

from sarja.rules.board import CORNER_LABEL, MAX_SIDE, MIN_SIDE, Board
from sarja.rules.errors import Fault, Param, VariantError
from sarja.rules.jsontext import JsonError, one_line, parse_json
from sarja.rules.notation import CODE_PATTERN
from sarja.rules.variant import Card, Effect, Help, Setup, Variant

FORMAT: Final = 1
MAX_BYTES: Final = 1 << 18
MAX_CARDS: Final = 1000
MAX_DECK: Final = 4000
MAX_COUNT: Final = 100
MAX_TEXT: Final = 40
MAX_ENTRIES: Final = 100

ID_PATTERN: Final = "[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?"
LANGUAGE_PATTERN: Final = "[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}"
COLOUR_PATTERN: Final = "[a-z][a-z0-9-]{0,19}"
# A key of many dotted parts costs the TOML parser the square of their number.
MAX_DOTS: Final = 300
_TOML_PLACE: Final = re.compile(r"at line ([0-9]+), column ([0-9]+)")

_KEYS: Final = (
    "id",
    "format",
    "rows",
    "columns",
    "line_length",
    "grid",
    "cards",
    "setups",
    "exchanges_per_turn",
    "shared_spaces",
    "cut",
    "help",
    "names",
    "colours",
    "symbols",
)
_REQUIRED: Final = ("id", "format", "grid", "cards", "setups")
_EFFECTS: Final = ("place", "wild", "remove")
_HELPS: Final = ("spaces", "none")


def parse_variant(source: bytes) -> Variant:
    """The variant that the bytes of a TOML or JSON file describe.

    Raises:
        VariantError: with every fault; `readable` is False where it is no TOML or JSON at all.
    """
    return variant_from_data(parse_data(source))


def parse_data(source: bytes) -> Any:
    """The plain data in the bytes of a TOML or JSON file, still unchecked.

    Raises:
        VariantError: with one fault, not readable.
    """
    if len(source) > MAX_BYTES:
        raise _unreadable("file-too-large", limit=MAX_BYTES)
    try:
        text = source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unreadable("not-utf8", offset=error.start) from None
    if text.lstrip().startswith("{"):
        try:
            return parse_json(text)
        except JsonError as error:
            raise _unreadable(error.code, line=error.line, **error.params) from None
    if any(line.count(".") > MAX_DOTS for line in text.split("\n")):
        raise _unreadable("nested-too-deeply")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _TOML_PLACE.search(str(error))
        last_line = text.count("\n") + 1
        line, column = map(int, place.groups()) if place else (last_line, 1)
        raise _unreadable("not-toml", line=line, column=column) from None
    except RecursionError:
        raise _unreadable("nested-too-deeply") from None
    except ValueError:
        # An integer of more digits than Python converts.
        raise _unreadable("number-too-long") from None


def _unreadable(code: str, line: int | None = None, **params: Param) -> VariantError:
    return VariantError((Fault(code, params=params, line=line),), readable=False)


def variant_from_data(data: Any) -> Variant:
    """The variant that plain data describes, as TOML and JSON give it.

    Raises:
        VariantError: with every fault.
    """
    inspector = _Inspector()
    variant = inspector.variant(data)
    if inspector.faults or variant is None:
        raise VariantError(tuple(inspector.faults))
    return variant


def variant_data(variant: Variant) -> dict[str, Any]:
    """The object that `sarja variant show --json` prints, in the contract's order of keys."""
    board = variant.board
    data: dict[str, Any] = {
        "id": variant.id,
        "format": FORMAT,
        "rows": board.rows,
        "columns": board.columns,
        "line_length": board.line_length,
        "grid": [
            list(board.labels[row * board.columns : (row + 1) * board.columns])
            for row in range(board.rows)
        ],
        "cards": {card.code: _card_data(card) for card in variant.cards.values()},
        "setups": [
            {"seats": s.seats, "teams": s.teams, "hand": s.hand, "sequences": s.sequences}
            for s in variant.setups
        ],
        "exchanges_per_turn": variant.exchanges_per_turn,
        "shared_spaces": variant.shared_spaces,
        "cut": variant.cut,
        "help": variant.help,
        "names": dict(variant.names),
    }
    if variant.colours:
        data["colours"] = {name: list(labels) for name, labels in variant.colours.items()}
    if variant.symbols:
        data["symbols"] = dict(variant.symbols)
    return data


def _card_data(card: Card) -> dict[str, Any]:
    fields = {"label": card.label, "count": card.count, "text": card.text}
    return {"effect": card.effect} | {k: v for k, v in fields.items() if v is not None}


class _Inspector:
    """Reads a variant from data part by part, and notes every fault on the way."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        # What fits together is looked at also where other things are wrong; where it cannot be
        # known, for some label or count is faulty itself, it is not.
        self.shown: dict[str, tuple[int, int]] = {}
        """The labels of the grid, each with the row and column where it stands first."""
        self.labels_known = True
        self.covered: dict[str, str] = {}
        """The label of each card that has one."""
        self.cards_known = True
        self.counts: list[int | None] = []

    def fault(self, code: str, path: str, **params: Param) -> None:
        self.faults.append(Fault(code, path, params))

    def grid_fault(self, code: str, row: int, column: int | None, **params: Param) -> None:
        self.faults.append(Fault(code, "grid", params, row=row, column=column))

    # Values

    def table(self, value: Any, path: str) -> Mapping[str, Any] | None:
        if isinstance(value, dict):
            if len(value) <= MAX_CARDS:
                return value
            self.fault("too-many", path, limit=MAX_CARDS)
            return None
        self.fault("not-a-table", path)
        return None

    def keys(
        self,
        value: Mapping[str, Any],
        path: str,
        known: tuple[str, ...],
        required: tuple[str, ...],
    ) -> None:
        for key in value:
            if key not in known:
                self.fault("key-unknown", _join(path, key))
        for key in required:
            if key not in value:
                self.fault("key-missing", _join(path, key))

    def integer(self, value: Any, path: str, low: int, high: int) -> int | None:
        if type(value) is not int:
            self.fault("not-an-integer", path)
        elif not low <= value <= high:
            self.fault("out-of-range", path, low=low, high=high)
        else:
            return value
        return None

    def text(self, value: Any, path: str) -> str | None:
        fault = _text_fault(value)
        if fault is None:
            return cast(str, value)
        self.fault(fault, path, limit=MAX_TEXT)
        return None

    def word(self, value: Any, path: str, pattern: str, code: str) -> str | None:
        if isinstance(value, str) and re.fullmatch(pattern, value):
            return value
        self.fault(code if isinstance(value, str) else "not-text", path)
        return None

    # Parts

    def variant(self, data: Any) -> Variant | None:
        top = self.table(data, "")
        if top is None:
            return None
        self.keys(top, "", _KEYS, _REQUIRED)
        identity = self.word(top["id"], "id", ID_PATTERN, "id-form") if "id" in top else None
        if "format" in top and (type(top["format"]) is not int or top["format"] != FORMAT):
            self.fault("format-unknown", "format", known=FORMAT)
        board = self.board(top)
        cards = self.cards(top["cards"]) if "cards" in top else None
        setups = self.setups(top["setups"]) if "setups" in top else ()
        exchanges = self.integer(top.get("exchanges_per_turn", 1), "exchanges_per_turn", 0, 20)
        shared = self.shared_spaces(top, board)
        cut = top.get("cut", False)
        if type(cut) is not bool:
            self.fault("not-true-or-false", "cut")
        help_mode = top.get("help", "spaces")
        if help_mode not in _HELPS:
            self.fault("not-one-of", "help", choices=", ".join(_HELPS))
        names = self.names(top.get("names", {}))
        if self.shown and self.counts:
            self.covering()
        if self.counts and None not in self.counts:
            self.deck(sum(filter(None, self.counts)), setups)
        colours = self.colours(top.get("colours", {}))
        symbols = self.symbols(top.get("symbols", {}))
        if self.faults or identity is None or board is None or cards is None:
            return None
        return Variant(
            id=identity,
            board=board,
            cards=cards,
            setups=setups,
            exchanges_per_turn=exchanges or 0,
            shared_spaces=shared or 1,
            cut=cut,
            help=cast(Help, help_mode),
            names=names,
            colours=colours,
            symbols=symbols,
        )

    def board(self, top: Mapping[str, Any]) -> Board | None:
        length = self.integer(top.get("line_length", 5), "line_length", MIN_SIDE, MAX_SIDE)
        if "grid" not in top:
            return None
        found_before = len(self.faults)
        rows = self.grid(top["grid"])
        if rows is None:
            return None
        columns = len(rows[0])
        for key, actual in (("rows", len(rows)), ("columns", columns)):
            if key in top and (type(top[key]) is not int or top[key] != actual):
                self.fault("size-differs", key, actual=actual)
        if len(self.faults) > found_before or length is None:
            return None
        if length > max(len(rows), columns):
            self.fault("no-line-fits", "line_length", length=length)
            return None
        board = Board(len(rows), columns, tuple(label for row in rows for label in row), length)
        for line in board.lines:
            if board.corners.issuperset(line):
                row, column = divmod(line[0], columns)
                self.grid_fault(
                    "line-of-corners", row + 1, column + 1, line=board.format_line(line)
                )
        return board

    def grid(self, value: Any) -> list[list[str]] | None:
        """The rows of labels, or None when they cannot be counted; faults of each noted."""
        rows = value
        if isinstance(value, str):
            rows = [line.split() for line in value.splitlines() if line.strip()]
        if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
            self.fault("not-a-grid", "grid")
            return None
        sized = MIN_SIDE <= len(rows) <= MAX_SIDE
        if not sized:
            self.fault("rows-out-of-range", "grid", count=len(rows), low=MIN_SIDE, high=MAX_SIDE)
        for at, row in enumerate(rows[: MAX_SIDE + 1], 1):
            if not MIN_SIDE <= len(row) <= MAX_SIDE:
                sized = False
                self.grid_fault(
                    "columns-out-of-range", at, None, count=len(row), low=MIN_SIDE, high=MAX_SIDE
                )
            elif len(row) != len(rows[0]):
                sized = False
                self.grid_fault("row-uneven", at, None, count=len(row), first=len(rows[0]))
            for column, label in enumerate(row[: MAX_SIDE + 1], 1):
                fault = _text_fault(label)
                if fault is None:
                    self.shown.setdefault(label, (at, column))
                else:
                    sized = self.labels_known = False
                    self.grid_fault(fault, at, column, limit=MAX_TEXT)
        return rows if sized else None

    def shared_spaces(self, top: Mapping[str, Any], board: Board | None) -> int | None:
        shared = self.integer(top.get("shared_spaces", 1), "shared_spaces", 1, MAX_SIDE - 1)
        if shared is not None and board is not None and shared >= board.line_length:
            self.fault("shares-whole-line", "shared_spaces", length=board.line_length)
        return shared

    def cards(self, value: Any) -> dict[str, Card] | None:
        table = self.table(value, "cards")
        if table is None:
            return None
        if not table:
            self.fault("no-placing-card", "cards")
            return None
        cards: dict[str, Card] = {}
        for code, fields in table.items():
            path = _join("cards", code)
            if not re.fullmatch(CODE_PATTERN, code, re.ASCII):
                self.fault("code-form", path)
            card = self.card(code, fields, path)
            if card is not None:
                cards[code] = card
        if len(cards) == len(table) and all(c.effect == "remove" for c in cards.values()):
            self.fault("no-placing-card", "cards")
        return cards if len(cards) == len(table) else None

    def card(self, code: str, value: Any, path: str) -> Card | None:
        fields = self.table(value, path)
        if fields is None:
            self.counts.append(None)
            self.cards_known = False
            return None
        found_before = len(self.faults)
        self.keys(fields, path, ("effect", "label", "count", "text"), ())
        effect = fields.get("effect", "place")
        if effect not in _EFFECTS:
            self.fault("not-one-of", _join(path, "effect"), choices=", ".join(_EFFECTS))
        count = self.integer(fields.get("count", 1), _join(path, "count"), 1, MAX_COUNT)
        label = self.text(fields["label"], _join(path, "label")) if "label" in fields else None
        text = self.text(fields["text"], _join(path, "text")) if "text" in fields else None
        if effect == "place" and "label" not in fields:
            label = code
        elif effect in ("wild", "remove") and "label" in fields:
            self.fault("label-without-use", _join(path, "label"))
        if label == CORNER_LABEL:
            self.fault("label-of-corner", _join(path, "label"))
        self.counts.append(count)
        if effect == "place" and label is not None and label != CORNER_LABEL:
            self.covered[code] = label
        elif effect not in ("wild", "remove"):
            self.cards_known = False
        if len(self.faults) > found_before or count is None:
            return None
        return Card(code, cast(Effect, effect), label, count, text)

    def setups(self, value: Any) -> tuple[Setup, ...]:
        if not isinstance(value, list) or not 1 <= len(value) <= MAX_ENTRIES:
            self.fault("not-a-list-of-setups", "setups", limit=MAX_ENTRIES)
            return ()
        keys = ("seats", "teams", "hand", "sequences")
        setups: list[Setup] = []
        for at, entry in enumerate(value):
            path = f"setups[{at}]"
            fields = self.table(entry, path)
            if fields is None:
                continue
            self.keys(fields, path, keys, keys)
            limits = {"seats": (2, 12), "teams": (2, 3), "hand": (1, 50), "sequences": (1, 20)}
            numbers = {
                key: self.integer(fields[key], _join(path, key), *limits[key])
                for key in keys
                if key in fields
            }
            seats, teams = numbers.get("seats"), numbers.get("teams")
            if seats is not None and teams is not None:
                if not is_seating(seats, teams):
                    counts = nearest_seats(seats, teams)
                    self.fault("seating", path, seats=seats, teams=teams, nearest=counts)
                if any((seats, teams) == (s.seats, s.teams) for s in setups):
                    self.fault("setup-twice", path, seats=seats, teams=teams)
            if all(numbers.get(key) is not None for key in keys):
                setups.append(Setup(**cast(dict[str, int], numbers)))
        return tuple(setups)

    def names(self, value: Any) -> dict[str, str]:
        names = {}
        for language, name in (self.table(value, "names") or {}).items():
            path = _join("names", language)
            if not re.fullmatch(LANGUAGE_PATTERN, language, re.ASCII):
                self.fault("language-form", path)
            names[language] = self.text(name, path) or ""
        return names

    def colours(self, value: Any) -> dict[str, tuple[str, ...]]:
        groups: dict[str, tuple[str, ...]] = {}
        grouped: set[str] = set()
        for colour, members in (self.table(value, "colours") or {}).items():
            path = _join("colours", colour)
            if not re.fullmatch(COLOUR_PATTERN, colour, re.ASCII):
                self.fault("colour-form", path)
            if not isinstance(members, list) or not all(isinstance(m, str) for m in members):
                self.fault("not-a-list-of-labels", path)
                continue
            for at, label in enumerate(members):
                if self.labels_known and self.shown and label not in self.shown:
                    self.fault("label-not-on-board", f"{path}[{at}]", label=_shown(label))
                elif label in grouped:
                    self.fault("label-in-two-groups", f"{path}[{at}]", label=_shown(label))
                grouped.add(label)
            groups[colour] = tuple(members)
        return groups

    def symbols(self, value: Any) -> dict[str, str]:
        symbols = {}
        for character, symbol in (self.table(value, "symbols") or {}).items():
            path = _join("symbols", character)
            if len(character) != 1 or not character.isprintable():
                self.fault("symbol-key", path)
            symbols[character] = self.text(symbol, path) or ""
        return symbols

    # What must fit together

    def covering(self) -> None:
        if self.cards_known:
            covered = set(self.covered.values())
            for label, (row, column) in self.shown.items():
                if label not in covered and label != CORNER_LABEL:
                    self.grid_fault("label-uncovered", row, column, label=_shown(label))
        if self.labels_known:
            for code, label in self.covered.items():
                if label not in self.shown:
                    path = _join("cards", code)
                    self.fault("card-without-space", path, label=_shown(label))

    def deck(self, size: int, setups: tuple[Setup, ...]) -> None:
        if size > MAX_DECK:
            self.fault("deck-too-large", "cards", size=size, limit=MAX_DECK)
        for at, setup in enumerate(setups):
            needed = setup.seats * setup.hand
            if size < needed:
                self.fault("deck-too-small", f"setups[{at}].hand", size=size, needed=needed)


def is_seating(seats: int, teams: int) -> bool:
    """Whether so many seats may sit down in so many teams (R1)."""
    return teams in (2, 3) and 2 <= seats <= 12 and seats % teams == 0


def nearest_seats(seats: int, teams: int | None = None) -> str:
    """The nearest numbers of seats that can form teams, in so many teams if that is said (R1)."""
    wanted = (2, 3) if teams is None else (teams,)
    return nearest(seats, (n for n in range(2, 13) if any(is_seating(n, t) for t in wanted)))


def seats_reason(seats: int) -> Literal["teams", "variant"]:
    """Why so many seats cannot play: there are no equal teams (R1), or the variant has it so."""
    return "variant" if any(is_seating(seats, teams) for teams in (2, 3)) else "teams"


def nearest(wanted: int, working: Iterable[int]) -> str:
    """The nearest of the numbers that work, as text: `4, 6` for five (R1)."""
    numbers = sorted(set(working))
    below = [number for number in numbers if number < wanted][-1:]
    above = [number for number in numbers if number > wanted][:1]
    return ", ".join(map(str, below + above))


def _text_fault(value: Any) -> str | None:
    """The code of what is wrong with a short text, or None."""
    if not isinstance(value, str):
        return "not-text"
    if not 1 <= len(value) <= MAX_TEXT or not value.strip():
        return "text-length"
    # The joiner holds together many an emoji, such as a family.
    return None if value.replace("\u200d", "").isprintable() else "text-unprintable"


def _join(path: str, key: str) -> str:
    key = _shown(key)
    key = key if re.fullmatch(r"[\w-]+", key) else f'"{key}"'
    return f"{path}.{key}" if path else key


def _shown(text: str) -> str:
    """Text from a file as it may stand in a message: one line, printable, not long."""
    return one_line(text, MAX_TEXT)
