"""The progress of `equity`: a bar that is drawn late, or a line now and then."""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from facevalue.cli.terminal.pace import Pace
from facevalue.poker import MATCHUP_COUNT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_PATIENCE = 0.5  # seconds


@contextmanager
def watching(what: str) -> Iterator[Callable[[int, int], None]]:
    """Draw a progress bar on stderr during long work, or print a line now and then.

    Args:
        what: what is counted, such as "deals"; nothing is shown if it is empty.
    """
    if not what:
        yield lambda _, __: None
        return
    if not sys.stderr.isatty():
        pace = Pace()
        yield lambda done, total: pace.tell(_named(what, total), done, total)
        return
    with ExitStack() as bars:
        yield _Bar(what, bars).tell


class _Bar:
    """A progress bar that appears after half a second, because rich takes time to load."""

    def __init__(self, what: str, bars: ExitStack) -> None:
        self._what, self._bars = what, bars
        self._start = monotonic()
        self._drawn: dict[str, Callable[[int, int], None]] = {}

    def tell(self, done: int, total: int) -> None:
        if monotonic() - self._start < _PATIENCE:
            return
        what = _named(self._what, total)
        if what not in self._drawn:
            from facevalue.cli.terminal import draw  # noqa: PLC0415 - rich takes longer than all the rest

            self._bars.close()
            self._drawn = {what: self._bars.enter_context(draw.progress_of(what))}
        self._drawn[what](done, total)


def _named(what: str, total: int) -> str:
    is_table = total == MATCHUP_COUNT
    return "computing the table of match-ups, once" if is_table else what
