"""Finds pasted hand histories, as PokerStars writes them, among the lines of deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from facevalue import _core


def is_history(text: str) -> bool:
    r"""Return whether a line of a string begins a hand history.

    >>> is_history("*** HOLE CARDS ***\nDealt to Hero [Ah Kh]"), is_history("AhKh vs QQ")
    (True, False)
    """
    return _core.is_history(text)


class DealFinder:
    """Finds the deals in lines: each line is one, or all lines of a hand history together.

    A history with a header such as "PokerStars Hand #1" ends before the next header, one without it
    at an empty line.

    Attributes:
        start: the number of the line where the current history begins, or 0 outside of histories.
    """

    def __init__(self) -> None:
        self._lines = _core.HistoryLines()
        self.start = 0

    def add(self, number: int, line: str) -> Iterator[tuple[int, str]]:
        """Yield the deals that end before or with a line, each with the number of its first."""
        is_inside, history = self._lines.add(line)
        begun = self.start
        self.start = number if is_inside and (history is not None or not begun) else begun
        if history is not None:
            yield begun, history
        if not is_inside:
            self.start = 0
            yield number, line

    def finish(self) -> Iterator[tuple[int, str]]:
        """Yield the history after the last line, if there is one."""
        history = self._lines.finish()
        if history is not None:
            yield self.start, history


def number_deals(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    r"""Yield the deals in lines, each with the number of its first line.

    >>> list(number_deals(["AhKh QsQd", "Dealt to A [Ah Kh]", "B: shows [Qs Qd]", "", "AhKh JJ"]))
    [(1, 'AhKh QsQd'), (2, 'Dealt to A [Ah Kh]\nB: shows [Qs Qd]\n'), (4, ''), (5, 'AhKh JJ')]
    """
    finder = DealFinder()
    for number, line in enumerate(lines, 1):
        yield from finder.add(number, line)
    yield from finder.finish()
