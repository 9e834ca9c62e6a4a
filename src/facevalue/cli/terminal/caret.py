"""A line of the input with a caret under the position of an error."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SHOWN = 60  # characters of the input, for a narrow terminal


def pointed(line: str, position: int, width: int = _SHOWN) -> tuple[str, str]:
    r"""Return the part of a line around a position, and a second line with the caret.

    >>> print("\n".join(pointed("1 + 2 = 3\n6*(2+x)", 15)))
    6*(2+x)
         ^
    """
    from rich.cells import cell_len  # noqa: PLC0415 - slow to load

    position = min(position, len(line.rstrip("\r\n")))  # not on an empty line at the end
    begins = max(line.rfind("\n", 0, position), line.rfind("\r", 0, position)) + 1
    line, position = re.split("[\r\n]", line[begins:], maxsplit=1)[0], position - begins
    start = max(0, position - width // 2)
    # Show a tab as a space, and invisible and control characters as a mark.
    visible = "".join(
        sign if sign.isprintable() else " " if sign == "\t" else "\N{REPLACEMENT CHARACTER}"
        for sign in line[start : start + width]
    )
    before = visible[: position - start]
    lead = "..." if start else ""
    return lead + visible, " " * (len(lead) + cell_len(before)) + "^"


def place_lines(answer: str, position: int | None) -> Iterator[str]:
    """Yield the input with a caret, no wider than the terminal; nothing without a position."""
    if position is None:
        return iter(())
    from shutil import get_terminal_size  # noqa: PLC0415 - slow to load

    width = min(get_terminal_size().columns, 80) - 8
    return (f"  {line}" for line in pointed(answer, position, max(width, 10)))
