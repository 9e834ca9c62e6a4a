"""The library of words, and the errors of words: our message, and the lines that Factor prints.

The decorator `word`, or a table for `words`, makes a function a word. The names left of the dashes
in an effect are the inputs of the word: `n` is an integer, `seq` a sequence, `str` a string, `quot`
a quotation (see `_TAKES`); other names are any value. The machine checks the inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from inspect import getdoc, signature
from typing import Any, TypeVar

import attrs

from facevalue.errors import StackError, shortened
from facevalue.stack.printing import SHORT, printed
from facevalue.stack.values import (
    Data,
    Word,
    class_of,
    is_integer,
    is_number,
    is_quotation,
    is_real,
    is_sequence,
)
from facevalue.value import Value

Function = TypeVar("Function", bound=Callable[..., Any])

THE_WORD = "\0"  # replaced by the name of the word; values never contain it unescaped
# A test, a description, and the word that Factor names if the test fails.
_TAKES: dict[str, tuple[Callable[[Any], bool], str, str]] = {
    "n": (is_integer, "an integer", THE_WORD),
    "size": (lambda x: is_integer(x) and x >= 0, "an integer of at least 0", THE_WORD),
    "real": (is_real, "a real number", THE_WORD),
    "rational": (lambda x: is_real(x) and type(x) is not float, "an integer or a ratio", THE_WORD),
    "number": (is_number, "a number", THE_WORD),
    "word": (lambda x: type(x) is Word, "a word", THE_WORD),
    "seq": (is_sequence, "a sequence", "length"),
    "str": (lambda x: type(x) is str, "a string", THE_WORD),
    "quot": (is_quotation, "a quotation", "call"),
}


class Failure(Exception):  # noqa: N818 - the machine turns it into a StackError
    """The error of a word: our message without its name, and Factor's lines."""

    def __init__(self, problem: str, summary: str = "", **slots: str) -> None:
        super().__init__(problem)
        width = max(map(len, slots), default=0)
        self.problem = problem
        self.listing = "\n".join([summary, *(f"{name:<{width}} {slots[name]}" for name in slots)])

    def in_word(self, word: str) -> StackError:
        """Return the error of a word."""
        return StackError(f"{word!r} {self.problem}", word, self.listing.replace(THE_WORD, word))


def shown(value: Data) -> str:
    """Return a value as a short string for messages."""
    return shortened(printed(value, SHORT))


def underflow(count: int, height: int) -> Failure:
    """Return the error that the stack has fewer values than a word takes."""
    needed = "a value" if count == 1 else f"{count} values"
    left = f"has only {height}" if height else "is empty"
    return Failure(f"needs {needed}, but the stack {left}", "Data stack underflow")


def no_method(expected: str, value: Data, generic: str = THE_WORD) -> Failure:
    """Return the error that a value has the wrong class; `generic` is the word Factor names."""
    summary = f"Generic word {generic} does not define a method for the {class_of(value)} class."
    summary += f"\nDispatching on object: {printed(value, SHORT)}"
    return Failure(f"expects {expected}, not {shown(value)}", summary)


def no_arithmetic(left: Data, right: Data) -> Failure:
    """Return the error that one of two values is not a number, or not one that the word takes."""
    slots = {"left": printed(left, SHORT), "right": printed(right, SHORT), "generic": THE_WORD}
    problem = f"expects numbers, not {shown(left)} and {shown(right)}"
    return Failure(problem, "No suitable arithmetic method", **slots)


@attrs.frozen
class Row(Value):
    """A word of the library.

    Args:
        vocabulary: the vocabulary that has the word in Factor.
        name: the name of the word.
        effect: the values that it takes and leaves, such as "x y -- z".
        meaning: what it does: a sentence or its code; "" if the effect says everything.
        function: the Python function; None for a word that is defined in the language.
        body: the code of a word that is defined in the language.
        needs_machine: whether the first argument of the function is the machine.
        is_quick: whether it always counts as one step.
    """

    vocabulary: str
    name: str
    effect: str
    meaning: str = ""
    function: Callable[..., Any] | None = None
    body: tuple[Any, ...] = ()
    needs_machine: bool = False
    is_quick: bool = False
    # A test for each input, None for any value.
    takes: tuple[Any, ...] = attrs.field(init=False, eq=False, repr=False)

    @takes.default
    def _read_effect(self) -> tuple[Any, ...]:
        names = self.effect.partition("--")[0].split()
        return tuple(_TAKES.get(name.rstrip("0123456789")) for name in names)


LIBRARY: dict[str, Row] = {}
_NEEDS_USE = {"shuffle"}  # vocabularies that Factor 0.95 searches only after USE:


def is_found(name: str, vocabularies: Iterable[str] = ()) -> bool:
    """Return whether the library has a word, in the vocabularies in use."""
    entry = LIBRARY.get(name)
    return entry is not None and (
        entry.vocabulary not in _NEEDS_USE or entry.vocabulary in vocabularies
    )


def is_vocabulary(name: str) -> bool:
    """Return whether programs can use a vocabulary."""
    return name in {"scratchpad", "syntax", *(entry.vocabulary for entry in LIBRARY.values())}


def suggest(name: str, defined: Iterable[str]) -> str:
    """Return a remedy for an unknown name: the nearest name, or the vocabulary to use."""
    from difflib import get_close_matches  # noqa: PLC0415 - slow to import

    if name in LIBRARY:
        return f"write USE: {LIBRARY[name].vocabulary} first"
    near = get_close_matches(name[:100], [*defined, *LIBRARY], n=1, cutoff=0.6)
    return f"did you mean {near[0]!r}?" if near else "docs/about/stack-words.md lists all words"


def word(
    vocabulary: str, declaration: str, *, is_quick: bool = False
) -> Callable[[Function], Function]:
    """Make a function a word, with a declaration such as "head ( seq n -- headseq )".

    If the first parameter is `machine`, the function gets the machine first. It returns the outputs
    of the word: a value, a tuple of values, None, or a list of code to run. A generator
    yields code to run, and pushes its outputs.
    """
    name, _, effect = declaration[:-2].partition(" ( ")

    def register(function: Function) -> Function:
        needs_machine = next(iter(signature(function).parameters), "") == "machine"
        sentence = (getdoc(function) or "").partition("\n")[0].removeprefix("Return ")
        meaning = sentence[:1].upper() + sentence[1:]
        LIBRARY[name] = Row(
            vocabulary, name, effect, meaning, function, (), needs_machine, is_quick
        )
        return function

    return register


def words(
    tables: Mapping[str, Mapping[str, Callable[..., Any]]], *, is_quick: bool = False
) -> None:
    """Register short functions as words: for each vocabulary, functions by declaration."""
    for vocabulary, functions in tables.items():
        for declaration, function in functions.items():
            word(vocabulary, declaration, is_quick=is_quick)(function)
