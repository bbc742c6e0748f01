"""Moves, events and outcomes in words, as one reader may see them."""

from collections.abc import Sequence
from typing import assert_never

from rich.text import Text

from sarja.i18n import Catalogue, Param
from sarja.rules import events as game_events
from sarja.rules.board import Line
from sarja.rules.errors import IllegalMove
from sarja.rules.events import SeenEvent, card_event
from sarja.rules.model import Game, Outcome, Position
from sarja.rules.moves import (
    Draw,
    Exchange,
    GiveUp,
    Lock,
    Move,
    Pass,
    Place,
    Remove,
    TableTalk,
)
from sarja.tui.board import TEAM_STYLES
from sarja.tui.glyphs import Glyphs

LONGEST_NAME = 24
TEAM_KEYS = ("tui-team-one", "tui-team-two", "tui-team-three")


class Words:
    """The words of one game: its players' names, its cards and spaces, in one language."""

    def __init__(
        self, texts: Catalogue, glyphs: Glyphs, game: Game, players: Sequence[str] = ()
    ) -> None:
        self.texts = texts
        self.glyphs = glyphs
        self.game = game
        self._players = players

    def text(self, key: str, /, **params: Param) -> str:
        """The text of the catalogue, in signs that the terminal has."""
        return self.glyphs.legible(self.texts.text(key, **params))

    def name(self, seat: int) -> str:
        """What the seat's player is called."""
        name = self._players[seat - 1].strip() if seat <= len(self._players) else ""
        if not name:
            return self.text("tui-seat", seat=seat)
        return self.glyphs.cut(" ".join(name.split()), LONGEST_NAME)

    def player(self, seat: int) -> str:
        """The seat's player with the number of the seat."""
        name = self._players[seat - 1].strip() if seat <= len(self._players) else ""
        if not name:
            return self.name(seat)
        return self.text("tui-player", name=self.name(seat), seat=seat)

    def chip(self, team: int) -> str:
        """The shape of the team's chips."""
        return self.glyphs.chips[team - 1]

    def chip_text(self, team: int) -> Text:
        """The shape of the team's chips in its colour."""
        return Text().append(self.chip(team), style=TEAM_STYLES[team - 1])

    def team(self, team: int) -> str:
        """The team by number, shape and colour."""
        return self.text(TEAM_KEYS[team - 1], shape=self.chip(team))

    def players_of(self, team: int) -> str:
        """The players of the team, in the order of their seats."""
        return self.listed([self.name(seat) for seat in self.game.seats_of(team)])

    def listed(self, names: Sequence[str]) -> str:
        """The names as a list in words."""
        if len(names) == 1:
            return names[0]
        return self.text("tui-list", first=", ".join(names[:-1]), last=names[-1])

    def card(self, code: str) -> str:
        """What the card shows; a code that is no card of the game stays as it is."""
        if code not in self.game.variant.cards:
            return self.glyphs.cut(code, LONGEST_NAME)
        return self.glyphs.card(self.game.variant, code)

    def label(self, space: int) -> str:
        """What the space shows."""
        board = self.game.variant.board
        return self.glyphs.label(self.game.variant, board.labels[space])

    def space(self, space: int) -> str:
        """The name of the space."""
        return self.game.variant.board.names[space]

    def spaces(self, line: Line) -> str:
        """The names of the spaces of a line."""
        return " ".join(map(self.space, line))

    def refusal(self, error: IllegalMove) -> str:
        """Why a move is refused, with the rule that says so."""
        params = dict(error.params)
        if isinstance(code := params.get("card"), str):
            params["card"] = self.card(code)
        reason = self.text(f"error-{error.code}", **params)
        return self.text("tui-refused", reason=reason, rule=error.rule)

    def outcome(self, outcome: Outcome) -> str:
        """How the game ended."""
        counts = ", ".join(
            self.text("tui-outcome-count", team=self.team(team), count=count)
            for team, count in enumerate(outcome.sequences, 1)
        )
        if outcome.winner is None:
            return self.text("tui-outcome-drawn", counts=counts)
        team, players = self.team(outcome.winner), self.players_of(outcome.winner)
        number = len(self.game.seats_of(outcome.winner))
        if outcome.reason == "blocked":
            return self.text(
                "tui-outcome-blocked", team=team, players=players, number=number, counts=counts
            )
        count = outcome.sequences[outcome.winner - 1]
        return self.text("tui-outcome-won", team=team, players=players, number=number, count=count)

    def move(self, move: Move, seat: int) -> str:
        """What the move asks for, said of the seat that would make it."""
        match move:
            case Place() | Remove():
                return self._played(move, seat)
            case Lock():
                board = self.game.variant.board
                line = f"{board.names[move.first]}-{board.names[move.last]}"
                return self.text("tui-move-lock", player=self.player(seat), line=line)
            case Draw():
                return self.event(game_events.DrawnSeen(move.seat, None, "by hand"))
            case TableTalk():
                return self.text("tui-move-talk", team=self.team(move.team))
            case Exchange() | Pass() | GiveUp():
                happening = card_event(move, seat)
                return "" if happening is None else self.event(happening)
            case _:
                assert_never(move)

    def event(self, event: SeenEvent, before: Position | None = None) -> str:
        """What happened; empty for what goes without saying.

        `before` is the position that the event met: it tells whose chip was taken off.
        """
        match event:
            case game_events.ChipPlaced():
                return self._played(Place(event.card, event.space), event.seat)
            case game_events.ChipRemoved():
                return self._played(Remove(event.card, event.space), event.seat, before)
            case game_events.SequenceClaimed():
                team, spaces = self.team(event.team), self.spaces(event.spaces)
                return self.text("tui-event-sequence", team=team, spaces=spaces)
            case game_events.CardExchanged():
                player, card = self.player(event.seat), self.card(event.card)
                return self.text("tui-event-exchanged", player=player, card=card)
            case game_events.DrawnSeen():
                return self._drawn(event)
            case game_events.DrewNothing():
                return self.text("tui-event-drew-nothing", player=self.player(event.seat))
            case game_events.Passed():
                return self.text("tui-event-passed", player=self.player(event.seat))
            case game_events.TableTalkRuled():
                team = self.team(event.team)
                return self.text("tui-event-talk", team=team, count=len(event.seats))
            case game_events.CardGivenUp():
                player, card = self.player(event.seat), self.card(event.card)
                return self.text("tui-event-given-up", player=player, card=card)
            case game_events.ReshuffledSeen():
                return self.text("tui-event-reshuffled")
            case game_events.DealtSeen():
                return self.text("tui-event-dealt", count=max(event.hand_sizes))
            case game_events.GameEnded():
                return self.outcome(event.outcome)
            case (
                game_events.ChoiceOpened()
                | game_events.LineChosen()
                | game_events.DrawOwed()
                | game_events.TurnBegan()
            ):
                return ""
            case _:
                assert_never(event)

    def lapse(self, seat: int) -> str:
        """That the seat has lost the card that it did not draw in time (R14)."""
        return self.text("tui-event-lapsed", player=self.player(seat))

    def _played(self, move: Place | Remove, seat: int, before: Position | None = None) -> str:
        player, card = self.player(seat), self.card(move.card)
        space, label = self.space(move.space), self.label(move.space)
        if isinstance(move, Remove):
            params = {"player": player, "card": card, "space": space, "label": label}
            if before is None:
                return self.text("tui-move-remove", **params)
            team = self.team(before.chips[move.space])
            return self.text("tui-event-removed", team=team, **params)
        wild = self.game.variant.cards[move.card].effect == "wild"
        if wild:
            # The space chosen is the call: everybody is told what it shows (R9).
            return self.text(
                "tui-event-placed-wild", player=player, card=card, space=space, label=label
            )
        if label == card:
            return self.text("tui-event-placed", player=player, card=card, space=space)
        return self.text(
            "tui-event-placed-answer", player=player, card=card, space=space, label=label
        )

    def _drawn(self, event: game_events.DrawnSeen) -> str:
        player = self.player(event.seat)
        if event.occasion == "turn" and event.card is None:
            return ""
        if event.card is None:
            return self.text("tui-event-drawn", player=player)
        return self.text("tui-event-drawn-card", player=player, card=self.card(event.card))
