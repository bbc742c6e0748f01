"""A game that was played, looked at again: chances, better moves, mistakes, and luck."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Final, Literal

from sarja.bots.judging import Judge, Valued, judge_of
from sarja.bots.luck import DrawLuck, TeamLuck, luck_of_draws, luck_of_teams
from sarja.bots.reasons import Reason, reasons_for
from sarja.rules.model import Game, Outcome, Position, View
from sarja.rules.moves import Draw, Move, TableTalk
from sarja.rules.notation import parse_move
from sarja.rules.play import legal_moves
from sarja.rules.record import Record, Step

Verdict = Literal["inaccuracy", "mistake", "blunder"]

THRESHOLDS: Final[tuple[tuple[float, Verdict], ...]] = (
    (0.2, "blunder"),
    (0.1, "mistake"),
    (0.05, "inaccuracy"),
)
"""How much of the chance to win a move must lose to be called so, the worst first."""
SURENESS: Final = 2.0
"""So many standard errors must a loss have before it is held against a move."""
TOLD: Final = 3
"""So many of the best moves are told."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move of the game, judged by what its seat knew."""

    number: int
    """Its place in the record, from 1."""
    text: str
    seat: int
    team: int
    before: float
    """The chance of the team to win with the best move."""
    after: float
    """The chance with the move that was made, before the card is drawn."""
    error: float
    """The standard error of the loss; 0 where the table alone told."""
    choices: int
    """How many moves were legal."""
    verdict: Verdict | None
    best: tuple[Valued, ...]
    """The best moves, from the best on."""
    reasons: tuple[Reason, ...]
    """What speaks for the best of them."""

    @property
    def loss(self) -> float:
        """How much less the move was worth than the best one."""
        return self.before - self.after


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game, looked at from its first move to its last."""

    game: Game
    simulations: int
    """Games played on for a move; none where the table alone has judged."""
    seed: int
    plies: int
    moves: tuple[JudgedMove, ...]
    """All moves of seats; draws by hand and table talk are not judged."""
    draws: tuple[DrawLuck, ...]
    luck: tuple[TeamLuck, ...]
    outcome: Outcome | None
    """None where the record ends before the game does."""
    next_seat: int | None
    """The seat that would have to move next, where the game is not over."""
    next_best: tuple[Valued, ...]
    """And what it had best do."""


def analyse(
    record: Record,
    steps: Sequence[Step],
    simulations: int | None = None,
    seed: int = 1,
    watch: Callable[[int], None] = lambda done: None,
) -> Analysis:
    """Analyse a game, or the beginning of one; `steps` is what replaying the record gave.

    With no simulations the learned table judges, which also happens where nothing is asked for and
    the extra `fast` is missing. `watch` is told how many steps are done. The same seed gives the
    same analysis.

    Raises:
        SarjaError: `extra-missing`.
    """
    game = record.game
    judge = judge_of(game, simulations)
    luck = luck_of_draws(game, steps)
    moves: list[JudgedMove] = []
    draws = list(next(luck))
    for number, (before, step) in enumerate(pairwise(steps), 1):
        move, _ = parse_move(step.text or "", game.variant.board)
        if not isinstance(move, Draw | TableTalk):
            view = _view_to_act(before.state.view, before.state.position)
            moves.append(_judged(judge, view, move, number, step.text or "", seed))
        draws += next(luck)
        watch(number)
    last = steps[-1].state
    best: tuple[Valued, ...] = ()
    if last.position.outcome is None:
        view = _view_to_act(last.view, last.position)
        best = tuple(judge(view, _seed_of(seed, len(steps)), None)[:TOLD])
    return Analysis(
        game=game,
        simulations=judge.simulations,
        seed=seed,
        plies=len(steps) - 1,
        moves=tuple(moves),
        draws=tuple(draws),
        luck=luck_of_teams(game, steps, draws),
        outcome=last.position.outcome,
        next_seat=last.position.to_act,
        next_best=best,
    )


def verdict_on(loss: float, error: float = 0.0) -> Verdict | None:
    """What a move is called that loses so much; None where it is good, or may well be."""
    if loss <= SURENESS * error:
        return None
    return next((verdict for least, verdict in THRESHOLDS if loss >= least), None)


def _judged(judge: Judge, view: View, move: Move, number: int, text: str, seed: int) -> JudgedMove:
    valued = judge(view, _seed_of(seed, number), move)
    made = next(one for one in valued if one.move == move)
    best, seat = valued[0], view.seat or 0
    verdict = verdict_on(best.chance - made.chance, made.error)
    return JudgedMove(
        number=number,
        text=text,
        seat=seat,
        team=view.position.game.team_of(seat),
        before=best.chance,
        after=made.chance,
        error=made.error,
        choices=len(legal_moves(view.position, view.hand)),
        verdict=verdict,
        best=tuple(valued[:TOLD]),
        reasons=reasons_for(view, best.move),
    )


def _view_to_act(view_of: Callable[[int | None], View], position: Position) -> View:
    return view_of(position.to_act)


def _seed_of(seed: int, number: int) -> int:
    return Random(f"{seed}/{number}").getrandbits(60)
