"""A stage for each scenario, prepared once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.stage import Make, Stage, prepare


@pytest.fixture(scope="session")
def tools_of_the_stage(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Node and Chromium; the workers of one run share the lock's folder."""
    return prepare(tmp_path_factory.getbasetemp().parent / "sarja-e2e.lock")


@pytest.fixture
def make_stage(tools_of_the_stage: tuple[str, str], tmp_path: Path) -> Iterator[Make]:
    """Makes stages, and clears them away."""
    stages: list[Stage] = []

    def make(*options: str, host: str | None = None) -> Stage:
        stage = Stage(tmp_path, *tools_of_the_stage)
        public = ("--public-url", stage.url(host)) if host else ()
        stage.serve(*options, *public)
        stages.append(stage)
        return stage

    yield make
    for stage in stages:
        stage.close()
