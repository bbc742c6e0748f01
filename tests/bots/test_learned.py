"""The learned tables and their files."""

import json
from typing import Any, get_args

import pytest

from sarja.bots.learned import (
    Kind,
    Learned,
    Table,
    format_table,
    kind_of,
    parse_table,
    table_for,
)
from sarja.bots.patterns import WEIGHTS
from sarja.rules.model import Game
from sarja.variants import builtin_names
from tests.boards import variant_named

TABLE = Table("2-alone-1", (("numbers", 2, 2),), 1000, 0, 1, "sarja train", (5,) * WEIGHTS)


@pytest.mark.parametrize("learned", get_args(Learned))
def test_there_is_a_table_for_every_seating_of_every_game(learned: Learned) -> None:
    for name in builtin_names():
        variant = variant_named(name)
        for setup in variant.setups:
            game = Game(variant, setup, 1)
            table = table_for(game, learned)
            assert len(table.weights) == WEIGHTS
            assert any(table.kind == kind.name for kind in kind_of(game).likest())
            assert (table.studied > 0) == (learned == "studied")


def test_what_is_played_is_what_is_studied_without_the_lessons() -> None:
    for name in builtin_names():
        variant = variant_named(name)
        for setup in variant.setups:
            game = Game(variant, setup, 1)
            played, studied = table_for(game, "played"), table_for(game, "studied")
            assert (played.kind, played.games, played.seed) == (
                studied.kind,
                studied.games,
                studied.seed,
            )
            assert played.command == studied.command.replace(
                f"--study {studied.studied}", "--study 0"
            )


def test_the_likest_kinds_are_all_of_them_the_own_one_first() -> None:
    kinds = list(Kind(2, True, 1).likest())
    assert kinds[0] == Kind(2, True, 1)
    assert len(set(kinds)) == 8
    assert [kind.teams for kind in kinds] == [2] * 4 + [3] * 4


def test_a_table_is_its_text() -> None:
    assert parse_table(format_table(TABLE)) == TABLE


@pytest.mark.parametrize(
    "change",
    [{"format": "sarja-table/0"}, {"weights": [1, 2]}, {"digest": "0" * 16}],
    ids=str,
)
def test_what_is_no_table_is_refused(change: dict[str, Any]) -> None:
    data = json.loads(format_table(TABLE)) | change
    with pytest.raises(ValueError):
        parse_table(json.dumps(data))
