"""Take the pictures of the page for `docs/img`: every scene in three widths, light and dark.

The scenes are tables of a recorded game, as the server would show them; a running server serves
the page itself. Usage: `tools/screenshots.py [SCENE …]`. Exit codes: 0 done, 1 not possible.
"""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from sarja.rules.chance import CutRound  # noqa: E402  after the path
from sarja.rules.notation import format_move  # noqa: E402
from sarja.rules.play import legal_moves  # noqa: E402
from sarja.rules.variant import Variant  # noqa: E402
from sarja.table.actions import AnyAction, Invite, Play, Settings, Sit, Start  # noqa: E402
from sarja.table.chance import GeneratorChance  # noqa: E402
from sarja.table.commands import decide, open_table  # noqa: E402
from sarja.table.events import SeatTaken  # noqa: E402
from sarja.table.messages import table_view  # noqa: E402
from sarja.table.moment import Moment  # noqa: E402
from sarja.table.table import Table, fold  # noqa: E402
from tools.browser import BrowserMissingError, find_chromium, find_node, running_server  # noqa: E402

PICTURES: Final = ROOT / "docs" / "img"
RECORD: Final = ROOT / "tests" / "data" / "records" / "classic-2-choice.json"
CODE: Final = "SAUNA"


class _Recorded:
    """The luck of a recorded game."""

    def __init__(self, record: dict[str, Any]) -> None:
        self._record = record

    def order(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self._record["deck"])

    def salt(self) -> str:
        return "5a17" * 16

    def cut(self, variant: Variant, seats: int) -> tuple[int, tuple[CutRound, ...]]:
        return self._record["dealer"], ()


def _recorded_table(moves: int) -> Table:
    """The recorded game after so many moves, Aino and Väinö playing it."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    luck = _Recorded(record)
    table = fold(Table("screenshots"), open_table(CODE, Settings()))
    table = fold(table, [SeatTaken(1, "Aino", "a"), SeatTaken(2, "Väinö", "b")])
    table = fold(table, decide(table, 1, Start(), luck))
    for move in record["moves"][:moves]:
        seat = None if table.state is None else table.state.position.to_act
        table = fold(table, decide(table, seat, Play(move), luck))
    return table


def _lobby_table() -> Table:
    table = fold(Table("screenshots"), open_table(CODE, Settings(seats=4)))
    luck = _Recorded({})
    steps: list[tuple[int | None, AnyAction, str | None]] = [
        (None, Sit("Aino"), "a"),
        (None, Sit("Väinö"), "b"),
        (1, Invite(3, "casual"), None),
    ]
    for seat, action, token in steps:
        table = fold(table, decide(table, seat, action, luck, token))
    return table


def _moves_until_choice() -> int:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    return next(at for at, move in enumerate(record["moves"]) if move.startswith("="))


def _scene(table: Table, seat: int, choose: str | None = None) -> dict[str, Any]:
    view = table_view(table, seat, Moment(here=frozenset({1, 2})))
    return {"view": msgspec.to_builtins(view), "choose": choose}


def _game_scene() -> dict[str, Any]:
    table = _recorded_table(34)
    seat = 1 if table.state is None else table.state.position.to_act or 1
    hand = () if table.state is None else table.state.hands[seat - 1]
    spaces = table.variant.spaces_of
    return _scene(table, seat, next((c for c in hand if len(spaces.get(c, ())) == 2), None))


def crowd_scene(plies: int = 40) -> dict[str, Any]:
    """Twelve at one table, in the middle of a game: for tests, not for pictures."""
    random = Random(12)
    luck = GeneratorChance(random)
    names = "Aino Väinö Ilma Seppo Louhi Kaleva Antero Kyllikki Lemminkäinen Tuulikki Ahti Mielikki"
    table = fold(Table("screenshots"), open_table(CODE, Settings(seats=12)))
    for name in names.split():
        table = fold(table, decide(table, None, Sit(name), luck, name))
    table = fold(table, decide(table, 1, Start(), luck))
    seat = 1
    while table.state is not None:
        position = table.state.position
        seat = position.to_act or seat
        if position.ply >= plies and seat > 8:
            break
        move = random.choice(legal_moves(position, table.state.hand(seat)))
        text = format_move(move, position.game.variant.board)
        table = fold(table, decide(table, seat, Play(text), luck))
    view = table_view(table, seat, Moment(here=frozenset(range(1, 13))))
    return {"view": msgspec.to_builtins(view), "choose": view.game and view.game.hand[0]}


def screen_scene() -> dict[str, Any]:
    """A table screen in the middle of a game: for tests, not for pictures."""
    view = table_view(_recorded_table(34), None, Moment(frozenset({1, 2})))
    return {"view": msgspec.to_builtins(view), "choose": None, "path": f"/t/{CODE}/screen"}


def cover_scene() -> dict[str, Any]:
    """A device that two people pass round, every hand covered: for tests, not for pictures."""
    view = table_view(_recorded_table(34), None, Moment(frozenset({1, 2})), (1, 2))
    return {"view": msgspec.to_builtins(view), "choose": None}


def _choice_scene() -> dict[str, Any]:
    table = _recorded_table(_moves_until_choice())
    return _scene(table, 1 if table.state is None else table.state.position.to_act or 1)


SCENES: Final[dict[str, Callable[[], dict[str, Any]]]] = {
    "start": lambda: {"view": None, "choose": None},
    "set-up": lambda: _scene(_lobby_table(), 1),
    "game": _game_scene,
    "choice": _choice_scene,
    "end": lambda: _scene(_recorded_table(10**6), 1),
}


def _shrink(folder: Path) -> None:
    """Write the pictures with 256 colours, which nobody sees and which halves them."""
    try:
        image = importlib.import_module("PIL.Image")
    except ImportError:
        print("screenshots: without Pillow the pictures stay large", file=sys.stderr)
        return
    for path in folder.glob("*.png"):
        with image.open(path) as picture:
            small = picture.convert("RGB").quantize(256, dither=image.Dither.NONE)
        small.save(path, optimize=True)


def main(names: list[str]) -> int:
    """Return 0 when all pictures are taken."""
    if unknown := set(names) - set(SCENES):
        print(f"screenshots: no scene {', '.join(unknown)}; there are {', '.join(SCENES)}")
        return 1
    try:
        node, chromium = find_node(), find_chromium()
    except BrowserMissingError as error:
        print(f"screenshots: {error}", file=sys.stderr)
        return 1
    scenes = {name: make() for name, make in SCENES.items() if not names or name in names}
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder) / "data") as address:
        taken = Path(folder) / "pictures"
        taken.mkdir()
        order = {"address": address, "code": CODE, "out": str(taken), "scenes": scenes}
        camera = str(ROOT / "tools" / "screenshots.mjs")
        subprocess.run([node, camera, chromium], input=json.dumps(order), text=True, check=True)
        _shrink(taken)
        PICTURES.mkdir(parents=True, exist_ok=True)
        for path in sorted(taken.glob("*.png")):
            shutil.copy(path, PICTURES / path.name)
            print(f"{path.name} {path.stat().st_size // 1024} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
