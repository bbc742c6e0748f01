"""Set phrases and signs: what people say to each other at a table."""

import re
from typing import get_args

import msgspec
import pytest

from sarja.table.actions import AnyAction, Say, Saying, Sit, Stand, Start, Swap
from sarja.table.commands import check_fresh, decide
from sarja.table.errors import TableError
from sarja.table.events import Said, redact
from sarja.table.messages import table_view
from sarja.table.moment import Moment
from sarja.table.table import KEPT_SAYINGS, fold
from tests.table.tables import CHANCE, after, moved, new_table, played_out, two_people, with_people
from tools.pages import ROOT

HELLO = Say("hello")


def test_all_who_see_the_table_see_what_is_said() -> None:
    table = two_people()
    person = table.chair(2).person
    assert decide(table, 2, HELLO, CHANCE) == [Said(2, "hello", person)]
    said = after(moved(table), 2, HELLO)
    for viewer in (None, 1, 2):
        assert table_view(said, viewer).said == [(1, 2, "hello")]
        assert redact(Said(2, "hello", person), viewer, ()) == Said(2, "hello", person)
        assert table_view(said, viewer, unheard=frozenset({person})).said == []


def test_it_is_said_at_any_time_and_nothing_hangs_on_it() -> None:
    lobby = with_people(new_table(), "Ann", "Bob")
    for table in (lobby, two_people(), played_out(two_people())):
        said = after(table, 1, HELLO)
        assert said.state == table.state and said.turn_since == table.turn_since
        check_fresh(said, HELLO, 0)
        check_fresh(said, Start(), table.version)


def test_who_has_no_seat_says_nothing() -> None:
    with pytest.raises(TableError, match="not-seated"):
        decide(two_people(), None, HELLO, CHANCE)


def test_who_has_said_much_must_wait() -> None:
    moment = Moment(hushed=frozenset({1}))
    with pytest.raises(TableError, match="too-many-phrases"):
        decide(two_people(), 1, HELLO, CHANCE, moment=moment)
    assert isinstance(decide(two_people(), 2, HELLO, CHANCE, moment=moment)[0], Said)


def test_there_are_no_words_of_ones_own() -> None:
    for what in ("Play the ace!", "", "Hello", "nice"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"do": "say", "what": what}, AnyAction)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"do": "say", "what": "hello", "space": "a1"}, AnyAction)


def test_every_saying_has_a_text_and_none_is_a_suit() -> None:
    texts = (ROOT / "src/sarja/locales/en/web.ftl").read_text(encoding="utf-8")
    keys = set(re.findall(r"^web-saying-([a-z-]+) =", texts, re.MULTILINE))
    assert keys == set(get_args(Saying))
    assert not keys & {"heart", "spade", "club", "diamond", "thumb-up", "thumb-down"}


def test_the_last_ones_are_kept_until_another_game_begins() -> None:
    table = two_people()
    for _ in range(KEPT_SAYINGS + 5):
        table = after(table, 1, HELLO)
    assert len(table.said) == KEPT_SAYINGS
    over = played_out(table)
    assert over.said == table.said
    assert after(over, 1, Start()).said == ()


def test_a_person_has_a_number_that_goes_along_to_another_seat() -> None:
    table = with_people(new_table(seats=3), "Ann", "Bob")
    ann, bob, nobody = (seat.person for seat in table_view(table, None).seats)
    assert ann is not None and bob is not None and ann != bob and nobody is None
    swapped = after(table, 1, Swap(3))
    assert [seat.person for seat in table_view(swapped, None).seats] == [None, bob, ann]
    gone = after(table, 2, Stand())
    back = after(gone, None, Sit("Bob", 2), "another")
    assert table_view(back, None).seats[1].person not in (None, ann, bob)
    assert fold(table, []) == table
