"""The table of all words: in which vocabulary each stands, its effect, and what it does.

The names left of the dashes in an effect say what a word takes: `n` a whole number, `seq` a
sequence, `str` a string, `quot` a quotation (see `_TAKES`), and any other name anything.
"""

from __future__ import annotations

import re
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

import attrs

from facevalue.stack.arithmetic import ARITHMETIC
from facevalue.stack.combinators import COMBINATORS
from facevalue.stack.failures import no_method
from facevalue.stack.library import DEFINED, SHUFFLERS
from facevalue.stack.poker_words import HANDS, POKER
from facevalue.stack.reading import read
from facevalue.stack.sequences import SEQUENCES
from facevalue.stack.values import (
    Word,
    is_identical,
    is_integer,
    is_number,
    is_quotation,
    is_real,
    is_sequence,
    same,
)
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    Rows = tuple[tuple[str, str, Callable[..., Any]], ...]

# What the names of an effect stand for: a test, what is expected, and the word that Factor names.
_TAKES: dict[str, tuple[Callable[[Any], bool], str, str]] = {
    "n": (is_integer, "a whole number", ""),
    "m": (is_integer, "a whole number", ""),
    "index": (is_integer, "a whole number", ""),
    "places": (is_integer, "a whole number", ""),
    "from": (is_integer, "a whole number", ""),
    "to": (is_integer, "a whole number", ""),
    "real": (is_real, "a real number", ""),
    "rational": (lambda x: is_real(x) and type(x) is not float, "a whole number or a ratio", ""),
    "number": (is_number, "a number", ""),
    "seq": (is_sequence, "a sequence", "length"),
    "separators": (is_sequence, "a sequence", "length"),
    "glue": (is_sequence, "a sequence", "length"),
    "str": (lambda x: type(x) is str, "a string", ""),
    "quot": (is_quotation, "a quotation", "call"),
}
# Words that take a sequence and do not look at all of it.
_QUICK = {"length", "nth", "?nth", "first", "second", "third", "fourth", "last", "sequence?"}
# Vocabularies that are searched only after USE: or USING:
_ASKED_FOR = frozenset({"shuffle"})
_DEFINITION = re.compile(r"(?:^|\s): (\S+) \( (.*?) \)\s+(.*?) ;(?=\s)", re.DOTALL)
_SHUFFLER = re.compile(r"(\S+) \( (.*?) \)")
_EQUALITY: dict[str, Rows] = {
    "kernel": (("=", "obj1 obj2 -- ?", same), ("eq?", "obj1 obj2 -- ?", is_identical)),
}


@attrs.frozen
class Row(Value):
    """A word of the library.

    Args:
        vocabulary: where Factor has it.
        name: what it is called.
        effect: what it takes and leaves, such as "x y -- z".
        definition: what it stands for in the language; empty for a word in Python.
        function: what it does in Python, or None.
        needs_machine: whether the function gets the machine before what the word takes.
        is_quick: whether it is one step, whatever it takes and leaves.
    """

    vocabulary: str
    name: str
    effect: str
    definition: str = ""
    function: Callable[..., Any] | None = None
    needs_machine: bool = False
    is_quick: bool = False
    _inputs: tuple[str, ...] = attrs.field(init=False, eq=False, repr=False)
    _checks: tuple[Any, ...] = attrs.field(init=False, eq=False, repr=False)

    @_inputs.default
    def _read_inputs(self) -> tuple[str, ...]:
        return tuple(self.effect.partition("--")[0].split())

    @_checks.default
    def _find_checks(self) -> tuple[Any, ...]:
        return tuple(_TAKES.get(name.rstrip("0123456789")) for name in self._inputs)

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of what it takes."""
        return self._inputs

    @property
    def height(self) -> int:
        """How many values more than before it leaves on the stack."""
        return len(self.effect.partition("--")[2].split()) - len(self._inputs)

    def check(self, values: list[Any]) -> None:
        """Refuses values of the wrong class.

        Raises:
            StackError: there is one.
        """
        for check, value in zip(self._checks, values, strict=True):
            if check is not None and not check[0](value):
                raise no_method(self.name, check[1], value, check[2])


def _shuffler(effect: str) -> Callable[..., tuple[Any, ...]]:
    """The function of an effect whose right side names what stands on its left."""
    before, _, after = effect.partition("--")
    names = before.split()
    places = [names.index(name) for name in after.split()]
    return lambda *values: tuple(values[place] for place in places)


def _functions(table: Mapping[str, Rows], *, needs_machine: bool) -> Iterator[Row]:
    for vocabulary, rows in table.items():
        for name, effect, function in rows:
            is_quick = name in _QUICK
            yield Row(vocabulary, name, effect, "", function, needs_machine, is_quick)


def _rows() -> Iterator[Row]:
    for vocabulary, text in SHUFFLERS.items():
        for name, effect in _SHUFFLER.findall(text):
            yield Row(vocabulary, name, effect, function=_shuffler(effect), is_quick=True)
    for table in (_EQUALITY, ARITHMETIC, SEQUENCES, POKER):
        yield from _functions(table, needs_machine=False)
    for table in (COMBINATORS, HANDS):
        yield from _functions(table, needs_machine=True)
    for vocabulary, text in DEFINED.items():
        for name, effect, definition in _DEFINITION.findall(text):
            yield Row(vocabulary, name, effect, " ".join(definition.split()))


WORDS: Mapping[str, Row] = MappingProxyType({row.name: row for row in _rows()})
VOCABULARIES = frozenset(row.vocabulary for row in WORDS.values())


@cache
def code_of(name: str) -> tuple[Any, ...]:
    """What a word of the library that is defined in the language stands for."""
    every = tuple(_ASKED_FOR)
    return read(WORDS[name].definition, lambda each, _: find(each, every), str).code


def find(name: str, vocabularies: tuple[str, ...] = ()) -> Word | None:
    """The word of the library with a name; None if the vocabularies in use have none."""
    row = WORDS.get(name)
    if row is None or (row.vocabulary in _ASKED_FOR and row.vocabulary not in vocabularies):
        return None
    return Word(name)


def remedy(name: str, own: tuple[str, ...]) -> str:
    """What to do about an unknown name: the nearest one, or the vocabulary to use."""
    from difflib import get_close_matches  # noqa: PLC0415 - slow to import

    if name in WORDS:
        return f"write USE: {WORDS[name].vocabulary} first"
    near = get_close_matches(name[:100], [*own, *WORDS], n=1, cutoff=0.6)
    return f"did you mean {near[0]!r}?" if near else "docs/stack-words.md lists all words"
