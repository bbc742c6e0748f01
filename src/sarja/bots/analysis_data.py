"""An analysis as plain data, for JSON."""

from typing import Any

from sarja.bots.analysis import Analysis, JudgedMove
from sarja.bots.judging import Valued
from sarja.rules.model import Game
from sarja.rules.notation import format_move
from sarja.rules.record import outcome_data


def analysis_data(found: Analysis) -> dict[str, Any]:
    """The object that `sarja analyse --json` prints, and that reviews have (docs/analysis.md)."""
    game = found.game
    return {
        "variant": game.variant.id,
        "seats": game.seats,
        "teams": game.teams,
        "plies": found.plies,
        "simulations": found.simulations,
        "seed": found.seed,
        "outcome": outcome_data(found.outcome),
        "moves": [_move_data(game, judged) for judged in found.moves],
        "next": None
        if found.next_seat is None
        else {"seat": found.next_seat, "best": _best_data(game, found.next_best)},
        "draws": [
            {"number": d.ply, "seat": d.seat, "card": d.card, "change": _rounded(d.change)}
            for d in found.draws
        ],
        "luck": [
            {
                "team": luck.team,
                "cards": luck.cards,
                "jacks": luck.jacks,
                "jacks_expected": _rounded(luck.jacks_expected),
                "deal": _rounded(luck.deal),
                "draws": _rounded(luck.draws),
            }
            for luck in found.luck
        ],
    }


def _move_data(game: Game, judged: JudgedMove) -> dict[str, Any]:
    return {
        "number": judged.number,
        "move": judged.text,
        "seat": judged.seat,
        "team": judged.team,
        "before": _rounded(judged.before),
        "after": _rounded(judged.after),
        "loss": _rounded(judged.loss),
        "error": _rounded(judged.error),
        "choices": judged.choices,
        "verdict": judged.verdict,
        "best": _best_data(game, judged.best),
        "reasons": [{"code": r.code, "params": dict(r.params)} for r in judged.reasons],
    }


def _best_data(game: Game, best: tuple[Valued, ...]) -> list[dict[str, Any]]:
    board = game.variant.board
    return [
        {"move": format_move(one.move, board), "chance": _rounded(one.chance), "games": one.games}
        for one in best
    ]


def _rounded(number: float) -> float:
    # So that the last bits, which may differ between machines, are not shown.
    return round(number, 4)
