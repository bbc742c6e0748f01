"""Every page: its accessibility, its width, its weight."""

import pytest

from tests.e2e.stage import Make
from tools.screenshots import CODE, SCENES, cover_scene, crowd_scene, screen_scene

MAKERS = {**SCENES, "crowd": crowd_scene, "screen": screen_scene, "cover": cover_scene}


@pytest.mark.parametrize(
    "names", [("game",), ("crowd",), ("screen", "cover"), ("start", "set-up", "choice", "end")]
)
def test_every_page_is_accessible_and_fits(make_stage: Make, names: tuple[str, ...]) -> None:
    scenes = {name: MAKERS[name]() for name in names}
    make_stage().play("pages", scenes=scenes, code=CODE, others="start" in names)


def test_a_table_weighs_less_than_60_kB(make_stage: Make) -> None:
    make_stage().play("weight", limit=60_000, texts=16_000, again=10_000)
