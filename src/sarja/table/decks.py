"""The order of every deck is committed to before its first card is drawn."""

from collections.abc import Iterable

from sarja.rules.commitments import commit
from sarja.rules.events import Event, Reshuffled
from sarja.table.chance import TableChance
from sarja.table.events import AnyTableEvent, DeckCommitted, game_event
from sarja.table.table import Table


def deck_committed(deck: tuple[str, ...], chance: TableChance) -> DeckCommitted:
    """The event that commits to the deck in that order."""
    made = commit(chance.salt(), deck)
    return DeckCommitted(made.hash, made.salt)


def happened(table: Table, events: Iterable[Event], chance: TableChance) -> list[AnyTableEvent]:
    """What happened in the game as events of its table, each reshuffle committed to.

    A game that began before there were commitments goes on without.
    """
    told: list[AnyTableEvent] = []
    for event in events:
        if isinstance(event, Reshuffled) and table.commitments:
            told.append(deck_committed(event.deck, chance))
        told.append(game_event(event))
    return told
