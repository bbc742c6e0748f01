"""What people do in a game besides playing: they go and come, and ask, and send each other away."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from sarja.server.room import Room
from sarja.table.actions import Agree, AnyAction, Ask, Decline, Play, Return, StandIn, Vacate, Wish
from sarja.table.messages import Attend


@dataclass(frozen=True)
class Command:
    seat: int | None
    action: AnyAction | Attend
    token: str | None = None
    by_bot: bool = False


def plays(room: Room, seat: int, move: str) -> Command:
    """The move of whoever plays at the seat, a person or a bot."""
    return Command(seat, Play(move), by_bot=room.table.bot_at(seat) is not None)


def interlude(room: Room, random: Random) -> Iterator[Command]:
    """One of these things, from its beginning to its end. The host stays."""
    table = room.table
    people = [seat for seat, chair in enumerate(table.chairs, 1) if chair.kind == "person"]
    gone = [seat for seat in people if table.chair(seat).stand_in is not None]
    asker = random.choice([seat for seat in people if seat not in gone])
    what = random.choice(("pause", "leave", "return", "vacate", "refused"))
    if what == "pause":
        yield from _pause(room, asker, people, random)
    elif what == "leave" and asker != 1:
        yield Command(asker, Attend(False))
        yield Command(1, StandIn(asker))
    elif what == "return" and gone:
        yield Command(gone[0], Return())
        yield Command(gone[0], Attend(True))
    elif what == "vacate" and people[-1] not in (1, *gone) and random.random() < 0.3:
        yield Command(1, Vacate(people[-1]))
    elif what == "refused" and table.request is None:
        seat = random.choice(people)
        yield Command(asker, random.choice((StandIn(seat), Agree(), Decline(), Return())))


def _pause(room: Room, asker: int, people: list[int], random: Random) -> Iterator[Command]:
    yield from _all(room, asker, people, "pause")
    yield plays(room, asker, "-")
    if random.random() < 0.3:
        yield Command(asker, Ask("end"))
        yield Command(asker, Decline())
    yield from _all(room, asker, people, "resume")


def _all(room: Room, asker: int, people: list[int], what: Wish) -> Iterator[Command]:
    yield Command(asker, Ask(what))
    for seat in people:
        request = room.table.request
        if request is not None and seat not in request.agreed:
            yield Command(seat, Agree())
