"""Why a table cannot be played at from here."""

from sarja.rules.errors import SarjaError


class ClientError(SarjaError):
    """The address, the server or the table is not such that one could play there."""
