"""Prints values like Factor 0.95: `.` on lines of 64 columns, the data stack one line per value.

If a sequence does not fit on a line, each element of an array gets a line, and a quotation fills
lines. Factor's limits apply: `.` prints 100 elements and 8 levels, the data stack 15 elements and 1
level.
"""

from __future__ import annotations

from fractions import Fraction
from math import isinf, isnan
from typing import TypeAlias

from facevalue.stack.values import (
    DELIMITERS,
    Complex,
    Data,
    Iota,
    Sequence,
    Word,
    Wrapper,
    class_of,
)

Limits: TypeAlias = tuple[int | None, int | None]

_MARGIN = 64
_TAB = "    "
ESCAPES = {7: "a", 27: "e", 10: "n", 13: "r", 9: "t", 0: "0", 92: "\\", 34: '"'}
_ESCAPED = {code: f"\\{letter}" for code, letter in ESCAPES.items()}


# How many elements of a sequence are printed, and levels of sequences; None for all.
USUAL: Limits = (100, 8)
SHORT: Limits = (15, 1)
WHOLE: Limits = (None, None)


def number_text(number: Data) -> str:
    """Return a real number as Factor prints it.

    >>> from fractions import Fraction
    >>> number_text(Fraction(-7, 2)), number_text(1e20), number_text(0.1 + 0.2)
    ('-3-1/2', '1.0e+20', '0.3')
    """
    if type(number) is float:
        if isnan(number):
            return "NAN: 8000000000000"
        if isinf(number):
            return "1/0." if number > 0 else "-1/0."
        digits, e, power = f"{number:.16g}".partition("e")
        return digits + ("" if "." in digits else ".0") + e + power
    if type(number) is not Fraction:
        return str(number)
    whole, rest = divmod(abs(number.numerator), number.denominator)
    sign, part = "-" if number < 0 else "", f"{rest}/{number.denominator}"
    return f"{sign}{whole}{sign or '+'}{part}" if whole else sign + part


def atom_text(value: Data, limits: Limits) -> str:
    """Return a value without elements as a string."""
    if isinstance(value, bool):
        return "t" if value else "f"
    if isinstance(value, str):
        is_cut = limits[0] is not None and len(value) > _MARGIN
        content = value[: _MARGIN - 3] + "..." if is_cut else value
        return f'"{content.translate(_ESCAPED)}"'
    if isinstance(value, Word):
        return value.name
    return f"\\ {value.word.name}" if isinstance(value, Wrapper) else number_text(value)


def parts_of(
    value: Data, limits: Limits, width: int, level: int
) -> tuple[str, list[list[str]], str]:
    """Return the opening word of a value with elements, the lines of each element, and the end."""
    if isinstance(value, Sequence):
        opener, closer = DELIMITERS[value.kind]
        shown = value.items[: limits[0]]
        parts = [lines_of(item, limits, width - len(_TAB), level + 1) for item in shown]
        if len(value.items) > len(shown):
            parts.append([f"~{len(value.items) - len(shown)} more~"])
        return opener, parts, closer
    if isinstance(value, Complex):
        return "C{", [[number_text(value.real)], [number_text(value.imaginary)]], "}"
    slots = {"n": value.n} if isinstance(value, Iota) else {"from": value.start}
    if isinstance(value, range):
        slots |= {"length": len(value), "step": value.step}
    parts = [[f"{{ {name} {slot} }}"] for name, slot in slots.items() if slot or name != "n"]
    brief = [["f"], *([str(slot)] for slot in slots.values())]
    return f"T{{ {class_of(value)}", brief if limits == SHORT else parts, "}"


def lines_of(value: Data, limits: Limits, width: int, level: int = 0) -> list[str]:
    """Return a value on as many lines as it needs; `level` is how many sequences contain it."""
    if not isinstance(value, Sequence | Complex | Iota | range):
        return [atom_text(value, limits)]
    if limits[1] is not None and level >= limits[1]:
        return [f"~{class_of(value)}~"]
    opener, parts, closer = parts_of(value, limits, width, level)
    words = [opener, *(part[0] for part in parts), closer]
    if all(len(part) == 1 for part in parts) and sum(map(len, words)) + len(words) - 1 <= width:
        return [" ".join(words)]
    if limits == SHORT:
        while len(" ".join(words)) > width:
            words.pop()
        return [" ".join(words) + "..."]
    lines: list[str] = []
    for first, *rest in parts:
        # The words of a quotation fill the lines.
        is_joined = closer == "]" and lines and (rest or len(f"{lines[-1]} {first}") <= width - 4)
        lines[-1:] = [f"{lines[-1]} {first}"] if is_joined else [*lines[-1:], first]
        lines += rest
    return [opener, *(_TAB + line for line in lines), closer]


def printed(value: Data, limits: Limits = USUAL) -> str:
    """Return a value as a string, with as many elements and levels as the limits allow.

    >>> from facevalue.stack.values import array
    >>> printed(array([1, "two", array([])]))
    '{ 1 "two" { } }'
    """
    return "\n".join(lines_of(value, limits, _MARGIN))
