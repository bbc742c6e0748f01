"""The whole server keeps the promise too: tests/server/test_secrecy.py, over its connections."""

import itertools
import json
import os
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins

from sarja.rules.errors import SarjaError
from sarja.server.app import Server
from sarja.server.room import Room
from sarja.table.actions import Invite, Judge, Play, Say, Screen, Sit, Start
from sarja.table.messages import Attend
from tests.cli.commands import sarja
from tests.server.phones import Phone, run, seated, serving
from tests.server.web import browser, review_path
from tests.server.worlds import (
    LOG,
    Deck,
    PlannedChance,
    Story,
    Viewer,
    masked,
    settings_of,
    whole_game,
)

SOAK = os.environ.get("SARJA_SOAK") == "1"
GAMES = 200 if SOAK else 6


class CountedSecrets:
    """The same secrets in every world, and none like another."""

    def __init__(self) -> None:
        self._count = itertools.count()

    def secret(self) -> str:
        return f"secret-number-{next(self._count):018}"

    def code(self, tables: int) -> str:
        return "CODES"


async def told_by_server(
    story: Story, decks: list[Deck], folder: Path, viewer: Viewer
) -> dict[Viewer, list[str]]:
    """What everybody is sent when the story's commands come in over connections."""
    settings, chance = story.settings, PlannedChance(story.seed, decks)
    log: list[str] = []
    LOG.lines = log
    made_here = {"chance": chance, "source": CountedSecrets(), "pause": (1e6, 1e6)}
    async with serving(folder, **made_here, away_after=0.0) as server:
        screen, uncovered = Phone(server, name="screen"), Phone(server, name="uncovered")
        now = 0.0
        server.rooms.clock = lambda: now
        phones = {seat: Phone(server, name=f"phone-{seat}") for seat in range(settings.seats)}
        made: dict[str, Any] = to_builtins(settings)
        table = await phones[0].open(**made)
        for phone in phones.values():
            await phone.attach(table)
        room = await server.rooms.room(table)
        for number, (command, went) in enumerate(story.done):
            # What a bot is refused nobody hears of, not even the person for whom it plays.
            if not went and (command.by_bot or command.seat != viewer):
                continue
            now = float(number)
            match command.action:
                case Sit(name, seat):
                    assert seat is not None
                    await phones[seat].sit(name, seat)
                case Screen():
                    await screen.attach(table)
                    screen.token = (await screen.do("screen"))["token"]
                    await screen.hear(json.dumps({"type": "detach", "table": table}))
                    await screen.attach(table)
                case Invite(seat, bot):
                    await phones[1].do("invite", id=f"command-{number}", seat=seat, bot=bot)
                case Start():
                    await phones[1].do("start", id=f"command-{number}")
                    await follow_as_all(uncovered, [phones[seat] for seat in phones if seat])
                case Judge() | Say():
                    assert isinstance(command.seat, int)
                    asked: dict[str, Any] = to_builtins(command.action)
                    phone = phones[command.seat]
                    await phone.do(asked.pop("do"), id=f"command-{number}", **asked)
                case Play(move) if command.by_bot:
                    assert isinstance(command.seat, int)
                    await server.rooms.act_for_bot(room, command.seat, move, room.table.version)
                case Attend(there):
                    await phones[command.seat or 0].hear(
                        json.dumps({"type": "attend", "there": there})
                    )
                case action:
                    assert isinstance(command.seat, int)
                    phone, named = phones[command.seat], to_builtins(action)
                    answer = await phone.do(named.pop("do"), id=f"command-{number}", **named)
                    if went and command.seat != viewer and answer["type"] == "refused":
                        raise SarjaError(answer["code"])
            if room.table.to_act == 1 and uncovered.view:
                await cover_or_uncover(uncovered, phones[1].token, number)
            for phone in (*phones.values(), screen, uncovered):
                phone.listen()
        heard: dict[Viewer, list[str]] = {None: phones[0].heard, "log": log}
        heard |= {"screen": screen.heard, "uncovered": uncovered.heard}
        heard |= {seat: phone.heard for seat, phone in phones.items() if seat}
        heard["http"] = await asked_over_http(server, room) if viewer == "http" else []
    if viewer == "admin":
        heard["admin"] = shown_to_host(folder)
    else:
        heard["admin"] = []
    return {one: list(map(masked, told)) for one, told in heard.items()}


async def asked_over_http(server: Server, room: Room) -> list[str]:
    """All that is answered to who asks about a game that is still being played."""
    table = room.table
    paths = ["/health", "/api/ratings", f"/t/{table.code}", f"/api/account/blocks?table={table.id}"]
    if table.stage == "playing" or table.sealed_games:
        review = await review_path(server, table.id, table.number)
        paths += [review + part for part in ("", "/steps", "/record", "/analysis")]
    async with browser(server) as client:
        answers = [await client.get(path) for path in paths]
        if len(paths) > 4:
            answers.append(await client.post(f"{paths[4]}/analysis"))
            assert {answer.status_code for answer in answers[4:]} <= {403, 404}
    async with browser(server, "127.0.0.1") as client:
        counts = (await client.get("/metrics")).text.splitlines()
    assert any("sarja_moves" in line for line in counts)
    # How long things take hangs on the machine.
    told = [line for line in counts if "_seconds" not in line]
    return [*told, *(f"{answer.status_code} {answer.text}" for answer in answers)]


def shown_to_host(folder: Path) -> list[str]:
    """What whoever runs the server is shown of its tables; dates and times are left out."""
    shown = [
        sarja("admin", *words, "--data", folder)
        for words in (("tables",), ("tables", "--json"), ("inspect", "CODES"),
                      ("inspect", "CODES", "--json"), ("reports",), ("accounts",))
    ]  # fmt: skip
    assert all(one.code == 0 for one in shown)
    # A hash may have ten digits in a row, too: it goes first.
    date = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d|\d{10}(\.\d+)?")
    return [date.sub("#", masked(one.out)) for one in shown]


async def follow_as_all(device: Phone, people: list[Phone]) -> None:
    """Let the device be passed round; who is there is told by the people's own ones."""
    await device.hear(json.dumps({"type": "attend", "there": False}))
    tokens = [phone.token for phone in people]
    table = people[0].view["table"]
    assert (await device.say(type="attach", table=table, tokens=tokens))["type"] == "table"


async def cover_or_uncover(device: Phone, token: str | None, number: int) -> None:
    """In the turns of seat 1 its hand is uncovered, and covered again, and uncovered."""
    table = device.view["table"]
    if number % 5 == 4:
        await device.hear(json.dumps({"type": "cover", "table": table}))
    else:
        await device.say(type="uncover", id=f"u-{number}", table=table, token=token)


@pytest.mark.soak
@pytest.mark.parametrize("game", range(GAMES))
def test_what_goes_over_a_connection_does_not_depend_on_hidden_cards(
    game: int, tmp_path: Path
) -> None:
    seed = int(os.environ["SARJA_SEED"]) + game
    random = Random(seed)
    settings = settings_of("numbers-small", *random.choice(((2, 2), (3, 3))), random)
    length = random.randint(5, 60)
    with LOG:
        story = list(itertools.islice(whole_game(settings, seed), length))[-1]
        viewers: list[Viewer] = [None, "screen", "uncovered", "log", *range(1, settings.seats)]
        viewers.append(random.choice(("http", "admin")))
        for at, viewer in enumerate(viewers):
            sent = run(
                told_by_server(story, story.knowledge.decks, tmp_path / f"{at}-true", viewer)
            )
            for attempt in range(9):
                decks = story.knowledge.dealt_anew(
                    viewer, random, hands=attempt < 8, shown=story.shows_hands_to(viewer)
                )
                folder = tmp_path / f"{at}-{attempt}"
                try:
                    told = run(told_by_server(story, decks, folder, viewer))
                except SarjaError:
                    # Somebody passed, and would not have had to.
                    continue
                break
            assert sent[viewer] == told[viewer]
            assert sent[viewer] or viewer in ("log",)
            if isinstance(viewer, int):
                assert len(sent[viewer]) > 3


def hands_in(heard: list[str]) -> set[str]:
    """Every card that a phone was told of as its own, or as drawn."""
    cards: set[str] = set()
    for text in heard:
        message = json.loads(text)
        game = (message.get("view") or {}).get("game") or {}
        cards |= {*game.get("hand", []), *game.get("dead", [])}
        cards |= {card for _, _, _, card in game.get("notes", []) if card is not None}
        for numbered in message.get("events", []):
            inner = numbered.get("event", {}).get("event", {})
            if inner.get("type") in ("Dealt", "Drawn"):
                cards |= {*inner.get("hand", []), inner.get("card")} - {None}
    return cards


@pytest.mark.parametrize("leaves", [False, True])
def test_nobody_gets_a_bots_hand_by_sitting_down_in_a_game(leaves: bool, tmp_path: Path) -> None:
    async def evening() -> None:
        never = (1e6, 1e6)
        async with serving(tmp_path, pause=never) as server:
            ann, bob = await seated(server, "Ann", "Bob", seats=4)
            await ann.do("start")
            room = await server.rooms.room(ann.view["table"])
            if leaves:
                await bob.do("stand")
            bots = [seat["seat"] for seat in ann.view["seats"] if seat["kind"] == "bot"]
            assert bots == [3, 4]

            eve = Phone(server)
            await eve.attach(room.table.id)
            for seat in (None, 2, 3, 4) if leaves else (None, 3, 4):
                answer = await eve.do("sit", name="Eve", seat=seat)
                assert answer["code"] == "seat-in-game" and "token" not in answer
            if leaves:
                # Who was just there sees nothing of it any more, and gets it back neither.
                gone = bob.token
                bob.token, seen = None, len(bob.heard)
                await bob.attach(room.table.id)
                assert (await bob.do("sit", name="Bob", seat=2))["code"] == "seat-in-game"
                bob.token = gone
                assert (await bob.attach(room.table.id))["code"] == "token-unknown"
                assert not hands_in(bob.heard[seen:])
            eve.listen()
            assert not hands_in(eve.heard)
            assert all(chair.kind == "bot" for chair in room.table.chairs[2:])

    run(evening())


def test_who_sits_down_where_only_bots_play_sees_none_of_their_hands(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, pause=(1e6, 1e6)) as server:
            (ann,) = await seated(server, "Ann")
            await ann.do("start")
            await ann.do("stand")
            eve = Phone(server)
            await eve.attach(ann.view["table"])
            assert (await eve.sit("Eve", 1))["type"] == "done"
            assert eve.view["stage"] == "lobby" and eve.view["game"] is None
            assert not hands_in(eve.heard)

    run(evening())
