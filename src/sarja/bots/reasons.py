"""What speaks for a move, and against it, as codes and parameters; the texts are `advice-CODE`."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from sarja.rules.board import Line
from sarja.rules.model import CORNER, OPEN, Position, View, evolve
from sarja.rules.moves import Exchange, GiveUp, Lock, Move, Pass, Place, Remove
from sarja.rules.play import legal_moves
from sarja.rules.sequences import best_ways, directions_in_order

CODES: Final = (
    "only-move",
    "wins",
    "finishes",
    "blocks-win",
    "blocks",
    "removes-win",
    "removes-threat",
    "opens-ways",
    "threatens",
    "saves-jack",
    "hinders",
    "breaks",
    "reopens",
    "builds",
    "kills-card",
    "exchanges-dead",
    "locks",
    "gives-up-dead",
    "keeps-jacks",
    "spends-jack",
    "kills-own-card",
)
"""All reasons, in the order in which they are told; the last two speak against a move."""
AGAINST: Final = frozenset({"spends-jack", "kills-own-card"})


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for a move; `params` are lines as `a1-e1`, spaces, codes of cards, and numbers."""

    code: str
    params: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def speaks_against(self) -> bool:
        """Whether it is the price of the move."""
        return self.code in AGAINST


def reasons_for(view: View, move: Move) -> tuple[Reason, ...]:
    """What the legal move of the seat that must act does, the weightiest first."""
    found = list(_Look(view).reasons(move))
    if len(legal_moves(view.position, view.hand)) == 1:
        found.append(Reason("only-move"))
    return tuple(sorted(found, key=lambda reason: CODES.index(reason.code)))


@dataclass(frozen=True, slots=True)
class _Lacking:
    """A line that a team can still fill, and the spaces where it lacks a chip."""

    line: Line
    spaces: tuple[int, ...]


class _Look:
    """A view, as the seat that must act looks at it."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._position = position = view.position
        self._game = position.game
        self._variant = self._game.variant
        self._board = self._variant.board
        self._team = self._game.team_of(position.to_act or position.turn)
        self._rivals = [t for t in range(1, self._game.teams + 1) if t != self._team]
        cards = self._variant.cards.values()
        self._unseen = Counter({card.code: card.count for card in cards})
        self._unseen.subtract(view.hand)
        for pile in position.discards:
            self._unseen.subtract(pile)

    def reasons(self, move: Move) -> Iterator[Reason]:
        match move:
            case Place():
                yield from self._of_place(move)
            case Remove():
                yield from self._of_removal(move.space)
                yield Reason("spends-jack", {"card": move.card})
            case Exchange():
                yield Reason("exchanges-dead", {"card": move.card})
            case Lock():
                ends = f"{self._board.names[move.first]}-{self._board.names[move.last]}"
                yield Reason("locks", {"line": ends})
            case GiveUp():
                yield from self._of_giving_up(move.card)
            case _:
                assert isinstance(move, Pass), move

    def _of_place(self, move: Place) -> Iterator[Reason]:
        space = move.space
        wild = self._variant.cards[move.card].effect == "wild"
        made = self._made(space)
        urgent = list(self._of_blocking(space))
        if made:
            lacking = self._lacking_sequences(self._team)
            code = "wins" if len(made) >= lacking else "finishes"
            yield Reason(code, {"line": self._board.format_line(made[0]), "count": len(made)})
            if code == "wins":
                return
        yield from urgent
        if not made:
            yield from self._of_building(space)
        if wild:
            yield Reason("spends-jack", {"card": move.card})
        elif made or any(reason.code != "hinders" for reason in urgent):
            jack = next((c for c in self._view.hand if self._effect(c) == "wild"), None)
            if jack is not None:
                yield Reason("saves-jack", {"card": jack})
        yield from self._of_dying(move)

    def _of_blocking(self, space: int) -> Iterator[Reason]:
        hindered = None
        for rival in self._rivals:
            lines = [ln for ln in self._lines(self._position, rival) if space in ln.spaces]
            ripe = [line for line in lines if len(line.spaces) == 1]
            if ripe:
                last = self._lacking_sequences(rival) == 1
                yield self._about("blocks-win" if last else "blocks", ripe[0].line, rival)
            elif hindered is None and (near := [ln for ln in lines if len(ln.spaces) == 2]):
                hindered = self._about("hinders", near[0].line, rival)
        if hindered is not None:
            yield hindered

    def _of_building(self, space: int) -> Iterator[Reason]:
        lines = [
            line
            for line in self._lines(self._with_chip(space, self._team), self._team)
            if space in line.line and all(map(self._can_be_filled, line.spaces))
        ]
        ripe = {line.spaces[0]: line for line in lines if len(line.spaces) == 1}
        names = self._board.names
        if len(ripe) > 1:
            spaces = " ".join(names[at] for at in sorted(ripe))
            yield Reason("opens-ways", {"count": len(ripe), "spaces": spaces})
        elif ripe:
            [(at, line)] = ripe.items()
            yield Reason(
                "threatens", {"line": self._board.format_line(line.line), "space": names[at]}
            )
        elif near := [line for line in lines if len(line.spaces) == 2]:
            yield Reason("builds", {"line": self._board.format_line(near[0].line)})

    def _of_removal(self, space: int) -> Iterator[Reason]:
        rival = self._position.chips[space]
        lines = [ln for ln in self._lines(self._position, rival) if space in ln.line]
        ripe = [line for line in lines if len(line.spaces) == 1]
        near = [line for line in lines if len(line.spaces) == 2]
        if ripe:
            last = self._lacking_sequences(rival) == 1
            yield self._about("removes-win" if last else "removes-threat", ripe[0].line, rival)
        elif near:
            yield self._about("breaks", near[0].line, rival)
        own = self._lines(self._with_chip(space, OPEN), self._team)
        free = [line for line in own if space in line.spaces and len(line.spaces) <= 2]
        if free:
            line = min(free, key=lambda ln: len(ln.spaces)).line
            yield Reason("reopens", {"line": self._board.format_line(line)})

    def _of_dying(self, move: Place) -> Iterator[Reason]:
        """Cards that the chip makes dead: those that nobody has seen, and those in hand."""
        label = self._board.labels[move.space]
        others = [s for s in self._board.spaces_showing[label] if s != move.space]
        if any(self._position.chips[other] == OPEN for other in others):
            return
        cards = self._variant.covering.get(label, ())
        unseen = [card for card in cards if self._unseen[card] > 0]
        if unseen:
            count = sum(self._unseen[card] for card in unseen)
            yield Reason("kills-card", {"card": unseen[0], "count": count})
        rest = list(self._view.hand)
        rest.remove(move.card)
        if own := [card for card in cards if card in rest]:
            yield Reason("kills-own-card", {"card": own[0]})

    def _of_giving_up(self, card: str) -> Iterator[Reason]:
        chips = self._position.chips
        spaces = self._variant.spaces_of.get(card, ())
        if self._effect(card) == "place" and all(chips[space] != OPEN for space in spaces):
            yield Reason("gives-up-dead", {"card": card})
        elif self._effect(card) == "place" and any(
            self._effect(held) != "place" for held in self._view.hand
        ):
            yield Reason("keeps-jacks")

    def _made(self, space: int) -> Sequence[Line]:
        """The lines that a chip there makes, of each direction the first best way (R22)."""
        laid = self._with_chip(space, self._team)
        ways = (best_ways(laid, space, at) for at in directions_in_order(laid, space))
        return [line for found in ways for line in found[0]]

    def _lines(self, position: Position, team: int) -> list[_Lacking]:
        """The lines that the team can still fill and count (R20), full ones left out."""
        chips = position.chips
        earlier = [set(s.spaces) for s in position.sequences if s.team == team]
        shared = self._variant.shared_spaces
        lines = []
        for line in self._board.lines:
            missing = tuple(space for space in line if chips[space] == OPEN)
            if not missing or any(chips[s] not in (OPEN, CORNER, team) for s in line):
                continue
            if all(len(spaces.intersection(line)) <= shared for spaces in earlier):
                lines.append(_Lacking(line, missing))
        return lines

    def _can_be_filled(self, space: int) -> bool:
        """Whether there is still a card for the space in hand, or one that nobody has seen."""
        cards = (*self._variant.covering.get(self._board.labels[space], ()), *self._wild())
        return any(card in self._view.hand or self._unseen[card] > 0 for card in cards)

    def _wild(self) -> Iterator[str]:
        return (card for card in self._variant.cards if self._effect(card) == "wild")

    def _effect(self, card: str) -> str:
        return self._variant.cards[card].effect

    def _lacking_sequences(self, team: int) -> int:
        return self._game.setup.sequences - self._position.count_sequences(team)

    def _with_chip(self, space: int, chip: int) -> Position:
        chips = self._position.chips
        changed = chips[:space] + bytes((chip,)) + chips[space + 1 :]
        return evolve(self._position, chips=changed)

    def _about(self, code: str, line: Line, team: int) -> Reason:
        return Reason(code, {"line": self._board.format_line(line), "team": team})
