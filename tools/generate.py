"""Write the files that are made from others; with --check only tell which are stale.

`make generated` runs this with --check. Exit codes: 0 done or up to date, 1 something is stale or
cannot be made, 2 wrong use.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.pages import ROOT
from tools.picture import make_board_picture
from tools.protocol_page import PAGE, PageError, make_protocol_page
from tools.rule_table import RuleTableError, make_rule_table

GENERATED: Final[Mapping[str, Callable[[], str]]] = {
    "docs/rule-table.md": make_rule_table,
    "docs/img/board.svg": make_board_picture,
    PAGE: make_protocol_page,
}


def main(arguments: list[str]) -> int:
    """Return 0 when all is written or up to date, else 1 after naming what is not."""
    if arguments not in ([], ["--check"]):
        print("usage: tools/generate.py [--check]", file=sys.stderr)
        return 2
    wrong = 0
    for name, make in GENERATED.items():
        path = ROOT / name
        try:
            made = make().encode()
        except (RuleTableError, PageError) as error:
            print(f"generate: {name} cannot be made:\n{error}", file=sys.stderr)
            wrong += 1
            continue
        if path.is_file() and path.read_bytes() == made:
            continue
        if arguments:
            print(f"generate: {name} is stale; `python tools/generate.py` makes it anew")
            wrong += 1
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(made)
            print(f"generate: wrote {name}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
