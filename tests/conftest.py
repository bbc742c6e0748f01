"""One seed for the whole run, printed at its head: a failure can be played again."""

import os
import secrets

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "sarja", deadline=None, derandomize=False, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("sarja")


def pytest_configure(config: pytest.Config) -> None:
    # Set before the workers start, who inherit it.
    os.environ.setdefault("SARJA_SEED", str(secrets.randbelow(10**9)))


def pytest_report_header(config: pytest.Config) -> str:
    return f"games of chance: SARJA_SEED={os.environ['SARJA_SEED']}"
