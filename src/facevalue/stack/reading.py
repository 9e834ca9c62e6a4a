"""Reads programs of the stack language: numbers, strings, sequences, quotations and definitions.

Reading is a loop over words with a stack of open blocks, so it has no limit on nesting. A reader
takes a program in parts, such as lines, and continues after an error, with one message for each
definition that has errors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import attrs

from facevalue.errors import FaceValueError, LimitError, StackError, quoted, shortened
from facevalue.stack.numerals import parse_number
from facevalue.stack.printing import ESCAPES
from facevalue.stack.values import (
    DELIMITERS,
    MAX_ELEMENTS,
    Complex,
    Data,
    Word,
    Wrapper,
    check_depth,
    is_real,
    plain,
    sequence,
)
from facevalue.stack.words import is_found, is_vocabulary, suggest
from facevalue.value import Value

MAX_CHARACTERS = 1_000_000

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[^\s]+', re.DOTALL)
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{6})|(.))", re.DOTALL)
_LETTERS = {letter: chr(code) for code, letter in ESCAPES.items()} | {"s": " "}
_BOOLEANS = {"t": True, "f": False}
_OPENERS = {opener: kind for kind, (opener, _) in DELIMITERS.items()} | {"C{": "complex"}
_CLOSERS = {kind: closer for kind, (_, closer) in DELIMITERS.items()} | {"complex": "}", ":": ";"}
_NAMES_ONE_VALUE = {"CONSTANT:", "ALIAS:"}
# Words after a definition that only the compiler of Factor needs.
_DECLARATIONS = {"inline", "recursive", "foldable", "flushable"}


@attrs.frozen(repr=False)
class Definition(Value):
    """A word that a program defines.

    Args:
        name: the name of the word.
        effect: the values that it takes and leaves, such as "x y -- z".
        body: the code that it runs.
        variables: after `::`, the names of the values that it takes.
        error: why it could not be defined; "" if it could.
    """

    name: str
    effect: str
    body: tuple[Any, ...]
    variables: tuple[str, ...] = ()
    error: str = ""


@attrs.define
class Block:
    """A sequence, a definition or a program that is still open."""

    kind: str
    name: str = ""
    effect: str = ""
    variables: tuple[str, ...] = ()
    items: list[Any] = attrs.field(factory=list)
    error: str = ""
    is_cut: bool = False  # whether "..." replaces rows


class Reader:
    """Reads a program, in one or more parts.

    Args:
        own: the words that the program has defined so far.
        vocabularies: the vocabularies that the program uses.
        is_own: True for a program, False for the library.
    """

    def __init__(
        self, own: Iterable[str] = (), vocabularies: Iterable[str] = (), *, is_own: bool = True
    ) -> None:
        self.error: FaceValueError | None = None  # the first error
        self.own = set(own)
        self.definitions: dict[str, Definition] = {}
        self.vocabularies = list(vocabularies)
        self.blocks = [Block("program")]
        self.position = 0  # in the text
        self._is_own = is_own
        self._text = ""
        self._lines = 0  # before the text
        self._length = 0
        self._unfinished: StackError | None = None

    @property
    def outermost(self) -> Block:
        """The outermost open definition or sequence, or else the program."""
        return self.blocks[:2][-1]

    @property
    def is_open(self) -> bool:
        """True if a definition, sequence, string or comment is still open."""
        return len(self.blocks) > 1 or self._unfinished is not None

    def feed(self, text: str) -> None:
        """Read the next part, which ends between words."""
        self._lines += self._text.count("\n", 0, self.position)
        self._text = self._text[self.position :] + text
        self.position, self._unfinished = 0, None
        self._length += len(text)
        if self._length > MAX_CHARACTERS:
            self.blocks, self._text = self.blocks[:1], ""
            message = f"a program can have at most {MAX_CHARACTERS} characters"
            self.error = self.error or LimitError(message, MAX_CHARACTERS)
        while True:
            start = self.position
            try:
                if (word := self.next_word()) is None:
                    return
                self._read(word)
            except FaceValueError as error:
                problem = error
                if isinstance(error, StackError) and error.is_unfinished:
                    # Read it again from the start with the next part.
                    if len(self._text) - start <= MAX_ELEMENTS:
                        self._unfinished, self.position = error, start
                        return
                    message = f"a string or comment can have at most {MAX_ELEMENTS} characters"
                    problem = LimitError(message, MAX_ELEMENTS)
                self.error = self.error or problem
                self.outermost.error = self.outermost.error or str(problem)
                if self.blocks[-1].kind in _NAMES_ONE_VALUE:
                    self.close()

    def finish(self) -> tuple[Any, ...]:
        """Return the code of the program, or raise the first error."""
        if self.error or self._unfinished:
            raise self.error or self._unfinished  # type: ignore[misc]
        if self.is_open:
            raise unfinished(_CLOSERS.get(self.blocks[-1].kind, "a value"))
        return tuple(self.blocks[0].items)

    def next_word(self, expected: str = "") -> Any:
        """Return the next word after comments; at the end, return None or raise an error.

        Args:
            expected: what must follow, for the error; "" to return None at the end.
        """
        while match := _TOKEN.search(self._text, self.position):
            self.position = match.end()
            if match[0] not in ("!", "#!"):
                return match[0]
            end = self._text.find("\n", self.position)
            self.position = len(self._text) if end < 0 else end
        self.position = len(self._text)
        if expected:
            raise unfinished(expected)
        return None

    def next_effect(self) -> str:
        """Return the words up to the closing parenthesis."""
        words, depth = [], 1
        while depth:
            words.append(self.next_word(")"))
            depth += {"(": 1, ")": -1}.get(words[-1], 0)
        return " ".join(words[:-1])

    def _read(self, word: str) -> None:
        """Read the item that starts with a word."""
        if word in PARSING_WORDS:
            PARSING_WORDS[word](self, word)
        elif word in _OPENERS:
            check_depth(len(self.blocks))
            self.blocks.append(Block(_OPENERS[word]))
        elif word == _CLOSERS.get(self.blocks[-1].kind):
            self.close()
        elif word in (")", "]", "}", ";"):
            error = self.make_error(f"{word!r} has no matching opening word", word)
            raise self.abandon(error, keeps_definition=word != ";")
        elif word[0] == '"':
            self.add(self._read_string(word))
        elif word in _BOOLEANS:
            self.add(_BOOLEANS[word])
        elif word not in _DECLARATIONS:
            number = None if self._known(word) else parse_number(word)
            self.add(self.word(word) if number is None else number)

    def abandon(self, error: StackError, *, keeps_definition: bool = False) -> StackError:
        """Close everything that is open, except a definition that continues; return the error."""
        del self.blocks[2:]
        if self.outermost.name and not (keeps_definition and self.outermost.kind == ":"):
            self.outermost.error = self.outermost.error or str(error)
            self.close()
        elif not self.outermost.name:
            del self.blocks[1:]
        return error

    def add(self, item: Data) -> None:
        """Add code or an element to the innermost open block."""
        is_pushed = self.blocks[-1].kind == "CONSTANT:" and type(item) is Word
        self.blocks[-1].items.append(Wrapper(item) if is_pushed else item)
        if self.blocks[-1].kind in _NAMES_ONE_VALUE:
            self.close()

    def close(self) -> None:
        """Close the innermost open block."""
        block = self.blocks.pop()
        items = tuple(block.items)
        if block.name and not block.is_cut:
            definition = Definition(block.name, block.effect, items, block.variables, block.error)
            self.definitions[block.name] = definition
        elif block.kind == "complex":
            if len(items) != 2 or not all(map(is_real, items)):
                raise self.make_error("a complex number has two real parts, such as C{ 2 5 }", "C{")
            self.add(plain(Complex(*items)))
        elif not block.name:
            self.add(sequence(block.kind, items))

    def _known(self, name: str) -> Word | None:
        """Return the word with a name, or None if it is unknown."""
        variables = (self.outermost.name, *self.outermost.variables)
        if name in self.own or name in self.definitions or name in variables:
            return Word(name, is_own=self._is_own)
        return Word(name) if is_found(name, self.vocabularies) else None

    def word(self, name: str) -> Word:
        """Return the word with a name, or raise an error if it is unknown."""
        if known := self._known(name):
            return known
        is_end = len(name) > 1 and name[-1] == ";" and self._known(name[:-1])
        message = f"no word named {quoted(name)}"
        if is_end:
            message += f"; write {name[:-1]} ;"
        elif not self.error:  # this is slow, and only the first error is reported
            message += f"; {suggest(name, self.own)}"
        listing = (
            f"No word named \N{LEFT DOUBLE QUOTATION MARK}{name}\N{RIGHT DOUBLE QUOTATION MARK}"
            " found in current vocabulary search path\n\nThe following restarts are available:\n\n"
            ":1      Defer word in current vocabulary"
        )
        error = self.make_error(message, name, listing)
        raise self.abandon(error) if is_end else error

    def _read_string(self, quote: str) -> str:
        body = quote[1:-1]
        is_closed = quote[-1] == '"' and (len(body) - len(body.rstrip("\\"))) % 2 == 0
        if len(quote) == 1 or not is_closed:
            raise unfinished('"')
        if (after := self._text[self.position : self.position + 1]) and not after.isspace():
            self.position += 1
            raise self.make_error("a space must follow the end of a string", quote)

        def unescape(match: re.Match[str]) -> str:
            if code := match[1] or match[2]:
                return chr(min(int(code, 16), 0x10FFFF))
            if match[3] not in _LETTERS:
                listing = f"Bad escape code: \\{match[3]}"
                raise self.make_error(f"unknown escape {quoted(match[0])}", match[0], listing)
            return _LETTERS[match[3]]

        return _ESCAPE.sub(unescape, body)

    def make_error(self, message: str, word: str, listing: str = "") -> StackError:
        """Return an error with the line as in Factor, with a caret after the word."""
        if self.error:  # only the first one is reported
            return StackError(message, shortened(word))
        before = self._text[: self.position]
        start = before.rfind("\n") + 1
        line = self._text[start:].partition("\n")[0]
        lead = f"{self._lines + before.count(chr(10)) + 1}: "
        caret = " " * (len(lead) + self.position - start) + "^"
        return StackError(message, shortened(word), f"{lead}{line}\n{caret}\n{listing or message}")


def unfinished(expected: str) -> StackError:
    """Return the error for a program that ends too early."""
    message = f"expected {expected} before the end of the program"
    listing = f"Expected {expected} but got end of input"
    return StackError(message, expected, listing, is_unfinished=True)


Parser: TypeAlias = Callable[[Reader, str], object]
PARSING_WORDS: dict[str, Parser] = {}


def parsing_word(*names: str) -> Callable[[Parser], Parser]:
    """Register a function that reads the items that start with one of these words."""

    def register(function: Parser) -> Parser:
        PARSING_WORDS.update(dict.fromkeys(names, function))
        return function

    return register


parsing_word("(")(lambda reader, _: reader.next_effect())  # a comment


@parsing_word(":", "::")
def begin_definition(reader: Reader, colon: str) -> None:
    """Begin a definition: `: name ( effect ) ... ;`, with variables after `::`."""
    name, start = reader.next_word("a name"), reader.position
    effect = reader.next_effect() if reader.next_word("(") == "(" else ""
    before, dashes, _ = f" {effect} ".partition(" -- ")
    if len(reader.blocks) > 1:
        message = f"the definition of {quoted(name)} begins before the last one is closed"
        reader.error = reader.error or reader.abandon(reader.make_error(message, colon))
    variables = tuple(before.split()) if len(colon) == 2 else ()
    reader.blocks.append(Block(":", name, effect, variables))
    if not dashes:
        error = reader.make_error(f"{quoted(name)} needs an effect, such as ( x -- y )", name)
        reader.position = start
        raise error


@parsing_word("CONSTANT:", "ALIAS:")
def begin_constant(reader: Reader, kind: str) -> None:
    """Begin `CONSTANT: name value` or `ALIAS: name word`."""
    name = reader.next_word("a name")
    if len(reader.blocks) > 1:
        raise reader.make_error(f"{kind} must not be inside something that is open", name)
    reader.blocks.append(Block(kind, name, "-- value" if kind == "CONSTANT:" else "as its word"))


@parsing_word("...")
def leave_out_rows(reader: Reader, dots: str) -> None:
    """Read "..." in place of rows: the program uses the table of the library."""
    block = reader.outermost
    if block.kind != "CONSTANT:" or block.name in reader.own or not is_found(block.name):
        raise reader.make_error("'...' can only cut short a table that the library has", dots)
    block.is_cut = True


@parsing_word("\\")
def quote_word(reader: Reader, _: str) -> None:
    """Read a word to push instead of run."""
    reader.add(Wrapper(reader.word(reader.next_word("a word"))))


@parsing_word("USE:", "USING:", "IN:")
def read_vocabularies(reader: Reader, use: str) -> None:
    """Read `USE: name` or `USING: name name ;`, and skip `IN: name`."""
    names = [reader.next_word("a vocabulary")]
    while use == "USING:" and names[-1] != ";":
        names.append(reader.next_word(";"))
    for name in names if use == "USE:" else names[:-1]:
        if not is_vocabulary(name):
            message = f"unknown vocabulary {quoted(name)}; docs/about/stack-words.md lists all"
            raise reader.make_error(message, name)
        reader.vocabularies.append(name)


@parsing_word("HEX:", "OCT:", "BIN:")
def read_based(reader: Reader, kind: str) -> None:
    """Read an integer in base 16, 8 or 2."""
    digits = reader.next_word("digits")
    prefix = {"HEX:": "0x", "OCT:": "0o", "BIN:": "0b"}[kind]
    number = parse_number(digits[: digits[0] == "-"] + prefix + digits.removeprefix("-"))
    if number is None:
        raise reader.make_error(f"{quoted(digits)} is not a number after {kind}", digits)
    reader.add(number)
