"""Prints values as Factor 0.95 does: `.` on lines of 64 columns, the data stack one line each.

A value becomes sections that know where they would begin and end if everything stood in one line.
A section that does not fit is broken: the elements of an array stand in a line each, those of a
quotation wrap. Factor's own limits hold too: `.` prints 100 elements and 8 levels, the data stack
15 elements and 2 levels.
"""

from __future__ import annotations

from fractions import Fraction
from math import isinf, isnan
from typing import TYPE_CHECKING

import attrs

from facevalue.stack.values import (
    DELIMITERS,
    Complex,
    Iota,
    NumberRange,
    Sequence,
    Word,
    Wrapper,
    class_of,
)
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from facevalue.stack.values import Data

_MARGIN = 64
_TAB = 4
_ESCAPES = {7: "a", 27: "e", 10: "n", 13: "r", 9: "t", 0: "0", 92: "\\", 34: '"'}
_ESCAPED = {code: f"\\{letter}" for code, letter in _ESCAPES.items()}
_NAN = "NAN: 8000000000000"


@attrs.frozen
class Limits(Value):
    """How much of a value is printed; None for all of it.

    Args:
        elements: of a sequence.
        levels: of open blocks, two for each sequence in another.
        lines: lines in all.
        is_cut: whether long strings are cut.
        is_brief: whether ranges are printed without the names of their slots.
    """

    elements: int | None
    levels: int | None
    lines: int | None = None
    is_cut: bool = True
    is_brief: bool = False


USUAL = Limits(elements=100, levels=15)
SHORT = Limits(elements=15, levels=2, lines=1, is_brief=True)
WHOLE = Limits(elements=None, levels=None, is_cut=False)


def number_text(number: Data) -> str:
    """A real number as Factor prints it.

    >>> from fractions import Fraction
    >>> number_text(Fraction(-7, 2)), number_text(1e20), number_text(0.1 + 0.2)
    ('-3-1/2', '1.0e+20', '0.3')
    """
    if type(number) is float:
        if isnan(number):
            return _NAN
        if isinf(number):
            return "1/0." if number > 0 else "-1/0."
        digits, e, power = f"{number:.16g}".partition("e")
        return digits + ("" if "." in digits else ".0") + e + power
    if type(number) is not Fraction:
        return str(number)
    whole, rest = divmod(abs(number.numerator), number.denominator)
    sign = "-" if number < 0 else "+"
    part = f"{rest}/{number.denominator}"
    return f"{sign.strip('+')}{whole}{sign}{part}" if whole else sign.strip("+") + part


def string_text(text: str) -> str:
    """A string in quotes, with escapes."""
    return f'"{text.translate(_ESCAPED)}"'


class _Section:
    """A piece of text, or a block of sections; `start` and `end` as if all stood in one line."""

    __slots__ = ("end", "ends_group", "kind", "parts", "start", "starts_group")

    def __init__(self, kind: str, start: int, parts: Data) -> None:
        self.kind = kind
        self.parts = parts
        self.start = start
        self.end = start + len(parts) + 1 if kind == "text" else start
        self.starts_group = self.ends_group = False


class _Builder:
    """Makes the sections of a value."""

    def __init__(self, limits: Limits, height: Callable[[Word], int]) -> None:
        self._limits = limits
        self._height = height
        self._position = 0
        self._open: list[_Section] = [_Section("block", 0, [])]

    def built(self, value: Data) -> _Section:
        """The sections of a value, in a block."""
        self._add(value)
        return self._open[0]

    def _text(self, text: str) -> _Section:
        section = _Section("text", self._position, text)
        self._position = section.end
        self._open[-1].parts.append(section)
        return section

    def _begin(self, kind: str) -> None:
        self._open.append(_Section(kind, self._position, []))

    def _end(self) -> None:
        section = self._open.pop()
        section.end = self._position
        if section.parts:
            self._open[-1].parts.append(section)

    def _add(self, value: Data) -> None:
        if isinstance(value, Sequence):
            opener, closer = DELIMITERS[value.kind]
            is_narrow = value.kind != "quotation"
            self._nested(value, opener, value.items, closer, is_narrow=is_narrow)
        elif isinstance(value, Complex):
            self._nested(value, "C{", (value.real, value.imaginary), "}", is_narrow=False)
        elif isinstance(value, (Iota, NumberRange)):
            self._range(value)
        elif isinstance(value, Word):
            section, height = self._text(value.name), self._height(value)
            section.starts_group, section.ends_group = height > 0, height < 0
        elif isinstance(value, Wrapper):
            self._begin("block")
            self._text("\\")
            self._text(value.word.name)
            self._end()
        else:
            self._text(self._atom(value))

    def _atom(self, value: Data) -> str:
        if isinstance(value, bool):
            return "t" if value else "f"
        if not isinstance(value, str):
            return number_text(value)
        if self._limits.is_cut and len(value) > _MARGIN:
            value = value[: _MARGIN - 3] + "..."
        return string_text(value)

    def _is_too_deep(self, value: Data) -> bool:
        if self._limits.levels is None or len(self._open) <= self._limits.levels:
            return False
        self._text(f"~{class_of(value)}~")
        return True

    def _nested(
        self,
        value: Data,
        opener: str,
        items: tuple[Any, ...],
        closer: str,
        *,
        is_narrow: bool,
    ) -> None:
        if self._is_too_deep(value):
            return
        self._begin("flow")
        self._text(opener)
        self._begin("narrow" if is_narrow else "wide")
        shown = len(items) if self._limits.elements is None else self._limits.elements
        for item in items[:shown]:
            self._add(item)
        if len(items) > shown:
            self._text(f"~{len(items) - shown} more~")
        self._end()
        self._text(closer)
        self._end()

    def _range(self, value: Iota | NumberRange) -> None:
        slots: tuple[tuple[str, Any], ...]
        if isinstance(value, Iota):
            slots = (("n", value.n),) if value.n or self._limits.is_brief else ()
        else:
            slots = (("from", value.start), ("length", value.length), ("step", value.step))
        if self._limits.is_brief:
            parts = (Word(class_of(value)), False, *(slot for _, slot in slots))
            self._nested(value, "T{", parts, "}", is_narrow=True)
        elif not self._is_too_deep(value):
            self._begin("flow")
            self._text("T{")
            self._text(class_of(value))
            self._begin("narrow")
            for name, slot in slots:
                self._begin("flow")
                self._text("{")
                self._text(name)
                self._begin("wide")
                self._text(number_text(slot))
                self._end()
                self._text("}")
                self._end()
            self._end()
            self._text("}")
            self._end()


class _FullError(Exception):
    """The last line that may be printed is full."""


class _Writer:
    """Writes sections on lines."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._written: list[str] = []
        self._last_newline = 0
        self._lines = 1
        self._indent = 0

    def written(self, block: _Section) -> str:
        """The text of a block."""
        try:
            self._short(block)
        except _FullError:
            self._written.append("...")
        return "".join(self._written)

    def _is_last_line(self) -> bool:
        return self._limits.lines is not None and self._lines >= self._limits.lines

    def _fresh_line(self, position: int) -> None:
        if position == self._last_newline:
            return
        self._last_newline = position
        if self._is_last_line():
            raise _FullError
        self._lines += 1
        self._written.append("\n" + " " * self._indent)

    def _fits(self, section: _Section) -> bool:
        if section.kind != "text" and self._is_last_line():
            return True
        overhang = 2 if section.kind in ("narrow", "wide") else 0
        return self._indent + section.end - 1 - self._last_newline + overhang <= _MARGIN

    def _is_short(self, section: _Section) -> bool:
        if self._fits(section):
            return True
        # A block that would not fit on a line of its own either is not moved to one.
        return section.kind == "flow" and self._indent + section.end - 1 - section.start > _MARGIN

    def _write(self, section: _Section) -> None:
        if self._is_short(section):
            self._short(section)
            return
        is_inset = section.kind in ("narrow", "wide")
        self._indent += _TAB * is_inset
        self._fresh_line(section.start)
        self._long(section)
        self._indent -= _TAB * is_inset
        if is_inset:
            self._fresh_line(section.end)

    def _advance(self, section: _Section) -> None:
        if section.start != self._last_newline and self._is_short(section):
            self._written.append(" ")

    def _short(self, section: _Section) -> None:
        if section.kind == "text":
            self._written.append(section.parts)
            return
        for place, part in enumerate(section.parts):
            if place:
                self._advance(part)
            self._write(part)

    def _long(self, section: _Section) -> None:
        if section.kind == "text":
            self._written.append(section.parts)
        elif section.kind == "narrow":
            for place, part in enumerate(section.parts):
                if place:
                    self._fresh_line(part.start)
                self._write(part)
        else:
            for group in _groups(section.parts):
                if self._fits(group[0]) and not self._fits(group[-1]):
                    self._fresh_line(group[0].start)
                for part in group:
                    self._advance(part)
                    self._write(part)


def _groups(parts: list[_Section]) -> list[list[_Section]]:
    """The parts of a block that are kept on a line together where they fit."""
    groups: list[list[_Section]] = [[]]
    for place, part in enumerate(parts):
        before = parts[place - 1] if place else None
        begins = part.starts_group and (before is None or before.ends_group)
        if begins or (part.kind == "flow" and (before is None or before.kind != "flow")):
            groups.append([])
        groups[-1].append(part)
        if part.ends_group:
            groups.append([])
    return [group for group in groups if group]


def printed(
    value: Data,
    limits: Limits = USUAL,
    height: Callable[[Word], int] = lambda _: 0,
) -> str:
    """A value as it is printed.

    Args:
        value: any value.
        limits: how much of it is printed.
        height: how many values more than before a word leaves on the stack; quotations are broken
            at words that take some.

    >>> from facevalue.stack.values import array
    >>> printed(array([1, "two", array([])]))
    '{ 1 "two" { } }'
    """
    return _Writer(limits).written(_Builder(limits, height).built(value))


def stack_lines(values: Iterable[Any]) -> list[str]:
    """The data stack, a line for each value, the top last."""
    return [printed(value, SHORT) for value in values]
