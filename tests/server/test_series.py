"""Series over the wire, and deals that are played again: nothing tells of the deck before."""

import json
from pathlib import Path

from sarja.rules.commitments import verify
from sarja.rules.record import parse_record
from sarja.variants import builtin_variant
from tests.server.phones import Phone, play_out, run
from tests.server.web import a_finished_game, browsing, review_path

PARTS = ("", "/steps", "/record", "/analysis")


def test_a_deal_that_is_played_again_is_sealed_until_it_has_been(tmp_path: Path) -> None:
    async def evening() -> None:
        async with browsing(tmp_path) as (server, client):
            phones = await a_finished_game(server, duplicate=True)
            ann, bob = phones
            table = ann.view["table"]
            first = await review_path(server, table)

            async def is_sealed() -> bool:
                answers = [await client.get(first + part) for part in PARTS]
                answers.append(await client.post(first + "/analysis"))
                codes = {answer.json().get("code") for answer in answers}
                return codes == {"review-sealed"} and {a.status_code for a in answers} == {403}

            for phone in phones:
                phone.listen()
                assert phone.view["series"]["again"] and phone.view["series"]["played"] == 1
                assert (phone.game["review"], phone.game["hands"]) == (None, [])
            assert await is_sealed()
            promised = [ann.game["commitments"]]
            eve = Phone(server)
            await eve.attach(table)
            assert eve.game["hands"] == []
            await bob.do("start")
            assert await is_sealed()
            ann.listen()
            await play_out(phones)
            ann.listen()
            assert ann.view["series"]["over"] and ann.game["hands"]
            promised.append(ann.game["commitments"])
            records = []
            for number in (1, 2):
                answer = await client.get(await review_path(server, table, number) + "/record")
                records.append(parse_record(answer.content, builtin_variant))
            assert records[0].deck == records[1].deck
            assert records[0].game.dealer != records[1].game.dealer
            opened = [list(verify(record)) for record in records]
            assert [[one.hash for one in game] for game in opened] == promised
            assert promised[0] != promised[1], "who has seen one knows nothing of the other"
            heard = "".join(text for phone in (*phones, eve) for text in phone.heard)
            for one in (*opened[0], *opened[1]):
                assert one.hash in heard and one.salt not in heard

    run(evening())


def test_a_sealed_game_is_opened_when_its_deal_is_given_up(tmp_path: Path) -> None:
    async def evening() -> None:
        async with browsing(tmp_path) as (server, client):
            ann, bob = await a_finished_game(server, duplicate=True)
            path = await review_path(server, ann.view["table"])
            assert (await client.get(path)).status_code == 403
            await bob.do("swap", seat=1)
            assert (await client.get(path)).status_code == 200
            ann.listen()
            assert ann.game["hands"] and not ann.view["series"]["again"]

    run(evening())


def test_a_restart_forgets_neither_the_score_nor_the_deal(tmp_path: Path) -> None:
    async def evening() -> None:
        async with browsing(tmp_path) as (server, _):
            ann, bob = await a_finished_game(server, duplicate=True, series=3)
            room = await server.rooms.room(ann.view["table"])
            kept, series = room.table.kept_deck, room.table.series
        async with browsing(tmp_path) as (server, _):
            room = await server.rooms.room(ann.view["table"])
            assert kept and (room.table.kept_deck, room.table.series) == (kept, series)
            again = Phone(server)
            again.token = bob.token
            await again.attach(room.table.id)
            assert (await again.do("start"))["type"] == "done"
            assert room.table.deal == 2
            assert not any(card in json.dumps(again.view["series"]) for card in kept)

    run(evening())
