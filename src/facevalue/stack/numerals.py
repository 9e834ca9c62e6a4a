"""Reads the numbers of the stack language: integers, ratios, floats, and other bases."""

from __future__ import annotations

import re
from fractions import Fraction
from math import inf, nan

from facevalue.errors import LimitError
from facevalue.stack.values import MAX_DIGITS, Data, check_digits, plain

_BASED = re.compile(r"-?(?:0x[0-9a-fA-F]+|0o[0-7]+|0b[01]+)", re.ASCII)
_INTEGER = re.compile(r"[+-]?\d+(?:,\d+)*", re.ASCII)
_RATIO = re.compile(r"([+-]?)(?:(\d[\d,]*)([+-]))?(\d[\d,]*)/(\d[\d,]*)", re.ASCII)
_FLOAT = re.compile(r"[+-]?(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|[+-]?\d+[eE][+-]?\d+", re.ASCII)
_SPECIAL = {"1/0.": inf, "-1/0.": -inf, "0/0.": nan}


def parse_number(word: str) -> Data:  # noqa: PLR0911 - one return per kind of number
    """Parse a word as a number; return None if it is not a number.

    >>> parse_number("1+3/4"), parse_number("1e3"), parse_number("1,000"), parse_number("0xFF")
    (Fraction(7, 4), 1000.0, 1000, 255)
    """
    if word in _SPECIAL:
        return _SPECIAL[word]
    if not any(map(str.isdigit, word)):
        return None
    if _FLOAT.fullmatch(word):
        return float(word)
    digits = word.replace(",", "")
    try:
        if _BASED.fullmatch(word):
            return check_digits(int(word, 0))
        if _INTEGER.fullmatch(word):
            return check_digits(int(digits))
        ratio = _RATIO.fullmatch(digits)
        if ratio is None or (ratio[3] or "") not in ("", ratio[1] or "+"):
            return None
        size = int(ratio[2] or 0) + Fraction(int(ratio[4]), int(ratio[5]))
        return plain(check_digits(-size if ratio[1] == "-" else size))
    except ZeroDivisionError:
        return None
    except ValueError:  # Python parses integers with up to 4300 digits
        raise LimitError(f"numbers can have at most {MAX_DIGITS} digits", MAX_DIGITS) from None
