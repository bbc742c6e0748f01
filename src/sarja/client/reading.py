"""What a server shows, as the rules have it: positions, views, events and moves."""

from typing import Any

from sarja.client.errors import ClientError
from sarja.client.messages import Data, GameShown, TableShown
from sarja.rules import events as game_events
from sarja.rules.board import Line
from sarja.rules.errors import IllegalMove
from sarja.rules.events import SeenEvent, SequenceClaimed, card_event
from sarja.rules.model import (
    CORNER,
    OPEN,
    Choice,
    Game,
    Outcome,
    Position,
    Sequence,
    View,
    evolve,
    new_position,
)
from sarja.rules.moves import Draw, Exchange, Lock, Move, Place
from sarja.rules.notation import format_move, parse_move
from sarja.rules.sequences import directions_in_order, offered_lines
from sarja.rules.variant import Variant


def read_game(table: TableShown, shown: GameShown, variant: Variant) -> Game:
    """What was settled before the first card.

    Raises:
        ClientError: `server-unreadable`.
    """
    setup = variant.setup(len(table.seats), table.teams)
    if setup is None:
        raise ClientError("server-unreadable")
    return Game(variant, setup, shown.dealer, table.draw, table.table_talk)


def read_view(table: TableShown, shown: GameShown, variant: Variant) -> View:
    """The game as the viewer may see it.

    Raises:
        ClientError: `server-unreadable`.
    """
    try:
        game = read_game(table, shown, variant)
        position = _position(game, shown)
        return View(position, table.you, shown.hand)
    except (KeyError, ValueError, IndexError, TypeError, IllegalMove):
        raise ClientError("server-unreadable") from None


def read_event(event: Data, variant: Variant) -> SeenEvent | None:
    """What happened in the game; None for what is not known here.

    Raises:
        ClientError: `server-unreadable`.
    """
    try:
        return _event(event, variant)
    except (KeyError, ValueError, TypeError):
        raise ClientError("server-unreadable") from None


def read_move(text: str, variant: Variant) -> Move:
    """The move of that text.

    Raises:
        IllegalMove: it is none.
    """
    return parse_move(text, variant.board)[0]


def _position(game: Game, shown: GameShown) -> Position:
    board, outcome = game.variant.board, shown.outcome
    signs = {"*": CORNER, ".": OPEN, "1": 1, "2": 2, "3": 3}
    chips = bytes(signs[sign] for row in shown.board for sign in row)
    locked = [sign == "#" for row in shown.locked for sign in row]
    if not len(chips) == len(locked) == len(board.labels):
        raise ValueError
    position = evolve(
        new_position(game),
        ply=shown.ply,
        turn=shown.turn or game.first_seat,
        chips=chips,
        locked=frozenset(space for space, is_locked in enumerate(locked) if is_locked),
        sequences=tuple(Sequence(s.team, _line(s.spaces, game.variant)) for s in shown.sequences),
        discards=shown.discards,
        hand_sizes=shown.hand_sizes,
        deck_size=shown.deck,
        owed=shown.owed,
        exchanges=_exchanges(game, shown),
        outcome=outcome and Outcome(outcome.winner, outcome.reason, outcome.sequences),
    )
    if shown.phase == "choose":
        return evolve(position, choice=_choice(position, shown))
    if shown.phase == "forfeit" and shown.turn is not None:
        # Who must act gives up a card; who else does is not shown, and comes in its turn.
        return evolve(position, giving_up=(shown.turn,))
    return position


def _exchanges(game: Game, shown: GameShown) -> int:
    """The dead cards that have been exchanged in this turn: the last moves of who is on turn."""
    count = 0
    for seat, text in reversed(shown.log):
        move, _ = parse_move(text, game.variant.board)
        if isinstance(move, Draw) and seat != shown.turn:
            continue
        if seat != shown.turn or not isinstance(move, Exchange):
            break
        count += 1
    return count


def _choice(position: Position, shown: GameShown) -> Choice:
    """The choice that is due: the chip was laid last, and the lines are among the moves."""
    board = position.game.variant.board
    moves = [parse_move(text, board)[0] for _, text in shown.log]
    space = next(move.space for move in reversed(moves) if isinstance(move, Place))
    offered = {text for text in shown.may if text.startswith("=")}
    directions = directions_in_order(position, space)
    for direction in directions:
        choice = Choice(space, (direction,))
        lines = offered_lines(evolve(position, choice=choice))
        if {format_move(Lock(line[0], line[-1]), board) for line in lines} == offered:
            return choice
    # Others choose; only they are told between which lines.
    return Choice(space, directions)


def _event(event: Data, variant: Variant) -> SeenEvent | None:
    kind, seat = event["type"], event.get("seat", 0)
    match kind:
        case "ChipPlaced":
            return game_events.ChipPlaced(seat, event["card"], _space(event["space"], variant))
        case "ChipRemoved":
            return game_events.ChipRemoved(seat, event["card"], _space(event["space"], variant))
        case "Dealt":
            return game_events.DealtSeen(tuple(event["hand_sizes"]), tuple(event["hand"]))
        case "Drawn":
            return game_events.DrawnSeen(seat, event["card"], event["occasion"])
        case "DrewNothing":
            return game_events.DrewNothing(seat, event["occasion"])
        case "DrawOwed":
            return game_events.DrawOwed(seat)
        case "CardExchanged":
            return game_events.CardExchanged(seat, event["card"])
        case "Reshuffled":
            return game_events.ReshuffledSeen()
        case "SequenceClaimed":
            return game_events.SequenceClaimed(event["team"], _line(event["spaces"], variant))
        case "ChoiceOpened":
            return game_events.ChoiceOpened(Choice(_space(event["space"], variant), ()))
        case "LineChosen":
            return game_events.LineChosen(seat, _line(event["spaces"], variant))
        case "Passed":
            return game_events.Passed(seat)
        case "TurnBegan":
            return game_events.TurnBegan(seat)
        case "TableTalkRuled":
            return game_events.TableTalkRuled(event["team"], tuple(event["seats"]))
        case "CardGivenUp":
            return game_events.CardGivenUp(seat, event["card"])
        case "GameEnded":
            return game_events.GameEnded(_outcome(event["outcome"]))
        case _:
            return None


def _outcome(data: dict[str, Any]) -> Outcome:
    return Outcome(data["winner"], data["reason"], tuple(data["sequences"]))


def _line(names: list[str], variant: Variant) -> Line:
    return tuple(_space(name, variant) for name in names)


def _space(name: str, variant: Variant) -> int:
    space = variant.board.space(name)
    if space is None:
        raise ValueError
    return space


def read_log(shown: GameShown, variant: Variant) -> list[tuple[int | None, Move, SeenEvent | None]]:
    """The moves so far: who made each, and what everybody saw of it; None where that is not told.

    Sequences are not among them, nor are draws.

    Raises:
        ClientError: `server-unreadable`.
    """
    try:
        return [
            (seat, move, card_event(move, seat or 0))
            for seat, text in shown.log
            for move in (read_move(text, variant),)
        ]
    except IllegalMove:
        raise ClientError("server-unreadable") from None


def read_claims(shown: GameShown, variant: Variant) -> list[SequenceClaimed]:
    """The sequences in the order in which they were claimed."""
    return [SequenceClaimed(one.team, _line(one.spaces, variant)) for one in shown.sequences]
