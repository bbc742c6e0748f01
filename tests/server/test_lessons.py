"""Lessons: one code, a seat for everybody who comes, and a teacher who leads."""

import asyncio
import json
import logging
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sarja.server.app import Server
from sarja.server.lessons import LESSON_SECONDS
from sarja.server.lessons_store import KEPT_SECONDS, Lesson, plan
from sarja.server.quotas import Rates
from sarja.table.chance import GeneratorChance
from tests.server.phones import Data, Phone, run, serving, until
from tests.server.stores import looked_into, table_names

pytestmark = pytest.mark.usefixtures("both_stores")

NEVER = (1e6, 1e6)
SCHOOL = "192.0.2.7"
NAMES = ("Ann", "Bob", "Cid", "Dora", "Eve")


class LessonPhone(Phone):
    """A phone that is in a lesson: the teacher's, or a pupil's at a table."""

    lesson: Data
    lesson_token: str | None = None
    code = ""

    def listen(self) -> list[Data]:
        # A lesson's view is not a table's.
        table, messages = self.view, super().listen()
        for message in messages:
            if message["type"] == "lesson":
                self.lesson = message["view"]
        views = [m["view"] for m in messages if m["type"] in ("table", "update")]
        self.view = views[-1] if views else table
        return messages

    async def open_lesson(self, bots: str = "fill", **settings: Any) -> str:
        made = {"variant": "numbers-small", "seats": 2, "help": "spaces", **settings}
        answer = await self.say(type="open-lesson", settings=made, bots=bots)
        self.lesson_token, self.code = answer["token"], answer["code"]
        await self.attach_lesson()
        return str(answer["code"])

    async def attach_lesson(self) -> Data:
        return await self.say(type="attach-lesson", code=self.code, token=self.lesson_token)

    async def join(self, code: str, name: str, **more: Any) -> Data:
        answer = await self.say(type="join", code=code, name=name, **more)
        if answer["type"] == "joined":
            self.code, self.lesson_token = code, answer["token"]
            await self.attach_lesson()
        return answer

    async def lead(self, lead: str, id: str | None = None, **at: Any) -> Data:
        message = {"code": self.code, "token": self.lesson_token, "action": {"lead": lead, **at}}
        return await self.say(type="lead", **message, **({} if id is None else {"id": id}))

    async def sit_there(self) -> Data:
        """Follow the table where the lesson has a seat for this pupil."""
        self.listen()
        self.token = self.lesson_token
        return await self.attach(self.lesson["you"]["table"])


async def a_lesson(
    server: Server, *names: str, address: str = SCHOOL, **settings: Any
) -> tuple[LessonPhone, list[LessonPhone]]:
    """A teacher, and pupils who have joined and follow their tables."""
    teacher = LessonPhone(server, address)
    code = await teacher.open_lesson(**settings)
    pupils = []
    for name in names:
        pupil = LessonPhone(server, address)
        await pupil.join(code, name)
        await pupil.sit_there()
        pupils.append(pupil)
    await look(teacher)
    return teacher, pupils


async def look(teacher: LessonPhone) -> Data:
    """The lesson as it is now."""
    await teacher.attach_lesson()
    return teacher.lesson


def seating(lesson: Data) -> dict[int, list[str]]:
    """Who sits where, by table."""
    return {
        table["number"]: [seat["name"] for seat in table["seats"] if seat["kind"] == "person"]
        for table in lesson["tables"]
    }


def test_each_pupil_is_put_at_the_next_free_table(tmp_path: Path) -> None:
    async def lesson() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            teacher, pupils = await a_lesson(server, *NAMES)
            assert seating(teacher.lesson) == {1: ["Ann", "Bob"], 2: ["Cid", "Dora"], 3: ["Eve"]}
            assert [pupil.view["you"] for pupil in pupils] == [1, 2, 1, 2, 1]
            assert all(pupil.view["lesson"] for pupil in pupils)
            assert pupils[2].lesson["you"] == {
                "name": "Cid",
                "number": 2,
                "table": pupils[2].view["table"],
                "code": pupils[2].view["code"],
                "seat": 1,
            }
            # A pupil hears of nobody else, and a guest of nobody.
            guest = LessonPhone(server)
            guest.code = teacher.code
            await guest.attach_lesson()
            for phone in (pupils[0], guest):
                assert (phone.lesson["pupils"], phone.lesson["tables"]) == ([], [])
            assert (guest.lesson["role"], guest.lesson["you"]) == ("guest", None)

    run(lesson())


def test_the_teacher_starts_a_round_pauses_and_goes_on(tmp_path: Path) -> None:
    async def lesson() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            teacher, pupils = await a_lesson(server, *NAMES)
            assert (await pupils[0].do("start"))["code"] == "lesson-led"
            assert (await teacher.lead("start"))["type"] == "led"
            await look(teacher)
            assert [t["stage"] for t in teacher.lesson["tables"]] == ["playing"] * 3
            assert teacher.lesson["round"] == 1
            assert teacher.lesson["tables"][2]["seats"][1]["kind"] == "bot"
            assert (await teacher.lead("pause"))["type"] == "led"
            await teacher.lead("resume", table=2)
            await look(teacher)
            assert [t["paused"] for t in teacher.lesson["tables"]] == [True, False, True]
            pupils[0].listen()
            assert pupils[0].view["paused"]
            assert (await pupils[0].do("ask", what="resume"))["code"] == "lesson-led"
            assert (await pupils[0].do("play", move="-"))["code"] == "game-paused"
            assert (await teacher.lead("resume"))["type"] == "led"
            assert (await teacher.lead("pause", table=9))["code"] == "lesson-table-unknown"

    run(lesson())


def test_a_message_that_comes_twice_happens_once(tmp_path: Path) -> None:
    async def lesson() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            teacher, _ = await a_lesson(server, "Ann")
            opening = {"type": "open-lesson", "id": "an-id-made-by-chance", "settings": {}}
            first, again = [await LessonPhone(server).say(**opening) for _ in range(2)]
            assert first == again
            joining = {"id": "another-id-made-by-chance"}
            bob, twin = LessonPhone(server), LessonPhone(server)
            assert await bob.join(teacher.code, "Bob", **joining) == await twin.join(
                teacher.code, "Bob", **joining
            )
            for _ in range(2):
                assert (await teacher.lead("start", id="round-1"))["type"] == "led"
            assert (await look(teacher))["round"] == 1
            for _ in range(2):
                await teacher.lead("regroup", id="regroup-1")
            await teacher.lead("start", id="round-2")
            before = seating(await look(teacher))
            # What was asked for before comes late: it is done already.
            await teacher.lead("regroup", id="regroup-1")
            await teacher.lead("start", id="round-1")
            assert seating(await look(teacher)) == before
            assert [t["stage"] for t in teacher.lesson["tables"]] == ["playing"]
            assert teacher.lesson["round"] == 2

    run(lesson())


def test_pupils_are_regrouped_and_keep_their_tokens(tmp_path: Path) -> None:
    async def lesson() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            teacher, pupils = await a_lesson(server, *NAMES)
            await teacher.lead("start")
            groups = set()
            for _ in range(6):
                assert (await teacher.lead("regroup", how="shuffle"))["type"] == "led"
                found = seating(await look(teacher))
                # Also where the same two sit together again.
                assert {table["stage"] for table in teacher.lesson["tables"]} == {"lobby"}
                await teacher.lead("start")
                assert sorted(name for names in found.values() for name in names) == list(NAMES)
                assert sorted(map(len, found.values())) == [1, 2, 2]
                groups.add(str(found))
            assert len(groups) > 1
            await teacher.lead("regroup")
            for pupil, name in zip(pupils, NAMES, strict=True):
                await pupil.sit_there()
                own = pupil.view["seats"][pupil.view["you"] - 1]
                assert own["name"] == name and pupil.view["stage"] == "lobby"

    run(lesson())


def test_winners_play_together_in_the_next_round(tmp_path: Path) -> None:
    async def lesson() -> None:
        # In both games somebody wins.
        async with serving(tmp_path, chance=GeneratorChance(Random(7))) as server:
            teacher, pupils = await a_lesson(server, "Ann", "Bob", "Cid", "Dora")
            await teacher.lead("start")
            for phone in pupils:
                phone.listen()
            while any(phone.view["stage"] == "playing" for phone in pupils):
                for phone in pupils:
                    phone.listen()
                    if phone.is_to_move:
                        await phone.do("play", move=phone.any_move())
            won = {
                phone.lesson["you"]["name"]
                for phone in pupils
                if phone.game["outcome"]["winner"] == phone.view["you"]
            }
            assert len(won) == 2
            await teacher.lead("regroup", how="winners")
            assert set(seating(await look(teacher))[1]) == won

    run(lesson())


def test_a_late_pupil_waits_at_a_table_of_their_own_and_is_moved(tmp_path: Path) -> None:
    async def lesson() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            teacher, (ann, *_) = await a_lesson(server, "Ann", "Bob", "Cid")
            await teacher.lead("start")
            late, later = LessonPhone(server), LessonPhone(server)
            await late.join(teacher.code, "Dora")
            await later.join(teacher.code, "Eve")
            assert seating(await look(teacher))[3] == ["Dora", "Eve"]
            eve = teacher.lesson["pupils"][-1]["pupil"]
            refused = await teacher.lead("move", pupil=eve, table=2)
            assert (refused["code"], refused["params"]) == ("no-free-seat", {"table": 2})
            assert (await teacher.lead("move", pupil=99))["code"] == "pupil-unknown"
            await teacher.lead("move", pupil=eve)
            assert seating(await look(teacher))[4] == ["Eve"]
            await teacher.lead("move", pupil=eve, table=3)
            assert seating(await look(teacher))[3] == ["Dora", "Eve"]
            # Ann's game goes on all the while; where she is taken out of it a bot plays on.
            ann.listen()
            assert ann.view["stage"] == "playing"
            await teacher.lead("move", pupil=1)
            seats = (await look(teacher))["tables"][0]["seats"]
            assert [seat["kind"] for seat in seats] == ["bot", "person"]

    run(lesson())


def test_a_name_is_unique_in_the_lesson_and_the_teacher_can_remove_it(tmp_path: Path) -> None:
    async def lesson() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            teacher, (ann, bob, _) = await a_lesson(server, "Ann", "Bob", "Rude")
            late = LessonPhone(server)
            # At another table, and yet it is the same lesson.
            assert (await late.join(teacher.code, "ANN"))["code"] == "name-taken"
            assert (await late.join(teacher.code, "\u200b"))["code"] == "name-unprintable"
            rude = LessonPhone(server)
            rude.code, rude.lesson_token = ann.code, _.lesson_token
            assert (await rude.attach_lesson())["type"] == "lesson"
            assert (await teacher.lead("remove", pupil=3))["type"] == "led"
            rude.listen()
            assert (rude.lesson["role"], rude.lesson["you"]) == ("guest", None)
            assert (await rude.attach_lesson())["code"] == "token-unknown"
            assert "Rude" not in json.dumps(await look(teacher))
            assert (await rude.join(teacher.code, "Rune"))["type"] == "joined"
            assert (await bob.lead("remove", pupil=1))["code"] == "token-unknown"

    run(lesson())


def test_tables_are_smaller_where_no_bots_are_wanted(tmp_path: Path) -> None:
    async def lesson() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            teacher, _ = await a_lesson(server, *NAMES, bots="smaller", variant="classic", seats=4)
            await teacher.lead("regroup")
            await teacher.lead("start")
            seats = [table["seats"] for table in (await look(teacher))["tables"]]
            assert [len(one) for one in seats] == [3, 2]
            assert all(seat["kind"] == "person" for one in seats for seat in one)

    run(lesson())


def test_a_lesson_goes_on_after_a_restart_amid_a_round(tmp_path: Path) -> None:
    async def lesson() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            teacher, pupils = await a_lesson(server, *NAMES)
            await teacher.lead("start")
            hands = []
            for pupil in pupils:
                pupil.listen()
                hands.append(pupil.game["hand"])
        async with serving(tmp_path, pause=NEVER) as server:
            back = [LessonPhone(server) for _ in pupils]
            for phone, pupil, hand in zip(back, pupils, hands, strict=True):
                phone.code, phone.lesson_token = pupil.code, pupil.lesson_token
                await phone.attach_lesson()
                await phone.sit_there()
                assert phone.game["hand"] == hand
            again = LessonPhone(server)
            again.code, again.lesson_token = teacher.code, teacher.lesson_token
            await look(again)
            assert [t["stage"] for t in again.lesson["tables"]] == ["playing"] * 3
            await again.lead("pause")
            for phone in back:
                phone.listen()
                assert phone.view["paused"]

    run(lesson())


def test_a_plan_that_was_stored_is_carried_out_when_the_server_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lesson() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            teacher, _ = await a_lesson(server, *NAMES)
            assert server.lessons is not None

            async def dies(*_: Any, **__: Any) -> None:
                raise RuntimeError

            with monkeypatch.context() as patch, Silenced():
                patch.setattr(server.lessons, "_settle", dies)
                assert (await teacher.lead("regroup"))["code"] == "internal"
        async with serving(tmp_path, pause=NEVER) as server:
            again = LessonPhone(server)
            again.code, again.lesson_token = teacher.code, teacher.lesson_token
            found = seating(await look(again))
            planned: dict[int, list[str]] = {}
            for pupil in again.lesson["pupils"]:
                planned.setdefault(pupil["table"], []).append(pupil["name"])
            assert {n: sorted(names) for n, names in found.items()} == {
                n: sorted(names) for n, names in planned.items()
            }

    run(lesson())


class Silenced:
    """What is provoked need not be told."""

    def __enter__(self) -> None:
        logging.disable(logging.ERROR)

    def __exit__(self, *_: object) -> None:
        logging.disable(logging.NOTSET)


def test_names_and_games_are_gone_when_the_lesson_is_over(tmp_path: Path) -> None:
    async def lesson() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            teacher, pupils = await a_lesson(server, *NAMES)
            server.connections |= {pupil.connection for pupil in pupils}
            await teacher.lead("start")
            assert (await teacher.lead("end"))["type"] == "led"
            for pupil in pupils:
                pupil.listen()
                assert pupil.lesson["over"] and pupil.lesson["you"] is None
            await server.steward.look()
            heard = pupils[0].listen()
            assert heard[-1]["code"] == "table-closed"
            assert (await pupils[0].do("play", move="-"))["code"] == "table-unknown"
            late = LessonPhone(server)
            assert (await late.join(teacher.code, "Late"))["code"] == "lesson-over"
            late.code = teacher.code
            assert (await late.attach_lesson())["view"]["over"]
            assert (await teacher.lead("start"))["code"] == "lesson-over"
            # It comes twice, and is as good as done.
            assert (await teacher.lead("end"))["type"] == "led"
        with looked_into(tmp_path) as database:
            for name in table_names(tmp_path):
                rows = repr(database.execute(f"SELECT * FROM {name}").fetchall())
                assert not any(f'"{pupil}"' in rows or f"'{pupil}'" in rows for pupil in NAMES)
                if name in ("tables", "commands", "pupils"):
                    assert rows == "[]"

    run(lesson())


def test_a_lesson_ends_by_itself_and_is_forgotten(tmp_path: Path) -> None:
    async def lesson() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            teacher, (ann,) = await a_lesson(server, "Ann")
            lessons, began = server.lessons, teacher.lesson["ends_at"] - LESSON_SECONDS
            assert lessons is not None
            lessons.clock = lambda: began + LESSON_SECONDS - 60
            await lessons.sweep()
            ann.listen()
            assert not ann.lesson["over"]
            lessons.clock = lambda: began + LESSON_SECONDS + 60
            await lessons.sweep()
            ann.listen()
            assert ann.lesson["over"]
            lessons.clock = lambda: began + LESSON_SECONDS + KEPT_SECONDS + 120
            await lessons.sweep()
            assert (await ann.attach_lesson())["code"] == "lesson-unknown"

    run(lesson())


def test_the_code_of_a_lesson_is_told_from_a_tables(tmp_path: Path) -> None:
    async def lesson() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            teacher, (ann,) = await a_lesson(server, "Ann")
            stranger = Phone(server, "203.0.113.9")
            refused = await stranger.say(type="attach", code=teacher.code.lower())
            assert (refused["code"], refused["params"]) == (
                "lesson-code",
                {"lesson": teacher.code},
            )
            # Nor does anybody look on who is not in the lesson.
            assert (await stranger.attach(ann.view["table"]))["code"] == "spectators-none"

    run(lesson())


def test_a_class_behind_one_address_is_let_in_where_guessing_is_stopped(tmp_path: Path) -> None:
    async def lesson() -> None:
        rates = Rates(guesses="3/minute")
        async with serving(tmp_path, rates=rates, pause=NEVER) as server:
            teacher, _ = await a_lesson(server, "Ann", "Bob")
            other, _ = await a_lesson(server, "Zoe", address="198.51.100.2")
            table = await Phone(server, "198.51.100.2").open()
            code = (await server.rooms.room(table)).table.code
            rascal = LessonPhone(server, SCHOOL)
            for _ in range(4):
                last = await rascal.say(type="attach", code="WRONG")
            assert last["code"] == "too-many-guesses"
            # Neither another table nor another lesson can be found from there now.
            for message in ("attach", "attach-lesson"):
                for wanted in (code, other.code):
                    refused = await rascal.say(type=message, code=wanted)
                    assert refused["code"] == "too-many-guesses"
            assert (await rascal.join(other.code, "Spy"))["code"] == "too-many-guesses"
            # The lesson's own code is as good as ever, typed on the first page too.
            assert (await rascal.say(type="attach", code=teacher.code))["code"] == "lesson-code"
            assert (await rascal.join(teacher.code, "Cid"))["type"] == "joined"
            # Somebody elsewhere has guessed too much, and does not find it.
            eve = LessonPhone(server, "203.0.113.9")
            for _ in range(4):
                await eve.say(type="attach-lesson", code="WRONG")
            assert (await eve.join(teacher.code, "Eve"))["code"] == "too-many-guesses"

    run(lesson())


def test_who_was_moved_is_not_taken_for_a_guesser(tmp_path: Path) -> None:
    async def lesson() -> None:
        rates = Rates(guesses="3/minute")
        async with serving(tmp_path, rates=rates, pause=NEVER) as server:
            teacher, (ann, *_) = await a_lesson(server, "Ann", "Bob", "Cid")
            old = ann.view["table"]
            await teacher.lead("move", pupil=1)
            for _ in range(8):
                assert (await ann.attach(old))["code"] == "seat-moved"
                assert (await ann.do("play", move="-"))["code"] == "seat-moved"
            assert (await ann.sit_there())["type"] == "table"

    run(lesson())


def test_a_teacher_sees_every_table_and_never_a_hand(tmp_path: Path) -> None:
    async def lesson() -> None:
        async with serving(tmp_path) as server:
            teacher, pupils = await a_lesson(server, *NAMES)
            await teacher.lead("start")
            for _ in range(20):
                for pupil in pupils:
                    pupil.listen()
                    if pupil.view["stage"] == "playing" and pupil.is_to_move:
                        await pupil.do("play", move=pupil.any_move())
            lesson = await look(teacher)
            assert sum(table["moves"] for table in lesson["tables"]) > 20
            assert not {"hand", "hands", "may", "deck"} & {
                key for table in lesson["tables"] for key in table
            }
            # As a table screen, large, it is the same.
            screen = LessonPhone(server, SCHOOL)
            screen.token = teacher.lesson_token
            shown = await screen.attach(lesson["tables"][0]["table"])
            game = shown["view"]["game"]
            assert shown["view"]["you"] is None and game["hand"] == [] and game["may"] == []

    run(lesson())


def test_the_teacher_is_told_what_happens_and_not_too_often(tmp_path: Path) -> None:
    async def lesson() -> None:
        async with serving(tmp_path) as server:
            teacher, pupils = await a_lesson(server, "Ann", "Bob")
            await teacher.lead("start")
            await asyncio.sleep(0)
            teacher.listen()
            told = 0
            while pupils[0].view["stage"] != "over":
                for pupil in pupils:
                    pupil.listen()
                    if pupil.view["stage"] == "playing" and pupil.is_to_move:
                        await pupil.do("play", move=pupil.any_move())
                told += sum(m["type"] == "lesson" for m in teacher.listen())
            moves = len(pupils[0].game["log"])
            assert told < moves
            await until(lambda: bool(teacher.listen()) or teacher.lesson["tables"][0]["outcome"])
            await until(
                lambda: (
                    teacher.listen() is not None and teacher.lesson["tables"][0]["stage"] == "over"
                )
            )

    run(lesson())


# Other servers


def test_ever_so_many_notices_of_a_lesson_are_one_look_at_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lesson() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            lessons = server.lessons
            assert lessons is not None
            teacher, _ = await a_lesson(server, "Ann")
            room = await lessons.find(teacher.code)
            read, reads = lessons._read, 0
            removed = partial(plan, lesson=room.lesson.id, command="elsewhere", removed=1)

            async def counted(column: str, value: str) -> Lesson | None:
                nonlocal reads
                reads += 1
                found = await read(column, value)
                if reads == 1:
                    # What another server stores and tells only now is not in what has been read.
                    await lessons.store.submit(removed)
                    for _ in range(1000):
                        lessons._heard(teacher.code)
                return found

            monkeypatch.setattr(lessons, "_read", counted)
            async with room.lock:
                for _ in range(1000):
                    lessons._heard(teacher.code)
                await asyncio.sleep(0)
                assert len(lessons._following) == 1
            await until(lambda: not lessons._following)
            assert reads == 2 and room.lesson.pupils == ()
            lessons._heard("unknown")
            assert not lessons._following and not lessons._news

    run(lesson())
