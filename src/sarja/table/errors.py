"""What a table refuses."""

from sarja.rules.errors import SarjaError


class TableError(SarjaError):
    """Something that cannot be done at this table, or not now, or not by this seat."""
