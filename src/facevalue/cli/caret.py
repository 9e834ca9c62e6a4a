"""A text with a caret under the place that an error is about."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_WIDE = {"W", "F"}
_SHOWN = 60  # characters of the text, and as much as a narrow terminal holds


def pointed(text: str, position: int, width: int = _SHOWN) -> tuple[str, str]:
    r"""The part of the text round a place, and the line with the caret under it.

    >>> print("\n".join(pointed("6*(2+x)", 5)))
    6*(2+x)
         ^
    """
    start = max(0, position - width // 2)
    visible = "".join(map(_visible, text[start : start + width]))
    before = visible[: position - start]
    lead = "..." if start else ""
    return lead + visible, " " * (len(lead) + sum(map(_columns, before))) + "^"


def place_lines(text: str, position: int | None) -> Iterator[str]:
    """The text with a caret under a place, no wider than the terminal; no lines for None."""
    if position is None:
        return iter(())
    from shutil import get_terminal_size  # noqa: PLC0415 - slow to load

    width = min(get_terminal_size().columns, 80) - 8
    return (f"  {line}" for line in pointed(text, position, max(width, 10)))


def _visible(character: str) -> str:
    """The character, or a mark where it would move the cursor or not be seen."""
    return character if character.isprintable() else "\N{REPLACEMENT CHARACTER}"


def _columns(character: str) -> int:
    if character.isascii():
        return 1
    import unicodedata  # noqa: PLC0415 - slow to load

    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in _WIDE else 1
