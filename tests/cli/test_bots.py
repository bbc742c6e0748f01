"""`sarja bots`: what each does, and how strong it is, for people and for programs."""

import json

from sarja.bots.registry import bot_names
from sarja.bots.strengths import STRENGTHS
from sarja.cli.manual import MAX_WIDTH
from tests.cli.commands import sarja


def test_each_bot_is_named_with_what_it_does_and_how_strong_it_is() -> None:
    result = sarja("bots")
    assert (result.code, result.err) == (0, "")
    assert max(map(len, result.out.splitlines())) <= MAX_WIDTH
    heads = [line.split()[0] for line in result.out.splitlines() if line[0] != " "]
    assert tuple(heads) == bot_names()
    first = STRENGTHS["club"].steps[0]
    told = " ".join(result.out.split())
    assert f"{first.elo:+} Elo ({first.low:+} to {first.high:+}) on casual in Classic for 2" in told
    assert f"Numbers for 4 {STRENGTHS['club'].steps[-1].elo:+}" in told


def test_a_level_that_is_not_shown_to_be_stronger_says_so() -> None:
    doubtful = [s.below for s in STRENGTHS.values() if s.below and not s.seems_stronger]
    out = " ".join(sarja("bots").out.split())
    assert out.count("not shown to be stronger than") == len(doubtful)
    assert all(f"stronger than {below}" in out for below in doubtful)


def test_programs_get_the_same_as_json() -> None:
    result = sarja("bots", "--json")
    assert (result.code, result.err) == (0, "")
    bots = json.loads(result.out)["bots"]
    assert tuple(bot["name"] for bot in bots) == bot_names()
    for bot in bots:
        strength = STRENGTHS[bot["name"]]
        assert bot["below"] == strength.below
        assert bot["ms_per_move"] == strength.ms
        assert bot["about"]
        assert bot["seems_stronger"] == strength.seems_stronger
        assert bot["steps"] == [
            {
                "variant": step.variant,
                "seats": step.seats,
                "games": step.games,
                "elo": step.elo,
                "elo_95": [step.low, step.high],
                "shown": step.shown,
            }
            for step in strength.steps
        ]
