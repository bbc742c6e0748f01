"""How many sockets each address has: what other servers tell, and for how long it is believed."""

from sarja.server.bus import Hearer, MemoryBus
from sarja.server.crowds import BELIEVED_SECONDS, Crowds
from tests.server.test_stand_ins import Clock

ADDRESS = "10.0.0.7"


class Wire(MemoryBus):
    """A bus that brings everything to everybody at once, for as long as it is whole."""

    has_others = True

    def __init__(self, wires: list["Wire"]) -> None:
        super().__init__()
        self._hearers: dict[str, list[Hearer]] = {}
        self._wires = wires
        self.is_cut = False
        wires.append(self)

    def hear(self, kind: str, hearer: Hearer) -> None:
        self._hearers.setdefault(kind, []).append(hearer)

    def tell(self, kind: str, *what: str) -> None:
        for wire in self._wires:
            if wire is not self and not wire.is_cut and not self.is_cut:
                for hearer in wire._hearers.get(kind, ()):
                    hearer(*what)


def two() -> tuple[Crowds, Crowds, Wire, Clock]:
    wires: list[Wire] = []
    clock = Clock()
    one, other = (Crowds(Wire(wires), clock) for _ in range(2))
    return one, other, wires[0], clock


def test_each_counts_what_the_other_tells() -> None:
    one, other, _, _ = two()
    one.change(ADDRESS, 1)
    one.change(ADDRESS, 1)
    other.change(ADDRESS, 1)
    assert (one.of(ADDRESS), other.of(ADDRESS), one.of("10.0.0.8")) == (3, 3, 0)
    one.change(ADDRESS, -1)
    assert (one.of(ADDRESS), other.of(ADDRESS)) == (2, 2)


def test_what_was_lost_on_the_way_is_made_good_by_the_next_whole_count() -> None:
    one, other, wire, _ = two()
    one.change(ADDRESS, 1)
    wire.is_cut = True
    one.change(ADDRESS, -1)
    one.change("10.0.0.8", 1)
    wire.is_cut = False
    assert (other.of(ADDRESS), other.of("10.0.0.8")) == (1, 0)
    one._tell_all()
    assert (other.of(ADDRESS), other.of("10.0.0.8")) == (0, 1)


def test_sockets_of_a_server_that_tells_nothing_any_more_are_forgotten() -> None:
    one, other, wire, clock = two()
    one.change(ADDRESS, 1)
    wire.is_cut = True
    clock.now += BELIEVED_SECONDS - 1
    assert other.of(ADDRESS) == 1
    clock.now += 2
    assert other.of(ADDRESS) == 0


def test_memory_of_servers_that_are_no_more_stays_bounded() -> None:
    crowds = Crowds(MemoryBus(), clock := Clock())
    for number in range(1000):
        crowds._heard_all(f"server {number}", f'{{"{ADDRESS}": 1}}')
        clock.now += 1
    assert len(crowds._elsewhere) <= BELIEVED_SECONDS + 1
    crowds._heard_one("the last one", ADDRESS, "1")
    crowds._heard_one("the last one", ADDRESS, "0")
    assert not crowds._elsewhere["the last one"].counts
    assert crowds._here == {}
