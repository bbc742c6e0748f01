"""A second referee, written from the rulebook alone, to compare the program with at every ply.

It knows `RULES.md` and `RECORD.md` and nothing else of the project; every part cites its rule.
"""

from __future__ import annotations

import copy
import json
import re
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

# A line is its spaces in reading order; a space is its index in reading order, so that lines
# compare as R22 orders them: by their first space, then their second, and so on.
Line = tuple[int, ...]
# A way to count lines of one direction together (R22), in the order of its lines.
Way = tuple[Line, ...]

OPEN = "."
CORNER = "*"

# The four directions of a line (R18) as steps of row and column; each step goes forward in reading
# order: in a row, down, and along either diagonal.
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Fault(Exception):
    """A move that the rulebook does not allow; `rule` is empty if the text cannot be read."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{why} ({rule})" if rule else why)
        self.rule = rule


class Move(NamedTuple):
    """A move as read from its text (RECORD.md, "Moves, as text")."""

    # The sign that tells what it is: "@", "x", "#", "=", "-", "+", or "!" for a card given up and
    # "talk" for a ruling of table talk.
    kind: str
    seat: int | None = None
    card: str = ""
    # The space played on, or the first space of a chosen line.
    space: str = ""
    last: str = ""
    team: int = 0


# Numbers have no leading zeros, and none that means anything has more than a few digits.
_NUMBER = r"[1-9][0-9]{0,5}"
_SPACE = r"[a-t][1-9][0-9]?"
# 1 to 12 of these characters, at least one of them a letter or a digit.
_CARD = r"(?=[-+*/.?_]*[A-Z0-9])[-A-Z0-9+*/.?_]{1,12}"

_TALK = re.compile(rf"!({_NUMBER})")
# These always carry their seat.
_SEATED = re.compile(rf"({_NUMBER}):(?:(?P<draw>\+)|(?P<card>{_CARD})!)")
# These may carry it.
_TURN = re.compile(
    rf"(?:({_NUMBER}):)?"
    rf"(?:(?P<card>{_CARD})(?:(?P<sign>[@x])(?P<space>{_SPACE})|\#)"
    rf"|=(?P<first>{_SPACE})-(?P<last>{_SPACE})"
    rf"|(?P<none>-))"
)


def read(text: str) -> Move:
    """Return the move that a text means."""
    found = _TURN.fullmatch(text)
    if found:
        seat = int(found[1]) if found[1] else None
        if found["none"]:
            return Move("-", seat)
        if found["first"]:
            return Move("=", seat, space=found["first"], last=found["last"])
        return Move(found["sign"] or "#", seat, found["card"], found["space"] or "")
    found = _SEATED.fullmatch(text)
    if found:
        if found["draw"]:
            return Move("+", int(found[1]))
        return Move("!", int(found[1]), found["card"])
    found = _TALK.fullmatch(text)
    if found:
        return Move("talk", team=int(found[1]))
    raise Fault("", "this is no move")


class Table:
    """Everything about a variant that stays the same in all its games."""

    def __init__(self, variant: dict[str, Any]) -> None:
        self.id: str = variant["id"]
        self.rows: int = variant["rows"]
        self.columns: int = variant["columns"]
        self.shared: int = variant["shared_spaces"]
        self.exchanges: int = variant["exchanges_per_turn"]
        self.setups: list[dict[str, Any]] = variant["setups"]

        shown = [label for row in variant["grid"] for label in row]
        # The board before the first move: nothing but free corners and open spaces.
        self.empty = [CORNER if label == "*" else OPEN for label in shown]
        self.names = [
            f"{chr(ord('a') + column)}{row + 1}"
            for row in range(self.rows)
            for column in range(self.columns)
        ]
        self.spaces = {name: space for space, name in enumerate(self.names)}

        # For each card its effect and the moves it may ever make, as text by space: a place card on
        # the spaces that show its label (R8), a jack anywhere but on a corner (R9, R10).
        self.effects: dict[str, str] = {}
        self.texts: dict[str, dict[int, str]] = {}
        for code, card in variant["cards"].items():
            effect = card["effect"]
            sign = "x" if effect == "remove" else "@"
            self.effects[code] = effect
            self.texts[code] = {
                space: f"{code}{sign}{name}"
                for space, name in enumerate(self.names)
                if self.empty[space] == OPEN
                and (effect != "place" or shown[space] == card["label"])
            }

        # For each space the lines through it, direction by direction, in order.
        self.lines: list[list[list[Line]]] = [[] for _ in shown]
        for direction in DIRECTIONS:
            lines = self._lines(direction, variant["line_length"])
            for space in range(len(shown)):
                self.lines[space].append([line for line in lines if space in line])

    def _lines(self, direction: tuple[int, int], length: int) -> list[Line]:
        """Return all lines of one direction, in order."""
        down, right = direction
        forward = down * self.columns + right
        return [
            tuple(row * self.columns + column + forward * step for step in range(length))
            for row in range(self.rows)
            for column in range(self.columns)
            if row + down * (length - 1) < self.rows
            and 0 <= column + right * (length - 1) < self.columns
        ]

    def line_text(self, line: Line) -> str:
        """Return the move that chooses a line."""
        return f"={self.names[line[0]]}-{self.names[line[-1]]}"


@lru_cache(maxsize=64)
def _table(content: str) -> Table:
    """Return the table of a variant given as JSON text, made once for each content."""
    return Table(json.loads(content))


def may_both_count(one: Line, other: Line, shared: int) -> bool:
    """Return whether two lines of a team may both be sequences (R20)."""
    return len(set(one) & set(other)) <= shared


def best_ways(lines: list[Line], shared: int) -> list[Way]:
    """Return the largest sets of these lines that may count together, first way first (R22)."""
    for size in range(len(lines), 0, -1):
        # Combinations come in the order of the lines, so the ways are ordered too.
        ways = [
            way
            for way in combinations(lines, size)
            if all(may_both_count(one, other, shared) for one, other in combinations(way, 2))
        ]
        if ways:
            return ways
    return []


def in_all(line: Line, ways: list[Way]) -> bool:
    """Return whether a line is in every one of the ways, so that it leaves no choice (R22)."""
    return all(line in way for way in ways)


class Referee:
    """One game: its state, and the moves played on it."""

    def __init__(self, variant: dict[str, Any], record: dict[str, Any]) -> None:
        """Deal the cards of a record; its moves are not played."""
        self.table = _table(json.dumps(variant, sort_keys=True))
        self.seats: int = record["seats"]
        # `teams` is by default the smallest number that works.
        fitting = [setup for setup in self.table.setups if setup["seats"] == self.seats]
        self.teams: int = record.get("teams") or min(setup["teams"] for setup in fitting)
        setup = next(setup for setup in fitting if setup["teams"] == self.teams)
        self.target: int = setup["sequences"]
        options = record.get("options", {})
        self.manual: bool = options.get("draw", "auto") == "manual"
        self.penalty: bool = options.get("table_talk", "off") == "penalty"
        self.reshuffles: list[list[str]] = [list(deck) for deck in record.get("reshuffles", [])]
        # How many of them have been used.
        self.shuffled = 0

        self.ply = 0
        self.phase = "play"
        self.board = list(self.table.empty)
        self.locked = [False] * len(self.board)
        self.sequences: list[tuple[int, Line]] = []
        self.winner: int | None = None
        self.reason = ""
        # Seats that may still draw, oldest turn first (R14).
        self.owed: list[int] = []
        # Exchanges made in this turn (R12), and passes in succession (R24).
        self.exchanged = 0
        self.passes = 0
        # The ways that are left in each direction that is still to be chosen (R22).
        self.choices: list[list[Way]] = []
        # The seats that must still give up a card (R16).
        self.givers: list[int] = []

        # R5: one card at a time, clockwise, from the dealer's left, who also plays first.
        self.deck: list[str] = list(record["deck"])
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.discards: list[list[str]] = [[] for _ in range(self.seats)]
        self.turn: int = record["dealer"] % self.seats + 1
        for number in range(setup["hand"] * self.seats):
            self.hands[(record["dealer"] + number) % self.seats].append(self.deck.pop(0))

    def team_of(self, seat: int) -> int:
        """Return the team of a seat (R2)."""
        return (seat - 1) % self.teams + 1

    def counts(self) -> list[int]:
        """Return how many sequences each team has."""
        owners = [team for team, _ in self.sequences]
        return [owners.count(team) for team in range(1, self.teams + 1)]

    def actor(self) -> int:
        """Return the seat to act: while cards are given up the one that must give (R16)."""
        return self.givers[0] if self.phase == "forfeit" else self.turn

    # --- What is seen ---

    def snapshot(self) -> dict[str, Any]:
        """Return the object that `sarja replay --json` prints (RECORD.md)."""
        table = self.table
        over = self.phase == "over"
        outcome = {"winner": self.winner, "reason": self.reason, "sequences": self.counts()}
        return {
            "variant": table.id,
            "seats": self.seats,
            "teams": self.teams,
            "ply": self.ply,
            "phase": self.phase,
            "turn": None if over else self.actor(),
            "owed": [] if over else list(self.owed),
            "board": self._by_rows(self.board),
            "locked": self._by_rows(["#" if locked else "." for locked in self.locked]),
            "sequences": [
                {"team": team, "spaces": [table.names[space] for space in line]}
                for team, line in self.sequences
            ],
            "hands": [list(hand) for hand in self.hands],
            "discards": [list(pile) for pile in self.discards],
            "deck": len(self.deck),
            "legal": self._legal(),
            "outcome": outcome if over else None,
        }

    def others(self) -> list[str]:
        """Return the allowed moves that `legal` leaves out: late draws and table talk, sorted."""
        if self.phase == "over":
            return []
        moves = [f"{seat}:+" for seat in self.owed]
        # R16: whenever a seat is to play, against a team of two seats or more; all have as many.
        if self.penalty and self.phase == "play" and self.seats // self.teams >= 2:
            moves += [f"!{team}" for team in range(1, self.teams + 1)]
        return sorted(moves)

    def _by_rows(self, marks: list[str]) -> list[str]:
        """Return one string a row of the marks of all spaces."""
        text = "".join(marks)
        columns = self.table.columns
        return [text[start : start + columns] for start in range(0, len(text), columns)]

    def _legal(self) -> list[str]:
        """Return the moves of the seat to act, sorted by character code."""
        if self.phase == "over":
            return []
        if self.phase == "forfeit":
            return sorted({f"{self.actor()}:{card}!" for card in self.hands[self.actor() - 1]})
        if self.phase == "choose":
            return sorted(self.table.line_text(line) for line in self._offered())
        # R17: who can do nothing else passes.
        return sorted(self._plays()) or ["-"]

    def _plays(self) -> list[str]:
        """Return the plays and exchanges of the seat whose turn it is, in no order."""
        board, locked = self.board, self.locked
        enemies = self._enemies()
        moves: list[str] = []
        for card in set(self.hands[self.turn - 1]):
            texts = self.table.texts[card].items()
            if self.table.effects[card] == "remove":
                # R10: a chip of an opponent that is not locked.
                moves += [
                    text for space, text in texts if board[space] in enemies and not locked[space]
                ]
            else:
                # R8, R9: any open space of the card.
                moves += [text for space, text in texts if board[space] == OPEN]
        if self.exchanged < self.table.exchanges:
            moves += [f"{card}#" for card in set(self.hands[self.turn - 1]) if self._dead(card)]
        return moves

    def _enemies(self) -> set[str]:
        """Return the marks of the teams that the seat to play plays against."""
        own = self.team_of(self.turn)
        return {str(team) for team in range(1, self.teams + 1) if team != own}

    def _dead(self, card: str) -> bool:
        """Return whether every space that shows a card is taken (R12); never for a jack (R11)."""
        return self.table.effects[card] == "place" and all(
            self.board[space] != OPEN for space in self.table.texts[card]
        )

    def _offered(self) -> set[Line]:
        """Return the lines to choose from: those in some, not all, of the ways left (R22)."""
        ways = self.choices[0]
        return {line for way in ways for line in way if not in_all(line, ways)}

    # --- Moves ---

    def play(self, text: str) -> None:
        """Play one move; after a fault nothing has changed."""
        move = read(text)
        if len(self.deck) > 2:
            self._act(move)
        else:
            # Every check comes before any change but that of a reshuffle (R15). A move draws two
            # cards at most (its own and one for an empty hand), so only now can one be needed.
            kept = ("table", "reshuffles")
            saved = copy.deepcopy({k: v for k, v in vars(self).items() if k not in kept})
            try:
                self._act(move)
            except Fault:
                vars(self).update(saved)
                raise
        self.ply += 1

    def _act(self, move: Move) -> None:
        """Check a move as far as all moves are alike, and make it."""
        if self.phase == "over":
            raise Fault("R23" if self.reason == "sequences" else "R24", "the game is over")
        # Late draws and table talk need not be made by the seat to act.
        if move.kind not in ("+", "talk"):
            # Each phase but the first has one kind of move, and that kind has no other phase.
            if (self.phase == "forfeit") != (move.kind == "!"):
                raise Fault("R16", "cards are given up after table talk, and nothing else then")
            if (self.phase == "choose") != (move.kind == "="):
                raise Fault("R22", "a line is chosen where there is a choice, nothing else then")
            if move.seat is not None and move.seat != self.actor():
                raise Fault("R16" if move.kind == "!" else "R5", "another seat is to act")
        makers = {
            "@": self._place,
            "x": self._remove,
            "#": self._exchange,
            "=": self._choose,
            "-": self._pass,
            "+": self._late_draw,
            "!": self._give_up,
            "talk": self._table_talk,
        }
        makers[move.kind](move)

    def _late_draw(self, move: Move) -> None:
        """Draw the card that is owed to a seat (R13, R14)."""
        if not self.manual:
            raise Fault("R14", "drawing is done for the players")
        if move.seat not in self.owed:
            raise Fault("R14", "that seat has no card to draw")
        # R14: every draw owed from an earlier turn lapses; oldest first, so those stand before it.
        del self.owed[: self.owed.index(move.seat) + 1]
        self._draw(move.seat)

    def _table_talk(self, move: Move) -> None:
        """Have every member of a team give up a card (R16)."""
        if not self.penalty or self.phase != "play":
            raise Fault("R16", "table talk is ruled where it is set and while a seat is to play")
        members = [s for s in range(1, self.seats + 1) if self.team_of(s) == move.team]
        if len(members) < 2:
            raise Fault("R16", "that is no team of two seats or more")
        # A seat without a card gives none; if nobody has one the ruling has no effect.
        self.givers = [seat for seat in members if self.hands[seat - 1]]
        if self.givers:
            self.phase = "forfeit"

    def _give_up(self, move: Move) -> None:
        """Put one card on the discard pile for table talk; it is not replaced (R16)."""
        self._need(move.card, self.givers[0])
        self._put_down(move.card, self.givers.pop(0))
        if not self.givers:
            self.phase = "play"

    def _choose(self, move: Move) -> None:
        """Lock one of the lines that are offered (R22)."""
        text = f"={move.space}-{move.last}"
        chosen = [line for line in self._offered() if self.table.line_text(line) == text]
        if not chosen:
            raise Fault("R22", "that line is not to choose from")
        self.choices[0] = [way for way in self.choices[0] if chosen[0] in way]
        self._claim(chosen[0])
        self._claim_sure(self.choices[0])
        if len(self.choices[0]) == 1:
            del self.choices[0]
        if not self.choices:
            self._end_play()

    def _pass(self, _: Move) -> None:
        """End the turn with nothing done (R17)."""
        if self._plays():
            raise Fault("R17", "a play or an exchange is possible")
        self.passes += 1
        if self.passes < self.seats:
            self._next_turn()
            return
        # R24: all seats have passed in succession; most sequences win, unless that is shared.
        counts = self.counts()
        leaders = [team for team in range(1, self.teams + 1) if counts[team - 1] == max(counts)]
        self._finish(leaders[0] if len(leaders) == 1 else None, "blocked")

    def _exchange(self, move: Move) -> None:
        """Put a dead card down and take another at once (R12)."""
        self._need(move.card, self.turn)
        if self.table.effects[move.card] != "place":
            raise Fault("R11", "that card is never dead")
        if not self._dead(move.card):
            raise Fault("R12", "that card is not dead")
        if self.exchanged >= self.table.exchanges:
            raise Fault("R12", "no more exchanges in this turn")
        self._put_down(move.card, self.turn)
        self.exchanged += 1
        self._draw(self.turn)

    def _remove(self, move: Move) -> None:
        """Play a one-eyed jack: take one chip of an opponent off (R10)."""
        self._need(move.card, self.turn)
        if self.table.effects[move.card] != "remove":
            raise Fault("R10", "that card removes nothing")
        space = self._space(move.space)
        if self.board[space] not in self._enemies():
            raise Fault("R10", "there is no chip of an opponent")
        if self.locked[space]:
            raise Fault("R19", "that chip is part of a finished sequence")
        self._put_down(move.card, self.turn)
        self.passes = 0
        self.board[space] = OPEN
        self._end_play()

    def _place(self, move: Move) -> None:
        """Play a card and put a chip on the board (R8, R9)."""
        self._need(move.card, self.turn)
        if self.table.effects[move.card] == "remove":
            raise Fault("R10", "that card places no chip")
        space = self._space(move.space)
        if self.board[space] == CORNER:
            raise Fault("R9", "nobody puts a chip on a corner")
        if space not in self.table.texts[move.card]:
            raise Fault("R8", "that space does not show the card")
        if self.board[space] != OPEN:
            raise Fault("R8", "that space is taken")
        self._put_down(move.card, self.turn)
        self.passes = 0
        self.board[space] = str(self.team_of(self.turn))
        self._complete_lines(space)
        if self.phase == "play":
            self._end_play()

    def _complete_lines(self, space: int) -> None:
        """Claim the sequences that a new chip makes; the phase says what is next (R18 to R23)."""
        team = self.team_of(self.turn)
        marks = {str(team), CORNER}
        board = self.board
        earlier = [line for owner, line in self.sequences if owner == team]
        possible: list[list[Line]] = []
        for direction in self.table.lines[space]:
            lines = [
                line
                for line in direction
                # R18: a corner counts as a chip of every team.
                if all(board[part] in marks for part in line)
                # R20: little is shared with each earlier sequence of the team.
                and all(may_both_count(line, other, self.table.shared) for other in earlier)
            ]
            if lines:
                possible.append(lines)
        # R22: directions are ordered by their first possible line.
        possible.sort(key=lambda lines: lines[0])
        directions = [best_ways(lines, self.table.shared) for lines in possible]

        # All ways of a direction make as many sequences, so the total is sure (R21).
        if len(earlier) + sum(len(ways[0]) for ways in directions) >= self.target:
            # R22, R23: won whatever is chosen, so nothing is asked.
            for ways in directions:
                for line in ways[0]:
                    self._claim(line)
            self._finish(team, "sequences")
            return
        for ways in directions:
            self._claim_sure(ways)
        self.choices = [ways for ways in directions if len(ways) > 1]
        if self.choices:
            self.phase = "choose"

    def _claim_sure(self, ways: list[Way]) -> None:
        """Claim in order the lines that all these ways have, unless they are claimed (R22)."""
        claimed = [line for _, line in self.sequences]
        for line in ways[0]:
            if in_all(line, ways) and line not in claimed:
                self._claim(line)

    def _claim(self, line: Line) -> None:
        """Make a line a sequence of the team that plays and lock its chips (R19)."""
        self.sequences.append((self.team_of(self.turn), line))
        for space in line:
            if self.board[space] != CORNER:
                self.locked[space] = True

    def _end_play(self) -> None:
        """Draw, or owe the draw, after a play that is complete (R13, R14)."""
        if self.manual:
            # R14: a seat owes itself at most one; the new one stands last.
            if self.turn in self.owed:
                self.owed.remove(self.turn)
            self.owed.append(self.turn)
        else:
            self._draw(self.turn)
        self._next_turn()

    def _next_turn(self) -> None:
        """Let the next seat begin its turn (R5)."""
        self.phase = "play"
        self.turn = self.turn % self.seats + 1
        self.exchanged = 0
        # R17: who begins with an empty hand takes a card first; no draw in the sense of R14.
        if not self.hands[self.turn - 1]:
            self._draw(self.turn)

    def _finish(self, winner: int | None, reason: str) -> None:
        """End the game (R23, R24)."""
        self.phase = "over"
        self.winner = winner
        self.reason = reason

    # --- Cards ---

    def _need(self, card: str, seat: int) -> None:
        """Raise a fault unless a seat holds a card."""
        if card not in self.hands[seat - 1]:
            raise Fault("R8", "that card is not in the hand")

    def _space(self, name: str) -> int:
        """Return the space of a name."""
        if name not in self.table.spaces:
            raise Fault("R8", "there is no such space")
        return self.table.spaces[name]

    def _put_down(self, card: str, seat: int) -> None:
        """Put a card on its owner's discard pile, of two equal ones the first (R8)."""
        self.hands[seat - 1].remove(card)
        self.discards[seat - 1].append(card)

    def _draw(self, seat: int) -> None:
        """Take the top card of the deck into a hand, or nothing if there is none at all (R15)."""
        if not self.deck:
            self._reshuffle()
        if self.deck:
            self.hands[seat - 1].append(self.deck.pop(0))
            if not self.deck:
                self._reshuffle()

    def _reshuffle(self) -> None:
        """Make all discards, if any, the deck, in the order that the record gives (R15)."""
        cards = [card for pile in self.discards for card in pile]
        if not cards:
            return
        if self.shuffled == len(self.reshuffles):
            raise Fault("R15", "the reshuffle is missing")
        deck = self.reshuffles[self.shuffled]
        if sorted(deck) != sorted(cards):
            raise Fault("R15", "the reshuffle is not the discards")
        self.shuffled += 1
        self.deck = list(deck)
        self.discards = [[] for _ in range(self.seats)]


def trace(variant: dict[str, Any], record: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the snapshots before the first move of a record and after each."""
    referee = Referee(variant, record)
    snapshots = [referee.snapshot()]
    for text in record["moves"]:
        referee.play(text)
        snapshots.append(referee.snapshot())
    return snapshots
