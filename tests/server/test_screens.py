"""Table screens: devices without a seat that show the public game."""

import json
from pathlib import Path

from tests.server.phones import Phone, run, seated, serving

NEVER = (1e6, 1e6)


async def as_screen(phone: Phone, table: str) -> str:
    """The token of the table screen that the phone has become."""
    await phone.attach(table)
    done = await phone.do("screen")
    assert done["seat"] is None
    phone.token = done["token"]
    await phone.hear(json.dumps({"type": "detach", "table": table}))
    await phone.attach(table)
    return str(phone.token)


def test_a_screen_stays_where_spectators_may_not(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            ann, bob = await seated(server, "Ann", "Bob", spectators="none")
            table = ann.view["table"]
            screen = Phone(server)
            await as_screen(screen, table)
            await ann.do("start")
            screen.listen()
            assert screen.view["stage"] == "playing" and screen.view["screens"] == 1
            assert (screen.view["you"], screen.game["hand"], screen.game["may"]) == (None, [], [])
            # Nor does it come in later, or play.
            eve = Phone(server)
            assert (await eve.attach(table))["code"] == "spectators-none"
            late = {"type": "do", "table": table, "version": 0, "action": {"do": "screen"}}
            assert (await eve.say(**late))["code"] == "game-on"
            for move in ("-", "!1"):
                assert (await screen.do("play", move=move))["code"] == "not-seated"
            assert (await screen.do("sit", name="Eve"))["code"] == "not-seated"
            link = {"type": "offer-link", "table": table, "token": screen.token}
            assert (await screen.say(**link))["code"] == "token-unknown"

            assert (await bob.do("unscreen"))["code"] == "host-only"
            assert (await ann.do("unscreen"))["type"] == "done"
            assert screen.listen()[-1]["type"] == "sent-away"
            assert (await screen.attach(table))["code"] == "token-unknown"

    run(evening())


def test_a_screen_is_known_after_a_restart_and_by_the_same_message(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            (ann,) = await seated(server, "Ann")
            table = ann.view["table"]
            screen = Phone(server)
            token = await as_screen(screen, table)
        async with serving(tmp_path, pause=NEVER) as server:
            again = Phone(server)
            again.token = token
            assert (await again.attach(table))["view"]["screens"] == 1

    run(evening())


def test_a_table_has_so_many_screens_and_no_more(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            (ann,) = await seated(server, "Ann")
            phones = [Phone(server) for _ in range(9)]
            for phone in phones[:8]:
                await as_screen(phone, ann.view["table"])
            await phones[8].attach(ann.view["table"])
            refused = await phones[8].do("screen")
            assert (refused["code"], refused["params"]) == ("too-many-screens", {"limit": 8})

    run(evening())
