"""Links by which another device of a lesson's teacher leads, too."""

from pathlib import Path

import pytest

from sarja.server.lessons_store import LINK_KEPT_SECONDS
from sarja.server.rooms import LINK_SECONDS
from sarja.server.tokens import seal, unseal
from tests.server.phones import run, serving
from tests.server.stores import looked_into
from tests.server.test_lessons import NEVER, SCHOOL, LessonPhone, a_lesson, look, seating

BOTH = pytest.mark.usefixtures("both_stores")


async def offer(teacher: LessonPhone) -> str:
    """The secret of a link by which another device leads."""
    answer = await teacher.say(
        type="offer-lesson-link", code=teacher.code, token=teacher.lesson_token
    )
    assert (answer["type"], answer["seconds"]) == ("lesson-link", LINK_SECONDS)
    return str(answer["secret"])


def links(folder: Path) -> int:
    """How many links to lead are stored."""
    with looked_into(folder) as database:
        return int(database.execute("SELECT count(*) FROM lesson_links").fetchone()[0])


@BOTH
def test_another_device_of_the_teacher_leads_too(tmp_path: Path) -> None:
    async def lesson() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            teacher, pupils = await a_lesson(server, "Ann", "Bob")
            secret = await offer(teacher)
            other = LessonPhone(server, "198.51.100.9")
            asked = {"code": teacher.code, "secret": secret, "id": "1f7d3c5a9be20846"}
            taken = await other.say(type="take-lesson-link", **asked)
            assert (taken["type"], taken["code"]) == ("lesson-opened", teacher.code)
            # The same message again has the same answer; nobody else gets one.
            assert await other.say(type="take-lesson-link", **asked) == taken
            late = LessonPhone(server)
            again = await late.say(
                type="take-lesson-link", **asked | {"id": "another-id-of-a-thief"}
            )
            assert again["code"] == "link-spent"

            other.code, other.lesson_token = teacher.code, taken["token"]
            await other.attach_lesson()
            assert (other.lesson["role"], seating(other.lesson)) == ("teacher", {1: ["Ann", "Bob"]})
            assert (await other.lead("start"))["type"] == "led"
            pupils[0].listen()
            assert pupils[0].view["stage"] == "playing"
            # Both look at tables as their screen, also at one that is opened by now only.
            third = LessonPhone(server, SCHOOL)
            await third.join(teacher.code, "Cid")
            for phone in (teacher, other):
                for table in (await look(phone))["tables"]:
                    seen = LessonPhone(server)
                    seen.token = phone.lesson_token
                    assert (await seen.attach(table["table"]))["view"]["you"] is None
            assert (await teacher.lead("end"))["type"] == "led"
            await other.attach_lesson()
            assert other.lesson["over"]

    run(lesson())


@BOTH
def test_a_link_to_lead_is_good_for_ten_minutes_and_for_its_lesson_alone(tmp_path: Path) -> None:
    async def lesson() -> None:
        async with serving(tmp_path, pause=NEVER) as server:
            assert server.lessons is not None
            now = server.lessons.clock()
            server.lessons.clock = lambda: now
            teacher, (ann,) = await a_lesson(server, "Ann")
            another = LessonPhone(server, SCHOOL)
            await another.open_lesson()
            pupil = await ann.say(type="offer-lesson-link", code=ann.code, token=ann.lesson_token)
            assert pupil["code"] == "token-unknown"
            secret = await offer(teacher)

            async def take(code: str, secret: str) -> str:
                answer = await LessonPhone(server).say(
                    type="take-lesson-link", code=code, secret=secret
                )
                return str(answer["code"])

            assert await take(another.code, secret) == "link-unknown"
            assert await take(teacher.code, secret[::-1]) == "link-unknown"
            assert await take("NOSUCH", secret) == "lesson-unknown"
            now += LINK_SECONDS + 1
            assert await take(teacher.code, secret) == "link-spent"
            now += LINK_KEPT_SECONDS
            await server.lessons.sweep()
            assert await take(teacher.code, secret) == "link-unknown"
            secret = await offer(teacher)
            assert links(tmp_path) == 1
            await teacher.lead("end")
            assert links(tmp_path) == 0
            assert await take(teacher.code, secret) == "lesson-over"

    run(lesson())


def test_who_has_the_secret_alone_reads_the_token_of_a_link() -> None:
    token, secret = "5b0d9c1e7f3a24860c2b4d6e8fa1357924680bdf13579ace", "Hq1vT0b3kZr8sYw2mXc6nLp9"
    sealed = seal(token, secret)
    assert unseal(sealed, secret) == token
    assert token not in sealed
    assert bytes.fromhex(sealed) != token.encode()
    assert seal(token, secret + "x") != sealed
