"""Finds the steps in an answer with regular expressions: what the core reads without them.

A step is `a op b = c`, on its own line or separated by `;` or arrows. Headings, numbering, bullets,
typographic signs and thousands separators are read or skipped. A line that looks like a step but
cannot be read is unreadable, and then the steps cannot be judged. A search may end with a list such
as `OPERATIONS: ['6*4=24']`; the last list counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from facevalue.cards import pattern
from facevalue.puzzle.model.operations import OPERATIONS
from facevalue.puzzle.notation.syntax import TYPED, UNICODE, UNICODE_BLANKS
from tests.oracles.spellings import BLANKS

STEP, ANSWER, UNREADABLE, OTHER = "step", "answer", "unreadable", "other"
_GAP = f"[{BLANKS}]*+"
UNDEFINED = "undefined"
_SOURCE = f"step[{BLANKS}]*[1-9][0-9]{{0,3}}|number"
# Follows a step: what its left and its right operand are.
SOURCES = (
    rf"(?:\(from:[{BLANKS}]*(?P<left_source>{_SOURCE})[{BLANKS}]*,"
    rf"[{BLANKS}]*(?P<right_source>{_SOURCE})[{BLANKS}]*\))?"
)
# Signs and their replacements have one character, so that positions in the line do not change.
SIGNS = {
    **{ord(text): meaning for text, kind, meaning in UNICODE if kind == "operator"},
    **{ord(text): " " for text, *_ in UNICODE_BLANKS},
}
OPERATORS = {symbol: symbol for symbol in OPERATIONS} | {
    text: meaning
    for text, kind, meaning in TYPED
    # Not the colon, which ends a label, and not `\*`, which has two characters.
    if kind == "operator" and len(text) == 1 and meaning == "*"
}
_SYMBOLS = f"[{''.join(map(re.escape, OPERATORS))}]"
# No group here is repeated possessively: in Python below 3.11.5 (gh-106052) it does not give back
# what its last, failed try took.
_WHOLE = "(?:0|[1-9][0-9]{0,2}(?:,[0-9]{3})+(?!,[0-9]{3})|[1-9][0-9]*)(?![0-9])"
# The pattern of a value without brackets, without and with decimals.
_VALUES = (f"-?{_WHOLE}(?:/[1-9][0-9]*)?", rf"-?{_WHOLE}(?:/[1-9][0-9]*|\.[0-9]+)?")
_MARKUP = r"(?:\*\*|__|`|\$)?+"
_LABEL = (
    rf"(?:step|operation|move)s?{_GAP}(?:[0-9]{{1,3}}{_GAP})?[:.),-]"
    r"|(?:first|second|third|then|next|now|finally|lastly|so|and)\b[:,]?"
    rf"|\(?[0-9]{{1,3}}[.):](?=[{BLANKS}*_`$])"
)
_LEAD = (
    rf"{_GAP}(?:[-*+>\u2022\u25aa\u25e6\u2023][{BLANKS}]++)?{_MARKUP}"
    rf"(?:(?ai:{_LABEL}){_MARKUP})?{_GAP}"
)
_TAIL = rf"{_GAP}[.,]?{_MARKUP}[.,]?{_GAP}"
_SEPARATOR = r";|(?<![-=])[-=]++>|[\u2192\u27f6\u279c\u27a1\u21d2\u27f9]|\Z"
_ANSWER = rf"{_GAP}{_MARKUP}(?ai:(?:final{_GAP})?answer){_GAP}:{_MARKUP}"
# A list of quoted steps, as printed by programs.
_QUOTED = r"""(?:'[^'\n]*+'|"[^"\n]*+")"""
_LIST = (
    rf"(?aim)^{_GAP}{_MARKUP}(?:operations|steps){_GAP}:{_MARKUP}{_GAP}"
    rf"\[{_GAP}(?P<items>{_QUOTED}(?:{_GAP},{_GAP}{_QUOTED})*),?{_GAP}\]"
)
# Numbers with an operation between them; `8/3` may be a number.
_OPERATION = (
    rf"[0-9)]{_GAP}(?:[-+*xX^%]|//)+(?![-+*xX^%]|//){_GAP}[-(0-9]"
    rf"|[0-9)](?:[{BLANKS}]++/|/[{BLANKS}]){_GAP}[-(0-9]|\){_GAP}/|/{_GAP}\("
    rf"|[0-9)][{BLANKS}]++(?:plus|minus|times|(?:divided|multiplied)[{BLANKS}]++by)[{BLANKS}]++[(0-9]"
)
# The numbers of the puzzle, as in `Numbers: 3, 3, 8, 8 = 24`.
_ONLY_NUMBERS = (
    rf"(?:[A-Za-z{BLANKS}]*[{BLANKS}:])?[\[(]?{_GAP}"
    rf"{_VALUES[1]}(?:[{BLANKS},]++{_VALUES[1]})*{_GAP}[\])]?{_GAP}"
)


class StepLine:
    """A line of an answer, or the part of it up to a separator.

    Attributes:
        kind: `STEP`, `ANSWER`, `UNREADABLE` or `OTHER`, which is neither a step nor looks like one.
        start: the position of its start in the answer.
        end: the position after its end.
        match: for a step, its parts; for an answer, the label before its expression; else None.
    """

    __slots__ = ("end", "kind", "match", "start")

    def __init__(self, kind: str, start: int, end: int, match: re.Match[str] | None = None) -> None:
        self.kind, self.start, self.end, self.match = kind, start, end, match


def read_step_lines(text: str, *, decimals: bool = False) -> Iterator[StepLine]:
    r"""Yield the lines of an answer that are not empty, with their positions in the answer.

    >>> [line.kind for line in read_step_lines("Steps:\n1. 8 x 3 = 24; 24 plus 1 is 25")]
    ['other', 'step', 'unreadable']
    """
    text = text.translate(SIGNS)
    begin = 0
    lists = list(pattern(_LIST).finditer(text)) if "[" in text else []
    if lists:
        begin = lists[-1].end()
        for line in pattern(r"[^\n]+").finditer(text, 0, lists[-1].start()):
            yield StepLine(OTHER, *line.span())
        for quoted in pattern(_QUOTED).finditer(text, *lists[-1].span("items")):
            yield _read_part(text, quoted.start() + 1, quoted.end() - 1, decimals=decimals)
    for line in pattern(r"[^\n]+").finditer(text, begin):
        start, line_end = line.span()
        for cut in pattern(_SEPARATOR).finditer(text, start, line_end):
            if text[start : cut.start()].strip(BLANKS):
                answer = pattern(_ANSWER).match(text, start, line_end)
                if answer is not None:  # it is the rest of the line, including separators
                    yield StepLine(ANSWER, start, line_end, answer)
                    break
                yield _read_part(text, start, cut.start(), decimals=decimals)
            start = cut.end()


def _read_part(text: str, start: int, end: int, *, decimals: bool) -> StepLine:
    match = pattern(_step_pattern(decimals)).fullmatch(text, start, end)
    if match:
        return StepLine(STEP, start, end, match)
    return StepLine(UNREADABLE if _looks_like_step(text[start:end]) else OTHER, start, end)


def _looks_like_step(part: str) -> bool:
    """Return whether a part that is not a step may contain one."""
    if pattern(_OPERATION).search(part):
        return True
    left, equals, _ = part.partition("=")
    if not equals or not pattern("[0-9]").search(left):
        return False
    return not pattern(_ONLY_NUMBERS).fullmatch(left)


@cache
def operand_pattern(decimals: bool) -> str:  # noqa: FBT001 - a key of the cache
    """Return the pattern for a value, with optional parentheses for fractions."""
    value = _VALUES[decimals]
    return rf"(?:{value}|\({_GAP}{value}{_GAP}\))"


@cache
def _step_pattern(decimals: bool) -> str:  # noqa: FBT001 - a key of the cache
    operand = operand_pattern(decimals)
    operation = f"(?P<operation>{operand}{_GAP}{_SYMBOLS}{_GAP}{operand})"
    numbers = f"{_GAP}(?:{operand}(?:[{BLANKS},]++{operand})*)?[{BLANKS},]*+"
    left = rf"(?:\((?ai:left){_GAP}:(?P<left>{numbers})\))?"
    result = f"(?P<result>{operand}|{UNDEFINED})"
    step = f"{operation}{_GAP}={_GAP}{result}{_GAP}{SOURCES}{_GAP}{left}"
    return f"{_LEAD}{step}{_TAIL}"
