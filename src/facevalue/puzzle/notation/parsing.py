"""From a text to postfix, by the reader of the core: notations here, answers in `reading`.

Time is linear in the text and the stack is the reader's own, so depth is no danger.
"""

from __future__ import annotations

from fractions import Fraction

from facevalue.errors import LimitError, NotationError, quoted
from facevalue.puzzle.notation.syntax import notation_reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from facevalue.puzzle.notation.printing import Postfix


def read_text(notation: str, text: str) -> Postfix:
    """The tree of a text, as the notation of that name is read.

    Raises:
        NotationError: the text is malformed there.
        LimitError: it has more than 1,000,000 characters, 100,000 open brackets or 1000 numbers, or
            too many digits.

    >>> read_text("infix", "5/6")
    (Fraction(5, 1), Fraction(6, 1), '/')
    """
    flaw, position, what, limit, terms, _, _ = notation_reader(notation).read(text, forms=False)
    if flaw == "too_long":
        raise LimitError(f"expected {what}: {quoted(text)}", limit)
    if flaw:
        raise expected(what, text, position)
    return tuple(token for token, _ in placed(terms))


def placed(terms: Iterable[tuple[str, int, int, int]]) -> list[tuple[Fraction | str, int]]:
    """What the core has read: numbers and symbols, each with its position."""
    return [
        (symbol or Fraction(numerator, denominator), position)
        for symbol, position, numerator, denominator in terms
    ]


def expected(what: str, text: str, position: int) -> NotationError:
    """The error that tells what should have stood at a position."""
    return NotationError(f"expected {what} {place_of(text, position)}", text, position)


def place_of(text: str, position: int) -> str:
    """A position in words.

    >>> place_of("5+", 2), place_of("5+", 1)
    ('at the end', 'at position 1')
    """
    return "at the end" if position >= len(text) else f"at position {position}"
