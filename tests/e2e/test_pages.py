"""Every page: its accessibility, its width, its weight."""

import asyncio
import os
from pathlib import Path

import pytest

from tests.e2e.stage import Make
from tests.server.test_accounts import a_game, quick, register
from tests.server.web import browsing
from tools.screenshots import CODE, SCENES, cover_scene, crowd_scene, screen_scene

MAKERS = {**SCENES, "crowd": crowd_scene, "screen": screen_scene, "cover": cover_scene}


@pytest.mark.parametrize(
    "names", [("game",), ("crowd",), ("screen", "cover"), ("start", "set-up", "choice", "end")]
)
def test_every_page_is_accessible_and_fits(make_stage: Make, names: tuple[str, ...]) -> None:
    scenes = {name: MAKERS[name]() for name in names}
    make_stage().play("pages", scenes=scenes, code=CODE, others="start" in names)


def test_pages_of_people_are_accessible_and_fit(make_stage: Make, tmp_path: Path) -> None:
    told = asyncio.run(an_evening(tmp_path / "data"))
    pictures = os.environ.get("SARJA_PICTURES")
    make_stage("--analysis", "quick").play("people_pages", pictures=pictures, **told)


async def an_evening(folder: Path) -> dict[str, str]:
    """What Aino has played, a game analysed, and a guest blocked; how she gets in, and the game."""
    async with browsing(folder, passwords=quick(), analysis="quick") as (server, client):
        aino = (await register(client, "Aino"))["session"]
        ilma = (await register(client, "Ilma"))["session"]
        phones = await a_game(server, aino, ilma, rated=True)
        for rated in (True, True, False):
            await a_game(server, aino, rated=rated)
        await a_game(server, aino, None)
        headers = {"authorization": f"Bearer {aino}"}
        body = {"table": phones[0].view["table"], "seat": 2}
        await client.post("/api/account/blocks", json=body, headers=headers)
        review = str(phones[0].game["review"])
        path = f"/api/reviews/{review}/analysis"
        await client.post(path)
        while (await client.get(path)).json()["state"] != "done":
            await asyncio.sleep(0.05)
    return {"session": aino, "review": review}


def test_a_table_weighs_less_than_60_kB(make_stage: Make) -> None:
    make_stage().play("weight", limit=60_000, texts=16_000, again=10_000)
