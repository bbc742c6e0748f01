"""Whatever is asked over HTTP is answered: as described, never by a fault, and nothing is kept."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from sarja.server.openapi import OPERATIONS, Operation, description
from sarja.server.quotas import Rates
from tests.server.network import Player, Running, running
from tests.server.test_accounts import PASSWORD, quick

SOAK = os.environ.get("SARJA_SOAK") == "1"
EXAMPLES = 1000 if SOAK else 4
"""Of each operation; and as many where what is named is there, and somebody signed in."""

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)
UNBOUNDED = "1000000/minute"
RATES = Rates(
    guesses=UNBOUNDED,
    passwords=UNBOUNDED,
    passwords_of=UNBOUNDED,
    accounts=UNBOUNDED,
    reports=UNBOUNDED,
    reports_from=UNBOUNDED,
    analyses=UNBOUNDED,
    asked=1e9,
    asked_burst=1e9,
)

SCHEMA: Any = schemathesis.openapi.from_dict(description())


class Faults(logging.Handler):
    """What a server says of its own faults."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture(scope="module")
def faults() -> Iterator[Faults]:
    made = Faults()
    logging.getLogger().addHandler(made)
    yield made
    logging.getLogger().removeHandler(made)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory, faults: Faults) -> Iterator[Running]:
    folder: Path = tmp_path_factory.mktemp("data")
    with running(folder, rates=RATES, analysis="off", passwords=quick()) as server:
        yield server


@pytest.fixture(scope="module")
def known(host: Running) -> Iterator[dict[str, Any]]:
    """What there is: a game that is over, a table, a seat, and somebody who is signed in."""
    address = f"http://127.0.0.1:{host.port}"
    account = {"name": "Known", "password": PASSWORD}
    session = requests.post(f"{address}/api/account", json=account, timeout=60).json()["session"]
    with Player(host.url) as ann:
        ann.open()
        ann.sit("Ann")
        ann.do("start")
        ann.play_out()
        game: Any = ann.view["game"]
        yield {
            **{"id": game["review"], "name": "classic", "language": "en", "seat": 1},
            **{"table": ann.table, "token": ann.token, "session": session, **account},
        }


# The server in another thread draws from `random` for its pings, at times while a case is made.
@pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")
@pytest.mark.soak
@pytest.mark.parametrize("there", [False, True], ids=["unknown", "known"])
@pytest.mark.parametrize("one", OPERATIONS, ids=lambda one: f"{one.method} {one.path}")
def test_whatever_is_asked_is_answered_as_described(
    one: Operation, there: bool, host: Running, known: dict[str, Any], faults: Faults
) -> None:
    operation = SCHEMA[one.path][one.method]

    @seed(int(os.environ["SARJA_SEED"]))
    @settings(max_examples=EXAMPLES, database=None, suppress_health_check=list(HealthCheck))
    @given(operation.as_strategy(), st.randoms(use_true_random=False))
    def ask(case: Any, random: Random) -> None:
        if there:
            put_in(case, known, random)
        if one.path == "/api/account/delete" and isinstance(case.body, dict):
            # Who is known is to stay.
            case.body.pop("password", None)
        answer = case.call(base_url=f"http://127.0.0.1:{host.port}", timeout=60)
        case.validate_response(answer, checks=list(CHECKS))
        assert not faults.lines
        assert "Traceback" not in answer.text

    ask()
    assert requests.get(f"http://127.0.0.1:{host.port}/health", timeout=60).status_code == 200


def put_in(case: Any, known: dict[str, Any], random: Random) -> None:
    """Let some of what the case names be there."""
    for part in (case.path_parameters, case.query, case.body):
        if isinstance(part, dict):
            for key in part:
                if key in known and random.random() < 0.7:
                    part[key] = known[key]
    if random.random() < 0.8:
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {known['session']}"}
