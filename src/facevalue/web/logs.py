"""The log of the web server: on stderr, and bounded, so that no client can fill it."""

from __future__ import annotations

import logging
from time import monotonic
from typing import Any

# How many records from the same line of code are printed in one period.
MAX_RECORDS, SECONDS = 5, 60.0


class FewRecords(logging.Filter):
    """Passes a few records of each kind in each period, and counts the others.

    A kind is a line of code. The first record of the next period says how many were not printed.

    Args:
        max_records: how many records of a kind are printed in a period.
        seconds: how long a period is.
    """

    def __init__(self, max_records: int = MAX_RECORDS, seconds: float = SECONDS) -> None:
        super().__init__()
        self._max_records = max_records
        self._seconds = seconds
        # When the period of each kind ends, and the number of its records.
        self._periods: dict[tuple[str, int], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to print a record; add to it how many were not printed."""
        kind = record.pathname, record.lineno
        end, count = self._periods.get(kind, (0.0, 0))
        if monotonic() >= end:
            left_out = max(0, count - self._max_records)
            end, count = monotonic() + self._seconds, 0
            if left_out:
                record.msg = f"{record.getMessage()} (and {left_out:,} more like this before)"
                record.args = ()
        self._periods[kind] = end, count + 1
        return count < self._max_records


# uvicorn's warnings are about invalid requests, whose clients get an error anyway.
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
