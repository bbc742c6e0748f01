"""The strengths that are told are those that were measured, and each level has its own."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from sarja.bots.registry import bot_names
from sarja.bots.strengths import STRENGTHS, Step

RESULTS = Path(__file__).parents[2] / "benchmarks/results"


def meetings(above: str, below: str, step: Step) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The results in which the two met in that game, and what is said of the two in them."""
    found = []
    for path in RESULTS.glob("*.json"):
        result = json.loads(path.read_text(encoding="utf-8"))
        if (result["variant"], result["seats"]) == (step.variant, step.seats):
            found += [(result, p) for p in result["pairs"] if {p["a"], p["b"]} == {above, below}]
    return found


def test_each_is_measured_against_the_one_below_it() -> None:
    names = bot_names()
    assert tuple(STRENGTHS) == names
    assert STRENGTHS[names[0]].below is None
    for below, name in pairwise(names):
        strength = STRENGTHS[name]
        assert strength.below == below
        assert strength.ms > STRENGTHS[below].ms
        assert (strength.steps[0].variant, strength.steps[0].seats) == ("classic", 2)
        games = [(step.variant, step.seats) for step in strength.steps]
        assert len(games) == len(set(games))


@pytest.mark.parametrize(
    ("name", "step"), [(name, step) for name, one in STRENGTHS.items() for step in one.steps]
)
def test_what_is_told_is_what_the_arena_found(name: str, step: Step) -> None:
    below = STRENGTHS[name].below
    assert below is not None
    told = []
    for result, pair in meetings(name, below, step):
        elo, (low, high) = pair["elo"], pair["elo_95"]
        if pair["b"] == name:
            elo, low, high = -elo, -high, -low
        shown = result.get("sprt", {}).get("accepted") == "H1"
        told.append(Step(step.variant, step.seats, elo, low, high, pair["games"], shown))
    assert step in told


def test_club_and_expert_are_shown_in_all_six_games() -> None:
    games = {("classic", 2), ("classic", 3), ("classic", 4), ("classic", 6)}
    games |= {("numbers", 2), ("numbers", 4)}
    for name in ("club", "expert"):
        assert {(s.variant, s.seats) for s in STRENGTHS[name].steps if s.shown} == games
