"""Are the chances of `sarja analyse` what they say? Games of club against itself tell.

    python benchmarks/calibration.py [FOLDER]

Half of the games give the fit of each kind, which stands in `sarja.bots.calibration`; by the other
half it is judged: the Brier score (0 is perfect, who always says 1/teams gets what stands beside
it), and how many were won of those positions that were given about the same chance. FOLDER gets the
pictures. One core, some minutes; the same figures every time.
"""

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

import numpy as np

from sarja.bots.assessment import Assessment
from sarja.bots.calibration import Fit, fit_for
from sarja.bots.learned import kind_of, table_for
from sarja.bots.patterns import EXCHANGED, UNIT
from sarja.bots.search.comparing import Comparison
from sarja.bots.turns import turns_ahead
from sarja.cli.chart import Chart, Curve
from sarja.rules.chance import seeded_chance, seeded_deck
from sarja.rules.model import Game, Position, View
from sarja.rules.moves import Move
from sarja.rules.play import deal, play
from sarja.variants import builtin_variant

GAMES: Final = (("classic", 2, 400), ("numbers", 2, 200), ("classic", 4, 200), ("classic", 3, 200))
"""Variant, seats, and how many games give the fit; as many more are measured."""
LONGEST: Final = 1000
"""Plies after which a game is given up."""
SEARCHED: Final = 3
"""In so many positions of each measured game the search is asked too,"""
WORLDS: Final = 300
"""in so many worlds each."""
BINS: Final = 10

Floats: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"


@dataclass(frozen=True, slots=True)
class Moment:
    """A move of club, and what came of it."""

    number: int
    """Of the game."""
    view: View
    move: Move
    score: int
    won: float
    """1 or 0; a drawn game is shared."""


def main() -> None:
    """Print fits and figures, and draw the pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    tables, searches = [], []
    for number, (name, seats, games) in enumerate(GAMES, 1):
        variant = builtin_variant(name)
        assert variant is not None
        setup = variant.setup(seats)
        assert setup is not None
        game = Game(variant, setup, dealer=seats)
        began = time.process_time()
        learned = [moment for at in range(games) for moment in moments_of(game, at)]
        fit = fit_of(game, learned, games)
        print(f"{variant.name('en')} {seats} ({kind_of(game).name}, {table_for(game).digest})")
        print(f"  {fit}{'' if fit == fit_for(game) else ': NOT what stands in FITS'}")
        moments = [moment for at in range(games, 2 * games) for moment in moments_of(game, at)]
        even = np.full(len(moments), 1 / game.teams)
        raw = np.array([Fit(1.0, 0.0, 0.0).chance(m.view.position, m.score) for m in moments])
        said = np.array([fit.chance(m.view.position, m.score) for m in moments])
        print(
            f"  {games} games, {len(moments)} positions: Brier score {brier(even, moments)} even,"
        )
        print(f"  {brier(raw, moments)} table as learned, {brier(said, moments)} table as fitted")
        label = f"{variant.name('en')} {seats}"
        tables.append(Curve(label, number, tell_bins(said, moments), dots=True))
        asked = sample(moments, games)
        shown = search(game, asked)
        searched = np.array([fit.straightened(chance) for chance in shown.tolist()])
        fitted = np.array([fit.chance(m.view.position, m.score) for m in asked])
        print(f"  {len(asked)} of them: {brier(fitted, asked)} table as fitted,")
        print(f"  {brier(shown, asked)} games played on in {WORLDS} worlds,")
        print(f"  {brier(searched, asked)} the same as fitted")
        searches.append(Curve(label, number, tell_bins(searched, asked), dots=True))
        print(f"  {time.process_time() - began:.0f} s of CPU time", flush=True)
    if folder is not None:
        for name, curves in (("table", tables), ("search", searches)):
            path = folder / f"calibration-{name}.svg"
            path.write_text(picture(name, curves), encoding="utf-8")


def moments_of(game: Game, seed: int) -> list[Moment]:
    """One game of club against itself; exchanges and moves that win at once are left out."""
    random, chance = Random(seed), seeded_chance(seed)
    weights = table_for(game).weights
    state, _ = deal(game, seeded_deck(game.variant, seed))
    made: list[tuple[View, Move, int]] = []
    while (seat := state.position.to_act) is not None and state.position.ply < LONGEST:
        view = state.view(seat)
        scores = Assessment(view, weights).scores()
        highest = max(scores.values())
        move = random.choice([move for move, score in scores.items() if score == highest])
        if highest < EXCHANGED:
            made.append((view, move, highest))
        state, _ = play(state, move, chance)
    outcome = state.position.outcome
    winner = None if outcome is None else outcome.winner
    return [
        Moment(seed, view, move, score, won(game, view.seat or 0, winner))
        for view, move, score in made
    ]


def won(game: Game, seat: int, winner: int | None) -> float:
    """What a game was worth for the seat."""
    return 1 / game.teams if winner is None else float(game.team_of(seat) == winner)


def fit_of(game: Game, moments: Sequence[Moment], seed: int) -> Fit:
    """The fit under which what came of the moments is likeliest.

    That of the search is made with the table's as it stands in `FITS`: run this twice.
    """
    facts = [[m.score / UNIT, 1.0, filled(m.view.position)] for m in moments]
    table = likeliest(facts, moments)
    asked = sample(moments, seed)
    least = 0.5 / WORLDS
    shown = np.clip(search(game, asked), least, 1 - least)
    logits = np.log(shown / (1 - shown))
    slope, empty, filled_up = table
    search_slope, search_shift = likeliest([[logit, 1.0] for logit in logits.tolist()], asked)
    digest = table_for(game).digest
    return Fit(slope, empty, filled_up, search_slope, search_shift, digest)


def likeliest(rows: Sequence[Sequence[float]], moments: Sequence[Moment]) -> list[float]:
    """By what the facts are multiplied to give the logit: logistic regression."""
    facts = np.array(rows)
    came = np.array([m.won for m in moments])
    found = np.zeros(facts.shape[1])
    for _ in range(30):
        said = 1 / (1 + np.exp(-(facts @ found)))
        slope = facts.T @ (came - said)
        found += np.linalg.solve((facts * (said * (1 - said))[:, None]).T @ facts, slope)
    return [round(float(value), 2) for value in found]


def filled(position: Position) -> float:
    """The share of the spaces that have a chip."""
    return Fit(0.0, 0.0, 1.0).shift(position)


def sample(moments: Sequence[Moment], seed: int) -> list[Moment]:
    """Some moments of each game."""
    random = Random(seed)
    by_game: dict[int, list[Moment]] = {}
    for moment in moments:
        by_game.setdefault(moment.number, []).append(moment)
    games = by_game.values()
    return [m for found in games for m in random.sample(found, min(SEARCHED, len(found)))]


def search(game: Game, moments: Sequence[Moment]) -> Floats:
    """The chance of each move by games played on."""
    comparison, turns = Comparison(game), turns_ahead(game)
    return np.array(
        [
            comparison.chances(m.view, [m.move], WORLDS, turns, seed).mean()
            for seed, m in enumerate(moments)
        ]
    )


def brier(said: Floats, moments: Sequence[Moment]) -> str:
    """The Brier score, and its standard error: the positions of a game hang together."""
    errors = (said - np.array([m.won for m in moments])) ** 2
    numbers = np.array([m.number for m in moments])
    mean = errors.mean()
    sums = [(errors[numbers == number] - mean).sum() for number in np.unique(numbers)]
    return f"{mean:.3f} ± {np.sqrt(np.square(sums).sum()) / len(errors):.3f}"


def tell_bins(said: Floats, moments: Sequence[Moment]) -> list[tuple[float, float]]:
    """Print, of all that were given about the same chance, the mean and how many were won."""
    came = np.array([m.won for m in moments])
    points = []
    for number in range(BINS):
        inside = (said >= number / BINS) & (said < (number + 1) / BINS)
        if inside.sum() >= 10:
            points.append((float(said[inside].mean()), float(came[inside].mean())))
            print(f"    {points[-1][0]:.2f} said {points[-1][1]:.2f} won {inside.sum():6d}")
    return points


def picture(name: str, curves: Sequence[Curve]) -> str:
    """The reliability plot."""
    what = {"table": "the fitted table", "search": f"games played on in {WORLDS} worlds"}
    chart = Chart(
        title=f"Chances said by {what[name]}, and games won",
        across="chance said",
        up="games won",
        end=1,
        step=0.25,
        percent_across=True,
        curves=curves,
        diagonal=True,
    )
    return chart.svg()


if __name__ == "__main__":
    main()
