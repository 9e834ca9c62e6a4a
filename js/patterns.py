r"""Converts regular expressions of Python to JavaScript, with the same matches.

JavaScript of 2023 has neither possessive repeats nor groups that ignore case, and its `\b` knows
only ASCII. The pattern needs the flags `u` and, to match from a position, `y`.
"""

from __future__ import annotations

import re
from functools import cache
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

_WORD = r"[\p{L}\p{N}_]"
_PLACES = {
    codes.AT_BEGINNING: r"(?<![^\n])",
    codes.AT_END_STRING: "$",
    codes.AT_BOUNDARY: f"(?:(?<={_WORD})(?!{_WORD})|(?<!{_WORD})(?={_WORD}))",
}


def convert(pattern: str) -> str:
    """Return the source of the pattern in JavaScript."""
    names = {number: name for name, number in re.compile(pattern).groupindex.items()}
    parsed = parser.parse(pattern)
    ignores_case = bool(parsed.state.flags & re.IGNORECASE)
    return _Converter(names).items(parsed, ignores_case=ignores_case)


@cache
def _cases(code: int) -> list[int]:
    """Return the characters that match a character if case is ignored."""
    matcher = re.compile(re.escape(chr(code)), re.IGNORECASE)
    others = (other for other in range(0x10000) if not 0xD800 <= other < 0xE000)
    return [other for other in others if matcher.fullmatch(chr(other))]


def _character(code: int) -> str:
    character = chr(code)
    if not (character.isascii() and character.isprintable()):
        return f"\\u{{{code:x}}}"
    return f"\\{character}" if character in "^$\\.*+?()[]{}|/" else character


class _Converter:
    def __init__(self, names: dict[int, str]) -> None:
        self.names = names
        self.possessive = 0

    def items(self, parsed: Any, *, ignores_case: bool) -> str:
        return "".join(self.item(code, value, ignores_case) for code, value in parsed)

    def item(self, code: Any, value: Any, ignores_case: bool) -> str:  # noqa: C901, FBT001, PLR0911
        def inside(parsed: Any) -> str:
            return self.items(parsed, ignores_case=ignores_case)

        match code:
            case codes.LITERAL:
                cases = _cases(value) if ignores_case else [value]
                found = "".join(map(_character, cases))
                return found if len(cases) == 1 else f"[{found}]"
            case codes.NOT_LITERAL:
                return f"[^{_character(value)}]"
            case codes.IN:
                return f"[{''.join(self.member(*each, ignores_case) for each in value)}]"
            case codes.BRANCH:
                return f"(?:{'|'.join(map(inside, value[1]))})"
            case codes.SUBPATTERN:
                group, flags, _, parsed = value
                found = self.items(parsed, ignores_case=ignores_case or bool(flags & re.IGNORECASE))
                return f"(?<{self.names[group]}>{found})" if group else f"(?:{found})"
            case codes.MAX_REPEAT | codes.POSSESSIVE_REPEAT:
                low, high, parsed = value
                is_one = len(parsed) == 1 and parsed[0][0] in (codes.LITERAL, codes.IN)
                most = "" if high is codes.MAXREPEAT else high
                times = {(0, ""): "*", (1, ""): "+", (0, 1): "?"}.get(
                    (low, most), f"{{{low},{most}}}"
                )
                repeated = inside(parsed)
                found = (repeated if is_one else f"(?:{repeated})") + times
                if code is codes.MAX_REPEAT:
                    return found
                # A lookahead is never entered again, so what it has found stays.
                self.possessive += 1
                name = f"p{self.possessive}"
                return rf"(?=(?<{name}>{found}))\k<{name}>"
            case codes.ASSERT | codes.ASSERT_NOT:
                direction, parsed = value
                sign = "=" if code is codes.ASSERT else "!"
                return f"(?{'<' if direction < 0 else ''}{sign}{inside(parsed)})"
            case codes.AT:
                return _PLACES[value]
        raise ValueError(f"{code} is not converted")

    def member(self, code: Any, value: Any, ignores_case: bool) -> str:  # noqa: FBT001
        """Return a part of a class of characters."""
        match code:
            case codes.NEGATE:
                return "^"
            case codes.LITERAL:
                cases = _cases(value) if ignores_case else [value]
                return "".join(map(_character, cases)).replace("-", r"\-")
            case codes.RANGE:
                if ignores_case and any(chr(each).isalpha() for each in value):
                    raise ValueError("ranges of letters are not converted")
                return "-".join(map(_character, value))
        raise ValueError(f"{code} is not converted")
