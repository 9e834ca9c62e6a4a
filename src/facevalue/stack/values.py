"""The values of the stack language, their classes in Factor, and when two of them are equal.

Integers, fractions, floats, strings, booleans and ranges are Python values; other values have a
class here. A sequence stores its depth and size, so that printing and comparing are never slow.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, TypeAlias

import attrs
from attrs import field

from facevalue.errors import LimitError, RuleError, StackError, quoted
from facevalue.options import of_class, one_of, text, true_or_false, whole_number
from facevalue.value import Value, checked, make_trusted

Data: TypeAlias = Any  # any value of the language
Real: TypeAlias = "int | Fraction | float"

MAX_DEPTH = 100
MAX_ELEMENTS = 100_000
# Python prints integers with up to 4300 digits.
MAX_DIGITS = 4000
_BEYOND = 10**MAX_DIGITS
_FIXNUM_END = 2**60  # larger integers are bignums in Factor

# The words that open and close each kind of sequence.
DELIMITERS = {"array": ("{", "}"), "vector": ("V{", "}"), "quotation": ("[", "]")}


@attrs.frozen(repr=False)
class Complex(Value):
    """A complex number; its parts are integers, fractions or floats.

    >>> Complex(2, 5).imaginary
    5
    """

    real: Real
    imaginary: Real

    def __attrs_post_init__(self) -> None:
        for part in (self.real, self.imaginary):
            if not is_real(part):
                raise RuleError(f"a part must be an int, a Fraction or a float, not {quoted(part)}")
            check_digits(part)


@attrs.frozen(repr=False)
class Iota(Value):
    """The integers from 0 to `n` - 1, as a sequence."""

    n: int = field(validator=checked(whole_number, 0, MAX_ELEMENTS))


@attrs.frozen
class Word(Value):
    """A word by its name; `is_own` if the program, not the library, defines it."""

    name: str = field(validator=checked(text, is_needed=True))
    is_own: bool = field(default=False, validator=checked(true_or_false))


@attrs.frozen(repr=False)
class Wrapper(Value):
    r"""A word that is pushed instead of run, written `\\ name` in a quotation."""

    word: Word = field(validator=checked(of_class, Word))


@attrs.frozen(init=False, repr=False)
class Sequence(Value):
    """An array, a vector or a quotation.

    Args:
        kind: one of "array", "vector" and "quotation".
        items: the elements; lists and tuples among them become arrays.

    Raises:
        RuleError: the kind is unknown, or an element is not a value of the language.
        LimitError: there are more than 100000 elements in all, or sequences are nested more than
            100 deep.

    >>> Sequence("array", [1, 2]) == Sequence("array", (1, 2))
    True
    """

    FIELDS = ("kind", "items")
    kind: str
    items: tuple[Any, ...]
    depth: int = attrs.field(eq=False)  # how deep sequences are nested, including this one
    size: int = attrs.field(eq=False)  # how many elements there are, nested ones included

    def __init__(self, kind: str, items: Iterable[Any]) -> None:
        if not isinstance(items, (list, tuple)):
            raise RuleError(f"items must be a list or a tuple, not {quoted(items)}")
        made = sequence(one_of("kind", kind, DELIMITERS), tuple(map(as_value, items)))
        self.__attrs_init__(made.kind, made.items, made.depth, made.size)


def sequence(kind: str, items: tuple[Any, ...]) -> Sequence:
    """Make a sequence of values."""
    depth, size = 0, len(items)
    for item in items:
        if type(item) is Sequence:
            depth = max(depth, item.depth)
            size += item.size
        elif type(item) is str:
            size += len(item)
    check_size(size)
    check_depth(depth + 1)
    return make_trusted(Sequence, kind=kind, items=items, depth=depth + 1, size=size)


def array(items: Iterable[Any]) -> Sequence:
    """Make an array of values."""
    return sequence("array", tuple(items))


def check_size(size: int) -> int:
    """Return the size of a sequence, or raise a LimitError."""
    if size > MAX_ELEMENTS:
        raise LimitError(f"a sequence can have at most {MAX_ELEMENTS} elements", MAX_ELEMENTS)
    return size


def check_depth(depth: int) -> None:
    """Raise a LimitError for sequences that are nested too deep."""
    if depth > MAX_DEPTH:
        raise LimitError(f"sequences can be nested at most {MAX_DEPTH} deep", MAX_DEPTH)


def check_digits(number: Data) -> Data:
    """Return a number, or raise a LimitError if it has too many digits."""
    if type(number) in (int, Fraction) and not (
        -_BEYOND < number.numerator < _BEYOND and number.denominator < _BEYOND
    ):
        raise LimitError(f"numbers can have at most {MAX_DIGITS} digits", MAX_DIGITS)
    return number


def as_value(value: Data, depth: int = 0) -> Data:
    """Convert a Python value to a value of the language; `depth` is how many lists contain it.

    >>> as_value([1, 2.5, "three"]) == Sequence("array", (1, 2.5, "three"))
    True
    """
    if isinstance(value, (list, tuple)):
        check_depth(depth + 1)
        return array(as_value(item, depth + 1) for item in value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, range):
        check_digits(value.start)
        check_size(MAX_ELEMENTS + bool(value[MAX_ELEMENTS:]))
        return value
    if isinstance(value, bool | float | Complex | Iota | Sequence | Word | Wrapper):
        return value
    if type(value) is int or isinstance(value, Fraction):
        return plain(check_digits(value))
    raise RuleError(f"expected a value of the stack language: {quoted(value)}")


def plain(number: Data) -> Data:
    """Return a fraction over 1 as an integer, and a complex number with imaginary part 0 as real.

    >>> plain(Fraction(4, 2)), plain(Complex(5, 0))
    (2, 5)
    """
    if type(number) is Fraction and number.denominator == 1:
        return number.numerator
    if type(number) is Complex and type(number.imaginary) is int and number.imaginary == 0:
        return number.real
    return number


def is_integer(value: object) -> bool:
    """True if a value is an integer; `t` and `f` are not."""
    return type(value) is int


def is_real(value: object) -> bool:
    """True if a value is an integer, a fraction or a float."""
    return type(value) in (int, Fraction, float)


def is_number(value: object) -> bool:
    """True if a value is a real or a complex number."""
    return is_real(value) or type(value) is Complex


def is_sequence(value: object) -> bool:
    """True if a value has elements, like an array or a string."""
    return type(value) in (Sequence, str, Iota, range)


def is_quotation(value: object) -> bool:
    """True if a value can be called."""
    return type(value) is Sequence and value.kind == "quotation"


def items_of(value: Data) -> Data:
    """Return the elements of a sequence; the elements of a string are its character codes."""
    if type(value) is Sequence:
        return value.items
    if type(value) is str:
        return tuple(map(ord, value))
    return range(value.n) if type(value) is Iota else value


def like(items: Iterable[Any], model: Data) -> Data:
    """Make a sequence of the same kind as another one; ranges become arrays."""
    if type(model) is not str:
        return sequence(model.kind if type(model) is Sequence else "array", tuple(items))
    try:
        return "".join(map(chr, items))
    except (TypeError, ValueError, OverflowError):
        raise StackError("the elements of a string must be character codes") from None


_CLASSES = {float: "float", str: "string", Fraction: "ratio", Complex: "complex"}
_CLASSES |= {Iota: "iota", range: "range", Word: "word", Wrapper: "wrapper"}


def class_of(value: Data) -> str:
    """Return the name of a value's class in Factor.

    >>> class_of(5), class_of(10**20), class_of(True), class_of("a")
    ('fixnum', 'bignum', 't', 'string')
    """
    if type(value) is bool:
        return "t" if value else "f"
    if type(value) is int:
        return "fixnum" if -_FIXNUM_END <= value < _FIXNUM_END else "bignum"
    return value.kind if type(value) is Sequence else _CLASSES[type(value)]


def identity(value: Data) -> Data:
    """Return a key that is the same for equal values: their class and contents."""
    if type(value) is Sequence:
        return value.kind, *map(identity, value.items)  # at most MAX_DEPTH calls deep
    if type(value) is Complex:
        return "complex", identity(value.real), identity(value.imaginary)
    return type(value), struct.pack("d", value) if type(value) is float else value


def same(first: Data, second: Data) -> bool:
    """True if two values are equal: of the same class, with the same contents.

    >>> same(1, 1.0), same(array([1, 2]), array([1, 2])), same(0.0, -0.0)
    (False, True, False)
    """
    return bool(identity(first) == identity(second))
