"""Progress of a long command on stderr: a bar on a terminal, elsewhere a line now and then."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from facevalue.cli.terminal.lines import tell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from facevalue.cli.terminal.draw import ProgressBar

# Seconds before the bar appears, because rich takes time to load, and between two updates of it.
PATIENCE, UPDATE = 0.5, 0.1
# Seconds between two lines without a terminal; a log of an hour's work has some hundred lines.
SECONDS = 20.0


@contextmanager
def show_progress() -> Iterator[Callable[[str, int, int], None]]:
    """Yield a function that shows how far a command is.

    It takes what is being done, such as "judging", how much is done and how much there is, 0 if
    that is not known. It can be called as often as you like.
    """
    is_terminal = sys.stderr.isatty()
    due = monotonic() + (PATIENCE if is_terminal else SECONDS)
    bar: ProgressBar | None = None

    def show(what: str, done: int, total: int) -> None:
        nonlocal bar, due
        now = monotonic()
        if now < due and not (bar and done == total):
            return
        due = now + (UPDATE if is_terminal else SECONDS)
        if is_terminal:
            from facevalue.cli.terminal import draw  # noqa: PLC0415 - rich is slow to load

            bar = bar or draw.ProgressBar()
            bar.update(what, done, total)
        else:
            tell(f"{what}: {done:,} of {total:,}" if total else f"{what}: {done:,}")

    try:
        yield show
    finally:
        if bar:
            bar.stop()
