"""What may be asked over HTTP, described for programs as OpenAPI 3.1."""

import json
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sarja.server.accounts import Credentials, NewPassword, Proof, Recovery
from sarja.server.packed import Packed
from sarja.server.peace import Blocked, Reported
from sarja.table.messages import PROTOCOL

PATH: Final = "/api/openapi.json"


@dataclass(frozen=True, slots=True)
class Operation:
    """Something that may be asked for."""

    method: str
    path: str
    body: Any = None
    """The kind of object that is sent along."""
    query: str | None = None
    signed_in: bool = False
    """Whether a session must be sent along."""
    status: int = 200
    media_type: str = "application/json"


OPERATIONS: Final = (
    Operation("GET", PATH),
    Operation("GET", "/health"),
    Operation("GET", "/health/live"),
    Operation("GET", "/api/variants"),
    Operation("GET", "/api/variants/{name}"),
    Operation("GET", "/api/bots"),
    Operation("GET", "/locales/{language}.ftl", media_type="text/plain"),
    Operation("GET", "/locales/{language}/{name}.ftl", media_type="text/plain"),
    Operation("GET", "/api/reviews/{id}"),
    Operation("GET", "/api/reviews/{id}/steps", query="from"),
    Operation("GET", "/api/reviews/{id}/record"),
    Operation("GET", "/api/reviews/{id}/analysis"),
    Operation("POST", "/api/reviews/{id}/analysis", status=202),
    Operation("POST", "/api/account", Credentials, status=201),
    Operation("GET", "/api/account", signed_in=True),
    Operation("POST", "/api/account/session", Credentials),
    Operation("DELETE", "/api/account/session", signed_in=True),
    Operation("POST", "/api/account/recovery", Recovery),
    Operation("POST", "/api/account/password", NewPassword, signed_in=True),
    Operation("POST", "/api/account/codes", Proof, signed_in=True),
    Operation("GET", "/api/account/games", query="from", signed_in=True),
    Operation("GET", "/api/account/export", signed_in=True),
    Operation("POST", "/api/account/delete", Proof, signed_in=True),
    Operation("GET", "/api/account/blocks", query="table", signed_in=True),
    Operation("POST", "/api/account/blocks", Blocked, signed_in=True, status=201),
    Operation("DELETE", "/api/account/blocks/{id}", signed_in=True),
    Operation("POST", "/api/reports", Reported, status=201),
    Operation("GET", "/api/ratings"),
)

_TEXT: Final = {"type": "string"}
_REFUSAL: Final = {
    "type": "object",
    "required": ["code", "params"],
    "properties": {"code": _TEXT, "params": {"type": "object"}},
    "additionalProperties": False,
}


def route() -> Route:
    """Where the description itself is found."""
    told = Packed.of(json.dumps(description()).encode())

    async def answer(request: Request) -> Response:
        return told.answer(request.scope, "application/json")

    return Route(PATH, answer)


def description() -> dict[str, Any]:
    """The description, as plain data."""
    bodies = list(dict.fromkeys(one.body for one in OPERATIONS if one.body is not None))
    shapes, components = msgspec.json.schema_components(
        bodies, ref_template="#/components/schemas/{name}"
    )
    refs = dict(zip(bodies, shapes, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for one in OPERATIONS:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, refs)
    return {
        "openapi": "3.1.0",
        "info": {"title": "sarja", "version": str(PROTOCOL)},
        "paths": paths,
        "components": {
            "schemas": {**components, "Refusal": _REFUSAL},
            "securitySchemes": {"session": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(one: Operation, refs: dict[Any, Any]) -> dict[str, Any]:
    names = [part[1:].partition("}")[0] for part in one.path.split("/") if part.startswith("{")]
    parameters = [{"name": name, "in": "path", "required": True, "schema": _TEXT} for name in names]
    if one.query is not None:
        parameters.append({"name": one.query, "in": "query", "required": False, "schema": _TEXT})
    refusal = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    told: dict[str, Any] = {
        "parameters": parameters,
        "responses": {
            str(one.status): {"description": "done", "content": {one.media_type: {}}},
            "default": {"description": "refused", "content": refusal},
        },
    }
    if one.body is not None:
        told["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": refs[one.body]}},
        }
    if one.signed_in:
        told["security"] = [{"session": []}]
    return told
