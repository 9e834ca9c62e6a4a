"""Progress of a long command without a terminal: a line on stderr now and then."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from facevalue.cli.terminal.lines import tell

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# A command that ends sooner says nothing; a log of an hour's work has some hundred lines.
SECONDS = 20.0


class Pace:
    """Tells how much is done, at most once in twenty seconds."""

    def __init__(self) -> None:
        self._told = monotonic()

    def tell(self, what: str, done: int, total: int) -> None:
        """What is being done, and how much of it is; a total of 0 is not known."""
        now = monotonic()
        if now - self._told < SECONDS:
            return
        self._told = now
        tell(f"{what}: {done:,} of {total:,}" if total else f"{what}: {done:,}")

    def over(self, what: str, items: Sequence[str]) -> Iterator[str]:
        """The items, and now and then how many of them are taken."""
        for done, item in enumerate(items):
            self.tell(what, done, len(items))
            yield item
