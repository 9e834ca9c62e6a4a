"""The progress of `equity`: a bar that is drawn late, or a line now and then."""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from facevalue.cli.pace import Pace
from facevalue.poker import MATCHUP_COUNT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_PATIENCE = 0.5  # seconds


@contextmanager
def watching(*, enabled: bool = True) -> Iterator[Callable[[int, int], None]]:
    """Draws a progress bar on stderr during long work, or tells a line now and then."""
    if not enabled:
        yield lambda _, __: None
        return
    if not sys.stderr.isatty():
        pace = Pace()
        yield lambda done, total: pace.tell(_what(total), done, total)
        return
    with ExitStack() as bars:
        yield _Bar(bars).tell


class _Bar:
    """A progress bar that appears after half a second, because rich takes time to load."""

    def __init__(self, bars: ExitStack) -> None:
        self._bars = bars
        self._start = monotonic()
        self._drawn: dict[str, Callable[[int, int], None]] = {}

    def tell(self, done: int, total: int) -> None:
        if monotonic() - self._start < _PATIENCE:
            return
        what = _what(total)
        if what not in self._drawn:
            from facevalue.cli import draw  # noqa: PLC0415 - rich takes longer than all the rest

            self._bars.close()
            self._drawn = {what: self._bars.enter_context(draw.progress_of(what))}
        self._drawn[what](done, total)


def _what(total: int) -> str:
    is_table = total == MATCHUP_COUNT
    return "computing the table of match-ups, once" if is_table else "deals"
