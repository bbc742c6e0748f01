"""Tables for tests: people who sit down, and what they ask for."""

from random import Random
from typing import Any

from sarja.rules.notation import format_move
from sarja.rules.play import legal_moves
from sarja.table.actions import AnyAction, Invite, Play, Settings, Sit, Start
from sarja.table.chance import GeneratorChance
from sarja.table.commands import decide, open_table
from sarja.table.events import AnyTableEvent
from sarja.table.table import Table, fold

CHANCE = GeneratorChance(Random(7))


def new_table(variant: str = "numbers-small", seats: int = 2, **settings: Any) -> Table:
    made = Settings(variant, seats, **settings)
    return fold(Table("table"), open_table("CODES", made))


def after(table: Table, seat: int | None, action: AnyAction, token: str | None = None) -> Table:
    """The table after the action."""
    return fold(table, decide(table, seat, action, CHANCE, token))


def events_of(table: Table, seat: int | None, action: AnyAction) -> list[AnyTableEvent]:
    return decide(table, seat, action, CHANCE, "hash")


def with_people(table: Table, *names: str) -> Table:
    """The table when the people have taken the first open seats."""
    for name in names:
        table = after(table, None, Sit(name), f"hash-{name}")
    return table


def begun(table: Table) -> Table:
    """The table when the host has begun the game."""
    return after(table, table.host, Start())


def two_people(variant: str = "numbers-small", **settings: Any) -> Table:
    return begun(with_people(new_table(variant, **settings), "Ann", "Bob"))


def move_of(table: Table) -> tuple[int, Play]:
    """Who is to move, and a move that is allowed."""
    assert table.state is not None and table.game is not None
    position = table.state.position
    seat = position.to_act
    assert seat is not None
    move = Random(table.version).choice(legal_moves(position, table.state.hand(seat)))
    return seat, Play(format_move(move, table.game.variant.board))


def moved(table: Table) -> Table:
    seat, play = move_of(table)
    return after(table, seat, play)


def played_out(table: Table) -> Table:
    """The table when its game is over."""
    while table.stage == "playing":
        table = moved(table)
    return table


def with_bot(table: Table, seat: int, bot: str = "random") -> Table:
    return after(table, table.host, Invite(seat, bot))
