"""Scratch."""
from collections import Counter
from functools import lru_cache
from math import prod

from sarja.rules.board import Board, Line
from sarja.rules.model import CORNER, OPEN, Position, View
from sarja.bots.weights import Weights


@lru_cache(maxsize=32)
def crossings(board: Board) -> tuple[tuple[tuple[int, Line], ...], ...]:
    found: list[list[tuple[int, Line]]] = [[] for _ in board.labels]
    for number, line in enumerate(board.lines):
        for space in line:
            found[space].append((number, tuple(s for s in line if s != space)))
    return tuple(map(tuple, found))


class Outlook:
    def __init__(self, view: View, weights: Weights) -> None:
        self.w = weights
        p = view.position
        self.position = p
        game = p.game
        self.variant = v = game.variant
        seat = p.to_act
        self.team = game.team_of(seat)
        self.hand = Counter(view.hand)
        seen = Counter(view.hand)
        for pile in p.discards:
            seen.update(pile)
        self.seen = seen
        unseen = p.deck_size + sum(p.hand_sizes) - len(view.hand)
        self.teams = range(1, game.teams + 1)
        self.share = {}
        for t in self.teams:
            seats = game.seats_of(t)
            cards = sum(p.hand_sizes[s - 1] for s in seats if s != seat) + weights.horizon * len(seats)
            self.share[t] = min(0.9, cards / max(1, unseen))
        wilds = [c for c in v.cards.values() if c.effect == "wild"]
        self.wilds_held = sum(self.hand[c.code] for c in wilds)
        wilds_out = sum(c.count - seen[c.code] for c in wilds)
        self.nowild = {
            t: (1 - self.share[t] * weights.wild_spread) ** wilds_out
            * ((1 - weights.wild_held) ** self.wilds_held if t == self.team else 1)
            for t in self.teams
        }
        out = {}
        held = {}
        for label, codes in v.covering.items():
            out[label] = sum(v.cards[c].count - seen[c] for c in codes)
            held[label] = sum(self.hand[c] for c in codes)
        self.out, self.heldl = out, held
        labels = v.board.labels
        self.hopes = {}
        for t in self.teams:
            r = {label: self.reach(t, label) for label in out}
            self.hopes[t] = [
                r[labels[s]] if c == OPEN else 1.0 if c in (t, CORNER) else 0.0
                for s, c in enumerate(p.chips)
            ]
        self.lines = crossings(v.board)
        self.spent = {t: self._spent(t) for t in self.teams}
        self.stake = {
            t: weights.last if game.setup.sequences - p.count_sequences(t) == 1 else 1.0
            for t in self.teams
        }
        self._pulls = {}

    def reach(self, team: int, label: str, held=None) -> float:
        w = self.w
        miss = (1 - self.share[team]) ** self.out[label] * self.nowild[team]
        if team == self.team and (self.heldl[label] if held is None else held):
            miss *= 1 - w.held
        return 1 - miss

    def _spent(self, team: int) -> set[int]:
        mine = [set(s.spaces) for s in self.position.sequences if s.team == team]
        if not mine:
            return set()
        shared = self.variant.shared_spaces
        return {
            n for n, line in enumerate(self.variant.board.lines)
            if any(len(s.intersection(line)) > shared for s in mine)
        }

    def pull(self, team: int, space: int) -> float:
        key = (team, space)
        if key in self._pulls:
            return self._pulls[key]
        hopes, spent = self.hopes[team], self.spent[team]
        w = self.w
        bonus = w.finish if team == self.team else w.threat
        total = 0.0
        for number, rest in self.lines[space]:
            if number not in spent:
                x = prod([hopes[s] for s in rest])
                total += x * bonus if x == 1.0 else x
        total *= self.stake[team]
        self._pulls[key] = total
        return total
