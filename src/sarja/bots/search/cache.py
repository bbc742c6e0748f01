"""The cache of the stronger bots' compiled code.

It hangs on all sources of the bots: the numbers in `patterns` are compiled in.
"""

from pathlib import Path
from typing import Final

import sarja.bots
from sarja.kernel.code_cache import CodeCache

SEARCH: Final = CodeCache(Path(sarja.bots.__file__).parent)
