"""How expressions are written and read: one row for each notation, one printer for all of them.

Between text and tree stands postfix: a tuple of fractions and operator symbols. Reading is one
function text -> postfix, writing one postfix -> text.

`parse(print(e)) == e` in every notation but `steps`, which tells what is computed and not from
which of two equal numbers: there the steps, the value and the numbers come back.
"""

from __future__ import annotations

import re
from functools import partial
from types import MappingProxyType

from facevalue.errors import LimitError, NotationError, quoted
from facevalue.puzzle.model.rules import OPERATION, named
from facevalue.puzzle.notation.parsing import read_text
from facevalue.puzzle.notation.printing import HIGH_MINUS, arranged, spellings
from facevalue.puzzle.notation.steps import read_steps, write_steps
from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from facevalue.puzzle.notation.printing import Postfix

MOST_CHARACTERS = 1_000_000


class Notation(Value):
    """A way to write expressions; `write` and `read` go from and to postfix."""

    __slots__ = ("name", "summary", "example", "write", "read")

    name: str
    summary: str
    example: str
    write: Callable[[Postfix], str]
    read: Callable[[str], Postfix]

    def __init__(
        self,
        name: str,
        *,
        summary: str,
        example: str,
        write: Callable[[Postfix], str],
        read: Callable[[str], Postfix],
    ) -> None:
        self._set(name=name, summary=summary, example=example, write=write, read=read)

    def __repr__(self) -> str:
        return f"NOTATIONS[{self.name!r}]"


def write(postfix: Postfix, notation: str) -> str:
    """The expression in the notation of that name.

    Raises:
        RuleError: no notation has that name.
        NotationError: steps are asked for and one of them has no value.
        LimitError: steps are asked for and a result has too many digits to print.

    >>> from fractions import Fraction
    >>> write((Fraction(5), Fraction(6), "/"), "unicode")
    '5 ÷ 6'
    """
    return _notation_named(notation).write(postfix)


def read(text: str, notation: str = "auto") -> Postfix:
    """The expression that a text means in the notation of that name; "auto" guesses it.

    Raises:
        RuleError: no notation has that name.
        NotationError: the text is malformed there; `position` tells where.
        LimitError: it has more than 1,000,000 characters or 1000 numbers, or too large a number.

    >>> read("5/6+2")
    (Fraction(5, 1), Fraction(6, 1), '/', Fraction(2, 1), '+')
    """
    if not isinstance(text, str):
        raise NotationError("expected a text", quoted(text), 0)
    if len(text) > MOST_CHARACTERS:
        message = f"expected up to {MOST_CHARACTERS} characters: {quoted(text)}"
        raise LimitError(message, MOST_CHARACTERS)
    name = guess(text) if type(notation) is str and notation == "auto" else notation
    return _notation_named(name).read(text)


def guess(text: str) -> str:
    """The name of the notation that a text looks like; the first of these that fits.

    `=` steps; `Fraction` python; a backslash latex; a last word such as `f+` or `5e` forth; a last
    word `+` postfix; a first word `+` prefix; a first character `+` or `×` apl; one of `×÷−`
    unicode; anything else infix, which reads `full` too. A number alone is a number everywhere,
    but `3/4` is a division: the fraction is `{3/4}` in infix.

    >>> guess("×+÷5 6 2 6"), guess("5 6 / 2 + 6 *"), guess("(5/6+2)*6")
    ('apl', 'postfix', 'infix')
    """
    words = text.split() or [""]
    return next((name for name, looks_so in _LOOKS if looks_so(text, words)), "infix")


def _notation_named(name: str) -> Notation:
    return named("notation", name, NOTATIONS)


def _looks_forth(_: str, words: list[str]) -> bool:
    return words[-1] in spellings("forth") or re.fullmatch(r"[-./0-9]+e", words[-1]) is not None


def _looks_postfix(_: str, words: list[str]) -> bool:
    return words[-1] in OPERATION or (len(words) == 1 and words[0][0:1] == "-")


def _looks_apl(_: str, words: list[str]) -> bool:
    return words[0][0:1] in {*spellings("apl"), HIGH_MINUS}


def _looks_unicode(text: str, _: list[str]) -> bool:
    return any(glyph in text for glyph in spellings("unicode") if glyph not in OPERATION)


_LOOKS: tuple[tuple[str, Callable[[str, list[str]], bool]], ...] = (
    ("steps", lambda text, _: "=" in text),
    ("python", lambda text, _: "Fraction" in text),
    ("latex", lambda text, _: "\\" in text),
    ("forth", _looks_forth),
    ("postfix", _looks_postfix),
    ("prefix", lambda _, words: words[0] in OPERATION),
    ("apl", _looks_apl),
    ("unicode", _looks_unicode),
)


_ROWS = (
    Notation(
        "infix",
        summary="ASCII with as few parentheses as tell the tree",
        example="(5/6+2)*6",
        write=partial(arranged, "infix"),
        read=partial(read_text, "infix"),
    ),
    Notation(
        "unicode",
        summary="the signs of the school book, blanks round operators",
        example="(5 ÷ 6 + 2) × 6",
        write=partial(arranged, "unicode"),
        read=partial(read_text, "unicode"),
    ),
    Notation(
        "full",
        summary="parentheses round every operation, as the Raku program prints",
        example="(((5 / 6) + 2) * 6)",
        write=partial(arranged, "full"),
        read=partial(read_text, "infix"),
    ),
    Notation(
        "latex",
        summary="LaTeX with fraction bars",
        example=r"\left(\frac{5}{6} + 2\right) \times 6",
        write=partial(arranged, "latex"),
        read=partial(read_text, "latex"),
    ),
    Notation(
        "prefix",
        summary="operators first, a blank between all",
        example="* + / 5 6 2 6",
        write=partial(arranged, "prefix"),
        read=partial(read_text, "prefix"),
    ),
    Notation(
        "apl",
        summary="operators first, as the APL program prints",
        example="×+÷5 6 2 6",
        write=partial(arranged, "apl"),
        read=partial(read_text, "apl"),
    ),
    Notation(
        "postfix",
        summary="operators last; Factor runs it",
        example="5 6 / 2 + 6 *",
        write=partial(arranged, "postfix"),
        read=partial(read_text, "postfix"),
    ),
    Notation(
        "forth",
        summary="operators last, for the floating-point stack of Forth",
        example="5e 6e f/ 2e f+ 6e f*",
        write=partial(arranged, "forth"),
        read=partial(read_text, "forth"),
    ),
    Notation(
        "python",
        summary="Python that computes exactly once Fraction is imported",
        example="(Fraction(5)/Fraction(6)+Fraction(2))*Fraction(6)",
        write=partial(arranged, "python"),
        read=partial(read_text, "python"),
    ),
    Notation(
        "steps",
        summary="one operation a line, with its result",
        example="5 / 6 = 5/6\n5/6 + 2 = 17/6\n17/6 * 6 = 17",
        write=write_steps,
        read=read_steps,
    ),
)
NOTATIONS: Mapping[str, Notation] = MappingProxyType({row.name: row for row in _ROWS})
