"""The log of the web server: on stderr, and bounded, so that no client can fill it."""

from __future__ import annotations

import logging
from time import monotonic
from typing import Any

# Records of one kind, that is, from one place in the code, that are printed in one period.
MAX_RECORDS, SECONDS = 5, 60.0


class FewRecords(logging.Filter):
    """Lets a few records of each kind through in each period, and counts the others.

    The next record of the kind that is printed says how many were not.

    Args:
        most: how many records of a kind are printed in a period.
        seconds: how long a period is.
    """

    def __init__(self, most: int = MAX_RECORDS, seconds: float = SECONDS) -> None:
        super().__init__()
        self._most = most
        self._seconds = seconds
        self._periods: dict[tuple[str, int], Period] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Returns whether to print a record, and adds to it how many were not printed."""
        kind = record.pathname, record.lineno
        period = self._periods.get(kind)
        if period is None or monotonic() >= period.end:
            left_out = 0 if period is None else max(0, period.count - self._most)
            period = self._periods[kind] = Period(monotonic() + self._seconds)
            if left_out:
                record.msg = f"{record.getMessage()} (and {left_out:,} more like this before)"
                record.args = ()
        period.count += 1
        return period.count <= self._most


class Period:
    """How many records of one kind there were until a time."""

    def __init__(self, end: float) -> None:
        self.end = end
        self.count = 0


# What uvicorn logs as a warning is that a client sent something wrong; the client knows already.
LOG_LEVEL = "error"
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"few": {"()": FewRecords}},
    "formatters": {"plain": {"format": "facevalue: %(message)s"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "filters": ["few"], "formatter": "plain"}
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
}
