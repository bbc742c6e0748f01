"""What a server writes: lines that programs can read, and nothing that is anybody's secret."""

import json
import logging
import sys
from pathlib import Path
from typing import Any

from sarja.server.logs import _Json, _Text
from tests.server.network import Player
from tests.server.processes import Serving
from tests.server.streams import SECRET, Stream


def lines_of(serving: Serving) -> list[dict[str, Any]]:
    """The lines of JSON among what the server has said."""
    return [json.loads(line) for line in serving.said if line.startswith("{")]


def test_a_whole_game_leaves_nothing_secret_in_the_log(tmp_path: Path) -> None:
    secrets: set[str] = set()
    with (
        Serving(tmp_path, "--log-format", "json", "--lan") as serving,
        Player(serving.url) as ann,
        Player(serving.url) as eve,
    ):
        ann.open(variant="classic", seats=3)
        secrets.add(ann.view["code"])
        ann.sit("Annabella")
        link = ann.say(type="offer-link", table=ann.table, token=ann.token)["secret"]
        taken = eve.say(type="take-link", secret=link)["token"]
        secrets |= {"Annabella", ann.token or "", link, taken}
        ann.do("start")
        # All that goes wrong, too.
        eve.table, eve.token = ann.table, "0" * 48
        eve.say(type="attach", table=ann.table, token=eve.token)
        eve.say(type="take-link", secret=link)
        eve.say(type="attach", code="BCDFG")
        eve.socket.send("nonsense " + (ann.token or ""))
        eve.socket.send(b"\xff")
        ann.do("play", move="9Z@a1")
        stream = Stream(serving.port)
        stream.receive()
        stream.post("x" * 20_000)
        ann.play_out()
        cards = {card for hand in ann.view["game"]["hands"] for card in hand}
        secrets |= {*cards, SECRET}
        serving.stop()
    lines = lines_of(serving)
    assert [line["message"] for line in lines if line["level"] == "info"] == ["started", "stopping"]
    assert {tuple(line) for line in lines} == {("time", "level", "logger", "message")}
    said = " ".join(line["message"] for line in lines)
    assert not [secret for secret in secrets if secret in said]
    # Nor does it stand among what is told to people.
    rest = " ".join(line for line in serving.said if not line.startswith("{"))
    assert not [secret for secret in secrets - cards if secret in rest]


def test_an_error_is_told_by_its_kind_and_not_by_its_text() -> None:
    try:
        raise ValueError("7H of Annabella")
    except ValueError:
        record = logging.LogRecord("sarja", 40, "f", 1, "table %s", ("T",), sys.exc_info())
    for form in (_Text(), _Json()):
        line = form.format(record)
        assert "ValueError" in line and "7H" not in line and "\n" not in line
