"""Reads a text of the stack language: numbers, strings, sequences, quotations and definitions.

Reading is a loop over words with a stack of what is open, so no text is nested too deep for it. A
text that cannot be read to its end is refused as a whole, before anything of it runs.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import inf, nan
from typing import TYPE_CHECKING

import attrs

from facevalue.errors import LimitError, StackError, quoted, shortened
from facevalue.stack.values import (
    DELIMITERS,
    MOST_DEPTH,
    MOST_DIGITS,
    Complex,
    Word,
    Wrapper,
    checked_number,
    is_real,
    plain,
    sequence,
)
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from facevalue.stack.values import Data

MOST_CHARACTERS = 1_000_000

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[^\s]+', re.DOTALL)
_WHOLE = r"\d+(?:,\d+)*"
_INTEGER = re.compile(rf"[+-]?{_WHOLE}", re.ASCII)
_RATIO = re.compile(rf"([+-]?)(?:({_WHOLE})([+-]))?({_WHOLE})/({_WHOLE})", re.ASCII)
_FLOAT = re.compile(r"[+-]?(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|[+-]?\d+[eE][+-]?\d+", re.ASCII)
_SPECIAL = {"1/0.": inf, "-1/0.": -inf, "0/0.": nan}
_ESCAPE = re.compile(
    r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{6})|u\{([0-9a-fA-F]{1,6})\}|(.))", re.DOTALL
)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "s": " ", "a": "\a", "e": "\x1b", "0": "\0"}
_LETTERS |= {"\\": "\\", '"': '"'}
_BOOLEANS = {"t": True, "f": False}
_DEPTHS = {"(": 1, ")": -1}
_OPENERS = {opener: kind for kind, (opener, _) in DELIMITERS.items()} | {"C{": "complex"}
_CLOSERS = {kind: closer for kind, (_, closer) in DELIMITERS.items()} | {"complex": "}", ":": ";"}
# Words after a definition that tell the compiler of Factor something.
_DECLARATIONS = {"inline", "recursive", "foldable", "flushable"}


@attrs.frozen(repr=False)
class Definition(Value):
    """A word that a program defines: its effect as text, and the words it stands for."""

    name: str
    effect: str
    body: tuple[Any, ...]


@attrs.frozen(repr=False)
class Program(Value):
    """A text that was read.

    Args:
        code: what runs.
        definitions: the words that it defines.
        vocabularies: those that it uses from here on.
    """

    code: tuple[Any, ...]
    definitions: tuple[Definition, ...]
    vocabularies: tuple[str, ...]


def number_of(token: str) -> Data:
    """The number that a word is; None if it is none.

    Raises:
        LimitError: it has too many digits.

    >>> number_of("1+3/4"), number_of("1e3"), number_of("1,000"), number_of("x")
    (Fraction(7, 4), 1000.0, 1000, None)
    """
    if token in _SPECIAL:
        return _SPECIAL[token]
    if not any(map(str.isdigit, token)):
        return None
    if _FLOAT.fullmatch(token):
        return float(token)
    if _INTEGER.fullmatch(token):
        return checked_number(_whole(token))
    ratio = _RATIO.fullmatch(token)
    if ratio is None or _whole(ratio[5]) == 0 or (ratio[3] or "") not in ("", ratio[1] or "+"):
        return None
    size = Fraction(_whole(ratio[4]), _whole(ratio[5])) + _whole(ratio[2] or "0")
    return plain(checked_number(-size if ratio[1] == "-" else size))


def _whole(digits: str) -> int:
    plain_digits = digits.replace(",", "").lstrip("+-0") or "0"
    if len(plain_digits) > MOST_DIGITS:
        raise LimitError(f"numbers can have {MOST_DIGITS} digits", MOST_DIGITS)
    return -int(plain_digits) if digits[0] == "-" else int(plain_digits)


def read(
    text: str,
    find: Callable[[str, tuple[str, ...]], Word | None],
    remedy: Callable[[str], str],
) -> Program:
    """Reads a text.

    Args:
        text: one line or more.
        find: the word of a name, also among these vocabularies; None if there is none.
        remedy: what to do about a name that is unknown.

    Raises:
        StackError: a word is unknown, or something is not closed.
        LimitError: the text or a number is too long, or nested too deep.
    """
    if len(text) > MOST_CHARACTERS:
        raise LimitError(f"a text can have {MOST_CHARACTERS} characters", MOST_CHARACTERS)
    return _Reader(text, find, remedy).program()


class _Open:
    """What has begun and is not closed: a sequence, a definition, or the text itself."""

    def __init__(self, kind: str, position: int, name: str = "", effect: str = "") -> None:
        self.kind = kind
        self.position = position
        self.name = name
        self.effect = effect
        self.items: list[Any] = []


class _Reader:
    def __init__(
        self,
        text: str,
        find: Callable[[str, tuple[str, ...]], Word | None],
        remedy: Callable[[str], str],
    ) -> None:
        self._text = text
        self._find = find
        self._remedy = remedy
        self._position = 0
        self._open = [_Open("text", 0)]
        self._definitions: dict[str, Definition] = {}
        self._vocabularies: list[str] = []

    def program(self) -> Program:
        """The whole text."""
        while (token := self._next()) is not None:
            self._take(token)
        if len(self._open) > 1:
            raise self._unfinished(self._open[-1].kind)
        return Program(
            tuple(self._open[0].items), tuple(self._definitions.values()), tuple(self._vocabularies)
        )

    def _next(self) -> str | None:
        """The next word, or None at the end; comments are passed over."""
        while found := _TOKEN.search(self._text, self._position):
            self._position = found.end()
            if found[0] not in ("!", "#!"):
                return found[0]
            end = self._text.find("\n", self._position)
            self._position = len(self._text) if end < 0 else end
        return None

    def _needed(self, kind: str) -> str:
        token = self._next()
        if token is None:
            raise self._unfinished(kind)
        return token

    def _take(self, token: str) -> None:
        current = self._open[-1]
        if token in _OPENERS:
            self._begin(_Open(_OPENERS[token], self._position))
        elif token == _CLOSERS.get(current.kind):
            self._close(self._open.pop())
        elif token in (")", "]", "}", ";"):
            raise self._error(f"{token!r} closes nothing that is open here", token)
        elif token in _PARSERS:
            _PARSERS[token](self)
        elif token[0] == '"':
            current.items.append(self._string(token))
        elif token not in _DECLARATIONS:
            current.items.append(self._atom(token))

    def _begin(self, opened: _Open) -> None:
        if len(self._open) > MOST_DEPTH:
            raise LimitError(f"sequences can be nested {MOST_DEPTH} deep", MOST_DEPTH)
        self._open.append(opened)

    def _close(self, closed: _Open) -> None:
        items = tuple(closed.items)
        if closed.kind == ":":
            self._definitions[closed.name] = Definition(closed.name, closed.effect, items)
        elif closed.kind == "complex":
            if len(items) != 2 or not all(map(is_real, items)):
                raise self._error("a complex number has two real parts, such as C{ 2 5 }", "C{")
            self._open[-1].items.append(plain(Complex(*items)))
        else:
            self._open[-1].items.append(sequence(closed.kind, items))

    def _atom(self, token: str) -> Data:
        if token in _BOOLEANS:
            return _BOOLEANS[token]
        found = self._word(token)
        if found is not None:
            return found
        number = number_of(token)
        if number is None:
            message = f"no word named {quoted(token)}; {self._remedy(token)}"
            raise self._error(message, token, _unknown(token))
        return number

    def _word(self, name: str) -> Word | None:
        if name in self._definitions or any(each.name == name for each in self._open[1:]):
            return Word(name, is_own=True)
        return self._find(name, tuple(self._vocabularies))

    def _string(self, token: str) -> str:
        if len(token) == 1 or not _is_closed(token):
            raise self._unfinished('"')
        if (after := self._text[self._position : self._position + 1]) and not after.isspace():
            self._position += 1
            raise self._error("a blank must follow the end of a string", token)
        return _ESCAPE.sub(self._escape, token[1:-1])

    def _escape(self, found: re.Match[str]) -> str:
        letter = found[4]
        if letter is None:
            return chr(min(int(found[1] or found[2] or found[3], 16), 0x10FFFF))
        if letter not in _LETTERS:
            raise self._error(
                f"unknown escape {quoted(found[0])}", found[0], f"Bad escape code: \\{letter}"
            )
        return _LETTERS[letter]

    def _comment(self) -> None:
        self._effect()

    def _effect(self) -> str:
        """The words up to the bracket that closes the one before."""
        words, depth = [], 1
        while depth:
            token = self._needed("(")
            depth += _DEPTHS.get(token, 0)
            words.append(token)
        return " ".join(words[:-1])

    def _define(self) -> None:
        name = self._needed(":")
        if self._needed(":") != "(" or "--" not in (effect := self._effect()).split():
            message = f"expected the effect of {quoted(name)}, such as ( x -- y )"
            raise self._error(message, name)
        if len(self._open) > 1:
            raise self._error("a definition begins inside something that is open", ":")
        self._begin(_Open(":", self._position, name, effect))

    def _constant(self) -> None:
        name, value = self._needed(":"), self._needed(":")
        depth = len(self._open)
        self._take(value)
        while len(self._open) > depth:
            self._take(self._needed(":"))
        if depth > 1 or not self._open[-1].items:
            raise self._error("CONSTANT: gives a name to one value", name)
        body = (self._open[-1].items.pop(),)
        self._definitions[name] = Definition(name, "-- value", body)

    def _quoted_word(self) -> None:
        name = self._needed("\\")
        found = self._word(name)
        if found is None:
            message = f"no word named {quoted(name)}; {self._remedy(name)}"
            raise self._error(message, name, _unknown(name))
        self._open[-1].items.append(Wrapper(found))

    def _use(self) -> None:
        self._add_vocabulary(self._needed("USE:"))

    def _using(self) -> None:
        while (name := self._needed("USING:")) != ";":
            self._add_vocabulary(name)

    def _add_vocabulary(self, name: str) -> None:
        self._vocabularies.append(name)

    def _in(self) -> None:
        self._needed("IN:")  # all words of a program stand in one vocabulary

    def _based(self, base: int) -> None:
        token = self._needed("HEX:")
        try:
            number = int(token, base)
        except ValueError:
            raise self._error(f"expected digits of base {base}: {quoted(token)}", token) from None
        self._open[-1].items.append(checked_number(number))

    def _error(self, message: str, word: str, listing: str = "") -> StackError:
        """An error, with the line as Factor shows it: a caret stands after the word."""
        before = self._text[: self._position]
        start = before.rfind("\n") + 1
        line = self._text[start:].partition("\n")[0]
        lead = f"{before.count(chr(10)) + 1}: "
        caret = " " * (len(lead) + self._position - start) + "^"
        return StackError(message, shortened(word), f"{lead}{line}\n{caret}\n{listing or message}")

    def _unfinished(self, kind: str) -> StackError:
        wanted = {"text": "more", "(": ")", '"': '"'}.get(kind) or _CLOSERS.get(kind, "a word")
        message = f"expected {wanted} before the end of the text"
        return StackError(
            message, kind, f"Expected {wanted} but got end of input", is_unfinished=True
        )


def _is_closed(token: str) -> bool:
    """Whether a string ends with a quotation mark that is not escaped."""
    body = token[1:-1]
    return token[-1] == '"' and (len(body) - len(body.rstrip("\\"))) % 2 == 0


def _unknown(name: str) -> str:
    return (
        f"No word named \N{LEFT DOUBLE QUOTATION MARK}{name}\N{RIGHT DOUBLE QUOTATION MARK}"
        " found in current vocabulary search path\n\nThe following restarts are available:\n\n"
        ":1      Defer word in current vocabulary"
    )


_PARSERS: Mapping[str, Callable[[_Reader], None]] = {
    "(": _Reader._comment,  # noqa: SLF001 - of this file
    ":": _Reader._define,  # noqa: SLF001
    "CONSTANT:": _Reader._constant,  # noqa: SLF001
    "\\": _Reader._quoted_word,  # noqa: SLF001
    "USE:": _Reader._use,  # noqa: SLF001
    "USING:": _Reader._using,  # noqa: SLF001
    "IN:": _Reader._in,  # noqa: SLF001
    "HEX:": lambda reader: reader._based(16),  # noqa: SLF001
    "OCT:": lambda reader: reader._based(8),  # noqa: SLF001
    "BIN:": lambda reader: reader._based(2),  # noqa: SLF001
}
