"""A line of the input with a caret under the place that an error is about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_WIDE = {"W", "F"}
_SHOWN = 60  # characters of the input, which fit on a narrow terminal


def pointed(text: str, position: int, width: int = _SHOWN) -> tuple[str, str]:
    r"""The part of the line round a place, and the line with the caret under it.

    >>> print("\n".join(pointed("1 + 2 = 3\n6*(2+x)", 15)))
    6*(2+x)
         ^
    """
    position = min(position, len(text.rstrip("\r\n")))  # at the end of the last line, not below it
    begins = max(text.rfind("\n", 0, position), text.rfind("\r", 0, position)) + 1
    text, position = re.split("[\r\n]", text[begins:], maxsplit=1)[0], position - begins
    start = max(0, position - width // 2)
    # A tab is shown as a space, and what would move the cursor or be invisible as a mark.
    visible = "".join(
        sign if sign.isprintable() else " " if sign == "\t" else "\N{REPLACEMENT CHARACTER}"
        for sign in text[start : start + width]
    )
    before = visible[: position - start]
    lead = "..." if start else ""
    return lead + visible, " " * (len(lead) + sum(map(_columns, before))) + "^"


def place_lines(text: str, position: int | None) -> Iterator[str]:
    """The input with a caret under a place, no wider than the terminal; no lines for None."""
    if position is None:
        return iter(())
    from shutil import get_terminal_size  # noqa: PLC0415 - slow to load

    width = min(get_terminal_size().columns, 80) - 8
    return (f"  {line}" for line in pointed(text, position, max(width, 10)))


def _columns(character: str) -> int:
    if character.isascii():
        return 1
    import unicodedata  # noqa: PLC0415 - slow to load

    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in _WIDE else 1
