"""What the kernel refuses."""

from sarja.rules.errors import SarjaError


class KernelError(SarjaError, ValueError):
    """An array, a number or a state that does not fit the layout; nothing has been written."""
