"""Progress of a long command on stderr: a bar on a terminal, otherwise a line now and then."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from facevalue.cli.terminal.lines import report

if TYPE_CHECKING:
    from facevalue.cli.terminal.draw import ProgressBar

# Seconds before the bar appears, because rich is slow to load, and between two updates.
PATIENCE, UPDATE = 0.5, 0.1
# Seconds between two lines without a terminal, 180 lines in an hour.
SECONDS = 20.0


@contextmanager
def show_progress() -> Iterator[Callable[[str, int, int], None]]:
    """Yield a function that shows the progress of a command.

    Its arguments are the stage, such as "judging", how much is done and how much there is, 0 if
    that is unknown. You can call it as often as you like.
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
            report(f"{what}: {done:,} of {total:,}" if total else f"{what}: {done:,}")

    try:
        yield show
    finally:
        if bar:
            bar.stop()
