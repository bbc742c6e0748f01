"""Finished games over HTTP: their steps, their records, their analyses. A running game has none."""

import asyncio
import json
from collections import OrderedDict
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sarja.rules.commitments import commitments_data
from sarja.rules.record import format_record, outcome_data
from sarja.server.analyst import Analyst
from sarja.server.answers import address_of, answering, data
from sarja.server.errors import ServerError
from sarja.server.packed import Packed
from sarja.server.quotas import Quotas
from sarja.server.store import FinishedGame, Store
from sarja.table.events import AnyTableEvent, decode_events
from sarja.table.reviews import Review, read_review
from sarja.table.table import Table, fold

STEPS: Final = 400
"""So many steps are told in one answer."""
KEPT: Final = 16
"""So many games are kept in memory."""

_JSON: Final = "application/json"


class Reviews:
    """What there is to know of finished games, by their ids."""

    def __init__(self, store: Store, quotas: Quotas, analyst: Analyst) -> None:
        self._store, self._quotas, self._analyst = store, quotas, analyst
        self._kept: OrderedDict[str, tuple[FinishedGame, Review]] = OrderedDict()

    def routes(self) -> list[Route]:
        """The routes; all answer 404 with `review-unknown` where no game is over by that id."""
        here = "/api/reviews/{id}"
        return [
            Route(here, answering(self._about)),
            Route(f"{here}/steps", answering(self._steps)),
            Route(f"{here}/record", answering(self._record)),
            Route(f"{here}/analysis", answering(self._analysis)),
            Route(f"{here}/analysis", answering(self._analyse), methods=["POST"]),
        ]

    def forget(self, table: str) -> None:
        """Read the games of the table anew when they are asked for next."""
        for id_, (game, _) in list(self._kept.items()):
            if game.table == table:
                del self._kept[id_]

    async def find(self, request: Request) -> tuple[FinishedGame, Review]:
        """The game that the request names.

        Raises:
            ServerError: `review-unknown`, `review-sealed`, `too-many-guesses`.
        """
        address, id_ = address_of(request), str(request.path_params["id"])
        with self._quotas.guess(address, "review-unknown"):
            game = await self._store.finished_game(id_)
            if game is None:
                raise ServerError("review-unknown")
        if (kept := self._kept.get(game.id)) is not None:
            self._kept.move_to_end(game.id)
            return kept
        entries = await self._store.entries(game.table, 0)
        events = [(e.version, decode_events(e.events)) for e in entries]
        if await asyncio.to_thread(_is_sealed, game, [made for _, made in events]):
            raise ServerError("review-sealed")
        found = await asyncio.to_thread(
            read_review,
            game.table,
            game.number,
            [event for version, made in events if version <= game.last for event in made],
            game.id,
        )
        if found is None:
            raise ServerError("review-unknown")
        self._kept[game.id] = (game, found)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return game, found

    async def _about(self, request: Request) -> Response:
        game, review = await self.find(request)
        return _packed(request, about_data(game, review))

    async def _steps(self, request: Request) -> Response:
        _, review = await self.find(request)
        first = _number(request, "from")
        steps = await asyncio.to_thread(review.step_data, first, STEPS)
        return _packed(request, {"from": first, "of": len(review.steps), "steps": steps})

    async def _record(self, request: Request) -> Response:
        game, review = await self.find(request)
        answer = Packed.of(format_record(review.record(game.ended_at)).encode())
        response = answer.answer(request.scope, _JSON)
        name = f"sarja-{review.game.variant.id}-{game.id[:6]}.json"
        response.headers["content-disposition"] = f'attachment; filename="{name}"'
        return response

    async def _analysis(self, request: Request) -> Response:
        game, _ = await self.find(request)
        made = await self._analyst.found(game.id)
        if made is not None:
            return _packed(request, {"state": "done", "analysis": json.loads(made)})
        return data(self._analyst.progress(game.id))

    async def _analyse(self, request: Request) -> Response:
        game, review = await self.find(request)
        if await self._analyst.found(game.id) is None:
            if self._analyst.progress(game.id)["state"] in ("none", "failed"):
                self._quotas.count_analysis(address_of(request))
            self._analyst.ask(game.id, format_record(review.record(game.ended_at)))
        return data(self._analyst.progress(game.id), 202)


def _is_sealed(game: FinishedGame, events: list[list[AnyTableEvent]]) -> bool:
    """Whether the deal of the game is being played again, or will be: nobody may know it yet."""
    table = fold(Table(game.table), [event for made in events for event in made])
    return game.number in table.sealed_games


def about_data(game: FinishedGame, review: Review) -> dict[str, Any]:
    """What stands at the head of a review (docs/protocol.md)."""
    table, played = review.table, review.game
    return {
        "id": game.id,
        "number": game.number,
        "variant": played.variant.id,
        "teams": played.teams,
        "dealer": played.dealer,
        "help": table.help,
        "draw": played.draw,
        "table_talk": played.table_talk,
        "target": played.setup.sequences,
        "ended_at": int(game.ended_at),
        "seats": [
            {
                "seat": seat,
                "team": played.team_of(seat),
                "kind": chair.kind,
                "name": chair.name,
                "bot": chair.bot,
            }
            for seat, chair in enumerate(review.chairs, 1)
        ],
        "cut": [list(cut) for cut in table.cut],
        "commitments": commitments_data(table.commitments),
        "log": [list(move) for move in table.moves],
        "stood_in": list(table.stood_in),
        "steps": len(review.steps),
        "outcome": outcome_data(review.steps[-1].state.position.outcome),
    }


def _packed(request: Request, value: Any) -> Response:
    """The value as JSON, packed: a finished game has no secrets any more."""
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return Packed.of(body).answer(request.scope, _JSON)


def _number(request: Request, name: str) -> int:
    """The number that the query gives by that name; 0 without one.

    Raises:
        ServerError: `message-unknown`.
    """
    text = request.query_params.get(name, "0")
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise ServerError("message-unknown", place=f"$.{name}")
    return int(text)
