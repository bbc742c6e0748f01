"""Scratch."""
from sarja.bots.outlook import Outlook
from sarja.bots.weights import Weights
from sarja.rules.model import OPEN, evolve
from sarja.rules.moves import Exchange, GiveUp, Lock, Pass, Place, Remove
from sarja.rules.play import legal_moves
from sarja.rules.sequences import best_ways, directions_in_order


class Casual:
    name = "casual"

    def __init__(self, weights=Weights()):
        self.w = weights

    def choose(self, view, random):
        moves = legal_moves(view.position, view.hand)
        if len(moves) == 1:
            return moves[0]
        o = Outlook(view, self.w)
        phase = view.position.phase
        if phase == "choose":
            return random.choice(moves)
        if phase == "forfeit":
            return min(moves, key=lambda m: self.keep(o, m.card))
        plays = [m for m in moves if not isinstance(m, Exchange)]
        exch = [m for m in moves if isinstance(m, Exchange)]
        if not plays:
            return exch[0]
        best, wins = self.best(o, plays, random)
        if wins:
            return best
        for m in exch:
            if not (isinstance(best, Remove) and best.space in o.variant.spaces_of[m.card]):
                return m
        return best

    def wins(self, o, space):
        p = o.position
        if 1.0 not in (1.0,):
            return False
        q = evolve(p, chips=p.chips[:space] + bytes((o.team,)) + p.chips[space + 1:])
        made = sum(len(best_ways(q, space, d)[0]) for d in directions_in_order(q, space))
        return p.count_sequences(o.team) + made >= p.game.setup.sequences

    def best(self, o, plays, random):
        cards = o.variant.cards
        ordinary = [m for m in plays if cards[m.card].effect == "place"]
        natural = {m.space for m in ordinary}
        won = [m for m in plays if isinstance(m, Place) and self.wins(o, m.space)]
        if won:
            return min(won, key=lambda m: cards[m.card].effect == "wild"), True
        scored = [(self.place_gain(o, m.space) - self.w.place_cost * self.other_use(o, m), m) for m in ordinary]
        price = o.stake[o.team]
        for m in plays:
            effect = cards[m.card].effect
            if effect == "wild" and m.space not in natural:
                g = self.place_gain(o, m.space)
                if g > price * self.w.wild_price or not ordinary:
                    scored.append((g - price * self.w.wild_price, m))
            elif effect == "remove":
                g = self.remove_gain(o, m.space)
                if g > price * self.w.remove_price or not ordinary:
                    scored.append((g - price * self.w.remove_price, m))
        if not scored:
            return random.choice(plays), False
        top = max(s for s, _ in scored)
        return random.choice([m for s, m in scored if s == top]), False

    def place_gain(self, o, s):
        g = 0.0
        for t in o.teams:
            if t == o.team:
                g += (1 - o.hopes[t][s]) * o.pull(t, s)
            else:
                g += self.w.block * o.hopes[t][s] * o.pull(t, s)
        return g

    def remove_gain(self, o, s):
        label = o.variant.board.labels[s]
        owner = o.position.chips[s]
        g = 0.0
        for t in o.teams:
            r = o.reach(t, label)
            if t == o.team:
                g += r * o.pull(t, s)
            elif t == owner:
                g += self.w.block * (1 - r) * o.pull(t, s)
            else:
                g -= self.w.block * r * o.pull(t, s)
        return g

    def keep(self, o, card):
        effect = o.variant.cards[card].effect
        if effect == "wild":
            return 10 + self.w.wild_price
        if effect == "remove":
            return 10 + self.w.remove_price
        return self.other_use(o, Place(card, -1))

    def other_use(self, o, m):
        if o.hand[m.card] > 1:
            return 0.0
        label = o.variant.cards[m.card].label
        lost = o.reach(o.team, label) - o.reach(o.team, label, o.heldl[label] - 1)
        return lost * max((o.pull(o.team, s) for s in o.variant.spaces_of[m.card]
                    if s != m.space and o.position.chips[s] == OPEN), default=0.0)
