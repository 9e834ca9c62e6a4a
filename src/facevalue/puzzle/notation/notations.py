"""How expressions are written and read: one row for each notation.

Every notation is read into postfix, a tuple of fractions and operator symbols, and written from it.

`read(write(e)) == e` in every notation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import attrs

from facevalue import _core
from facevalue.errors import LimitError, NotationError, RuleError, quoted
from facevalue.options import one_of, row_named
from facevalue.puzzle.model.functions import FUNCTIONS
from facevalue.puzzle.model.operations import OPERATIONS, SYMBOLS
from facevalue.puzzle.notation.parsing import Postfix, postfix_of, read_infix
from facevalue.puzzle.notation.steps import read_steps, write_steps
from facevalue.puzzle.notation.syntax import (
    LATEX,
    PLAIN,
    SIGNS,
    Spellings,
    function_spellings,
    tree_reader,
)
from facevalue.value import Value, checked, keep

MAX_CHARACTERS = 1_000_000
HIGH_MINUS = "\N{MACRON}"  # APL's sign of a negative number


@attrs.frozen
class NumberForm(Value):
    """How a number is written: the strings before and after it, its minus and its fraction bar.

    With `is_optional`, non-negative integers are written plainly: 5, but {-5} and {3/4}.
    """

    before: str
    minus: str
    bar: str
    after: str
    is_optional: bool = attrs.field(kw_only=True, default=False)


# Without braces -5 and 3/4 would be read as operations, and 1-{-5} as a pair of signs.
BRACED = NumberForm("{", "-", "/", "}", is_optional=True)
BARE = NumberForm("", "-", "/", "")
ARRANGEMENTS = ("infix", "left", "prefix", "postfix")
_PART_OF_FRAME = re.compile(r"\$(left|right|operator)")


@attrs.frozen
class Notation(Value):
    """A way to write expressions, with everything needed to write, read and recognise it.

    A row can describe operators between their operands, with the brackets of infix or LaTeX; and
    operators before or after their two operands, without brackets.
    Anything else, such as `(* 2 (+ 3 4))` in Lisp, needs a `writer` and a `reader`.

    Args:
        name: the name of the notation.
        summary: what it looks like, in words.
        example: `(5/6+2)*6` in this notation.
        operators: how it writes `+`, `-`, `*` and `/`, in this order.
        frame: an operation, with `$left`, `$right` and `$operator` in their places.
        division: the frame of a division, if it differs.
        numbers: how it writes numbers.
        brackets: what it puts around operands that bind too weakly.
        arrangement: where operators are: between their operands ("infix"; "left" without
            precedence, so that operations are done from left to right), before them ("prefix") or
            after them ("postfix").
        brackets_all: whether it puts brackets around every operation but the last.
        functions: how it writes functions, by their names; empty without any.
        is_spaced: whether a space must follow every token, for reading; infix never needs one.
        reads_decimals: whether it reads 2.5.
        also_reads: spellings that it reads besides those that it writes.
        looks_so: whether "auto" takes a string for this notation, given the string and its words.
        writer: writes postfix, for a notation that is not a tree; it replaces the fields above.
        reader: reads strings, likewise.

    JSON:
        name, summary
        example (text): an expression in the notation.

    Raises:
        RuleError: the arrangement is unknown, or the frame puts more than spaces around operators
            that are before or after their operands, which could not be read back.
    """

    name: str
    summary: str = attrs.field(kw_only=True)
    example: str = attrs.field(kw_only=True)
    operators: Sequence[str] = attrs.field(kw_only=True, default=SYMBOLS)
    frame: str = attrs.field(kw_only=True, default="$left$operator$right")
    division: str = attrs.field(kw_only=True, default="")
    numbers: NumberForm = attrs.field(kw_only=True, default=BRACED)
    brackets: tuple[str, str] = attrs.field(kw_only=True, default=("(", ")"))
    arrangement: str = attrs.field(
        kw_only=True, default="infix", validator=checked(one_of, ARRANGEMENTS)
    )
    brackets_all: bool = attrs.field(kw_only=True, default=False)
    is_spaced: bool = attrs.field(kw_only=True, default=False)
    functions: Mapping[str, str] = attrs.field(kw_only=True, factory=dict, hash=False)
    reads_decimals: bool = attrs.field(kw_only=True, default=True)
    also_reads: Spellings = attrs.field(kw_only=True, default=())
    looks_so: Callable[[str, list[str]], bool] | None = attrs.field(kw_only=True, default=None)
    writer: Callable[[Postfix], str] | None = attrs.field(kw_only=True, default=None)
    reader: Callable[[str], Postfix] | None = attrs.field(kw_only=True, default=None)
    # Made from the row when first needed.
    _core_writer: _core.Notation | None = attrs.field(default=None, init=False, eq=False)
    _core_reader: _core.Syntax | None = attrs.field(default=None, init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        has_brackets = _PART_OF_FRAME.sub("", self.frame + self.division).strip()
        if self.arrangement in ("prefix", "postfix") and has_brackets:
            needed = f"a frame with spaces only, or a writer and a reader, not {self.frame!r}"
            raise RuleError(f"the {self.arrangement} notation {self.name!r} needs {needed}")

    def write(self, postfix: Postfix) -> str:
        """Write an expression in this notation."""
        if self.writer is not None:
            return self.writer(postfix)
        return self._writer.write(postfix)

    def write_infix(self, text: str) -> str:
        """Write an expression that is given as minimal infix in this notation."""
        if self.writer is not None:
            return self.writer(read_infix(text))
        return self._writer.write(text)

    @property
    def _writer(self) -> _core.Notation:
        if self._core_writer is None:
            form = self.numbers
            made = _core.Notation(
                self.name,
                list(self.operators),
                self.frame,
                self.division,
                (form.before, form.minus, form.bar, form.after),
                form.is_optional,
                self.brackets,
                self.arrangement == "infix",
                self.brackets_all,
                [self.functions.get(name, "") for name in FUNCTIONS],
            )
            keep(self, _core_writer=made)
        assert self._core_writer is not None  # noqa: S101 - our own invariant
        return self._core_writer

    def read(self, text: str) -> Postfix:
        """Read an expression in this notation."""
        if self.reader is not None:
            return self.reader(text)
        if self._core_reader is None:
            own = ((self.spelling(symbol), "operator", symbol) for symbol in SYMBOLS)
            plain = PLAIN if self.arrangement in ("infix", "left") else ()
            functions = function_spellings(self.functions)
            spellings = {row[0]: row for row in (*own, *plain, *self.also_reads, *functions)}
            form = self.numbers
            reader = tree_reader(
                spellings.values(),
                self.arrangement,
                (form.before, form.minus, form.bar.strip(), form.after),
                words=self.is_spaced,
                decimals=self.reads_decimals,
            )
            keep(self, _core_reader=reader)
        assert self._core_reader is not None  # noqa: S101 - our own invariant
        return postfix_of(self._core_reader.read(text))

    def spelling(self, symbol: str) -> str:
        """Return how the operation with that symbol is written.

        >>> NOTATIONS["apl"].spelling("*"), NOTATIONS["forth"].spelling("*")
        ('×', 'f*')
        """
        return self.operators[SYMBOLS.index(symbol)]

    # Pickled by its name, because it may have functions.
    def __reduce__(self) -> tuple[object, ...]:
        return _notation_named, (self.name,)

    def __repr__(self) -> str:
        return f"NOTATIONS[{self.name!r}]"


def write_infix(text: str, notation: str) -> str:
    """Write an expression that is given as minimal infix in the notation of that name.

    Raises:
        RuleError: no notation has that name.
        LimitError: the notation is "steps" and a result has too many digits to print.

    >>> write_infix("5/6", "unicode")
    '5 ÷ 6'
    """
    return _notation_named(notation).write_infix(text)


def read(text: str, notation: str = "auto") -> Postfix:
    """Read an expression in the notation of that name; "auto" guesses it.

    Raises:
        RuleError: no notation has that name.
        NotationError: the text is malformed; `position` says where.
        LimitError: it has more than 1,000,000 characters or 1000 numbers, or too large a number.

    >>> read("5/6+2")
    (Fraction(5, 1), Fraction(6, 1), '/', Fraction(2, 1), '+')
    """
    if not isinstance(text, str):
        raise NotationError("an expression must be a string", text, 0)
    if len(text) > MAX_CHARACTERS:
        message = f"an expression may have at most {MAX_CHARACTERS} characters: {quoted(text)}"
        raise LimitError(message, MAX_CHARACTERS)
    name = guess(text) if type(notation) is str and notation == "auto" else notation
    return _notation_named(name).read(text)


def guess(text: str) -> str:
    """Return the name of the notation that a string looks like.

    The rows of `NOTATIONS` are tried from the last to the first, and the first one whose `looks_so`
    returns True is used. Anything else is infix, which also reads `full`. A number alone is a
    number in every notation, but `3/4` is a division: the fraction is `{3/4}` in infix.

    >>> guess("×+÷5 6 2 6"), guess("5 6 / 2 + 6 *"), guess("(5/6+2)*6")
    ('apl', 'postfix', 'infix')
    """
    words = text.split() or [""]
    rows = reversed(tuple(NOTATIONS.values()))
    return next((row.name for row in rows if row.looks_so and row.looks_so(text, words)), "infix")


def _notation_named(name: str) -> Notation:
    return row_named("notation", name, NOTATIONS)


def _contains(*marks: str) -> Callable[[str, list[str]], bool]:
    return lambda text, _: any(mark in text for mark in marks)


_FUNCTIONS = {
    "power": "$left^$right",
    "factorial": "$right!",
    "root": "sqrt($right)",
    "concatenate": "$left||$right",
}
_FORTH_OPERATORS = ("f+", "f-", "f*", "f/")
# "5/ 6+ 2* 6": a space after every operator but not before it.
_LEFT_NUMBER = r"\(*(?:[0-9.]+|\{[^{}]*\})\)*"
_LEFT_WORD = rf"{_LEFT_NUMBER}[-+*/]"


def _looks_left(_: str, words: list[str]) -> bool:
    *others, last = words
    is_last = re.fullmatch(_LEFT_NUMBER, last) is not None
    return len(others) > 1 and is_last and all(re.fullmatch(_LEFT_WORD, word) for word in others)


# "auto" tries the rows from the last to the first, so the clearest marks come last.
_ROWS = (
    Notation(
        "infix",
        summary="ASCII, with as few parentheses as possible",
        example="(5/6+2)*6",
        functions=_FUNCTIONS,
        also_reads=SIGNS,
    ),
    Notation(
        "unicode",
        summary="the symbols used in school books, with spaces around operators",
        example="(5 ÷ 6 + 2) × 6",
        operators="+−×÷",
        frame="$left $operator $right",
        functions=_FUNCTIONS | {"root": "√($right)"},
        also_reads=SIGNS,
        looks_so=_contains(*"−×÷√"),
    ),
    Notation(
        "full",
        summary="parentheses around every operation, as the Raku program prints them",
        example="(((5 / 6) + 2) * 6)",
        frame="($left $operator $right)",
        also_reads=SIGNS,
    ),
    Notation(
        "raku-left",
        summary="operations from left to right, without precedence, as the first Raku program "
        "prints them",
        example="5/ 6+ 2* 6",
        frame="$left$operator $right",
        arrangement="left",
        also_reads=SIGNS,
        looks_so=_looks_left,
    ),
    Notation(
        "prefix",
        summary="operators first, separated by spaces",
        example="* + / 5 6 2 6",
        frame="$operator $left $right",
        numbers=BARE,
        arrangement="prefix",
        is_spaced=True,
        looks_so=lambda _, words: words[0] in OPERATIONS,
    ),
    Notation(
        "apl",
        summary="operators first, as the APL program prints them",
        example="×+÷5 6 2 6",
        operators="+-×÷",
        frame="$operator$left $right",
        numbers=NumberForm("", HIGH_MINUS, "/", ""),
        arrangement="prefix",
        looks_so=lambda _, words: (
            words[0] not in OPERATIONS and words[0][:1] in {*"+-×÷", HIGH_MINUS}
        ),
    ),
    Notation(
        "postfix",
        summary="operators last, as in Factor",
        example="5 6 / 2 + 6 *",
        frame="$left $right $operator",
        numbers=BARE,
        arrangement="postfix",
        is_spaced=True,
        looks_so=lambda _, words: (
            words[-1] in OPERATIONS or (len(words) == 1 and words[0][:1] == "-")
        ),
    ),
    Notation(
        "forth",
        summary="operators last, for the floating-point stack of Forth",
        example="5e 6e f/ 2e f+ 6e f*",
        operators=_FORTH_OPERATORS,
        frame="$left $right $operator",
        numbers=NumberForm("", "-", "/", "e"),
        arrangement="postfix",
        is_spaced=True,
        looks_so=lambda _, words: (
            words[-1] in _FORTH_OPERATORS or re.fullmatch(r"[-./0-9]+e", words[-1]) is not None
        ),
    ),
    Notation(
        "forth-equation",
        summary="parentheses around every operation but the last, as the Forth program's "
        "`.equation` prints them",
        example="( ( 5 / 6 ) + 2 ) * 6",
        frame="$left $operator $right",
        brackets=("( ", " )"),
        brackets_all=True,
        also_reads=SIGNS,
    ),
    Notation(
        "latex",
        summary="LaTeX with fraction bars",
        example=r"\left(\frac{5}{6} + 2\right) \times 6",
        operators=("+", "-", r"\times", "/"),
        frame="$left $operator $right",
        division=r"\frac{$left}{$right}",
        brackets=(r"\left(", r"\right)"),
        functions={
            "power": "$left^{$right}",
            "factorial": "$right!",
            "root": r"\sqrt{$right}",
            "concatenate": r"$left \| $right",
        },
        also_reads=(*SIGNS, *LATEX),
        looks_so=_contains("\\", "$"),
    ),
    Notation(
        "python",
        summary="Python code for the exact value (it needs `from fractions import Fraction`)",
        example="(Fraction(5)/Fraction(6)+Fraction(2))*Fraction(6)",
        numbers=NumberForm("Fraction(", "-", ", ", ")"),
        reads_decimals=False,
        looks_so=_contains("Fraction"),
    ),
    Notation(
        "steps",
        summary="one operation per line, with its result",
        example="5 / 6 = 5/6\n(5/6) + 2 = 17/6\n(17/6) * 6 = 17",
        looks_so=_contains("="),
        writer=write_steps,
        reader=read_steps,
    ),
)
NOTATIONS: Mapping[str, Notation] = MappingProxyType({row.name: row for row in _ROWS})
