"""What a running server writes about itself: a line for each thing, nothing secret in it."""

import json
import logging
from datetime import UTC, datetime
from typing import Literal

from sarja.rules.jsontext import one_line
from sarja.server.errors import describe

Format = Literal["text", "json"]
LONGEST = 500


class _Text(logging.Formatter):
    """A line for people, without a traceback: what an error says could hold a card or a token."""

    def format(self, record: logging.LogRecord) -> str:
        return one_line(f"{record.levelname.lower()}: {_said(record)}", LONGEST)


class _Json(logging.Formatter):
    """The same for programs: `time`, `level`, `logger`, `message`."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC)
        return json.dumps(
            {
                "time": at.isoformat(timespec="milliseconds"),
                "level": record.levelname.lower(),
                "logger": record.name,
                "message": one_line(_said(record), LONGEST),
            },
            ensure_ascii=False,
        )


def log_to_stderr(form: Format) -> None:
    """Write to standard error what is amiss; for programs also that the server starts and stops."""
    handler = logging.StreamHandler()
    handler.setFormatter(_Json() if form == "json" else _Text())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    if form == "json":
        logging.getLogger("sarja").setLevel(logging.INFO)


def _said(record: logging.LogRecord) -> str:
    said = record.getMessage().strip()
    if record.exc_info and record.exc_info[1] is not None:
        said += f": {describe(record.exc_info[1])}"
    return said
