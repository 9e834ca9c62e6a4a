"""Loads the table of match-ups before the first request needs it.

If its file does not exist, the table takes seconds to compute, longer than a request may take.
"""

from __future__ import annotations

from contextlib import suppress
from threading import Thread

import facevalue as fv


class Warming:
    """A thread that loads the table while the server answers requests."""

    def __init__(self) -> None:
        self._until = fv.deadline(None)
        Thread(target=self._run, daemon=True).start()

    def cancel(self) -> None:
        """Stop loading, so that the process can end."""
        self._until.cancel()

    def _run(self) -> None:
        with suppress(fv.DeadlineError), self._until:
            fv.poker.matchup("AsAh", "KsKh")  # its first call loads the table
