"""Bots that think little, so that tests are quick; else they are what the registry makes."""

import pytest

from sarja.bots.expert import Expert
from sarja.bots.registry import Bot, make_bot
from tests.extras import HAVE_NUMBA


def quick_bot(name: str) -> Bot:
    """The bot of that name; skips the test aloud where its extra is missing."""
    if name != Expert.name:
        return make_bot(name)
    if not HAVE_NUMBA:
        pytest.skip("numba is not installed (the extra `fast`)")
    return Expert(simulations=12, candidates=4)
