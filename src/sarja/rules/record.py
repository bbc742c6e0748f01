"""A whole game as text, and the position as the contract shows it (docs/notation.md)."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, cast

from sarja.rules.chance import recorded_chance
from sarja.rules.errors import IllegalMove, RecordError, SarjaError, VariantError
from sarja.rules.events import Event
from sarja.rules.jsontext import JsonError, parse_json
from sarja.rules.loader import nearest, seats_reason, variant_data, variant_from_data
from sarja.rules.model import CORNER, OPEN, DrawMode, Game, Outcome, Position, State, TalkMode, View
from sarja.rules.notation import format_move, parse_move
from sarja.rules.play import deal, legal_moves, play
from sarja.rules.variant import Help, Variant

FORMAT: Final = "sarja-record/1"
MAX_BYTES: Final = 1 << 24

_REQUIRED: Final = ("format", "variant", "seats", "dealer", "deck", "moves")
_OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "draw": ("auto", "manual"),
    "table_talk": ("off", "penalty"),
    "help": ("spaces", "none"),
}
_KNOWN: Final = (
    *_REQUIRED,
    "teams",
    "options",
    "reshuffles",
    "variant_data",
    "variant_hash",
    "players",
    "date",
    "cut",
    "result",
    "id",
    "note",
)

Catalogue = Callable[[str], Variant | None]
"""The built-in variant of that name, or None."""


class MoveError(SarjaError):
    """A move of a record that is not allowed; `number` counts from 1."""

    def __init__(self, number: int, text: str, reason: IllegalMove) -> None:
        super().__init__("record-move", number=number)
        self.number = number
        self.text = text
        self.reason = reason


class ResultError(SarjaError):
    """A record whose `result` is not what comes out; `rule` says how a game ends."""

    def __init__(self, rule: Literal["R23", "R24"]) -> None:
        super().__init__("record-result")
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game: everything is given, no random numbers.

    `variant_given` says that the variant stands in the record itself. `about` holds what is kept
    but not needed to replay: players, date, cut, id, note, and keys that we do not know.
    """

    game: Game
    deck: tuple[str, ...]
    moves: tuple[str, ...]
    reshuffles: tuple[tuple[str, ...], ...] = ()
    help: Help | None = None
    variant_given: bool = False
    hashed: bool = False
    result_given: bool = False
    result: Outcome | None = None
    about: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """The game after some of its moves: what the last one was, and what it made happen."""

    state: State
    text: str | None
    events: tuple[Event, ...]


def parse_record(source: bytes, catalogue: Catalogue) -> Record:
    """The record in the bytes of a file. Its moves are not yet tried.

    Raises:
        RecordError: with the place of what is wrong.
    """
    if len(source) > MAX_BYTES:
        raise RecordError("file-too-large", limit=MAX_BYTES)
    try:
        data = parse_json(source.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise RecordError("not-utf8", offset=error.start) from None
    except JsonError as error:
        place = "" if error.line is None else f"line {error.line}"
        raise RecordError(error.code, place, **error.params) from None
    return record_from_data(data, catalogue)


def record_from_data(data: Any, catalogue: Catalogue) -> Record:
    """The record that the plain data of its JSON describes.

    Raises:
        RecordError: with the place of what is wrong.
    """
    if not isinstance(data, dict):
        raise RecordError("not-an-object")
    for key in _REQUIRED:
        if key not in data:
            raise RecordError("key-missing", key)
    if data["format"] != FORMAT:
        raise RecordError("format-unknown", "format", known=FORMAT)
    variant = _variant(data, catalogue)
    game = _game(data, variant)
    deck = _texts(data["deck"], "deck")
    if sorted(deck) != list(variant.deck):
        raise RecordError("deck-not-of-variant", "deck", size=len(variant.deck))
    reshuffles = _list(data.get("reshuffles", []), "reshuffles")
    _check_about(data, game)
    return Record(
        game=game,
        deck=deck,
        moves=_texts(data["moves"], "moves"),
        reshuffles=tuple(_texts(r, f"reshuffles[{at}]") for at, r in enumerate(reshuffles)),
        help=data.get("options", {}).get("help"),
        variant_given="variant_data" in data,
        hashed="variant_hash" in data,
        result_given="result" in data,
        result=_outcome(data.get("result"), game),
        about={
            key: value
            for key, value in data.items()
            if key not in _KNOWN or key in ("players", "date", "cut", "id", "note")
        },
    )


def record_data(record: Record) -> dict[str, Any]:
    """The plain data of the record's JSON."""
    game = record.game
    data: dict[str, Any] = {"format": FORMAT, "variant": game.variant.id}
    if record.variant_given:
        data["variant_data"] = variant_data(game.variant)
    if record.hashed:
        data["variant_hash"] = variant_hash(variant_data(game.variant))
    data |= {"seats": game.seats, "teams": game.teams, "dealer": game.dealer}
    data["options"] = {"draw": game.draw, "table_talk": game.table_talk}
    if record.help is not None:
        data["options"]["help"] = record.help
    data |= record.about
    data["deck"] = list(record.deck)
    data["reshuffles"] = [list(deck) for deck in record.reshuffles]
    data["moves"] = list(record.moves)
    if record.result_given:
        data["result"] = outcome_data(record.result)
    return data


def format_record(record: Record) -> str:
    """The record as JSON text, one key a line."""
    lines = (f" {_compact(key)}: {_compact(value)}" for key, value in record_data(record).items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def variant_hash(data: Mapping[str, Any]) -> str:
    """The SHA-256, in hexadecimal, of a variant's object as canonical JSON."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def replay(record: Record) -> Iterator[Step]:
    """The game before the first move and after each.

    Raises:
        MoveError: at the first move that cannot be read or is not allowed, or whose reshuffle is
            missing or wrong.
        ResultError: at the end, if the record's result is not what came out.
    """
    board = record.game.variant.board
    chance = recorded_chance(record.reshuffles)
    state, events = deal(record.game, record.deck)
    yield Step(state, None, events)
    for number, text in enumerate(record.moves, 1):
        try:
            move, seat = parse_move(text, board)
            state, events = play(state, move, chance, seat)
        except IllegalMove as reason:
            raise MoveError(number, text, reason) from None
        yield Step(state, text, events)
    if record.result_given and record.result != state.position.outcome:
        outcome = state.position.outcome
        raise ResultError("R24" if outcome and outcome.reason == "blocked" else "R23")


def state_data(state: State) -> dict[str, Any]:
    """The object of `sarja replay --json`: the whole position as the referee knows it."""
    position = state.position
    hand = state.hand(position.to_act) if position.to_act is not None else ()
    hands = {"hands": [list(hand) for hand in state.hands]}
    return _position_data(position, hands, hand)


def view_data(view: View, log: Sequence[str]) -> dict[str, Any]:
    """The object that a bot program gets: what the seat may know, and the moves so far."""
    position = view.position
    own = {
        "seat": view.seat,
        "hand": list(view.hand),
        "hand_sizes": list(position.hand_sizes),
    }
    to_act = view.seat is not None and position.to_act == view.seat
    data = _position_data(position, own, view.hand if to_act else None)
    return data | {"log": list(log)}


def _position_data(
    position: Position, cards: Mapping[str, Any], hand: tuple[str, ...] | None
) -> dict[str, Any]:
    """The position with what is known of the cards; legal moves only where that hand is to act."""
    game = position.game
    board = game.variant.board
    moves = [] if hand is None else legal_moves(position, hand)
    return {
        "variant": game.variant.id,
        "seats": game.seats,
        "teams": game.teams,
        "ply": position.ply,
        "phase": position.phase,
        "turn": position.to_act,
        "owed": list(position.owed),
        "board": board_rows(position),
        "locked": locked_rows(position),
        "sequences": [
            {"team": s.team, "spaces": [board.names[space] for space in s.spaces]}
            for s in position.sequences
        ],
        **cards,
        "discards": [list(pile) for pile in position.discards],
        "deck": position.deck_size,
        "legal": sorted(format_move(move, board) for move in moves),
        "outcome": outcome_data(position.outcome),
    }


_CHIP_SIGNS: Final = bytes.maketrans(bytes((OPEN, 1, 2, 3, CORNER)), b".123*")


def board_rows(position: Position) -> list[str]:
    """The board as text, a string a row: `*` free corner, `.` open, `1` `2` `3` a team's chip."""
    return _rows(position, position.chips.translate(_CHIP_SIGNS).decode())


def locked_rows(position: Position) -> list[str]:
    """Where chips are locked, a string a row: `#` locked, `.` anything else."""
    signs = bytearray(b"." * len(position.chips))
    for space in position.locked:
        signs[space : space + 1] = b"#"
    return _rows(position, signs.decode())


def outcome_data(outcome: Outcome | None) -> dict[str, Any] | None:
    """The object that the contract calls `outcome`, or None for an unfinished game."""
    if outcome is None:
        return None
    return {
        "winner": outcome.winner,
        "reason": outcome.reason,
        "sequences": list(outcome.sequences),
    }


def _rows(position: Position, signs: str) -> list[str]:
    columns = position.game.variant.board.columns
    return [signs[at : at + columns] for at in range(0, len(signs), columns)]


def _compact(value: Any) -> str:
    # Lone surrogates have no UTF-8, so what holds one is written with escapes.
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isascii() or text.isprintable() else json.dumps(value)


def _variant(data: Mapping[str, Any], catalogue: Catalogue) -> Variant:
    name = _text(data["variant"], "variant")
    if "variant_data" in data:
        given = data["variant_data"]
        try:
            variant = variant_from_data(given)
        except VariantError as error:
            fault = error.faults[0]
            place = "variant_data" + (f".{fault.path}" if fault.path else "")
            place += "".join(f"[{at - 1}]" for at in (fault.row, fault.column) if at is not None)
            raise RecordError(fault.code, place, **fault.params) from None
        if variant.id != name:
            raise RecordError("variant-id-differs", "variant", id=variant.id)
    else:
        found = catalogue(name)
        if found is None:
            raise RecordError("variant-unknown", "variant")
        variant = found
        given = variant_data(variant)
    if "variant_hash" in data:
        stated = _text(data["variant_hash"], "variant_hash")
        if stated.lower() != variant_hash(given):
            raise RecordError("hash-differs", "variant_hash")
    return variant


def _game(data: Mapping[str, Any], variant: Variant) -> Game:
    seats = _integer(data["seats"], "seats")
    teams = _integer(data["teams"], "teams") if "teams" in data else None
    setup = variant.setup(seats, teams)
    if setup is None:
        if teams is not None and variant.setup(seats) is not None:
            raise RecordError("teams-not-possible", "teams", seats=seats)
        counts = nearest(seats, (setup.seats for setup in variant.setups))
        reason = seats_reason(seats)
        raise RecordError("seats-not-possible", "seats", nearest=counts, reason=reason)
    dealer = _integer(data["dealer"], "dealer")
    if not 1 <= dealer <= seats:
        raise RecordError("dealer-not-seated", "dealer", seats=seats)
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise RecordError("not-an-object", "options")
    for key, value in options.items():
        if key not in _OPTIONS:
            raise RecordError("option-unknown", "options")
        if value not in _OPTIONS[key]:
            choices = ", ".join(_OPTIONS[key])
            raise RecordError("not-one-of", f"options.{key}", choices=choices)
    draw = cast(DrawMode, options.get("draw", "auto"))
    talk = cast(TalkMode, options.get("table_talk", "off"))
    return Game(variant, setup, dealer, draw, talk)


def _check_about(data: Mapping[str, Any], game: Game) -> None:
    """That what is only kept has the form that others may rely on."""
    for key in ("date", "id", "note"):
        if key in data:
            _text(data[key], key)
    if "players" in data and len(_texts(data["players"], "players")) != game.seats:
        raise RecordError("not-one-a-seat", "players", seats=game.seats)
    for at, cut in enumerate(_list(data.get("cut", []), "cut")):
        place = f"cut[{at}]"
        cards = _list(cut, place)
        for seat, card in enumerate(cards):
            if card is not None and _text(card, f"{place}[{seat}]") not in game.variant.cards:
                raise RecordError("card-not-of-variant", f"{place}[{seat}]")
        if len(cards) != game.seats:
            raise RecordError("not-one-a-seat", place, seats=game.seats)


def _outcome(value: Any, game: Game) -> Outcome | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise RecordError("not-an-object", "result")
    for key in ("winner", "reason", "sequences"):
        if key not in value:
            raise RecordError("key-missing", f"result.{key}")
    winner = value["winner"]
    if winner is not None:
        _integer(winner, "result.winner")
    reason = _text(value["reason"], "result.reason")
    counts = _list(value["sequences"], "result.sequences")
    for at, count in enumerate(counts):
        _integer(count, f"result.sequences[{at}]")
    return Outcome(winner, cast(Literal["sequences", "blocked"], reason), tuple(counts))


def _text(value: Any, place: str) -> str:
    if not isinstance(value, str):
        raise RecordError("not-text", place)
    return value


def _integer(value: Any, place: str) -> int:
    if type(value) is not int:
        raise RecordError("not-an-integer", place)
    return value


def _list(value: Any, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise RecordError("not-a-list", place)
    return value


def _texts(value: Any, place: str) -> tuple[str, ...]:
    return tuple(_text(item, f"{place}[{at}]") for at, item in enumerate(_list(value, place)))
