"""An analysis for people: every move with its chances, the seats, and the luck of the cards."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table

from sarja.bots.analysis import Analysis, JudgedMove, Verdict
from sarja.bots.judging import Valued
from sarja.bots.reasons import Reason
from sarja.i18n import Catalogue
from sarja.rules.jsontext import one_line
from sarja.rules.model import Game
from sarja.rules.notation import format_move
from sarja.tui.glyphs import glyphs_of
from sarja.tui.words import Words

MOST_REASONS: Final = 2
"""So many reasons are told for a better move."""
SHOWN_MOVE: Final = 24
VERDICTS: Final[tuple[Verdict, ...]] = ("inaccuracy", "mistake", "blunder")


def draw_analysis(
    found: Analysis, players: Sequence[str], texts: Catalogue, console: Console
) -> None:
    """Draw the whole analysis."""
    _Drawing(found, players, texts, console).draw()


def reason_text(reason: Reason, game: Game, texts: Catalogue) -> str:
    """The reason in words; cards as people see them."""
    params = dict(reason.params)
    card = params.get("card")
    if isinstance(card, str):
        params["card"] = game.variant.card_text(card)
    return texts.text(f"advice-{reason.code}", **params)


def lost(judged: JudgedMove) -> int:
    """What the move lost in whole percent: just what lies between the two chances as told."""
    return round(100 * judged.before) - round(100 * judged.after)


class _Drawing:
    def __init__(
        self, found: Analysis, players: Sequence[str], texts: Catalogue, console: Console
    ) -> None:
        self._found, self._texts, self._console = found, texts, console
        self._words = Words(texts, glyphs_of(console), found.game, players)

    def draw(self) -> None:
        found, game = self._found, self._found.game
        self._say(
            "analysis-heading",
            variant=game.variant.name(self._texts.language),
            seats=game.seats,
            teams=game.teams,
            moves=found.plies,
        )
        if found.simulations:
            self._say("analysis-by-search", number=str(found.simulations))
        else:
            self._say("analysis-by-table")
        tables = [self._moves(), self._seats(), self._luck()]
        for table in tables if found.moves else tables[2:]:
            self._console.print()
            self._console.print(table)
        self._console.print()
        if found.outcome is not None:
            self._console.print(self._words.outcome(found.outcome), soft_wrap=True)
        elif found.next_seat is not None and found.next_best:
            best = found.next_best[0]
            self._say(
                "analysis-unfinished",
                player=self._words.player(found.next_seat),
                move=format_move(best.move, game.variant.board),
                chance=_percent(best.chance),
            )

    def _moves(self) -> Table:
        table = self._table("number", "player", "move", "before", "after", "lost", "verdict")
        for judged in self._found.moves:
            verdict = judged.verdict
            said = "" if verdict is None else self._text(f"analysis-verdict-{verdict}")
            table.add_row(
                str(judged.number),
                self._words.name(judged.seat),
                self._words.glyphs.legible(one_line(judged.text, SHOWN_MOVE)),
                _percent(judged.before),
                _percent(judged.after),
                "" if verdict is None else f"{lost(judged)} %",
                ": ".join(part for part in (said, *self._better(judged)) if part),
            )
        return table

    def _better(self, judged: JudgedMove) -> Iterator[str]:
        if judged.verdict is None:
            return
        best: Valued = judged.best[0]
        game = self._found.game
        told = [r for r in judged.reasons if not r.speaks_against][:MOST_REASONS]
        reasons = ", ".join(reason_text(reason, game, self._texts) for reason in told)
        move = format_move(best.move, game.variant.board)
        key = "analysis-better-because" if reasons else "analysis-better"
        yield self._text(key, move=move, **({"reasons": reasons} if reasons else {}))

    def _seats(self) -> Table:
        table = self._table("player", "moves", "lost-each", *VERDICTS)
        for seat in range(1, self._found.game.seats + 1):
            own = [judged for judged in self._found.moves if judged.seat == seat]
            counts = [sum(j.verdict == verdict for j in own) for verdict in VERDICTS]
            mean = sum(judged.loss for judged in own) / len(own) if own else 0.0
            table.add_row(
                self._words.player(seat), str(len(own)), f"{100 * mean:.1f} %", *map(str, counts)
            )
        return table

    def _luck(self) -> Table:
        table = self._table("team", "cards", "jacks", "jacks-expected", "deal", "draws", "luck")
        for luck in self._found.luck:
            table.add_row(
                self._words.team(luck.team),
                str(luck.cards),
                str(luck.jacks),
                f"{luck.jacks_expected:.1f}",
                _points(luck.deal),
                _points(luck.draws),
                _points(luck.deal + luck.draws),
            )
        return table

    def _table(self, *heads: str) -> Table:
        table = Table(box=None, pad_edge=False, header_style="bold")
        left = ("player", "move", "verdict", "team")
        for head in heads:
            table.add_column(
                self._text(f"analysis-head-{head}"),
                justify="left" if head in left else "right",
                overflow="fold",
            )
        return table

    def _text(self, key: str, **params: str | int) -> str:
        return self._words.text(key, **params)

    def _say(self, key: str, **params: str | int) -> None:
        self._console.print(self._text(key, **params), soft_wrap=True)


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def _points(change: float) -> str:
    return f"{100 * change:+.1f} %"
