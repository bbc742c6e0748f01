"""What people say to each other at a table: set phrases and signs, nothing in their own words.

None is aimed at anything, for "nice" said of a space would be table talk (R16).
"""

from typing import Final

from sarja.table.actions import Saying
from sarja.table.errors import TableError
from sarja.table.events import AnyTableEvent, Said
from sarja.table.moment import Moment
from sarja.table.table import Table

SAYINGS: Final = 3
"""So many phrases and signs a seat may have in so many seconds; then it must wait."""
SAYING_SECONDS: Final = 15


def say(table: Table, seat: int, what: Saying, moment: Moment) -> list[AnyTableEvent]:
    """The person at the seat says it to all.

    Raises:
        TableError: `too-many-phrases`.
    """
    if seat in moment.hushed:
        raise TableError("too-many-phrases")
    return [Said(seat, what, table.chair(seat).person)]
