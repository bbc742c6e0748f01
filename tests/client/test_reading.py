"""What a server shows is, read again, the game as the rules have it."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sarja.client.messages import Shown, TableShown
from sarja.client.reading import read_event, read_view
from sarja.rules.events import advance_view
from sarja.rules.model import View
from sarja.rules.notation import format_move
from sarja.rules.play import legal_moves
from sarja.variants import builtin_variant
from tests.server.phones import Phone, run, seated, serving

GAMES = [
    ("classic", 2, {}),
    ("numbers-small", 3, {"draw": "manual"}),
    ("numbers", 4, {"table_talk": "penalty"}),
]


@pytest.mark.parametrize(("variant", "seats", "settings"), GAMES, ids=str)
def test_a_game_as_it_is_shown_is_the_game_that_is_played(
    tmp_path: Path, variant: str, seats: int, settings: dict[str, str]
) -> None:
    """The moves that the rules allow in it are those the server allows; events lead to it."""
    game = builtin_variant(variant)
    assert game is not None

    def look(message: dict[str, Any]) -> tuple[View, TableShown]:
        shown = msgspec.convert(message, Shown)
        assert shown.view.game is not None
        return read_view(shown.view, shown.view.game, game), shown.view

    async def play() -> int:
        names = [f"P{number}" for number in range(1, seats + 1)]
        async with serving(tmp_path) as server:
            phones = await seated(server, *names, variant=variant, seats=seats, **settings)
            await phones[0].do("start")
            checked = 0
            heard: dict[Phone, list[dict[str, Any]]] = {phone: [] for phone in phones}
            while phones[0].view["stage"] == "playing":
                for phone in phones:
                    for message in phone.listen():
                        if message["type"] == "update":
                            heard[phone].append(message)
                    view, _ = look({"view": phone.view})
                    may = {text for text in phone.game["may"] if text[-1] != "+" and text[0] != "!"}
                    if view.position.to_act == view.seat:
                        moves = legal_moves(view.position, view.hand)
                        assert {format_move(move, game.board) for move in moves} == may
                        checked += 1
                    if phone.is_to_move or any(":+" in move for move in phone.game["may"]):
                        before = len(phone.heard)
                        answer = await phone.do("play", move=phone.any_move())
                        assert answer["type"] == "done", answer
                        news = map(msgspec.json.decode, phone.heard[before:])
                        heard[phone] += [one for one in news if one["type"] == "update"]
            for phone in phones:
                check_events(heard[phone])
            return checked

    def check_events(updates: list[dict[str, Any]]) -> None:
        for before, after in pairwise(updates):
            if before["view"]["game"] is None or after["view"]["stage"] == "lobby":
                continue
            view, _ = look(before)
            for numbered in after["events"]:
                if (event := numbered.get("event", {})).get("type") == "GameEvent":
                    seen = read_event(event["event"], game)
                    assert seen is not None
                    view = advance_view(view, seen)
            whole, _ = look(after)
            assert view.hand == whole.hand
            for part in ("chips", "locked", "discards", "hand_sizes", "deck_size", "owed", "ply"):
                assert getattr(view.position, part) == getattr(whole.position, part), part

    assert run(play()) > 10
