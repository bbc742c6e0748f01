"""Whole games in two worlds: what is hidden from a viewer is dealt anew, all else is the same.

A world is a room with a follower for each viewer, and what each of them was sent. Cards lie in
slots: (which deck, which place in it). A viewer knows the slots that it drew itself and those that
were played; all others may hold each other's cards.
"""

import hashlib
import logging
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from random import Random
from typing import Final, Literal

import msgspec

from sarja.bots.registry import make_bot
from sarja.rules.chance import CutRound, cut_for_deal
from sarja.rules.errors import SarjaError
from sarja.rules.events import (
    CardExchanged,
    CardGivenUp,
    ChipPlaced,
    ChipRemoved,
    Dealt,
    Drawn,
    Event,
    Reshuffled,
)
from sarja.rules.notation import format_move
from sarja.rules.play import legal_moves
from sarja.rules.variant import Variant
from sarja.server.attendance import Attendance
from sarja.server.room import Role, Room, encode
from sarja.server.stopwatch import Stopwatch
from sarja.server.voices import Voices
from sarja.table.actions import Invite, Judge, Say, Screen, Settings, Sit, Start
from sarja.table.commands import check_fresh, decide, open_table
from sarja.table.events import AnyTableEvent, GameEvent, event_of_game
from sarja.table.lesson_views import lesson_table
from sarja.table.messages import Attend, Done, Refused
from sarja.table.table import Table, fold
from tests.server.interludes import Command, interlude, plays

Deck = tuple[str, ...]
Viewer = (
    int
    | Literal["log", "screen", "teacher", "passed", "uncovered", "late", "back", "http", "admin"]
    | None
)
"""A seat, None for a spectator, a table screen, the teacher of a lesson that it is in, who reads
the log, or a device that is passed round: all hands covered, or that of seat 1 in its turns not.
Who comes late looks on from now, and who comes back has seat 1; both have missed some events. And
there is who asks over HTTP, and who runs the server, looking at its tables."""
FIRST_SEAT: Final = ("uncovered", "back")
"""These see what seat 1 sees."""
Slot = tuple[int, int]
HASH: Final = r"(?<=\")[0-9a-f]{64}(?=\")"
COMMITMENTS: Final = re.compile(
    r'"type":"DeckCommitted","hash":"[0-9a-f]{64}"}|"commitments": ?\[("[0-9a-f]{64}",? ?)*\]'
)


class PlannedChance:
    """The decks in the order in which they are needed, and after them new ones by chance."""

    def __init__(self, seed: int, planned: Sequence[Deck] = ()) -> None:
        self._random = Random(seed)
        self.decks: list[Deck] = []
        self._planned = list(planned)

    def order(self, cards: Deck) -> Deck:
        if len(self.decks) < len(self._planned):
            deck = self._planned[len(self.decks)]
            assert sorted(deck) == sorted(cards)
        else:
            deck = tuple(self._random.sample(cards, len(cards)))
        self.decks.append(deck)
        return deck

    def salt(self) -> str:
        # Another one for every other deck: a salt that gets out makes a difference.
        return hashlib.sha256(repr(self.decks[-1]).encode()).hexdigest()

    def cut(self, variant: Variant, seats: int) -> tuple[int, tuple[CutRound, ...]]:
        return cut_for_deal(variant, seats, Random(f"{len(self.decks)}"))


def masked(message: str) -> str:
    """The message without its commitments: of all that is told they alone hang on the deck."""
    return COMMITMENTS.sub(lambda found: re.sub(HASH, "#", found[0]), message)


class Silent:
    def wake(self, role: Role) -> None:
        pass


class LogReader(logging.Handler):
    """Notes what the program logs, of whatever importance, for the world that is at work."""

    def __init__(self) -> None:
        super().__init__(logging.NOTSET)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        # What asyncio has to say is about itself, and hangs on the clock.
        if record.name != "asyncio":
            self.lines.append(self.format(record))

    def __enter__(self) -> None:
        root = logging.getLogger()
        self._level = root.level
        root.setLevel(logging.DEBUG)
        root.addHandler(self)

    def __exit__(self, *_: object) -> None:
        root = logging.getLogger()
        root.removeHandler(self)
        root.setLevel(self._level)


LOG = LogReader()


class World:
    """A table, and all that its viewers have been sent."""

    def __init__(self, settings: Settings, chance: PlannedChance) -> None:
        self.chance = chance
        self.now = 0
        """By the clocks of the table: how many commands there have been."""
        clock: Callable[[], float] = lambda: float(self.now)  # noqa: E731  four take it
        self.room = Room(
            Table("table"),
            attendance=Attendance(clock, 0.0),
            stopwatch=Stopwatch(clock),
            ballot=Stopwatch(clock),
            voices=Voices(clock),
        )
        self.people: dict[Viewer, Role] = {}
        """The roles of all who are here, whether it is kept what they are sent or not."""
        self.streams: dict[Viewer, list[str]] = {}
        self.roles: dict[Viewer, Role] = {}
        self.log: list[str] = []
        self._came_at = 0
        self.room.advance(open_table("CODES", settings))

    def watch(self, viewers: Sequence[Viewer]) -> None:
        """All are here; these viewers are sent what happens."""
        seats = range(1, self.room.table.setup.seats)
        everybody: tuple[Viewer, ...] = (None, "screen", "passed", "uncovered", *seats)
        roles: dict[Viewer, Role] = {
            viewer: Role(Silent(), self.room, None if viewer is None else f"hash-{viewer}")
            for viewer in everybody
        }
        for device in ("passed", "uncovered"):
            roles[device].passed = tuple(f"hash-{seat}" for seat in seats)
            # Who is there is told by the people's own devices.
            roles[device].there = False
        for role in roles.values():
            self.room.follow(role)
        self.people = roles
        self.roles = {viewer: roles[viewer] for viewer in viewers if viewer in roles}
        self.streams = {viewer: [] for viewer in viewers}
        if "log" in viewers:
            self.streams["log"] = self.log
        self.deliver()

    def do(self, command: Command, now: int) -> list[AnyTableEvent]:
        """Carry the command out; the sender gets its answer, all get what happened."""
        LOG.lines = self.log
        self.now = now
        room, seat = self.room, command.seat
        events: list[AnyTableEvent] = []
        if isinstance(command.action, Attend):
            room.attend(self.people[seat], command.action.there)
            self.deliver()
            return events
        try:
            check_fresh(room.table, command.action, room.table.version)
            events = decide(
                room.table,
                seat,
                command.action,
                self.chance,
                command.token,
                room.moment,
                by_bot=command.by_bot,
            )
            room.advance(events, fold(room.table, events))
            room.look_who_is_here()
            answer = encode(Done("id", "table", room.table.version, seat))
        except SarjaError as error:
            answer = encode(Refused("id", error.code, error.params))
        if seat in self.streams:
            self.streams[seat].append(answer)
        self.deliver()
        return events

    def deliver(self) -> None:
        if "teacher" in self.streams:
            shown = lesson_table(1, self.room.table, self.room.moment)
            text = msgspec.json.encode(shown).decode()
            if text not in self.streams["teacher"][-1:]:
                self.streams["teacher"].append(text)
        since = self.room.table.version - self._came_at
        if since > 9 or (since and self.room.table.stage == "over"):
            # Never when something was refused to others: of that nobody hears.
            self._came_at = self.room.table.version
            if "late" in self.streams:
                self.streams["late"] += self._come(None)
            if "back" in self.streams:
                self.streams["back"] += self._come("hash-1")
        for viewer, role in self.roles.items():
            if viewer == "uncovered" and role.uncovered is None and self.room.table.to_act == 1:
                role.uncovered, role.whole = "hash-1", True
            while (message := self.room.compose(role)) is not None:
                self.streams[viewer].append(masked(message))

    def _come(self, owner: str | None) -> list[str]:
        """What somebody is sent who comes just now, and has missed the last few events."""
        role = Role(Silent(), self.room, owner, max(0, self.room.table.version - 15), attach="late")
        # Who is here stays as it is: it is told elsewhere.
        self.room.followers.add(role)
        message = self.room.compose(role)
        self.room.followers.discard(role)
        return [] if message is None else [masked(message)]


@dataclass
class Knowledge:
    """Which slot each card came from, and who has seen it."""

    first_seat: int = 0
    owner: dict[Slot, int] = field(default_factory=dict)
    drawn_at: dict[Slot, int] = field(default_factory=dict)
    played_at: dict[Slot, int] = field(default_factory=dict)
    hands: list[list[Slot]] = field(default_factory=list)
    decks: list[Deck] = field(default_factory=list)
    _next: int = 0
    _now: int = 0

    def follow(self, event: Event) -> None:
        self._now += 1
        match event:
            case Dealt():
                seats, hand = len(event.hands), len(event.hands[0])
                self.hands = [[] for _ in event.hands]
                order = [(self.first_seat - 1 + at) % seats for at in range(seats)]
                self.decks = [
                    tuple(event.hands[order[at % seats]][at // seats] for at in range(seats * hand))
                    + event.deck
                ]
                self._next = 0
                for at in range(seats * hand):
                    self._take(order[at % seats] + 1)
            case Drawn():
                self._take(event.seat)
            case Reshuffled():
                self.decks.append(event.deck)
                self._next = 0
            case ChipPlaced() | ChipRemoved() | CardExchanged() | CardGivenUp():
                hand_ = self.hands[event.seat - 1]
                slot = next(s for s in hand_ if self.card(s) == event.card)
                hand_.remove(slot)
                self.played_at[slot] = self._now
            case _:
                pass

    def card(self, slot: Slot) -> str:
        return self.decks[slot[0]][slot[1]]

    def _take(self, seat: int) -> None:
        slot = (len(self.decks) - 1, self._next)
        self._next += 1
        self.owner[slot] = seat
        self.drawn_at[slot] = self._now
        self.hands[seat - 1].append(slot)

    def dealt_anew(
        self, viewer: Viewer, random: Random, *, hands: bool = True, shown: bool = False
    ) -> list[Deck]:
        """Decks that could as well have been, for all that the viewer has seen.

        Without `hands` only the cards that nobody has drawn yet change places. `shown` says that
        the viewer has seen what all hold: then those cards may still have come in another order.
        """
        seat = 1 if viewer in FIRST_SEAT else viewer
        decks = [list(deck) for deck in self.decks]
        for number, deck in enumerate(decks):
            slots = [(number, place) for place in range(len(deck))]
            hidden = [
                slot
                for slot in slots
                if slot not in self.played_at
                and (slot not in self.owner or (hands and not shown and self.owner[slot] != seat))
            ]
            cards = [deck[place] for _, place in hidden]
            random.shuffle(cards)
            for (_, place), card in zip(hidden, cards, strict=True):
                deck[place] = card
            if hands:
                self._swap_in_hands(deck, [s for s in slots if self.owner.get(s) != seat], random)
        return [tuple(deck) for deck in decks]

    def _swap_in_hands(self, deck: list[str], slots: list[Slot], random: Random) -> None:
        """Let cards of one hand have come in another order: nobody else can tell."""
        never = self._now + 1
        # When the card that now lies in each slot is played: that goes along with the card.
        played = {slot: self.played_at.get(slot, never) for slot in slots}
        for _ in range(len(slots)):
            one, other = random.choice(slots), random.choice(slots)
            if self.owner.get(one) is None or self.owner.get(one) != self.owner.get(other):
                continue
            came = max(self.drawn_at[one], self.drawn_at[other])
            if came < min(played[one], played[other]):
                deck[one[1]], deck[other[1]] = deck[other[1]], deck[one[1]]
                played[one], played[other] = played[other], played[one]


def settings_of(variant: str, seats: int, teams: int, random: Random) -> Settings:
    return Settings(
        variant=variant,
        seats=seats,
        teams=2 if teams == 2 else 3,
        draw=random.choice(("auto", "manual")),
        table_talk=random.choice(("off", "penalty")),
        turn_seconds=random.choice((None, 60)),
        spectators=random.choice(("allowed", "allowed", "allowed", "none")),
        duplicate=random.choice((False, False, True)),
    )


def seating(settings: Settings) -> Iterator[Command]:
    """Everybody sits down, the last one is a bot; then the game begins."""
    for seat in range(1, settings.seats):
        yield Command(None, Sit(f"P{seat}", seat), f"hash-{seat}")
    yield Command(None, Screen(), "hash-screen")
    yield Command(1, Invite(settings.seats, "casual"))
    yield Command(1, Start())


def commands_of(world: World, random: Random) -> Iterator[Command]:
    """Moves by chance until the game is over; now and then one that is refused."""
    while (state := world.room.table.state) is not None and state.position.outcome is None:
        position, board = state.position, state.position.game.variant.board
        seat = position.to_act
        assert seat is not None
        if random.random() < 0.05 and world.room.table.vote is None:
            yield from interlude(world.room, random)
            continue
        if random.random() < 0.25:
            wrong = random.choice(sorted(position.game.variant.cards))
            space = board.names[random.choice(board.playable)]
            text = random.choice((f"{wrong}@{space}", f"{wrong}#", "-", f"{wrong}x{space}", "2:+"))
            yield plays(world.room, random.randint(1, position.game.seats), text)
            continue
        if position.owed and random.random() < 0.8:
            yield plays(world.room, position.owed[0], f"{position.owed[0]}:+")
            continue
        anybody = random.randint(1, position.game.seats)
        if random.random() < 0.03:
            person = random.randint(1, position.game.seats - 1)
            yield Command(person, Say(random.choice(("hello", "tea"))))
        if world.room.table.vote is not None:
            # Of those who are not asked this is refused, and the vote is open until all are.
            yield Command(min(anybody, position.game.seats - 1), Judge(random.random() < 0.7))
            continue
        if random.random() < 0.08:
            yield plays(world.room, anybody, random.choice(("!1", "!2")))
            continue
        # One plays well, the others do not stand in the way: so games are short.
        if seat == 1:
            move = make_bot("casual").choose(state.view(seat), random)
        else:
            move = random.choice(legal_moves(position, state.hand(seat)))
        yield plays(world.room, seat, format_move(move, board))


@dataclass
class Story:
    """A game so far: the world, who knows what, and what was asked for."""

    settings: Settings
    seed: int
    world: World
    knowledge: Knowledge = field(default_factory=Knowledge)
    done: list[tuple[Command, bool]] = field(default_factory=list)
    """Each command, and whether it was carried out."""

    def go(self, command: Command) -> None:
        events = self.world.do(command, len(self.done))
        self.done.append((command, bool(events) or isinstance(command.action, Attend)))
        for event in events:
            if isinstance(event, GameEvent):
                game = self.world.room.table.game
                assert game is not None
                self.knowledge.first_seat = game.first_seat
                self.knowledge.follow(event_of_game(event))

    def shows_hands_to(self, viewer: Viewer) -> bool:
        """Whether the viewer has seen all hands, for the game is over."""
        table, people = self.world.room.table, tuple(range(1, self.settings.seats))
        if viewer in ("passed", "uncovered"):
            return table.opens_to(people)
        seat = 1 if viewer == "back" else viewer
        seats = (seat,) if isinstance(seat, int) else ()
        return viewer not in ("log", "teacher") and table.opens_to(seats, screen=viewer == "screen")

    def told_again(self, viewer: Viewer, decks: list[Deck]) -> list[str] | None:
        """What the viewer is sent where the cards lay otherwise; None if it cannot have been so.

        What others were refused is left out: nobody but they have heard of it.
        """
        world = World(self.settings, PlannedChance(self.seed, decks))
        for now, (command, went) in enumerate(self.done):
            own = command.seat == viewer
            if not own and not went:
                continue
            events = world.do(command, now)
            if went and not events and not own and not isinstance(command.action, Attend):
                return None
            if isinstance(command.action, Start) and not world.streams:
                world.watch([viewer])
        return world.streams[viewer]


def whole_game(settings: Settings, seed: int) -> Iterator[Story]:
    """A game from the deal to its end, after each command."""
    story = Story(settings, seed, World(settings, PlannedChance(seed)))
    for command in seating(settings):
        story.go(command)
    everybody: list[Viewer] = [None, "screen", "teacher", "passed", "uncovered", "log"]
    everybody += ["late", "back"]
    story.world.watch([*everybody, *range(1, settings.seats)])
    yield story
    for command in commands_of(story.world, Random(seed)):
        story.go(command)
        yield story


def difference(story: Story, viewer: Viewer, random: Random) -> tuple[str, str] | None:
    """What the viewer was sent, and would have been with other hidden cards, where they differ."""
    sent = story.world.streams[viewer]
    for attempt in range(6):
        decks = story.knowledge.dealt_anew(
            viewer, random, hands=attempt < 5, shown=story.shows_hands_to(viewer)
        )
        told = story.told_again(viewer, decks)
        if told is None:
            # Somebody passed, and would not have had to.
            continue
        if told == sent:
            return None
        pairs = zip_longest(sent, told, fillvalue="")
        return next((one, other) for one, other in pairs if one != other)
    raise AssertionError("no other deal fits")
