"""Which moves each refusal of the rules is for, and what a client does about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

ANY_MOVE: Final = ("play", "remove", "exchange", "choose", "pass", "draw", "give up", "call")
"""What the page calls each kind of move."""

_PLAYS: Final = ("play", "remove", "exchange", "pass")


@dataclass(frozen=True, slots=True)
class Refusal:
    """The kinds of moves that are refused so, and what a client does then."""

    moves: tuple[str, ...]
    advice: str


_MINE: Final = "take a card out of `hand`"
_CHIP: Final = "name a chip of another team that is not `#` in `locked`"
_FOR_RECORDS: Final = "(never to a client of this server, only where a record is replayed)"

RULE_REFUSALS: Final[Mapping[str, Refusal]] = {
    "move-unreadable": Refusal(ANY_MOVE, "write the move as in the [table](#playing-a-game)"),
    "seat-not-to-act": Refusal((*_PLAYS, "choose", "give up"), "wait until `turn` is your seat"),
    "card-unknown": Refusal(("play", "remove", "exchange", "give up"), _MINE),
    "card-not-held": Refusal(("play", "remove", "exchange", "give up"), _MINE),
    "space-off-board": Refusal(("play", "remove", "choose"), "name a space of the board"),
    "space-taken": Refusal(("play",), "name another space; where none is open, exchange the card"),
    "space-not-named": Refusal(("play",), "name a space that shows the card's `label`"),
    "space-corner": Refusal(("play",), "name another space"),
    "card-only-removes": Refusal(("play",), "write `x` for `@`, and name a chip of another team"),
    "card-never-removes": Refusal(("remove",), "write `@` for `x`, and name an open space"),
    "removal-corner": Refusal(("remove",), _CHIP),
    "removal-open": Refusal(("remove",), _CHIP),
    "removal-own": Refusal(("remove",), _CHIP),
    "removal-locked": Refusal(("remove",), _CHIP),
    "exchange-jack": Refusal(("exchange",), "play it, or another card"),
    "exchange-alive": Refusal(("exchange",), "play it, or another card"),
    "exchange-used": Refusal(("exchange",), "play a card; no more exchanges in this turn"),
    "draw-automatic": Refusal(("draw",), "draw nothing where `draw` is `auto`"),
    "draw-not-owed": Refusal(("draw",), "leave it: the card is drawn, or forfeited (R14)"),
    "reshuffle-missing": Refusal((), _FOR_RECORDS),
    "reshuffle-wrong": Refusal((), _FOR_RECORDS),
    "talk-off": Refusal(("call",), "call nothing where `table_talk` is `off`"),
    "talk-not-now": Refusal(("call",), "call it again when `phase` is `play`"),
    "talk-team-unknown": Refusal(("call",), "name a team from 1 to `teams`"),
    "talk-team-alone": Refusal(("call",), "call nothing where each team has one seat"),
    "card-to-give-up": Refusal(
        (*_PLAYS, "choose"), "give up a card, as `may` has them; whose turn it is says `turn`"
    ),
    "card-not-asked": Refusal(("give up",), "make another move"),
    "pass-play-possible": Refusal(("pass",), "play a card"),
    "pass-exchange-possible": Refusal(("pass",), "exchange a dead card"),
    "line-to-choose": Refusal((*_PLAYS, "give up"), "choose a line, as `may` has them"),
    "line-not-asked": Refusal(("choose",), "make another move"),
    "line-not-offered": Refusal(("choose",), "choose one of those in `may`"),
    "over-won": Refusal(ANY_MOVE, "makes no move: the game is over"),
    "over-blocked": Refusal(ANY_MOVE, "makes no move: the game is over"),
}
"""By the code of the refusal, in the order of the rules."""
