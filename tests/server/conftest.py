"""What tests of the server ask for by name."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.stores import URL, fresh_postgres


@pytest.fixture(params=["sqlite", "postgres"])
def both_stores(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """The test is done twice: its folder's tables are in SQLite, and then in PostgreSQL."""
    if request.param == "sqlite":
        yield
        return
    with fresh_postgres() as url:
        (tmp_path / URL).write_text(url)
        yield


@pytest.fixture
def url() -> Iterator[str]:
    """The URL of a database in PostgreSQL that is the test's own."""
    with fresh_postgres() as made:
        yield made
