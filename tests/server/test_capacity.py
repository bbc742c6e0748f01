"""What more servers bear is reckoned from what was measured, and the page says the same."""

import json
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from benchmarks.capacity import (
    WANTED,
    Cost,
    Costs,
    Evening,
    capacity,
    costs_of,
    foretold,
    servers_for,
    spread_of,
)
from benchmarks.capacity_report import comparison, cost_rows, picture, rounded, table
from benchmarks.load import SEATS
from benchmarks.scaling import SETTINGS, Setting
from tools.pages import ROOT

RESULTS = ROOT / "benchmarks/results/scaling"
PAGE = ROOT / "docs/scaling.md"
NOTHING = Cost(0.0, 0.0)
COSTS = Costs(
    still=0.01,
    resting=Cost(0.0001, 0.00005),
    move=Cost(0.004, 0.002),
    passed=0.0001,
    notice=0.0002,
    back=Cost(0.002, 0.001),
    database_still=0.002,
    database_resting=Cost(0.00002, 0.00001),
    database_move=Cost(0.001, 0.0005),
    database_back=Cost(0.0002, 0.0001),
    redis=Cost(0.00005, 0.00002),
    commits=Cost(1.0, 1.0),
    log_bytes=3000.0,
    stored_bytes=900.0,
    memory_server=7e7,
    memory_table=Cost(140_000.0, 30_000.0),
)
MOVES_ALONE = replace(
    COSTS, still=0.0, resting=NOTHING, move=Cost(0.005, 0.0), passed=0.0, notice=0.0, back=NOTHING
)


def results(name: str) -> Any:
    return json.loads((RESULTS / f"{name}.json").read_text())


def as_measured(setting: Setting, costs: Costs, tables: int = 200, moves: int = 2400) -> Any:
    """What a measurement without noise would have found."""
    people, spread, idle = tables * SEATS, setting.spread, setting.servers - setting.hosts

    def used(seconds: float, move: float, back: float) -> dict[str, Any]:
        at_rest = costs.still * seconds
        busy = tables * costs.resting.at(spread) * seconds if move >= 0 else 0.0
        moves_made, backs = max(0.0, move), back
        busy += moves_made * costs.move.at(spread) + backs * costs.back.at(spread)
        heard = moves_made * costs.passed + backs * 2 * costs.notice
        database = costs.database_still * setting.servers * seconds
        database += moves_made * costs.database_move.at(spread)
        database += backs * costs.database_back.at(spread)
        if move >= 0:
            database += tables * costs.database_resting.at(spread) * seconds
        return {
            "seconds": seconds,
            "servers": [
                *(at_rest + busy / setting.hosts for _ in range(setting.hosts)),
                *(at_rest + heard for _ in range(idle)),
            ],
            "database": database,
            "redis": moves_made * costs.redis.at(spread),
            "counts": {
                "commits": 5 * seconds + moves_made * costs.commits.at(spread),
                "stored": moves_made * costs.stored_bytes,
                "log_bytes": moves_made * costs.log_bytes,
            },
        }

    return {
        "setting": {"name": setting.name, "servers": setting.servers, "spread": spread},
        "tables": tables,
        "moves": moves,
        "still": used(20.0, -1.0, 0.0),
        "resting": used(20.0, 0.0, 0.0),
        "playing": used(60.0, float(moves), 0.0),
        "returning": used(10.0, 0.0, float(people)),
        "memory": costs.memory_server,
        "memory_a_socket": costs.memory_table.at(spread) / SEATS,
    }


def flat(costs: Costs) -> list[float]:
    values = (getattr(costs, name) for name in Costs.__slots__)
    return [n for v in values for n in ((v.first, v.other) if isinstance(v, Cost) else (v,))]


def test_costs_are_found_again_in_what_they_bring_about() -> None:
    found = {"settings": [as_measured(setting, COSTS) for setting in SETTINGS[:4]]}
    assert flat(costs_of(found)) == pytest.approx(flat(COSTS))


def test_four_servers_are_foretold_from_two() -> None:
    found = {"settings": [as_measured(setting, COSTS) for setting in SETTINGS]}
    [(name, used, made)] = list(foretold(found, COSTS))[4:]
    assert name == "four" and made == pytest.approx(used)


def test_a_tables_four_are_at_so_many_servers_as_chance_makes_them() -> None:
    assert spread_of(1) == 1
    for servers in (2, 3, 5):
        ways = [len(set(way)) for way in product(range(servers), repeat=SEATS)]
        assert spread_of(servers) == pytest.approx(sum(ways) / len(ways))
    assert 3.99 < spread_of(1000) < 4


def test_a_server_that_only_moves_bears_what_its_time_allows() -> None:
    evening = Evening(seconds_a_move=10, busy=0.5, games_a_day=2, moves_a_game=36, busiest_hour=0.1)
    found = capacity(MOVES_ALONE, 1, evening)
    # Half a core is 100 moves of 5 ms; so 1,000 tables of four move once in ten seconds.
    assert found.moves == pytest.approx(100)
    assert found.players == pytest.approx(4000)
    # Each plays for 0.2 hours a day, a tenth of it in the busiest hour.
    assert found.players_a_day == pytest.approx(200_000)
    # 36 moves a game, of which each of four makes nine; two games; 900 bytes each.
    assert found.stored_bytes == pytest.approx(200_000 * 18 * 900)
    assert capacity(MOVES_ALONE, 7, evening).moves == pytest.approx(700)


def test_more_servers_bear_more_but_each_of_them_less() -> None:
    found = [capacity(COSTS, servers, Evening()) for servers in range(1, 65)]
    players = [one.players_a_day for one in found]
    assert players == sorted(players)
    each = [one.players_a_day / one.servers for one in found]
    assert each == sorted(each, reverse=True)
    together = capacity(COSTS, 64, Evening(), together=True)
    assert together.players_a_day > players[-1] and together.spread == 1


def test_one_server_fewer_would_be_too_few() -> None:
    found = servers_for(COSTS, WANTED, Evening())
    assert found.players_a_day >= WANTED
    assert capacity(COSTS, found.servers - 1, Evening()).players_a_day < WANTED
    with pytest.raises(ValueError, match="too many"):
        servers_for(COSTS, 1e12, Evening())


def test_numbers_are_told_to_two_figures() -> None:
    assert [rounded(n) for n in (7.4, 74.4, 744, 1_250_000)] == ["7", "74", "740", "1,200,000"]


@pytest.mark.parametrize("name", ["50", "200", "200-again"])
def test_what_four_servers_used_was_foretold_within_a_quarter(name: str) -> None:
    found = results(name)
    for _, used, made in foretold(found, costs_of(found)):
        assert 0.8 < made / used < 1.25


def test_the_page_shows_what_follows_from_what_was_measured() -> None:
    # If this fails: run benchmarks/capacity_report.py and copy what it prints.
    page, found = PAGE.read_text(), results("200")
    costs, evening = costs_of(found), Evening()
    for lines in (cost_rows(costs), table(costs, evening), comparison(found, costs)):
        assert "\n".join(lines) in page
    together = servers_for(costs, WANTED, evening, together=True)
    assert f"**{together.servers}** servers" in page
    dearer = servers_for(costs_of(results("50")), WANTED, evening)
    assert f"**{dearer.servers}**" in page
    assert drawn_picture().read_text() == picture(costs, evening)


def test_the_page_tells_the_evening_that_was_assumed() -> None:
    page, evening = PAGE.read_text(), Evening()
    for value in (
        f"| {evening.games_a_day:g} |",
        f"| {evening.moves_a_game:g} |",
        f"| {evening.seconds_a_move:g} s |",
        f"| {evening.busiest_hour:.0%} |".replace("%", " %"),
        f"| {evening.returns_an_hour:g} |",
        f"| {evening.busy:.0%} |".replace("%", " %"),
    ):
        assert value in page


def drawn_picture() -> Path:
    return ROOT / "docs/img/scaling-players.svg"
