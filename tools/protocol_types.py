"""Write `web/src/protocol.ts`, the browser's types, from the messages of the protocol in Python.

With --check only tell whether the file is stale. Exit codes: 0 done or up to date, 1 stale, 2 wrong
use.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from sarja.table.messages import PROTOCOL, ClientMessage, ServerMessage  # noqa: E402  after the path

TYPES_FILE: Final = ROOT / "web" / "src" / "protocol.ts"
HEAD: Final = """\
// The messages of a table, as the server knows them. Made by tools/protocol_types.py from
// src/sarja/table/messages.py: do not edit by hand; `make generated` tells when it is stale.
"""
Schema = Mapping[str, Any]


def make_protocol_types() -> str:
    """The text of the TypeScript file: a constant, one interface a message, two unions."""
    unions, components = msgspec.json.schema_components(
        [ClientMessage, ServerMessage], ref_template="{name}"
    )
    parts = [HEAD, f"export const PROTOCOL = {PROTOCOL};\n"]
    for name, schema in sorted(components.items()):
        parts.append(_interface(name, schema))
    for name, union in zip(("ClientMessage", "ServerMessage"), unions, strict=True):
        members = "".join(f"\n  | {one['$ref']}" for one in union["anyOf"])
        parts.append(f"export type {name} ={members};\n")
    return "\n".join(parts)


def _interface(name: str, schema: Schema) -> str:
    lines = [_comment(schema.get("description", "")), f"export interface {name} {{\n"]
    required = set(schema.get("required", ()))
    for key, value in schema["properties"].items():
        lines.append(f"  {key}{'' if key in required else '?'}: {_type(value)};\n")
    return "".join([*lines, "}\n"])


def _comment(text: str) -> str:
    # What follows the first paragraph is for readers of the Python.
    first, _, _ = text.partition("\n\n")
    return f"/** {' '.join(first.split())} */\n" if first else ""


def _type(schema: Schema) -> str:
    """The TypeScript type of a JSON Schema as msgspec writes it.

    Raises:
        ValueError: the schema has a shape that no message had so far.
    """
    if "$ref" in schema:
        return str(schema["$ref"])
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(one) for one in schema["anyOf"])
    match schema.get("type"):
        case "string" | "boolean" | "null" as same:
            return str(same)
        case "integer" | "number":
            return "number"
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(_type(one) for one in schema['prefixItems'])}]"
        case "array":
            inner = _type(schema["items"])
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case "object":
            values = schema.get("additionalProperties")
            inner = _type(values) if isinstance(values, Mapping) else "unknown"
            return f"Record<string, {inner}>"
        case _:
            raise ValueError(f"no TypeScript type for {schema}")


def main(arguments: list[str]) -> int:
    """Return 0 when the file is written or up to date, 1 when it is stale."""
    if arguments not in ([], ["--check"]):
        print("usage: tools/protocol_types.py [--check]", file=sys.stderr)
        return 2
    made = make_protocol_types().encode()
    if TYPES_FILE.is_file() and TYPES_FILE.read_bytes() == made:
        return 0
    name = TYPES_FILE.relative_to(ROOT).as_posix()
    if arguments:
        print(f"protocol_types: {name} is stale; `python tools/protocol_types.py` makes it anew")
        return 1
    TYPES_FILE.parent.mkdir(parents=True, exist_ok=True)
    TYPES_FILE.write_bytes(made)
    print(f"protocol_types: wrote {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
