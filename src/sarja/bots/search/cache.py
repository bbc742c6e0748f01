"""The cache of the stronger bots' compiled code; it hangs on the kernel's sources too."""

from pathlib import Path
from typing import Final

import sarja.bots
import sarja.kernel
from sarja.kernel.code_cache import CodeCache

SEARCH: Final = CodeCache(Path(sarja.kernel.__file__).parent, Path(__file__).parent)
