"""The rules of a turn: what may be done, why not, and what then happens (R5 to R17, R23, R24).

Three verbs: `check` raises with the reason, `is_legal` asks, `play` does it.
"""

from typing import Final, assert_never

from sarja.rules.chance import Chance
from sarja.rules.errors import IllegalMove
from sarja.rules.events import (
    CardExchanged,
    CardGivenUp,
    ChipPlaced,
    ChipRemoved,
    ChoiceOpened,
    Dealt,
    Drawn,
    DrawOwed,
    DrewNothing,
    Event,
    GameEnded,
    LineChosen,
    Occasion,
    Passed,
    Reshuffled,
    SequenceClaimed,
    TableTalkRuled,
    TurnBegan,
    advance,
    advance_cards,
    advance_state,
)
from sarja.rules.model import (
    CORNER,
    OPEN,
    Choice,
    Game,
    Outcome,
    Position,
    Reason,
    State,
    new_position,
)
from sarja.rules.moves import (
    PASS,
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
from sarja.rules.sequences import best_ways, directions_in_order, offered_lines, sure_line

NO_CARDS: Final[tuple[str, ...]] = ()


def deal(game: Game, deck: tuple[str, ...]) -> tuple[State, tuple[Event, ...]]:
    """The state after the deal from that deck, top card first, and the event of it (R5).

    Cards go out one at a time, clockwise, from the dealer's left.
    """
    dealt = game.seats * game.setup.hand
    hands = [NO_CARDS] * game.seats
    seat = game.first_seat
    for at in range(game.seats):
        hands[seat - 1] = deck[at : dealt : game.seats]
        seat = game.after(seat)
    event = Dealt(tuple(hands), deck[dealt:])
    return advance_state(State(new_position(game), tuple(hands), deck), event), (event,)


# What may be done


def legal_moves(position: Position, hand: tuple[str, ...]) -> list[Move]:
    """The moves of the seat that must act, which holds that hand; empty when the game is over.

    Needs no secret, so referee, bots and clients share it. Draws by hand and table talk, which
    are not the acting seat's alone, are in `late_moves`.
    """
    match position.phase:
        case "play":
            return _turn_moves(position, hand)
        case "choose":
            return [Lock(line[0], line[-1]) for line in offered_lines(position)]
        case "forfeit":
            seat = position.giving_up[0]
            return [GiveUp(seat, card) for card in dict.fromkeys(hand)]
        case "over":
            return []


def late_moves(position: Position) -> list[Move]:
    """Draws by hand that are still allowed (R14), and table talk that may be ruled (R16)."""
    moves: list[Move] = [Draw(seat) for seat in position.owed]
    game = position.game
    if game.table_talk == "penalty" and position.phase == "play" and game.seats > game.teams:
        moves += [TableTalk(team) for team in range(1, game.teams + 1)]
    return moves


def _turn_moves(position: Position, hand: tuple[str, ...]) -> list[Move]:
    """Placing, removing and exchanging, else a pass: what begins a turn (R7 to R12, R17)."""
    game, chips = position.game, position.chips
    variant = game.variant
    placings = variant.placings
    may_exchange = position.exchanges < variant.exchanges_per_turn
    moves: list[Move] = []
    spared = (OPEN, CORNER, game.team_of(position.turn))
    for card in dict.fromkeys(hand):
        if card in placings:
            found = len(moves)
            for space, placing in placings[card]:
                if chips[space] == OPEN:
                    moves.append(placing)
            if len(moves) == found and may_exchange and card in variant.exchanges:
                moves.append(variant.exchanges[card])
        else:
            for space, removal in variant.removals[card]:
                if chips[space] not in spared and space not in position.locked:
                    moves.append(removal)
    return moves or [PASS]


def is_dead(position: Position, card: str) -> bool:
    """Whether every space that shows the card is taken; never for a jack (R11, R12)."""
    variant = position.game.variant
    return card in variant.exchanges and all(
        position.chips[space] != OPEN for space in variant.spaces_of[card]
    )


def is_legal(state: State, move: Move, seat: int | None = None) -> bool:
    """Whether the move may be made, by that seat if one is named."""
    try:
        check(state, move, seat)
    except IllegalMove:
        return False
    return True


# Why not


def check(state: State, move: Move, seat: int | None = None) -> None:
    """Nothing, if the move may be made, by that seat if one is named.

    Raises:
        IllegalMove: with the reason.
    """
    position = state.position
    if position.outcome is not None:
        raise IllegalMove("over-won" if position.outcome.reason == "sequences" else "over-blocked")
    if isinstance(move, TableTalk):
        _check_talk(position, move)
        return
    # A draw and a card given up name their seat themselves.
    named = move.seat if isinstance(move, Draw | GiveUp) else seat
    if seat not in (None, named):
        raise IllegalMove("seat-not-to-act", seat=seat or 0, turn=named or 0)
    if isinstance(move, Draw):
        _check_draw(position, move)
        return
    if named not in (None, position.to_act):
        raise IllegalMove("seat-not-to-act", seat=named or 0, turn=position.to_act or 0)
    _check_phase(position, move)
    hand = state.hand(position.to_act or 0)
    match move:
        case Place():
            _check_place(position, hand, move)
        case Remove():
            _check_remove(position, hand, move)
        case Exchange():
            _check_exchange(position, hand, move)
        case Lock():
            if all((move.first, move.last) != (ln[0], ln[-1]) for ln in offered_lines(position)):
                raise IllegalMove("line-not-offered")
        case Pass():
            _check_pass(position, hand)
        case GiveUp():
            _check_held(position, hand, move.card)
        case _:
            assert_never(move)


def _check_phase(position: Position, move: Move) -> None:
    """That the move is of the kind that is due now."""
    phase = position.phase
    if phase == "choose" and not isinstance(move, Lock):
        raise IllegalMove("line-to-choose")
    if phase == "forfeit" and not isinstance(move, GiveUp):
        raise IllegalMove("card-to-give-up", seat=position.giving_up[0])
    if phase == "play" and isinstance(move, Lock):
        raise IllegalMove("line-not-asked")
    if phase == "play" and isinstance(move, GiveUp):
        raise IllegalMove("card-not-asked")


def _check_held(position: Position, hand: tuple[str, ...], card: str) -> None:
    if card not in position.game.variant.cards:
        raise IllegalMove("card-unknown", card=card)
    if card not in hand:
        raise IllegalMove("card-not-held", card=card)


def _check_place(position: Position, hand: tuple[str, ...], move: Place) -> None:
    """R8, and R9 for wild cards and corners."""
    variant, space = position.game.variant, move.space
    _check_held(position, hand, move.card)
    name = variant.board.names[space]
    if variant.cards[move.card].effect == "remove":
        raise IllegalMove("card-only-removes", card=move.card)
    if position.chips[space] == CORNER:
        raise IllegalMove("space-corner", space=name)
    if position.chips[space] != OPEN:
        raise IllegalMove("space-taken", space=name)
    if space not in variant.spaces_of[move.card]:
        raise IllegalMove("space-not-named", space=name, card=move.card)


def _check_remove(position: Position, hand: tuple[str, ...], move: Remove) -> None:
    """R10, and R19 for locked chips."""
    variant, space = position.game.variant, move.space
    _check_held(position, hand, move.card)
    name = variant.board.names[space]
    if variant.cards[move.card].effect != "remove":
        raise IllegalMove("card-never-removes", card=move.card)
    if position.chips[space] == CORNER:
        raise IllegalMove("removal-corner", space=name)
    if position.chips[space] == OPEN:
        raise IllegalMove("removal-open", space=name)
    if position.chips[space] == position.game.team_of(position.turn):
        raise IllegalMove("removal-own", space=name)
    if space in position.locked:
        raise IllegalMove("removal-locked", space=name)


def _check_exchange(position: Position, hand: tuple[str, ...], move: Exchange) -> None:
    """R12, and R11 for the cards that are never dead."""
    variant = position.game.variant
    _check_held(position, hand, move.card)
    if move.card not in variant.exchanges:
        raise IllegalMove("exchange-jack", card=move.card)
    if not is_dead(position, move.card):
        raise IllegalMove("exchange-alive", card=move.card)
    if position.exchanges >= variant.exchanges_per_turn:
        raise IllegalMove("exchange-used", count=variant.exchanges_per_turn)


def _check_pass(position: Position, hand: tuple[str, ...]) -> None:
    """R17."""
    first = _turn_moves(position, hand)[0]
    if isinstance(first, Exchange):
        raise IllegalMove("pass-exchange-possible")
    if not isinstance(first, Pass):
        raise IllegalMove("pass-play-possible")


def _check_draw(position: Position, move: Draw) -> None:
    """R13, R14."""
    if position.game.draw == "auto":
        raise IllegalMove("draw-automatic")
    if move.seat not in position.owed:
        raise IllegalMove("draw-not-owed", seat=move.seat)


def _check_talk(position: Position, move: TableTalk) -> None:
    """R16."""
    game = position.game
    if game.table_talk == "off":
        raise IllegalMove("talk-off")
    if not 1 <= move.team <= game.teams:
        raise IllegalMove("talk-team-unknown", team=move.team)
    if game.seats == game.teams:
        raise IllegalMove("talk-team-alone", team=move.team)
    if position.phase != "play":
        raise IllegalMove("talk-not-now")


# What then happens


def play(
    state: State, move: Move, chance: Chance, seat: int | None = None
) -> tuple[State, tuple[Event, ...]]:
    """The state after the move, and what happened, in order.

    `chance` gives the orders of coming reshuffles; `seat`, if named, must be the one that acts.

    Raises:
        IllegalMove: with the reason; or `chance` refuses.
    """
    check(state, move, seat)
    course = _Course(state, chance)
    turn = state.position.turn
    match move:
        case Place():
            course.happen(ChipPlaced(turn, move.card, move.space))
            course.claim_lines(move.space)
        case Remove():
            course.happen(ChipRemoved(turn, move.card, move.space))
            course.complete_play()
        case Exchange():
            course.happen(CardExchanged(turn, move.card))
            course.draw(turn, "exchange")
        case Lock():
            course.choose_line(move)
        case Pass():
            course.happen(Passed(turn))
            course.end_turn()
        case Draw():
            course.draw(move.seat, "by hand")
        case TableTalk():
            game = state.position.game
            seats = tuple(s for s in game.seats_of(move.team) if state.hand(s))
            course.happen(TableTalkRuled(move.team, seats))
        case GiveUp():
            course.happen(CardGivenUp(move.seat, move.card))
        case _:
            assert_never(move)
    return course.state, tuple(course.events)


class _Course:
    """A move while it takes its course: the state so far, and the events that led there."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.position, self.hands, self.deck = state.position, state.hands, state.deck
        self.events: list[Event] = []
        self._chance = chance

    @property
    def state(self) -> State:
        return State(self.position, self.hands, self.deck)

    def happen(self, event: Event) -> None:
        self.position = advance(self.position, event)
        self.hands, self.deck = advance_cards(self.hands, self.deck, event)
        self.events.append(event)

    def claim_lines(self, space: int) -> None:
        """Claim the lines that the chip on `space` completes, and see who has won (R18 to R23)."""
        position = self.position
        directions = directions_in_order(position, space)
        if not directions:
            self.complete_play()
            return
        firsts = [best_ways(position, space, direction)[0] for direction in directions]
        count = position.count_sequences(self._team) + sum(map(len, firsts))
        if count < position.game.setup.sequences:
            self._claim_sure(Choice(space, directions))
            return
        # The team has won, whatever it would choose; so nothing is asked.
        for way in firsts:
            for line in way:
                self.happen(SequenceClaimed(self._team, line))
        self._end_game(self._team, "sequences")

    def choose_line(self, move: Lock) -> None:
        """Claim the chosen line and those that now leave no choice (R22)."""
        position = self.position
        choice = position.choice
        if choice is None:
            raise IllegalMove("line-not-asked")
        offered = offered_lines(position)
        line = next(ln for ln in offered if (ln[0], ln[-1]) == (move.first, move.last))
        self.happen(LineChosen(position.turn, line))
        self.happen(SequenceClaimed(self._team, line))
        self._claim_sure(choice)

    def _claim_sure(self, choice: Choice) -> None:
        """Claim every line that leaves no choice; then ask for the first that does (R22)."""
        still_open = []
        for direction in choice.directions:
            while ways := best_ways(self.position, choice.space, direction):
                sure = sure_line(ways)
                if sure is None:
                    still_open.append(direction)
                    break
                self.happen(SequenceClaimed(self._team, sure))
        if still_open:
            self.happen(ChoiceOpened(Choice(choice.space, tuple(still_open))))
        else:
            self.complete_play()

    def complete_play(self) -> None:
        """The last act of the turn: the draw, done or owed (R13, R14)."""
        position = self.position
        if position.game.draw == "auto":
            self.draw(position.turn, "turn")
        else:
            self.happen(DrawOwed(position.turn))
        self.end_turn()

    def end_turn(self) -> None:
        """The next seat's turn, unless all have passed (R24); an empty hand takes a card (R17)."""
        position = self.position
        if position.passes == position.game.seats:
            counts = _sequence_counts(position)
            best = [team for team, count in enumerate(counts, 1) if count == max(counts)]
            self._end_game(best[0] if len(best) == 1 else None, "blocked")
            return
        seat = position.game.after(position.turn)
        self.happen(TurnBegan(seat))
        if not self.hands[seat - 1]:
            self.draw(seat, "empty hand")

    def draw(self, seat: int, occasion: Occasion) -> None:
        """Give the seat the top card; an empty deck is made anew from the discards (R15)."""
        if not self.deck:
            self._reshuffle()
        if not self.deck:
            self.happen(DrewNothing(seat, occasion))
            return
        self.happen(Drawn(seat, self.deck[0], occasion))
        if not self.deck:
            self._reshuffle()

    def _reshuffle(self) -> None:
        position = self.position
        cards = tuple(card for pile in position.discards for card in pile)
        if cards:
            self.happen(Reshuffled(self._chance(position.reshuffles, cards)))

    def _end_game(self, winner: int | None, reason: Reason) -> None:
        counts = _sequence_counts(self.position)
        self.happen(GameEnded(Outcome(winner, reason, counts)))

    @property
    def _team(self) -> int:
        position = self.position
        return position.game.team_of(position.turn)


def _sequence_counts(position: Position) -> tuple[int, ...]:
    return tuple(map(position.count_sequences, range(1, position.game.teams + 1)))
