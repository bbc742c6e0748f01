"""What all messages of the protocol are made of: their base, and the parts that several have."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

TableId = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(min_length=16, max_length=100)]
CommandId = Annotated[str, Meta(min_length=1, max_length=40)]
Version = Annotated[int, Meta(ge=0)]


class Message(Struct, tag_field="type", forbid_unknown_fields=True, frozen=True):
    """One of the messages below."""


class SeatInfo(Struct, frozen=True):
    """A seat as everybody sees it.

    `here` says that its person is connected, `away` that the person has not been there for a while.
    """

    seat: int
    team: int
    kind: Literal["open", "person", "bot"]
    name: str
    bot: str | None
    here: bool
    away: bool = False
    stand_in: str | None = None
    """The bot that plays for the person."""
    person: int | None = None
    """The number of the person at this table, which goes along to another seat."""
