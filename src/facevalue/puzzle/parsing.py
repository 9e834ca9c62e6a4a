"""One scanner and three parsers: from the text of a notation to postfix.

Each parser is one function from a notation's name and a text to a tuple of fractions and operator
symbols. Time is linear in the text, and the stacks are our own, so depth is no danger.
"""

from __future__ import annotations

import re
from functools import cache

from facevalue.errors import LimitError, NotationError, quoted
from facevalue.puzzle.numbers import BLANKS, LITERAL, WHOLE, parse_literal
from facevalue.puzzle.printing import BAR, HIGH_MINUS, spellings
from facevalue.puzzle.rules import MOST_NUMBERS, OPERATION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from fractions import Fraction

    from facevalue.puzzle.printing import Postfix

_OVER_UNDER = "}{"  # between what is over and what is under the bar
_CLOSERS = {"(": ")", r"\left(": r"\right)", f"{BAR}{{": _OVER_UNDER}

# What notations put round a number, taken off all at once: {3/4} and Fraction(3, 4) and 3/4e.
_UNDRESSED = str.maketrans({HIGH_MINUS: "-", ",": "/"} | dict.fromkeys("{}()Fractione" + BLANKS))
_UNBLANKED = str.maketrans(dict.fromkeys(BLANKS))
_GAP = f"[{BLANKS}]*"
_WORD_END = f"(?![^{BLANKS}])"
_IN_BRACES = rf"\{{{_GAP}-?{LITERAL}{_GAP}\}}|{WHOLE}(?:\.[0-9]+)?"
_NUMBER_PATTERNS = {
    "infix": _IN_BRACES,
    "unicode": _IN_BRACES,
    "latex": _IN_BRACES,
    "python": rf"Fraction\({_GAP}-?{WHOLE}(?:{_GAP},{_GAP}{WHOLE})?{_GAP}\)|{WHOLE}",
    "prefix": f"-?{LITERAL}{_WORD_END}",
    "postfix": f"-?{LITERAL}{_WORD_END}",
    "forth": f"-?{LITERAL}e{_WORD_END}",
    "apl": f"{HIGH_MINUS}?{LITERAL}",
}
_ROUND = (r"\(", r"\)")
_BRACKET_PATTERNS = {
    "infix": _ROUND,
    "unicode": _ROUND,
    "python": _ROUND,
    "latex": (
        rf"(?:\\left{_GAP})?\(|{re.escape(BAR)}{_GAP}\{{",
        rf"(?:\\right{_GAP})?\)|\}}{_GAP}\{{|\}}",
    ),
}
_WORDS = {"prefix", "postfix", "forth"}  # where a blank ends every token


@cache
def _symbols(notation: str) -> Mapping[str, str]:
    """The spellings that a notation reads as operators; with brackets, the plain symbols too."""
    plain = OPERATION if notation in _BRACKET_PATTERNS else ()
    return {symbol: symbol for symbol in plain} | dict(spellings(notation))


@cache
def _pattern(notation: str) -> re.Pattern[str]:
    operators = "|".join(map(re.escape, _symbols(notation)))
    end = _WORD_END if notation in _WORDS else ""
    kinds = {"number": _NUMBER_PATTERNS[notation]}
    kinds |= dict(zip(("open", "close"), _BRACKET_PATTERNS.get(notation, ()), strict=False))
    kinds |= {"operator": f"(?:{operators}){end}", "blank": f"[{BLANKS}]+", "other": "(?s:.)"}
    return re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in kinds.items()))


def _tokens(notation: str, text: str) -> Iterator[tuple[str, str, int]]:
    """Kind, text and position of every token, blanks inside it taken out."""
    numbers = 0
    for match in _pattern(notation).finditer(text):
        kind, position = str(match.lastgroup), match.start()
        if kind == "other":
            raise expected("a number, an operator or a bracket", text, position)
        numbers += kind == "number"
        if numbers > MOST_NUMBERS:
            raise LimitError(f"expected up to {MOST_NUMBERS} numbers: {quoted(text)}", MOST_NUMBERS)
        if kind != "blank":
            yield kind, match[0].translate(_UNBLANKED), position


def leaf(token: str, text: str, position: int) -> Fraction:
    """The value of a number token; an error tells of all the text."""
    try:
        return parse_literal(token.translate(_UNDRESSED))
    except NotationError as error:
        raise NotationError(str(error.args[0]), text, position) from None


def expected(what: str, text: str, position: int) -> NotationError:
    """The error that tells what should have stood at a position."""
    place = "the end" if position >= len(text) else f"position {position}"
    return NotationError(f"expected {what} at {place}", text, position)


class _Yard:
    """Dijkstra's shunting-yard: brackets and precedence in, postfix out.

    `waiting` holds the operators that wait for their right operand, and for every open bracket
    the token that will close it. A fraction bar is a bracket that is closed twice.
    """

    __slots__ = ("notation", "output", "text", "waiting", "wants_operand")

    def __init__(self, notation: str, text: str) -> None:
        self.notation, self.text = notation, text
        self.output: list[Fraction | str] = []
        self.waiting: list[str] = []
        self.wants_operand = True

    def take(self, kind: str, token: str, position: int) -> None:
        if self.wants_operand != (kind in {"number", "open"}):
            raise self.missing(position)
        if kind == "number":
            self.output.append(leaf(token, self.text, position))
            self.wants_operand = False
        elif kind == "open":
            self.waiting.append(_CLOSERS[token])
        elif kind == "operator":
            self.operator(_symbols(self.notation)[token])
        else:
            self.close(token, position)

    def operator(self, symbol: str) -> None:
        self.release(OPERATION[symbol].precedence)
        self.waiting.append(symbol)
        self.wants_operand = True

    def close(self, closer: str, position: int) -> None:
        self.release(0)
        if not self.waiting or self.waiting[-1] != closer:
            raise self.missing(position)
        self.waiting.pop()
        if closer == _OVER_UNDER:
            self.waiting.append("}")
            self.wants_operand = True
        elif closer == "}":
            self.output.append(spellings("latex")[BAR])

    def release(self, precedence: int) -> None:
        while self.waiting and self.waiting[-1] in OPERATION:
            if OPERATION[self.waiting[-1]].precedence < precedence:
                return
            self.output.append(self.waiting.pop())

    def missing(self, position: int) -> NotationError:
        if self.wants_operand:
            return expected("a number or an opening bracket", self.text, position)
        closer = self.waiting[-1] if self.waiting else ""
        what = f"{closer} or an operator" if closer not in {"", *OPERATION} else "an operator"
        return expected(what, self.text, position)

    def finished(self) -> Postfix:
        if not self.wants_operand:
            self.release(0)
        if self.wants_operand or self.waiting:
            raise self.missing(len(self.text))
        return tuple(self.output)


def read_infix(notation: str, text: str) -> Postfix:
    """The tree of a text with operators between their operands, brackets and fraction bars."""
    yard = _Yard(notation, text)
    for kind, token, position in _tokens(notation, text):
        yard.take(kind, token, position)
    return yard.finished()


def read_prefix(notation: str, text: str) -> Postfix:
    """The tree of a text with operators before their operands."""
    output: list[Fraction | str] = []
    waiting: list[str] = []
    missing: list[int] = []  # how many operands each of them still waits for
    for kind, token, position in _tokens(notation, text):
        if output and not waiting:
            raise expected("nothing more", text, position)
        if kind == "operator":
            waiting.append(_symbols(notation)[token])
            missing.append(2)
            continue
        output.append(leaf(token, text, position))
        while missing and missing[-1] == 1:
            missing.pop()
            output.append(waiting.pop())
        if missing:
            missing[-1] -= 1
    if waiting or not output:
        raise expected("a number", text, len(text))
    return tuple(output)


def read_postfix(notation: str, text: str) -> Postfix:
    """The tree of a text with operators after their operands: checked, since it is postfix."""
    output: list[Fraction | str] = []
    depth = 0
    for kind, token, position in _tokens(notation, text):
        if kind == "number":
            output.append(leaf(token, text, position))
            depth += 1
            continue
        if depth <= 1:
            raise expected("two numbers before the operator", text, position)
        output.append(_symbols(notation)[token])
        depth -= 1
    if depth != 1:
        what = "an operator" if output else "a number"
        raise expected(what, text, len(text))
    return tuple(output)
