"""Bots that think little, so that tests are quick; else they are what the registry makes."""

from collections.abc import Callable

import pytest

from sarja.bots.expert import Expert
from sarja.bots.master import Master
from sarja.bots.registry import Bot, make_bot
from tests.extras import HAVE_NUMBA

THINKING_LITTLE: dict[str, Callable[[], Bot]] = {
    Expert.name: lambda: Expert(simulations=12, candidates=4),
    Master.name: lambda: Master(simulations=12, candidates=4),
}


def quick_bot(name: str) -> Bot:
    """The bot of that name; skips the test aloud where its extra is missing."""
    if name not in THINKING_LITTLE:
        return make_bot(name)
    if not HAVE_NUMBA:
        pytest.skip("numba is not installed (the extra `fast`)")
    return THINKING_LITTLE[name]()
